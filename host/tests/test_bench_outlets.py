"""Bench check T28 with somebody who looks at real pictures: the displays' own adapter and library on a recorded bus,
the buzzer at the panel's pin; each fault of a part is found and its remedy named."""

from collections.abc import Iterator

import pytest

from hardware_tests import t28_outlets
from hardware_tests.bench import Notes
from hardware_tests.person import Nobody, Request
from host.adapters.panel import Output, Panel
from host.adapters.screens import Screens
from host.config import PanelSettings
from host.panel_signs import pins_of
from host.tests.fake_i2c import FakeSh1106, FakeSsd1306
from host.tests.fake_rpi_gpio import FakeGpio
from host.tests.test_displays import ADDRESSES, Bench
from host.tests.test_screens import dots, game

PINS = pins_of(PanelSettings())


class Looker(Nobody):
    """Reads i2cdetect, compares both glasses with the picture that they should show, and listens to the buzzer."""

    def __init__(self, displays: Bench, gpio: FakeGpio, wired: bool = True, exchanged: bool = False) -> None:
        self._displays, self._gpio, self._wired, self._exchanged = displays, gpio, wired, exchanged
        self._panel = Panel(PINS, lambda edge: None, lambda: gpio.now_ns, gpio)
        self._screens = Screens()
        self._screens.saw(game())

    def sees(self, request: Request) -> bool:
        if request.name.startswith("0x"):
            chip = self._displays.bus.displays.get(int(request.name, 16))
            return chip is not None and chip.plugged
        if request.name == "buzzer":
            self._panel.switch(Output.BUZZER, True)
            sounds = self._wired and self._gpio.level(int(PINS.buzzer)) == 1
            self._panel.switch(Output.BUZZER, False)
            return sounds and self._gpio.level(int(PINS.buzzer)) == 0
        seat = "ab".index(request.name[-1])
        picture = self._screens.picture(seat, 1000)
        self._displays.displays.show(seat, picture.pages(), 0)
        glass = 1 - seat if self._exchanged else seat
        return self._displays.chip(glass).picture().tobytes() == dots(picture)


class PaperBench:
    notes = Notes()
    buttons = None

    def __init__(self, person: Nobody) -> None:
        self.person = person


@pytest.fixture
def gpio() -> Iterator[FakeGpio]:
    fake = FakeGpio()
    yield fake
    fake.stop()


@pytest.mark.parametrize("kind", [FakeSsd1306, FakeSh1106])
def test_sound_outlets_pass(kind: type[FakeSsd1306], gpio: FakeGpio, monkeypatch: pytest.MonkeyPatch) -> None:
    finding = t28_outlets.measure(PaperBench(Looker(Bench(monkeypatch, kind, FakeSsd1306), gpio)))
    assert (finding.passed, finding.advice) == (True, "")


@pytest.mark.parametrize(("seat", "advice"), [
    (0, "the display of side A does not answer"), (1, "the display of side B does not answer")])
def test_a_display_that_is_not_plugged_in_is_named(
        seat: int, advice: str, gpio: FakeGpio, monkeypatch: pytest.MonkeyPatch) -> None:
    displays = Bench(monkeypatch)
    displays.chip(seat).plugged = False
    finding = t28_outlets.measure(PaperBench(Looker(displays, gpio)))
    assert not finding.passed
    assert advice in finding.advice
    assert ADDRESSES[seat] in displays.bus.displays


def test_displays_that_are_changed_over_are_named(gpio: FakeGpio, monkeypatch: pytest.MonkeyPatch) -> None:
    finding = t28_outlets.measure(PaperBench(Looker(Bench(monkeypatch), gpio, exchanged=True)))
    assert not finding.passed
    assert finding.advice.count("it may be changed over with") == 2


def test_a_buzzer_that_is_not_wired_is_named(gpio: FakeGpio, monkeypatch: pytest.MonkeyPatch) -> None:
    finding = t28_outlets.measure(PaperBench(Looker(Bench(monkeypatch), gpio, wired=False)))
    assert not finding.passed
    assert finding.advice.startswith("the buzzer is silent")
