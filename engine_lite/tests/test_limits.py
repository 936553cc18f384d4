"""What lies exactly on a limit and one beside it: edges and corners of the board, counts of tiles, texts."""

import re

import pytest

from engine_lite.board import BadBoard, Board
from engine_lite.layout import SIDE, SQUARES
from engine_lite.notation import BadNotation, GcgStart, SeedStart, parse_square, square_name
from engine_lite.placement import Placement, Reason, read_play, wrong_with
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.scoring import explain
from engine_lite.tiles import CATALAN, Tile
from engine_lite.tiles import ENGLISH as TILES

ENGLISH = RULEBOOKS["frs_english"]
A = Tile("A")


def reasons(board: Board, squares: list[int]) -> dict[Reason, list[str]]:
    """What is wrong with an A on each of `squares`."""
    defects = wrong_with(board, Placement(tuple((square, A) for square in squares)), ENGLISH)
    return {defect.reason: [square_name(square) for square in defect.squares] for defect in defects}


def at(names: str) -> list[int]:
    return [parse_square(name) for name in names.split()]


# --- on the board ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("old", range(SQUARES))
def test_a_tile_touches_what_shares_an_edge_with_it_and_nothing_else(old: int) -> None:
    """From every square, in the corners and along the edges too; not by a corner, nor round the end of a row."""
    board = Board().with_tiles([(old, A)])
    row, column = divmod(old, SIDE)
    for square in {old + step for step in (-16, -15, -14, -1, 1, 14, 15, 16)} & set(range(SQUARES)):
        there = divmod(square, SIDE)
        beside = abs(there[0] - row) + abs(there[1] - column) == 1
        assert (Reason.DETACHED not in reasons(board, [square])) == beside


@pytest.mark.parametrize("old", ["a1", "a15", "o1", "o15"])
def test_a_corner_touches_its_two_neighbours_of_all_squares(old: str) -> None:
    """The first square is not beside the last, however they are numbered."""
    board = Board().with_tiles([(parse_square(old), A)])
    free = set(range(SQUARES)) - board.squares
    touching = {square_name(square) for square in free if Reason.DETACHED not in reasons(board, [square])}
    corners = {"a1": {"a2", "b1"}, "a15": {"a14", "b15"}, "o1": {"o2", "n1"}, "o15": {"o14", "n15"}}
    assert touching == corners[old]


@pytest.mark.parametrize("tiles", [0, 1, 112, 113, 150, 224, 225])
def test_a_board_knows_how_many_tiles_lie_on_it(tiles: int) -> None:
    """From none to one on every square."""
    assert len(Board().with_tiles((square, A) for square in range(tiles))) == tiles


@pytest.mark.parametrize(
    ("laid", "bent"),
    [
        # The column holds most of them, on other numbers than its rows.
        ("b9 c9 d9 d11", "d11"),
        ("a15 b15 c15 c1", "c1"),
        ("m9 n9 o9 o11", "o11"),
        # The row does.
        ("b9 b10 b11 d9", "d9"),
        ("o1 o2 o4 n9 m9", "n9 m9"),
        # A row and a column of as many, two rows, two columns: no line is the play's.
        ("b9 b10 c10", "b9 b10 c10"),
        ("b1 b2 d1 d2", "b1 b2 d1 d2"),
        ("b1 c3", "b1 c3"),
        # A row's end and the next row's start.
        ("b15 c1", "b15 c1"),
        # Two squares lie in one row or column and in no other line.
        ("a1 o1", ""),
        ("a1 a15", ""),
        ("b15 o15", ""),
        ("o14 o15", ""),
    ],
)
def test_what_lies_beside_the_line_that_holds_most(laid: str, bent: str) -> None:
    """One row or column (000 r8, 003 L19, 004 L90-92); those squares are marked that a player must move."""
    board = Board().with_tiles([(112, A)])
    assert sorted(reasons(board, at(laid)).get(Reason.BENT, [])) == sorted(bent.split())


