"""The squares that the board must look at once more before a press is decided: those just beyond the play's ends.

Pure. A last tile that lies face down, across a border or askew is felt by no magnet, and the board finds it by
itself only after a second of rest: without this look the shorter play would be committed. Its answer also proves
that the board is still there and that all it told before has come: where nothing is laid, an empty square is
asked for that alone. Decides nothing of what a press comes to.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from engine_lite.course_state import Phase as CoursePhase
from engine_lite.layout import SIDE, SQUARES
from host.core import disorder
from host.core.effects import Effect, ReadAgain
from host.core.events import Calmed, Due, Event, StateTold, Stirred, TagsRead
from host.core.state import Table

EARLY_NS = 500_000_000  # of rest after a tile: nobody is about to set down the next, and most press later than this


def early_look(table: Table, event: Event) -> tuple[Table, tuple[Effect, ...]]:
    """`table` with the same questions asked while a play lies there at rest and nobody has pressed, once a play.

    One reading in twenty may miss a tag: what was looked at before the press too is missed by chance almost never.
    """
    match event:
        case Stirred():
            return replace(table, look_ns=None), ()
        case Calmed(at_ns=at_ns) if _answers(table) and table.press is None and disorder.laid(table):
            return replace(table, look_ns=at_ns + EARLY_NS), ()
        case Due() if table.look_ns is not None and table.at_ns >= table.look_ns:
            return _looked(replace(table, look_ns=None))
    return table, ()


def _looked(table: Table) -> tuple[Table, tuple[Effect, ...]]:
    laid = frozenset(square for square, _ in disorder.laid(table))
    if laid == table.looked_at or table.press is not None:
        return table, ()
    wanted = beyond(laid, {*table.played, *laid})
    return replace(table, looked_at=laid), (ReadAgain(wanted),) if wanted else ()


def _answers(table: Table) -> bool:
    """Whether there is a board to be asked, and a play to be asked about."""
    return table.looks and table.radio and table.linked and table.course.phase is CoursePhase.PLAYING


def last_look(table: Table) -> tuple[Table, tuple[Effect, ...]]:
    """`table` with the questions that its press still needs; none for a board that is silent or reads no tags."""
    press = table.press
    if press is None or not _answers(table):
        return table, ()
    laid = [square for square, _ in disorder.laid(table)]
    wanted = frozenset(beyond(laid, {*table.played, *laid}) or laid[:1] or _empty(table)) - press.asked
    if not wanted:
        return table, ()
    press = replace(press, asked=press.asked | wanted, unread=press.unread | wanted)
    return replace(table, press=press), (ReadAgain(tuple(sorted(wanted))),)


def _empty(table: Table) -> tuple[int, ...]:
    """A square with no evidence of a tile: a reader that is dead can make nothing unread by being asked for it."""
    occupied = set(table.sensed.occupied())
    return tuple(square for square in range(SQUARES) if square not in occupied)[:1]


def answered(table: Table, event: Event) -> Table:
    """`table` after something that the board has told: a square has been read, or the whole state."""
    press = table.press
    if press is None or not press.unread:
        return table
    match event:
        case TagsRead(square=square):
            return replace(table, press=replace(press, unread=press.unread - {square}))
        case StateTold():
            return replace(table, press=replace(press, unread=frozenset()))
    return table


def beyond(laid: Collection[int], standing: Collection[int]) -> tuple[int, ...]:
    """The first free squares on both sides of the line of `laid`, over all that is `standing`; of one tile four.

    >>> beyond([111, 113], {111, 112, 113}), beyond([0], {0, 15})
    ((110, 114), (1, 30))
    >>> beyond([0, 16], {0, 16})
    ()
    """
    rows, columns = {square // SIDE for square in laid}, {square % SIDE for square in laid}
    found: list[int] = []
    if len(rows) == 1:
        found += _first_free(min(laid), -1, standing)
        found += _first_free(max(laid), 1, standing)
    if len(columns) == 1:
        found += _first_free(min(laid), -SIDE, standing)
        found += _first_free(max(laid), SIDE, standing)
    return tuple(sorted(found))


def _first_free(square: int, step: int, standing: Collection[int]) -> Iterator[int]:
    """The first square from `square` on that is not standing, if the board has one there."""
    row = square // SIDE
    while square in standing:
        square += step
        if not 0 <= square < SIDE * SIDE or (abs(step) == 1 and square // SIDE != row):
            return
    yield square
