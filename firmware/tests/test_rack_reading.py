"""Protects the racks of the radio board on the models: read while all rests, given up for squares, silent when the
reader or a loop is broken. Times are of the models."""

from tests.bag_rig import RackRig
from tests.radio_rig import identity, settle

SEVEN = tuple(sorted(identity(n) for n in range(7)))
OTHERS = tuple(sorted(identity(n) for n in range(50, 57)))


def rested(count=4):
    """Empty racks, told."""
    rig = RackRig(count)
    rig.run(500)
    assert sorted((rack, tags) for _, rack, tags in rig.told) == [(n, ()) for n in range(count)]
    rig.told.clear()
    return rig


def until_told(rig, count=1):
    """The ms until so much has been told."""
    start_us = rig.clock.now_us
    while len(rig.told) < count:
        assert rig.clock.now_us - start_us < 10_000_000, "nothing is told"
        rig.step()
    return (rig.clock.now_us - start_us) / 1000


def test_seven_tiles_are_told_whole_within_300_ms_when_wanted():
    """Bench check T21: 7 of 7, 20 times."""
    for first in range(20):
        rig = rested()
        tags = tuple(sorted(identity(100 * first + n) for n in range(7)))
        rig.rack(2, tags)
        rig.racks.want(2)
        assert until_told(rig) < 300
        assert rig.told[0][1:] == (2, tags)


def test_two_racks_at_once_and_nobody_asks():
    rig = rested()
    rig.rack(0, SEVEN)
    rig.rack(3, OTHERS)
    assert until_told(rig, 2) < 1500
    assert (rig.last(0), rig.last(3), len(rig.told)) == (SEVEN, OTHERS, 2)


def test_a_full_rack_at_rest_is_told_once():
    rig = rested()
    rig.rack(0, SEVEN)
    rig.run(20_000)
    assert [tags for _, _, tags in rig.told] == [SEVEN]


def test_drop_outs_take_no_tile_from_a_rack():
    rig = rested()
    rig.rack(1, SEVEN)
    until_told(rig)
    rig.chip.dropout = 0.1
    rig.run(60_000)
    assert [tags for _, _, tags in rig.told] == [SEVEN]


def test_a_square_is_read_as_soon_as_without_racks():
    """A reading of a rack that is under way costs it some slots, not a whole rack."""
    def takes_ms(rig, rest_ms):
        rig.lay(1, 112)
        rig.run(rest_ms)
        rig.radio.stir(112, settled=True)
        return rig.until_quiet()

    alone = takes_ms(RackRig(0), 500)
    for rest_ms in range(1000, 2000, 37):
        rig = RackRig()
        for rack in range(4):
            rig.rack(rack, [identity(10 * rack + 1000 + n) for n in range(7)])
        assert takes_ms(rig, rest_ms) < alone + 25, rest_ms


def test_a_rack_is_read_after_the_squares_for_which_it_was_given_up():
    rig = rested()
    rig.rack(0, SEVEN)
    rig.racks.want(0)
    rig.run(30)
    rig.lay(60, 17)
    settle(rig, 17)
    assert rig.said() == [(17, (identity(60),))]
    until_told(rig)
    assert rig.last(0) == SEVEN


def test_a_loop_without_current_is_no_empty_rack():
    rig = rested()
    rig.rack(0, SEVEN)
    until_told(rig)
    rig.air.open_loops.add(30)
    rig.racks.want(0)
    rig.run(10_000)
    assert len(rig.told) == 1
    rig.air.open_loops.clear()
    rig.run(2_000)
    assert [tags for _, _, tags in rig.told] == [SEVEN] * 2
    rig.lay(60, 17)
    settle(rig, 17)
    assert rig.said() == [(17, (identity(60),))]


def test_a_dead_reader_tells_nothing_and_one_that_lives_again_what_was_wanted():
    rig = rested()
    rig.rack(0, SEVEN)
    rig.chip.dead = True
    rig.racks.want(0)
    rig.run(8_000)
    assert rig.told == []
    rig.chip.dead = False
    until_told(rig)
    assert rig.last(0) == SEVEN


class Field:
    """An interlock that counts."""

    wanted = False
    free = True

    def __init__(self, granted=True, wait_ms=3):
        self.granted, self.wait_ms = granted, wait_ms
        self.asked = self.held = 0

    def ask(self):
        self.asked += 1
        yield self.wait_ms
        self.held = 1
        return self.granted

    def release(self):
        self.held = 0


def test_the_radio_holds_the_permit_only_while_it_reads_and_reads_without_it_when_it_must():
    for granted in (True, False):
        field = Field(granted)
        rig = RackRig(4, field)
        held = steps = 0
        rig.rack(0, SEVEN)
        rig.run(1000)
        for _ in range(400):
            rig.step()
            steps += 1
            held += field.held
            assert field.held or not rig.air._field
        assert 0 < held < steps
        assert rig.last(0) == SEVEN
        rig.lay(60, 17)
        settle(rig, 17)
        assert rig.said() == [(17, (identity(60),))]
