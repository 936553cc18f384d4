"""Decides what the buttons and lamps beside the table are wired to, and what becomes of one that cannot be used.

Speaks the `RPi.GPIO` interface (the package of that name, or its drop-in rpi-lgpio); panel_edges decides who stamps
the edges. Knows nothing of the game: what a press becomes, and whether it is allowed, is for others to say.
"""

import contextlib
import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, cast

from host.adapters.panel_debounce import MS, Debounce, Holds
from host.adapters.panel_doubts import Levels, absurd
from host.adapters.panel_edges import CallbackEdges, Clocks, Edges, Gpio, best_edges

RETRY_NS = 60_000 * MS  # a pin that another program held is ours within a minute of being let go
ABSENT = "none"  # a part that this table does not have


class Button(StrEnum):
    """The five buttons, by the names that they have in the settings."""

    CLOCK_A = "clock_a"
    CLOCK_B = "clock_b"
    CHALLENGE_A = "challenge_a"
    CHALLENGE_B = "challenge_b"
    REFEREE = "referee"


class Output(StrEnum):
    """What the panel switches on and off, by the names in the settings."""

    LED_A = "led_a"
    LED_B = "led_b"
    STATUS = "status_led"
    BUZZER = "buzzer"
    SYNC = "sync"  # to the boards, for the alignment of their clocks


SEAT_LAMPS = (Output.LED_A, Output.LED_B)
WHAT = {Output.LED_A: "lamp", Output.LED_B: "lamp", Output.STATUS: "lamp", Output.BUZZER: "buzzer",
        Output.SYNC: "line"}
Pin = int | str  # a BCM number, or ABSENT


@dataclass(frozen=True, slots=True)
class PanelPins:
    """The pins, by their BCM numbers, and what their levels mean; which they are is for the settings to say.

    Usually buttons close to ground and a lamp is lit by a high pin, through a transistor. The clock buttons are on
    pins that the Pi pulls up while it starts, so that they do not read as pressed then.
    """

    clock_a: Pin
    clock_b: Pin
    challenge_a: Pin
    challenge_b: Pin
    referee: Pin
    led_a: Pin
    led_b: Pin
    status_led: Pin
    buzzer: Pin
    sync: Pin
    pressed: str = "low"
    lit: str = "high"

    def buttons(self) -> dict[int, Button]:
        """The button on each pin."""
        return {pin: button for button in Button if isinstance(pin := getattr(self, button), int)}

    def outputs(self) -> dict[Output, int]:
        """The pin of each lamp, of the buzzer, and of SYNC."""
        return {output: pin for output in Output if isinstance(pin := getattr(self, output), int)}


@dataclass(frozen=True, slots=True)
class PanelEdge:
    """A pin has changed: `down` as it was just after.

    Where the kernel does not stamp edges it is read some time later, which in a bounce may be after the next change.
    """

    button: Button
    down: bool
    at_ns: int


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed; `at_ns` is its very first edge, so that no bounce is charged to anybody's clock."""

    button: Button
    at_ns: int


class NoGpio(RuntimeError):
    """No pin can be used: no package for them, not a Raspberry Pi, or no permission."""


@dataclass(slots=True)
class _Missing:
    """Parts that cannot be used now, each with the sentence that was said of it; tried again after RETRY_NS."""

    parts: dict[Button | Output, str] = field(default_factory=dict)
    tried_ns: int = 0


