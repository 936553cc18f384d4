"""Which colour each of the 256 posts shows: a square by the four at its corners, within what the supply gives.

Pure. Knows nothing of how the colours reach the lamps. Posts: 16 rows of 16, row by row from the top left.
"""

from pinout import SIDE, SQUARES

POSTS_SIDE = SIDE + 1
POSTS = POSTS_SIDE * POSTS_SIDE
REST_MA = 1          # a WS2812 that is dark still draws this
COLOUR_MA = 20       # one colour of one lamp at 255
LIMIT_MA = 1300      # of all lamps together: the 5 V supply and its fuse also feed everything else
_BRIGHTEST = (LIMIT_MA - POSTS * REST_MA) * 255 // COLOUR_MA  # the largest sum of all colours, 0..255 each


def corners(square):
    """The four posts around `square`.

    >>> corners(0), corners(224)
    ((0, 1, 16, 17), (238, 239, 254, 255))
    """
    first = POSTS_SIDE * (square // SIDE) + square % SIDE
    return first, first + 1, first + POSTS_SIDE, first + POSTS_SIDE + 1


class Posts:
    """`frame`: four bytes a post as the lamps take them, a 32-bit word of green, red, blue from its highest byte.

    A post between lit squares shows the brighter of each colour. Beyond LIMIT_MA all are dimmed alike.
    """

    def __init__(self):
        self.frame = bytearray(4 * POSTS)
        self.changed = False                    # since the last render
        self._squares = bytearray(3 * SQUARES)  # red, green, blue of each square
        self._posts = bytearray(3 * POSTS)      # and of each post, before dimming
        self._sum = 0                           # of all of _posts

    def light(self, square, red, green, blue):
        """Show `square` (0..224; any other shows nothing) in this colour, 0..255 each; 0 0 0 is dark."""
        if square < SQUARES:
            self._squares[3 * square:3 * square + 3] = bytes((red, green, blue))
            for post in corners(square):
                self._blend(post)
            self.changed = True

    def dark(self):
        """Show nothing."""
        for colours in (self._squares, self._posts):
            for index in range(len(colours)):
                colours[index] = 0
        self._sum = 0
        self.changed = True

    @property
    def lit(self):
        """True while any post shows anything."""
        return self._sum > 0

    def render(self):
        """Bring `frame` up to date."""
        self.changed = False
        total = max(self._sum, _BRIGHTEST)
        for post in range(POSTS):
            for colour, place in ((0, 2), (1, 3), (2, 1)):
                self.frame[4 * post + place] = self._posts[3 * post + colour] * _BRIGHTEST // total

    def _blend(self, post):
        row, column = divmod(post, POSTS_SIDE)
        for colour in range(3):
            brightest = 0
            for r in range(max(row - 1, 0), min(row + 1, SIDE)):
                for c in range(max(column - 1, 0), min(column + 1, SIDE)):
                    brightest = max(brightest, self._squares[3 * (SIDE * r + c) + colour])
            self._sum += brightest - self._posts[3 * post + colour]
            self._posts[3 * post + colour] = brightest
