"""Clock arithmetic: how much thinking time each side has left, and whose clock runs.

Knows no time of its own: every moment is an argument, in nanoseconds of game time.
"""

from dataclasses import dataclass

NS_PER_S = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Clock:
    """Nanoseconds left to each seat at `since_ns`, and the seat whose clock has run since then (None: all stand).

    Below zero is overtime. A moment before `since_ns` charges nothing, so late news never gives time back.

    >>> clock = Clock.new(2, seconds=1800).start(0, now_ns=0)
    >>> [left // NS_PER_S for left in clock.pressed(0, now_ns=90 * NS_PER_S, next=1).at(100 * NS_PER_S)]
    [1710, 1790]
    """

    left_ns: tuple[int, ...]
    running: int | None = None
    since_ns: int = 0

    @classmethod
    def new(cls, seats: int, seconds: int) -> "Clock":
        """Standing clocks with `seconds` each."""
        return cls((seconds * NS_PER_S,) * seats)

    def at(self, now_ns: int) -> tuple[int, ...]:
        """Nanoseconds left to each seat at `now_ns`."""
        spent = max(0, now_ns - self.since_ns)
        return tuple(left - spent if seat == self.running else left for seat, left in enumerate(self.left_ns))

    def start(self, seat: int, now_ns: int) -> "Clock":
        """The clock of `seat` runs from `now_ns` on; what another had running until then is charged to it."""
        if not 0 <= seat < len(self.left_ns):
            raise ValueError(f"seat {seat} has no clock; the seats are 0 to {len(self.left_ns) - 1}")
        return Clock(self.at(now_ns), seat, max(now_ns, self.since_ns))

    def stop(self, now_ns: int) -> "Clock":
        """All clocks stand from `now_ns` on."""
        return Clock(self.at(now_ns), None, max(now_ns, self.since_ns))

    def pressed(self, by: int, now_ns: int, next: int) -> "Clock":
        """`by` presses at `now_ns`: that clock stops and the one of `next` runs, with no time between.

        A press beside a clock that does not run changes nothing.
        """
        return self.start(next, now_ns) if by == self.running else self
