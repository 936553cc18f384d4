"""Where a rehearsal is played: what hands can do, whatever carries it out.

`virtual.py` is the one there is: the virtual table with its sensors. The rules alone need none (`engine_hands.py`).
"""

from collections.abc import Callable
from typing import Protocol

from host.core.effects import Refuse
from host.core.events import Event
from host.core.table import Table
from host.simulator.stock import PhysicalTile


class Stage(Protocol):
    """Hands at a table, and the table as the host knows it."""

    events: list[Event]
    refusals: list[Refuse]

    @property
    def table(self) -> Table:
        """The table as the host knows it now."""
        ...

    def now_ns(self) -> int:
        """Game time."""
        ...

    def hands_s(self) -> float:
        """Seconds of game time that hands have taken so far: all but what `wait` let pass."""
        ...

    def set_down(self, tile: PhysicalTile, square: int) -> None:
        """A hand sets `tile` down on `square`, from off the board."""
        ...

    def take_up(self, tile: PhysicalTile) -> None:
        """A hand takes `tile` off the board."""
        ...

    def slide(self, tile: PhysicalTile, source: int, target: int) -> None:
        """`tile` is pushed from one square to another without being lifted."""
        ...

    def reach(self) -> None:
        """The time that a hand needs from the last tile to the clock."""
        ...

    def happened(self, make: Callable[[int], Event]) -> None:
        """A button, a page or the referee reports what `make` builds from the game time."""
        ...

    def rest(self) -> None:
        """Until the board has come to rest, all is told and nothing waits for a decision."""
        ...

    def wait(self, seconds: float) -> None:
        """Let game time pass."""
        ...

    def fault(self, name: str, arguments: tuple[str, ...], on: bool) -> None:
        """Switch a named fault of the models on or off."""
        ...
