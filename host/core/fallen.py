"""A play that a correction has put right, and that a verdict then takes off the board: which tiles come to its rack.

Pure. Knows no tags: what lies on the board still is for others to say.
"""

from dataclasses import replace

from engine_lite.course import Course
from engine_lite.course_end import resettled
from engine_lite.game import TurnKind
from engine_lite.tiles import Tile
from host.core.places import moved_back
from host.core.state import Moved, Table
from host.core.tags_there import is_claimed, of_face


def fallen(table: Table, course: Course) -> tuple[Course, tuple[Moved, ...]]:
    """The `course` after an event in `table`, and what corrections have moved.

    Of the last play, when a verdict has just taken it off, they have moved that to its rack, or from there; but where
    no hand has laid it as it was corrected, its rack has the tiles of the play as it was laid.
    """
    was, now, number = table.game.turns, course.game.turns, len(course.game.turns)
    fell = bool(now) and len(now) == len(was) and now[-1].kind is not was[-1].kind
    if not fell or now[-1].kind is not TurnKind.WITHDRAWN or not any(each.turn == number for each in table.moved):
        return course, table.moved
    seat, others = now[-1].seat, tuple(each for each in table.moved if each.turn != number)
    moves = [move for each in table.moved if each.turn == number for move in each.off_again(seat)]
    placement = now[-1].placement
    if placement is None or all(_lies(table, square, tile) for square, tile in placement.tiles):
        return course, (*others, *moves)
    return _as_laid(course, seat, moves), others


def _lies(table: Table, square: int, tile: Tile) -> bool:
    """Whether `tile` lies on `square` as far as is known: its tag does, or only people have said what does."""
    tag = table.played.get(square)
    return tag is not None and (of_face(table, tag, tile) or is_claimed(table, square, tag))


def _as_laid(course: Course, seat: int, moves: list[Moved]) -> Course:
    """The course with what those moves have brought to the rack of `seat`, or taken from it, where it was."""
    course = moved_back(course, moves)
    over = course.overdraw
    if over is not None and over.seat == seat and over.withdrawn:
        surplus = -course.room(seat)
        course = replace(course, overdraw=replace(over, surplus=surplus) if surplus > 0 else None)
    return resettled(course)
