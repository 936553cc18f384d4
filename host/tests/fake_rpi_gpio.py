"""A `RPi.GPIO` without a Raspberry Pi: the rules, errors and callback thread of the package, and wires to pull.

What the package does is taken from its documentation and from the texts of its errors. Time is the fake's own: it
moves only when a wire does.
"""

import queue
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

WAIT_S = 5.0  # far more than a thread needs to take one edge; only a hang lasts so long

# Header pin -> BCM number. Source: Raspberry Pi documentation, 40-pin header.
BOARD_PINS = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
    24: 8, 26: 7, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip

Trace = Iterable[tuple[int, int]]  # microseconds after the one before, and the level then


@dataclass
class _Watch:
    """Edge detection on one pin, under the channel number that the program used."""

    channel: int
    edge: int
    bounce_ns: int
    callbacks: list[Callable[[int], None]]
    seen: bool = False
    called_ns: int | None = None


class FakeGpio:
    """Stands for the module `RPi.GPIO`. One thread calls all callbacks, in order, as in the package."""

    VERSION = "0.7.1"
    LOW, HIGH = 0, 1
    OUT, IN = 0, 1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33
    BOARD, BCM = 10, 11

    def __init__(self) -> None:
        self.now_ns = 1_000_000_000
        self._mode: int | None = None
        self._levels = dict.fromkeys(range(28), 0)
        self._driven: set[int] = set()
        self._directions: dict[int, int] = {}
        self._pulls: dict[int, int] = {}
        self._watched: dict[int, _Watch] = {}
        self._edges: queue.Queue[int | None] = queue.Queue()
        self._may_run = threading.Event()
        self._may_run.set()
        self._idle = threading.Condition()
        self._open = 0
        self._thread: threading.Thread | None = None
        self.callback_errors: list[Exception] = []

    # --- the module ------------------------------------------------------------------------------

    def setmode(self, mode: int) -> None:
        if self._mode is not None and mode != self._mode:
            raise ValueError("A different mode has already been set!")
        if mode not in (self.BOARD, self.BCM):
            raise ValueError("An invalid mode was passed to setmode()")
        self._mode = mode

    def getmode(self) -> int | None:
        return self._mode

    def setwarnings(self, on: bool) -> None:
        """Nothing warns here: no other program holds these pins."""

    def setup(self, channel: int | Sequence[int], direction: int, pull_up_down: int = 20, initial: int = -1) -> None:
        if direction not in (self.IN, self.OUT):
            raise ValueError("An invalid direction was passed to setup()")
        if direction == self.OUT and pull_up_down != self.PUD_OFF:
            raise ValueError("pull_up_down parameter is not valid for outputs")
        if direction == self.IN and initial != -1:
            raise ValueError("initial parameter is not valid for inputs")
        for one in [channel] if isinstance(channel, int) else channel:
            pin = self._pin(one)
            self._directions[pin], self._pulls[pin] = direction, pull_up_down
            if direction == self.IN and pin not in self._driven:
                self._levels[pin] = int(pull_up_down == self.PUD_UP)
            elif direction == self.OUT and initial != -1:
                self._levels[pin] = initial

    def input(self, channel: int) -> int:
        pin = self._pin(channel)
        if pin not in self._directions:
            raise RuntimeError("You must setup() the GPIO channel first")
        return self._levels[pin]

    def output(self, channel: int, value: int) -> None:
        pin = self._pin(channel)
        if self._directions.get(pin) != self.OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self._levels[pin] = int(bool(value))

    def add_event_detect(
        self, channel: int, edge: int, callback: Callable[[int], None] | None = None, bouncetime: int = -666
    ) -> None:
        pin = self._pin(channel)
        if callback is not None and not callable(callback):
            raise TypeError("Parameter must be callable")
        if self._directions.get(pin) != self.IN:
            raise RuntimeError("You must setup() the GPIO channel as an input first")
        if edge not in (self.RISING, self.FALLING, self.BOTH):
            raise ValueError("The edge must be set to RISING, FALLING or BOTH")
        if bouncetime <= 0 and bouncetime != -666:
            raise ValueError("Bouncetime must be greater than 0")
        if pin in self._watched:
            raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
        self._watched[pin] = _Watch(channel, edge, max(0, bouncetime) * 1_000_000, [callback] if callback else [])
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="RPi.GPIO callbacks", daemon=True)
            self._thread.start()

    def add_event_callback(self, channel: int, callback: Callable[[int], None]) -> None:
        watch = self._watched.get(self._pin(channel))
        if watch is None:
            raise RuntimeError("Add event detection using add_event_detect first before adding a callback")
        watch.callbacks.append(callback)

    def event_detected(self, channel: int) -> bool:
        watch = self._watched.get(self._pin(channel))
        if watch is None:
            return False
        seen, watch.seen = watch.seen, False
        return seen

    def remove_event_detect(self, channel: int) -> None:
        self._watched.pop(self._pin(channel), None)

    def cleanup(self, channel: int | Sequence[int] | None = None) -> None:
        if channel is None:
            pins, self._mode = list(self._directions), None
        else:
            pins = [self._pin(one) for one in ([channel] if isinstance(channel, int) else channel)]
        for pin in pins:
            self._watched.pop(pin, None)
            self._directions.pop(pin, None)

    # --- the wires -------------------------------------------------------------------------------

    def drive(self, pin: int, level: int, *, wait: bool = True, told: bool = True) -> None:
        """Put BCM `pin` on `level` now; an edge is queued for its callbacks, and with `wait` taken by them too.

        Not `told`: the edge is lost, as when the kernel's list of them is full.
        """
        before, self._levels[pin] = self._levels[pin], level
        self._driven.add(pin)
        watch = self._watched.get(pin)
        wanted = {self.RISING: 1, self.FALLING: 0}
        if told and watch and level != before and wanted.get(watch.edge, level) == level:
            with self._idle:
                self._open += 1
            self._edges.put(pin)
        if wait:
            self.settle()

    def trace(self, pin: int, trace: Trace, *, late: bool = False) -> None:
        """Drive `pin` through `trace`; `late`: the thread gets to run only when it is over, as on a busy Pi."""
        if late:
            self._may_run.clear()
        for after_us, level in trace:
            self.now_ns += after_us * 1000
            self.drive(pin, level, wait=not late)
        self._may_run.set()
        self.settle()

    def settle(self) -> None:
        """Wait until the callbacks have taken every edge. Fails if a callback raised."""
        with self._idle:
            assert self._idle.wait_for(lambda: not self._open, WAIT_S), "a callback hangs"
        assert self.callback_errors == []

    def level(self, pin: int) -> int:
        """What stands on BCM `pin`."""
        return self._levels[pin]

    def pull(self, pin: int) -> int:
        """The resistor that BCM `pin` was set up with."""
        return self._pulls[pin]

    def in_use(self) -> set[int]:
        """The BCM pins that are set up."""
        return set(self._directions)

    def stop(self) -> None:
        """End the callback thread."""
        if self._thread is not None:
            self._edges.put(None)
            self._thread.join(WAIT_S)
            assert not self._thread.is_alive()

    # --- inside ----------------------------------------------------------------------------------

    def _pin(self, channel: int) -> int:
        if self._mode is None:
            raise RuntimeError(
                "Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
            )
        pin = BOARD_PINS.get(channel) if self._mode == self.BOARD else channel
        if pin not in self._levels:
            raise ValueError("The channel sent is invalid on a Raspberry Pi")
        return pin

    def _run(self) -> None:
        while (pin := self._edges.get()) is not None:
            assert self._may_run.wait(WAIT_S)
            watch = self._watched.get(pin)
            if watch is not None:
                self._call(watch)
            with self._idle:
                self._open -= 1
                self._idle.notify_all()

    def _call(self, watch: _Watch) -> None:
        if watch.bounce_ns and watch.called_ns is not None and self.now_ns - watch.called_ns < watch.bounce_ns:
            return
        watch.called_ns, watch.seen = self.now_ns, True
        for callback in watch.callbacks:
            try:
                callback(watch.channel)
            except Exception as error:  # kept for the test's own thread, which raises it
                self.callback_errors.append(error)
