"""The referee's correction of a turn: what was really played there, and everything after it played again.

Holds no rule: a correction that the course refuses is refused whole.
"""

from engine_lite import course_events as happen
from engine_lite.board import Board
from engine_lite.course import Course, Refused, step
from engine_lite.game import TurnKind
from engine_lite.notation import BadNotation
from engine_lite.placement import Placement, read_play
from engine_lite.tiles import BLANK
from host.rehearsal.script import Action, BadScript

History = list[tuple[Course, happen.Event]]

LAYING = (happen.Laid, happen.TakenUp, happen.Moved, happen.Declared)


def corrected(course: Course, history: History, action: Action) -> tuple[Course, History]:
    """The course and its history with turn `action.count` as its play says. Raises BadScript, Refused."""
    first, last = _turn(course, history, action)
    before = history[first][0]
    placement = _placement(action, before.game.board, before)
    events = [event for _, event in history[first:]]
    laying = [event for event in events[: last - first] if not isinstance(event, LAYING)]
    at_ns = next(event.at_ns for event in events if isinstance(event, LAYING))
    again: list[happen.Event] = [happen.Laid(place, BLANK if tile.blank else tile, at_ns=at_ns)
                                 for place, tile in placement.tiles]
    again += [happen.Declared(place, tile.face, at_ns=at_ns) for place, tile in placement.tiles if tile.blank]
    replayed = history[:first]
    course = before
    for event in (*again, *laying, *events[last - first :]):
        replayed.append((course, event))
        course = step(course, event)
    return course, replayed


def _turn(course: Course, history: History, action: Action) -> tuple[int, int]:
    """The places in `history` of the first tile of the turn and of the press that ended it."""
    turns = course.game.turns
    if not 1 <= action.count <= len(turns) or turns[action.count - 1].kind is not TurnKind.PLAY:
        raise BadScript(action.number, f"turn {action.count} is no play that stands, so there is nothing to correct")
    during = [place for place, (was, _) in enumerate(history) if len(was.game.turns) == action.count - 1]
    first = next(place for place in during if isinstance(history[place][1], happen.Laid))
    return first, during[-1]


def _placement(action: Action, board: Board, course: Course) -> Placement:
    try:
        reading = read_play(action.names[0], board, course.rulebook.tile_set)
    except BadNotation as bad:
        raise BadScript(action.number, str(bad)) from None
    if reading.defects:
        raise Refused(reading.defects)
    return reading.placement