@pytest.mark.parametrize(
    ("laid", "gaps"),
    [
        ("a1 c1", "b1"),
        ("a1 a3", "a2"),
        ("m15 o15", "n15"),
        ("a1 o1", "b1 c1 d1 e1 f1 g1 i1 j1 k1 l1 m1 n1"),  # an old tile stands on h1
        ("h2 h14", "h3 h4 h5 h6 h7 h9 h10 h11 h12 h13"),  # and one on the centre
        ("g1 i1", ""),
        ("h7 h9", ""),
        ("h7 h9 h11", "h10"),
    ],
)
def test_every_empty_square_between_and_no_other(laid: str, gaps: str) -> None:
    """Between the first and the last tile, neither included; what has been played fills a gap."""
    board = Board().with_tiles([(112, A), (parse_square("h1"), A)])
    assert sorted(reasons(board, at(laid)).get(Reason.GAPPED, [])) == sorted(gaps.split())


def test_two_tiles_on_one_square_hide_no_gap() -> None:
    """As many tiles as squares from the first to the last, and yet one of those is empty: both faults are named."""
    found = reasons(Board().with_tiles([(112, A)]), at("h9 h9 h11"))
    assert found == {Reason.TAKEN: ["h9"], Reason.GAPPED: ["h10"]}


@pytest.mark.parametrize("tiles", range(1, 9))
def test_how_many_tiles_a_play_lays(tiles: int) -> None:
    """2 to 7 in the opening (004 L84-86: 2-7 letters), 1 to 7 later (004 L87-89)."""
    opening = reasons(Board(), list(range(113 - tiles, 113)))  # up to the centre
    assert (Reason.TOO_FEW in opening, Reason.TOO_MANY in opening) == (tiles < 2, tiles > 7)
    later = reasons(Board().with_tiles([(105, A)]), list(range(106, 106 + tiles)))
    assert (Reason.TOO_FEW in later, Reason.TOO_MANY in later) == (False, tiles > 7)


def test_an_opening_of_one_tile_where_a_club_plays_so_is_a_word_across() -> None:
    """An A, 1 (003: English set), on the centre, which doubles it (002, 004 L31-33)."""
    club = ENGLISH.with_overrides({"opening_tiles": 1})
    placement = Placement(((112, A),))
    assert wrong_with(Board(), placement, club) == ()
    score = explain(Board(), placement, club)
    assert [(word.start, word.down, word.score) for word in score.words] == [(112, False, 2)]


@pytest.mark.parametrize(
    ("square", "on"), [(-225, False), (-1, False), (0, True), (224, True), (225, False), (226, False)]
)
def test_the_first_and_the_last_square(square: int, on: bool) -> None:
    """224 is the last; a square beside the board is named as such, and no tile can be put there."""
    beside = wrong_with(Board(), Placement(((square, A),)), ENGLISH)
    assert (Reason.OFF_BOARD in {defect.reason for defect in beside}) == (not on)
    if on:
        assert Board().with_tiles([(square, A)]).squares == {square}
        assert Board().with_tiles([(square, A)]).without([square]) == Board.EMPTY
        return
    for change in (lambda: Board().with_tiles([(square, A)]), lambda: Board().without([square])):
        with pytest.raises(IndexError, match=re.escape(f"square {square} is not one of 0..224")):
            change()


@pytest.mark.parametrize("face", [tile.face for tile in RULEBOOKS["fisc_school"].tile_set.faces])
def test_only_a_u_is_the_u_of_a_q(face: str) -> None:
    """No other tile, before it in the alphabet or behind (001 B16)."""
    laid = Placement(((112, Tile("Q")), (113, Tile(face))))
    found = {defect.reason: defect.squares for defect in wrong_with(Board(), laid, RULEBOOKS["fisc_school"])}
    lone = {"U": None, "Q": (112, 113)}.get(face, (112,))
    assert found.get(Reason.Q_WITHOUT_U) == lone


