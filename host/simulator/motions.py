"""How hands move tiles over the virtual board: from squares to straight motions in space and time.

Pure. Lengths in micrometres from the board's top left corner, z up from the playing surface; times in microseconds
of virtual time. The figures are those of people: see each constant.
"""

from typing import NamedTuple

PITCH_UM = 19_000
HALF_UM = 9_500
SIDE = 15

HOVER_UM = 40_000  # a hand carries a tile some 4 cm over the board: far above what sensors and loops see
SETTING_DOWN_US = 150_000  # from there to the surface
TILE_US = 400_000  # a hand lays a tile every 0.4 s
REACH_US = 600_000  # and presses 0.6 s after the last
SLIDE_UM_PER_S = 300_000  # a tile pushed over the board: 0.3 m/s


Place = tuple[int, int, int]


class Motion(NamedTuple):
    """A straight line from one place at `start_us` to another at `end_us`, at rest before and after."""

    start_us: int
    start: Place
    end_us: int
    end: Place


def middle(square: int) -> tuple[int, int]:
    """The middle of `square` (0..224).

    >>> middle(112)
    (142500, 142500)
    """
    return HALF_UM + PITCH_UM * (square % SIDE), HALF_UM + PITCH_UM * (square // SIDE)


def standing(square: int) -> Motion:
    """A tile that has always stood on `square`."""
    x, y = middle(square)
    return Motion(0, (x, y, 0), 0, (x, y, 0))


def setting_down(square: int, at_us: int) -> Motion:
    """A tile carried down on `square`, touching it at `at_us`."""
    x, y = middle(square)
    return Motion(at_us - SETTING_DOWN_US, (x, y, HOVER_UM), at_us, (x, y, 0))


def taking_up(square: int, at_us: int) -> Motion:
    """A tile taken up from `square`, leaving it at `at_us`."""
    x, y = middle(square)
    return Motion(at_us, (x, y, 0), at_us + SETTING_DOWN_US, (x, y, HOVER_UM))


def sliding(source: int, target: int, at_us: int) -> Motion:
    """A tile pushed in a straight line from `source` to `target`, beginning at `at_us`."""
    (x0, y0), (x1, y1) = middle(source), middle(target)
    length_um = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    return Motion(at_us, (x0, y0, 0), at_us + round(length_um / SLIDE_UM_PER_S * 1_000_000), (x1, y1, 0))


def transposed(motion: Motion) -> Motion:
    """The same motion over a board whose rows and columns are exchanged."""
    (x0, y0, z0), (x1, y1, z1) = motion.start, motion.end
    return Motion(motion.start_us, (y0, x0, z0), motion.end_us, (y1, x1, z1))
