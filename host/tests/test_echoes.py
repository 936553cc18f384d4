"""Squares over which a tile has only slid: the board is asked about them once, when nothing else is to be read."""

import pytest

from engine_lite.notation import parse_square
from host.core.effects import ReadAgain
from host.core.events import (
    BoardUp,
    Calmed,
    ClockPressed,
    GameOpened,
    HallChanged,
    RackTagRead,
    RackTold,
    Started,
    Stirred,
    TagsRead,
)
from host.core.table import open_table, step
from host.simulator.stock import Stock

MS = 1_000_000
HOME, C3, D4 = (parse_square(name) for name in ("h8", "c3", "d4"))
STOCK = Stock("AEIOU", 1)
TAG = STOCK.register[0][0]


def asked(table, *all_events):
    """The table after them, and all squares that the board was asked for on the way."""
    squares = []
    for event in all_events:
        table, effects = step(table, event)
        squares += [square for effect in effects if isinstance(effect, ReadAgain) for square in effect.squares]
    return table, squares


@pytest.fixture
def slid():
    """A table on which a tile lies on h8, and is still read on c3 and d4, over which it has come; it moves yet."""
    opened = GameOpened(at_ns=0, rulebook="fisc_classic", seats=("A", "B"), clock_ns=(10**12, 10**12),
                        tiles=STOCK.register, readers=("racks",))
    table, _ = asked(open_table(opened), BoardUp(0, True), BoardUp(0, True, "racks"), Started(0, at_ns=MS),
                     Stirred(2 * MS), TagsRead(3 * MS, C3, (TAG,)), TagsRead(4 * MS, D4, (TAG,)))
    table, squares = asked(table, HallChanged(5 * MS, HOME, True), TagsRead(5 * MS, HOME, (TAG,)))
    assert squares == []
    return table


def test_where_a_tile_has_passed_is_read_again_once_all_lies_still(slid):
    table, squares = asked(slid, Calmed(6 * MS))
    assert squares == [C3, D4]
    told = TagsRead(8 * MS, C3, ()), TagsRead(8 * MS, D4, (TAG,))
    table, squares = asked(table, Stirred(7 * MS), *told, Calmed(9 * MS))
    assert squares == []  # a tag that bleeds onto d4 for good would have it asked for ever
    _, squares = asked(table, Stirred(10 * MS), TagsRead(11 * MS, C3, (TAG,)), Calmed(12 * MS))
    assert squares == [C3]


def test_a_tile_that_a_rack_shows_is_on_no_square(slid):
    table, squares = asked(slid, HallChanged(6 * MS, HOME, False), TagsRead(6 * MS, HOME, ()), Calmed(7 * MS))
    assert squares == []
    assert asked(table, RackTagRead(8 * MS, 0, TAG), RackTold(8 * MS, 0, 1))[1] == [C3, D4]


def test_nothing_is_asked_while_a_press_waits(slid):
    assert asked(slid, ClockPressed(6 * MS, 0), Calmed(7 * MS))[1] == []
    assert asked(slid, Calmed(6 * MS))[1] == [C3, D4]
