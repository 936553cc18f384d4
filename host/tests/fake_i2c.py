"""A `busio.I2C` that keeps what it is sent, and displays on it that turn the bytes back into a picture.

SSD1306 and SH1106 follow their data sheets: what is not switched on stays dark, and its memory starts with rubbish.
"""

import errno
import random
from dataclasses import dataclass, field
from typing import ClassVar

from PIL import Image

WIDTH, PAGES = 128, 8
# Commands that take more bytes, and how many. Source: SSD1306 data sheet, command table.
ARGUMENTS = {0x21: 2, 0x22: 2, **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)}
ALONE = {*range(0x40, 0x80), 0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8, 0xE3}
HORIZONTAL = 0
SH1106_COLUMNS = 132


class FakeSsd1306:
    """One display: commands and picture bytes in, a picture out. `plugged` and `hung` are its troubles."""

    status = 0x06  # the lower half of what it answers. Source: library ss_oled, oledInit
    arguments: ClassVar = ARGUMENTS
    alone: ClassVar = ALONE

    def __init__(self) -> None:
        self.plugged, self.hung = True, False
        self.power_up()

    def power_up(self) -> None:
        """As after its power came: every register at its reset value, rubbish in its memory."""
        self.memory = bytearray(random.Random(1306).randbytes(WIDTH * PAGES))
        self.registers: dict[int, bytes] = {0x20: b"\2", 0x8D: b"\x10", 0xA8: b"\x3f", 0xD3: b"\0", 0xDA: b"\x12"}
        self.on = self.inverted = self.all_lit = False
        self.mirrored = self.upside_down = True  # until it is told how the glass is fitted on its board
        self.columns, self.pages = (0, WIDTH - 1), (0, PAGES - 1)
        self.column = self.page = 0
        self._pending = b""

    def write(self, data: bytes) -> None:
        """One transfer: control bytes 0x80 (one command byte), 0x00 (commands follow) or 0x40 (picture follows)."""
        while data:
            control, data = data[0], data[1:]
            if control == 0x80:
                self._pending += data[:1]
                data = data[1:]
            elif control == 0x00:
                self._pending += data
                data = b""
            else:
                assert control == 0x40, f"control byte {control:#04x}"
                self._obey()
                self._draw(data)
                data = b""
        self._obey()

    def _obey(self) -> None:
        while self._pending:
            command = self._pending[0]
            length = 1 + self.arguments.get(command, 0)
            if len(self._pending) < length:
                return
            arguments, self._pending = self._pending[1:length], self._pending[length:]
            self._command(command, arguments)

    def _command(self, command: int, arguments: bytes) -> None:
        assert command in self.arguments or command in self.alone, f"unknown command {command:#04x}"
        if arguments:
            self.registers[command] = arguments
        if command == 0x21:
            self.columns, self.column = (arguments[0], arguments[1]), arguments[0]
        elif command == 0x22:
            self.pages, self.page = (arguments[0], arguments[1]), arguments[0]
        elif command in (0xA0, 0xA1):
            self.mirrored = command == 0xA0
        elif command in (0xC0, 0xC8):
            self.upside_down = command == 0xC0
        elif command in (0xA4, 0xA5):
            self.all_lit = command == 0xA5
        elif command in (0xA6, 0xA7):
            self.inverted = command == 0xA7
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF

    def _draw(self, data: bytes) -> None:
        assert self.registers[0x20][0] == HORIZONTAL, "only horizontal addressing is modelled"
        for byte in data:
            self.memory[self.page * WIDTH + self.column] = byte
            self.column += 1
            if self.column > self.columns[1]:
                self.column, self.page = self.columns[0], self.page + 1
                self.page = self.pages[0] if self.page > self.pages[1] else self.page

    def pumps(self) -> bool:
        """Whether the glass has its voltage."""
        return bool(self.registers[0x8D][0] & 0x04)

    def byte(self, page: int, x: int) -> int:
        """The eight dots of a column of the glass."""
        return self.memory[page * WIDTH + x]

    def picture(self) -> Image.Image:
        """What an eye sees: 128 x 64 dots, black when the display or its charge pump is off."""
        image = Image.new("1", (WIDTH, PAGES * 8))
        if not self.on or not self.pumps():
            return image
        for y in range(PAGES * 8):
            for x in range(WIDTH):
                lit = self.all_lit or self.byte(y // 8, x) >> y % 8 & 1
                image.putpixel((x, y), 255 if bool(lit) != self.inverted else 0)
        if self.mirrored:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        return image.transpose(Image.Transpose.FLIP_TOP_BOTTOM) if self.upside_down else image


class FakeSh1106(FakeSsd1306):
    """132 columns, of which the glass shows the middle 128; no window: page and column are set, and counted on."""

    status = 0x08
    arguments: ClassVar = dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)
    alone: ClassVar = {*range(0x20), *range(0x30, 0x34), *range(0xB0, 0xB8), 0xE0, 0xEE,
                       *ALONE - set(range(0xA2, 0xA4))}

    def power_up(self) -> None:
        super().power_up()
        self.memory = bytearray(random.Random(1106).randbytes(SH1106_COLUMNS * PAGES))
        self.registers = {0xAD: b"\x8a", 0xA8: b"\x3f", 0xD3: b"\0", 0xDA: b"\x12"}

    def _command(self, command: int, arguments: bytes) -> None:
        super()._command(command, arguments)
        if command < 0x10:
            self.column = self.column & 0xF0 | command
        elif command < 0x20:
            self.column = self.column & 0x0F | (command & 0x0F) << 4
        elif 0xB0 <= command < 0xB8:
            self.page = command & 7

    def _draw(self, data: bytes) -> None:
        for byte in data:
            assert self.column < SH1106_COLUMNS, "written beyond the last column"
            self.memory[self.page * SH1106_COLUMNS + self.column] = byte
            self.column += 1

    def pumps(self) -> bool:
        return self.registers[0xAD][0] == 0x8B

    def byte(self, page: int, x: int) -> int:
        return self.memory[page * SH1106_COLUMNS + 2 + x]


