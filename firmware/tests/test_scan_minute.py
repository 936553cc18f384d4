"""A minute of readings on the models, tiles laid and lifted: what settles is right, and chain and settling allocate
nothing, whatever changes. On the board a collection of garbage would stop the scan for milliseconds.

The scan's task itself, with its calls of the outbox, is played under lock in timed/test_heap.py.
"""

from drivers.hall_chain import HallChain
from pinout import SCAN_MS
from scan.settle import Settle
from sim.chain_model import Chain
from sim.hall_field import HallField
from sim.world import World, middle

try:
    from micropython import heap_lock, heap_unlock
except ImportError:
    def heap_lock():
        """CPython cannot lock its heap: there the minute is played without."""

    def heap_unlock():
        """As above."""

MINUTE_MS = 60_000
EVERY_MS = 3000            # a tile is laid or lifted
TAG = b"\xe0\x04\x01\0\0\0\0\1"


class Minute:
    """The models and the driver on them. A model unlocks the heap on entry and locks it again on exit."""

    def __init__(self):
        self.now_ms = 0
        self.locked = False      # whether the scan loop runs
        self.world = World()
        self.field = HallField(self.world, 3)
        self._chain = Chain(self._inputs)
        self.driver = HallChain(self, self._load, lambda level: None)

    def _inputs(self):
        self.field.advance(1000 * self.now_ms)
        return self.field.outputs

    def _load(self, level):
        self.open()
        self._chain.load(level)
        self.shut()

    def readinto(self, got):
        self.open()
        self._chain.exchange(None, got, 0, 2)
        self.shut()

    def open(self):
        if self.locked:
            heap_unlock()

    def shut(self):
        if self.locked:
            heap_lock()

    def hands(self, tile):
        """Even times lay, odd times lift."""
        if tile % 2:
            self.world.take_away(tile - 1, 1000 * self.now_ms)
        else:
            x, y = middle(7 * tile % 225)
            self.world.put(tile, TAG, (0, x, y, 0, 0, x, y, 0), False, 1000 * self.now_ms)


def test_a_minute_of_readings_allocates_nothing_and_settles_what_hands_have_done():
    minute, settle = Minute(), Settle()
    settled, scans, told = [], 0, 0
    minute.locked = True
    minute.shut()
    try:
        while minute.now_ms < MINUTE_MS:
            minute.now_ms += SCAN_MS
            scans += 1
            if minute.now_ms % EVERY_MS == 0:
                minute.open()
                minute.hands(minute.now_ms // EVERY_MS - 1)
                minute.shut()
            if settle.take(minute.driver.read(), minute.now_ms):
                told += 1
                minute.open()
                settled += [(square, on) for square, on, _ in settle.settled]
                minute.shut()
            settle.at_rest(minute.now_ms)
    finally:
        minute.open()
    assert len(settled) == MINUTE_MS // EVERY_MS - 1
    assert settled[:4] == [(0, True), (0, False), (14, True), (14, False)]
    assert scans == MINUTE_MS // SCAN_MS
    assert told == 2 * (MINUTE_MS // EVERY_MS - 1)      # each stirs, and settles; the last one comes too late
