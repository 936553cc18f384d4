"""Until when a play may be challenged, and what accepts it: confirmation, acceptance, HOLD and its release.

Knows nothing of what a challenge comes to.
"""

from dataclasses import replace

from engine_lite.choices import Challenge as Rule
from engine_lite.choices import ChallengeWindow
from engine_lite.clock import NS_PER_S
from engine_lite.course_end import concluded, concluded_by_turns, ending, ending_again
from engine_lite.course_events import Confirmed, Held, PlayAccepted, Released
from engine_lite.course_state import Course, Phase, Refused, Standing
from engine_lite.game import TurnKind
from engine_lite.placement import wrong_with
from engine_lite.reasons import NO_PLAY, NO_PLAY_YET, NOT_IN_RULES, NOT_PRESSED, OWN_PLAY, Data, Reason

NO_HOLD: Data = (("no_hold", ""),)
BEFORE_THE_PRESS = (ChallengeWindow.UNTIL_REFILLED,)  # windows in which a play is judged as it is laid


def open_play(course: Course, by: int | None) -> Standing | Refused:
    """The play that `by` may challenge now, or why there is none (000 r25, 001 B4, 002, 003 L49; reading 13)."""
    mover, standing = course.on_turn, course.standing
    before_press = course.typed or course.rulebook.challenge_window in BEFORE_THE_PRESS
    if before_press and len(course.laid) and by != mover:
        return _open_laid(course)
    if standing is None or not standing.pressed or standing.seat == by or not _is_there(course):
        return _nothing_open(course, by)
    return standing if _in_time(course, standing) else course.refused(Reason.TOO_LATE)


def _is_there(course: Course) -> bool:
    """Whether the last turn is a play: a correction may have withdrawn the one that was open to a challenge."""
    return course.game.turns[-1].kind is TurnKind.PLAY


def _nothing_open(course: Course, by: int | None) -> Refused:
    """Why `by` can challenge no play: the one that lies there is not pressed yet, or its own, or accepted."""
    last = course.game.turns[-1] if course.game.turns else None
    if len(course.laid) and by != course.on_turn:
        return not_pressed(course)
    if last is None and not len(course.laid):
        return course.refused(Reason.NOTHING_LAID, data=NO_PLAY_YET)
    if last is None or (last.kind is TurnKind.PLAY and last.seat == by):
        return course.refused(Reason.OUT_OF_TURN, data=OWN_PLAY)
    return course.refused(Reason.TOO_LATE)


def not_pressed(course: Course) -> Refused:
    """What is laid is no play that can be judged yet: the press comes first."""
    return course.refused(Reason.WRONG_PHASE, course.laid.squares, "challenge_window", NOT_PRESSED)


def _open_laid(course: Course) -> Standing | Refused:
    """The tiles laid by the side on turn, until it has refilled its rack."""
    seat = course.on_turn
    assert seat is not None, "tiles are laid by the side on turn"
    if not course.typed and course.fresh[seat] and (course.room(seat) <= 0 or not course.bag):
        return course.refused(Reason.TOO_LATE)
    standing = course.standing
    if standing and not standing.pressed and standing.placement == course.laid:
        return course.refused(Reason.TOO_LATE) if standing.accepted else standing
    return Standing(seat, course.laid, False, course.at_ns, bag_empty=not course.bag and not course.fresh[seat])


def _in_time(course: Course, standing: Standing) -> bool:
    rules = course.rulebook
    if course.typed:
        return True
    if rules.challenge_window is ChallengeWindow.HOLD:
        within = course.at_ns <= standing.since_ns + rules.hold_s * NS_PER_S
        return within or not standing.drawn or standing.held_ns is not None
    if rules.challenge_window is ChallengeWindow.UNTIL_DRAWN:
        return not standing.drawn
    return standing.bag_empty


def challengeable(course: Course) -> bool:
    """Whether an opponent may still challenge the last play."""
    standing, limit = course.standing, course.rulebook.challenges_per_play
    if standing is None or course.rulebook.challenge is Rule.VOID or (limit and standing.challenges >= limit):
        return False
    others = [seat for seat in range(course.game.seats) if seat != standing.seat]
    return any(seat not in standing.accepted and isinstance(open_play(course, seat), Standing) for seat in others)


def last_play(course: Course) -> Course:
    """The last play waits to be accepted while no clock runs (reading 13)."""
    return replace(course, phase=Phase.SETTLING, settling_ns=course.at_ns)


def last_play_again(before: Course, course: Course, at_ns: int) -> Course:
    """The course after a correction in a game that goes on, its last play open to a challenge as far as it was.

    As it is now: one that is withdrawn waits for nobody, and may be challenged again when it is there again. An end
    that the turns did not bring `before`, and bring now, is one at once, or waits as after a press.
    """
    ended, last, standing = ending_again(course), course.game.turns[-1:], course.standing
    if standing and standing.pressed and last and last[0].kind is TurnKind.PLAY and last[0].placement:
        course = replace(course, standing=replace(standing, placement=last[0].placement))
    waits = Phase.SETTLING in (course.phase, course.paused)
    if waits and not challengeable(course):
        course = _in_phase(replace(course, settling_ns=None), Phase.REMOVING if course.removing else Phase.PLAYING)
    if ended is None or ending_again(before) is not None:
        return course
    if challengeable(course) and ending(course) is not None:
        return replace(_in_phase(course, Phase.SETTLING), settling_ns=at_ns)
    return concluded_by_turns(course, ended, at_ns)


