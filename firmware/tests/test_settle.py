"""Settling: only what has stood SETTLE_MS counts, with the time of its first reading; a broken chain counts for
nothing; and a scan without change allocates nothing, so that the collector never stops the scan loop."""

from drivers.hall_chain import HallChain
from pinout import SETTLE_MS, SQUARES, chain_bit, sentinel
from scan.settle import (
    BROKEN_SCANS,
    CHATTER_MS,
    CHATTER_SETTLES,
    CHATTER_TOGGLES,
    PLAIN,
    WHOLE_MS,
    Settle,
    wrong_sentinel,
)
from sim.chance import Chance

WRAP = 1 << 30  # a board's milliseconds begin again


def reading(*occupied):
    """The chain's bytes with magnets on these squares."""
    raw = bytearray(b"\xff" * 30)
    for row in range(15):
        raw[2 * row + 1] = 0xFE | sentinel(row)
    for square in occupied:
        byte, mask = chain_bit(square)
        raw[byte] &= ~mask & 0xFF
    return raw


def settled(settle, raw, now_ms):
    settle.take(raw, now_ms)
    return list(settle.settled)


def test_a_change_settles_after_its_time_stamped_with_its_first_reading():
    settle = Settle()
    assert settle.take(reading(112), 1000)
    assert list(settle.stirring) == [112]
    assert not settle.take(reading(112), 1000 + SETTLE_MS - 1)
    assert settled(settle, reading(112), 1000 + SETTLE_MS) == [(112, True, 1000)]
    assert settle.is_on(112)
    assert settle.at_rest(1000 + SETTLE_MS)


def test_a_tile_lifted_settles_in_the_same_way():
    settle = Settle()
    settled(settle, reading(5), 0)
    settled(settle, reading(5), 120)
    settle.take(reading(), 500)
    assert settle.is_on(5)
    assert settled(settle, reading(), 620) == [(5, False, 500)]


def test_a_square_that_bounces_starts_anew_and_one_that_returns_never_settles():
    settle = Settle()
    settle.take(reading(7), 0)
    settle.take(reading(), 50)
    assert not settle.at_rest(59)
    settle.take(reading(7), 60)
    assert settled(settle, reading(7), 130) == []
    assert settled(settle, reading(7), 180) == [(7, True, 60)]


def test_a_board_is_at_rest_only_when_no_reading_has_changed_for_the_settling_time():
    settle = Settle()
    settle.take(reading(7), 1000)
    settle.take(reading(), 1050)  # a tile slid past: nothing is left to settle, yet a hand is at work
    assert not settle.at_rest(1169)
    assert settle.at_rest(1170)


def test_each_square_settles_by_itself_in_the_order_of_the_board():
    settle = Settle()
    settle.take(reading(200), 0)
    settle.take(reading(200, 3, 1), 20)
    assert list(settle.stirring) == [1, 3]
    assert settled(settle, reading(200, 3, 1), 120) == [(200, True, 0)]
    assert settled(settle, reading(200, 3, 1), 140) == [(1, True, 20), (3, True, 20)]


