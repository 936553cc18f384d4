"""What must hold before a turn goes on or ends: whose turn it is, what is still owed, what must go back first.

Changes nothing: each either answers or raises Refused.
"""

from collections import Counter

from engine_lite.choices import Order
from engine_lite.clock import NS_PER_S
from engine_lite.course_end import zero_turns
from engine_lite.course_state import Again, Course, Phase
from engine_lite.course_tiles import Tiles, plain
from engine_lite.reasons import Data, Reason

# What must be done first.
LAY_AGAIN: Data = (("lay_again", ""),)
TOUCHED: Data = (("touched", ""),)
OPEN: Data = (("must_open", ""),)
DRAW_AGAIN: Data = (("draw_again", ""),)
ASKED_NS = NS_PER_S  # the prompt has stood so long when a turn is lost for it: no double press loses one


def playing_seat(course: Course) -> int:
    """The seat on turn while the game is played; raises Refused otherwise."""
    if course.phase is Phase.REMOVING:
        raise course.refused(Reason.NOT_REMOVED, course.removing.squares)
    if course.phase is not Phase.PLAYING or course.on_turn is None:
        raise course.refused(Reason.WRONG_PHASE)
    return course.on_turn


def on_turn(course: Course, seat: int) -> int:
    """`seat`, which may end its turn now; raises Refused otherwise."""
    if playing_seat(course) != seat:
        raise course.refused(Reason.OUT_OF_TURN)
    if course.overdraw:
        raise course.refused(Reason.OVERDRAWN)
    return seat


def must_open(course: Course) -> None:
    """Raise Refused when the zero turns before the first play are used up (000 r21, reading 1)."""
    if _opening_forced(course):
        raise course.refused(Reason.MUST_OPEN)


def _opening_forced(course: Course) -> bool:
    allowed = course.rulebook.opening_zero_turns
    return bool(allowed) and not len(course.game.board) and zero_turns(course.game) >= allowed


def only_left(course: Course) -> Data:
    """What alone can be done by a side that has laid nothing, where it may not choose; () where it may."""
    if course.again in (Again.ONE, Again.MORE):
        return DRAW_AGAIN
    return OPEN if _opening_forced(course) else ()


def nothing_on_board(course: Course) -> None:
    """Raise Refused while tiles of this turn lie on the board: a pass or an exchange lays none."""
    if len(course.laid):
        raise course.refused(Reason.NOT_REMOVED, course.laid.squares)


def refuse_overfull(course: Course, seat: int) -> None:
    """Raise Refused when tiles were taken up again after the rack had been filled."""
    if course.room(seat) < 0:
        raise course.refused(Reason.OVERDRAWN, data=LAY_AGAIN)


def refuse_touched(course: Course) -> None:
    """Raise Refused while a touched tile is off the board: it must be played."""
    if touched_off(course):
        raise course.refused(Reason.WRONG_PHASE, knob="touched_tile", data=TOUCHED)


def refuse_unfinished_senyors(course: Course) -> None:
    """Raise Refused until a rack of one kind that can be mixed is drawn again (000 r17, cases 1 and 2)."""
    if course.again in (Again.ONE, Again.MORE):
        raise course.refused(Reason.WRONG_PHASE, knob="senyors", data=DRAW_AGAIN)


def touched_off(course: Course) -> Tiles:
    """Touched tiles that are not on the board now."""
    return tuple((Counter(course.touched) - Counter(plain(tile for _, tile in course.laid.tiles))).elements())


def asks_first(course: Course, at_ns: int) -> bool:
    """Whether a turn that ends at `at_ns` (ns of game time) is not lost for a touched tile, but that is asked for.

    A tile held low over the board has touched it, for every sensor: nobody loses a turn for what was never shown.
    """
    off_ns = course.off_since_ns
    if off_ns is None or not touched_off(course):
        return False
    return max(course.at_ns, at_ns) < off_ns + course.rulebook.touched_tile_s * NS_PER_S + ASKED_NS


def owes(course: Course, seat: int) -> bool:
    """Whether `seat` must still draw before its press: where the rack is filled first (000 r28a)."""
    drawn = len(course.fresh[seat])
    short = drawn < len(course.laid) and bool(course.bag) and course.room(seat) > 0
    return course.rulebook.order is Order.DRAW_THEN_PRESS and short


def out_of_time(course: Course, seat: int) -> bool:
    """Whether `seat` has used more than its time (004 L99-102)."""
    return course.clock.at(course.at_ns)[seat] < 0
