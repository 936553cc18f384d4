"""Whether a task still goes round: the watchdog is fed while it does, see rounds.py.

Pure but for its clock; allocates nothing. Knows no reader and no watchdog.
"""

_COUNT = 0x3FFFFFFF        # the largest whole number that a board keeps outside the heap


class Lap:
    """The rounds of one task, none of which lasts longer than `most_ms` while all is well.

    `clock` has ticks_ms and ticks_diff. `rounds`: how many there were since the start; it wraps after 2**30 - 1.
    """

    def __init__(self, clock, most_ms):
        self.rounds = 0
        self._clock = clock
        self._most_ms = most_ms
        self._ended_ms = clock.ticks_ms()

    def ends(self):
        """The task has gone round once more."""
        self.rounds = self.rounds + 1 & _COUNT
        self._ended_ms = self._clock.ticks_ms()

    def goes_on(self):
        """Whether its last round, or the start, is no longer ago than a round may last."""
        return 0 <= self._clock.ticks_diff(self._clock.ticks_ms(), self._ended_ms) <= self._most_ms