def test_every_square_has_a_bit_of_its_own():
    seen = []
    for square in range(SQUARES):
        settle = Settle()
        settle.take(reading(square), 0)
        seen += settle.stirring
        settle.take(reading(square), SETTLE_MS)
        bits = settle.bits()
        assert bits[square // 8] == 0x80 >> square % 8
        assert sum(bits) == bits[square // 8]
    assert seen == list(range(SQUARES))


def test_a_square_is_occupied_from_the_first_reading_until_its_going_has_settled():
    settle = Settle()
    assert not settle.occupied(9)
    settle.take(reading(9), 0)
    assert settle.occupied(9)
    assert not settle.is_on(9)
    settle.take(reading(9), 120)
    settle.take(reading(), 130)
    assert settle.occupied(9)
    settle.take(reading(), 250)
    assert not settle.occupied(9)


def test_a_reading_with_a_wrong_sentinel_is_dropped_and_counted():
    settle = Settle()
    for row in range(15):
        raw = reading(30)
        raw[2 * row + 1] ^= 1
        assert wrong_sentinel(raw) == row
        assert not settle.take(raw, 10 * row)
    assert settle.bad == 15
    assert settle.scans == 15


def dropped(settle, times, from_ms, row=4):
    """So many readings with a wrong sentinel, 10 ms apart."""
    raw = reading()
    raw[2 * row + 1] ^= 1
    for nth in range(times):
        assert not settle.take(raw, from_ms + 10 * nth)


def test_a_chain_is_broken_at_the_sixth_dropped_reading_in_a_row_and_nothing_is_at_rest():
    settle = Settle()
    settle.take(reading(), 0)
    dropped(settle, BROKEN_SCANS, 200)
    assert settle.at_rest(250)
    assert not settle.is_broken()
    settle.take(reading(), 250)
    dropped(settle, BROKEN_SCANS + 1, 300)
    assert settle.is_broken()
    assert not settle.at_rest(1000)
    assert (settle.broken, settle.broken_row) == (BROKEN_SCANS + 1, 4)
    settle.take(reading(), 1000)
    assert not settle.is_broken()
    assert settle.broken == 0
    assert not settle.at_rest(1000 + SETTLE_MS - 1)
    assert settle.at_rest(1000 + SETTLE_MS)


def test_what_has_changed_while_the_chain_was_broken_settles_from_the_first_whole_reading_on():
    settle = Settle()
    settle.take(reading(7), 0)                    # has not settled when the chain breaks
    dropped(settle, 60, 10)
    assert settled(settle, reading(7, 8), 700) == []
    assert settled(settle, reading(7, 8), 700 + SETTLE_MS - 1) == []
    assert settled(settle, reading(7, 8), 700 + SETTLE_MS) == [(7, True, 700), (8, True, 700)]


def test_a_board_whose_chain_breaks_before_it_is_whole_is_not_whole_before_it_is_mended():
    settle = Settle()
    assert not whole_at(settle, reading(112), 0)
    dropped(settle, 60, 10)
    assert not settle.whole(610)
    assert not whole_at(settle, reading(112), 620)
    assert whole_at(settle, reading(112), 620 + SETTLE_MS)


def test_a_dropped_reading_does_not_stop_a_change_from_settling():
    settle = Settle()
    settle.take(reading(30), 0)
    settle.take(bytearray(30), 60)
    assert settled(settle, reading(30), 120) == [(30, True, 0)]


def test_settling_goes_on_across_the_wrap_of_the_ticks():
    settle = Settle()
    settle.take(reading(1), WRAP - 60)
    assert settled(settle, reading(1), 59) == []
    assert settled(settle, reading(1), 60) == [(1, True, WRAP - 60)]


# ---- sensors that are wired in another order, and some that are not believed ------------------------------------


def shuffled(seed):
    """A chance order of all squares."""
    order, chance = bytearray(range(SQUARES)), Chance(seed)
    for place in range(SQUARES - 1, 0, -1):
        other = chance.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return bytes(order)


def test_a_learned_order_names_the_square_of_each_place_in_all_that_is_told():
    order = shuffled(3)
    for place in range(SQUARES):
        square = order[place]
        settle = Settle(order=order)
        settle.take(reading(place), 1000)
        assert list(settle.stirring) == [square]
        assert settle.occupied(square)
        assert settled(settle, reading(place), 1000 + SETTLE_MS) == [(square, True, 1000)]
        assert settle.is_on(square)
        assert [each for each in range(SQUARES) if settle.is_on(each)] == [square]
        bits = settle.bits()
        assert bits[square // 8] == 0x80 >> square % 8
        assert sum(bits) == bits[square // 8]


def test_under_a_learned_order_the_sentinels_stay_where_they_are():
    settle = Settle(order=shuffled(4))
    for row in range(15):
        raw = reading(30)
        raw[2 * row + 1] ^= 1
        assert not settle.take(raw, 10 * row)
    assert settle.bad == 15


def test_a_masked_square_tells_nothing_and_keeps_no_board_from_rest():
    """Its sensor chatters, under a learned order too; its neighbours in the chain go on."""
    for order in (PLAIN, shuffled(5)):
        settle, masked = Settle(order=order, masked=(order[112],)), order[112]
        for at_ms in range(0, 1000, 10):
            assert not settle.take(reading(112) if at_ms % 20 else reading(), at_ms)
        assert settle.at_rest(1000)
        assert not settle.is_on(masked)
        assert not settle.occupied(masked)
        assert sum(settle.bits()) == 0
        settle.take(reading(111, 112, 113), 2000)
        assert sorted(settle.stirring) == sorted((order[111], order[113]))
        assert sorted(settled(settle, reading(111, 112, 113), 2000 + SETTLE_MS)) == sorted(
            ((order[111], True, 2000), (order[113], True, 2000)))


class Still:
    """A bus and a pin on which nothing changes."""

    def __init__(self, raw):
        self._raw = raw

    def readinto(self, buffer):
        for index in range(len(buffer)):  # a slice would be taken from the heap
            buffer[index] = self._raw[index]

    def __call__(self, level):
        """A pin takes any level."""


def scan_a_thousand_times(occupied):
    still = Still(reading(*occupied))
    chain, settle = HallChain(still, still, still), Settle()
    settle.take(chain.read(), 0)
    settle.take(chain.read(), SETTLE_MS)
    for now_ms in range(200, 1200):
        if settle.take(chain.read(), now_ms):
            return False
    return True


def test_a_thousand_scans_without_change_report_nothing():
    assert scan_a_thousand_times((3, 77))


try:
    from micropython import heap_lock, heap_unlock
except ImportError:
    heap_lock = None  # CPython cannot lock its heap; under MicroPython the following test is there too

if heap_lock:
    from roles.board import Board, NoRadio

    def test_scans_without_change_allocate_nothing():
        still = Still(reading(3, 77))
        settle = Settle()
        settle.take(reading(3, 77), 0)
        settle.take(reading(3, 77), SETTLE_MS)
        board = Board(HallChain(still, still, still), settle, NoRadio(), None, None, None, None)
        heap_lock()
        try:
            for now_ms in range(200, 1200):
                board.look(now_ms)
        finally:
            heap_unlock()
        assert settle.scans == 1002


    def test_a_learned_order_and_masked_squares_take_nothing_from_the_heap_either():
        """A tile comes, is told, and goes again, beside a masked sensor that chatters."""
        order = shuffled(6)
        settle = Settle(order=order, masked=(order[50],))
        there, gone = reading(112, 50), reading()
        heard = bytearray(4)
        heap_lock()
        try:
            for now_ms in range(0, 1200, 10):
                if settle.take(there if 300 <= now_ms < 700 else gone, now_ms):
                    for nth in range(settle.stirs):
                        heard[0] = settle.stirred(nth)
                    for nth in range(settle.changes):
                        heard[1] = settle.changed(nth)
                        heard[2] += settle.is_on(heard[1])
                        heard[3] += settle.since_ms(heard[1]) == (300 if settle.is_on(heard[1]) else 700)
        finally:
            heap_unlock()
        assert bytes(heard) == bytes((order[112], order[112], 1, 2))


def whole_at(settle, raw, now_ms):
    settle.take(raw, now_ms)
    return settle.whole(now_ms)


def test_no_square_is_known_to_be_empty_before_the_first_readings_have_settled():
    """A board that starts anew amid a game would tell of an empty one."""
    for began_ms in (0, 7000, WRAP - 50):
        settle = Settle()
        assert not settle.whole(began_ms)
        for at_ms in range(0, SETTLE_MS, 10):
            assert not whole_at(settle, reading(112), (began_ms + at_ms) % WRAP)
        assert whole_at(settle, reading(112), (began_ms + SETTLE_MS) % WRAP)
        assert settle.is_on(112)


def test_sensors_that_look_for_the_first_time_after_the_first_reading_are_waited_for():
    settle = Settle()
    assert not whole_at(settle, reading(), 1000)
    assert not whole_at(settle, reading(7), 1060)
    assert not whole_at(settle, reading(7), 1000 + SETTLE_MS)
    assert whole_at(settle, reading(7), 1060 + SETTLE_MS)
    assert settle.is_on(7)


def test_of_a_broken_chain_no_reading_is_the_first():
    settle = Settle()
    for at_ms in range(0, 10 * WHOLE_MS, 10):
        assert not whole_at(settle, bytes(30), at_ms)
    assert not whole_at(settle, reading(), 10 * WHOLE_MS)
    assert whole_at(settle, reading(), 10 * WHOLE_MS + SETTLE_MS)


def test_readings_that_are_dropped_change_nothing_and_count():
    settle = Settle()
    settle.take(reading(3), 0)
    settle.take(reading(3), SETTLE_MS)
    for _ in range(50):
        settle.drop()
    assert (settle.scans, settle.bad, settle.stirs, settle.changes) == (52, 50, 0, 0)
    assert settle.is_on(3)


def test_what_had_begun_to_change_before_readings_were_dropped_has_to_stand_anew():
    """A tile that was lifted, or a supply that failed: which of them, the next readings tell."""
    settle = Settle()
    settle.take(reading(3), 0)
    settle.take(reading(3), SETTLE_MS)
    settle.take(reading(), 1000)
    settle.drop()
    settle.anew(3000)
    assert not settle.take(reading(3), 3000)
    assert not settle.at_rest(3000)
    assert settle.at_rest(3000 + SETTLE_MS)
    settle.take(reading(), 4000)
    settle.drop()
    settle.anew(5000)
    settle.take(reading(), 5000)
    assert not settle.take(reading(), 5000 + SETTLE_MS - 10)
    settle.take(reading(), 5000 + SETTLE_MS)
    assert list(settle.settled) == [(3, False, 5000)]


def test_a_board_that_drops_readings_before_it_is_whole_waits_for_the_first_after_them():
    settle = Settle()
    assert not whole_at(settle, reading(112), 0)
    settle.drop()
    settle.anew(2 * WHOLE_MS)
    assert not whole_at(settle, reading(112), 2 * WHOLE_MS)
    assert whole_at(settle, reading(112), 2 * WHOLE_MS + SETTLE_MS)
    assert settle.is_on(112)


def test_one_square_that_chatters_keeps_no_other_from_being_told():
    settle, at_ms = Settle(), 0
    while not whole_at(settle, reading(112, 3) if at_ms % 80 else reading(112), at_ms):
        at_ms += 40
        assert at_ms <= WHOLE_MS
    assert at_ms == WHOLE_MS
    assert settle.is_on(112)
    assert not settle.is_on(3)


def toggled(settle, square, times, every_ms, from_ms=0):
    """`square` comes and goes, so many changes so far apart, the first at `from_ms`, looked at every 10 ms; the
    changes that have settled meanwhile, and the time after the last."""
    there, gone, told = reading(square), reading(), []
    for nth in range(times):
        for at_ms in range(0, every_ms, 10):
            settle.take(gone if nth % 2 else there, (from_ms + nth * every_ms + at_ms) % WRAP)
            told += list(settle.settled)
    return told, (from_ms + times * every_ms) % WRAP


def test_more_than_six_toggles_in_two_seconds_are_chatter_until_two_seconds_after():
    for from_ms in (0, 5000, WRAP - 900):
        settle = Settle()
        _, at_ms = toggled(settle, 112, CHATTER_TOGGLES, 100, from_ms)
        assert settle.chattering(at_ms) == []
        _, at_ms = toggled(settle, 112, 1, 100, at_ms)
        assert settle.chattering(at_ms) == [112]
        assert settle.chattering((from_ms + 2 * CHATTER_MS - 1) % WRAP) == [112]
        assert settle.chattering((from_ms + 2 * CHATTER_MS) % WRAP) == []


def test_hands_that_set_down_and_lift_are_no_chatter():
    settle = Settle()
    told, at_ms = toggled(settle, 112, 30, 340)
    assert settle.chattering(at_ms) == []
    assert len(told) == 30


def test_a_square_that_chatters_so_slowly_that_it_would_settle_each_time_does_not():
    """Seven toggles in two seconds lie 330 ms apart at most: less than three times the settling time."""
    settle = Settle()
    every_ms = CHATTER_MS // CHATTER_TOGGLES // 10 * 10 - 10
    assert SETTLE_MS < every_ms < CHATTER_SETTLES * SETTLE_MS
    told, at_ms = toggled(settle, 112, CHATTER_TOGGLES + 2, every_ms)
    assert len(told) == CHATTER_TOGGLES
    told, at_ms = toggled(settle, 112, 30, every_ms, at_ms)
    assert told == []
    assert settle.chattering(at_ms) == [112]
    assert not settle.is_on(112)


def test_what_stands_three_times_as_long_settles_on_a_square_that_has_chattered():
    settle = Settle()
    _, at_ms = toggled(settle, 112, CHATTER_TOGGLES + 2, 50)
    settle.take(reading(112), at_ms)
    assert settled(settle, reading(112), at_ms + CHATTER_SETTLES * SETTLE_MS - 10) == []
    assert settled(settle, reading(112), at_ms + CHATTER_SETTLES * SETTLE_MS) == [(112, True, at_ms)]


def test_one_that_chatters_slows_no_other():
    settle = Settle()
    _, at_ms = toggled(settle, 112, CHATTER_TOGGLES + 2, 50)
    settle.take(reading(3), at_ms)
    assert settled(settle, reading(3), at_ms + SETTLE_MS) == [(3, True, at_ms)]
    assert settle.chattering(at_ms + SETTLE_MS) == [112]


def test_under_a_learned_order_the_square_is_named_and_not_its_place():
    order = shuffled(6)
    settle = Settle(order=order)
    _, at_ms = toggled(settle, 7, CHATTER_TOGGLES + 1, 50)
    assert settle.chattering(at_ms) == [order[7]]
