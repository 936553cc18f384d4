"""The board of played tiles: what stands where, lines, and its text."""

import pytest
from hypothesis import given

from engine_lite.board import BadBoard, Board
from engine_lite.notation import parse_square
from engine_lite.tests.strategies import boards
from engine_lite.tiles import BLANK, CATALAN, ENGLISH, Tile

QUINA = "15/15/15/15/15/15/15/4[QU]INA7/15/15/15/15/15/15/15"


def test_tiles_come_and_go_and_the_old_board_stays() -> None:
    """A board is a value."""
    empty = Board()
    one = empty.with_tiles([(112, Tile("A")), (0, Tile("NY", blank=True))])
    assert (len(empty), len(one), one.squares) == (0, 2, frozenset({0, 112}))
    assert list(one) == [(0, Tile("NY", blank=True)), (112, Tile("A"))]
    assert one.without([0]).without([112]) == empty == Board.EMPTY
    assert hash(one.without([0, 112])) == hash(empty)


@pytest.mark.parametrize("square", [-1, 225, 10_000])
def test_no_tile_lies_beside_the_board(square: int) -> None:
    """A negative number must not count from the end."""
    with pytest.raises(IndexError):
        Board().with_tiles([(square, Tile("A"))])
    with pytest.raises(IndexError):
        Board().without([square])


def test_lines_stop_at_gaps_and_at_the_edge() -> None:
    """A row's last square and the next row's first are no neighbours."""
    rows = "13AB/CD11E1/15/15/15/15/15/15/15/15/15/15/15/15/14F"
    board = Board.from_rows(rows, ENGLISH)
    assert board.line(parse_square("a15"), down=False) == (13, 14)
    assert board.line(parse_square("b1"), down=False) == (15, 16)
    assert board.line(parse_square("a14"), down=True) == (13, 28)
    assert board.line(parse_square("o15"), down=True) == board.line(parse_square("o15"), down=False) == (224,)
    assert board.line(parse_square("h8"), down=True) == ()


def test_rows_show_what_stands_where() -> None:
    """Digraphs in brackets or bare, blanks small, a blank that nobody named."""
    board = Board.from_rows("[ny]A?12/" + QUINA[3:], CATALAN)
    assert [board.at(square) for square in (0, 1, 2, 3, 109)] == [
        Tile("NY", blank=True),
        Tile("A"),
        BLANK,
        None,
        Tile("QU"),
    ]
    assert board == Board.from_rows("nyA?12/" + QUINA[3:].replace("[QU]", "QU"), CATALAN)
    assert Board.from_rows(f" {QUINA}\n", CATALAN).to_rows(CATALAN) == QUINA


@given(boards())
def test_boards_survive_as_rows(board: Board) -> None:
    """Whatever a game has laid."""
    assert Board.from_rows(board.to_rows(CATALAN), CATALAN) == board


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("", "has 15 rows"),
        ("15/15", "has 15 rows"),
        (QUINA + "/15", "has 15 rows"),
        (QUINA.replace("INA7", "INA6"), "row h .* has 14 squares"),
        (QUINA.replace("INA7", "INA8"), "row h .* has 16 squares"),
        (QUINA.replace("INA7", "INA"), "row h .* has 8 squares"),
        (QUINA.replace("INA7", "IKA7"), "row h .* “K” is no tile"),
        (QUINA.replace("[QU]", "[QU"), "row h .* bracket is never closed"),
        (QUINA.replace("[QU]", "Qu"), "row h .* all in capitals"),
        ("0" + QUINA, "row a .* “015” empty squares"),
        ("16" + QUINA[2:], "row a .* “16” empty squares"),
        ("1" * 500 + QUINA[2:], "row a .* empty squares"),
        ("A" * 5000 + QUINA[2:], "row a .* has 5000 squares"),
        ("-15" + QUINA[2:], "row a .* is no tile"),
        ("1\x00" + QUINA, "row a"),
    ],
)
def test_a_bad_board_names_its_row(rows: str, says: str) -> None:
    """In one printable sentence, however long or odd the text is."""
    with pytest.raises(BadBoard, match=says) as refusal:
        Board.from_rows(rows, CATALAN)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 300
