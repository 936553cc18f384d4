"""Tiles beyond a full rack that a withdrawn or unfinished play leaves on it: whose they are to put back, and which.

Knows nothing of how they are taken, or of what a rack costs at the end.
"""

from collections import Counter
from dataclasses import replace

from engine_lite.choices import Order
from engine_lite.course_events import Form
from engine_lite.course_state import Course, Overdraw
from engine_lite.course_tiles import Tiles, less, plain
from engine_lite.placement import Placement


def new_on_rack(course: Course, over: Overdraw) -> Tiles:
    """The new tiles that are on the rack: one may lie on the board meanwhile, out of turn."""
    gone = tuple((Counter(over.new) - Counter(course.rack(over.seat))).elements())
    return tuple(less(over.new, gone) or ())


def withdrawn_surplus(course: Course) -> Course:
    """The course with what a side has beyond a full rack, since a play of its was withdrawn, to go back first.

    One side after the other, first the one that is asked already. Its tiles of this turn count as if they were on the
    rack again, where they may be at any moment; what it has drawn for them before its press does not.
    """
    over = course.overdraw
    if over and (not over.withdrawn or _still_apart(course, over)):
        return course
    for seat in sorted(range(course.game.seats), key=lambda seat: over is None or seat != over.seat):
        if (surplus := _surplus(course, seat)) > 0:
            return replace(course, overdraw=Overdraw(seat, surplus, course.rack(seat), Form.MIXED, withdrawn=True))
    return replace(course, overdraw=None)


def _still_apart(course: Course, over: Overdraw) -> bool:
    """Whether the tiles that must go back are kept apart from the others, and are as many as they were."""
    return over.form is not Form.MIXED and over.surplus == _surplus(course, over.seat)


def _surplus(course: Course, seat: int) -> int:
    if seat != course.on_turn or course.ended:
        return -course.room(seat)
    drawn = len(course.fresh[seat]) if course.rulebook.order is Order.DRAW_THEN_PRESS else 0
    return len(course.laid) - drawn - course.room(seat)


def put_back_at_the_end(course: Course, laid: bool) -> Course:
    """The course with the tiles in the bag that are nobody's, for certain, when a game ends.

    Those are all that were drawn for a withdrawn play (003 L50); with `laid`, the tiles of an unfinished play go back
    to its rack, and what was drawn for them into the bag. Which of a rack goes back else, nobody knows: that stays to
    be asked.
    """
    over, seat = course.overdraw, course.on_turn
    if over and over.withdrawn and over.form is not Form.MIXED and len(new_on_rack(course, over)) == over.surplus:
        course = replace(_into_the_bag(course, over.seat, over.new), overdraw=None)
    if not laid or seat is None:
        return course
    rack = (*course.rack(seat), *plain(tile for _, tile in course.laid.tiles))
    course = course.with_rack(seat, rack, laid=Placement())
    surplus = -course.room(seat)
    if surplus > 0 and course.fresh[seat]:
        course = _into_the_bag(course, seat, course.fresh[seat][-surplus:])
        if course.overdraw and course.overdraw.seat == seat:
            course = replace(course, overdraw=None)
    return course.with_fresh(seat, ())


def _into_the_bag(course: Course, seat: int, tiles: Tiles) -> Course:
    """The course with `tiles` in the bag, as far as they are on the rack of `seat`."""
    gone = tuple((Counter(tiles) & Counter(course.rack(seat))).elements())
    rack = less(course.rack(seat), gone) or ()
    return course.with_rack(seat, rack, bag=(*course.bag, *gone)).with_fresh(seat, ())
