"""The places beside the board, and one tile more or less in them.

Pure. Knows no rule: whether a tile may go there is for others to say.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine_lite.course import Course
from engine_lite.course_tiles import Tiles
from engine_lite.tiles import Tile
from host.core.state import Moved

Place = int | None  # the rack of a seat; None: the bag


def at(course: Course, place: Place) -> Tiles:
    """The tiles on a rack or in the bag."""
    return tuple(course.bag if place is None else course.rack(place))


def without(course: Course, place: Place, tile: Tile) -> Course:
    """The course with `tile` gone from a rack or the bag. Raises ValueError where there is none."""
    tiles = list(at(course, place))
    tiles.remove(tile)
    return _with(course, place, tuple(tiles))


def with_tile(course: Course, place: Place, tile: Tile) -> Course:
    """The course with `tile` on a rack or in the bag."""
    return _with(course, place, (*at(course, place), tile))


def moved_back(course: Course, moved: Sequence[Moved]) -> Course:
    """The course with all that was moved where it came from; what is not there any more stays where it is."""
    for move in reversed(moved):
        if move.onto:
            course = with_tile(course, move.place, move.tile)
        elif move.tile in at(course, move.place):
            course = without(course, move.place, move.tile)
    return course


def _with(course: Course, place: Place, tiles: Tiles) -> Course:
    return replace(course, bag=tiles) if place is None else course.with_rack(place, tiles)
