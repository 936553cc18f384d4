"""What a hand finds in the bag of a course: tiles by name, or as the script's chance has it.

Knows nothing of who may draw, or how many.
"""

from collections.abc import Callable, Iterable, Sequence

from engine_lite.course import Course
from engine_lite.course_events import Form
from engine_lite.course_exchange import needed_tiles, senyors_draws
from engine_lite.course_state import Again
from engine_lite.course_surplus import new_on_rack
from engine_lite.tiles import Tile, TileSet
from host.simulator.stock import Chance, NoSuchTile


def found(chance: Chance, tile_set: TileSet, bag: Iterable[Tile], count: int) -> tuple[Tile, ...]:
    """The next `count` tiles that a hand finds in `bag`: the same as in a bag of real tiles. Raises NoSuchTile."""
    return _picked(chance.pick, tile_set, bag, count)


def _picked(
    pick: Callable[[Sequence[str]], int], tile_set: TileSet, tiles: Iterable[Tile], count: int
) -> tuple[Tile, ...]:
    order = [kind.face for kind in tile_set.faces]
    inside = sorted(tiles, key=lambda tile: order.index(tile.face))
    picked = []
    for _ in range(count):
        picked.append(inside.pop(pick([tile.face for tile in inside])))
    return tuple(picked)


def named(bag: Sequence[Tile], tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """`tiles`, all of which `bag` holds. Raises NoSuchTile for the first that it does not.

    >>> named((Tile("A"), Tile("E")), (Tile("E"), Tile("E")))
    Traceback (most recent call last):
    host.simulator.stock.NoSuchTile: there is no E in the bag, which holds A
    """
    inside = list(bag)
    for tile in tiles:
        if tile not in inside:
            held = " ".join(sorted(each.face for each in inside)) or "nothing"
            raise NoSuchTile(f"there is no {tile.face} in the bag, which holds {held}")
        inside.remove(tile)
    return tuple(tiles)


def less_one(tiles: Iterable[Tile], gone: Tile) -> list[Tile]:
    """`tiles` without one `gone`, if there is one.

    >>> [tile.face for tile in less_one((Tile("A"), Tile("E"), Tile("A")), Tile("A"))]
    ['E', 'A']
    """
    left = list(tiles)
    if gone in left:
        left.remove(gone)
    return left


def surplus(chance: Chance, course: Course, taken: int) -> tuple[Tile, ...]:
    """What chance sends back of `taken` tiles after an overdraw: as many as are too many, of those that may be."""
    over = course.overdraw
    if over is None:
        return ()
    rack, new = course.rack(over.seat), new_on_rack(course, over)
    pool = rack if over.form is Form.MIXED or len(new) < over.surplus else new
    return _picked(chance.off_a_rack, course.rulebook.tile_set, pool, min(over.surplus, taken))


def senyors(chance: Chance, course: Course, seat: int) -> tuple[Tile, ...]:
    """What `seat` draws in an exchange of a rack all of one kind: a whole rack, or all but the one needed tile."""
    bag = [*course.bag, *course.rack(seat)]
    if course.again is Again.ONE:
        bag = less_one(bag, needed_tiles(course, seat)[0])
    return found(chance, course.rulebook.tile_set, bag, min(senyors_draws(course), len(bag)))
