"""Protects the bag's board with an identify pad: of ring, pad and the other board one has its field at a time; each
has its turn; and the pad costs the ring no tile. Times are of the models."""

from drivers.field_permit import REST_MS
from scan.turns import ASK_MOST_MS, PASSING_MS, POLL_MS, turns
from tests.bag_pad_rig import BagPadRig
from tests.pad_rig import NTAG, OTHER
from tests.radio_rig import identity
from tests.test_field_permit import Pair


def tags(first, count):
    return [identity(1000 * first + n) for n in range(count)]


def seen(rig):
    return [tag for _, _, tag in rig.passed]


def test_the_ring_is_polled_25_times_a_second_or_more_and_the_pad_is_read_in_a_tenth():
    rig = BagPadRig()
    rig.run(200)
    before = rig.bag.polls
    for nth in range(10):
        rig.run(237)
        start_ms = rig.clock.now_us // 1000
        rig.lay(NTAG)
        rig.run(200)
        rig.take(NTAG)
        rig.run(400)
        at_ms, _ = rig.told[-1]
        assert len(rig.told) == nth + 1
        assert at_ms - start_ms <= 100
    assert rig.bag.polls - before >= 25 * 8
    assert rig.both == 0


def test_never_two_of_the_three_fields_and_each_has_its_turn():
    for seed, hold_ms, apart_ms in ((1, 5, 7), (2, 83, 20), (3, 30, 2), (4, 200, 50), (5, 1400, 100)):
        rig = BagPadRig(seed, hold_ms, apart_ms)
        rig.air.unread = 0.0
        rig.world.beside.fill_bag(tags(4, 20))
        rig.run(3000)
        polls, had = rig.bag.polls, rig.neighbour.had
        for identity_of in (NTAG, OTHER, NTAG, OTHER):
            rig.lay(identity_of)
            rig.run(2000)
            rig.fist(tags(seed, 2))
            rig.take(identity_of)
            rig.run(2000)
        assert [tag[1:] for _, tag in rig.told] == [NTAG, OTHER, NTAG, OTHER]
        assert rig.bag.polls > polls + 20
        assert rig.neighbour.had > had + 5
        assert rig.both == 0
        assert rig.permit.troubles["field_overruled"] == 0


def test_the_pad_costs_the_ring_no_single_tile():
    """Bench check T22: 20 of 20, with a tag on the pad all the time."""
    rig = BagPadRig()
    rig.lay(NTAG)
    for tile in tags(1, 20):
        rig.run(137)
        start_ms = rig.clock.now_us // 1000
        rig.fist([tile])
        rig.run(600)
        at_ms, for_ms, tag = rig.passed.pop()
        assert tag == tile
        assert 0 <= at_ms - start_ms <= 60
        assert 85 <= for_ms <= 155
        assert rig.passed == []
    assert len(rig.told) == 1


def test_of_a_fist_of_seven_five_at_least_are_seen_beside_the_pad():
    """The pad waits while tiles pass."""
    for first in range(20):
        rig = BagPadRig(seed=first + 1)
        rig.run(100 + 7 * first)
        fist = tags(first, 7)
        rig.fist(fist)
        rig.run(1500)
        assert len(seen(rig)) == len(set(seen(rig))) >= 5
        assert set(seen(rig)) <= set(fist)


def test_a_tag_that_lies_there_while_the_field_is_away_is_no_second_touch():
    rig = BagPadRig(hold_ms=1200, apart_ms=50)
    rig.lay(NTAG)
    rig.run(20000)
    assert len(rig.told) == 1
    rig.take(NTAG)
    rig.run(6000)
    rig.lay(NTAG)
    rig.run(6000)
    assert len(rig.told) == 2


def test_a_reader_that_hangs_takes_the_field_from_nobody():
    rig = BagPadRig()
    rig.run(500)
    rig.pad_chip.dead = True
    rig.run(3000)
    assert rig.pad.wrong
    rig.fist(tags(1, 1))
    rig.run(1000)
    assert len(rig.passed) == 1
    rig.pad_chip.dead = False
    rig.chip.dead = True
    rig.run(6000)
    rig.lay(NTAG)
    rig.run(6000)
    assert len(rig.told) == 1
    assert rig.bag.wrong


