"""Hypothesis strategies of this folder: tiles, boards that a game can come to, and legal placements on them.

Every placement is legal by the way it is made: empty squares beside an anchor are filled outwards along one line.
"""

from typing import NamedTuple

from hypothesis import strategies as st

from engine_lite.board import Board
from engine_lite.layout import SIDE, STANDARD
from engine_lite.placement import Placement
from engine_lite.tiles import BLANK, CATALAN, NAMELESS, ROMANIAN, Tile, TileSet


class Position(NamedTuple):
    """A board and a legal placement on it."""

    board: Board
    placement: Placement


def named_tiles(tile_set: TileSet = CATALAN) -> st.SearchStrategy[Tile]:
    """Any tile that may lie on a board: of the set, or a blank standing for something."""
    faces = [kind.face for kind in tile_set.faces if kind.face != NAMELESS]
    blanks = [*faces, *tile_set.blank_only]
    return st.sampled_from([*(Tile(face) for face in faces), *(Tile(face, blank=True) for face in blanks)])


def any_tiles() -> st.SearchStrategy[Tile]:
    """Tiles of the sets and tiles of no set, blanks without a name, and faces that make no sense."""
    nonsense = st.builds(Tile, st.sampled_from(["", "?", "k", "QUE", "Ω", "L.L"]), st.booleans())
    return named_tiles(CATALAN) | named_tiles(ROMANIAN) | st.just(BLANK) | nonsense


@st.composite
def placements_on(draw: st.DrawFn, board: Board, tile_set: TileSet = CATALAN, most: int = 7) -> Placement:
    """A legal placement of up to `most` tiles: through the centre of an empty board, else beside a played tile."""
    anchor = draw(st.sampled_from(sorted(board.squares))) if len(board) else STANDARD.centre
    down = draw(st.booleans())
    step = SIDE if down else 1
    first = anchor % SIDE if down else anchor - anchor % SIDE
    line = range(first, first + SIDE * step, step)
    before = [square for square in line if square < anchor and board.at(square) is None][::-1]
    behind = [square for square in line if square >= anchor and board.at(square) is None]
    if not len(board):
        squares = behind[: draw(st.integers(2, most))]
        return _filled(draw, squares, tile_set)
    n_before = draw(st.integers(0, min(most - 1, len(before))))
    n_behind = draw(st.integers(0, min(most - n_before, len(behind))))
    squares = before[:n_before] + behind[:n_behind]
    return _filled(draw, squares or (before + behind)[:1], tile_set)


def _filled(draw: st.DrawFn, squares: list[int], tile_set: TileSet) -> Placement:
    return Placement(tuple((square, draw(named_tiles(tile_set))) for square in squares))


@st.composite
def boards(draw: st.DrawFn, most_plays: int = 5, tile_set: TileSet = CATALAN) -> Board:
    """A board after some legal plays, with room for one more."""
    board = Board()
    for _ in range(draw(st.integers(0, most_plays))):
        board = board.with_tiles(draw(placements_on(board, tile_set)).tiles)
    return board


@st.composite
def positions(draw: st.DrawFn, tile_set: TileSet = CATALAN) -> Position:
    """A board and a placement of at least one tile that is legal on it."""
    board = draw(boards(tile_set=tile_set))
    return Position(board, draw(placements_on(board, tile_set).filter(len)))
