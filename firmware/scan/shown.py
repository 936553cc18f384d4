"""Which colour each lamp of a strip shows: squares are lit, and a lamp shows the brightest of its own.

Pure. Knows nothing of where the lamps are (posts.py, edges.py) nor how the colours reach them.
"""

from pinout import SQUARES

REST_MA = 1          # a WS2812 that is dark still draws this
COLOUR_MA = 20       # one colour of one lamp at 255
LIMIT_MA = 1300      # of all lamps together: the 5 V supply and its fuse also feed everything else


class Shown:
    """For `lamps` lamps. lamps_of(square): those that show it; squares_of(lamp): those that it stands for.

    `frame`: four bytes a lamp as the strip takes them, a 32-bit word of green, red, blue from its highest byte.
    A lamp shows the brightest of each colour. Beyond LIMIT_MA all are dimmed alike.
    """

    def __init__(self, lamps, lamps_of, squares_of):
        self.frame = bytearray(4 * lamps)
        self.changed = False                    # since the last render
        self._lamps = lamps
        self._lamps_of = lamps_of
        self._squares_of = squares_of
        self._squares = bytearray(3 * SQUARES)  # red, green, blue of each square
        self._wanted = bytearray(3 * lamps)     # and of each lamp, before dimming
        self._sum = 0                           # of all of _wanted
        self._brightest = (LIMIT_MA - lamps * REST_MA) * 255 // COLOUR_MA  # the largest sum of all colours, 0..255

    def light(self, square, red, green, blue):
        """Show `square` (0..224; any other shows nothing) in this colour, 0..255 each; 0 0 0 is dark."""
        if square < SQUARES:
            self._squares[3 * square:3 * square + 3] = bytes((red, green, blue))
            for lamp in self._lamps_of(square):
                self._blend(lamp)
            self.changed = True

    def clock(self, seat):
        """The clock of `seat` (0 or 1; any other: none) runs: a strip with lamps at the clocks shows it."""

    def dark(self):
        """Show nothing."""
        for colours in (self._squares, self._wanted):
            for index in range(len(colours)):
                colours[index] = 0
        self._sum = 0
        self.changed = True

    @property
    def lit(self):
        """True while any lamp shows anything."""
        return self._sum > 0

    def render(self):
        """Bring `frame` up to date."""
        self.changed = False
        total = max(self._sum, self._brightest)
        for lamp in range(self._lamps):
            for colour, place in ((0, 2), (1, 3), (2, 1)):
                self.frame[4 * lamp + place] = self._wanted[3 * lamp + colour] * self._brightest // total

    def _blend(self, lamp):
        for colour in range(3):
            brightest = 0
            for square in self._squares_of(lamp):
                brightest = max(brightest, self._squares[3 * square + colour])
            self._want(3 * lamp + colour, brightest)

    def _want(self, place, brightness):
        self._sum += brightness - self._wanted[place]
        self._wanted[place] = brightness
