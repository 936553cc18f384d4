"""Decides what of a damaged journal stands and what does not, from its first byte to its last: nothing goes unnamed.

Pure: bytes in, Survey out. Where `read` (journal_story) stops at the first fault, this goes on behind it. Knows
nothing of what a record means, but that Totals end a turn.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from host.adapters.journal_lines import FIRST_AFTER, Body, JournalError, Totals
from host.adapters.journal_story import (
    NOT_OF_THIS_GAME,
    TORN_TAIL,
    late,
    lines_in,
    missing,
    told_at,
    wrong_with_stretch,
)


class Record(NamedTuple):
    """A sound record: its `body`, the turn it belongs to (1, 2, ...), and its bytes `start` to `end` of the file."""

    body: Body
    turn: int
    start: int
    end: int

    @property
    def number(self) -> int:
        """Its running number, as written."""
        return self.body.number

    @property
    def name(self) -> str:
        """What it calls itself: an event, or Totals."""
        return str(self.body.fields.get("event") or self.body.fields.get("note"))


@dataclass(frozen=True, slots=True)
class Gap:
    """A place where the journal does not hold: `what` is wrong with, or before, record `number`.

    It is on line `line`, in turn `turn`.

    `last` is the last number that is lost there; it is below `number` when nothing is missing and something foreign
    stands between. It begins with byte `start`; `size` counts unreadable bytes; `strays` are records that can be read
    but not believed.
    """

    what: str
    number: int
    last: int
    line: int
    turn: int
    start: int
    size: int
    strays: tuple[Record, ...] = ()

    def __str__(self) -> str:
        several = self.last > self.number
        which = f"records {self.number} to {self.last}" if several else f"record {self.number}"
        where = f"{which} (line {self.line}, turn {self.turn})"
        return told_at(where, _of_several(self.what) if several else self.what)


def _of_several(what: str) -> str:
    """What is wrong with one record, said of several.

    >>> _of_several(missing(16)), _of_several(NOT_OF_THIS_GAME)
    ('are missing: number 16 stands in their place', 'do not belong with the record beside them')
    """
    return re.sub(r"\b(is|does|its|it)\b", lambda word: _SEVERAL[word[0]], what)


_SEVERAL = {"is": "are", "does": "do", "its": "their", "it": "them"}


@dataclass(frozen=True, slots=True)
class Survey:
    """All records that hold, in order; the gaps between them; `torn` bytes at the end that never were a line.

    `lead` bytes that are not the game's stand before record 1; no record is lost by them.
    """

    kept: tuple[Record, ...]
    gaps: tuple[Gap, ...]
    torn: int
    lead: int = 0

    @property
    def before(self) -> tuple[Record, ...]:
        """The records that stand before the first gap."""
        return tuple(each for each in self.kept if not self.gaps or each.number < self.gaps[0].number)

    @property
    def after(self) -> tuple[Record, ...]:
        """The sound records that stand behind the first gap."""
        return self.kept[len(self.before) :]


@dataclass(slots=True)
class _Open:
    """A gap that has begun at byte `start`."""

    what: str
    number: int
    start: int
    size: int = 0
    strays: list[tuple[Body, int]] = field(default_factory=list)


class _Surveyor:
    """Goes through the lines once."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.kept: list[tuple[Body, int]] = []
        self.gaps: list[tuple[_Open, int]] = []  # with the number of the record that stands behind, 0: none
        self.torn = 0
        self._gap: _Open | None = None

    def go(self) -> None:
        for line in lines_in(self._data):
            if line.body is None:
                self._unreadable(line.start)
            else:
                self._sound(line.body, line.start)
        self._close(0)

    def _unreadable(self, start: int) -> None:
        end = next((line.start for line in lines_in(self._data, start) if line.body is not None), len(self._data))
        what = wrong_with_stretch(self._data, start)
        if what == TORN_TAIL:
            self.torn = len(self._data) - start
        else:
            self._in_gap(what, start).size += end - start

    def _sound(self, body: Body, start: int) -> None:
        if body.number <= self._last:
            self._in_gap(missing(body.number), start).strays.append((body, start))
            return
        if self._gap is None and body.number == self._last + 1 and body.after != self._crc:
            if not self.kept:
                self._in_gap(NOT_OF_THIS_GAME, start).strays.append((body, start))
                return
            unbelieved = self.kept.pop()  # both prove themselves, and the later one says what the earlier one was
            self._in_gap(NOT_OF_THIS_GAME, unbelieved[1]).strays.append(unbelieved)
        elif body.number > self._last + 1:
            self._in_gap(missing(body.number), start)
        self._close(body.number)
        self.kept.append((body, start))

    @property
    def _last(self) -> int:
        return self.kept[-1][0].number if self.kept else 0

    @property
    def _crc(self) -> int:
        return self.kept[-1][0].crc if self.kept else FIRST_AFTER

    def _in_gap(self, what: str, start: int) -> _Open:
        if self._gap is None:
            self._gap = _Open(what, self._last + 1, start)
        return self._gap

    def _close(self, behind: int) -> None:
        if self._gap is not None:
            self.gaps.append((self._gap, behind))
            self._gap = None


