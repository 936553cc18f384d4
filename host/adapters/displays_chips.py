"""Decides how a part of a picture is written into the two chips that are sold as displays of 128 x 64 dots.

Through Adafruit's drivers for bus and SSD1306. The SH1106 looks the same on its board and answers at the same
address; it has 132 columns, of which the glass shows the 128 in the middle, and knows no window: each page is
addressed by itself.
Source: data sheets SSD1306 rev. 1.1 and SH1106 V2.3, tables of commands.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8
BLANK = bytes(WIDTH * PAGES)
COMMAND, DATA = 0x80, 0x40  # the control byte before one command byte, and before picture bytes
SET_COLUMNS, SET_PAGES = 0x21, 0x22
SET_PAGE, SET_LOW_COLUMN, SET_HIGH_COLUMN, SET_CONTRAST, OFF, ON = 0xB0, 0x00, 0x10, 0x81, 0xAE, 0xAF
FIRST_SHOWN = 2  # the column of an SH1106 that the glass shows first
# As its data sheet lists them for a start: clock, 64 lines, no offset, the charge pump, how the glass is fitted on
# the usual boards, its pins and voltages, picture from memory and not inverted.
SH1106_START = bytes((
    OFF, 0xD5, 0x80, 0xA8, HEIGHT - 1, 0xD3, 0x00, 0x40, 0xAD, 0x8B, 0xA1, 0xC8, 0xDA, 0x12, 0xD9, 0x22, 0xDB, 0x35,
    0x32, 0xA4, 0xA6,
))  # fmt: skip
# The lower half of the status byte tells the chips apart. Source: L. Bank, library ss_oled, oledInit; no data sheet.
STATUS, SH1106_STATUS = b"\x00", 0x08
SSD1306, SH1106, AUTO = "ssd1306", "sh1106", "auto"


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a display's memory between two columns (0..127) and two pages (0..7), all four included."""

    left: int
    right: int
    top: int
    bottom: int

    def rows(self, pages: bytes) -> list[bytes]:
        """The bytes of `pages` inside, a page each."""
        return [pages[page * WIDTH + self.left : page * WIDTH + self.right + 1]
                for page in range(self.top, self.bottom + 1)]

    def cut(self, pages: bytes) -> bytes:
        """The bytes of `pages` inside, in the order in which an SSD1306 takes them."""
        return b"".join(self.rows(pages))


WHOLE = Window(0, WIDTH - 1, 0, PAGES - 1)


class Chip(Protocol):
    """A display that is on and dark. Every call raises OSError when it does not answer."""

    name: str

    def draw(self, window: Window, pages: bytes) -> None:
        """Write the part of 1024 bytes of picture inside `window`."""

    def poweroff(self) -> None:
        """Switch it off."""


class AdafruitSsd1306(Protocol):
    """The part of `adafruit_ssd1306.SSD1306_I2C` that is used. Source: the library's documentation."""

    @property
    def i2c_device(self) -> AbstractContextManager[Any]: ...
    def write_cmd(self, cmd: int, /) -> None: ...
    def contrast(self, contrast: int, /) -> None: ...
    def poweroff(self) -> None: ...


class Ssd1306:
    """The usual chip, started by Adafruit's driver."""

    name = SSD1306

    def __init__(self, display: AdafruitSsd1306, contrast: int) -> None:
        self._display = display
        display.contrast(contrast)

    def draw(self, window: Window, pages: bytes) -> None:
        for command in (SET_COLUMNS, window.left, window.right, SET_PAGES, window.top, window.bottom):
            self._display.write_cmd(command)
        with self._display.i2c_device as device:
            device.write(bytes((DATA,)) + window.cut(pages))

    def poweroff(self) -> None:
        self._display.poweroff()


class Sh1106:
    """The other chip, behind the same plug; `device` is an `adafruit_bus_device.i2c_device.I2CDevice`."""

    name = SH1106

    def __init__(self, device: AbstractContextManager[Any], contrast: int) -> None:
        self._device = device
        self._command(*SH1106_START, SET_CONTRAST, contrast)
        self.draw(WHOLE, BLANK)  # its memory starts with rubbish
        self._command(ON)

    def _command(self, *commands: int) -> None:
        with self._device as device:
            device.write(b"".join(bytes((COMMAND, command)) for command in commands))

    def draw(self, window: Window, pages: bytes) -> None:
        column = window.left + FIRST_SHOWN
        for page, row in enumerate(window.rows(pages), window.top):
            place = (COMMAND, SET_PAGE | page, COMMAND, SET_LOW_COLUMN | column & 0x0F,
                     COMMAND, SET_HIGH_COLUMN | column >> 4)
            with self._device as device:
                device.write(bytes((*place, DATA)) + row)

    def poweroff(self) -> None:
        self._command(OFF)


def started(chip: str, contrast: int, device: Callable[[], AbstractContextManager[Any]],
            ssd1306: Callable[[], AdafruitSsd1306]) -> Chip:
    """The display that `device` reaches, switched on and dark, at a contrast of 0..255.

    `chip` is ssd1306, sh1106 or auto, which asks the display itself. Raises OSError, and ValueError when nothing is
    there.
    """
    if chip == SH1106 or (chip == AUTO and _is_sh1106(device())):
        return Sh1106(device(), contrast)
    return Ssd1306(ssd1306(), contrast)


def _is_sh1106(device: AbstractContextManager[Any]) -> bool:
    status = bytearray(1)
    with device as bus:
        bus.write(STATUS)
        bus.readinto(status)
    return status[0] & 0x0F == SH1106_STATUS
