"""What status lamp and buzzer promise: well is told from unwell, a sound ends, and none is heard in a rated game."""

import asyncio

import pytest

from host.adapters.panel import Panel
from host.adapters.panel_debounce import MS
from host.config import PanelSettings
from host.panel_signs import Signs, pins_of
from host.tests.fake_rpi_gpio import FakeGpio
from host.tests.test_blank_menu import gpio as rpi_gpio
from host.tests.test_blank_menu import played

PINS = pins_of(PanelSettings())
__all__ = ["rpi_gpio"]  # a fixture


@pytest.fixture
def gpio():
    fake = FakeGpio()
    yield fake
    fake.stop()


@pytest.fixture
def signs(gpio):
    return Signs(Panel(PINS, lambda edge: None, lambda: gpio.now_ns, gpio), beep_ms=80)


def test_the_status_lamp_stands_while_the_table_is_well_and_blinks_once_a_second_while_not(signs, gpio):
    """Protects: it tells the two apart from across the hall, and flashes no faster than that."""
    def seen(well):
        levels = []
        for at_ms in range(0, 3000, 50):
            signs.tick(well, at_ms * MS)
            levels.append(gpio.level(PINS.status_led))
        return levels
    assert seen(True) == [1] * 60
    assert seen(False) == ([1] * 10 + [0] * 10) * 3


def test_a_beep_ends_by_itself_and_is_never_heard_in_a_rated_game(signs, gpio):
    """Protects fair play, and everybody's ears."""
    signs.refused(rated=True, at_ns=0)
    assert gpio.level(PINS.buzzer) == 0
    signs.refused(rated=False, at_ns=0)
    heard = []
    for at_ms in (0, 79, 80, 500):
        signs.tick(True, at_ms * MS)
        heard.append(gpio.level(PINS.buzzer))
    assert heard == [1, 1, 0, 0]


def test_a_jammed_button_is_told_on_the_screens_until_it_is_free(rpi_gpio, tmp_path, monkeypatch):
    """Everybody must know why a press does nothing; and a button that is free again is no news any more."""

    async def story(seats):
        def told():
            seats.service.look_at_buttons()
            return [each.sentence for each in seats.service.view().prompts if each.name.endswith("_jammed")]
        rpi_gpio.trace(PINS.challenge_b, [(0, 0)])
        await asyncio.sleep(0)
        rpi_gpio.now_ns += 10_000 * MS
        assert told() == []
        rpi_gpio.now_ns += 1_500 * MS
        assert told() == ["El botó d'impugnar de Biel està encallat. Allibera'l o mira'n el cable."]
        rpi_gpio.trace(PINS.challenge_b, [(0, 1)])
        await asyncio.sleep(0)
        rpi_gpio.now_ns += 1_500 * MS
        assert told() == []

    played(story, rpi_gpio, tmp_path, monkeypatch)


def test_a_press_that_was_not_heard_is_told_on_the_screens_for_a_while(rpi_gpio, tmp_path, monkeypatch):
    """Protects a player who has pressed and waits for the clock to change sides."""

    async def story(seats):
        def told():
            seats.service.look_at_buttons()
            return [each.sentence for each in seats.service.view().prompts if each.name == "press_lost"]
        rpi_gpio.drive(PINS.clock_a, 0, told=False)
        heard = []
        for _ in range(13):
            rpi_gpio.now_ns += 1_000 * MS
            heard.append(told())
        said = ["No s'ha sentit un botó premut per Anna. Torna'l a prémer."]
        assert [bool(each) for each in heard] == [False, *[True] * 10, False, False]
        assert heard[1] == said

    played(story, rpi_gpio, tmp_path, monkeypatch)
