"""The two notations, one the mirror of the other in their letters and numbers, and what is in neither."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_lite.notation import BadNotation, GcgStart, OffBoard, SeedStart, parse_square, square_name

EVERY_START = [(square, down) for square in range(225) for down in (False, True)]

# seed, gcg, row and column counted from 0, down
PAIRS = [
    ("h8", "8H", 7, 7, False),
    ("8h", "H8", 7, 7, True),
    ("h5", "8E", 7, 4, False),
    ("h3", "8C", 7, 2, False),
    ("7g", "G7", 6, 6, True),
    ("i4", "9D", 8, 3, False),
    ("4d", "D4", 3, 3, True),
    ("a15", "1O", 0, 14, False),
    ("15a", "O1", 0, 14, True),
    ("o1", "15A", 14, 0, False),
    ("1o", "A15", 14, 0, True),
]


@pytest.mark.parametrize(("seed", "gcg", "row", "column", "down"), PAIRS)
def test_both_notations_name_the_same_start(seed: str, gcg: str, row: int, column: int, down: bool) -> None:
    """Square and direction, not only the text: read as the other notation each would be another play."""
    start = SeedStart.parse(seed)
    assert (start.square, start.down) == (row * 15 + column, down)
    assert (str(start), str(start.to_gcg())) == (seed, gcg)
    assert GcgStart.parse(gcg).to_seed() == start
    assert SeedStart.parse(seed.upper()) == start
    assert GcgStart.parse(gcg.lower()) == start.to_gcg()


def test_the_trap_h8_runs_in_opposite_directions() -> None:
    """And off the diagonal the same text is another square as well."""
    assert (SeedStart.parse("H8").down, GcgStart.parse("H8").down) == (False, True)
    assert SeedStart.parse("I4").square != GcgStart.parse("I4").square


def test_all_450_starts_survive_as_text_and_are_all_different() -> None:
    """Both ways, both notations, and the exchange of letter and number in place that leads from one to the other."""
    seeds = [SeedStart(square, down) for square, down in EVERY_START]
    assert len({str(seed) for seed in seeds}) == len({str(seed.to_gcg()) for seed in seeds}) == 450
    for seed in seeds:
        assert SeedStart.parse(str(seed)) == seed
        assert GcgStart.parse(str(seed.to_gcg())).to_seed() == seed
        assert seed.to_gcg().to_seed() == seed.to_seed()
        assert seed.to_gcg() == seed.to_gcg().to_gcg()
        assert str(seed.to_gcg()) == in_place(str(seed)).upper()


def in_place(text: str) -> str:
    """Letter and number exchanged where they stand: a for 1 to o for 15."""
    letter = next(sign for sign in text if sign.isalpha())
    number = text.replace(letter, "")
    swapped = (str("abcdefghijklmno".index(letter) + 1), "abcdefghijklmno"[int(number) - 1])
    return "".join(swapped if text[0] == letter else reversed(swapped))


@pytest.mark.parametrize("text", ["h16", "16h", "p8", "8p", "h0", "0h", "z99", "h100", "H16"])
def test_a_line_that_the_board_lacks_is_named_as_such(text: str) -> None:
    """It has the shape of a square: refused as off the board, not as nonsense."""
    for notation in (SeedStart, GcgStart):
        with pytest.raises(OffBoard, match="lies off the board"):
            notation.parse(text)


@pytest.mark.parametrize(
    "text", ["", "h", "8", "hh", "88", "h8h", "8h8", "h-1", "h08", "h 8", "h8 ", "ñ8", "h٣", "h1000", "\0"]
)
def test_nonsense_is_no_square(text: str) -> None:
    """Never square 1A for want of an answer."""
    for notation in (SeedStart, GcgStart):
        with pytest.raises(BadNotation, match="is no square") as refusal:
            notation.parse(text)
        assert not isinstance(refusal.value, OffBoard)


@given(st.text(max_size=6))
def test_any_text_is_a_start_or_a_sentence(text: str) -> None:
    """And what is read is written back the same, but for its case."""
    try:
        said = str(SeedStart.parse(text))
    except BadNotation as refusal:
        said = str(refusal)
    else:
        assert said == text.lower()
    assert said.isprintable()


def test_names_of_squares() -> None:
    """Row letter, column number; a start that runs down is no square's name."""
    assert [square_name(square) for square in (0, 14, 112, 210, 224)] == ["a1", "a15", "h8", "o1", "o15"]
    assert [parse_square(square_name(square)) for square in range(225)] == list(range(225))
    with pytest.raises(BadNotation, match="first: h8"):
        parse_square("8h")
