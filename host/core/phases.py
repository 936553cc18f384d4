"""When a thing may happen: the one table of phases, from which the manual's diagram is printed.

Knows nothing of tiles, clocks or scores: the course of the game and `table.py` decide what has happened; this file
says where that may lead, and every step of every game is held against it. A trigger without a row in a phase changes
nothing there.
"""

from collections.abc import Mapping
from enum import StrEnum


class Phase(StrEnum):
    """Where a game stands at the table: the phases of its course, a press that waits, and a board out of order."""

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


_CALLED = "the referee is called, the score disputed, or the table switched on again"
_BEGINS = "a side has drawn the tile nearest to A, or people say who begins"
_GIVEN_UP = "a side resigns or is disqualified, or people say that the game is over"
_TIME = "a side's time is over for good, or the time of both"
_KNOCKED = "a played tile is no longer in its place"
_PRESSED = "the side on turn presses the clock"
_CHALLENGED = "the play is challenged in time, or a verdict appealed against"
_CORRECTED = "the referee withdraws an earlier play"
_GOES_OUT = "a correction, or one taken back, has the last play go out"
_NO_LONGER_OUT = "a correction withdraws the last play, or it does not go out any more"
_ENDED = "a correction, or one taken back, makes the last turn one that ends the game"
_NOT_ENDED = "a turn is corrected, and the game would not have ended so"
_LOST = "a touched tile was not played, and what is laid must be taken back"

# What may be done with a game that is being played; a board out of order changes nothing in that.
_PLAYED: Mapping[Phase, str] = {
    Phase.DECLARED: _PRESSED,
    Phase.HOLDING: "HOLD is said in time",
    Phase.CHALLENGED: _CHALLENGED,
    Phase.REMOVING: f"{_CORRECTED}; {_LOST}",
    Phase.SETTLING: f"the last tile owed is drawn, and the other side is out; {_GOES_OUT}",
    Phase.PAUSED: _CALLED,
    Phase.OVER: f"a pass or an exchange ends the game, no play is possible, {_GIVEN_UP}, {_TIME}; {_ENDED}",
}

WAYS: Mapping[Phase, Mapping[Phase, str]] = {
    Phase.SETUP: {
        Phase.COUNT: "the tiles are counted and do not add up",
        Phase.DRAW: "the tiles add up, or the draw for the first move is a tie",
        Phase.RACKS: _BEGINS,
        Phase.PLAYING: "the first clock is started",
        Phase.DISTURBED: "the first clock is started over a board that is out of order",
        Phase.OVER: _GIVEN_UP,
    },
    Phase.COUNT: {
        Phase.DRAW: "the tiles add up, or the draw is a tie where the rules ask for no count",
        Phase.RACKS: f"the rules ask for no count, and {_BEGINS}",
        Phase.PLAYING: "the rules ask for no count, and the first clock is started",
        Phase.DISTURBED: "the same over a board that is out of order",
        Phase.OVER: _GIVEN_UP,
    },
    Phase.DRAW: {
        Phase.COUNT: "the tiles are counted again and do not add up",
        Phase.RACKS: _BEGINS,
        Phase.PLAYING: "the first clock is started",
        Phase.DISTURBED: "the first clock is started over a board that is out of order",
        Phase.OVER: _GIVEN_UP,
    },
    Phase.RACKS: {
        Phase.DRAW: "a rack is full with the tile in it that was taken for drawn: there was no draw; or people say "
                    "anew what was drawn, and that is a tie",
        Phase.PLAYING: "the first clock is started",
        Phase.DISTURBED: "the first clock is started over a board that is out of order",
        Phase.OVER: _GIVEN_UP,
    },
    Phase.PLAYING: {**_PLAYED, Phase.DISTURBED: _KNOCKED},
    Phase.DISTURBED: {**_PLAYED, Phase.PLAYING: "every played tile is in its place"},
    Phase.DECLARED: {
        Phase.PLAYING: "the play is sound and the other side's clock runs, or it is refused and changes nothing",
        Phase.DISTURBED: "the board is out of order, and the press refused",
        Phase.REMOVING: f"the play came after the time and is withdrawn; {_LOST}",
        Phase.SETTLING: "the play goes out, and can still be challenged",
        Phase.OVER: "the turn ends the game",
        Phase.HOLDING: "HOLD was said meanwhile",
        Phase.CHALLENGED: "it was challenged meanwhile",
        Phase.PAUSED: "the referee was called meanwhile",
    },
    Phase.HOLDING: {
        Phase.CHALLENGED: _CHALLENGED,
        Phase.PLAYING: "the play is accepted",
        Phase.DISTURBED: "the play is accepted over a board that is out of order",
        Phase.PAUSED: _CALLED,
        Phase.OVER: f"the last play is accepted, {_GIVEN_UP}, {_TIME}",
    },
    Phase.CHALLENGED: {
        Phase.PLAYING: "verdict: the play stands; or the challenge is taken back",
        Phase.DISTURBED: "the same over a board that is out of order",
        Phase.HOLDING: "a challenge made in HOLD is taken back",
        Phase.SETTLING: "a challenge of the last play is taken back, or another may follow",
        Phase.REMOVING: "verdict: the play is withdrawn",
        Phase.PAUSED: _CALLED,
        Phase.OVER: f"verdict: the last play stands; {_GIVEN_UP}; {_TIME}",
    },
    Phase.REMOVING: {
        Phase.PLAYING: "its squares are empty",
        Phase.DISTURBED: "its squares are empty, and other tiles are missing",
        Phase.CHALLENGED: _CHALLENGED,
        Phase.PAUSED: _CALLED,
        Phase.SETTLING: _GOES_OUT,
        Phase.OVER: f"its squares are empty and the game is over; {_GIVEN_UP}; {_ENDED}",
    },
    Phase.PAUSED: {
        Phase.PLAYING: "play goes on",
        Phase.DISTURBED: "play goes on over a board that is out of order",
        Phase.HOLDING: "play goes on",
        Phase.CHALLENGED: "play goes on",
        Phase.REMOVING: "play goes on",
        Phase.SETTLING: "play goes on, and the wait for the last play begins anew",
        Phase.OVER: f"a verdict: the last play stands; {_GIVEN_UP}; {_TIME}; {_ENDED}",
    },
    Phase.SETTLING: {
        Phase.PLAYING: _NO_LONGER_OUT,
        Phase.DISTURBED: "the same over a board that is out of order",
        Phase.REMOVING: "a correction withdraws the last play, or an earlier one",
        Phase.DECLARED: "the other side presses the clock",
        Phase.HOLDING: "HOLD is said in time",
        Phase.CHALLENGED: _CHALLENGED,
        Phase.PAUSED: _CALLED,
        Phase.OVER: f"the last play is accepted, or nobody has challenged it in time; {_GIVEN_UP}; {_ENDED}",
    },
    Phase.OVER: {
        Phase.AGREED: "every side has accepted the result",
        Phase.CHALLENGED: "the verdict that has ended the game is appealed against",
        Phase.PAUSED: _NOT_ENDED,
    },
    Phase.AGREED: {
        Phase.OVER: "a turn is corrected, and the result must be accepted anew",
        Phase.PAUSED: _NOT_ENDED,
    },
}
"""From each phase to the others: what leads there."""


def may_lead(before: Phase, after: Phase) -> bool:
    """Whether one event may bring a game from one phase to another, or leave it where it is.

    >>> may_lead(Phase.SETUP, Phase.PLAYING), may_lead(Phase.AGREED, Phase.PLAYING)
    (True, False)
    """
    return before is after or after in WAYS[before]
