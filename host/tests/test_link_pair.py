"""Two boards that read one set of squares: what one feels the other reads, and the game hears of rest once both rest.

Both far ends are frames written by hand; the firmware of both runs in test_reference_table.py.
"""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from tablewire import messages as wire

from host.adapters.link_pair import Pair
from host.core import events
from host.core.events import Source
from host.tests.far_board import MS, Far

LOOPS_UID = bytes.fromhex("e66118604b2f8c22")
NOW = 5 * MS


class Two:
    """The board of the magnets and that of the loops, met, and the pair between their lines."""

    def __init__(self, magnets_role=wire.BOARD):
        self.magnets = Far(role=magnets_role)
        self.loops = Far(role=wire.RADIO, uid=LOOPS_UID, part="racks")
        self.pair = Pair(self.magnets.link, self.loops.link)
        self.numbers = {self.magnets: 0, self.loops: 0}
        self.up = [*self.meets(self.magnets), *self.meets(self.loops)]

    def meets(self, far):
        told = self.pair.taken(far.link, far.meet())
        return [each.event for each in told]

    def says(self, far, message):
        """What the game hears when one of the boards sends `message`."""
        told = self.pair.taken(far.link, far.says(message, self.numbers[far]))
        self.numbers[far] += 1
        self.pair.flush()
        return told

    def passed_on(self):
        """What the loops' board is told now."""
        heard = [m for _, m in self.loops.hears(wire.Stirs, wire.Magnets)]
        self.loops.takes(len(heard))
        return heard


@pytest.fixture
def two():
    both = Two()
    both.passed_on()
    both.says(both.loops, wire.AllRead(1, 1))
    return both


def happened(told):
    return [each.event for each in told]


def test_the_squares_are_there_once_both_boards_are_and_the_loops_hear_the_whole_state_first():
    both = Two()
    assert both.up == [events.BoardUp(NOW, False, "racks"), events.BoardUp(NOW, True, "board")]
    assert both.passed_on() == [wire.Magnets(1, bytes(29))]


def test_what_stirs_is_passed_on_and_told_to_nobody_else(two):
    assert two.says(two.magnets, wire.Moving(9))[0].event == events.Stirred(NOW)
    (told,) = two.says(two.magnets, wire.MagnetStirs(9, 112))
    assert (told.event, told.source) == (None, Source(two.magnets.link.board.uid, 7, 1))  # to be kept
    assert two.passed_on() == [wire.Stirs(2, 112, wire.UNSETTLED)]


def test_what_settles_is_told_and_passed_on(two):
    assert happened(two.says(two.magnets, wire.HallChanged(9, 112, 1))) == [events.HallChanged(NOW, 112, True)]
    assert happened(two.says(two.magnets, wire.HallChanged(9, 112, 0))) == [events.HallChanged(NOW, 112, False)]
    assert two.passed_on() == [wire.Stirs(2, 112, wire.MAGNET), wire.Stirs(3, 112, wire.NO_MAGNET)]


def test_rest_is_told_when_the_loops_have_read_all_of_it(two):
    two.says(two.magnets, wire.HallChanged(9, 112, 1))
    assert happened(two.says(two.magnets, wire.Quiet(9))) == [None]
    two.says(two.magnets, wire.HallChanged(9, 113, 1))
    assert two.pair.reading
    assert happened(two.says(two.loops, wire.AllRead(9, 2))) == [None]  # the second square is still on its way there
    assert happened(two.says(two.loops, wire.AllRead(9, 3))) == [events.Calmed(NOW)]
    assert not two.pair.reading


def test_rest_is_told_by_the_magnets_when_the_loops_were_quicker(two):
    two.says(two.magnets, wire.Moving(9))
    two.says(two.magnets, wire.MagnetStirs(9, 112))
    assert happened(two.says(two.loops, wire.AllRead(9, 2))) == [None]
    assert happened(two.says(two.magnets, wire.Quiet(9))) == [events.Calmed(NOW)]


