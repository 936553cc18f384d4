"""What the panel promises: one press for one finger, charged from its first edge, whatever the contacts do."""

import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from host.adapters.panel import (
    RETRY_NS,
    Button,
    NoGpio,
    Output,
    Panel,
    PanelEdge,
    PanelPins,
    Press,
)
from host.adapters.panel_debounce import Debounce, Holds
from host.adapters.panel_edges import Clocks, best_edges
from host.config import PanelSettings
from host.panel_signs import pins_of
from host.simulator.bounces import PRESSED, UP, bounce
from host.tests.fake_rpi_gpio import FakeGpio

MS = 1_000_000
PINS = pins_of(PanelSettings())
RELEASE_NS, LOCK_OUT_NS, STUCK_NS = Holds().release_ns, Holds().lock_out_ns, Holds().stuck_ns
# Microseconds after the edge before, and the level: 0 is pressed. Measured buttons bounce 1.6 ms on average and
# 6.2 ms at worst (J. Ganssle, "The secret life of switches").
CLEAN = [(0, 0)]
AVERAGE = [(0, 0), (150, 1), (200, 0), (450, 1), (800, 0)]
WORST = [(0, 0), (90, 1), (400, 0), (1200, 1), (300, 0), (1900, 1), (700, 0), (1100, 1), (510, 0)]
TRACES = {"clean": CLEAN, "average": AVERAGE, "worst": WORST}


