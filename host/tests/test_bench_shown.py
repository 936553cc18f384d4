"""Bench check T25's second half: a second of a running clock is on the displays within 50 ms of its turn, on the real
library and a recorded bus whose bytes take their time; a slow bus and a dark display are named."""

from collections.abc import Callable

import pytest

from hardware_tests import t25_clocks
from hardware_tests.bench import Beat
from host.adapters.displays import on_i2c
from host.adapters.screens import Screens
from host.bench_displays import PanelDisplays
from host.tests.test_displays import ADDRESSES, Bench
from host.tests.test_screens import game

NS_IN_S = 1_000_000_000
BITS = 9  # a byte on an I2C bus, its acknowledgement included
BUS_HZ = 100_000  # as a Raspberry Pi has it


class Clock:
    """Time goes on while somebody waits, and while bytes are on the bus."""

    def __init__(self, displays: Bench, hertz: int) -> None:
        self._displays, self._byte_ns = displays, BITS * NS_IN_S // hertz
        self.waited_ns = 0

    def now_ns(self) -> int:
        self.waited_ns += self._displays.bus.sent_bytes() * self._byte_ns
        return self.waited_ns

    def wait(self, seconds: float) -> None:
        self.waited_ns += round(seconds * NS_IN_S)


class PaperBench:
    """A board whose clock is right, and displays."""

    def __init__(self, clock: Clock, displays: PanelDisplays | None) -> None:
        self._clock, self.displays = clock, displays

    def now_s(self) -> float:
        return self._clock.now_ns() / NS_IN_S

    def wait(self, seconds: float) -> None:
        self._clock.wait(seconds)

    def beat(self) -> Beat:
        return Beat(self.now_s(), self._clock.now_ns() // 1_000_000, 0)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Callable[..., PaperBench]:
    def built(hertz: int = BUS_HZ, dark: int | None = None) -> PaperBench:
        displays = Bench(monkeypatch)
        if dark is not None:
            displays.chip(dark).plugged = False
        clock = Clock(displays, hertz)
        return PaperBench(clock, PanelDisplays(ADDRESSES, on_i2c(), clock.now_ns))
    return built


def test_each_second_is_on_both_displays_in_time(shown: Callable[..., PaperBench]) -> None:
    finding = t25_clocks.measure(shown())  # type: ignore[arg-type]
    assert (finding.passed, finding.advice) == (True, "")
    late_ms = int(finding.measured.split("within ")[1].split()[0])
    assert 0 < late_ms < 50


def test_a_bus_that_is_too_slow_fails(shown: Callable[..., PaperBench]) -> None:
    finding = t25_clocks.measure(shown(hertz=10_000))  # type: ignore[arg-type]
    assert not finding.passed
    assert "the displays show a second late" in finding.advice


@pytest.mark.parametrize(("side", "name"), [(0, "side A"), (1, "side B")])
def test_a_dark_display_fails_and_is_named(side: int, name: str, shown: Callable[..., PaperBench]) -> None:
    finding = t25_clocks.measure(shown(dark=side))  # type: ignore[arg-type]
    assert not finding.passed
    assert f"the display of {name} does not answer" in finding.advice


def test_a_clock_is_drawn_when_its_second_turns() -> None:
    """Protects the budget: drawn five times a second, a display could be 0.2 s behind the clock that counts."""
    screens = Screens()
    assert screens.until_turn_ms(1000) is None
    screens.saw(game())
    for at_ms in (1000, 1001, 1400, 2000, 61_234):
        turn_ms = screens.until_turn_ms(at_ms)
        assert turn_ms is not None
        assert screens.picture(0, at_ms + turn_ms - 1).pages() == screens.picture(0, at_ms).pages()
        assert screens.picture(0, at_ms + turn_ms).pages() != screens.picture(0, at_ms).pages()
