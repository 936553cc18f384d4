"""Decides who watches the pins of the buttons, and whose clock stamps an edge.

The kernel stamps an edge in its interrupt, through lgpio or gpiod where one of them is installed; `RPi.GPIO` tells of
an edge without a stamp, which is then taken in the callback and is late by as long as that thread had to wait. Knows
pins and levels, nothing of buttons. Nothing is imported before it is asked for.
"""

import contextlib
import importlib
import selectors
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

# What the chips of the 40-pin header call themselves: Pi 3 and Zero 2 W, Pi 4, Pi 5.
# Source: Linux, drivers/pinctrl/bcm/pinctrl-bcm2835.c and drivers/pinctrl/pinctrl-rp1.c.
LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
DEVICES = Path("/dev")
CONSUMER = "taula"  # who holds the line, as `gpioinfo` shows it
STOP_S = 2.0  # far more than a thread needs that only has to look up

Took = Callable[[int, int, int], None]  # pin, level just after the edge, nanoseconds of time.monotonic_ns


class Gpio(Protocol):
    """The part of `RPi.GPIO` that the panel uses. Source: the package's documentation."""

    BCM: int
    IN: int
    OUT: int
    PUD_UP: int
    PUD_DOWN: int
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
class Lateness:
    """How long after their stamps edges were told, in nanoseconds: of the kernel's stamps only."""

    count: int = 0
    worst_ns: int = 0

    def told(self, late_ns: int) -> None:
        """One more."""
        self.count += 1
        self.worst_ns = max(self.worst_ns, late_ns)


class Edges(Protocol):
    """Watches pins. `stamps` says whose clock stamps an edge, for a person."""

    stamps: str
    kernel: bool
    lateness: Lateness

    def watch(self, pin: int, pull_up: bool, took: Took) -> int:
        """Tell every edge of `pin` to `took`, in a thread of the library's; gives the level now."""

    def level(self, pin: int) -> int:
        """What a watched `pin` reads now, whatever edges have told."""

    def close(self) -> None:
        """Let all pins go; nothing is told afterwards."""


class CallbackEdges:
    """Edges by `RPi.GPIO` alone: stamped in its callback, without its bouncetime, which would drop first edges."""

    stamps = "in the callback of RPi.GPIO"
    kernel = False

    def __init__(self, gpio: Gpio, clock_ns: Callable[[], int]) -> None:
        self._gpio = gpio
        self._clock_ns = clock_ns
        self._watched: list[int] = []
        self.lateness = Lateness()

    def watch(self, pin: int, pull_up: bool, took: Took) -> int:
        gpio = self._gpio
        gpio.setup(pin, gpio.IN, pull_up_down=gpio.PUD_UP if pull_up else gpio.PUD_DOWN)

        def edge(channel: int) -> None:
            at_ns = self._clock_ns()
            took(channel, gpio.input(channel), at_ns)

        level = gpio.input(pin)
        try:
            gpio.add_event_detect(pin, gpio.BOTH, callback=edge)
        except Exception:
            gpio.cleanup([pin])  # not watched: not held either
            raise
        self._watched.append(pin)
        return level

    def level(self, pin: int) -> int:
        return self._gpio.input(pin)

    def close(self) -> None:
        for pin in self._watched:
            self._gpio.remove_event_detect(pin)
        if self._watched:
            self._gpio.cleanup(self._watched)
        self._watched = []


@dataclass(slots=True)
class Clocks:
    """The two clocks that a kernel may stamp with, read one after the other."""

    monotonic_ns: Callable[[], int]
    realtime_ns: Callable[[], int]

    def of(self, stamp_ns: int) -> int:
        """A stamp in nanoseconds of the monotonic clock, whichever of the two it was taken from.

        Kernels before 5.7 stamp with the wall clock, newer ones with the monotonic one; a stamp is of that clock
        which it lies nearer to. Source: Linux, Documentation/userspace-api/gpio, on the time stamps of line events.

        >>> clocks = Clocks(lambda: 5_000, lambda: 900_000)
        >>> clocks.of(4_990), clocks.of(899_990)
        (4990, 4990)
        """
        now_ns, wall_ns = self.monotonic_ns(), self.realtime_ns()
        if abs(stamp_ns - now_ns) <= abs(stamp_ns - wall_ns):
            return stamp_ns
        return stamp_ns - wall_ns + now_ns


