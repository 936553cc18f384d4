"""How hands move tiles over the virtual board: from squares to straight motions in space and time.

Pure. Lengths in micrometres from the board's top left corner, z up from the playing surface; times in microseconds
of virtual time. The figures are those of people: see each constant.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

PITCH_UM = 19_000
HALF_UM = 9_500
SIDE = 15

HOVER_UM = 40_000  # a hand carries a tile some 4 cm over the board: far above what sensors and loops see
SETTING_DOWN_US = 150_000  # from there to the surface
TILE_US = 400_000  # a hand lays a tile every 0.4 s
REACH_US = 600_000  # and presses 0.6 s after the last
SLIDE_UM_PER_S = 300_000  # a tile pushed over the board: 0.3 m/s
THICKNESS_UM = 4_000  # of a tile: one laid on another is so much higher
BUMP_US = 60_000  # a knock against the board shifts its tiles within one or two scans of a slow sensor
TURN_US = 1_500_000  # a board turned, or its tiles carried round, in 1.5 s


Place = tuple[int, int, int]


class Motion(NamedTuple):
    """A straight line from one place at `start_us` to another at `end_us`, at rest before and after.

    `flip`: the tile is face down all the way.
    """

    start_us: int
    start: Place
    end_us: int
    end: Place
    flip: bool = False


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


def resting(motion: Motion) -> Motion:
    """The tile of `motion`, over long ago, where that has left it.

    >>> resting(face_down(setting_down(0, 1_000_000))) == face_down(standing(0))
    True
    """
    return motion._replace(start_us=0, start=motion.end, end_us=0)


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


def between(one: int, other: int, at_us: int, share: float = 0.5) -> Motion:
    """A tile carried down across two squares: its middle `share` (0..1) of the way from `one` to `other`.

    >>> between(112, 113, 1_000_000).end, between(112, 127, 1_000_000, 0.25).end
    ((152000, 142500, 0), (142500, 147250, 0))
    """
    x, y = _on_the_way(one, other, share)
    return Motion(at_us - SETTING_DOWN_US, (x, y, HOVER_UM), at_us, (x, y, 0))


def nudging(square: int, other: int, at_us: int, share: float = 0.5) -> Motion:
    """The tile of `square` pushed `share` (0..1) of the way to `other`, beginning at `at_us`.

    >>> nudging(112, 111, 0).end
    (133000, 142500, 0)
    """
    x, y = middle(square)
    to_x, to_y = _on_the_way(square, other, share)
    length_um = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    return Motion(at_us, (x, y, 0), at_us + round(length_um / SLIDE_UM_PER_S * 1_000_000), (to_x, to_y, 0))


def face_down(motion: Motion) -> Motion:
    """The same motion of a tile that is turned over.

    >>> face_down(standing(0))
    Motion(start_us=0, start=(9500, 9500, 0), end_us=0, end=(9500, 9500, 0), flip=True)
    """
    return motion._replace(flip=True)


def stacking(square: int, at_us: int, layer: int = 1) -> Motion:
    """A tile carried down on top of `layer` tiles that stand on `square` already.

    >>> stacking(0, 1_000_000).end
    (9500, 9500, 4000)
    """
    return hovering(square, THICKNESS_UM * layer, at_us)


def hovering(square: int, height_um: int, at_us: int) -> Motion:
    """A hand comes down with a tile and holds it `height_um` over `square` from `at_us` on.

    >>> hovering(0, 2_000, 1_000_000)
    Motion(start_us=850000, start=(9500, 9500, 40000), end_us=1000000, end=(9500, 9500, 2000), flip=False)
    """
    x, y = middle(square)
    return Motion(at_us - SETTING_DOWN_US, (x, y, HOVER_UM), at_us, (x, y, height_um))


def bumped(squares: Iterable[int], right_um: int, down_um: int, at_us: int) -> Mapping[int, Motion]:
    """A knock against the board shifts the tiles of `squares` alike, all at once; a motion for each.

    >>> bumped([0, 1], PITCH_UM, 0, 0)[1].end
    (47500, 9500, 0)
    """
    return {square: _shifted(square, right_um, down_um, at_us) for square in squares}


def turned(squares: Iterable[int], quarters: int, at_us: int) -> Mapping[int, Motion]:
    """The tiles of `squares` carried round the board's middle by `quarters` of a turn, clockwise as seen from above.

    >>> turned([0], 1, 0)[0].end == standing(14).end, turned([109], 2, 0)[109].end == standing(115).end
    (True, True)
    """
    return {square: _carried(square, turned_square(square, quarters), at_us) for square in squares}


def mirrored(squares: Iterable[int], at_us: int) -> Mapping[int, Motion]:
    """The tiles of `squares` carried to where a mirror beside the board shows them: left and right exchanged.

    >>> mirrored([1], 0)[1].end == standing(13).end
    True
    """
    return {square: _carried(square, mirrored_square(square), at_us) for square in squares}


def turned_square(square: int, quarters: int) -> int:
    """Where `square` comes to lie when the board is turned by `quarters` of a turn, clockwise.

    >>> turned_square(0, 1), turned_square(0, 2), turned_square(0, 3), turned_square(1, 4)
    (14, 224, 210, 1)
    """
    row, column = divmod(square, SIDE)
    for _ in range(quarters % 4):
        row, column = column, SIDE - 1 - row
    return SIDE * row + column


def mirrored_square(square: int) -> int:
    """Where a mirror beside the board shows `square`.

    >>> mirrored_square(15), mirrored_square(112)
    (29, 112)
    """
    return square + SIDE - 1 - 2 * (square % SIDE)


def transposed(motion: Motion) -> Motion:
    """The same motion over a board whose rows and columns are exchanged."""
    (x0, y0, z0), (x1, y1, z1) = motion.start, motion.end
    return motion._replace(start=(y0, x0, z0), end=(y1, x1, z1))


def _on_the_way(one: int, other: int, share: float) -> tuple[int, int]:
    (x0, y0), (x1, y1) = middle(one), middle(other)
    return round(x0 + (x1 - x0) * share), round(y0 + (y1 - y0) * share)


def _shifted(square: int, right_um: int, down_um: int, at_us: int) -> Motion:
    x, y = middle(square)
    return Motion(at_us, (x, y, 0), at_us + BUMP_US, (x + right_um, y + down_um, 0))


def _carried(square: int, target: int, at_us: int) -> Motion:
    """Down on `target` from over `square`: sensors feel it only where it ends."""
    (x0, y0), (x1, y1) = middle(square), middle(target)
    if square == target:
        return standing(square)
    return Motion(at_us, (x0, y0, HOVER_UM), at_us + TURN_US, (x1, y1, 0))
