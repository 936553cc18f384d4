"""Decides what time it is in a game: a monotonic clock's reading, counted on from where the journal left off.

Knows nothing of seats' clocks or turns, nor of the time of day.
"""

from collections.abc import Callable


class GameTime:
    """Nanoseconds since the game's journal was opened, counted on from `base_ns` as `monotonic` (ns) counts.

    The time between the last record of one run and the start of the next is not in it: it is charged to nobody.

    >>> ticks = iter([7_000, 7_250])
    >>> GameTime(base_ns=1_000, monotonic=lambda: next(ticks)).now()
    1250
    """

    def __init__(self, base_ns: int, monotonic: Callable[[], int]) -> None:
        """Counts from now on; `monotonic` is a clock that is never set, such as time.monotonic_ns."""
        self._monotonic = monotonic
        self._offset_ns = base_ns - monotonic()

    def of(self, monotonic_ns: int) -> int:
        """The game time at which that clock showed `monotonic_ns`."""
        return monotonic_ns + self._offset_ns

    def now(self) -> int:
        """Game time in ns."""
        return self.of(self._monotonic())
