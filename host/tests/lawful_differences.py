"""Where the rules alone and the sensors may come to something else, and why: each row as narrow as it can be.

The rules alone are told by name which tile a hand takes; of the sensors' table only its readers tell that.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from engine_lite.course_state import Phase
from host.core.state import RACKS

if TYPE_CHECKING:
    from host.tests.two_courses import TwoCourses


class Lawful(NamedTuple):
    """`what` may differ, by its names in what_stands(), while `where` holds; `why` is what no sensor can know."""

    what: frozenset[str]
    where: Callable[["TwoCourses"], bool]
    why: str


def _reads_no_racks(courses: "TwoCourses") -> bool:
    return RACKS not in courses.stage.table.readers


def _wants_tiles(courses: "TwoCourses") -> bool:
    return bool(courses.lacking())


def _still_removes(courses: "TwoCourses") -> bool:
    return _wants_tiles(courses) and courses.stage.table.course.phase is Phase.REMOVING is not courses.course.phase


def _changes_tiles_beside_a_play(courses: "TwoCourses") -> bool:
    return courses.lines[-1].startswith("exchange") and bool(courses.course.laid)


LAWFUL = (
    Lawful(frozenset({"racks"}), _reads_no_racks,
           "no loop reads which tiles a rack holds: the table believes what the ring and the board tell"),
    Lawful(frozenset({"bag", "rack sizes", "racks"}), _wants_tiles,
           "a correction wants tiles that do not lie there: whether bag or rack gives them shows when they are laid"),
    Lawful(frozenset({"phase", "removing", "running"}), _wants_tiles,
           "a withdrawn play is not taken for cleared while played tiles are off the board: it may be knocked away"),
    Lawful(frozenset({"refused", "laid"}), _still_removes,
           "until that play is taken for cleared nothing may be laid, which is said"),
    Lawful(frozenset({"reasons"}), _changes_tiles_beside_a_play,
           "tiles drawn for others, with a play on the board, are too many for the rack until those are in the bag"),
)


def lawful(what: str, courses: "TwoCourses") -> bool:
    """Whether the two tables may differ now in `what`."""
    return any(what in row.what and row.where(courses) for row in LAWFUL)
