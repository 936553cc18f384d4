"""When a thing may happen: the one table of phases, from which the manual's diagram is printed.

Everything about order is here. Knows nothing of tiles, clocks or scores: `table.py` decides what has happened,
this file says where that leads. A trigger without a row in a phase changes nothing there.
"""

from collections.abc import Mapping
from enum import StrEnum


class Phase(StrEnum):
    """Where a game stands."""

    SETUP = "setup"
    COUNT = "count"
    DRAW = "draw"
    RACKS = "racks"
    PLAYING = "playing"
    DECLARED = "declared"
    HOLDING = "holding"
    CHALLENGED = "challenged"
    REMOVING = "removing"
    DISTURBED = "disturbed"
    PAUSED = "paused"
    SETTLING = "settling"
    AGREED = "agreed"
    OVER = "over"


class Trigger(StrEnum):
    """What leads from one phase to another."""

    STARTED = "the first clock is started"
    PRESSED = "the side on turn presses"
    COMMITTED = "the board is quiet and the play is sound"
    REFUSED = "the board is quiet and the play is refused"
    KNOCKED = "a played tile is no longer in its place"
    RESTORED = "every played tile is in its place"
    CHALLENGED = "a challenge button is pressed"
    UNCHALLENGED = "the challenger presses again"
    STANDS = "verdict: the play stands"
    FALLS = "verdict: the play is withdrawn"
    REMOVED = "its squares are empty"
    CALLED = "the referee is called"
    RESUMED = "the referee resumes"
    ENDED = "the game ends"


NEXT: Mapping[Phase, Mapping[Trigger, Phase]] = {
    Phase.SETUP: {Trigger.STARTED: Phase.PLAYING},
    Phase.PLAYING: {
        Trigger.PRESSED: Phase.DECLARED,
        Trigger.KNOCKED: Phase.DISTURBED,
        Trigger.CHALLENGED: Phase.CHALLENGED,
        Trigger.CALLED: Phase.PAUSED,
        Trigger.ENDED: Phase.OVER,
    },
    Phase.DECLARED: {
        Trigger.COMMITTED: Phase.PLAYING,
        Trigger.REFUSED: Phase.PLAYING,
    },
    Phase.DISTURBED: {
        Trigger.RESTORED: Phase.PLAYING,
        Trigger.PRESSED: Phase.DECLARED,
        Trigger.CALLED: Phase.PAUSED,
        Trigger.ENDED: Phase.OVER,
    },
    Phase.CHALLENGED: {
        Trigger.UNCHALLENGED: Phase.PLAYING,
        Trigger.STANDS: Phase.PLAYING,
        Trigger.FALLS: Phase.REMOVING,
        Trigger.ENDED: Phase.OVER,
    },
    Phase.REMOVING: {Trigger.REMOVED: Phase.PLAYING, Trigger.ENDED: Phase.OVER},
    Phase.PAUSED: {Trigger.RESUMED: Phase.PLAYING, Trigger.ENDED: Phase.OVER},
    Phase.OVER: {},
}


def after(phase: Phase, trigger: Trigger) -> Phase | None:
    """The phase that `trigger` leads to from `phase`, or None where it may not happen.

    >>> after(Phase.SETUP, Trigger.STARTED)
    <Phase.PLAYING: 'playing'>
    >>> after(Phase.OVER, Trigger.PRESSED) is None
    True
    """
    return NEXT.get(phase, {}).get(trigger)
