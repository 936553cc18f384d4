"""Decides how letters and boxes become the 128 x 64 dots of one display.

Pure but for reading its own fonts once. Knows nothing of the game, and of the chip only the order of its bytes.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

WIDTH = 128
HEIGHT = 64
PAGE = 8  # rows in a byte of the display's memory
FULL = (1 << WIDTH) - 1
DESCENT = 2  # rows of a cell below the baseline, in both fonts
UNKNOWN = "?"
ONE_BIT_A_BYTE = int.from_bytes(b"\1" * WIDTH)


@dataclass(frozen=True)
class Font:
    """Letters that all fill a cell of `width` x `height` dots; `glyphs`: the rows of each, leftmost bit highest."""

    width: int
    height: int
    glyphs: dict[str, tuple[int, ...]]

    def rows(self, letter: str) -> tuple[int, ...]:
        """The rows of `letter`; a letter that the font lacks loses its accent, or else becomes a question mark.

        >>> small().rows("ǎ") == small().rows("a")
        True
        """
        plain = unicodedata.normalize("NFD", letter)[0]
        return self.glyphs.get(letter) or self.glyphs.get(plain) or self.glyphs[UNKNOWN]

    def fits(self, width: int) -> int:
        """How many letters stand in `width` dots."""
        return max(0, width // self.width)


@cache
def small() -> Font:
    """The letters of lists, sentences and the foot: 6 x 10 dots."""
    return _read("6x10.hex", 6)


@cache
def bold() -> Font:
    """The letters of bars, totals and squares: 7 x 13 dots."""
    return _read("7x13B.hex", 7)


def _read(name: str, width: int) -> Font:
    glyphs = {}
    text = Path(__file__).with_name("fonts").joinpath(name).read_text(encoding="ascii")
    for line in text.splitlines():
        if not line.startswith("#"):
            code, rows = line.split(":")
            # Rows fill a byte from the left: what lies right of the cell goes.
            glyphs[chr(int(code, 16))] = tuple(row >> (8 - width) for row in bytes.fromhex(rows))
    return Font(width, len(glyphs[UNKNOWN]), glyphs)


class Picture:
    """128 x 64 dots, x 0..127 from the left, y 0..63 from the top; what is drawn beyond the edges is lost.

    `rows` holds a number of 128 bits for each y, the leftmost dot highest.
    """

    def __init__(self) -> None:
        self.rows = [0] * HEIGHT

    def box(self, x: int, y: int, width: int, height: int, *, lit: bool = True, cut: int = 0) -> None:
        """Light (or darken) `width` x `height` dots from (x, y), less a triangle of `cut` dots at each corner."""
        for row in range(height):
            inset = max(0, cut - min(row, height - 1 - row))
            self._stamp(x + inset, y + row, (1 << (width - 2 * inset)) - 1, width - 2 * inset, lit)

    def text(self, x: int, baseline: int, text: str, font: Font, *, scale: int = 1, lit: bool = True) -> int:
        """Write `text` from x, its letters standing on row `baseline` - 1; gives the x after the last cell."""
        top = baseline - (font.height - DESCENT) * scale
        for letter in unicodedata.normalize("NFC", text):
            for number, row in enumerate(font.rows(letter)):
                wide = _widened(row, font.width, scale)
                for y in range(top + number * scale, top + (number + 1) * scale):
                    self._stamp(x, y, wide, font.width * scale, lit)
            x += font.width * scale
        return x

    def right(self, end: int, baseline: int, text: str, font: Font, *, lit: bool = True) -> int:
        """Write `text` so that its last cell ends before x `end`; gives the x of its first cell."""
        start = end - font.width * len(unicodedata.normalize("NFC", text))
        self.text(start, baseline, text, font, lit=lit)
        return start

    def triangle(self, x: int, y: int, width: int, *, lit: bool = True) -> None:
        """A triangle pointing right, `width` dots wide and 2 x `width` - 1 high, its upper corner at (x, y)."""
        for row in range(2 * width - 1):
            self.box(x, y + row, min(row, 2 * width - 2 - row) + 1, 1, lit=lit)

    def inverted(self) -> "Picture":
        """The same picture with lit and dark dots changed over."""
        return self._of([row ^ FULL for row in self.rows])

    def shifted(self, dots: int) -> "Picture":
        """The same picture moved to the right; the last `dots` columns are lost."""
        return self._of([row >> dots for row in self.rows])

    def pages(self) -> bytes:
        """The 1024 bytes of the display's memory: eight pages of 128 columns, the lowest bit the uppermost dot.

        Source: SSD1306 data sheet, graphic display data RAM with horizontal addressing.

        >>> picture = Picture()
        >>> picture.box(1, 8, 1, 2)
        >>> picture.pages()[WIDTH : WIDTH + 3].hex()
        '000300'
        """
        return b"".join(self._page(self.rows[top : top + PAGE]) for top in range(0, HEIGHT, PAGE))

    @staticmethod
    def _page(rows: list[int]) -> bytes:
        page = 0
        for bit, row in enumerate(rows):
            # "0" and "1" differ in their lowest bit alone: so a row of dots becomes a row of bytes in one step.
            dots = int.from_bytes(f"{row:0{WIDTH}b}".encode()) & ONE_BIT_A_BYTE
            page |= dots << bit
        return page.to_bytes(WIDTH)

    def _stamp(self, x: int, y: int, bits: int, width: int, lit: bool) -> None:
        if not 0 <= y < HEIGHT:
            return
        right = WIDTH - x - width
        placed = (bits << right if right >= 0 else bits >> -right) & FULL
        self.rows[y] = self.rows[y] | placed if lit else self.rows[y] & ~placed

    @staticmethod
    def _of(rows: list[int]) -> "Picture":
        picture = Picture()
        picture.rows = rows
        return picture


@cache
def _widened(row: int, width: int, scale: int) -> int:
    """`row` of `width` bits with each bit standing `scale` times."""
    if scale == 1:
        return row
    return int("".join(bit * scale for bit in f"{row:0{width}b}"), 2)
