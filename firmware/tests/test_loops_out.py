"""Protects what is said of a loop antenna that carries no current: counted once, named until it carries some again,
and never a reason to leave a square unread."""

from scan.loops import RACK_LOOPS
from tablewire.messages import LoopsOut
from tests.bag_rig import BagRig
from tests.radio_rig import Rig, identity, settle
from wrong import told


def named(bits):
    return [loop for loop in range(34) if bits[loop >> 3] & 0x80 >> (loop & 7)]


def said(loops):
    """The loops that a board of these Loops names."""
    messages = told(9, (), loops.out())
    assert all([type(message) is LoopsOut for message in messages])
    return [named(message.loops) for message in messages]


def test_a_board_whose_loops_are_sound_says_nothing():
    rig = Rig()
    rig.lay(1, 112)
    settle(rig, 112)
    assert said(rig.radio.loops) == []
    assert rig.radio.loops.troubles == {"loop_out": 0}


def test_a_row_and_a_column_that_open_are_counted_once_each_and_named_together():
    rig = Rig()
    rig.run(20)
    rig.air.open_loops.update((7, 20))
    for tile, square in enumerate((112, 114, 35, 50)):       # rows h, h, c, d; columns 8, 10, 6, 6
        rig.lay(tile, square)
        settle(rig, square)
    assert rig.said() == [(square, (identity(tile),)) for tile, square in enumerate((112, 114, 35, 50))]
    assert said(rig.radio.loops) == [[7, 20]]
    assert rig.radio.loops.troubles == {"loop_out": 2}


def test_a_loop_that_carries_current_again_is_no_longer_named():
    """A sweep of the board at rest finds it."""
    rig = Rig()
    rig.run(20)
    rig.air.open_loops.add(7)
    rig.lay(1, 112)
    settle(rig, 112)
    assert said(rig.radio.loops) == [[7]]
    rig.air.open_loops.clear()
    rig.run(3000)
    assert said(rig.radio.loops) == []
    assert rig.radio.loops.troubles == {"loop_out": 1}


def test_an_open_loop_under_the_bag_is_named_as_the_ring_is():
    rig = BagRig()
    rig.air.open_loops.add(1)
    rig.run(7000)
    assert said(rig.bag.loops) == [[1]]
    rig.air.open_loops.clear()
    rig.run(31000)
    assert said(rig.bag.loops) == []
    rig.air.open_loops.add(0)
    rig.run(200)
    assert said(rig.bag.loops) == [[0]]
    assert rig.bag.loops.troubles == {"loop_out": 2}


def test_the_first_loop_and_the_last_have_their_bits():
    assert named(told(9, (), [0, RACK_LOOPS + 3])[0].loops) == [0, 33]
