"""What was put right in a game, as lines for people: who, when, why, before and after, and whether it still holds.

Pure. In English, as all that is typed and read in a terminal.
"""

from collections.abc import Iterator

from engine_lite.clock import NS_PER_S
from engine_lite.course_events import ClockCorrected
from host.core.events import Corrected
from host.core.state import Correction
from host.export_source import ExportedGame


def trail_of(exported: ExportedGame) -> Iterator[tuple[str, str]]:
    """A line (name, text) for each correction in the order of their numbers, and one for what no longer fits."""
    for number, each in enumerate(exported.corrections, start=1):
        yield f"put right {number}", _told(exported, each)
    if exported.misfits:
        turns = ", ".join(str(each.turn) for each in exported.misfits)
        yield "no longer fits", f"turn {turns}, after what was put right before it"


def _told(exported: ExportedGame, each: Correction) -> str:
    event = each.event
    who = event.who if isinstance(event, ClockCorrected) else event.by
    by = f"by {who} " if who else ""
    minutes, seconds = divmod(event.at_ns // NS_PER_S, 60)
    why = f"; {event.why}" if event.why else ""
    undone = f"; undone: {each.undone}" if each.undone else ""
    return f"{_what(exported, each)}; {by}at {minutes}:{seconds:02}{why}{undone}"


def _what(exported: ExportedGame, each: Correction) -> str:
    """`turn 1: score 40, 18 play before and 40 play after`."""
    event = each.event
    if isinstance(event, Corrected):
        value = f" {event.value}" if event.value else ""
        return f"turn {event.turn}: {event.what}{value}, {each.before} before and {each.after} after"
    name = exported.seats[event.seat]
    if isinstance(event, ClockCorrected):
        return f"clock of {name}: {_face(each.before)} before and {_face(each.after)} after"
    return f"{event.kind} {event.points:+d} for {name}: total {each.before} before and {each.after} after"


def _face(seconds: str) -> str:
    """Whole seconds as a clock shows them; below zero in overtime."""
    minutes, rest = divmod(abs(int(seconds)), 60)
    return f"{'-' if seconds.startswith('-') else ''}{minutes}:{rest:02}"