# --- its text ----------------------------------------------------------------------------------------------------


def test_a_row_is_named_by_letter_and_number() -> None:
    """As people count: a is the first from the top, o the fifteenth."""
    for number, letter in enumerate("abcdefghijklmno"):
        rows = ["15"] * 15
        rows[number] = "14"
        with pytest.raises(BadBoard, match=rf"row {letter} \(number {number + 1} from the top\) .* has 14 squares"):
            Board.from_rows("/".join(rows), TILES)


@pytest.mark.parametrize("number", ["0", "00", "16", "99", "015", "1000"])
def test_a_number_of_empty_squares_is_1_to_15(number: str) -> None:
    """Refused by itself, before the row's squares are counted."""
    with pytest.raises(BadBoard, match=f"row a .*“{number}” empty squares; a number here is 1 to 15"):
        Board.from_rows("/".join([number] + ["15"] * 14), TILES)


def test_numbers_and_tiles_side_by_side() -> None:
    """Leading, between and trailing, one and two digits; written back the same."""
    rows = "A13B/1C12D/EF13/13GH/7I7/01J13/" + "/".join(["15"] * 9)
    board = Board.from_rows(rows, TILES)
    names = "a1 a15 b2 b15 c1 c2 d14 d15 e8 f2"
    assert board.squares == set(at(names))
    assert board.to_rows(TILES) == rows.replace("01J", "1J")


@pytest.mark.parametrize(("length", "is_play"), [(99, True), (100, True), (101, False)])
def test_a_play_is_a_line_of_at_most_100_characters(length: int, is_play: bool) -> None:
    """Beyond what fifteen tiles can need, it is not even looked through."""
    text = "h5 QUINA".ljust(length)
    if is_play:
        assert len(read_play(text, Board(), CATALAN).placement) == 4
        return
    with pytest.raises(BadNotation, match="is no play; write square and word"):
        read_play(text, Board(), CATALAN)


@pytest.mark.parametrize("text", ["h5 QUI NA", "h5 QUINA 22", "h5 QUINA .", "h5"])
def test_a_play_is_two_words(text: str) -> None:
    """A square and what is laid from there; what follows is not passed over."""
    with pytest.raises(BadNotation, match=f"“{re.escape(text)}” is no play"):
        read_play(text, Board(), CATALAN)


@pytest.mark.parametrize(("notation", "example"), [(SeedStart, "h5 QUINA"), (GcgStart, "8E QUINA")])
def test_what_is_no_play_is_answered_with_one_in_the_same_notation(
    notation: type[SeedStart | GcgStart], example: str
) -> None:
    """The first example of document 002: row h, from column 5."""
    with pytest.raises(BadNotation, match=f"“QUINA” is no play; write square and word, as in {example}$"):
        read_play("QUINA", Board(), CATALAN, notation)


@pytest.mark.parametrize(
    ("word", "place"), [("KA", 1), ("AK", 2), (".K", 2), ("A.BKC", 4), ("A[NY]K", 6), ("..K.K", 3), ("A.[L", 3)]
)
def test_a_tile_that_there_is_not_is_named_by_its_place_in_the_word(word: str, place: int) -> None:
    """Counted from 1 over the whole word as it was typed, dots and brackets included."""
    with pytest.raises(BadNotation, match=f"^character {place} of {re.escape(f'“{word}”')}"):
        read_play(f"h5 {word}", Board(), CATALAN)


@pytest.mark.parametrize("sign", list("!\"#$%&'()*+,-/0"))
def test_no_sign_but_the_dot_stands_for_an_old_tile(sign: str) -> None:
    """Other notations have others; taken for a dot, one would lay another play."""
    old = Board().with_tiles([(109, A)])
    assert len(read_play("h5 .B", old, CATALAN).placement) == 1
    with pytest.raises(BadNotation, match=f"^character 1 of {re.escape(f'“{sign}B”')}"):
        read_play(f"h5 {sign}B", old, CATALAN)
