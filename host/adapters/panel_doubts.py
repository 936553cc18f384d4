"""What is not to be believed of a button: a moment that no clock can have shown, and a level that no edge told of.

Pure: moments and levels in, what is wrong with them out. Knows no pin and no sentence of the game.
"""

from dataclasses import dataclass, field

from host.adapters.panel_debounce import MS, Debounce

AHEAD_NS = 1 * MS  # a stamp of the wall clock is made a monotonic one by reading both clocks, microseconds apart
OLDEST_NS = 10_000 * MS  # an edge waits while the disk takes a record: seconds on a worn card, never so long


def absurd(at_ns: int, now_ns: int) -> bool:
    """Whether an edge that is heard at `now_ns` cannot have happened at `at_ns` (both of the same clock, ns).

    >>> absurd(at_ns=4_000 * MS, now_ns=5_000 * MS), absurd(at_ns=5_002 * MS, now_ns=5_000 * MS)
    (False, True)
    """
    return not now_ns - OLDEST_NS <= at_ns <= now_ns + AHEAD_NS


@dataclass(slots=True)
class Levels:
    """Compares what the pins read with what their edges have told, look by look.

    A single look proves nothing, for an edge may be on its way to us; two looks a good while apart with no edge
    between them do.
    """

    doubted: dict[str, tuple[bool, int | None]] = field(default_factory=dict)  # level and last edge of each in doubt

    def lost(self, button: str, debounce: Debounce, down: bool, now_ns: int) -> bool:
        """Whether an edge of `button`, which reads `down`, was lost; then `debounce` goes on from that level.

        A button that is down without having been heard is not pressed now: nobody knows when it was.

        >>> levels, button = Levels(), Debounce()
        >>> levels.lost("clock_a", button, True, 1_000 * MS), levels.lost("clock_a", button, True, 2_000 * MS)
        (False, True)
        >>> levels.lost("clock_a", button, True, 3_000 * MS)
        False
        """
        if down == debounce.down:
            self.doubted.pop(button, None)
            return False
        if self.doubted.get(button) != (down, debounce.last_ns):
            self.doubted[button] = down, debounce.last_ns
            return False
        del self.doubted[button]
        debounce.down = debounce.held = down
        debounce.burst_ns = debounce.last_ns = now_ns
        return True
