"""The board of played tiles: what stands where, and which squares make a line through a square.

Knows nothing of turns, scores or rules; it holds any tiles at all.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine_lite.layout import SIDE, SQUARES
from engine_lite.notation import LETTERS
from engine_lite.quoting import quoted
from engine_lite.tiles import NotATile, Tile, TileSet


class BadBoard(ValueError):
    """The text is no board; the message names the row and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Board:
    """Squares, 0..224, and the tile on each; iterating gives `(square, tile)` in the order of squares.

    >>> board = Board().with_tiles([(112, Tile("A"))])
    >>> board.at(112), board.at(113), list(board)
    (Tile(face='A', blank=False), None, [(112, Tile(face='A', blank=False))])
    """

    contents: tuple[Tile | None, ...] = (None,) * SQUARES

    EMPTY: ClassVar["Board"]

    def at(self, square: int) -> Tile | None:
        """The tile on `square`, 0..224; None when it is empty."""
        return self.contents[square]

    def __iter__(self) -> Iterator[tuple[int, Tile]]:
        return ((square, tile) for square, tile in enumerate(self.contents) if tile)

    def __len__(self) -> int:
        return SQUARES - self.contents.count(None)

    @property
    def squares(self) -> frozenset[int]:
        """The squares that hold a tile."""
        return frozenset(square for square, _ in self)

    def with_tiles(self, tiles: Iterable[tuple[int, Tile]]) -> "Board":
        """This board with `tiles` on it too; a tile takes the place of what stood there."""
        contents: list[Tile | None] = list(self.contents)
        for square, tile in tiles:
            contents[_on_board(square)] = tile
        return Board(tuple(contents))

    def without(self, squares: Iterable[int]) -> "Board":
        """This board with `squares` empty."""
        contents = list(self.contents)
        for square in squares:
            contents[_on_board(square)] = None
        return Board(tuple(contents))

    def line(self, square: int, down: bool) -> tuple[int, ...]:
        """The unbroken run of tiles through `square`, across or down, as squares in reading order; () if it is empty.

        >>> from engine_lite.tiles import CATALAN
        >>> Board.from_rows("15/15/15/15/15/15/15/4[QU]INA7/15/15/15/15/15/15/15", CATALAN).line(111, down=False)
        (109, 110, 111, 112)
        """
        contents = self.contents
        if contents[square] is None:
            return ()
        step = SIDE if down else 1
        first = square % SIDE if down else square - square % SIDE
        end = first + SIDE * step
        start = square
        while start > first and contents[start - step]:
            start -= step
        stop = square + step
        while stop < end and contents[stop]:
            stop += step
        return tuple(range(start, stop, step))

    @classmethod
    def from_rows(cls, text: str, tile_set: TileSet) -> "Board":
        """The board of 15 rows from the top, `/` between; a number stands for so many empty squares.

        Tiles are in capitals, blanks in lower case, faces of several characters in brackets or bare.
        Raises BadBoard, which names the row.
        """
        rows = text.strip().split("/")
        if len(rows) != SIDE:
            raise BadBoard(f"a board has {SIDE} rows with / between them, and {quoted(text)} has {len(rows)}")
        return cls(tuple(tile for row, line in enumerate(rows) for tile in _row(row, line, tile_set)))

    def to_rows(self, tile_set: TileSet) -> str:
        """The board as text that `from_rows` reads back.

        >>> from engine_lite.tiles import CATALAN
        >>> Board().with_tiles([(0, Tile("NY", blank=True))]).to_rows(CATALAN)[:12]
        '[ny]14/15/15'
        """
        rows = (self.contents[first : first + SIDE] for first in range(0, SQUARES, SIDE))
        return "/".join(_row_text(row, tile_set) for row in rows)


Board.EMPTY = Board()


def _on_board(square: int) -> int:
    if not 0 <= square < SQUARES:
        raise IndexError(f"square {square} is not one of 0..{SQUARES - 1}")
    return square


def _row(row: int, line: str, tile_set: TileSet) -> list[Tile | None]:
    """The 15 squares that one row's text describes."""
    name = f"row {LETTERS[row]} (number {row + 1} from the top)"
    squares: list[Tile | None] = []
    for number, text in re.findall(r"([0-9]+)|([^0-9]+)", line):
        if number:
            squares += [None] * _empty_squares(name, number)
            continue
        try:
            squares += tile_set.tiles(text)
        except NotATile as error:
            raise BadBoard(f"{name} of the board, {error}") from error
    if len(squares) != SIDE:
        raise BadBoard(f"{name} of the board has {len(squares)} squares instead of {SIDE}: {quoted(line)}")
    return squares


def _empty_squares(name: str, number: str) -> int:
    if len(number) > 2 or not 1 <= int(number) <= SIDE:
        raise BadBoard(f"{name} of the board: {quoted(number)} empty squares; a number here is 1 to {SIDE}")
    return int(number)


def _row_text(row: Iterable[Tile | None], tile_set: TileSet) -> str:
    text, empty = "", 0
    for tile in row:
        if tile is None:
            empty += 1
            continue
        text += (str(empty) if empty else "") + tile_set.text([tile], brackets=True)
        empty = 0
    return text + (str(empty) if empty else "")
