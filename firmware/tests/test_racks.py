"""Protects what the host hears of a rack: nothing from one reading, no loss for a drop-out, no flood of words."""

from scan.racks import AGAIN_MS, RACK_MS, SILENT_READINGS, TELL_MS, WANTED_READINGS, Racks
from tests.radio_rig import Clock

A, B, C = b"\xe0A", b"\xe0B", b"\xe0C"


class Table:
    """Racks whose readings are given by hand. `told`: (rack, tags) in order."""

    def __init__(self, count=2):
        self.clock = Clock(7_000_000)
        self.told = []
        self.room = True
        self.racks = Racks(count, self._tell, self.clock)

    def _tell(self, rack, tags):
        self.told.append((rack, tags))
        return self.room

    def read(self, *readings):
        """Readings of rack 0, 100 ms apart; what was told from them."""
        before = len(self.told)
        for heard in readings:
            self.racks.take(0, heard)
            self.pass_ms(100)
        return [tags for _, tags in self.told[before:]]

    def pass_ms(self, ms):
        self.clock.now_us += 1000 * ms


def filled():
    """Rack 0 holds A and B, which was told long ago."""
    table = Table()
    assert table.read((A, B), (B, A)) == [(A, B)]
    table.pass_ms(TELL_MS)
    return table


def test_an_empty_rack_is_told_once_after_two_readings():
    table = Table()
    assert table.read(()) == []
    assert table.read(()) == [()]
    assert table.read((), (), ()) == []


def test_a_tile_counts_once_two_readings_in_a_row_have_heard_it():
    table = filled()
    assert table.read((A, B, C), (A, B), (A, B, C)) == []
    assert table.read((A, B, C)) == [(A, B, C)]


def test_a_tile_that_falls_silent_is_gone_only_after_so_many_readings():
    table = filled()
    for _ in range(3):
        assert table.read(*[(A,)] * (SILENT_READINGS - 1), (A, B)) == []
    assert table.read(*[(A,)] * (SILENT_READINGS - 1)) == []
    assert table.read((A,)) == [(A,)]


def test_a_rack_emptied_tile_by_tile_is_told_every_second_at_most():
    table = Table()
    tags = [b"\xe0" + bytes((n,)) for n in range(7)]
    table.read(tags, tags)
    table.told.clear()
    for left in range(6, -1, -1):
        table.read(*[tags[:left]] * 4)               # 0.4 s a tile: 2.8 s
    table.read(*[()] * 20)
    assert 1 <= len(table.told) <= 4
    assert table.told[-1] == (0, ())


def test_a_wanted_rack_is_told_by_the_first_reading_that_agrees_changed_or_not():
    table = filled()
    table.racks.want(0)
    assert table.read((A, B)) == [(A, B)]
    assert table.read((A, B)) == []


def test_a_wanted_rack_waits_for_a_tile_in_doubt():
    table = filled()
    table.racks.want(0)
    assert table.read((A,)) == []
    assert table.read((A, B)) == [(A, B)]


def test_a_wanted_rack_is_told_in_the_end_though_its_tiles_come_and_go():
    table = filled()
    table.racks.want(0)
    assert table.read(*[(A,), (B,)] * (WANTED_READINGS // 2)) == [(A, B)]


def test_all_are_told_when_the_whole_state_is_wanted_and_no_rack_that_is_not_there():
    table = Table(2)
    table.racks.want_all()
    table.racks.want(3)
    told = []
    while table.racks.due() is not None and len(told) < 9:
        told.append(table.racks.due())
        table.racks.take(told[-1], ())
    assert sorted(table.told) == [(0, ()), (1, ())]


def test_what_found_no_room_is_told_again_later_and_stays_wanted():
    table = filled()
    table.room = False
    table.racks.want(0)
    assert table.read((A, B)) == [(A, B)]
    assert table.racks.due() != 0                    # not at once: the line is full
    table.room = True
    table.pass_ms(RACK_MS)
    assert table.racks.due() == 0
    assert table.read((A, B), (A, B)) == [(A, B)]


def test_racks_take_turns_a_changed_one_comes_again_soon_and_a_wanted_one_first():
    table = Table(3)
    for rack in (0, 1, 2, 0, 1, 2):
        assert table.racks.due() == rack
        table.racks.take(rack, ())
        table.pass_ms(AGAIN_MS)
    assert table.racks.due() is None
    table.racks.want(2)
    assert table.racks.due() == 2
    table.racks.take(2, ())
    table.pass_ms(RACK_MS)
    table.racks.take(0, (A,))
    assert table.racks.due() == 1
    table.racks.take(1, ())
    table.racks.take(2, ())
    assert table.racks.due() is None
    table.pass_ms(AGAIN_MS)
    assert table.racks.due() == 0


def test_a_reading_given_up_is_made_again_soon_and_one_without_current_later():
    table = filled()
    table.racks.take(1, ())
    table.racks.take(1, ())
    table.racks.put_off(0, True)
    table.pass_ms(AGAIN_MS)
    assert table.racks.due() == 0
    table.racks.put_off(0, False)
    table.pass_ms(AGAIN_MS)
    assert table.racks.due() is None


def test_a_rack_that_is_always_in_doubt_is_told_in_the_end_though_nobody_wants_it():
    """A and B fall silent in turn for ever, and C has come: no reading is without doubt."""
    table = filled()
    assert table.read(*[(A, C), (B, C)] * 4) == []
    assert table.read((A, C)) == [(A, B, C)]
    assert table.read(*[(B, C), (A, C)] * 4) == []
