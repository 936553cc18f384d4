"""Where a square, its premium and its neighbours lie on the drawn board, in units of one square (u).

The origin is the top left corner of the field; x grows to the right, y downwards. Knows nothing of tiles or scores.
"""

import re
from typing import NamedTuple

SIDE = 15
SQUARES = SIDE * SIDE
WOOD_MIDDLE = 0.29  # u outside the field: the middle of the wood, where a chip off the board stands

# The board as a picture, as in the rule documents: d and t double and triple a letter, D and T a word.
LAYOUT = (
    "T..d...T...d..T",
    ".D...t...t...D.",
    "..D...d.d...D..",
    "d..D...d...D..d",
    "....D.....D....",
    ".t...t...t...t.",
    "..d...d.d...d..",
    "T..d...D...d..T",
    "..d...d.d...d..",
    ".t...t...t...t.",
    "....D.....D....",
    "d..D...d...D..d",
    "..D...d.d...D..",
    ".D...t...t...D.",
    "T..d...T...d..T",
)

PREMIUMS = {"d": "DL", "t": "TL", "D": "DW", "T": "TW"}
CENTRE = SQUARES // 2


class Point(NamedTuple):
    """A place on the drawn board, in u."""

    x: float
    y: float


def premium(square: int) -> str:
    """DL, TL, DW or TW; empty for a plain square.

    >>> premium(0), premium(3), premium(1)
    ('TW', 'DL', '')
    """
    return PREMIUMS.get(LAYOUT[square // SIDE][square % SIDE], "")


def name(square: int) -> str:
    """The square in seed notation, row letter first.

    >>> name(0), name(116)
    ('a1', 'h12')
    """
    return f"{'abcdefghijklmno'[square // SIDE]}{square % SIDE + 1}"


def find(text: str) -> int | None:
    """The square called `text` in seed notation; None when there is none of that name.

    >>> find("h12"), find("p1"), find("h16")
    (116, None, None)
    """
    found = re.fullmatch(r"([a-o])([1-9]|1[0-5])", text)
    if found is None:
        return None
    return (ord(found[1]) - ord("a")) * SIDE + int(found[2]) - 1


def corner(square: int, turned: bool) -> Point:
    """The top left corner of `square` as it is seen; `turned` when the page looks from the other side.

    >>> corner(0, turned=True)
    Point(x=14, y=14)
    """
    seen = SQUARES - 1 - square if turned else square
    return Point(seen % SIDE, seen // SIDE)


def middle(square: int, turned: bool) -> Point:
    """The middle of `square` as it is seen."""
    at = corner(square, turned)
    return Point(at.x + 0.5, at.y + 0.5)


def after(first: int, last: int, turned: bool) -> Point:
    """Where the chip of a word from `first` to `last` stands: the middle of the next square, or of the wood.

    >>> after(123, 127, turned=False)
    Point(x=8.5, y=8.5)
    >>> after(179, 224, turned=False)
    Point(x=14.5, y=15.29)
    """
    across = first // SIDE == last // SIDE
    column, row = last % SIDE + across, last // SIDE + (not across)
    x = column + 0.5 if column < SIDE else SIDE + WOOD_MIDDLE
    y = row + 0.5 if row < SIDE else SIDE + WOOD_MIDDLE
    return Point(SIDE - x, SIDE - y) if turned else Point(x, y)
