"""Bench check T24 with the panel's real adapter, on a `RPi.GPIO` whose contacts bounce."""

from collections.abc import Iterator

import pytest

from hardware_tests import t24_buttons
from hardware_tests.bench import Hello, Notes
from hardware_tests.person import Nobody, Request
from host.bench_buttons import PanelButtons
from host.config import PanelSettings
from host.panel_signs import pins_of
from host.tests.fake_rpi_gpio import FakeGpio

PINS = pins_of(PanelSettings())
# Microseconds after the edge before, and the level then. Source: as in test_panel.py.
DOWN = [(0, 0), (400, 1), (300, 0), (600, 1), (300, 0)]
UP = [(150_000, 1), (300, 0), (500, 1)]
LONG = [(0, 0), (6_000, 1), (6_000, 0)]


class Finger(Nobody):
    """Presses the button that is asked for; `weak`: one that misses every tenth time, `worn`: one that bounces."""

    def __init__(self, gpio: FakeGpio, weak: str = "", worn: str = "") -> None:
        self._gpio, self._weak, self._worn = gpio, weak, worn

    def does(self, request: Request) -> float | None:
        for nth in range(request.count):
            if request.name == self._weak and nth % 10 == 0:
                continue
            self._gpio.now_ns += 350_000_000
            self._gpio.trace(getattr(PINS, request.name), LONG if request.name == self._worn else DOWN)
            self._gpio.trace(getattr(PINS, request.name), UP)
        return None


class PaperBench:
    notes = Notes()

    def __init__(self, person: Nobody, buttons: PanelButtons) -> None:
        self.person, self.buttons = person, buttons

    def hellos(self, within_s: float) -> tuple[Hello, ...]:
        return ()


@pytest.fixture
def gpio() -> Iterator[FakeGpio]:
    fake = FakeGpio()
    for pin in PINS.buttons():
        fake.drive(pin, 1)
    yield fake
    fake.stop()


@pytest.mark.parametrize(("how", "advice"), [
    ({}, ""),
    ({"weak": "challenge_a"}, "challenge_a gave 45 presses of 50"),
    ({"worn": "clock_b"}, "clock_b bounces for 12.0 ms"),
])
def test_fifty_presses_of_each_button_are_fifty_and_a_bad_one_is_named(
        gpio: FakeGpio, how: dict[str, str], advice: str) -> None:
    buttons = PanelButtons(PINS, lambda: gpio.now_ns, gpio)
    finding = t24_buttons.measure(PaperBench(Finger(gpio, **how), buttons))
    buttons.close()
    assert finding.passed is not bool(advice)
    assert advice in finding.advice
    assert gpio.in_use() == set()


def test_a_button_that_hangs_is_found(gpio: FakeGpio) -> None:
    class Jammed(Finger):
        def does(self, request: Request) -> float | None:
            super().does(request)
            if request.name == "referee":
                gpio.now_ns += 350_000_000
                gpio.drive(PINS.referee, 0)
            return None

    finding = t24_buttons.measure(PaperBench(Jammed(gpio), PanelButtons(PINS, lambda: gpio.now_ns, gpio)))
    assert "referee is stuck" in finding.advice
