"""Decides how the buttons beside the table are watched, when one counts as pressed, and how their lamps are lit.

Speaks the `RPi.GPIO` interface (the package of that name, or its drop-in rpi-lgpio). Knows nothing of the game: which
event a press becomes, and whether it is allowed, is for others to say.
"""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, cast

MS = 1_000_000  # nanoseconds
# Source: J. Ganssle, "The secret life of switches": buttons bounce 1.6 ms on average, 6.2 ms at worst but for one.
RELEASE_NS = 10 * MS  # a button is up again when it has stood up for so long
LOCK_OUT_NS = 100 * MS  # a press sooner than this after the last counted one is the same finger
STUCK_NS = 10_000 * MS  # nobody leans on a button for ten seconds


class Button(StrEnum):
    """The five buttons, by the names that they have in the settings."""

    CLOCK_A = "clock_a"
    CLOCK_B = "clock_b"
    CHALLENGE_A = "challenge_a"
    CHALLENGE_B = "challenge_b"
    REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class PanelPins:
    """The pins, by their BCM numbers. Buttons close to ground; a lamp is lit by a high pin, through a transistor.

    The clock buttons are on pins that the Pi pulls up while it starts, so that they do not read as pressed then.
    """

    clock_a: int = 5
    clock_b: int = 6
    challenge_a: int = 16
    challenge_b: int = 26
    referee: int = 22
    led_a: int = 17
    led_b: int = 27

    def buttons(self) -> dict[int, Button]:
        """The button on each pin."""
        return {getattr(self, button): button for button in Button}

    def lamps(self) -> tuple[int, int]:
        """The pins of the lamps in the clock buttons of seats 0 and 1."""
        return self.led_a, self.led_b


@dataclass(frozen=True, slots=True)
class PanelEdge:
    """A pin has changed: `down` as it was read just after, which in a bounce may be later than the change itself."""

    button: Button
    down: bool
    at_ns: int


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed; `at_ns` is its very first edge, so that no bounce is charged to anybody's clock."""

    button: Button
    at_ns: int


class NoGpio(RuntimeError):
    """The pins cannot be used: no package for them, not a Raspberry Pi, or no permission."""


class Gpio(Protocol):
    """The part of `RPi.GPIO` that the panel uses. Source: the package's documentation."""

    BCM: int
    IN: int
    OUT: int
    PUD_UP: int
    BOTH: int
    LOW: int
    HIGH: int

    def setmode(self, mode: int, /) -> None: ...
    def setup(self, channel: int, direction: int, /, *, pull_up_down: int = ..., initial: int = ...) -> None: ...
    def input(self, channel: int, /) -> int: ...
    def output(self, channel: int, value: int, /) -> None: ...
    def add_event_detect(self, channel: int, edge: int, /, *, callback: Callable[[int], None]) -> None: ...
    def remove_event_detect(self, channel: int, /) -> None: ...
    def cleanup(self, channel: Sequence[int], /) -> None: ...


@dataclass(slots=True)
class Debounce:
    """Edges of one button in, presses out; pure, time comes with the edges.

        pin   ‾‾‾‾|_|‾|__________________|‾|_|‾‾‾‾‾‾‾‾‾‾
                  ^ the press, at once     ^ up again 10 ms after the last edge

    A burst is a run of edges at most RELEASE_NS apart. In a burst the pin may already read up again when its first
    edge is handled: so the burst keeps its first stamp, and counts as a press once any of its edges reads down.

    >>> button = Debounce()
    >>> button.edge(True, 1_000_000), button.edge(False, 1_400_000), button.edge(True, 2_000_000)
    (1000000, None, None)
    """

    down: bool = False  # as the pin read at the last edge
    held: bool = False  # pressed, and not yet seen to stand up for RELEASE_NS
    burst_ns: int = 0  # the first edge of the burst
    last_ns: int | None = None  # the last edge
    counted_ns: int | None = None  # the last press that counted
    stuck_told: bool = False

    def edge(self, down: bool, at_ns: int) -> int | None:
        """Take an edge; gives the moment of the press that it reveals, None when it reveals none."""
        if self.last_ns is None or at_ns - self.last_ns > RELEASE_NS:
            # A new burst: until now the pin stood as it was last read.
            self.burst_ns = at_ns
            self.held = self.held and self.down
            self.stuck_told = self.stuck_told and self.held
        self.down, self.last_ns = down, at_ns
        if self.held or not down:
            return None
        self.held = True
        return self._counted(self.burst_ns)

    def _counted(self, at_ns: int) -> int | None:
        if self.counted_ns is not None and at_ns - self.counted_ns < LOCK_OUT_NS:
            return None
        self.counted_ns = at_ns
        return at_ns

    def held_ns(self, at_ns: int) -> int:
        """Nanoseconds since the press, while the button is down; 0 when it is up."""
        down = self.held and self.down and self.counted_ns is not None
        return max(0, at_ns - self.burst_ns) if down else 0

    def stuck(self, at_ns: int) -> bool:
        """Whether the button has been down for more than STUCK_NS; told once for each time that it is held."""
        if self.stuck_told or not self.held or not self.down or self.last_ns is None:
            return False
        self.stuck_told = at_ns - self.last_ns > STUCK_NS
        return self.stuck_told


