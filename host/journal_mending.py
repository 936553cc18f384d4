"""What becomes of a damaged journal by a referee's choice: which records stay, which are left out, each by its name.

Pure: findings and a choice in; the new file's bytes, or a refusal with the choices there are. It chooses nothing
itself but to cut off a torn tail, and what stands around the records and loses none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from host.adapters.journal_lines import JournalError
from host.adapters.journal_survey import Gap, Record, gap_at
from host.journal_findings import Findings, around, findings, record_json, record_line, replay_of
from host.journal_replay import Difference, Replay, listed
from host.printing import Wrong


class CannotMend(Wrong):
    """The choice is none; the text is one sentence that says which there are."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a referee says: go back to before record `until`; or leave the damaged records `skip` out.

    `accept_totals`: where stored totals differ, those count that the events come to.
    """

    until: int | None = None
    skip: tuple[int, ...] = ()
    accept_totals: bool = False


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What a mended journal no longer has: a sound `record`, or what only `words` can tell."""

    words: str
    record: Record | None = None

    def __str__(self) -> str:
        return self.words if self.record is None else record_line(self.record)

    def as_json(self) -> dict[str, object]:
        """For programs."""
        return {"what": self.words} if self.record is None else {**record_json(self.record), "what": self.words}


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing is changed: `why`, and the `choices` there are; `differences` would have to be accepted."""

    why: str
    choices: tuple[str, ...]
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Mended:
    """The `data` of the new file and what is found in it, all that is `left_out`, all that the replay brought.

    `goes_back`: the game goes on from an earlier moment.
    """

    data: bytes
    found: Findings
    left_out: tuple[LeftOut, ...]
    replayed: Replay
    goes_back: bool


def mended(found: Findings, choice: Choice) -> Mended | Refused:
    """What `choice` makes of the journal. Raises CannotMend, CannotLook."""
    if choice.until is not None and choice.skip:
        raise CannotMend(f"{found.name}: choose --until or --skip, not both.")
    if found.replayed is None:
        return Refused("the record that opens the game is damaged, and nothing can be read without it: move the file "
                       "away and go on from the players' sheets", ())
    if choice.until is not None:
        return _with(found, choice, _before(found, choice.until), tuple(_from(found, choice.until)))
    unnamed = _unnamed(found, choice.skip)
    if unnamed:
        return Refused(_places(unnamed), tuple(_choices(found)))
    return _with(found, choice, found.survey.kept, tuple(_unreadable(found)))


# --- what stays --------------------------------------------------------------------------------------------


def _before(found: Findings, until: int) -> Sequence[Record]:
    last = found.survey.before[-1].number
    if until < 2:
        raise CannotMend(f"{found.name}: nothing stands before record 1: begin the game anew.")
    if until > last + 1:
        behind = "the next is damaged" if found.survey.gaps else "that is all"
        raise CannotMend(f"{found.name}: --until {until} is too far: {last} sound records stand there, and {behind}.")
    return [record for record in found.survey.before if record.number < until]


def _unnamed(found: Findings, skip: tuple[int, ...]) -> list[Gap]:
    try:
        named = [gap_at(found.survey, number, found.name) for number in skip]
    except JournalError as why:
        raise CannotMend(str(why)) from None
    return [gap for gap in found.survey.gaps if gap not in named]


def _with(
    found: Findings, choice: Choice, records: Sequence[Record], left_out: tuple[LeftOut, ...]
) -> Mended | Refused:
    replayed = replay_of(found.data, records, found.name)
    silent = not found.survey.gaps and bool(replayed.restored)  # no damage explains why totals are missing
    if (replayed.differences or silent) and not choice.accept_totals:
        return Refused(
            "the totals stored are not those that the events come to", tuple(_choices(found, replayed)),
            replayed.differences,
        )  # fmt: skip
    data = b"".join(replayed.lines)
    return Mended(data, findings(data, found.name), left_out, replayed, choice.until is not None)


# --- what is left out --------------------------------------------------------------------------------------


def _from(found: Findings, until: int) -> Iterator[LeftOut]:
    """Everything from record `until` on, in the order of the file."""
    parts: list[tuple[int, LeftOut]] = [
        (record.number, LeftOut(record.name, record)) for record in found.survey.kept if record.number >= until
    ]
    parts += [(gap.number, each) for gap in found.survey.gaps for each in _of_gap(gap)]
    yield from map(LeftOut, around(found))
    for _, each in sorted(parts, key=lambda part: part[0]):
        yield each
    yield from _torn(found)


def _unreadable(found: Findings) -> Iterator[LeftOut]:
    yield from map(LeftOut, around(found))
    for gap in found.survey.gaps:
        yield from _of_gap(gap)
    yield from _torn(found)


def _of_gap(gap: Gap) -> Iterator[LeftOut]:
    yield LeftOut(f"{gap}{f'; {gap.size} bytes' if gap.size else ''}")
    yield from (LeftOut(stray.name, stray) for stray in gap.strays)


def _torn(found: Findings) -> Iterator[LeftOut]:
    if found.survey.torn:
        yield LeftOut(f"torn tail: {found.survey.torn} bytes of record {found.torn_record}")


# --- the choices -------------------------------------------------------------------------------------------


def _places(gaps: list[Gap]) -> str:
    return "; ".join(map(str, gaps))


def _choices(found: Findings, replayed: Replay | None = None) -> Iterator[str]:
    """What a referee may choose, in the words of the command."""
    gaps = found.survey.gaps
    if gaps:
        after = len(found.survey.after)
        skip = " ".join(f"--skip {gap.number}" for gap in gaps)
        yield f"--until {gaps[0].number}: the game goes on from before it; {after} sound records are left out"
        yield f"{skip}: only what is damaged is left out; {after} sound records behind it stay"
    if replayed is None:
        return
    if not gaps and replayed.differences:
        first = replayed.differences[0]
        yield f"--until {first.number}: the game goes on from before the totals of turn {first.turn}"
    yield "--accept-totals besides: those totals count that the events come to"
    yield from (f"  turn {each.turn} would have the totals {listed(each.totals)}" for each in replayed.restored)