def released(trace: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same bounces, from pressed to up."""
    return [(after_us, 1 - level) for after_us, level in trace]


@pytest.fixture
def gpio() -> Iterator[FakeGpio]:
    fake = FakeGpio()
    yield fake
    fake.stop()


class Bench:
    """A panel on the fake pins, its edges collected in the order in which the callback thread posted them."""

    def __init__(self, gpio: FakeGpio, pins: PanelPins = PINS, holds: Holds | None = None) -> None:
        self.edges: queue.SimpleQueue[PanelEdge] = queue.SimpleQueue()
        self.threads: set[int] = set()
        self.gpio = gpio
        self.said: list[str] = []
        self.panel = Panel(pins, self._post, lambda: gpio.now_ns, gpio, holds=holds, said=self.said.append)

    def _post(self, edge: PanelEdge) -> None:
        self.threads.add(threading.get_ident())
        self.edges.put(edge)

    def presses(self) -> list[Press]:
        """The presses among the edges posted since the last call."""
        edges = [self.edges.get_nowait() for _ in range(self.edges.qsize())]
        return [press for edge in edges if (press := self.panel.press(edge)) is not None]


@pytest.fixture
def bench(gpio: FakeGpio) -> Bench:
    return Bench(gpio)


# --- on the pins -----------------------------------------------------------------------------------


@pytest.mark.parametrize("late", [False, True], ids=["callbacks at once", "callbacks late"])
@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
@pytest.mark.parametrize("button", Button)
def test_a_bouncing_button_gives_one_press(
    bench: Bench, button: Button, trace: list[tuple[int, int]], late: bool
) -> None:
    """Protects: a bounce is never a second press, nor is the bounce of letting go a press at all.

    Late callbacks all read the level at the end of the bounce: the press must come out all the same.
    """
    pin = getattr(PINS, button)
    first_ns = bench.gpio.now_ns
    bench.gpio.trace(pin, trace, late=late)
    (press,) = bench.presses()
    assert press.button is button
    if not late:  # the fake's time has moved on before a late callback is stamped
        assert press.at_ns == first_ns
    bench.gpio.now_ns += 400 * MS
    bench.gpio.trace(pin, released(trace), late=late)
    assert bench.presses() == []
    bench.gpio.now_ns += 400 * MS
    bench.gpio.trace(pin, trace, late=late)
    assert [press.button for press in bench.presses()] == [button]


@pytest.mark.parametrize("late", [False, True], ids=["callbacks at once", "callbacks late"])
@pytest.mark.parametrize("button", Button)
def test_fifty_presses_with_bounces_of_up_to_ten_milliseconds_are_fifty(
    bench: Bench, button: Button, late: bool
) -> None:
    """Protects both sides of it: none is doubled, none is lost, each starts at its first edge."""
    random, pin = Random(f"{button} {late}"), getattr(PINS, button)
    pressed, found, longest_us = [], [], 0
    for _ in range(50):
        bench.gpio.now_ns += random.randrange(120, 3000) * MS
        pressed.append(bench.gpio.now_ns)
        down = bounce(random, PRESSED)
        bench.gpio.trace(pin, down, late=late)
        bench.gpio.now_ns += random.randrange(40, 900) * MS
        bench.gpio.trace(pin, bounce(random, UP), late=late)
        found += bench.presses()
        longest_us = max(longest_us, sum(after_us for after_us, _ in down))
    assert [press.button for press in found] == [button] * 50
    if not late:
        assert [press.at_ns for press in found] == pressed
    assert 9_000 < longest_us <= 10_000  # the traces do go as far as is promised
    assert bench.panel.stuck(bench.gpio.now_ns + 60_000 * MS) == ()


def test_a_thousand_switches_charge_nothing_to_the_wrong_side(bench: Bench) -> None:
    """Protects the budget of 0 ms: between two presses exactly the time between their first edges passes."""
    charged, expected, pressed_ns = [], [], None
    for turn in range(1000):
        pin = (PINS.clock_a, PINS.clock_b)[turn % 2]
        bench.gpio.now_ns += 730 * MS + 1_234_567 * (turn % 811)  # any phase of the second
        expected.append(bench.gpio.now_ns)
        bench.gpio.trace(pin, WORST)
        bench.gpio.trace(pin, [(250_000 + after_us, level) if n == 0 else (after_us, level)
                               for n, (after_us, level) in enumerate(released(WORST))])  # fmt: skip
        (press,) = bench.presses()
        charged.append(press.at_ns)
        assert pressed_ns is None or press.at_ns > pressed_ns
        pressed_ns = press.at_ns
    assert charged == expected


def test_the_two_sides_do_not_disturb_each_other(bench: Bench) -> None:
    """Protects: both clock buttons struck in the same bounce are two presses, for the rules to sort out."""
    bench.gpio.drive(PINS.clock_a, 0)
    bench.gpio.now_ns += MS
    bench.gpio.drive(PINS.clock_b, 0)
    bench.gpio.drive(PINS.clock_a, 1)
    bench.gpio.drive(PINS.clock_a, 0)
    assert [press.button for press in bench.presses()] == [Button.CLOCK_A, Button.CLOCK_B]


def test_edges_are_posted_from_the_thread_of_the_library(bench: Bench) -> None:
    """Protects the contract with whoever passes `post`: it must hand over to the table's own thread."""
    bench.gpio.trace(PINS.clock_a, AVERAGE)
    assert threading.get_ident() not in bench.threads
    assert len(bench.threads) == 1


def test_a_button_held_while_the_table_starts_is_not_a_press_but_is_said_to_be_stuck(gpio: FakeGpio) -> None:
    """Protects against a jammed button: it may not start a game, and somebody must be told of it."""
    gpio.drive(PINS.challenge_b, 0)
    bench = Bench(gpio)
    assert bench.panel.stuck(gpio.now_ns + STUCK_NS) == ()
    assert bench.panel.stuck(gpio.now_ns + STUCK_NS + 1) == (Button.CHALLENGE_B,)
    assert bench.panel.stuck(gpio.now_ns + 2 * STUCK_NS) == ()
    gpio.now_ns += 3 * STUCK_NS
    gpio.drive(PINS.challenge_b, 1)
    gpio.now_ns += 100 * MS
    gpio.drive(PINS.challenge_b, 0)
    assert [press.button for press in bench.presses()] == [Button.CHALLENGE_B]
    assert bench.panel.stuck(gpio.now_ns + STUCK_NS + 1) == (Button.CHALLENGE_B,)


@pytest.mark.parametrize(("seat", "levels"), [(0, (1, 0)), (1, (0, 1)), (None, (0, 0))])
def test_exactly_the_lamp_of_the_side_on_turn_is_lit(bench: Bench, seat: int | None, levels: tuple[int, int]) -> None:
    """Protects: the lamps never say two things at once."""
    bench.panel.light(1)
    bench.panel.light(seat)
    assert (bench.gpio.level(PINS.led_a), bench.gpio.level(PINS.led_b)) == levels


def test_every_button_is_pulled_up_and_the_lamps_start_dark(bench: Bench) -> None:
    """Protects: a button without its own resistor must not float, and a lamp must not point at a side by itself."""
    assert {bench.gpio.pull(pin) for pin in PINS.buttons()} == {FakeGpio.PUD_UP}
    assert [bench.gpio.level(pin) for pin in PINS.outputs().values()] == [0, 0, 0, 0, 0]


def test_a_pulse_on_sync_is_stamped_before_it_rises_and_leaves_the_pin_low(bench: Bench) -> None:
    """Protects: a board's clock is set beside the host's by these two stamps."""
    levels: list[int] = []
    output = bench.gpio.output
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bench.gpio, "output", lambda pin, level: (levels.append(level), output(pin, level)))
        at_ns = bench.panel.pulse()
    assert (levels, bench.gpio.level(PINS.sync)) == ([1, 0], 0)
    assert at_ns <= bench.gpio.now_ns