class LgpioEdges:
    """Edges by lgpio: the kernel's stamps and levels."""

    stamps = "by the kernel (lgpio)"
    kernel = True

    def __init__(self, lgpio: Any, handle: int, clocks: Clocks) -> None:
        self._lgpio, self._handle, self._clocks = lgpio, handle, clocks
        self._callbacks: list[tuple[int, Any]] = []
        self.lateness = Lateness()

    def watch(self, pin: int, pull_up: bool, took: Took) -> int:
        lgpio = self._lgpio
        pull = lgpio.SET_PULL_UP if pull_up else lgpio.SET_PULL_DOWN
        lgpio.gpio_claim_alert(self._handle, pin, lgpio.BOTH_EDGES, pull)

        def edge(_chip: int, channel: int, level: int, stamp_ns: int) -> None:
            if level not in (0, 1):
                return  # lgpio's own watchdog, which nobody has set
            at_ns = self._clocks.of(stamp_ns)
            self.lateness.told(self._clocks.monotonic_ns() - at_ns)
            took(channel, level, at_ns)

        self._callbacks.append((pin, lgpio.callback(self._handle, pin, lgpio.BOTH_EDGES, edge)))
        return self.level(pin)

    def level(self, pin: int) -> int:
        return int(self._lgpio.gpio_read(self._handle, pin))

    def close(self) -> None:
        for pin, callback in self._callbacks:
            callback.cancel()
            with contextlib.suppress(self._lgpio.error):
                self._lgpio.gpio_free(self._handle, pin)
        self._callbacks = []
        with contextlib.suppress(self._lgpio.error):
            self._lgpio.gpiochip_close(self._handle)


@dataclass
class GpiodEdges:
    """Edges by gpiod 2: the kernel's stamps and levels, of the monotonic clock, read in a thread of our own."""

    gpiod: Any
    chip: str
    clocks: Clocks
    stamps = "by the kernel (gpiod)"
    kernel = True
    lateness: Lateness = field(default_factory=Lateness)

    def __post_init__(self) -> None:
        self._requests: dict[int, Any] = {}
        self._ready = selectors.DefaultSelector()
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    def watch(self, pin: int, pull_up: bool, took: Took) -> int:
        line = self.gpiod.line
        request = self.gpiod.request_lines(self.chip, consumer=CONSUMER, config={pin: self.gpiod.LineSettings(
            direction=line.Direction.INPUT, edge_detection=line.Edge.BOTH, event_clock=line.Clock.MONOTONIC,
            bias=line.Bias.PULL_UP if pull_up else line.Bias.PULL_DOWN)})
        self._requests[pin] = request
        level = self.level(pin)
        self._ready.register(request.fd, selectors.EVENT_READ, (request, took))
        if self._thread is None:
            self._thread = threading.Thread(target=self._read, name="panel edges", daemon=True)
            self._thread.start()
        return level

    def level(self, pin: int) -> int:
        return int(self._requests[pin].get_value(pin) == self.gpiod.line.Value.ACTIVE)

    def _read(self) -> None:
        while not self._ending.is_set():
            for key, _ in self._ready.select(timeout=0.1):
                request, took = key.data
                for event in request.read_edge_events():
                    rising = event.event_type is event.Type.RISING_EDGE
                    self.lateness.told(self.clocks.monotonic_ns() - event.timestamp_ns)
                    took(event.line_offset, int(rising), event.timestamp_ns)

    def close(self) -> None:
        self._ending.set()
        if self._thread is not None:
            self._thread.join(STOP_S)
        for request in self._requests.values():
            self._ready.unregister(request.fd)
            request.release()
        self._requests = {}
        self._ready.close()


def best_edges(gpio: Gpio, clocks: Clocks, devices: Path = DEVICES) -> Edges:
    """Whoever can have the kernel stamp the edges of the header's pins, else `gpio` itself."""
    return _by_lgpio(clocks, devices) or _by_gpiod(clocks, devices) or CallbackEdges(gpio, clocks.monotonic_ns)


def _chips(devices: Path) -> list[Path]:
    return sorted(devices.glob("gpiochip*"), key=lambda path: (len(path.name), path.name))


def _by_lgpio(clocks: Clocks, devices: Path) -> Edges | None:
    chips = _chips(devices)
    if not chips:
        return None  # and lgpio, which opens a pipe when it is imported, is let be
    try:
        lgpio: Any = importlib.import_module("lgpio")
    except (ImportError, OSError):  # OSError: its pipe cannot be made in this folder
        return None
    for chip in chips:
        try:
            handle = lgpio.gpiochip_open(int(chip.name.removeprefix("gpiochip")))
        except (lgpio.error, ValueError):
            continue
        if lgpio.gpio_get_chip_info(handle)[3] in LABELS:
            return LgpioEdges(lgpio, handle, clocks)
        lgpio.gpiochip_close(handle)
    return None


def _by_gpiod(clocks: Clocks, devices: Path) -> Edges | None:
    try:
        gpiod: Any = importlib.import_module("gpiod")
        importlib.import_module("gpiod.line")
    except ImportError:
        return None  # none, or gpiod 1, whose interface is another
    for chip in _chips(devices):
        with contextlib.suppress(OSError), gpiod.Chip(str(chip)) as opened:
            if opened.get_info().label in LABELS:
                return GpiodEdges(gpiod, str(chip), clocks)
    return None
