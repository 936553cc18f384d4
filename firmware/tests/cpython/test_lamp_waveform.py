"""The lamps' PIO program itself, run by an emulator of the state machine: every pulse within the strip's tolerance,
every colour where it was meant, through DMA and FIFO."""

import importlib
import sys
from itertools import pairwise

import pytest
from pinout import LAMPS, LAMPS_FEW
from sim.ws2812_wave import RESET_NS, Wave
from tests.cpython import pio_machine

PIN = 8
REST_NS = 300_000


class Supply:
    def __init__(self):
        self.levels = []

    def __call__(self, level):
        self.levels.append(level)


class Meter:
    """The ADC behind the divider by 2."""

    def __init__(self):
        self.volts = 5.1

    def read_u16(self):
        return round(self.volts / 6.6 * 65535)


@pytest.fixture
def driver(monkeypatch):
    """The driver's module, freshly read with the emulated `rp2`."""
    monkeypatch.setitem(sys.modules, "rp2", pio_machine)
    monkeypatch.delitem(sys.modules, "drivers.lamp_strip", raising=False)
    yield importlib.import_module("drivers.lamp_strip")
    sys.modules.pop("drivers.lamp_strip", None)


@pytest.fixture
def strip(driver):
    supply, meter = Supply(), Meter()
    strip = driver.LampStrip(PIN, supply, LAMPS_FEW, meter)
    strip.meter = meter
    strip.power(True)
    strip.supply = supply
    return strip


def seen(rest_ns=REST_NS):
    """What the strip makes of the level on its pin."""
    wave, last_ns = Wave(), 0
    for at_ns, level in pio_machine.StateMachine.last.edges(rest_ns):
        wave.edge(at_ns, level)
        last_ns = at_ns
    wave.end(last_ns + rest_ns)
    return wave


def colours(count):
    """`count` lamps of different dim colours as the driver takes them, and as they go over the wire."""
    frame, wire = bytearray(), b""
    for lamp in range(count):
        green, red, blue = lamp % 29, 3 * lamp % 31, 7 * lamp % 23
        frame += bytes((0, blue, red, green))
        wire += bytes((green, red, blue))
    return frame, wire


def test_every_word_reaches_the_fifo_with_its_colours_on_top(strip):
    strip.show(bytearray(b"\x00\x03\x02\x01" * LAMPS_FEW))
    assert list(pio_machine.StateMachine.last.words) == [0x01020300] * LAMPS_FEW


def test_the_strip_reads_what_was_shown_and_every_pulse_is_within_tolerance(strip):
    frame, wire = colours(LAMPS_FEW)
    strip.show(frame)
    wave = seen()
    assert wave.flagged == []
    assert wave.frames == [wire]


def test_a_frame_of_256_lamps_lasts_7_7_milliseconds(driver):
    """hardware design 4.5; and no pause between two words is long enough to be flagged."""
    strip = driver.LampStrip(PIN, Supply(), LAMPS, Meter())
    frame, wire = colours(LAMPS)
    strip.show(frame)
    wave, edges = Wave(), list(pio_machine.StateMachine.last.edges(REST_NS))
    for at_ns, level in edges:
        wave.edge(at_ns, level)
    wave.end(edges[-1][0] + REST_NS)
    assert wave.flagged == []
    assert wave.frames == [wire]
    assert abs(edges[-1][0] - edges[0][0] - 7.68e6) < 2000


def test_two_frames_with_the_rest_between_them_are_two_frames(strip):
    for _ in range(2):
        frame, wire = colours(LAMPS_FEW)
        strip.show(frame)
        assert seen(RESET_NS).frames == [wire]


def test_full_white_leaves_the_pin_dimmed(strip):
    strip.show(bytearray(b"\x00\xff\xff\xff" * LAMPS_FEW))
    wire = seen().frames[0]
    assert LAMPS_FEW + sum(wire) / 255 * 20 <= 1300
    assert strip.troubles["lamps_dimmed"] == 1


def test_a_rail_that_sags_dims_what_is_shown_and_then_switches_the_supply_off(strip):
    strip.show(bytearray(b"\x00\x40\x40\x40" * LAMPS_FEW))
    shown = [seen().frames[0][0]]
    assert not strip.give_way()
    strip.meter.volts = 4.5
    for _ in range(3):
        assert strip.give_way()
        shown.append(seen().frames[0][0])
    assert shown[0] == 64
    assert all(after <= before / 2 for before, after in pairwise(shown))
    assert strip.give_way()
    assert strip.supply.levels == [1, 0]
    strip.show(bytearray(b"\x00\x40\x40\x40" * LAMPS_FEW))
    strip.power(True)
    assert strip.supply.levels[-1] == 0
    assert not pio_machine.StateMachine.last.words
    strip.power(False)
    strip.power(True)
    strip.show(bytearray(b"\x00\x40\x40\x40" * LAMPS_FEW))
    assert strip.supply.levels[-1] == 1
    assert seen().frames[0][0] == 64


def test_the_decoder_would_find_a_program_of_other_timing(strip):
    """A third faster and the pulses leave their tolerance: the measurement can fail."""
    strip.show(bytearray(b"\x00\x01\x02\x03" * LAMPS_FEW))
    pio_machine.StateMachine.last.cycle_ns *= 2 / 3
    assert seen().flagged


def test_where_nobody_has_built_the_divider_the_lamps_stay_lit(strip):
    strip.show(bytearray(b"\x00\x40\x40\x40" * LAMPS_FEW))
    for volts in (0, 0.3, 2.9):
        strip.meter.volts = volts
        assert not strip.give_way()
    assert strip.troubles["lamps_sag"] == 0
