"""What is not to be believed of a button: an edge that nobody told of, a moment that cannot be."""

import pytest

from host.adapters.panel import Button, PanelEdge, Press
from host.tests.test_panel import CLEAN, MS, PINS, WORST, Bench, bench, gpio, released

__all__ = ["bench", "gpio"]  # fixtures


def quietly(bench: Bench, button: Button, level: int) -> None:
    """The pin changes and no edge of it is told."""
    bench.gpio.drive(getattr(PINS, button), level, told=False)


@pytest.mark.parametrize("button", Button)
def test_a_press_that_no_edge_told_of_is_said_and_asked_for_again(bench: Bench, button: Button) -> None:
    """Protects a player who presses and waits: nothing may have been heard and nobody told."""
    quietly(bench, button, 0)
    assert bench.panel.lost(bench.gpio.now_ns) == ()  # its edge may be on its way
    bench.gpio.now_ns += 1_000 * MS
    assert bench.panel.lost(bench.gpio.now_ns) == (button,)
    assert bench.said == [f"The button {button} is down and no edge told of it: an edge was lost. Look at its wire."]
    bench.gpio.trace(getattr(PINS, button), released(WORST))
    bench.gpio.now_ns += 400 * MS
    bench.gpio.trace(getattr(PINS, button), WORST)
    assert [press.button for press in bench.presses()] == [button]


def test_a_release_that_no_edge_told_of_costs_no_later_press(bench: Bench) -> None:
    """Protects the next press: a button that is believed to be down cannot be pressed."""
    bench.gpio.trace(PINS.clock_a, CLEAN)
    assert len(bench.presses()) == 1
    quietly(bench, Button.CLOCK_A, 1)
    for _ in range(2):
        bench.gpio.now_ns += 1_000 * MS
        assert bench.panel.lost(bench.gpio.now_ns) == ()
    assert bench.said == ["The button clock_a is up and no edge told of it: an edge was lost. Look at its wire."]
    bench.gpio.now_ns += 1_000 * MS
    bench.gpio.trace(PINS.clock_a, CLEAN)
    assert len(bench.presses()) == 1


def test_a_button_that_is_used_between_two_looks_has_lost_nothing(bench: Bench) -> None:
    """Protects against false alarms: an edge is not heard in the moment in which it happens."""
    for level in (0, 1, 0):
        bench.gpio.trace(PINS.clock_b, [(0, level)])
        bench.panel.lost(bench.gpio.now_ns)  # the edge is posted and not yet taken
        bench.presses()
        bench.gpio.now_ns += 1_000 * MS
    assert bench.said == []


@pytest.mark.parametrize(("off_ms", "told"), [(60_000, "60.0 s ahead"), (-60_000, "60.0 s ago")])
def test_a_press_with_the_stamp_of_a_moment_that_cannot_be_counts_from_now(
    bench: Bench, off_ms: int, told: str
) -> None:
    """Protects both clocks: a stamp an hour off would charge a side that hour, or give it back."""
    press = bench.panel.press(PanelEdge(Button.CLOCK_A, True, bench.gpio.now_ns + off_ms * MS))
    assert press == Press(Button.CLOCK_A, bench.gpio.now_ns)
    assert bench.said == [f"The button clock_a was told with a time stamp {told}, which cannot be: "
                          "it counts from now. Look at `taula doctor`."]
