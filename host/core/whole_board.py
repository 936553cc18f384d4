"""What has befallen the board as a whole: turned, mirrored. Found from known tiles, which scores cannot show.

Pure: two places of each tile in, a name out. Knows nothing of sensors or prompts.
"""

from collections.abc import Callable, Iterable, Mapping

from engine_lite.layout import SIDE

FEWEST = 4  # tiles that must be out of place alike: fewer may have been moved so by hand

# Where a square of the board as it should be is found, by what has happened to it: turned clockwise as players see
# it, or read as in a mirror. Turns come first: a word that is its own mirror image has more likely been turned.
IMAGES: Mapping[str, Callable[[int, int], tuple[int, int]]] = {
    "90": lambda row, column: (column, SIDE - 1 - row),
    "180": lambda row, column: (SIDE - 1 - row, SIDE - 1 - column),
    "270": lambda row, column: (SIDE - 1 - column, row),
    "columns_mirrored": lambda row, column: (row, SIDE - 1 - column),
    "rows_mirrored": lambda row, column: (SIDE - 1 - row, column),
    "rows_for_columns": lambda row, column: (column, row),
    "rows_for_columns_turned": lambda row, column: (SIDE - 1 - column, SIDE - 1 - row),
}
TURNS = ("90", "180", "270")


def image(name: str, square: int) -> int:
    """Where `square` (0..224) lies on a board to which `name` (of IMAGES) has happened.

    >>> image("90", 0), image("180", 0), image("rows_for_columns", 1)
    (14, 224, 15)
    """
    row, column = IMAGES[name](*divmod(square, SIDE))
    return SIDE * row + column


def turned(found: Iterable[tuple[int, int]]) -> str:
    """What has happened to the board when its tiles, `(square, square where it is found)`, all fit; "" if nothing.

    >>> turned([(109, 117), (110, 116), (111, 115), (112, 114)])
    ''
    >>> turned([(109, 115), (110, 114), (111, 113), (112, 112), (97, 127)])
    '180'
    """
    found = tuple(found)
    if sum(here != there for here, there in found) < FEWEST:
        return ""
    fitting = (name for name in IMAGES if all(image(name, here) == there for here, there in found))
    return next(fitting, "")
