"""Where hands lay a play by chance: mostly beside what lies there, now and then anywhere.

Knows no rule but that a square holds one tile.
"""

from random import Random

from engine_lite.course_state import Course
from engine_lite.layout import SIDE, SQUARES
from engine_lite.notation import SeedStart

TRIES = 200  # starts that are looked at before there is none
WILD = 0.02  # how often a play lies anywhere
CENTRE = SQUARES // 2


def line_beside(course: Course, count: int, chance: Random) -> tuple[SeedStart, tuple[int, ...]] | None:
    """A start and the `count` free squares of its line from there, beside tiles on the board; None for no such."""
    taken = {*course.game.board.squares, *course.laid.squares, *course.removing.squares}
    wild = chance.random() < WILD
    for _ in range(TRIES):
        start = _start(taken, count, chance, wild)
        squares = _free(start, taken, count) if start is not None else ()
        if len(squares) == count and (wild or _touches(squares, taken)):
            return start, squares
    return None


def _start(taken: set[int], count: int, chance: Random, wild: bool) -> SeedStart | None:
    """A free square at most `count` before a tile, or the centre, and at most one beside it; None if it is not."""
    down = chance.random() < 0.5
    if wild:
        square = chance.randrange(SQUARES)
    else:
        along, across = chance.randint(0, count), chance.choice((0, 0, 0, -1, 1)) if taken else 0
        row, column = divmod(chance.choice(sorted(taken) or [CENTRE]), SIDE)
        row, column = (row - along, column + across) if down else (row + across, column - along)
        if not (0 <= row < SIDE and 0 <= column < SIDE):
            return None
        square = row * SIDE + column
    return None if square in taken else SeedStart(square, down)


def _free(start: SeedStart, taken: set[int], count: int) -> tuple[int, ...]:
    """The first `count` free squares from `start`, fewer where the board ends."""
    row, column = divmod(start.square, SIDE)
    line = ([each * SIDE + column for each in range(row, SIDE)] if start.down
            else [row * SIDE + each for each in range(column, SIDE)])
    return tuple(square for square in line if square not in taken)[:count]


def _touches(squares: tuple[int, ...], taken: set[int]) -> bool:
    """Whether one of them lies beside a tile; on an empty board, whether one is the centre."""
    beside = {other for square in squares for other in _neighbours(square)}
    return bool(beside & taken) if taken else CENTRE in squares


def _neighbours(square: int) -> list[int]:
    """The squares that share a side with `square`.

    >>> _neighbours(0), _neighbours(29)
    ([15, 1], [14, 44, 28])
    """
    row, column = divmod(square, SIDE)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * SIDE + c for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE]
