"""What is wrong with a placement: each reason with its squares, several at once, and an answer to everything."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_lite.board import Board
from engine_lite.checks import CHECKS
from engine_lite.layout import SIDE
from engine_lite.notation import SeedStart, parse_square, square_name
from engine_lite.placement import Placement, main_line, wrong_with
from engine_lite.reasons import Defect, Reason
from engine_lite.rulebook import Rulebook
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.scoring import explain
from engine_lite.tests.strategies import Position, any_tiles, boards, positions
from engine_lite.tiles import BLANK, Tile

MANACOR = RULEBOOKS["manacor"]
SCHOOL = RULEBOOKS["fisc_school"]
QUINA = Board.from_rows("15/15/15/15/15/15/15/4[QU]INA7/15/15/15/15/15/15/15", MANACOR.tile_set)


def laid(text: str, rulebook: Rulebook = MANACOR) -> Placement:
    """A placement from `h8 S h9 O`; a blank in lower case."""
    words = text.split()
    tiles = [rulebook.tile_set.tiles(face)[0] for face in words[1::2]]
    return Placement(tuple(zip(map(parse_square, words[::2]), tiles, strict=True)))


def wrong(text: str, board: Board = QUINA, rulebook: Rulebook = MANACOR, rack: str | None = None) -> dict[str, str]:
    """Each reason with the names of its squares."""
    tiles = None if rack is None else rulebook.tile_set.tiles(rack)
    defects = wrong_with(board, laid(text, rulebook), rulebook, tiles)
    return {defect.reason.value: " ".join(map(square_name, defect.squares)) for defect in defects}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The opening: through the centre, two tiles at least (000 r6, 001 B3, 002, 003 L19, 004 L84-86).
        ("h8 S h9 O h10 L", {}),
        ("h6 S h7 O h8 L", {}),
        ("h8 S i8 O", {}),
        ("g7 S g8 O g9 L", {"off_centre": "h8"}),
        ("h8 S", {"too_few": "h8"}),
        ("g8 S", {"off_centre": "h8", "too_few": "g8"}),
        ("h8 S i9 O", {"bent": "h8 i9"}),
        ("h8 S h10 L", {"gapped": "h9"}),
        ("a1 S a3 L", {"gapped": "a2", "off_centre": "h8"}),
        ("h1 A h2 A h3 A h4 A h5 A h6 A h7 A h8 A", {"too_many": "h1 h2 h3 h4 h5 h6 h7 h8"}),
    ],
)
def test_the_opening(text: str, expected: dict[str, str]) -> None:
    """On an empty board; nothing can be detached there."""
    assert wrong(text, Board()) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Crossing, lengthening at both ends, parallel, beside; one tile; a gap that old tiles fill.
        ("g7 A i7 T j7 I k7 C", {}),
        ("h3 M h4 A h9 R h10 I", {}),
        ("i4 S i5 E i6 S i7 A i8 M", {}),
        ("h9 S", {}),
        ("g5 E", {}),
        ("g6 N i6 E", {}),
        # Tiles that lie wrong.
        ("h6 S i6 O", {"taken": "h6"}),
        ("i5 E j6 S", {"bent": "i5 j6"}),
        ("i5 E i6 S i7 A k7 S", {"bent": "k7"}),
        ("i5 E k5 S", {"gapped": "j5"}),
        ("i5 E m5 S", {"gapped": "j5 k5 l5"}),
        ("h2 A h9 S", {"gapped": "h3 h4"}),
        ("a1 S a2 O", {"detached": "a1 a2"}),
        ("i4 S", {"detached": "i4"}),  # corner to corner is no contact
        ("g15 S h1 O", {"bent": "g15 h1", "detached": "g15 h1"}),  # neighbours by number, not on the board
        # Blanks.
        ("h9 s", {}),
        ("h9 ?", {"blank_undeclared": "h9"}),
        # Several at once: every wrong square can be shown.
        ("a1 S a3 ? c7 A", {"bent": "c7", "detached": "a1 a3 c7", "blank_undeclared": "a3"}),
        (
            "a1 A a2 A a3 A a5 A a6 A a7 A a8 A a9 A",
            {"gapped": "a4", "too_many": "a1 a2 a3 a5 a6 a7 a8 a9", "detached": "a1 a2 a3 a5 a6 a7 a8 a9"},
        ),
    ],
)
def test_on_a_board_with_quina(text: str, expected: dict[str, str]) -> None:
    """QUINA stands on h5 to h8."""
    assert wrong(text) == expected


def test_nothing_laid_is_the_only_thing_to_say() -> None:
    """A press without a tile (and not, besides, off centre and too few)."""
    assert wrong_with(Board(), Placement(), MANACOR) == (Defect(Reason.NOTHING_LAID, (), "000 r28a"),)
    assert wrong_with(QUINA, Placement(), MANACOR, rack=()) == (Defect(Reason.NOTHING_LAID, (), "000 r28a"),)


def test_squares_that_no_board_has() -> None:
    """Named with the other faults of what does lie on the board."""
    placement = Placement(((300, Tile("A")), (-1, Tile("A")), (0, BLANK)))
    found = {defect.reason: defect.squares for defect in wrong_with(QUINA, placement, MANACOR)}
    assert found == {Reason.OFF_BOARD: (-1, 300), Reason.DETACHED: (0,), Reason.BLANK_UNDECLARED: (0,)}
    assert wrong_with(QUINA, Placement(((225, Tile("A")),)), MANACOR)[0].squares == (225,)


def test_two_tiles_of_one_turn_on_one_square() -> None:
    """The later one has no square of its own."""
    placement = Placement(((parse_square("h9"), Tile("S")), (parse_square("h9"), Tile("E"))))
    assert [(each.reason, each.squares) for each in wrong_with(QUINA, placement, MANACOR)] == [
        (Reason.TAKEN, (parse_square("h9"),))
    ]


@pytest.mark.parametrize(
    ("tile", "rulebook", "refused"),
    [
        (Tile("K"), "manacor", True),
        (Tile("Q"), "manacor", True),  # the Catalan tile is QU, however it is printed
        (Tile("K", blank=True), "manacor", True),
        (Tile("L·L", blank=True), "manacor", False),
        (Tile("K"), "frs_romanian", True),
        (Tile("K", blank=True), "frs_romanian", False),
        (Tile("?"), "frs_romanian", True),
        (Tile(""), "frs_romanian", True),
    ],
)
def test_a_tile_must_be_one_of_the_set(tile: Tile, rulebook: str, refused: bool) -> None:
    """A blank may be any tile face, in Romanian also K Q W Y (004 L41-42)."""
    defects = wrong_with(Board(), Placement(((111, Tile("A")), (112, tile))), RULEBOOKS[rulebook])
    assert [(each.reason, each.squares) for each in defects] == [(Reason.NOT_A_FACE, (112,))] * refused


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("h7 Q h8 U h9 I", {}),
        ("h7 Q h8 u h9 I", {}),  # a blank declared U is a U
        ("h7 q h8 I", {"q_without_u": "h7"}),  # and a blank declared Q needs one (001 B16)
        ("h7 I h8 Q", {"q_without_u": "h8"}),
        ("h6 Q h7 U h8 Q", {"q_without_u": "h8"}),
    ],
)
def test_q_needs_its_u(text: str, expected: dict[str, str]) -> None:
    """Document 001 B16."""
    assert wrong(text, Board(), SCHOOL) == expected


def test_q_needs_its_u_in_every_word_formed() -> None:
    """Also in a cross word, and where a tile comes between an old Q and its U there is none to come between."""
    board = Board.from_rows("15/15/15/15/15/15/15/7AI6/15/15/15/15/15/15/15", SCHOOL.tile_set)
    assert wrong("g8 Q g9 U", board, SCHOOL) == {"q_without_u": "g8"}  # QU across; Q over A, U over I down
    old_q = Board.from_rows("15/15/15/15/15/15/15/6IQ7/15/15/15/15/15/15/15", SCHOOL.tile_set)
    assert wrong("h9 U", old_q, SCHOOL) == {}
    assert wrong("h9 A", old_q, SCHOOL) == {"q_without_u": "h8"}
    assert wrong("i7 A", old_q, SCHOOL) == {}  # forms IA only; the old word is nobody's play


def test_a_rulebook_without_that_rule_does_not_ask() -> None:
    """QI is a word in English."""
    english = RULEBOOKS["frs_english"]
    assert wrong("h7 Q h8 I", Board(), english) == {}


@pytest.mark.parametrize(
    ("rack", "expected"),
    [
        ("SOL", {}),
        ("AEISOL?", {}),
        ("SO", {"not_in_rack": "h10"}),
        ("SO?", {"not_in_rack": "h10"}),  # a blank on the rack does not supply a tile laid as L
        ("", {"not_in_rack": "h8 h9 h10"}),
    ],
)
def test_the_rack_must_supply_the_tiles(rack: str, expected: dict[str, str]) -> None:
    """Tile for tile."""
    assert wrong("h8 S h9 O h10 L", Board(), rack=rack) == expected


def test_the_rack_counts() -> None:
    """Two S from one S; two blanks from one blank, whatever they stand for."""
    assert wrong("h8 S h9 S", Board(), rack="SAE") == {"not_in_rack": "h9"}
    assert wrong("h8 s h9 o", Board(), rack="?SO") == {"not_in_rack": "h9"}
    assert wrong("h8 s h9 o", Board(), rack="??") == {}


@pytest.mark.parametrize("name", [name for name in RULEBOOKS if name != "international"])  # it has no document
def test_each_refusal_cites_its_rulebook(name: str) -> None:
    """A player can look the paragraph up."""
    (defect,) = wrong_with(Board(), Placement(((0, Tile("A")), (1, Tile("A")))), RULEBOOKS[name])
    assert defect.rule == RULEBOOKS[name].rules[Reason.OFF_CENTRE] != ""


def test_every_reason_that_a_placement_can_have_is_found_by_one_check() -> None:
    """The closed list and the checks know each other."""
    asked = [reason for reason, _ in CHECKS]
    assert len(asked) == len(set(asked))
    beside = {Reason.OFF_BOARD, Reason.NOT_IN_RACK, Reason.NOTHING_LAID}
    of_placements = set(list(Reason)[: list(Reason).index(Reason.BLANK_FIXED)]) | {Reason.NOTHING_LAID}
    assert set(asked) | beside == of_placements


SQUARE = st.integers(-20, 250)


@pytest.mark.parametrize("name", RULEBOOKS)
@given(
    data=st.data(),
    tiles=st.lists(st.tuples(SQUARE, any_tiles()), max_size=10),
    rack=st.none() | st.lists(any_tiles(), max_size=8),
)
def test_any_placement_has_an_answer(
    name: str, data: st.DataObject, tiles: list[tuple[int, Tile]], rack: list[Tile] | None
) -> None:
    """Squares beside the board, tiles of no set, two on one square: defects, each once and with a square."""
    board = data.draw(boards(most_plays=3, tile_set=RULEBOOKS[name].tile_set))
    placement = Placement(tuple(tiles))
    defects = wrong_with(board, placement, RULEBOOKS[name], rack)
    assert len({defect.reason for defect in defects}) == len(defects)
    assert all(defect.squares for defect in defects if defect.reason is not Reason.NOTHING_LAID)
    if not defects:
        assert explain(board, placement, RULEBOOKS[name]).words


@given(positions())
def test_what_fits_the_board_is_a_play(position: Position) -> None:
    """One line, no gap, touching: nothing to object, and the main word holds every tile laid."""
    board, placement = position
    assert wrong_with(board, placement, MANACOR) == ()
    start, down = main_line(board, placement)
    line = board.with_tiles(placement.tiles).line(start, down)
    assert line[0] == start
    assert set(placement.squares) <= set(line)


@given(positions(), st.data())
def test_a_play_pushed_over_the_edge_of_its_row_is_bent_or_detached(position: Position, data: st.DataObject) -> None:
    """A row's end and the next row's start are no line, though their numbers follow one another."""
    row = data.draw(st.integers(0, 13))
    squares = (row * SIDE + SIDE - 1, (row + 1) * SIDE)
    board = position.board.without(squares)
    placement = Placement(tuple((square, Tile("A")) for square in squares))
    assert Reason.BENT in {defect.reason for defect in wrong_with(board, placement, MANACOR)}


def test_one_tile_speaks_for_its_longer_word() -> None:
    """And for the one across when both are as long: a choice that the documents leave open."""
    column = QUINA.with_tiles([(square, Tile("A")) for square in (97, 82, 67)])  # above the A of h8
    one = Placement(((parse_square("h9"), Tile("S")),))
    assert SeedStart(*main_line(column, one)) == SeedStart.parse("h5")
    longer_down = Placement(((parse_square("i8"), Tile("S")),))
    assert SeedStart(*main_line(column, longer_down)) == SeedStart.parse("8e")
    tie = Board.from_rows("15/15/15/15/15/15/7A7/6A8/15/15/15/15/15/15/15", MANACOR.tile_set)
    assert SeedStart(*main_line(tie, Placement(((112, Tile("S")),)))) == SeedStart.parse("h7")
