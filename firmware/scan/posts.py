"""The 256 posts of the reference table: a square is shown by the four at its corners.

Pure. Knows nothing of how the colours reach the lamps. Posts: 16 rows of 16, row by row from the top left.
"""

from pinout import SIDE
from scan.shown import Shown

POSTS_SIDE = SIDE + 1
POSTS = POSTS_SIDE * POSTS_SIDE


def corners(square):
    """The four posts around `square`.

    >>> corners(0), corners(224)
    ((0, 1, 16, 17), (238, 239, 254, 255))
    """
    first = POSTS_SIDE * (square // SIDE) + square % SIDE
    return first, first + 1, first + POSTS_SIDE, first + POSTS_SIDE + 1


def around(post):
    """The squares at whose corner `post` stands: one, two or four.

    >>> around(0), around(17)
    ([0], [0, 1, 15, 16])
    """
    row, column = divmod(post, POSTS_SIDE)
    return [SIDE * r + c for r in range(max(row - 1, 0), min(row + 1, SIDE))
            for c in range(max(column - 1, 0), min(column + 1, SIDE))]


class Posts(Shown):
    """See scan.shown: a post between lit squares shows the brighter of each colour."""

    def __init__(self):
        Shown.__init__(self, POSTS, corners, around)
