"""Protects the even look at the squares: one reading that is held up spoils no other, and none is lost for good."""

from pinout import SCAN_MS
from scan.beat import CATCH_UP_MS, HELD_MS, OWED_MOST_MS, Beat

TICKS = 1 << 30


class Clock:
    """Milliseconds that wrap as a board's do."""

    def __init__(self, now_ms=0):
        self.now_ms = now_ms

    def ticks_ms(self):
        return self.now_ms % TICKS

    def ticks_add(self, ticks, delta):
        return (ticks + delta) % TICKS

    def ticks_diff(self, later, earlier):
        return (later - earlier + TICKS // 2) % TICKS - TICKS // 2


def began_at(count, held=(), start_ms=0, takes_ms=2):
    """When each of `count` readings begins, which take `takes_ms`; `held`: how late those with these numbers are."""
    clock, late, found = Clock(start_ms), dict(held), []
    beat = Beat(clock)
    for nth in range(count):
        clock.now_ms += late.get(nth, 0)
        beat.began()
        found.append(clock.now_ms - start_ms)
        clock.now_ms += takes_ms
        clock.now_ms += beat.wait_ms()
    return found


def gaps(found):
    return [found[nth] - found[nth - 1] for nth in range(1, len(found))]


def test_readings_are_even_whatever_each_of_them_takes():
    for takes_ms in (0, 2, SCAN_MS):
        assert gaps(began_at(50, takes_ms=takes_ms)) == [SCAN_MS] * 49


def test_the_first_reading_sets_the_beat_however_late_it_comes():
    assert gaps(began_at(5, held=[(0, 3000)])) == [SCAN_MS] * 4


def test_a_small_delay_is_made_good_at_once():
    assert gaps(began_at(6, held=[(2, HELD_MS)])) == [10, 10 + HELD_MS, 10 - HELD_MS, 10, 10]


def test_a_reading_that_was_held_up_spoils_no_other_and_none_is_lost():
    found = began_at(40, held=[(2, 15)])
    assert gaps(found) == [10, 25] + [SCAN_MS - CATCH_UP_MS] * 15 + [SCAN_MS] * 22
    assert found[-1] == 39 * SCAN_MS


def test_after_a_long_stop_no_more_than_so_much_is_made_good():
    found = began_at(100, held=[(2, 3000)])
    assert found[-1] == 99 * SCAN_MS + 3000 - OWED_MOST_MS
    assert min(gaps(found)) == SCAN_MS - CATCH_UP_MS


def test_it_goes_on_where_the_ticks_wrap():
    assert gaps(began_at(40, held=[(2, 15)], start_ms=TICKS - 55)) == gaps(began_at(40, held=[(2, 15)]))
