"""Protects the bag's reader on the models: what passes the neck is seen and nothing else; the bag is counted only
while nothing passes; the other board's field goes first. Times are of the models."""

from bag import BAG_MS, NO_CURRENT, QUIET_MS
from tests.bag_rig import BagRig
from tests.radio_rig import identity


def tags(first, count):
    return [identity(1000 * first + n) for n in range(count)]


def seen(rig):
    return [tag for _, _, tag in rig.passed]


def test_an_empty_neck_is_polled_25_times_a_second_or_more():
    rig = BagRig()
    rig.run(100)
    before = rig.bag.polls
    rig.run(4000)
    assert rig.bag.polls - before >= 4 * 25
    assert rig.passed == []


def test_every_single_tile_is_seen_with_its_first_and_last_moment():
    """Bench check T22: 20 of 20."""
    rig = BagRig()
    for tile in tags(1, 20):
        rig.run(137)
        start_ms = rig.clock.now_us // 1000
        rig.fist([tile])
        rig.run(600)
        at_ms, for_ms, tag = rig.passed.pop()
        assert tag == tile
        assert 0 <= at_ms - start_ms <= 40
        assert 100 <= for_ms <= 155
        assert rig.passed == []


def test_of_a_fist_of_seven_five_at_least_are_seen_and_none_is_invented():
    for first in range(20):
        rig = BagRig(seed=first + 1)
        rig.run(100 + 7 * first)
        fist = tags(first, 7)
        rig.fist(fist)
        rig.run(1500)
        assert len(seen(rig)) == len(set(seen(rig))) >= 5
        assert set(seen(rig)) <= set(fist)


def test_a_tile_that_the_ring_misses_is_not_told():
    rig = BagRig()
    rig.air.misses = 1.0
    rig.run(100)
    rig.fist(tags(1, 3))
    rig.run(1500)
    assert rig.passed == []


def test_drop_outs_make_no_second_passage_of_one():
    rig = BagRig()
    rig.chip.dropout = 0.2
    for tile in tags(2, 10):
        rig.fist([tile])
        rig.run(900)
    assert sorted(seen(rig)) == sorted(tags(2, 10))


def test_the_bag_is_counted_while_nothing_passes_each_tag_told_once():
    rig = BagRig()
    rig.air.unread = 0.0
    rig.world.beside.fill_bag(tags(3, 100))
    rig.run(QUIET_MS - 100)
    assert rig.lying == []
    start_us = rig.clock.now_us
    while len(rig.lying) < 100:
        rig.run(1)
        assert rig.clock.now_us < start_us + 10_000_000, "the bag is not counted"
    assert (rig.clock.now_us - start_us) / 1000 - 100 < 1.3 * 1160   # hardware design 4.5
    rig.run(3 * BAG_MS)
    assert sorted(rig.lying) == sorted(tags(3, 100))
    assert rig.passed == []


def test_a_tile_on_its_way_in_the_middle_of_a_count_is_seen():
    for late_ms in range(0, 1100, 100):
        rig = BagRig()
        rig.world.beside.fill_bag(tags(3, 100))
        rig.run(QUIET_MS + late_ms)
        rig.fist(tags(4, 1))
        rig.run(1000)
        assert seen(rig) == tags(4, 1), late_ms


def test_what_was_unread_is_read_once_hands_have_shaken_the_bag():
    rig = BagRig()
    lying = tags(5, 30)
    for _ in range(6):
        rig.world.beside.fill_bag(lying)
        rig.run(BAG_MS + 2000)
    assert sorted(rig.lying) == sorted(lying)


def test_all_are_told_again_after_forget():
    rig = BagRig()
    rig.air.unread = 0.0
    rig.world.beside.fill_bag(tags(6, 5))
    rig.run(QUIET_MS + 1000)
    rig.bag.forget()
    rig.run(1000)
    assert sorted(rig.lying) == sorted(2 * tags(6, 5))


def test_a_dead_reader_and_a_ring_without_current_say_so_and_come_back():
    rig = BagRig()
    rig.run(100)
    rig.chip.dead = True
    rig.run(1000)
    assert "does not" in str(rig.bag.wrong)
    rig.chip.dead = False
    rig.run(6000)
    assert rig.bag.wrong is None
    rig.air.open_loops.add(0)
    rig.run(200)
    assert rig.bag.wrong is NO_CURRENT
    rig.air.open_loops.clear()
    rig.fist(tags(7, 1))
    rig.run(1000)
    assert rig.bag.wrong is None
    assert seen(rig) == tags(7, 1)


def test_a_reader_that_dies_in_a_game_is_restarted_three_times_and_then_once_in_five_seconds():
    """Row 31; nothing is said before the third has not helped."""
    rig = BagRig()
    rig.run(100)
    rig.chip.dead = True
    while rig.bag.wrong is None:
        assert rig.bag.losses()[0] <= 3
        rig.step()
    assert rig.bag.losses()[0] == 3
    rig.run(4500)
    assert rig.bag.losses()[0] == 3
    rig.run(1000)
    assert rig.bag.losses()[0] == 4


class Field:
    """The other board has the field for the first `taken_ms` of each second, and waits for it that long before."""

    def __init__(self, taken_ms=200, wait_ms=5):
        self.rig = None
        self.taken_ms, self.wait_ms = taken_ms, wait_ms
        self.held = False
        self.longest_us = 0      # that the other board has waited
        self._since_us = None

    def _phase(self):
        return self.rig.clock.now_us // 1000 % 1000

    @property
    def wanted(self):
        return self._phase() < self.taken_ms

    @property
    def urgent(self):
        return self.wanted

    def ask(self):
        yield self.wait_ms
        self.held = not self.wanted
        return self.held

    def release(self):
        self.held = False

    def watch(self):
        """Called after each step."""
        if not (self.held and self.wanted):
            self._since_us = None
            return
        self._since_us = self._since_us or self.rig.clock.now_us
        self.longest_us = max(self.longest_us, self.rig.clock.now_us - self._since_us)


def test_the_bag_gives_way_to_the_other_board_and_sees_what_passes_between():
    field = Field()
    rig = BagRig(field)
    field.rig = rig
    rig.air.unread = 0.0
    rig.world.beside.fill_bag(tags(8, 60))
    for tile in tags(9, 12):
        while field._phase() != 300:
            rig.run(1)
            field.watch()
            assert field.held or not rig.air._field
        rig.fist([tile])
        rig.run(1)
        for _ in range(20):
            rig.run(1)
    for _ in range(12000):
        rig.run(1)
        field.watch()
    assert sorted(seen(rig)) == sorted(tags(9, 12))
    assert sorted(rig.lying) == sorted(tags(8, 60))
    assert field.longest_us < 100_000


def test_a_permit_that_never_comes_keeps_the_bag_silent():
    field = Field(taken_ms=1000)
    rig = BagRig(field)
    field.rig = rig
    rig.world.beside.fill_bag(tags(8, 10))
    rig.fist(tags(9, 2))
    rig.run(8000)
    assert (rig.passed, rig.lying, rig.bag.polls) == ([], [], 0)
    assert rig.bag.denied > 100
