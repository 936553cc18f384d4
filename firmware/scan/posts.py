"""The 256 posts of the reference table: a square is shown by the four at its corners.

Pure. Knows nothing of how the colours reach the lamps. Posts: 16 rows of 16, row by row from the top left.
"""

from pinout import SIDE
from scan.shown import Shown

POSTS_SIDE = SIDE + 1
POSTS = POSTS_SIDE * POSTS_SIDE
SQUARES_AT = 4          # a post, at most: at whose corner it stands


def corners(square):
    """The four posts around `square`.

    >>> corners(0), corners(224)
    ((0, 1, 16, 17), (238, 239, 254, 255))
    """
    first = POSTS_SIDE * (square // SIDE) + square % SIDE
    return first, first + 1, first + POSTS_SIDE, first + POSTS_SIDE + 1


class Posts(Shown):
    """See scan.shown: a post between lit squares shows the brighter of each colour."""

    def __init__(self):
        Shown.__init__(self, POSTS, corners, SQUARES_AT)
