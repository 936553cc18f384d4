"""The displays of both sides as the bench check T25 wants them: how late a running clock's second is shown.

The pictures are those of a game, and so is the moment at which they are drawn. Knows displays and no check.
"""

from collections.abc import Callable

from host.adapters.displays import DisplayChanged, Displays, NoDisplays, Open, on_i2c
from host.adapters.screens import Screens
from host.config import DisplaySettings
from host.schemas import GameView, SeatView

NS_IN_MS = 1_000_000
MS_IN_S = 1000
CLOCK_MS = 600_500  # ten minutes and a half second: no turn is due at once


class PanelDisplays:
    """The displays at two addresses; `start` as in Displays, `clock_ns` a clock that goes on by itself."""

    names: tuple[str, ...] = ("side A", "side B")

    def __init__(self, addresses: tuple[int, int], start: Open, clock_ns: Callable[[], int]) -> None:
        self._clock_ns = clock_ns
        self._dark: set[int] = set()
        self._displays = Displays(addresses, start, self._said)

    def _said(self, change: DisplayChanged) -> None:
        self._dark = self._dark - {change.seat} if change.present else self._dark | {change.seat}

    def late_ms(self, side: int, turns: int, wait: Callable[[float], None]) -> tuple[float, ...]:
        """After so many ms each of `turns` seconds of this side's clock was on both displays; () if this one is dark.

        `wait(seconds)` lets time pass.
        """
        began_ns = self._clock_ns()
        seats = tuple(SeatView(name, 0, CLOCK_MS, number == side, number == side) for number, name in enumerate("AB"))
        screens = Screens()
        screens.saw(GameView("", "manacor", "en", "playing", 0, True, True, seats, (), (), (), ()))
        self._show(screens, 0)
        late = []
        for _ in range(turns):
            at_ms = (self._clock_ns() - began_ns) / NS_IN_MS
            due_ms = int(at_ms) + (screens.until_turn_ms(int(at_ms)) or 0)
            wait((due_ms - at_ms) / MS_IN_S)
            self._show(screens, due_ms)
            late.append((self._clock_ns() - began_ns) / NS_IN_MS - due_ms)
        return () if side in self._dark else tuple(late)

    def _show(self, screens: Screens, at_ms: int) -> None:
        for side in range(len(self.names)):
            self._displays.show(side, screens.picture(side, at_ms).pages(), self._clock_ns())

    def close(self) -> None:
        """Switch the displays off."""
        self._displays.close()


def displays_of(settings: DisplaySettings, clock_ns: Callable[[], int]) -> PanelDisplays | None:
    """The displays that the settings name; None where there is no bus or no package for them."""
    try:
        start = on_i2c(settings.chip, settings.brightness)
    except NoDisplays:
        return None
    return PanelDisplays((settings.address_a, settings.address_b), start, clock_ns)
