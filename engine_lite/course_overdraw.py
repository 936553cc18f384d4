"""Tiles that must go back into the bag: drawn beyond a full rack, in three forms, or for a play that is withdrawn.

Knows nothing of chance: which tiles were taken at random is in the event.
"""

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from engine_lite.choices import Overdraw as Rule
from engine_lite.course_draw import may_draw, taken_from_bag
from engine_lite.course_end import resettled, surplus_asked
from engine_lite.course_events import Form, Looked, Mixed, Overdrew, Returned, Took
from engine_lite.course_state import Course, Overdraw, Phase
from engine_lite.course_surplus import new_on_rack
from engine_lite.course_tiles import Tiles, less
from engine_lite.reasons import Data, Reason

FEWEST_TAKEN_WHEN_SEEN = 3  # tiles (001 B8)
NOT_OVERFULL: Data = (("not_overfull", ""),)
OWN_RACK: Data = (("own_rack", ""),)  # from which only another side takes tiles
AMONG_NEW: Data = (("among_new", ""),)  # of tiles on the rack that were not drawn last


class Taking(NamedTuple):
    """How many tiles the opponent may take, from which, and how many of them go into the bag."""

    fewest: int
    most: int
    pool: Tiles
    back: int


def overdrew(course: Course, event: Overdrew) -> Course:
    """More tiles than the rack holds; nothing else goes on until the surplus is back."""
    seat = event.seat
    if seat not in range(course.game.seats):
        raise course.refused(Reason.OUT_OF_TURN, knob="overdraw")
    may_draw(course, seat)
    if course.overdraw:
        raise course.refused(Reason.OVERDRAWN, knob="overdraw")
    if len(event.tiles) <= course.room(seat):
        raise course.refused(Reason.WRONG_COUNT, knob="overdraw")
    course = taken_from_bag(course, seat, event.tiles)
    return replace(course, overdraw=Overdraw(seat, -course.room(seat), course.fresh[seat], event.form))


def mixed(course: Course, event: Mixed) -> Course:
    """The new tiles are no longer apart from the old ones (003 L32, L50)."""
    over, standing = course.overdraw, course.standing
    if over and over.seat == event.seat:
        return replace(course, overdraw=replace(over, form=Form.MIXED))
    held = bool(course.rulebook.hold_s) and course.phase in (Phase.HOLDING, Phase.CHALLENGED)  # 003 L50
    if held and standing and standing.seat == event.seat:
        return replace(course, standing=replace(standing, mixed=True))
    raise course.refused(Reason.WRONG_PHASE, knob="overdraw", data=_not_overfull(course))


def looked(course: Course, event: Looked) -> Course:
    """The tiles beyond a full rack have been seen (001 B8)."""
    over = course.overdraw
    if over is None or over.seat != event.seat:
        raise course.refused(Reason.WRONG_PHASE, knob="overdraw", data=_not_overfull(course))
    return replace(course, overdraw=replace(over, form=Form.SEEN))


def _not_overfull(course: Course) -> Data:
    """What is said of a rack that is not known to hold too many tiles; the phase may tell more."""
    return NOT_OVERFULL if course.phase in (Phase.PLAYING, Phase.OVER) else ()


def took(course: Course, event: Took) -> Course:
    """The opponent takes tiles off the rack; some go into the bag, the others back on the rack."""
    over = course.overdraw
    if over is None or over.seat != event.from_seat:
        raise course.refused(Reason.WRONG_PHASE, knob="overdraw", data=_not_overfull(course))
    if event.by == over.seat:
        raise course.refused(Reason.OUT_OF_TURN, knob="overdraw", data=taking_told(course) or OWN_RACK)
    allowed = _taking(course, over)
    back = len(event.returns)
    if not allowed.fewest <= event.taken <= allowed.most or back != min(allowed.back, event.taken):
        raise course.refused(Reason.WRONG_COUNT, knob="overdraw", data=_told(course, over))
    return _gone_back(course, over, event.returns, allowed.pool)


