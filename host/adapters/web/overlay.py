"""What is drawn over the tiles: the hull and sums of the last play, its multipliers, the faults and their arrows.

Measures are in u on the board as it is seen. Knows nothing of markup.
"""

from typing import NamedTuple

from host.adapters.web.geometry import Point, after, corner, find, middle
from host.schemas import PromptView, TurnView, WordView

HULL_OUT = 0.045  # outside the word's squares
CHIP_HIGH = 0.58
DIGIT_WIDE = 0.25  # what each digit after the first adds to a chip
MULTIPLIER_AT = Point(0.15, -0.015)  # middle of a multiplier's chip from the tile's corner
FAULT_CHIP_AT = Point(0.97, 0.5)  # middle of a fault's number: the right edge of its square
ARROW_HEAD = 0.16  # half the width of an arrow's head


class Hull(NamedTuple):
    """The rounded rectangle round word number `word` of the play."""

    word: int
    x: float
    y: float
    width: float
    height: float


class Sum(NamedTuple):
    """A word's sum: chip in the middle (`x`, `y`), `width` wide, joined to the word by a stem from `start`."""

    word: int
    text: str
    x: float
    y: float
    width: float
    start: Point


class Multiplier(NamedTuple):
    """A premium that counted: the middle of its chip, the factor and the premium's name."""

    x: float
    y: float
    factor: int
    premium: str


class Fault(NamedTuple):
    """A square that a prompt names; `number` is the prompt's place in the list.

    `missing` when a tile should lie there. `chip` is the middle of the number's chip; None when the square to its
    right shows the same number.
    """

    number: int
    x: float
    y: float
    missing: bool
    chip: Point | None


class Arrow(NamedTuple):
    """The way back of a moved tile, along the grid lines: the path and the three corners of the head."""

    path: tuple[Point, ...]
    head: tuple[Point, ...]


def hull(number: int, word: WordView, turned: bool) -> Hull:
    """The outline of one word."""
    ends = [corner(word.squares[at].square, turned) for at in (0, -1)]
    x, y = min(at.x for at in ends), min(at.y for at in ends)
    width, height = max(at.x for at in ends) - x + 1, max(at.y for at in ends) - y + 1
    return Hull(number, x - HULL_OUT, y - HULL_OUT, width + 2 * HULL_OUT, height + 2 * HULL_OUT)


def word_sum(number: int, word: WordView, turned: bool) -> Sum:
    """The chip with a word's sum, on the square after its last letter."""
    first, last = word.squares[0].square, word.squares[-1].square
    at, end = after(first, last, turned), middle(last, turned)
    edge = Point(end.x + _sign(at.x - end.x) * 0.5, end.y + _sign(at.y - end.y) * 0.5)
    text = str(word.score)
    return Sum(number, text, at.x, at.y, CHIP_HIGH + DIGIT_WIDE * (len(text) - 1), edge)


def multipliers(turn: TurnView, turned: bool) -> list[Multiplier]:
    """The premiums that counted in a play, each once: all its fresh tiles are in the main word."""
    found = []
    for square in turn.words[0].squares if turn.words else ():
        if square.fresh and max(square.letter_multiplier, square.word_multiplier) > 1:
            at = corner(square.square, turned)
            letter = square.letter_multiplier > 1
            factor = square.letter_multiplier if letter else square.word_multiplier
            premium = ("DL" if factor == 2 else "TL") if letter else ("DW" if factor == 2 else "TW")
            found.append(Multiplier(at.x + MULTIPLIER_AT.x, at.y + MULTIPLIER_AT.y, factor, premium))
    return found


def faults(prompts: tuple[PromptView, ...], turned: bool) -> list[Fault]:
    """Every square that a prompt names, with the prompt's number."""
    found = []
    for number, prompt in enumerate(prompts, start=1):
        squares = [square for text in prompt.squares if (square := find(text)) is not None]
        corners = [corner(square, turned) for square in squares]
        for place, at in enumerate(corners):
            missing = prompt.name == "missing" or (prompt.name == "moved" and place == 0)
            chip = None if Point(at.x + 1, at.y) in corners else Point(at.x + FAULT_CHIP_AT.x, at.y + FAULT_CHIP_AT.y)
            found.append(Fault(number, at.x, at.y, missing, chip))
    return found


def arrows(prompts: tuple[PromptView, ...], turned: bool) -> list[Arrow]:
    """One arrow for each tile that lies on the wrong square: from where it is to where it belongs."""
    found = []
    for prompt in prompts:
        if prompt.name != "moved":
            continue
        squares = [square for text in prompt.squares if (square := find(text)) is not None]
        if len(squares) == 2 and squares[0] != squares[1]:
            belongs, lies = squares
            found.append(arrow(corner(lies, turned), corner(belongs, turned)))
    return found


def arrow(start: Point, end: Point) -> Arrow:
    """An arrow between two squares (top left corners) that runs in the grid lines, never over a letter.

    >>> arrow(Point(0, 0), Point(3, 0)).path
    (Point(x=1, y=1), Point(x=3, y=1))
    >>> arrow(Point(6, 7), Point(8, 9)).path
    (Point(x=7, y=8), Point(x=7, y=9), Point(x=8, y=9))
    >>> arrow(Point(6, 7), Point(5, 7)).path
    (Point(x=6.5, y=8), Point(x=6, y=8))
    """
    first = Point(start.x + (end.x >= start.x), start.y + (end.y >= start.y))
    tip = Point(end.x + (end.x < start.x), end.y + (end.y < start.y))
    if end.x == start.x:  # one column: down its right edge
        first, tip = Point(end.x + 1, first.y), Point(end.x + 1, tip.y)
    elif end.y == start.y:  # one row: along its lower edge
        first, tip = Point(first.x, end.y + 1), Point(tip.x, end.y + 1)
    bend = Point(first.x, tip.y)
    path = tuple(dict.fromkeys((first, bend, tip)))
    if len(path) == 1:  # squares that touch: a short run across the edge or the corner between them
        across, down = _sign(end.x - start.x), _sign(end.y - start.y)
        path = (Point(tip.x, tip.y - down * 0.5) if down else Point(tip.x - across * 0.5, tip.y), tip)
    return Arrow(path, _head(path[-2], tip))


def _head(before: Point, tip: Point) -> tuple[Point, ...]:
    along = Point(_sign(tip.x - before.x), _sign(tip.y - before.y))
    back = Point(tip.x - along.x * ARROW_HEAD * 2, tip.y - along.y * ARROW_HEAD * 2)
    side = Point(along.y * ARROW_HEAD, along.x * ARROW_HEAD)
    return (tip, Point(back.x + side.x, back.y + side.y), Point(back.x - side.x, back.y - side.y))


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
