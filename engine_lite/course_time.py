"""Time in the course of a game: whose clock runs in which phase, and what happens when nobody does anything.

Knows no time of its own: every moment is an argument or a deadline, in nanoseconds of game time.
"""

from dataclasses import replace

from engine_lite.choices import ChallengeWindow
from engine_lite.clock import NS_PER_S
from engine_lite.course_end import concluded, doubted, resettled
from engine_lite.course_state import MS, Course, Ended, Phase
from engine_lite.course_window import settled


def deadline(course: Course) -> int | None:
    """The next moment after now at which something ends or is shown by itself; None when nothing does."""
    moments = [moment for moment, _ in _ends(course)] + _reminders(course)
    later = [moment for moment in moments if moment > course.at_ns]
    return min(later) if later else None


def elapsed(course: Course, at_ns: int) -> Course:
    """The course at `at_ns`, with every end that time alone has brought by then."""
    while ends := [each for each in _ends(course) if each[0] <= at_ns]:
        moment, ended = min(ends)
        moment = max(moment, course.at_ns)
        course = _over(replace(course, at_ns=moment, clock=course.clock.stop(moment)), ended)
    return replace(course, at_ns=max(course.at_ns, at_ns))


def ticking(course: Course) -> Course:
    """The course with the clock running that should run in its phase, from now on."""
    seat = _runs(course)
    clock = course.clock.stop(course.at_ns) if seat is None else course.clock.start(seat, course.at_ns)
    return replace(course, clock=clock)


def _runs(course: Course) -> int | None:
    """The seat whose clock runs now; None when all stand (000 r28b, 001 B4, 003 L50-51)."""
    rules, phase = course.rulebook, course.phase
    if phase is Phase.PAUSED and course.paused:
        if course.undecided or (rules.stops_for_dispute if course.disputed else rules.stops_for_referee):
            return None
        phase = course.paused
    if course.ended or course.halted or (course.overdraw and rules.stops_for_overdraw):
        return None
    running = {
        Phase.PLAYING: True,
        Phase.HOLDING: rules.hold_clock_runs,
        Phase.CHALLENGED: not rules.stops_for_challenge and course.settling_ns is None,
    }
    return course.on_turn if running.get(phase) else None


def _over(course: Course, ended: Ended | None) -> Course:
    if ended is Ended.TIME_FORFEIT:
        return concluded(course, ended, loser=_most_over(course))
    if ended is Ended.TIME_CAP:
        return concluded(course, ended)
    return settled(course)  # a correction may have had the last play go out no more


def judged_by_time(course: Course) -> Course:
    """The course after a clock was put right: over by time or not, and what overtime costs reckoned anew."""
    brought = course.undecided or course.ended
    if brought not in (Ended.TIME_FORFEIT, Ended.TIME_CAP):
        return resettled(course)
    if _time_is_up(course, by_time := Ended(brought)):
        return resettled(course) if course.ended else _over(course, by_time)
    return doubted(course) if course.ended else course


def _time_is_up(course: Course, ended: Ended) -> bool:
    rules = course.rulebook
    if ended is Ended.TIME_CAP:
        return used_ns(course) > rules.time_cap_s * NS_PER_S
    return any(left + rules.forfeit_after_s * NS_PER_S < 0 for left in course.clock.left_ns)


def _most_over(course: Course) -> int:
    return min(range(course.game.seats), key=lambda seat: course.clock.left_ns[seat])


def _ends(course: Course) -> list[tuple[int, Ended]]:
    """The ends that time alone brings, each with its moment; the last play's wait stands as OUT."""
    rules, clock = course.rulebook, course.clock
    if course.ended or course.typed:
        return []
    found = []
    if clock.running is not None and rules.forfeit_after_s:
        spare = clock.left_ns[clock.running] + rules.forfeit_after_s * NS_PER_S
        found.append((clock.since_ns + spare + MS, Ended.TIME_FORFEIT))
    if clock.running is not None and rules.time_cap_s:
        spare = rules.time_cap_s * NS_PER_S - used_ns(course)
        found.append((clock.since_ns + spare + MS, Ended.TIME_CAP))
    if course.phase is Phase.SETTLING and course.settling_ns is not None:
        found.append((course.settling_ns + rules.last_play_wait_s * NS_PER_S, Ended.OUT))
    return found


def used_ns(course: Course) -> int:
    """Nanoseconds that all clocks together have used when they last changed."""
    return course.allotted_ns * course.game.seats - sum(course.clock.left_ns)


def _reminders(course: Course) -> list[int]:
    """Moments from which something else is shown or allowed: end of the HOLD window, drawing in HOLD, a tile off."""
    rules, standing = course.rulebook, course.standing
    found = []
    if course.off_since_ns is not None and course.phase is not Phase.PAUSED:
        found.append(course.off_since_ns + rules.touched_tile_s * NS_PER_S + MS)
    if standing and standing.pressed and rules.challenge_window is ChallengeWindow.HOLD:
        if course.phase is Phase.HOLDING and standing.held_ns is not None:
            found.append(standing.held_ns + rules.hold_draw_s * NS_PER_S)
        elif standing.held_ns is None:
            found.append(standing.since_ns + rules.hold_s * NS_PER_S)
    return found