def test_while_a_bench_check_has_the_one_reader_the_other_one_is_silent_and_then_goes_on():
    rig = BagPadRig()
    rig.run(500)
    rig.bag.loan.wanted = True
    rig.run(200)
    rig.lay(NTAG)
    rig.run(ASK_MOST_MS + 1000)
    assert rig.bag.loan.lent
    assert rig.told == []
    rig.bag.loan.wanted = False
    rig.run(500)
    assert len(rig.told) == 1
    rig.pad.loan.wanted = True
    rig.run(500)
    assert rig.pad.loan.lent
    polls = rig.bag.polls
    rig.run(1000)
    assert rig.bag.polls >= polls + 25       # this check needs no field
    rig.pad.loan.wanted = False
    rig.run(500)
    assert rig.both == 0


def test_who_cannot_have_it_gives_up_and_asks_no_more():
    rig = BagPadRig()
    rig.ring.want()
    assert rig.ring.granted()
    waited_ms, granted = 0, []

    def asked():
        had = yield from rig.beside.ask()
        granted.append(had)

    for pause_ms in asked():
        waited_ms += pause_ms
        rig.clock.now_us += 1000 * pause_ms
    assert granted == [False]
    assert ASK_MOST_MS <= waited_ms <= ASK_MOST_MS + 2 * POLL_MS
    assert not rig.beside.asking
    assert rig.permit.held        # the ring has it still
    assert not rig.beside.free
    rig.ring.release()
    assert not rig.permit.held


# ---- one permit, two readers, and the other board -----------------------------------------------------------------


class Shared:
    """The bag's board with its two readers' turns, and the other board, as permits alone."""

    def __init__(self):
        pair = Pair()
        self.pass_ms = pair.pass_ms
        self.beyond, self.permit = pair.permits
        self.ring, self.pad = turns(self.permit, pair.clock)

    def has(self, who):
        """Let `who` ask, and have it."""
        self.pass_ms(REST_MS)
        who.want()
        assert who.granted()


def test_the_field_is_free_for_a_reader_while_neither_the_other_one_nor_the_other_board_has_it_or_asks():
    shared = Shared()
    assert shared.ring.free
    shared.pad.want()
    assert not shared.ring.free
    assert shared.pad.granted()
    assert not shared.ring.free
    shared.pad.release()
    assert shared.ring.free
    shared.has(shared.beyond)
    assert not shared.ring.free
    assert not shared.pad.free


def test_a_reader_is_to_let_go_for_the_other_one_and_for_the_other_board():
    for other in ("pad", "beyond"):
        shared = Shared()
        shared.has(shared.ring)
        assert not shared.ring.wanted
        getattr(shared, other).want()
        getattr(shared, other).granted()          # the other board pulls its wire as it looks
        assert shared.ring.wanted
        assert not shared.pad.wanted              # it has nothing to let go


def test_tiles_that_pass_are_a_reason_to_let_the_pad_wait_and_not_the_other_board():
    shared = Shared()
    shared.has(shared.ring)
    assert not shared.ring.urgent
    shared.pad.want()
    shared.pass_ms(PASSING_MS)
    assert not shared.ring.urgent
    shared.pass_ms(1)
    assert shared.ring.urgent
    shared = Shared()
    shared.has(shared.ring)
    shared.pad.want()
    shared.beyond.want()
    shared.beyond.granted()
    assert shared.ring.urgent                     # at once, however short the pad has waited


def test_a_reader_hands_the_permit_over_unless_the_other_board_waits_for_it():
    shared = Shared()
    shared.has(shared.ring)
    shared.pad.want()
    shared.ring.release()
    assert shared.permit.held
    assert shared.pad.granted()
    shared.ring.want()
    shared.beyond.want()
    assert not shared.beyond.granted()
    shared.pad.release()
    assert not shared.permit.held
    assert shared.beyond.granted()
    assert not shared.ring.granted()


def test_a_reader_that_only_asks_takes_nothing_from_the_one_that_has_it():
    shared = Shared()
    shared.has(shared.ring)
    shared.pad.want()
    shared.pad.release()
    assert shared.permit.held
    assert shared.ring.held
