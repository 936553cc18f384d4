"""The score sheet as rows, and the score graph as lines: what the published turns look like on paper.

Knows nothing of markup or languages.
"""

from collections.abc import Callable
from typing import NamedTuple

from host.schemas import TurnView, WordView

ROWS_SHOWN = 12  # a new sheet shows this many lines, as the paper one does
STEP_MAX = 10.6  # per cent of the graph's width a turn takes while there are few
LINES_WIDE = 84.5  # per cent of the graph's width that all turns may take; the rest is for the names
NAMES_APART = 22.0  # per cent of the graph's height below which two names would touch


class Row(NamedTuple):
    """One line of the sheet: a turn of each side, None where that side has not played in it."""

    number: int
    turns: tuple[TurnView | None, ...]
    newest: bool


class Letter(NamedTuple):
    """A tile of a word in text; a blank stands in a ring."""

    face: str
    blank: bool


class Mark(NamedTuple):
    """A side's own turn on the graph, in per cent from the top left."""

    x: float
    y: float


class Line(NamedTuple):
    """One side's totals: the points joined by its line, the marks at its own turns, where its name stands."""

    seat: int
    points: tuple[Mark, ...]
    marks: tuple[Mark, ...]
    end: Mark
    name_shift: float


class Graph(NamedTuple):
    """Totals over turns; `ticks` pairs a number of points with its height in per cent from the top."""

    ticks: tuple[tuple[int, float], ...]
    lines: tuple[Line, ...]


def rows_of(turns: tuple[TurnView, ...], seats: int) -> list[Row]:
    """The sheet: a new line begins when a side earlier in seating order, or the same one, plays again."""
    lines: list[list[TurnView | None]] = []
    before = seats
    for turn in turns:
        if turn.seat <= before or not lines:
            lines.append([None] * seats)
        lines[-1][turn.seat] = turn
        before = turn.seat
    count = max(ROWS_SHOWN, len(lines) + 1)
    empty: tuple[TurnView | None, ...] = (None,) * seats
    return [
        Row(at + 1, tuple(lines[at]) if at < len(lines) else empty, at == len(lines) - 1) for at in range(count)
    ]


def letters_of(word: WordView | None, text: str) -> tuple[Letter, ...]:
    """The tiles of a word for the sheet: with its blanks where the squares are known, else the text as one piece."""
    if word is None or not any(square.blank for square in word.squares):
        return (Letter(text, False),)
    return tuple(Letter(square.face, square.blank) for square in word.squares)


def main_letters(turn: TurnView) -> tuple[Letter, ...]:
    """The tiles of a turn's main word."""
    return letters_of(turn.words[0] if turn.words else None, turn.text)


def addition(turn: TurnView) -> str:
    """The sum of a play as it is written under its words; the bonus is a term of its own.

    >>> addition(TurnView(1, 0, "play", 62, 62, bingo=50, words=(WordView("PAR", 12, "", ()),)))
    '12 + 50'
    """
    terms = [word.score for word in turn.words] + ([turn.bingo] if turn.bingo else [])
    return " + ".join(map(str, terms))


def graph_of(turns: tuple[TurnView, ...], seats: int) -> Graph:
    """The totals of each side after each turn, scaled to a round number of points."""
    highest = max([turn.total for turn in turns], default=0)
    step_points = _round_step(highest)
    top = max(2 * step_points, highest)
    step = min(STEP_MAX, LINES_WIDE / max(1, len(turns)))

    def height(points: int) -> float:
        return 100 - 100 * max(0, points) / top

    lines = [_line(seat, turns, step, height) for seat in range(seats)]
    ticks = tuple((points, height(points)) for points in range(0, top + 1, step_points))
    return Graph(ticks, tuple(_apart(lines)))


def _round_step(highest: int) -> int:
    """Points between two grid lines: two or three lines over zero whatever the scores."""
    for step in (25, 50, 100, 200, 500):
        if highest <= 3 * step:
            return step
    return 1000


def _line(seat: int, turns: tuple[TurnView, ...], step: float, height: Callable[[int], float]) -> Line:
    """One side's line: level while the other side plays."""
    points, marks, total = [Mark(0, height(0))], [], 0
    for at, turn in enumerate(turns, start=1):
        if turn.seat == seat:
            total = turn.total
            marks.append(Mark(at * step, height(total)))
        points.append(Mark(at * step, height(total)))
    return Line(seat, tuple(points), tuple(marks), points[-1], 0.0)


def _apart(lines: list[Line]) -> list[Line]:
    """The lines with their names moved, in lines of text, so that two that end together can both be read."""
    order = sorted(lines, key=lambda line: line.end.y)
    for at in range(len(order) - 1):
        upper, lower = order[at], order[at + 1]
        if lower.end.y - upper.end.y < NAMES_APART:
            order[at] = upper._replace(name_shift=upper.name_shift - 0.55)
            order[at + 1] = lower._replace(name_shift=0.75)
    return sorted(order, key=lambda line: line.seat)