class Panel:
    """The buttons, lamps and buzzer of one table.

    `post` is called with every raw edge, in the thread of the GPIO library: hand it over to the thread that owns the
    table (`loop.call_soon_threadsafe`) and ask `press` there. `clock_ns` is `time.monotonic_ns`. `said` hears, once
    each, of a part that cannot be used and of one that is there again; the others go on. Raises NoGpio when no button
    can be watched.
    """

    def __init__(
        self,
        pins: PanelPins,
        post: Callable[[PanelEdge], None],
        clock_ns: Callable[[], int],
        gpio: Gpio | None = None,
        *,
        edges: Edges | None = None,
        holds: Holds | None = None,
        said: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self._pins, self._post, self._clock_ns, self._said = pins, post, clock_ns, said
        self._holds = holds or Holds()
        self._buttons = pins.buttons()
        self._debounce: dict[Button, Debounce] = {button: Debounce(self._holds) for button in self._buttons.values()}
        self._outputs: dict[Output, bool] = {}
        self._missing = _Missing(tried_ns=clock_ns())
        self._levels = Levels()
        self._gpio = gpio if gpio is not None else _library()
        try:
            self._gpio.setmode(self._gpio.BCM)
        except Exception as trouble:  # the libraries raise RuntimeError, ValueError, OSError and types of their own
            raise _no_gpio(trouble) from trouble
        self._edges = edges or self._best_edges(given=gpio is not None)
        self._wire()

    def _best_edges(self, *, given: bool) -> Edges:
        if given:
            return CallbackEdges(self._gpio, self._clock_ns)
        return best_edges(self._gpio, Clocks(self._clock_ns, time.time_ns))

    @property
    def stamps(self) -> str:
        """Whose clock stamps the edges, for a person."""
        return self._edges.stamps

    @property
    def late_ns(self) -> int:
        """How long after the kernel's stamp the latest edge was told; 0 where the kernel does not stamp them."""
        return self._edges.lateness.worst_ns

    # --- the parts -------------------------------------------------------------------------------

    def _wire(self) -> None:
        parts: tuple[Button | Output, ...] = (*self._pins.outputs(), *self._buttons.values())
        wrong = {part: trouble for part in parts if (trouble := self._tried(part)) is not None}
        watched = wrong.keys() & set(self._buttons.values())
        if watched and len(watched) == len(self._buttons):
            self.close()
            raise _no_gpio(wrong[min(watched)])
        for part, trouble in wrong.items():
            self._lose(part, trouble)

    def _tried(self, part: Button | Output) -> Exception | None:
        """Why `part` cannot be used; None when it is in use now."""
        try:
            if isinstance(part, Output):
                self._gpio.setup(self._pins.outputs()[part], self._gpio.OUT, initial=self._level(part, False))
                self._outputs[part] = False
            else:
                self._watch(part)
        except Exception as trouble:
            return trouble
        return None

    def _watch(self, button: Button) -> None:
        pressed = self._pins.pressed == "low"
        (pin,) = (pin for pin, other in self._buttons.items() if other is button)
        now_ns = self._clock_ns()
        level = self._edges.watch(pin, pressed, self._edge)
        # A button that is down already was not pressed now; if it stays down it will be called stuck.
        down = self._is_down(level)
        self._debounce[button] = Debounce(self._holds, down=down, held=down, burst_ns=now_ns, last_ns=now_ns)

    def _lose(self, part: Button | Output, trouble: Exception) -> None:
        if part in self._missing.parts:
            return
        what = WHAT[part] if isinstance(part, Output) else "button"
        self._missing.parts[part] = f"{what} {part} on pin {getattr(self._pins, part)}"
        self._said(f"The {self._missing.parts[part]} cannot be used ({trouble}): the game goes on without it; look "
                   f"whether another program holds the pin, and at panel.{part} in table.toml.")

    def mend(self, at_ns: int) -> None:
        """Try what cannot be used once more, when it is time; to be called every second or so."""
        if not self._missing.parts or at_ns - self._missing.tried_ns < RETRY_NS:
            return
        self._missing.tried_ns = at_ns
        for part in tuple(self._missing.parts):
            if self._tried(part) is None:
                self._said(f"The {self._missing.parts.pop(part)} is there again.")

    # --- buttons ---------------------------------------------------------------------------------

    def _is_down(self, level: int) -> bool:
        return (level == self._gpio.LOW) == (self._pins.pressed == "low")

    def _edge(self, pin: int, level: int, at_ns: int) -> None:
        self._post(PanelEdge(self._buttons[pin], self._is_down(level), at_ns))

    def press(self, edge: PanelEdge) -> Press | None:
        """The press that `edge` reveals; edges must come in the order in which they were posted."""
        at_ns = self._debounce[edge.button].edge(edge.down, self._moment(edge))
        return None if at_ns is None else Press(edge.button, at_ns)

    def _moment(self, edge: PanelEdge) -> int:
        """When `edge` happened; now, and said, where its stamp is of no moment that can have been."""
        now_ns = self._clock_ns()
        if not absurd(edge.at_ns, now_ns):
            return edge.at_ns
        off_s = (edge.at_ns - now_ns) / 1e9
        self._said(f"The button {edge.button} was told with a time stamp {abs(off_s):.1f} s "
                   f"{'ahead' if off_s > 0 else 'ago'}, which cannot be: it counts from now. Look at `taula doctor`.")
        return now_ns

    def lost(self, at_ns: int) -> tuple[Button, ...]:
        """Buttons of which an edge was lost, said and put right; those that are down, whose press nobody heard.

        To be asked every second or so: what is found has stood since the time before.
        """
        unheard = []
        for pin, button in self._buttons.items():
            if button in self._missing.parts:
                continue
            try:
                down = self._is_down(self._edges.level(pin))
            except Exception as trouble:  # of types of the libraries' own, as in __init__
                self._lose(button, trouble)
                continue
            if self._levels.lost(button, self._debounce[button], down, at_ns):
                self._said(f"The button {button} is {'down' if down else 'up'} and no edge told of it: "
                           "an edge was lost. Look at its wire.")
                unheard += [button] * down
        return tuple(unheard)

    def stuck(self, at_ns: int) -> tuple[Button, ...]:
        """Buttons that have been down for longer than `stuck_ns`, each told once; to be asked every second or so."""
        return tuple(button for button, debounce in self._debounce.items() if debounce.stuck(at_ns))

    def jammed(self, at_ns: int) -> tuple[Button, ...]:
        """Buttons that have been down for longer than `stuck_ns`, for as long as they are."""
        return tuple(button for button, debounce in self._debounce.items() if debounce.jammed(at_ns))

    def held_ns(self, button: Button, at_ns: int) -> int:
        """For how long `button` has been down since its press, in nanoseconds; 0 when it is up or not there."""
        debounce = self._debounce.get(button)
        return 0 if debounce is None else debounce.held_ns(at_ns)

    # --- lamps and buzzer ------------------------------------------------------------------------

    def light(self, seat: int | None) -> None:
        """Light the lamp in the clock button of `seat` (0 or 1) and darken the other; None darkens both."""
        for number, lamp in enumerate(SEAT_LAMPS):
            self.switch(lamp, number == seat)

    def switch(self, output: Output, on: bool) -> None:
        """Switch a lamp or the buzzer; a part that is not there is let be, one that fails is said once."""
        if self._outputs.get(output, on) == on:
            return
        try:
            self._gpio.output(self._pins.outputs()[output], self._level(output, on))
        except Exception as trouble:
            del self._outputs[output]
            self._lose(output, trouble)
        else:
            self._outputs[output] = on

    def _level(self, output: Output, on: bool) -> int:
        high = output is Output.SYNC or self._pins.lit == "high"  # the boards wait for SYNC to rise
        return self._gpio.HIGH if on == high else self._gpio.LOW

    def pulse(self) -> int | None:
        """Raise SYNC for a moment; when that was, by `clock_ns`, or None where that line is not there."""
        if Output.SYNC not in self._outputs:
            return None
        at_ns = self._clock_ns()
        self.switch(Output.SYNC, True)
        self.switch(Output.SYNC, False)
        return at_ns if Output.SYNC in self._outputs else None

    def close(self) -> None:
        """Darken the lamps and give the pins back; no edge is posted afterwards."""
        for output in tuple(self._outputs):
            self.switch(output, False)
        self._edges.close()
        if pins := [self._pins.outputs()[output] for output in self._outputs]:
            with contextlib.suppress(Exception):  # a library that fails here leaves nothing to be done
                self._gpio.cleanup(pins)


def _no_gpio(trouble: Exception) -> NoGpio:
    return NoGpio(
        f"The buttons cannot be watched ({trouble}): let the service's user into the group gpio, and on this "
        "kernel or a Raspberry Pi 5 use rpi-lgpio instead of RPi.GPIO: pip uninstall RPi.GPIO, "
        "then .venv/bin/pip install '.[pi]' in the checkout."
    )


def _library() -> Gpio:
    """`RPi.GPIO`, whichever package provides it. Raises NoGpio."""
    try:
        library: Any = importlib.import_module("RPi.GPIO")
    except ImportError as trouble:
        raise NoGpio(
            "No package for the buttons is installed: type .venv/bin/pip install '.[pi]' in the checkout."
        ) from trouble
    except RuntimeError as trouble:  # both packages refuse to be imported elsewhere
        raise NoGpio(
            "The buttons need the pins of a Raspberry Pi, and this is none: take [panel] out of table.toml."
        ) from trouble
    return cast(Gpio, library)
