"""When the next reading of the squares is due: an even beat, also after something has held one up.

Takes the clock, and reads nothing itself.
"""

from pinout import SCAN_MS

HELD_MS = 8         # later than this a reading was held up: a collection of the heap does it, for 12 to 20 ms
CATCH_UP_MS = 1     # by so much sooner the next ones come, each: half of what two readings may be uneven by
OWED_MOST_MS = 40   # more than two such collections: whatever it was, those readings are gone


class Beat:
    """A reading every SCAN_MS; one that was held up is made good by CATCH_UP_MS from reading to reading.

    clock: has ticks_ms, ticks_add and ticks_diff (on a board: the module `time`). Allocates nothing once it is made.
    """

    def __init__(self, clock):
        self._clock = clock
        self._due_ms = None     # the first reading sets the beat
        self._owed_ms = 0

    def began(self):
        """A reading begins now."""
        clock = self._clock
        if self._due_ms is None:
            self._due_ms = clock.ticks_ms()
        held_ms = clock.ticks_diff(clock.ticks_ms(), self._due_ms)
        if held_ms > HELD_MS:
            self._due_ms = clock.ticks_add(self._due_ms, held_ms)
            self._owed_ms = min(self._owed_ms + held_ms, OWED_MOST_MS)

    def wait_ms(self):
        """It has been made: how long until the next one."""
        sooner_ms = min(self._owed_ms, CATCH_UP_MS)
        self._owed_ms -= sooner_ms
        self._due_ms = self._clock.ticks_add(self._due_ms, SCAN_MS - sooner_ms)
        return max(0, self._clock.ticks_diff(self._due_ms, self._clock.ticks_ms()))
