"""Where a rehearsal is played: what hands can do, whatever carries it out.

`virtual.py` is the one there is: the virtual table with its sensors. The rules alone need none (`engine_hands.py`).
"""

from collections.abc import Callable, Iterable, Mapping
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

    @property
    def storage(self) -> str:
        """The prompt that says why no disk takes what happens, so that the game stands still; "" while one does."""
        ...

    @property
    def notices(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """What is wrong with the boards themselves now, by name, and the squares that it names."""
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

    def begin_slide(self, tile: PhysicalTile, source: int, target: int) -> int:
        """`tile` begins to be pushed from one square to another; how long that takes, in us."""
        ...

    def hold_over(self, tile: PhysicalTile, square: int, height_um: int) -> None:
        """A hand comes down with `tile` and holds it so high over `square`."""
        ...

    def set_between(self, tile: PhysicalTile, square: int, other: int) -> None:
        """`tile`, which stands on `square`, is put down on the border to `other`."""
        ...

    def turn_over(self, tile: PhysicalTile, square: int) -> None:
        """`tile`, which stands on `square`, is put down there on its face."""
        ...

    def stack(self, tile: PhysicalTile, square: int) -> None:
        """`tile` is put on top of the one that stands on `square`."""
        ...

    def lay_out(self, tiles: Mapping[int, PhysicalTile]) -> None:
        """Hands lay many tiles out, each on its square, from off the board."""
        ...

    def clear(self, tiles: Iterable[PhysicalTile]) -> None:
        """Hands take all of `tiles` off the board."""
        ...

    def reach(self) -> None:
        """The time that a hand needs from the last tile to the clock."""
        ...

    def through_the_neck(self, tiles: Iterable[PhysicalTile]) -> None:
        """A fist goes into the bag and comes out with `tiles`, or leaves them there: the ring sees them pass."""
        ...

    def on_rack(self, seat: int, tiles: Iterable[PhysicalTile]) -> None:
        """These tiles and no others lie on the rack of `seat` now."""
        ...

    def on_pad(self, tile: PhysicalTile) -> None:
        """A hand holds `tile` to the identify pad, where the table has one."""
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

    def pass_s(self, seconds: float) -> None:
        """Let so much time pass, which hands take."""
        ...

    def wait_until(self, at_ns: int) -> None:
        """Let game time pass until `at_ns`."""
        ...

    def fault(self, name: str, arguments: tuple[str, ...], on: bool) -> None:
        """Switch a named fault of the models on or off."""
        ...