def survey(data: bytes) -> Survey:
    """What stands in `data`, and where it does not."""
    surveyor = _Surveyor(data)
    surveyor.go()
    turns = _turns([body for body, _ in surveyor.kept])
    kept = tuple(
        Record(body, turn, start, body.end + 1) for (body, start), turn in zip(surveyor.kept, turns, strict=True)
    )
    gaps = tuple(_gaps(data, surveyor.gaps, kept))
    lead = kept[0].start if kept and kept[0].number == 1 else 0
    return Survey(kept, gaps[1:] if lead else gaps, surveyor.torn, lead)


def _gaps(data: bytes, gaps: list[tuple[_Open, int]], kept: tuple[Record, ...]) -> Iterator[Gap]:
    """Each gap with its line, and the turn after the last that ended before it."""
    before = iter((*kept, None))
    record, done, line, counted = next(before), 0, 1, 0
    for found, behind in gaps:
        while record is not None and record.start < found.start:
            done = max(done, _ended_by(record.body))
            record = next(before)
        line, counted = line + data.count(b"\n", counted, found.start), found.start
        strays = tuple(Record(body, done + 1, start, body.end + 1) for body, start in found.strays)
        last = behind - 1 if behind else found.number
        yield Gap(_told(found, last, kept), found.number, last, line, done + 1, found.start, found.size, strays)


def _told(found: _Open, last: int, kept: tuple[Record, ...]) -> str:
    """What is wrong at a gap: its record is not missing when all that stands there is one out of its place."""
    stray = found.strays[0][0] if found.strays else None
    if stray is None or last >= found.number or found.what != missing(stray.number):
        return found.what
    return late(stray, next((each.body for each in kept if each.number == stray.number), None))


def _turns(bodies: list[Body]) -> Iterator[int]:
    """The turn of each record: that which the next totals end, where nothing is lost before them.

    Without such totals it is one more than the last that has ended.
    """
    ahead, following, next_number = 0, [], 0
    for body in reversed(bodies):
        if body.number + 1 != next_number:
            ahead = 0
        ahead, next_number = _ended_by(body) or ahead, body.number
        following.append(ahead)
    done = 0
    for body, end in zip(bodies, reversed(following), strict=True):
        yield end or done + 1
        done = max(done, _ended_by(body))


def _ended_by(body: Body) -> int:
    """The turn that a record of totals ends, 0 for any other."""
    turn = body.fields.get("turn") if body.fields.get("note") == Totals.__name__ else 0
    return turn if isinstance(turn, int) else 0


def gap_at(found: Survey, number: int, name: str) -> Gap:
    """The gap that begins with record `number`. Raises JournalError for a record that holds or is not there."""
    for gap in found.gaps:
        if gap.number == number:
            return gap
    damaged = ", ".join(str(gap.number) for gap in found.gaps) or "none"
    raise JournalError(f"{name}: record {number} cannot be left out, only a damaged one can: {damaged}.")