@dataclass
class FakeI2c:
    """The bus as Blinka's `busio.I2C` shows it: locked before use, OSError where nobody answers."""

    displays: dict[int, FakeSsd1306] = field(default_factory=dict)
    sent: list[tuple[int, bytes]] = field(default_factory=list)
    locked: bool = False

    def try_lock(self) -> bool:
        if self.locked:
            return False
        self.locked = True
        return True

    def unlock(self) -> None:
        self.locked = False

    def scan(self) -> list[int]:
        return [address for address, display in sorted(self.displays.items()) if display.plugged]

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None) -> None:
        display = self._answering(address)
        data = bytes(buffer)[start:end]
        self.sent.append((address, data))
        display.write(data)

    def readfrom_into(self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None) -> None:
        display = self._answering(address)
        status = display.status | (0x00 if display.on else 0x40)  # bit 6: the display is off
        buffer[start:end] = bytes([status]) * len(buffer[start:end])

    def writeto_then_readfrom(
        self, address: int, out_buffer: bytes, in_buffer: bytearray, *,
        out_start: int = 0, out_end: int | None = None, in_start: int = 0, in_end: int | None = None,
    ) -> None:  # fmt: skip
        self.writeto(address, out_buffer, start=out_start, end=out_end)
        self.readfrom_into(address, in_buffer, start=in_start, end=in_end)

    def sent_bytes(self) -> int:
        """Bytes on the wire since the last call, the address of each transfer included."""
        count = sum(1 + len(data) for _, data in self.sent)
        self.sent.clear()
        return count

    def _answering(self, address: int) -> FakeSsd1306:
        assert self.locked, "the bus was used without its lock"
        display = self.displays.get(address)
        if display is None or not display.plugged:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        if display.hung:
            raise OSError(errno.ETIMEDOUT, "Connection timed out")
        return display
