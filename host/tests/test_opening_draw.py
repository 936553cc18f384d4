"""The tiles that are drawn for the first move, as the loops of the racks see them come and go."""

import pytest

from host.core import events
from host.core.phases import Phase
from host.core.table import open_table, step
from host.tests.hands_at_table import opened

LETTERS = {0: "e004000000000003", 1: "e004000000000005"}  # a tile of another face for each seat


def taken(table, *told):
    for event in told:
        table, _ = step(table, event)
    return table


def loop(rack, *tags):
    return (*(events.RackTagRead(0, rack, tag) for tag in tags), events.RackTold(0, rack, len(tags)))


@pytest.mark.parametrize("readers", [("racks",), ("bag", "racks")])
def test_a_tile_drawn_for_the_first_move_that_nobody_saw_go_back_is_none_of_the_first_rack(readers):
    """It left its rack, and the ring of the bag missed it: seven others are a full rack, and not one too many."""
    table = open_table(opened("fisc_classic", readers))
    table = taken(table, *(events.BoardUp(0, False, part) for part in ("board", *readers)))
    table = taken(table, *loop(0, LETTERS[0]), *loop(1, LETTERS[1]))
    table = taken(table, events.DrawnToStart((), at_ns=0))
    assert table.phase is Phase.RACKS
    table = taken(table, *loop(0), *loop(1))
    first = [tag for tag in table.tiles if tag not in LETTERS.values()]
    table = taken(table, *loop(0, *first[:7]), *loop(1, *first[7:14]), events.Started(0, at_ns=0))
    assert (table.phase, table.course.overdraw) == (Phase.PLAYING, None)
    assert [len(rack) for rack in table.course.racks] == [7, 7]
    assert set(first[:14]) == set(table.ledger.held)
