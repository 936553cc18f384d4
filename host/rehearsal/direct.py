"""The stage without sensors: every action reaches the rules at once, and hands take no time."""

from collections.abc import Callable

from host.core.effects import Refuse
from host.core.events import BoardUp, Calmed, Due, Event, GameOpened, HallChanged, TagsRead
from host.core.table import Table, deadline, open_table, step
from host.rehearsal.stage import NotOnThisStage
from host.simulator.stock import PhysicalTile

NS_PER_S = 1_000_000_000


class DirectTable:
    """A Stage on which what hands do is known at once and for certain."""

    def __init__(self, opened: GameOpened, standing: dict[int, PhysicalTile]) -> None:
        self.events: list[Event] = [opened]
        self.refusals: list[Refuse] = []
        self._table = open_table(opened)
        self._now_ns = 0
        self._take(BoardUp(0, False))
        for square, tile in standing.items():
            self._see(square, tile)

    @property
    def table(self) -> Table:
        return self._table

    def now_ns(self) -> int:
        return self._now_ns

    def hands_s(self) -> float:
        return 0.0

    def set_down(self, tile: PhysicalTile, square: int) -> None:
        self._see(square, tile)

    def take_up(self, tile: PhysicalTile) -> None:
        for square in self._table.sensed.places_of(tile.tag):
            self._see(square, None)

    def slide(self, tile: PhysicalTile, source: int, target: int) -> None:
        raise NotOnThisStage

    def reach(self) -> None:
        """No hand, no time."""

    def happened(self, make: Callable[[int], Event]) -> None:
        self._take(make(self._now_ns))

    def rest(self) -> None:
        while self._table.press is not None and (due := deadline(self._table)) is not None:
            self._now_ns = max(self._now_ns, due)
            self._take(Due(self._now_ns))

    def wait(self, seconds: float) -> None:
        self._now_ns += round(seconds * NS_PER_S)
        self._take(Due(self._now_ns))

    def fault(self, name: str, arguments: tuple[str, ...], on: bool) -> None:
        raise NotOnThisStage

    def _see(self, square: int, tile: PhysicalTile | None) -> None:
        at = self._now_ns
        self._take(HallChanged(at, square, tile is not None))
        self._take(TagsRead(at, square, () if tile is None else (tile.tag,)))
        self._take(Calmed(at))

    def _take(self, event: Event) -> None:
        self.events.append(event)
        self._table, effects = step(self._table, event)
        self.refusals += [effect for effect in effects if isinstance(effect, Refuse)]