def test_close_darkens_the_lamps_and_gives_back_its_own_pins_only(bench: Bench) -> None:
    """Protects: another program's pins, and a second start in the same process."""
    bench.gpio.setup(25, FakeGpio.OUT)
    bench.panel.light(0)
    bench.panel.close()
    assert bench.gpio.level(PINS.led_a) == 0
    assert bench.gpio.in_use() == {25}
    bench.gpio.drive(PINS.clock_a, 0)
    assert bench.presses() == []
    again = Bench(bench.gpio)
    bench.gpio.trace(PINS.clock_b, AVERAGE)
    assert len(again.presses()) == 1


# --- other wiring, and parts that are not there -----------------------------------------------------


def test_buttons_to_the_supply_and_lamps_that_a_low_pin_lights(gpio: FakeGpio) -> None:
    """Protects a panel that was wired the other way round: its settings say so, and nothing else changes."""
    pins = replace(PINS, pressed="high", lit="low")
    for pin in pins.buttons():
        gpio.drive(pin, 0)
    bench = Bench(gpio, pins)
    assert {gpio.pull(pin) for pin in pins.buttons()} == {FakeGpio.PUD_DOWN}
    assert [gpio.level(pin) for pin in pins.outputs().values()] == [1, 1, 1, 1, 0]  # SYNC is no lamp
    bench.panel.light(1)
    assert (gpio.level(PINS.led_a), gpio.level(PINS.led_b)) == (1, 0)
    gpio.now_ns += 400 * MS
    gpio.trace(PINS.clock_a, released(WORST))
    gpio.now_ns += 400 * MS
    gpio.trace(PINS.clock_a, WORST)
    assert [press.button for press in bench.presses()] == [Button.CLOCK_A]


def test_a_table_without_some_parts_touches_none_of_their_pins(gpio: FakeGpio) -> None:
    """Protects whoever uses those pins for something else."""
    bench = Bench(gpio, replace(PINS, challenge_a="none", challenge_b="none", status_led="none", buzzer="none",
                                 sync="none"))
    assert gpio.in_use() == {PINS.clock_a, PINS.clock_b, PINS.referee, PINS.led_a, PINS.led_b}
    bench.panel.switch(Output.BUZZER, True)
    assert bench.panel.held_ns(Button.CHALLENGE_A, gpio.now_ns) == 0
    assert bench.said == []


class Busy(FakeGpio):
    """Some pins are held by another program."""

    def __init__(self, *held: int) -> None:
        super().__init__()
        self.held = set(held)

    def setup(self, channel: int, direction: int, **named: int) -> None:
        if channel in self.held:
            raise RuntimeError("GPIO busy")
        super().setup(channel, direction, **named)


def test_a_part_whose_pin_is_taken_is_said_once_and_the_others_go_on() -> None:
    """Protects the game: one lamp or one button is no reason to stop, and no reason to fill the record."""
    gpio = Busy(PINS.led_b, PINS.challenge_a)
    bench = Bench(gpio)
    assert [sentence.split(" cannot be used (GPIO busy)")[0] for sentence in bench.said] == [
        "The lamp led_b on pin 27", "The button challenge_a on pin 16"]
    for turn in range(6):
        bench.panel.light(turn % 2)
        bench.panel.mend(gpio.now_ns)
        gpio.now_ns += 400 * MS
        gpio.trace(PINS.clock_a, WORST)
        gpio.now_ns += 400 * MS
        gpio.trace(PINS.clock_a, released(WORST))
    assert len(bench.presses()) == 6
    assert gpio.level(PINS.led_a) == 0
    assert len(bench.said) == 2
    gpio.held.clear()
    bench.panel.mend(gpio.now_ns + RETRY_NS)
    assert bench.said[2:] == ["The lamp led_b on pin 27 is there again.",
                              "The button challenge_a on pin 16 is there again."]
    bench.panel.light(1)
    assert gpio.level(PINS.led_b) == 1
    gpio.now_ns += 400 * MS
    gpio.trace(PINS.challenge_a, WORST)
    assert [press.button for press in bench.presses()] == [Button.CHALLENGE_A]
    gpio.stop()


