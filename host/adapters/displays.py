"""Decides how a picture reaches the small display of each side, and what becomes of a display that does not answer.

Two displays of 128 x 64 dots on one I2C bus, through Adafruit's Blinka; displays_chips knows what they are driven by.
Knows nothing of what the pictures show: they come as the 1024 bytes of the display's memory.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from host.adapters.displays_chips import AUTO, BLANK, HEIGHT, WIDTH, Chip, Window, started

FIRST_RETRY_NS = 1_000_000_000
LAST_RETRY_NS = 60_000_000_000  # a display plugged in again is back within a minute
FULL = 255  # contrast. Source: both data sheets, command 0x81
HEX = "0x{:02X}".format


class NoDisplays(RuntimeError):
    """The displays' bus cannot be used: no package for it, or no I2C on this machine."""


@dataclass(frozen=True, slots=True)
class DisplayChanged:
    """The display of `seat` has gone (or is back, `present`); `sentence` says which, and what to do."""

    seat: int
    present: bool
    sentence: str


Open = Callable[[int], Chip]


def window(before: bytes, after: bytes) -> Window | None:
    """The smallest window that holds every byte in which two pictures of 1024 bytes differ; None when none does.

    >>> window(BLANK, BLANK[:130] + b"x" + BLANK[131:])
    Window(left=2, right=2, top=1, bottom=1)
    """
    changed = [place for place, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    if not changed:
        return None
    columns = [place % WIDTH for place in changed]
    return Window(min(columns), max(columns), changed[0] // WIDTH, changed[-1] // WIDTH)


def on_i2c(chip: str = AUTO, brightness: int = 100) -> Open:
    """What starts the display of an address on the Pi's I2C bus, at 1..100 per cent of its light. Raises NoDisplays.

    `chip` is ssd1306, sh1106 or auto, which asks each display.
    """
    try:
        board: Any = importlib.import_module("board")
        busio: Any = importlib.import_module("busio")
        ssd1306: Any = importlib.import_module("adafruit_ssd1306")
        i2c_device: Any = importlib.import_module("adafruit_bus_device.i2c_device")
    except ImportError as trouble:
        raise NoDisplays(
            "No package for the displays is installed: type .venv/bin/pip install '.[pi]' in the checkout."
        ) from trouble
    except (NotImplementedError, RuntimeError) as trouble:
        raise NoDisplays(f"The displays cannot be used on this machine: {trouble}.") from trouble
    try:
        bus: Any = busio.I2C(board.SCL, board.SDA)
    except (AttributeError, ImportError, NotImplementedError, OSError, RuntimeError, ValueError) as trouble:
        raise NoDisplays(
            f"The displays need the I2C bus of a Raspberry Pi ({trouble}): switch it on with raspi-config, "
            "or take the section [displays] out of table.toml."
        ) from trouble

    def start(address: int) -> Chip:
        return started(chip, brightness * FULL // 100, lambda: i2c_device.I2CDevice(bus, address),
                       lambda: ssd1306.SSD1306_I2C(WIDTH, HEIGHT, bus, addr=address))

    return start


class Displays:
    """The displays of seats 0, 1, ... at `addresses`; `start` makes one answer, `said` hears of what comes and goes.

    A display that does not answer costs nothing but itself: it is told once and tried again after 1 s, 2 s, ... 60 s.
    Calls wait for the bus (a whole picture takes 0.1 s at its usual 100 kHz, a hung bus a second): make them in a
    thread of their own, one at a time.
    """

    def __init__(self, addresses: tuple[int, ...], start: Open, said: Callable[[DisplayChanged], None]) -> None:
        self._displays = [_Display(seat, address, start, said) for seat, address in enumerate(addresses)]

    def show(self, seat: int, pages: bytes, at_ns: int) -> None:
        """Show 1024 bytes of picture to `seat`; only what differs from the last picture is sent.

        `at_ns` is any clock that goes on by itself: it times the next try of a display that is gone.
        """
        self._displays[seat].show(pages, at_ns)

    def close(self) -> None:
        """Switch the displays off."""
        for display in self._displays:
            display.close()


class _Display:
    """One display: what it shows, or when it is tried again."""

    def __init__(self, seat: int, address: int, start: Open, said: Callable[[DisplayChanged], None]) -> None:
        self._seat = seat
        self._address = address
        self._start = start
        self._said = said
        self._chip: Chip | None = None
        self._shown = BLANK
        self._told_lost = False
        self._retry_ns: int | None = None
        self._delay_ns = FIRST_RETRY_NS

    def show(self, pages: bytes, at_ns: int) -> None:
        if self._chip is None and self._retry_ns is not None and at_ns < self._retry_ns:
            return
        try:
            chip = self._chip or self._started()
            self._send(chip, pages)
        except (OSError, ValueError) as trouble:  # ValueError: nothing answered when it was looked for
            self._lose(trouble, at_ns)
        else:
            self._found()

    def close(self) -> None:
        if self._chip is None:
            return
        try:
            self._chip.poweroff()
        except OSError as trouble:
            self._lose(trouble, at_ns=0)

    def _started(self) -> Chip:
        self._chip = self._start(self._address)
        self._shown = BLANK  # it starts dark
        return self._chip

    def _send(self, chip: Chip, pages: bytes) -> None:
        changed = window(self._shown, pages)
        if changed is not None:
            chip.draw(changed, pages)
            self._shown = pages

    def _lose(self, trouble: Exception, at_ns: int) -> None:
        self._chip = None
        self._retry_ns = at_ns + self._delay_ns
        self._delay_ns = min(2 * self._delay_ns, LAST_RETRY_NS)
        if not self._told_lost:
            self._told_lost = True
            self._said(DisplayChanged(self._seat, False, (
                f"The display at {HEX(self._address)} does not answer ({trouble}): the game goes on without it; "
                "look at its plug, and at the address soldered on its back."
            )))  # fmt: skip

    def _found(self) -> None:
        if self._told_lost:
            self._said(DisplayChanged(self._seat, True, f"The display at {HEX(self._address)} is back."))
        self._told_lost = False
        self._delay_ns = FIRST_RETRY_NS