class Panel:
    """The buttons and lamps of one table.

    `post` is called with every raw edge, in the thread of the GPIO library: hand it over to the thread that owns the
    table (`loop.call_soon_threadsafe`) and ask `press` there. `clock_ns` stamps the edges: `time.monotonic_ns`.
    Raises NoGpio.
    """

    def __init__(
        self,
        pins: PanelPins,
        post: Callable[[PanelEdge], None],
        clock_ns: Callable[[], int],
        gpio: Gpio | None = None,
    ) -> None:
        self._pins = pins
        self._post = post
        self._clock_ns = clock_ns
        self._buttons = pins.buttons()
        self._gpio = gpio if gpio is not None else _library()
        try:
            self._wire()
        except Exception as trouble:  # the libraries raise RuntimeError, ValueError, OSError and types of their own
            raise NoGpio(
                f"The buttons cannot be watched ({trouble}): let the service's user into the group gpio, and on this "
                "kernel or a Raspberry Pi 5 use rpi-lgpio instead of RPi.GPIO: pip uninstall RPi.GPIO, "
                "then .venv/bin/pip install '.[pi]' in the checkout."
            ) from trouble

    def _wire(self) -> None:
        gpio = self._gpio
        gpio.setmode(gpio.BCM)
        for pin in self._pins.lamps():
            gpio.setup(pin, gpio.OUT, initial=gpio.LOW)
        self._debounce: dict[Button, Debounce] = {}
        now_ns = self._clock_ns()
        for pin, button in self._buttons.items():
            gpio.setup(pin, gpio.IN, pull_up_down=gpio.PUD_UP)
            # A button that is down already was not pressed now; if it stays down it will be called stuck.
            down = gpio.input(pin) == gpio.LOW
            self._debounce[button] = Debounce(down=down, held=down, burst_ns=now_ns, last_ns=now_ns)
        for pin in self._buttons:
            gpio.add_event_detect(pin, gpio.BOTH, callback=self._edge)

    def _edge(self, channel: int) -> None:
        at_ns = self._clock_ns()
        self._post(PanelEdge(self._buttons[channel], self._gpio.input(channel) == self._gpio.LOW, at_ns))

    def press(self, edge: PanelEdge) -> Press | None:
        """The press that `edge` reveals; edges must come in the order in which they were posted."""
        at_ns = self._debounce[edge.button].edge(edge.down, edge.at_ns)
        return None if at_ns is None else Press(edge.button, at_ns)

    def stuck(self, at_ns: int) -> tuple[Button, ...]:
        """Buttons that have been down for more than ten seconds, each told once; to be asked every second or so."""
        return tuple(button for button, debounce in self._debounce.items() if debounce.stuck(at_ns))

    def held_ns(self, button: Button, at_ns: int) -> int:
        """For how long `button` has been down since its press, in nanoseconds; 0 when it is up."""
        return self._debounce[button].held_ns(at_ns)

    def light(self, seat: int | None) -> None:
        """Light the lamp in the clock button of `seat` (0 or 1) and darken the other; None darkens both."""
        for number, pin in enumerate(self._pins.lamps()):
            self._gpio.output(pin, self._gpio.HIGH if number == seat else self._gpio.LOW)

    def close(self) -> None:
        """Darken the lamps and give the pins back; no edge is posted afterwards."""
        self.light(None)
        for pin in self._buttons:
            self._gpio.remove_event_detect(pin)
        self._gpio.cleanup([*self._buttons, *self._pins.lamps()])


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
