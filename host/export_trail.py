"""What was put right in a game: who, when, why, before and after, and whether it still holds; as lines, too.

Pure. In English, as all that is typed and read in a terminal.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine_lite.clock import NS_PER_S
from engine_lite.course_events import ClockCorrected
from host.core.events import Corrected
from host.core.state import Correction
from host.export_source import ExportedGame


class Entry(NamedTuple):
    """Correction `number` (1, 2, ...) of `turn` (of points the turn before them, of a clock 0) and of `seat`.

    `what` was put right, a turn's play or score, a clock or points, and `value` to what. `before` and `after` are a
    turn's points and kind, a clock's face, or a total. `undone` says by whom and why it no longer holds, "" while it
    does. `at_s` is game time in seconds.
    """

    number: int
    turn: int
    seat: int
    what: str
    value: str
    before: str
    after: str
    by: str
    at_s: int
    why: str
    undone: str


def entries_of(exported: ExportedGame) -> Iterator[Entry]:
    """All that was put right, in the order of the numbers."""
    for number, each in enumerate(exported.corrections, start=1):
        yield _entry(exported, number, each)


def _entry(exported: ExportedGame, number: int, each: Correction) -> Entry:
    event = each.event
    at_s, why = event.at_ns // NS_PER_S, event.why
    if isinstance(event, ClockCorrected):
        return Entry(number, 0, event.seat, "clock", "", _face(each.before), _face(each.after), event.who, at_s, why,
                     each.undone)  # fmt: skip
    if isinstance(event, Corrected):
        turn, seat, what, value = event.turn, exported.game.turns[event.turn - 1].seat, event.what, event.value
    else:
        turn, seat, what, value = each.after_turn, event.seat, event.kind, f"{event.points:+d}"
    return Entry(number, turn, seat, what, value, each.before, each.after, event.by, at_s, why, each.undone)


def trail_of(exported: ExportedGame) -> Iterator[tuple[str, str]]:
    """A line (name, text) for each correction in the order of their numbers, and one for what no longer fits."""
    corrections = zip(entries_of(exported), exported.corrections, strict=True)
    for entry, each in corrections:
        yield f"put right {entry.number}", _told(exported, entry, isinstance(each.event, Corrected))
    if exported.misfits:
        turns = ", ".join(str(each.turn) for each in exported.misfits)
        yield "no longer fits", f"turn {turns}, after what was put right before it"


def _told(exported: ExportedGame, entry: Entry, of_turn: bool) -> str:
    by = f"by {entry.by} " if entry.by else ""
    minutes, seconds = divmod(entry.at_s, 60)
    why = f"; {entry.why}" if entry.why else ""
    undone = f"; undone: {entry.undone}" if entry.undone else ""
    return f"{_what(exported, entry, of_turn)}; {by}at {minutes}:{seconds:02}{why}{undone}"


def _what(exported: ExportedGame, entry: Entry, of_turn: bool) -> str:
    """`turn 1: score 40, 18 play before and 40 play after`."""
    value = f" {entry.value}" if entry.value else ""
    change = f"{entry.before} before and {entry.after} after"
    if of_turn:
        return f"turn {entry.turn}: {entry.what}{value}, {change}"
    name = exported.seats[entry.seat]
    return f"{entry.what}{value} for {name}: total {change}" if value else f"{entry.what} of {name}: {change}"


def _face(seconds: str) -> str:
    """Whole seconds as a clock shows them; below zero in overtime."""
    minutes, rest = divmod(abs(int(seconds)), 60)
    return f"{'-' if seconds.startswith('-') else ''}{minutes}:{rest:02}"
