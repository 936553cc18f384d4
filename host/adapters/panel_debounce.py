"""Decides when a button counts as pressed, as held and as stuck, whatever its contacts do.

Pure: edges of one button in, presses out; time comes with the edges. Knows no pin.
"""

from dataclasses import dataclass

MS = 1_000_000  # nanoseconds


@dataclass(frozen=True, slots=True)
class Holds:
    """How long what must last, in nanoseconds.

    Source of the first: J. Ganssle, "The secret life of switches": buttons bounce 1.6 ms on average, 6.2 ms at worst
    but for one.
    """

    release_ns: int = 10 * MS  # a button is up again when it has stood up for so long
    lock_out_ns: int = 100 * MS  # a press sooner than this after the last counted one is the same finger
    stuck_ns: int = 10_000 * MS  # nobody leans on a button for ten seconds


USUAL = Holds()


@dataclass(slots=True)
class Debounce:
    """Edges of one button in, presses out.

        pin   ‾‾‾‾|_|‾|__________________|‾|_|‾‾‾‾‾‾‾‾‾‾
                  ^ the press, at once     ^ up again 10 ms after the last edge

    A burst is a run of edges at most `release_ns` apart. In a burst the pin may already read up again when its first
    edge is handled: so the burst keeps its first stamp, and counts as a press once any of its edges reads down.

    >>> button = Debounce()
    >>> button.edge(True, 1_000_000), button.edge(False, 1_400_000), button.edge(True, 2_000_000)
    (1000000, None, None)
    """

    holds: Holds = USUAL
    down: bool = False  # as the pin read at the last edge
    held: bool = False  # pressed, and not yet seen to stand up for release_ns
    burst_ns: int = 0  # the first edge of the burst
    last_ns: int | None = None  # the last edge
    counted_ns: int | None = None  # the last press that counted
    stuck_told: bool = False

    def edge(self, down: bool, at_ns: int) -> int | None:
        """Take an edge; gives the moment of the press that it reveals, None when it reveals none."""
        if self.last_ns is None or at_ns - self.last_ns > self.holds.release_ns:
            # A new burst: until now the pin stood as it was last read.
            self.burst_ns = at_ns
            self.held = self.held and self.down
            self.stuck_told = self.stuck_told and self.held
        self.down, self.last_ns = down, at_ns
        if self.held or not down:
            return None
        self.held = True
        return self._counted(self.burst_ns)

    def _counted(self, at_ns: int) -> int | None:
        if self.counted_ns is not None and at_ns - self.counted_ns < self.holds.lock_out_ns:
            return None
        self.counted_ns = at_ns
        return at_ns

    def held_ns(self, at_ns: int) -> int:
        """Nanoseconds since the press, while the button is down; 0 when it is up."""
        down = self.held and self.down and self.counted_ns is not None
        return max(0, at_ns - self.burst_ns) if down else 0

    def jammed(self, at_ns: int) -> bool:
        """Whether the button has been down for more than `stuck_ns`."""
        return self.held and self.down and self.last_ns is not None and at_ns - self.last_ns > self.holds.stuck_ns

    def stuck(self, at_ns: int) -> bool:
        """Whether the button is jammed; told once for each time that it is held."""
        if self.stuck_told or not self.jammed(at_ns):
            return False
        self.stuck_told = True
        return True
