"""The course of a game, event by event: what an event makes of it, or why it is refused.

Decides which procedure an event belongs to and which clock runs after it; the procedures stand beside it, one a
file. Knows no chance and no time of its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engine_lite import course_challenge as challenge
from engine_lite import course_close as close
from engine_lite import course_draw as draw
from engine_lite import course_events as events
from engine_lite import course_exchange as exchange
from engine_lite import course_overdraw as overdraw
from engine_lite import course_turns as turns
from engine_lite import course_window as window
from engine_lite.course_events import Event
from engine_lite.course_state import Course, Ended, Phase, Refused
from engine_lite.course_time import deadline, elapsed, ticking
from engine_lite.reasons import Reason

__all__ = ["Course", "Ended", "Phase", "Refused", "deadline", "step"]


def _time_goes_by(course: Course, event: events.Due) -> Course:
    return course


def _taken_up(course: Course, event: events.TakenUp) -> Course:
    removing = course.phase is Phase.REMOVING
    return challenge.one_removed(course, event) if removing else turns.taken_up(course, event)


# Each procedure takes the course and its own kind of event.
STEPS: Mapping[type[Event], Callable[[Course, Any], Course]] = MappingProxyType({
    events.Due: _time_goes_by,
    events.Counted: draw.counted,
    events.DrawnToStart: draw.drawn_to_start,
    events.StarterNamed: draw.starter_named,
    events.Started: draw.started,
    events.Laid: turns.laid,
    events.TakenUp: _taken_up,
    events.Moved: turns.moved,
    events.Declared: turns.declared,
    events.Pressed: turns.pressed,
    events.Passed: turns.passed,
    events.Exchanged: exchange.exchanged,
    events.ShortExchanged: exchange.short_exchanged,
    events.Senyors: exchange.senyors,
    events.Waived: turns.waived,
    events.Drew: draw.drew,
    events.Overdrew: overdraw.overdrew,
    events.Mixed: overdraw.mixed,
    events.Looked: overdraw.looked,
    events.Took: overdraw.took,
    events.Returned: overdraw.returned,
    events.Confirmed: window.confirmed,
    events.PlayAccepted: window.accepted,
    events.Held: window.held,
    events.Released: window.released,
    events.Challenged: challenge.challenged,
    events.Unchallenged: challenge.unchallenged,
    events.Ruled: challenge.ruled,
    events.Appealed: challenge.appealed,
    events.Removed: challenge.removed,
    events.KindTold: challenge.kind_told,
    events.Halted: close.halted,
    events.Paused: close.paused,
    events.Disputed: close.disputed,
    events.Resumed: close.resumed,
    events.ClockCorrected: close.clock_corrected,
    events.NoPlay: close.no_play,
    events.Resigned: close.resigned,
    events.Disqualified: close.disqualified,
    events.Accepted: close.accepted,
})  # fmt: skip

# All that can still happen once a game has ended: what a rack has too much must go back then too.
AFTER_THE_END = (
    events.Due, events.Removed, events.TakenUp, events.Appealed, events.Accepted, events.Counted,
    events.Mixed, events.Looked, events.Took, events.Returned, events.ClockCorrected,
)  # fmt: skip

# What leaves the last verdict open to an appeal.
LEAVES_VERDICT = (events.Due, events.Ruled, events.KindTold, events.Confirmed, events.Paused, events.Resumed)

SEATS = ("seat", "by", "from_seat")  # the fields of events that name a seat


def step(course: Course, event: Event) -> Course:
    """The course after `event`; raises Refused, and then nothing has changed.

    Time goes by first: what a clock ends by `event.at_ns` has ended before the event.

    >>> from engine_lite.rulebooks.manacor import MANACOR
    >>> course = step(Course.new(MANACOR), events.Started(0))
    >>> course.phase.value, step(course, events.Passed(0)).on_turn
    ('playing', 1)
    >>> step(course, events.Passed(1))
    Traceback (most recent call last):
    engine_lite.course_state.Refused: refused: out_of_turn
    """
    course = elapsed(course, event.at_ns)
    _refuse_strangers(course, event)
    if course.ended and not isinstance(event, AFTER_THE_END):
        raise course.refused(Reason.WRONG_PHASE)
    if course.verdict and not isinstance(event, (*LEAVES_VERDICT, events.Appealed)):
        course = replace(course, verdict=None)
    return ticking(STEPS[type(event)](course, event))


def _refuse_strangers(course: Course, event: Event) -> None:
    """Raise Refused for a seat that the game has not."""
    for name in SEATS:
        seat = getattr(event, name, None)
        if seat is not None and not 0 <= seat < course.game.seats:
            raise course.refused(Reason.OUT_OF_TURN)
