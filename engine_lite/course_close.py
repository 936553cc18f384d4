"""What stops or ends a game beside its turns: the referee, a dispute, no play possible, giving up, the agreed score.

Knows nothing of tiles.
"""

from dataclasses import replace

from engine_lite.course_end import concluded
from engine_lite.course_events import (
    Accepted,
    ClockCorrected,
    Disputed,
    Disqualified,
    Halted,
    NoPlay,
    Paused,
    Resigned,
    Resumed,
)
from engine_lite.course_state import Course, Ended, Phase, Refused
from engine_lite.course_time import judged_by_time
from engine_lite.placement import Defect
from engine_lite.reasons import NOT_IN_RULES, Data, Reason

NOT_PAUSED: Data = (("not_paused", ""),)
NOT_OVER: Data = (("not_over", ""),)
LAID: Data = (("laid", ""),)  # of tiles that must leave the board first
RUNNING = (Phase.PLAYING, Phase.HOLDING, Phase.CHALLENGED, Phase.REMOVING, Phase.SETTLING)


def paused(course: Course, event: Paused) -> Course:
    """The referee is called (000 r28b iv, 003 L65; reading 29)."""
    return _stopped(course, disputed=False)


def disputed(course: Course, event: Disputed) -> Course:
    """A side disputes the score (000 r28b ii)."""
    return _stopped(course, disputed=True)


def _stopped(course: Course, disputed: bool) -> Course:
    if course.phase not in RUNNING:
        raise course.refused(Reason.WRONG_PHASE)
    return replace(course, phase=Phase.PAUSED, paused=course.phase, disputed=disputed)


def halted(course: Course, event: Halted) -> Course:
    """The clocks stand, or go on, after a refused press; whose turn it is does not change."""
    return replace(course, halted=event.on)


def resumed(course: Course, event: Resumed) -> Course:
    """The game goes on where it stood; a wait for the last play, or for a touched tile, begins anew."""
    if course.phase is not Phase.PAUSED or course.paused is None:
        raise course.refused(Reason.WRONG_PHASE, data=NOT_PAUSED if course.phase is Phase.PLAYING else ())
    since = course.at_ns if course.settling_ns is not None else None
    off_since = course.at_ns if course.off_since_ns is not None else None
    return replace(course, phase=course.paused, paused=None, disputed=False, settling_ns=since,
                   off_since_ns=off_since)


def clock_corrected(course: Course, event: ClockCorrected) -> Course:
    """A forgotten clock is put right by the referee's order, or by the sides where the rules excuse it (000 r28c).

    After the end, too: what overtime costs is reckoned anew, and an end that the time has brought may be none.
    """
    if event.by is not None and not course.rulebook.forgotten_clock_excused:
        raise course.refused(Reason.OUT_OF_TURN, knob="forgotten_clock_excused")
    settled = course.ended and event.by is not None  # once it is over only the referee may
    if settled or course.phase not in (*RUNNING, Phase.PAUSED, Phase.OVER, Phase.AGREED):
        raise course.refused(Reason.WRONG_PHASE)
    clock = course.clock.stop(course.at_ns)
    left = (*clock.left_ns[: event.seat], event.left_ns, *clock.left_ns[event.seat + 1 :])
    return judged_by_time(replace(course, clock=replace(clock, left_ns=left)))


def no_play(course: Course, event: NoPlay) -> Course:
    """No play is possible: all sides agree, or the referee says so (002 Final del joc; reading 8)."""
    if not course.rulebook.no_play_ends:
        raise course.refused(Reason.WRONG_PHASE, knob="no_play_ends", data=NOT_IN_RULES)
    if course.phase is not Phase.PLAYING:
        raise course.refused(Reason.WRONG_PHASE, knob="no_play_ends")
    if len(course.laid):
        raise course.refused(Reason.WRONG_PHASE, course.laid.squares, "no_play_ends", LAID)
    said = course.no_play if event.by is None else course.no_play | {event.by}
    if event.by is None or len(said) == course.game.seats:
        return concluded(course, Ended.NO_PLAY)
    return replace(course, no_play=said)


def resigned(course: Course, event: Resigned) -> Course:
    """A side gives up: another wins, the totals stand."""
    return concluded(course, Ended.RESIGNED, loser=event.seat)


def disqualified(course: Course, event: Disqualified) -> Course:
    """The referee puts a side out of the game (003 L66; reading 28)."""
    return concluded(course, Ended.DISQUALIFIED, loser=event.seat)


def accepted(course: Course, event: Accepted) -> Course:
    """A side accepts the final score, once every rack is what it may be; when all have, the game is agreed."""
    if course.phase not in (Phase.OVER, Phase.AGREED):
        raise course.refused(Reason.WRONG_PHASE, data=() if course.ended else NOT_OVER)
    if course.overdraw:
        raise course.refused(Reason.OVERDRAWN)
    if course.untold:
        raise Refused((Defect(Reason.WRONG_PHASE, data=(("untold", ""),)),))
    agreed = course.agreed | {event.seat}
    return replace(course, agreed=agreed, phase=Phase.AGREED if len(agreed) == course.game.seats else Phase.OVER)