def test_a_lamp_that_fails_while_it_is_switched_is_said_once(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Protects: an output that goes away in mid game ends neither the game nor the other lamp."""
    switch = bench.gpio.output

    def failing(channel: int, value: int) -> None:
        if channel == PINS.led_a:
            raise OSError("Input/output error")
        switch(channel, value)

    monkeypatch.setattr(bench.gpio, "output", failing)
    for turn in range(5):
        bench.panel.light(turn % 2)
    assert bench.gpio.level(PINS.led_b) == 0
    assert len(bench.said) == 1
    bench.panel.light(1)
    assert bench.gpio.level(PINS.led_b) == 1


def test_the_hold_times_are_those_of_the_settings(gpio: FakeGpio) -> None:
    """Protects a club with slow buttons: what table.toml says is what counts."""
    bench = Bench(gpio, holds=Holds(lock_out_ns=500 * MS, stuck_ns=3_000 * MS))
    for _ in range(2):
        gpio.trace(PINS.clock_a, CLEAN)
        gpio.now_ns += 100 * MS
        gpio.trace(PINS.clock_a, released(CLEAN))
        gpio.now_ns += 200 * MS
    assert len(bench.presses()) == 1
    gpio.now_ns += 400 * MS
    gpio.trace(PINS.clock_a, CLEAN)
    assert len(bench.presses()) == 1
    assert bench.panel.held_ns(Button.CLOCK_A, gpio.now_ns + 900 * MS) == 900 * MS
    assert bench.panel.stuck(gpio.now_ns + 3_000 * MS) == ()
    assert bench.panel.stuck(gpio.now_ns + 3_001 * MS) == (Button.CLOCK_A,)


def test_status_lamp_and_buzzer_are_switched_by_their_own_pins(bench: Bench) -> None:
    """Protects: the lamp that says the table is well is never that of a side."""
    bench.panel.switch(Output.STATUS, True)
    assert [bench.gpio.level(pin) for pin in PINS.outputs().values()] == [0, 0, 1, 0, 0]
    bench.panel.switch(Output.BUZZER, True)
    bench.panel.switch(Output.STATUS, False)
    assert [bench.gpio.level(pin) for pin in PINS.outputs().values()] == [0, 0, 0, 1, 0]
    bench.panel.close()
    assert bench.gpio.level(PINS.buzzer) == 0


def test_where_no_kernel_stamps_edges_the_callback_does(gpio: FakeGpio, tmp_path: Path) -> None:
    """Protects machines without the header's chip: they fall back, and say whose stamps they use."""
    found = best_edges(gpio, Clocks(lambda: gpio.now_ns, lambda: 0), devices=tmp_path)
    assert (found.kernel, found.stamps) == (False, "in the callback of RPi.GPIO")


# --- in arithmetic ---------------------------------------------------------------------------------


@st.composite
def bounces(draw: st.DrawFn) -> list[tuple[int, bool]]:
    """A press that bounces for at most 10 ms: (ns after the first edge, what was read), the last one down.

    Before the last, any reading may be out of date: the edge of an opening may already read down, and the first
    edge may already read up.
    """
    offsets = draw(st.lists(st.integers(0, RELEASE_NS), max_size=12).map(sorted))
    readings = [(offset, draw(st.booleans())) for offset in [0, *offsets]]
    return [*readings[:-1], (readings[-1][0], True)]


@settings(deadline=None)  # a busy machine is no failure
@given(
    press=bounces(),
    release=bounces(),
    start_ns=st.integers(0, 10**15),
    hold_ns=st.integers(RELEASE_NS * 2 + 1, 10**11),
)
@example(press=[(0, False), (RELEASE_NS, True)], release=[(0, False), (RELEASE_NS, True)], start_ns=0, hold_ns=10**9)
def test_any_bounce_of_ten_milliseconds_is_one_press_at_its_first_edge(
    press: list[tuple[int, bool]], release: list[tuple[int, bool]], start_ns: int, hold_ns: int
) -> None:
    """The promise itself, for every pattern: press, hold, let go, press again."""
    button = Debounce()
    found = [button.edge(down, start_ns + offset) for offset, down in press]
    assert [at_ns for at_ns in found if at_ns is not None] == [start_ns]
    let_go_ns = start_ns + hold_ns
    assert [button.edge(not down, let_go_ns + offset) for offset, down in release] == [None] * len(release)
    again_ns = let_go_ns + release[-1][0] + LOCK_OUT_NS
    found = [button.edge(down, again_ns + offset) for offset, down in press]
    assert [at_ns for at_ns in found if at_ns is not None] == [again_ns]


@settings(deadline=None)  # a busy machine is no failure
@given(st.lists(st.tuples(st.integers(0, 300 * MS), st.booleans()), max_size=60))
def test_no_two_presses_lie_closer_than_the_lock_out(gaps: list[tuple[int, bool]]) -> None:
    """Protects: whatever a broken button sends, one press of the challenge button is never two."""
    button, at_ns, pressed = Debounce(), 0, []
    for gap_ns, down in gaps:
        at_ns += gap_ns
        if (found := button.edge(down, at_ns)) is not None:
            pressed.append(found)
    assert all(later - earlier >= LOCK_OUT_NS for earlier, later in pairwise(pressed))


def test_a_flicker_that_never_reads_down_is_no_press() -> None:
    """Protects: a disturbance on the cable, over before it can be read, moves no clock."""
    button = Debounce()
    assert [button.edge(False, at_ns) for at_ns in (0, 40_000, 3 * MS)] == [None, None, None]


def test_the_lock_out_ends_after_100_ms() -> None:
    """Protects both sides of the bound."""
    early, late = Debounce(), Debounce()
    for button in (early, late):
        button.edge(True, 0)
        button.edge(False, 30 * MS)
    assert early.edge(True, LOCK_OUT_NS - 1) is None
    assert late.edge(True, LOCK_OUT_NS) == LOCK_OUT_NS


# --- without a panel -------------------------------------------------------------------------------


def library(monkeypatch: pytest.MonkeyPatch, gpio: object) -> None:
    monkeypatch.setitem(sys.modules, "RPi", ModuleType("RPi"))
    monkeypatch.setitem(sys.modules, "RPi.GPIO", gpio)  # type: ignore[arg-type]


def test_the_library_is_found_under_the_name_that_both_packages_share(
    monkeypatch: pytest.MonkeyPatch, gpio: FakeGpio
) -> None:
    """Protects: RPi.GPIO and rpi-lgpio are used alike."""
    library(monkeypatch, gpio)
    edges: queue.SimpleQueue[PanelEdge] = queue.SimpleQueue()
    Panel(PINS, edges.put, lambda: gpio.now_ns)
    gpio.drive(PINS.referee, 0)
    assert edges.get_nowait() == PanelEdge(Button.REFEREE, True, gpio.now_ns)


def test_without_the_package_the_sentence_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Protects a club that installed without the extra: one sentence and its remedy, no trace."""
    library(monkeypatch, None)
    with pytest.raises(NoGpio, match=r"pip install '\.\[pi\]'"):
        Panel(PINS, lambda edge: None, lambda: 0)


def test_a_kernel_without_edge_detection_is_named_with_its_remedy(
    gpio: FakeGpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RPi.GPIO fails so since Linux 6.6: the sentence must lead to rpi-lgpio."""

    def fail(*args: object, **named: object) -> None:
        raise RuntimeError("Failed to add edge detection")

    monkeypatch.setattr(gpio, "add_event_detect", fail)
    with pytest.raises(NoGpio, match=r"Failed to add edge detection.*rpi-lgpio"):
        Bench(gpio)


def test_importing_the_panel_imports_no_gpio() -> None:
    """Protects every machine that has no pins: they are looked for when a panel is built."""
    code = "import sys, host.adapters.panel; print(sorted(n for n in sys.modules if n.startswith(('RPi', 'lgpio'))))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
