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
