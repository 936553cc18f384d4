"""The interrupt of SYNC takes nothing from the heap, and each pulse is told once with the time of its edge."""

import time

import micropython
from rig import run
from sync import TELL_MS, Sync


class Telling:
    def __init__(self):
        self.told = []

    def tell(self, message):
        self.told.append((message.at_us, message.nth))


def test_the_handler_allocates_nothing():
    sync = Sync(Telling())
    micropython.heap_lock()
    try:
        for _ in range(1000):
            sync.edge(None)
    finally:
        micropython.heap_unlock()


def test_each_pulse_is_told_once_and_of_two_at_once_the_later_one():
    line = Telling()
    sync = Sync(line)
    run(0.1, sync.run())
    assert line.told == []
    sync.edge(None)
    first_us = time.ticks_us() & 0x3FFFFFFF
    run(1, sync.run())
    assert line.told == [(first_us, 1)]
    line.told.clear()
    sync.edge(None)
    time.sleep_us(3)
    sync.edge(None)
    second_us = time.ticks_us() & 0x3FFFFFFF
    run(TELL_MS / 500, sync.run())
    assert line.told == [(second_us, 3)]


def told_across(wrap_us):
    """(at_us, at_ms) of a pulse before the ticks wrap and of one a second later, told by a real line's clock."""
    class Keeping:
        def __init__(self):
            self.told = []

        def tell(self, message):
            self.told.append((message.at_us, message.at_ms))

    line, boot_us = Keeping(), time.boot_us
    time.boot_us = time.now_us - (wrap_us - 500_000)
    try:
        sync = Sync(line)
        for _ in range(2):
            sync.edge(None)
            run(0.1, sync.run())
            time.now_us += 900_000
    finally:
        time.boot_us = boot_us
    return line.told


def test_pulses_on_both_sides_of_the_wrap_of_the_microseconds_are_a_second_apart():
    """At 2**30 us, every 18 minutes; the milliseconds beside them tell in which round."""
    (first_us, first_ms), (second_us, second_ms) = told_across(1 << 30)
    assert first_us == (1 << 30) - 500_000
    assert second_us == 500_000
    assert (second_us - first_us) % (1 << 30) == 1_000_000
    assert second_ms - first_ms == 1000


def test_so_are_those_on_both_sides_of_the_wrap_of_the_milliseconds():
    """At 2**30 ms, after 12 days and a half."""
    (first_us, first_ms), (second_us, second_ms) = told_across(1000 << 30)
    assert (1 << 30) - 500 <= first_ms < (1 << 30) - 400
    assert 500 <= second_ms < 600
    assert (second_us - first_us) % (1 << 30) == 1_000_000
