"""Tiles that were taken for put back into the bag, since their rack's loop read them no more, and were not.

Pure. Without the bag's ring nothing tells a tile that goes into the bag from one that goes over the board: a loop
tells before the magnet of a square does. Where the tile then comes to lie, it never went back.
"""

from dataclasses import replace

from engine_lite.course_events import Due
from engine_lite.course_tiles import less
from host.core.state import Table
from host.core.telling import faces_of, in_step, told


def not_put_back(table: Table) -> Table:
    """`table` with those of them that have turned up asked for again, as before; for as long as that turn lasts.

    They turn up on the board, or on their rack when it is full: on one with room they would have been drawn.
    """
    back, course = table.put_back, table.course
    if back is None:
        return table
    if course.ended or course.overdraw or len(table.game.turns) != back.turns:
        return replace(table, put_back=None)
    full = course.room(back.over.seat) <= 0
    shown = table.ledger.racks.get(back.over.seat, frozenset()) if full else frozenset()
    found = tuple(sorted(tag for tag in back.tags - table.ledger.held.keys() if tag in table.sensed_tags | shown))
    tiles = faces_of(table, found)
    bag = less(course.bag, tiles)
    if not found or bag is None:
        return table
    over = replace(back.over, surplus=len(found))
    course = course.with_rack(over.seat, (*course.rack(over.seat), *tiles), bag=bag, overdraw=over)
    table = replace(table, course=course, ledger=table.ledger.holding(over.seat, found), put_back=None)
    return in_step(told(table, Due(at_ns=table.at_ns)))  # the clock stands again where the rules say so