def _in_phase(course: Course, phase: Phase) -> Course:
    """The course in `phase`, or in a pause before it."""
    paused = course.phase is Phase.PAUSED
    return replace(course, paused=phase) if paused else replace(course, phase=phase)


def begun_by_opponent(course: Course) -> Course:
    """The opponent's first tile accepts the last play; where HOLD is said and tiles are left, it does not."""
    standing = course.standing
    if standing is None or not standing.pressed:
        return course
    hold = course.rulebook.challenge_window is ChallengeWindow.HOLD and not standing.bag_empty
    return course if hold or course.typed else replace(course, standing=None)


def accepted(course: Course, event: PlayAccepted) -> Course:
    """`by` gives up challenging; when all have, the play stands, and ends the game if it was the last."""
    if course.phase not in (Phase.PLAYING, Phase.HOLDING, Phase.SETTLING):
        raise course.refused(Reason.WRONG_PHASE)
    standing = open_play(course, event.by)
    if isinstance(standing, Refused):
        return _accepted_before(course, event.by)
    if not standing.pressed and (defects := wrong_with(course.game.board, standing.placement, course.rulebook)):
        raise Refused(defects)
    standing = replace(standing, accepted=standing.accepted | {event.by})
    if len(standing.accepted) < course.game.seats - 1:
        return replace(course, standing=standing)
    return settled(course) if standing.pressed else replace(course, standing=standing)


def _accepted_before(course: Course, by: int) -> Course:
    """The course as it is: the draw or the time has accepted the play of another side already."""
    if len(course.laid) and by != course.on_turn and course.rulebook.challenge_window in BEFORE_THE_PRESS:
        return course
    _last_play_of_another(course, by)
    return replace(course, standing=None)


def _last_play_of_another(course: Course, by: int) -> None:
    """Raise Refused when the last turn was no play, or that of `by`."""
    last = course.game.turns[-1] if course.game.turns else None
    another = last is not None and last.kind is TurnKind.PLAY and last.seat != by
    if not another and len(course.laid) and by != course.on_turn:
        raise not_pressed(course)
    if last is None or last.kind is not TurnKind.PLAY:
        raise course.refused(Reason.WRONG_PHASE, data=NO_PLAY if last else NO_PLAY_YET)
    if course.phase is Phase.CHALLENGED:
        raise course.refused(Reason.WRONG_PHASE)
    if not another:
        raise course.refused(Reason.OUT_OF_TURN, data=OWN_PLAY)


def settled(course: Course) -> Course:
    """The last play stands for good; what a referee has withdrawn while it waited must leave the board first."""
    last_play = course.settling_ns is not None
    phase = Phase.REMOVING if course.removing else Phase.PLAYING
    course = replace(course, standing=None, phase=phase, settling_ns=None)
    ended = ending(course) if last_play else None
    return concluded(course, ended) if ended else course


def confirmed(course: Course, event: Confirmed) -> Course:
    """The opponent has written the score down (003 L59); nothing waits for it."""
    if not course.rulebook.score_confirmed:
        raise course.refused(Reason.WRONG_PHASE, knob="score_confirmed", data=NOT_IN_RULES)
    _last_play_of_another(course, event.by)
    standing = course.standing
    return replace(course, standing=replace(standing, confirmed=True)) if standing else course


def held(course: Course, event: Held) -> Course:
    """HOLD in time: the mover must wait while the clock of `by` runs (003 L48-50)."""
    if not course.rulebook.hold_s:
        raise course.refused(Reason.WRONG_PHASE, knob="hold_s", data=NOT_IN_RULES)
    if course.phase not in (Phase.PLAYING, Phase.SETTLING):
        raise course.refused(Reason.WRONG_PHASE)
    standing = open_play(course, event.by)
    if isinstance(standing, Refused):
        raise standing
    return replace(course, phase=Phase.HOLDING, standing=replace(standing, held_ns=course.at_ns))


def released(course: Course, event: Released) -> Course:
    """The play is accepted after all."""
    if not course.rulebook.hold_s:
        raise course.refused(Reason.WRONG_PHASE, knob="hold_s", data=NOT_IN_RULES)
    if course.phase is not Phase.HOLDING or course.standing is None:
        raise course.refused(Reason.WRONG_PHASE, data=NO_HOLD if course.phase is Phase.PLAYING else ())
    if event.by == course.standing.seat:
        raise course.refused(Reason.OUT_OF_TURN, data=OWN_PLAY)
    return settled(course)
