"""The text of a play, read against a board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_lite.board import Board
from engine_lite.notation import BadNotation, GcgStart, NotWhole, SeedStart, square_name
from engine_lite.placement import LONGEST_PLAY, IllegalPlay, Reason, main_line, parse_play
from engine_lite.tests.strategies import Position, boards, positions
from engine_lite.tiles import CATALAN, ENGLISH, Tile

QUINA = Board.from_rows("15/15/15/15/15/15/15/4[QU]INA7/15/15/15/15/15/15/15", CATALAN)


def new_tiles(text: str, board: Board = QUINA) -> str:
    """What the play lays, as `h3 M h4 A`."""
    _, placement = parse_play(text, board, CATALAN)
    return " ".join(f"{square_name(square)} {CATALAN.text([tile])}" for square, tile in placement.tiles)


@pytest.mark.parametrize(
    ("text", "lays"),
    [
        ("h3 MAQUINARI", "h3 M h4 A h9 R h10 I"),
        ("h3 MA....RI", "h3 M h4 A h9 R h10 I"),
        ("h3 MA..N.RI", "h3 M h4 A h9 R h10 I"),
        ("h3 MA[QU]INARI", "h3 M h4 A h9 R h10 I"),
        ("h3 mAQUINArI", "h3 m h4 A h9 r h10 I"),
        ("H3  MAQUINARI ", "h3 M h4 A h9 R h10 I"),
        ("7g ANTIC", "g7 A i7 T j7 I k7 C"),
        ("7g A.[t]IC", "g7 A i7 t j7 I k7 C"),
        ("h5 ....", ""),
    ],
)
def test_only_what_is_new_is_laid(text: str, lays: str) -> None:
    """Old tiles are written out or as dots; brackets and blanks as everywhere."""
    assert new_tiles(text) == lays


def test_a_dot_is_an_old_tile_and_never_half_a_digraph() -> None:
    """L.L in a play is three squares; L·L is one."""
    board = Board.from_rows("15/15/15/15/15/15/15/7A7/15/15/15/15/15/15/15", CATALAN)
    assert new_tiles("8g L.L", board) == "g8 L i8 L"
    assert new_tiles("8g L·LA", board) == "g8 L·L"


def test_an_old_blank_may_be_written_in_capitals() -> None:
    """Some programs do; it is the face that stands there."""
    board = QUINA.with_tiles([(112, Tile("A", blank=True))])
    assert new_tiles("h5 QUINAR", board) == new_tiles("h5 QUINaR", board) == "h9 R"


def test_another_tile_on_an_old_one_is_laid_and_left_to_the_rules() -> None:
    """So that it is refused with everything else that is wrong."""
    assert new_tiles("h5 QUENA") == "h6 E"


def defects(text: str, board: Board = QUINA) -> dict[Reason, str]:
    with pytest.raises(IllegalPlay) as refusal:
        parse_play(text, board, CATALAN)
    return {defect.reason: " ".join(map(square_name, defect.squares)) for defect in refusal.value.defects}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("h16 CASA", {Reason.OFF_BOARD: ""}),
        ("16h CASA", {Reason.OFF_BOARD: ""}),
        ("a13 CASA", {Reason.OFF_BOARD: "a15"}),
        ("13m CASA", {Reason.OFF_BOARD: "o13"}),
        ("a1 C.SA", {Reason.GAPPED: "a2"}),
        ("h3 MA......", {Reason.GAPPED: "h9 h10"}),
        ("a13 C...", {Reason.OFF_BOARD: "a15", Reason.GAPPED: "a14 a15"}),
    ],
)
def test_a_text_that_cannot_be_laid_is_refused(text: str, expected: dict[Reason, str]) -> None:
    """Over the edge, or through a tile that is not there."""
    assert defects(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "h5",
        "QUINA",
        "h5QUINA",
        "QUINA h5",
        "h5 QUI NA",
        "hh QUINA",
        "h5 QUiNK",
        "h5 Qu",
        "h5 [QUINA",
        "h5 []",
        "h5 ]",
        "h5 A\0",
        "h5 12",
        "h5 " + "A" * LONGEST_PLAY,
        "h5 " + "[" * 50,
        "\ud800 A",
    ],
)
def test_what_is_no_play_is_said_in_one_printable_sentence(text: str) -> None:
    """Without a word of what Python thinks of it."""
    with pytest.raises(BadNotation) as refusal:
        parse_play(text, QUINA, CATALAN)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 250


@pytest.mark.parametrize(
    ("text", "left_out"),
    [("h9 RI", "h5 h6 h7 h8"), ("h4 AQUIN", "h8"), ("8g SA", "f8"), ("8h AR", "f8 g8")],
)
def test_a_word_must_be_written_whole(text: str, left_out: str) -> None:
    """The start on the sheet is that of the whole word (004 L113-115); the sentence says how to write it."""
    board = QUINA.with_tiles([(97, Tile("C")), (82, Tile("E"))])  # f8 and g8, above the A
    with pytest.raises(NotWhole, match=r"the word there is .*; write “") as refusal:
        parse_play(text, board, CATALAN)
    assert " ".join(map(square_name, refusal.value.squares)) == left_out
    remedy = str(refusal.value).split("“")[1].split("”")[0]
    _, placement = parse_play(remedy, board, CATALAN)
    assert len(placement) > 0


@given(positions(), st.sampled_from([SeedStart, GcgStart]), st.booleans())
def test_a_play_survives_as_text(position: Position, notation: type[SeedStart | GcgStart], brackets: bool) -> None:
    """Written whole from its main line and read again, in either notation, it lays the same tiles."""
    board, placement = position
    start = notation(*main_line(board, placement))
    after = board.with_tiles(placement.tiles)
    word = CATALAN.text([after.at(square) for square in after.line(start.square, start.down)], brackets)
    assert parse_play(f"{start} {word}", board, CATALAN, notation) == (start, placement)


@given(st.text(max_size=25) | st.from_regex(r"\A[a-p0-9]{2,3} [A-Za-z.\[\]?·]{1,20}\Z"), boards(most_plays=3))
def test_any_text_is_a_play_or_refused_by_name(text: str, board: Board) -> None:
    """Nothing else ever comes out of a text."""
    for tile_set in (CATALAN, ENGLISH):
        try:
            _, placement = parse_play(text, board, tile_set)
        except (BadNotation, IllegalPlay):
            continue
        assert all(0 <= square < 225 and tile_set.holds(tile) for square, tile in placement.tiles)
