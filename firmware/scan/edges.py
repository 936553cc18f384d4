"""The strip of the low-cost table, along two edges of the board: a square is shown by the lamps of row and column.

Pure. Knows nothing of how the colours reach the lamps. Lamps: 0..14 the rows from the top, 15..29 the columns from
the left, then CLOCK_LAMPS at each clock, lit while it runs. Two squares lit at once are shown by four lamps, which
cross on two more: the host names the squares in words besides.
"""

from levels import paint
from pinout import LAMPS_FEW, SIDE
from scan.matrix import column_loop, row_loop
from scan.shown import Shown

CLOCKS = 30                # the first lamp of the first clock
CLOCK_LAMPS = 8
RUNS = 24                  # of 255, each colour: white, and 45 mA for all eight


def beside(square):
    """The lamps at the ends of the row and the column of `square`.

    >>> beside(0), beside(224)
    ((0, 15), (14, 29))
    """
    return row_loop(square), column_loop(square)


class Edges(Shown):
    """See scan.shown: the lamp of a row shows the brightest of each colour that its squares show."""

    def __init__(self):
        Shown.__init__(self, LAMPS_FEW, beside, SIDE)

    def clock(self, seat):
        for clock in (0, 1):
            self._sum += paint(self._wanted, CLOCKS + CLOCK_LAMPS * clock, CLOCK_LAMPS, RUNS if seat == clock else 0)
        self.changed = True
