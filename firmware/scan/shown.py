"""Which colour each lamp of a strip shows: squares are lit, and a lamp shows the brightest of its own.

Pure. Knows nothing of where the lamps are (posts.py, edges.py) nor how the colours reach them.
"""

from levels import WHOLE, blend, scale, table_of
from pinout import SQUARES

REST_MA = 1          # a WS2812 that is dark still draws this
COLOUR_MA = 20       # one colour of one lamp at 255
LIMIT_MA = 1300      # of all lamps together: the 5 V supply and its fuse also feed everything else


class Shown:
    """For `lamps` lamps. lamps_of(square): those that show it; most: squares that one lamp stands for at most.

    `frame`: four bytes a lamp as the strip takes them, a 32-bit word of green, red, blue from its highest byte.
    A lamp shows the brightest of each colour. Beyond LIMIT_MA all are dimmed alike.
    """

    def __init__(self, lamps, lamps_of, most):
        self.frame = bytearray(4 * lamps)
        self.changed = False                    # since the last render
        self._table = table_of(SQUARES, lamps, lamps_of, most)
        self._squares = bytearray(3 * (SQUARES + 1))  # blue, red, green; the last is always dark
        self._wanted = bytearray(4 * lamps)     # as the frame, before dimming
        self._sum = 0                           # of all of _wanted
        self._brightest = (LIMIT_MA - lamps * REST_MA) * 255 // COLOUR_MA  # the largest sum of all colours, 0..255

    def light(self, square, red, green, blue):
        """Show `square` (0..224; any other shows nothing) in this colour, 0..255 each; 0 0 0 is dark."""
        if square < SQUARES:
            at = 3 * square
            self._squares[at], self._squares[at + 1], self._squares[at + 2] = blue, red, green
            self._sum += blend(self._squares, self._wanted, self._table, square)
            self.changed = True

    def clock(self, seat):
        """The clock of `seat` (0 or 1; any other: none) runs: a strip with lamps at the clocks shows it."""

    def dark(self):
        """Show nothing."""
        scale(self._squares, self._squares, len(self._squares), 0)
        scale(self._wanted, self._wanted, len(self._wanted), 0)
        self._sum = 0
        self.changed = True

    @property
    def lit(self):
        """True while any lamp shows anything."""
        return self._sum > 0

    def render(self):
        """Bring `frame` up to date."""
        self.changed = False
        if self._sum <= self._brightest:
            self.frame[:] = self._wanted
        else:
            scale(self._wanted, self.frame, len(self.frame), self._brightest * WHOLE // self._sum)
