"""Exchanges: tiles for tiles at the cost of the turn, below the minimum in the bag (003 L23), and senyors (000 r17).

Knows nothing of chance: which tiles were drawn, and what the opponent picked, is in the event.
"""

from dataclasses import replace

from engine_lite.choices import Overtime, ShortExchange
from engine_lite.course_conditions import (
    must_open,
    nothing_on_board,
    on_turn,
    out_of_time,
    refuse_touched,
    refuse_unfinished_senyors,
)
from engine_lite.course_events import Exchanged, Senyors, ShortExchanged
from engine_lite.course_state import Again, Course
from engine_lite.course_tiles import Tiles, less
from engine_lite.course_turns import ended_or, turn_taken
from engine_lite.reasons import NO_SUCH_EXCHANGE, Data, Reason
from engine_lite.tiles import BLANK

TIME_OVER: Data = (("time_over", ""),)
BAG_ENOUGH: Data = (("bag_enough", ""),)  # for an ordinary exchange

def exchanged(course: Course, event: Exchanged) -> Course:
    """`out` into the bag for as many drawn before; the whole turn, 0 points (000 r16, 001 B12, 002, 003 L23)."""
    rest = _given_up(course, event.seat, event.out)
    if len(course.bag) < max(course.rulebook.exchange_min_bag, len(event.out)):
        raise course.refused(Reason.BAG_TOO_SMALL)
    if len(event.drawn) != len(event.out):
        raise course.refused(Reason.WRONG_COUNT)
    bag = less(course.bag, event.drawn)
    if bag is None:
        raise course.refused(Reason.UNKNOWN_TILE)
    return _exchanged(course, event.seat, (*rest, *event.drawn), (*bag, *event.out), event.out)


def short_exchanged(course: Course, event: ShortExchanged) -> Course:
    """An exchange with too few tiles in the bag: the opponent saw the whole bag and picked what `seat` shall have."""
    rules = course.rulebook
    on_turn(course, event.seat)
    if rules.exchange_below_min is not ShortExchange.OPPONENT_PICKS:
        raise course.refused(Reason.WRONG_PHASE, knob="exchange_below_min", data=NO_SUCH_EXCHANGE)
    rest = _given_up(course, event.seat, event.out)
    if len(course.bag) < len(event.out):
        raise course.refused(Reason.BAG_TOO_SMALL)
    if len(course.bag) >= max(rules.exchange_min_bag, len(event.out)):
        raise course.refused(Reason.WRONG_PHASE, knob="exchange_below_min", data=BAG_ENOUGH)
    if len(event.keeps) != len(event.out):
        raise course.refused(Reason.WRONG_COUNT, knob="exchange_below_min")
    bag = less((*course.bag, *event.out), event.keeps)
    if bag is None:
        raise course.refused(Reason.UNKNOWN_TILE)
    return _exchanged(course, event.seat, (*rest, *event.keeps), bag, event.out)


def _given_up(course: Course, seat: int, out: Tiles) -> Tiles:
    """What stays on the rack of `seat`, which may exchange `out` now; raises Refused otherwise."""
    rules = course.rulebook
    on_turn(course, seat)
    nothing_on_board(course)
    refuse_touched(course)
    must_open(course)
    refuse_unfinished_senyors(course)
    if rules.overtime is Overtime.FRS_ROMANIAN and out_of_time(course, seat):
        raise course.refused(Reason.TOO_LATE, knob="overtime", data=TIME_OVER)  # it can only pass (reading 30)
    if not 1 <= len(out) <= rules.rack_size:
        raise course.refused(Reason.WRONG_COUNT)
    rest = less(course.rack(seat), out)
    if rest is None:
        raise course.refused(Reason.NOT_IN_RACK)
    return rest


def _exchanged(course: Course, seat: int, rack: Tiles, bag: Tiles, out: Tiles) -> Course:
    course = turn_taken(course, course.game.exchanged(len(out), out))
    return ended_or(course.with_rack(seat, rack, bag=bag))


def senyors(course: Course, event: Senyors) -> Course:
    """A rack all vowels or all consonants put back whole and drawn again; the turn is kept.

    In case 1 the one needed tile goes on the rack and `drawn` are the six beside it.
    """
    seat = on_turn(course, event.seat)
    if not course.rulebook.senyors:
        raise course.refused(Reason.WRONG_PHASE, knob="senyors", data=NO_SUCH_EXCHANGE)
    nothing_on_board(course)
    refuse_touched(course)
    if not _may_exchange(course, seat):
        raise course.refused(Reason.NOT_SENYORS)
    needed = needed_tiles(course, seat) if course.again is Again.ONE else ()
    if len(event.drawn) != senyors_draws(course):
        raise course.refused(Reason.WRONG_COUNT, knob="senyors")
    bag = less((*course.bag, *course.rack(seat)), (*needed, *event.drawn))
    if bag is None:
        raise course.refused(Reason.UNKNOWN_TILE)
    course = course.with_rack(seat, (*needed, *event.drawn), bag=bag)
    return replace(course, again=_again(course, seat))


def senyors_draws(course: Course) -> int:
    """How many tiles the next senyors exchange draws: a whole rack, or all but the needed tile in case 1."""
    return course.rulebook.rack_size - (course.again is Again.ONE)


def needed_tiles(course: Course, seat: int) -> Tiles:
    """The tiles in the bag that would mix the rack of `seat`: those of the other kind, and blanks."""
    vowels = course.rulebook.tile_set.vowels
    has_vowels = course.rack(seat)[0].face in vowels
    return tuple(tile for tile in course.bag if tile == BLANK or (tile.face in vowels) != has_vowels)


def _may_exchange(course: Course, seat: int) -> bool:
    """Whether `seat` may put its rack back: cases 3 and 4, and the rack itself."""
    if not _one_kind(course, seat) or course.again is Again.NONE:
        return False
    return len(course.bag) > 1 or bool(course.bag and needed_tiles(course, seat))


def _one_kind(course: Course, seat: int) -> bool:
    """Seven tiles, all vowels or all consonants; a blank is neither, so six and a blank are no senyors."""
    rack = course.rack(seat)
    kinds = {tile.face in course.rulebook.tile_set.vowels for tile in rack}
    return len(rack) == course.rulebook.rack_size and BLANK not in rack and len(kinds) == 1


def _again(course: Course, seat: int) -> Again | None:
    """What follows on the rack just drawn: nothing when it is mixed."""
    if not _one_kind(course, seat):
        return None
    left = len(needed_tiles(course, seat))
    return Again.NONE if not left else Again.ONE if left == 1 else Again.MORE