def test_the_whole_state_is_told_by_one_board_and_then_by_the_other(two):
    first = bytes([128]) + bytes(28)
    assert happened(two.says(two.magnets, wire.HallState(9, first))) == [events.BoardTold(NOW, (0,))]
    assert happened(two.says(two.magnets, wire.StateEnd(9, 0))) == [None]
    assert [m for _, m in two.loops.hears(wire.Magnets, wire.StateWanted)] == [
        wire.Magnets(2, first), wire.StateWanted()]
    assert happened(two.says(two.loops, wire.StateEnd(9, 1))) == [events.StateTold(NOW)]
    assert happened(two.says(two.loops, wire.StateEnd(9, 1))) == [None]  # asked for its racks alone


def test_a_square_is_read_again_by_the_board_that_reads_tags(two):
    assert two.pair.read_again(112)
    assert [m for _, m in two.loops.hears(wire.ReadAgain)] == [wire.ReadAgain(112)]
    assert two.magnets.hears(wire.ReadAgain) == []


def test_the_squares_are_gone_while_either_board_is_and_come_back_with_the_whole_state(two):
    two.says(two.magnets, wire.HallChanged(9, 112, 1))
    gone = two.pair.taken(two.loops.link, two.loops.link.cut(NOW))
    assert happened(gone) == [events.BoardDown(NOW, "racks"), events.BoardDown(NOW, "board")]
    two.says(two.magnets, wire.HallChanged(9, 113, 1))  # nobody is there to be told
    assert two.meets(two.loops) == [events.BoardUp(NOW, False, "racks"), events.BoardUp(NOW, True, "board")]
    (magnets,) = [m for _, m in two.loops.hears(wire.Magnets, wire.Stirs) if m.nth == 3]
    assert [square for square in range(225) if magnets.bits[square >> 3] & 0x80 >> (square & 7)] == [112, 113]


def test_a_board_that_carries_both_is_left_alone():
    both = Two(magnets_role=wire.WHOLE)
    assert both.up == [events.BoardUp(NOW, False, "board"), events.BoardUp(NOW, False, "racks")]
    assert happened(both.says(both.magnets, wire.HallChanged(9, 112, 1))) == [events.HallChanged(NOW, 112, True)]
    assert happened(both.says(both.magnets, wire.Quiet(9))) == [events.Calmed(NOW)]
    assert both.passed_on() == []


class Both(RuleBasedStateMachine):
    """Any order of what two boards say, over a line that may be full: rest is told when nothing is left to read."""

    def __init__(self):
        super().__init__()
        self.two = Two()
        self.unsettled = False
        self.felt = 1  # passed on, the whole state at the start among it
        self.taken = self.read = 0  # by the loops' board: the last that it was told of, and that it has read
        self.rest = None

    def tell(self, far, message):
        for event in happened(self.two.says(far, message)):
            if isinstance(event, events.Stirred):
                self.rest = False
            if isinstance(event, events.Calmed):
                self.rest = True

    @rule(square=st.integers(0, 224), kind=st.sampled_from(("stirs", "on", "off")))
    def feels(self, square, kind):
        if not self.unsettled:
            self.tell(self.two.magnets, wire.Moving(9))
            self.unsettled = True
        self.tell(self.two.magnets, wire.MagnetStirs(9, square) if kind == "stirs" else
                  wire.HallChanged(9, square, int(kind == "on")))
        self.felt += 1

    @rule()
    def settles(self):
        if self.unsettled:
            self.unsettled = False
            self.tell(self.two.magnets, wire.Quiet(9))

    @rule()
    def hears(self):
        self.two.pair.flush()
        for message in self.two.passed_on():
            assert message.nth == self.taken + 1  # in order, none left out
            self.taken = message.nth

    @rule()
    def reads(self):
        self.tell(self.two.loops, wire.Moving(9))
        self.read = self.taken
        self.tell(self.two.loops, wire.AllRead(9, self.read))

    @invariant()
    def rest_is_rest(self):
        if self.rest:
            assert not self.unsettled
            assert self.read == self.felt


TestBoth = Both.TestCase
TestBoth.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
