"""A journal's records written out one by one, for people and for programs.

Decides which fields may be read while the game is not over: those that PUBLIC names, whatever kinds of event there
are, so that no rack leaves (`without_racks` in export_source.py has the same policy for games).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from engine_lite.notation import square_name
from host.adapters.journal_survey import Gap, Record
from host.journal_findings import Findings, around, gap_json
from host.printing import json_text

HIDDEN = "hidden until the game is over"
PUBLIC = frozenset({
    "again", "allotted_ns", "at_ns", "board", "by", "by_list", "clock_ns", "code", "count", "event", "face",
    "for_ns", "form", "format", "from_seat", "guesses_settle", "halts", "hot", "kind", "last_look", "left_ns",
    "lexicon", "made_by", "note", "number", "on", "part", "points", "rack", "radio", "rated", "readers", "reason",
    "referee", "rulebook", "rules", "seat", "seats", "sees_opening", "self_ending", "source", "square",
    "stands_unplugged", "table_name", "taken", "tile_set", "times", "totals", "turn", "turns_used", "undervoltage",
    "undo_counts_turns", "valid", "variant", "who",
})  # fmt: skip
"""Fields that tell of no rack. `tags` belong to them where a `square` of the board stands beside: all can see it."""
_TOLD_APART = frozenset({"at_ns", "event", "note", "source"})  # these have places of their own in a line
SQUARES = range(225)
LONGEST_LIST = 15  # entries that people are shown
NS_PER_MS = 1_000_000


def items(found: Findings, until: int | None = None) -> Iterator[Record | Gap]:
    """Records and damage in the order of the file; with `until`, what stands before that record number."""
    both: list[Record | Gap] = [*found.survey.kept, *found.survey.gaps]
    both.sort(key=lambda each: (each.start, each.number))
    return (each for each in both if until is None or each.number < until)


def told_fields(record: Record, over: bool) -> dict[str, Any]:
    """The fields of a record; while the game is not `over`, HIDDEN in place of each that might tell of a rack."""
    fields = record.body.fields
    return {name: value if over or _public(name, fields) else HIDDEN for name, value in fields.items()}


def _public(name: str, fields: Mapping[str, Any]) -> bool:
    return name in PUBLIC or (name == "tags" and fields.get("square") in SQUARES)


# --- for programs ------------------------------------------------------------------------------------------


def json_lines(found: Findings, until: int | None = None) -> Iterator[str]:
    """A line of JSON for each record, and for each place of damage."""
    yield from (json_text({"around": each}) for each in around(found))
    for each in items(found, until):
        if isinstance(each, Gap):
            yield json_text({"damage": gap_json(each)})
        else:
            yield json_text({"record": each.number, "turn_of_game": each.turn, **told_fields(each, found.over)})
    if _tells_torn(found, until):
        yield json_text({"torn": {"record": found.torn_record, "bytes": found.survey.torn}})


# --- for people --------------------------------------------------------------------------------------------


def lines(found: Findings, until: int | None = None) -> Iterator[str]:
    """Number, game time, turn, name, fields and the message of the board that brought it."""
    width = len(str(found.survey.kept[-1].number))
    yield from (f"{'':{width}}  DAMAGE: {each}" for each in around(found))
    for each in items(found, until):
        yield f"{each.number:>{width}}  DAMAGE: {each}" if isinstance(each, Gap) else _line(each, found.over, width)
    if _tells_torn(found, until):
        yield f"{found.torn_record:>{width}}  torn tail: {found.survey.torn} bytes"


def _tells_torn(found: Findings, until: int | None) -> bool:
    return bool(found.survey.torn) and (until is None or found.torn_record < until)


def _line(record: Record, over: bool, width: int) -> str:
    fields = told_fields(record, over)
    at_ns = fields.get("at_ns")
    time = game_time(at_ns) if isinstance(at_ns, int) else ""
    told = " ".join(f"{name}={_value(name, value)}" for name, value in fields.items() if name not in _TOLD_APART)
    source = fields.get("source")
    came = f"  [{' '.join(map(str, source))}]" if isinstance(source, list) else ""
    return f"{record.number:>{width}}  {time:>10}  turn {record.turn:<2}  {record.name:<15}  {told}{came}".rstrip()


def game_time(at_ns: int) -> str:
    """Game time in nanoseconds as minutes, seconds and thousandths.

    >>> game_time(0), game_time(61_002_999_999), game_time(6_000_000_000_000)
    ('0:00.000', '1:01.002', '100:00.000')
    """
    seconds, thousandths = divmod(at_ns // NS_PER_MS, 1_000)
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes}:{seconds:02}.{thousandths:03}"


def _value(name: str, value: Any) -> str:
    if name == "square" and value in SQUARES:
        return square_name(value)
    if isinstance(value, list) and len(value) > LONGEST_LIST:
        return f"({len(value)} entries)"
    return value if isinstance(value, str) and value.isalnum() else json_text(value)