def _taking(course: Course, over: Overdraw) -> Taking:
    """What the rules let the opponent take (000 r11, 001 B8, 003 L29-32; reading 12)."""
    rack, new, surplus = course.rack(over.seat), new_on_rack(course, over), over.surplus
    if over.withdrawn:
        return Taking(surplus, len(rack), rack if over.form is Form.MIXED else new, surplus)
    rule = course.rulebook.overdraw
    if rule is Rule.ONE_AT_RANDOM:
        return Taking(1, surplus, rack, surplus)
    if rule is Rule.ONE_MORE:
        pool = rack if over.form is Form.MIXED else new
        count = min(surplus + 1, len(pool))
        return Taking(count, count, pool, surplus)
    if over.form is Form.UNSEEN:
        return Taking(surplus, surplus, new, surplus)
    count = max(FEWEST_TAKEN_WHEN_SEEN, surplus)
    return Taking(count, count, rack, surplus)


def taking_told(course: Course) -> Data:
    """How many tiles the opponent takes off an overfull rack, and how many of them go into the bag, for people.

    Nothing where no rack is overfull, or where its side may put back the surplus itself. `taken_new` are among those
    that were drawn last, `taken` among all of the rack: "4", or "4–7" where the opponent chooses how many. Of
    `taken_all` none is given back.
    """
    over = course.overdraw
    return () if over is None or _puts_back(course, over) else _told(course, over)


def _told(course: Course, over: Overdraw) -> Data:
    allowed = _taking(course, over)
    taken = str(allowed.fewest) if allowed.fewest == allowed.most else f"{allowed.fewest}–{allowed.most}"
    name = "taken" if Counter(allowed.pool) == Counter(course.rack(over.seat)) else "taken_new"
    if name == "taken" and allowed.most <= allowed.back:
        return (("taken_all", taken),)
    return (name, taken), ("back", str(allowed.back))


def look_s(course: Course) -> int:
    """How many seconds the opponent may look at what it has taken off a mixed rack (003 L32); 0: not said."""
    over, rule = course.overdraw, course.rulebook.overdraw
    if over is None or over.withdrawn or over.form is not Form.MIXED or rule is not Rule.ONE_MORE:
        return 0
    return course.rulebook.look_s


def _puts_back(course: Course, over: Overdraw) -> bool:
    """Whether the side that has drawn too many may itself put back what is not its to keep."""
    unseen = course.rulebook.overdraw is Rule.SURPLUS_OR_THREE and over.form is Form.UNSEEN
    return over.form is not Form.MIXED and (over.withdrawn or unseen)


def returned(course: Course, event: Returned) -> Course:
    """`seat` puts back what is not its to keep: unseen surplus, or what it drew for a withdrawn play."""
    over = course.overdraw
    if over is None or over.seat != event.seat:
        raise course.refused(Reason.WRONG_PHASE, knob="overdraw", data=_not_overfull(course))
    if not _puts_back(course, over):
        raise course.refused(Reason.OUT_OF_TURN, knob="overdraw", data=taking_told(course))  # the opponent takes them
    if len(event.tiles) != over.surplus:
        raise course.refused(Reason.WRONG_COUNT, knob="overdraw", data=(("surplus", str(over.surplus)),))
    return _gone_back(course, over, event.tiles, new_on_rack(course, over))


def _gone_back(course: Course, over: Overdraw, tiles: Tiles, pool: Tiles) -> Course:
    """The course with `tiles` of `pool` back in the bag, and the surplus smaller by as many.

    Another side may have too many too, since two plays were withdrawn: it is the next. A game that is over is settled
    anew.
    """
    rack = less(course.rack(over.seat), tiles)
    if rack is None or less(pool, tiles) is None:
        raise course.refused(Reason.NOT_IN_RACK, knob="overdraw", data=() if rack is None else AMONG_NEW)
    course = course.with_rack(over.seat, rack, bag=(*course.bag, *tiles))
    fresh = course.fresh[over.seat]
    kept = less(fresh, tuple((Counter(fresh) & Counter(tiles)).elements())) or ()
    course = course.with_fresh(over.seat, kept)
    if left := over.surplus - len(tiles):
        return resettled(replace(course, overdraw=replace(over, surplus=left, new=kept)))
    return resettled(surplus_asked(replace(course, overdraw=None)))
