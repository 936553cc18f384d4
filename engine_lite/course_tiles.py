"""Sums of tiles: what is left of some when others are taken, and which of a set are still in the bag.

Knows nothing of whose they are.
"""

from collections import Counter
from collections.abc import Iterable

from engine_lite.board import Board
from engine_lite.rulebook import Rulebook
from engine_lite.tiles import BLANK, Tile, TileSet

Tiles = tuple[Tile, ...]


def put(each: tuple[Tiles, ...], seat: int, tiles: Tiles) -> tuple[Tiles, ...]:
    """`each` with `tiles` at `seat`."""
    return (*each[:seat], tiles, *each[seat + 1 :])


def plain(tiles: Iterable[Tile]) -> Tiles:
    """`tiles` as they are on a rack: blanks without a name."""
    return tuple(BLANK if tile.blank else tile for tile in tiles)


def less(tiles: Tiles, taken: Tiles) -> Tiles | None:
    """`tiles` without `taken`, in their order; None when they do not hold them.

    >>> less((Tile("A"), Tile("E"), Tile("A")), (Tile("A"),)), less((), (Tile("A"),))
    ((Tile(face='E', blank=False), Tile(face='A', blank=False)), None)
    """
    left = list(tiles)
    for tile in taken:
        if tile not in left:
            return None
        left.remove(tile)
    return tuple(left)


def whole_set(tile_set: TileSet) -> Tiles:
    """Every tile of a set, in the order of its alphabet."""
    return tuple(
        tile for kind in tile_set.faces for tile in (Tile(kind.face, kind.face == BLANK.face),) * kind.count
    )


def left_in_bag(rulebook: Rulebook, racks: Iterable[Tiles], board: Board) -> Tiles:
    """The tiles of the set that are on no rack and not on the board; ValueError when there are not so many."""
    placed = plain([*(tile for rack in racks for tile in rack), *(tile for _, tile in board)])
    left = less(whole_set(rulebook.tile_set), placed)
    if left is None:
        too_many = Counter(placed) - Counter(whole_set(rulebook.tile_set))
        face = next(iter(too_many)).face
        raise ValueError(f"the set has {rulebook.tile_set.count(face)} of the tile {face}; more are placed")
    return left
