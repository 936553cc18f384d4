"""Tiles that hands move while play stands, on the rules alone: what they come to when it goes on.

As at a table, which looks at its board then and at nothing that happened before. Holds no rule.
"""

from collections import Counter
from collections.abc import Mapping

from engine_lite import course_events as happen
from engine_lite.course import Course, Phase
from engine_lite.course_tiles import Tiles, plain
from engine_lite.tiles import BLANK, Tile

STANDS = (Phase.PAUSED, Phase.HOLDING, Phase.CHALLENGED)  # the table compares no board in these

Placed = Mapping[int, Tile]


def placed(course: Course) -> Placed:
    """The tiles that hands may move: of this turn, and of a withdrawn play that is still to be taken off."""
    return dict((*course.laid.tiles, *course.removing.tiles))


def on_rack(course: Course, standing: Placed) -> Tiles:
    """What the side on turn has on its rack while the tiles of `standing` are on the board."""
    held = Counter((*course.rack(course.on_turn or 0), *plain(tile for _, tile in course.laid.tiles)))
    withdrawn = course.removing.squares  # these are on their rack already
    laid = plain(tile for square, tile in standing.items() if square not in withdrawn)
    return tuple((held - Counter(laid)).elements())


def taken(course: Course, standing: Placed) -> list[happen.Event]:
    """What to tell the rules of tiles that are gone, once play goes on."""
    return [happen.TakenUp(square) for square, tile in placed(course).items() if standing.get(square) != tile]


def came(course: Course, standing: Placed) -> list[happen.Event]:
    """What to tell the rules of tiles that stand there since, once the others are gone."""
    events: list[happen.Event] = []
    for square, tile in standing.items():
        if square in placed(course):
            continue
        events.append(happen.Laid(square, BLANK if tile.blank else tile))
        if tile.blank and tile.named:
            events.append(happen.Declared(square, tile.face))
    return events
