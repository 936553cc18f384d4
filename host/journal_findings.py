"""What is found in a game's file: whether it is sound, and all that a person needs to know to choose when it is not.

Reads without a lock and changes nothing, so a running game may be looked at. Says no more of a record than its name:
racks do not leave by this way.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from host.adapters.journal_lines import JournalError
from host.adapters.journal_story import CRLF, CRLF_ENDS, ends_in_crlf, nothing_sound
from host.adapters.journal_survey import Gap, Record, Survey, survey
from host.journal_replay import Replay, listed, replay
from host.printing import Wrong


class CannotLook(Wrong):
    """There is no journal to look at, or this version cannot read it; the text is one sentence that names it."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What stands in the journal `name`; `replayed` is where the records before the first damage lead.

    That is None when the record that opens the game is lost. `crlf`: the file's lines end in CR LF; `data` has them
    as a journal ends them.
    """

    name: str
    data: bytes
    survey: Survey
    replayed: Replay | None
    crlf: bool = False

    @property
    def sound(self) -> bool:
        """Whether every line holds and every stored total is what the events come to; a torn tail is sound."""
        return not self.damaged and self.replayed is not None and self.totals_agree

    @property
    def damaged(self) -> bool:
        """Whether something stands in the file that no journal wrote, or something that it wrote does not."""
        return bool(self.survey.gaps or self.survey.lead or self.crlf)

    @property
    def totals_agree(self) -> bool:
        """Whether, up to the first damage, every turn stores the totals that the events come to."""
        return self.replayed is None or not (self.replayed.differences or self.replayed.restored)

    @property
    def over(self) -> bool:
        """Whether the game has ended, its result accepted or not; with damage in the file it is not known to have."""
        return not self.survey.gaps and self.replayed is not None and bool(self.replayed.table.ended)

    @property
    def opening(self) -> dict[str, object]:
        """The fields of the record that opens the game, none when it is lost."""
        first = self.survey.kept[0]
        return first.body.fields if first.number == 1 else {}

    @property
    def torn_record(self) -> int:
        """The number that the torn line would have had."""
        return self.survey.kept[-1].number + 1


def look_at(path: Path) -> Findings:
    """What stands in the file at `path`. Raises CannotLook."""
    return findings(bytes_of(path), path.name)


def bytes_of(path: Path) -> bytes:
    """The whole file. Raises CannotLook."""
    try:
        kind = path.stat().st_mode
        if S_ISDIR(kind):
            raise CannotLook(f"{path} is a folder: name a journal in it.")
        if not S_ISREG(kind):
            raise CannotLook(f"{path} is no file: name a journal.")
        return path.read_bytes()
    except OSError as why:
        raise CannotLook(f"{path} cannot be read: {why.strerror}.") from why


def findings(data: bytes, name: str) -> Findings:
    """What stands in `data`, the journal called `name`. Raises CannotLook."""
    if crlf := ends_in_crlf(data):
        data = data.replace(CRLF, b"\n")
    found = survey(data)
    if not found.kept:
        raise CannotLook(nothing_sound(name))
    opened = found.kept[0].number == 1
    return Findings(name, data, found, replay_of(data, found.before, name) if opened else None, crlf)


def replay_of(data: bytes, records: Sequence[Record], name: str) -> Replay:
    """`games`' replay of `records`, what this version cannot read told in one sentence. Raises CannotLook."""
    try:
        return replay(data, records, name)
    except JournalError as why:
        raise CannotLook(str(why)) from why
    except KeyError as why:
        raise CannotLook(f"{name} names the tile set {why}, which this version has not.") from why
    except (LookupError, ValueError) as why:
        text = str(why).rstrip(".")
        raise CannotLook(f"{name} cannot be replayed by this version of the rules: {text}.") from why


# --- for programs ------------------------------------------------------------------------------------------


def as_json(found: Findings) -> dict[str, object]:
    """All that is found, every record behind the damage by its number."""
    replayed = found.replayed
    differences = replayed.differences if replayed else ()
    return {
        "file": found.name,
        "sound": found.sound,
        "format": found.opening.get("format"),
        "code": found.opening.get("code"),
        "records": len(found.survey.kept),
        "sound_before": len(found.survey.before),
        "turns": len(replayed.table.game.turns) if replayed else None,
        "totals": replayed.table.game.totals if replayed else None,
        "over": found.over,
        "ended": replayed.table.ended if replayed and found.over else "",
        "crlf": found.crlf,
        "before_first": {"bytes": found.survey.lead} if found.survey.lead else None,
        "torn": {"record": found.torn_record, "bytes": found.survey.torn} if found.survey.torn else None,
        "damage": [gap_json(gap) for gap in found.survey.gaps],
        "sound_after": [record_json(record) for record in found.survey.after],
        "differences": [{"record": each.number, "turn": each.turn, "stored": each.stored, "computed": each.computed}
                        for each in differences],
        "not_stored": [{"turn": each.turn, "totals": each.totals} for each in replayed.restored] if replayed else [],
    }


