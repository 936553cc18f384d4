"""The racks when a game is over: what only the ring has seen is in doubt, and what loops tell later still counts.

Pure. A tile that the ring has seen leave, and no loop reads, may be in a hand, or in the bag again. At the end, as at
the end of each turn, it is in the bag until a loop reads it on a rack or people say that it is there; but nobody
settles that in silence. Knows no points: the rules settle the racks anew.
"""

from dataclasses import replace

from engine_lite.course_end import counts_racks, resettled, surplus_asked
from engine_lite.course_state import Course, Ended
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.course_tiles import less
from host.core.beliefs import all_in_the_bag, unsure_racks, untold_racks
from host.core.draws import missing_on, owed_kept, put_back_read, ring_doubted
from host.core.ledger import NOBODY
from host.core.state import Table
from host.core.telling import faces_of, in_step


def racks_at_the_end(before: Table, now: Table) -> Table:
    """`now`, after an event that `before` it came to, with its racks as far as readers can tell them at the end."""
    if not now.ended or not counts_racks(now.course):  # an end that was put right may be one where they do not count
        return replace(now, course=replace(now.course, untold=frozenset())) if now.course.untold else now
    if now.ended != before.ended and now.ended != Ended.OUT:  # what is owed as the bag runs out is surely drawn
        now = _doubted(now, told=bool(before.ended or before.course.undecided))
    if now.course.phase is CoursePhase.AGREED:
        return now
    return _untold(_told_late(now))


def _untold(table: Table) -> Table:
    """The racks of which nobody has told cost and bring nothing until somebody has."""
    untold = frozenset() if table.guesses_settle else untold_racks(table)
    if untold == table.course.untold:
        return table
    return replace(table, course=resettled(replace(table.course, untold=untold)))


def _doubted(table: Table, told: bool) -> Table:
    """The game has just ended: what the ring alone has seen is in no rack's worth, and people are asked.

    Unless they have `told`: an end that a correction had taken away, or made another, finds the racks as they were.
    """
    for seat in range(table.game.seats):
        table = ring_doubted(table, seat)
    if table.ledger.out:
        table = replace(table, ledger=table.ledger.doubting(table.ledger.out, NOBODY))
    table = replace(table, course=resettled(_surplus_now(table.course)))
    if told:
        return table
    return replace(table, told_racks=table.told_racks - unsure_racks(replace(table, told_racks=frozenset())))


def _surplus_now(course: Course) -> Course:
    """The course with no more asked back than its racks have too much now."""
    over = course.overdraw
    if over is None or over.surplus == -course.room(over.seat):
        return course
    return surplus_asked(replace(course, overdraw=None))


def _told_late(table: Table) -> Table:
    """What the loops tell after the end: tiles that have come to a rack at last, or gone back from one too full."""
    for seat in sorted(table.ledger.racks):
        table = owed_kept(table, seat)
        new, over = table.ledger.new(seat), table.course.overdraw
        if over is not None and over.seat == seat and not new and (missing := missing_on(table, seat)):
            table = put_back_read(table, missing)
        for tag in new:
            if tag in table.ledger.doubted and tag not in table.sensed_tags and table.course.room(seat) > 0:
                table = _come_late(table, seat, tag)
    return table


def _come_late(table: Table, seat: int, tag: str) -> Table:
    """The tile with `tag`, seen leaving the bag before the end, is on the rack of `seat`."""
    tiles = faces_of(table, (tag,))
    found = all_in_the_bag(table, tiles)
    bag = less(found.course.bag, tiles)
    if bag is None:
        return table
    course = found.course.with_rack(seat, (*found.course.rack(seat), *tiles), bag=bag)
    return in_step(replace(found, course=resettled(course), ledger=found.ledger.holding(seat, (tag,))))
