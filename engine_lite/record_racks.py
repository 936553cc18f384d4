"""Which racks a record may tell of: no tile more than the set has, none that lies on the board or in other hands.

Knows nothing of lines or points. A nameless and a named blank are the same tile here.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine_lite.board import Board
from engine_lite.tiles import NAMELESS, Tile, TileSet

Tiles = tuple[Tile, ...]
Count = Counter[str]


@dataclass(frozen=True, slots=True)
class Hand:
    """What is known of one rack between two lines: tiles that it held, and whether that was the whole rack.

    `gone` of them have left it since, nobody knows which: an exchange of which only the number was written down.
    """

    tiles: Tiles = ()
    full: bool = False
    gone: int = 0

    def lacking(self, rack: Tiles) -> Count:
        """Tiles that must still be there and are not on `rack`, which is a whole rack later on.

        >>> Hand((Tile("A"), Tile("E")), full=True, gone=1).lacking((Tile("A"), Tile("S")))
        Counter()
        """
        lacking = counted(self.tiles) - counted(rack)
        return lacking if lacking.total() > self.gone else Count()


def counted(tiles: Iterable[Tile]) -> Count:
    """How many tiles of each face; blanks under `?`, whatever they stand for.

    >>> counted([Tile("A"), Tile("E", blank=True), Tile("A")])
    Counter({'A': 2, '?': 1})
    """
    return Counter(NAMELESS if tile.blank else tile.face for tile in tiles)


def unseen(tile_set: TileSet, board: Board) -> Count:
    """The tiles of the set that do not lie on `board`: how many of each face, none where there is none."""
    left = Counter({kind.face: kind.count for kind in tile_set.faces})
    for tile in board.contents:
        if tile:
            left[NAMELESS if tile.blank else tile.face] -= 1
    return +left


def bag_left(tile_set: TileSet, board: Board, seats: int, rack_size: int) -> int:
    """The tiles left in the bag while every seat holds a full rack; 0 once that is no longer so."""
    return max(0, tile_set.size - len(board) - seats * rack_size)


def left_after(rack: Tiles, used: Iterable[Tile]) -> Tiles:
    """The tiles that stay on `rack` when `used`, all of which it has, have gone.

    >>> left_after((Tile("A"), Tile("?", True), Tile("N")), [Tile("E", blank=True), Tile("N")])
    (Tile(face='A', blank=False),)
    """
    gone = counted(used)
    stay = []
    for tile in rack:
        face = NAMELESS if tile.blank else tile.face
        if gone[face]:
            gone[face] -= 1
        else:
            stay.append(tile)
    return tuple(stay)


def listed(count: Count) -> str:
    """The faces of `count` to read, each as often as it occurs.

    >>> listed(Counter({"NY": 1, "A": 2}))
    'A A NY'
    """
    return " ".join(sorted(count.elements()))