def record_json(record: Record) -> dict[str, object]:
    """A record by its number, turn and name."""
    return {"record": record.number, "turn": record.turn, "event": record.name}


def gap_json(gap: Gap) -> dict[str, object]:
    """A place of damage, with whatever stands out of its place there."""
    return {
        "record": gap.number,
        "last": gap.last,
        "line": gap.line,
        "turn": gap.turn,
        "what": gap.what,
        "bytes": gap.size,
        "strays": [record_json(stray) for stray in gap.strays],
    }


# --- for people --------------------------------------------------------------------------------------------


def as_lines(found: Findings) -> Iterator[str]:
    """The same for a referee."""
    yield f"{found.name}: {_verdict(found)}"
    if found.opening:
        yield f"  format {found.opening.get('format')}, written by version {found.opening.get('code') or 'unknown'}"
    if found.replayed:
        where = "" if not found.survey.gaps else "before the damage: "
        yield f"  {where}{_told(found.survey.before)}; {standing(found)}"
        yield from (f"  {each}" for each in found.replayed.differences)
        yield from (f"  turn {each.turn}: the totals {listed(each.totals)} are not stored"
                    for each in found.replayed.restored)
    yield from (f"  {each}; `taula journal repair` sets that right" for each in around(found))
    yield from _damage_lines(found)
    if found.survey.torn:
        yield (f"  torn tail: {found.survey.torn} bytes of record {found.torn_record}, cut off by the power in the "
               "middle of a write; the next start sets them aside, and so does `taula journal repair`")


def _verdict(found: Findings) -> str:
    if found.sound:
        return "sound, with a torn tail" if found.survey.torn else "sound"
    if found.survey.gaps:
        count = len(found.survey.gaps)
        return "damaged" if count == 1 else f"damaged in {count} places"
    if found.damaged and found.totals_agree:
        return "every record holds, but the file is not as it was written"
    return "every record holds, but the totals it stores are not those that its events come to"


def around(found: Findings) -> Iterator[str]:
    """What stands around the records and is not the game's."""
    if found.crlf:
        yield CRLF_ENDS
    if found.survey.lead:
        yield f"before record 1 (line 1): {found.survey.lead} bytes that are not the game's"


def standing(found: Findings) -> str:
    """Turns and totals, and whether the game is over."""
    assert found.replayed is not None
    table = found.replayed.table
    seats = found.opening.get("seats")
    named = zip(seats if isinstance(seats, list) else (), table.game.totals, strict=False)
    totals = ", ".join(f"{seat} {total}" for seat, total in named)
    state = "" if found.survey.gaps else f"; the game is {f'over ({table.ended})' if found.over else 'not over'}"
    return f"{_count(len(table.game.turns), 'turn')}, totals {totals}{state}"


def _damage_lines(found: Findings) -> Iterator[str]:
    for gap in found.survey.gaps:
        unread = f"; {_count(gap.size, 'byte')} cannot be read" if gap.size else ""
        yield f"  {gap}{unread}"
        yield from (f"    out of its place: {record_line(stray)}" for stray in gap.strays)
    if found.survey.gaps:
        yield f"  behind the first damage: {_told(found.survey.after)}"
    for turn, records in _runs(found.survey.after):
        names = ", ".join(f"{count} {name}" for name, count in Counter(each.name for each in records).items())
        span = f"{records[0].number}" if len(records) == 1 else f"{records[0].number} to {records[-1].number}"
        yield f"    {span} (turn {turn}): {names}"


def _runs(records: Sequence[Record]) -> Iterator[tuple[int, list[Record]]]:
    """Records of one turn with numbers that follow each other, together."""
    for (turn, _), run in groupby(enumerate(records), key=lambda at: (at[1].turn, at[1].number - at[0])):
        yield turn, [record for _, record in run]


def record_line(record: Record) -> str:
    """A record by its number, turn and name, for people."""
    return f"record {record.number} (turn {record.turn}) {record.name}"


def _told(records: Sequence[Record]) -> str:
    return "no sound record" if not records else _count(len(records), "sound record")


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
