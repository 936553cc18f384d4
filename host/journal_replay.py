"""A journal's records played again: which stored totals are not what the events come to, and what would be.

Pure: records in, Replay out. `games.replayed` raises at the first difference, and that ends a start; here all are
named, for a referee to choose.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from host.adapters.journal_lines import (
    FIRST_AFTER,
    HEADER_BYTES,
    Totals,
    crc_of,
    line_of,
    renumbered,
)
from host.adapters.journal_story import meanings_of, story_of
from host.adapters.journal_survey import Record
from host.core.events import GameOpened
from host.core.table import Table
from host.games import course


@dataclass(frozen=True, slots=True)
class Difference:
    """The totals that record `number` stores after turn `turn`, and those that the events come to (None: no turn)."""

    number: int
    turn: int
    stored: tuple[int, ...]
    computed: tuple[int, ...] | None

    def __str__(self) -> str:
        comes = "no turn that ends there" if self.computed is None else listed(self.computed)
        return f"record {self.number}, turn {self.turn}: stored {listed(self.stored)}; its events come to {comes}"


@dataclass(frozen=True, slots=True)
class Replay:
    """Where records lead: the last `table`; the stored totals that differ; those `restored` that no record stores.

    `lines` are the journal's lines with the totals that its events come to, numbered and linked anew: the same lines
    when nothing differs and nothing was left out.
    """

    table: Table
    differences: tuple[Difference, ...]
    restored: tuple[Totals, ...]
    lines: tuple[bytes, ...]


def listed(totals: Sequence[int]) -> str:
    """Totals as a sentence has them: "22, 24"."""
    return ", ".join(map(str, totals))


def replay(data: bytes, records: Sequence[Record], name: str) -> Replay:
    """Play `records` of `data`, the journal called `name`, the first of which opens the game.

    Raises OtherVersion, Unwritable; ValueError and LookupError for rules or tiles that this version has not.
    """
    code = str(records[0].body.fields.get("code", ""))
    meanings = meanings_of([record.body for record in records], name, code)
    if not isinstance(meanings[0][0], GameOpened):
        raise ValueError("its first record opens no game")
    steps = course(story_of(meanings, None, code))
    teller = _Teller(data)
    for record, (what, _) in zip(records, meanings, strict=True):
        if isinstance(what, Totals):
            teller.stored(record, what)
        else:
            table, ended = next(steps)
            teller.happened(record, [Totals(each.turn, each.totals) for each in ended])
    return teller.told(table)


class _Teller:
    """Writes each record behind the one before, and the totals where the events bring them."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._after = FIRST_AFTER
        self._awaited: list[Totals] = []  # what the events have come to and no record has stored yet
        self._lines: list[bytes] = []
        self._differences: list[Difference] = []
        self._restored: list[Totals] = []

    def happened(self, record: Record, ended: list[Totals]) -> None:
        self._restore(len(self._awaited))
        json = self._data[record.start + HEADER_BYTES : record.body.end]
        self._add(renumbered(json, len(self._lines) + 1, self._after))
        self._awaited = ended

    def stored(self, record: Record, totals: Totals) -> None:
        if totals in self._awaited:
            self._restore(self._awaited.index(totals))
            self._write(self._awaited.pop(0))
            return
        computed = self._awaited.pop(0) if self._awaited else None
        found = None if computed is None else computed.totals
        self._differences.append(Difference(record.number, totals.turn, totals.totals, found))
        if computed is not None:
            self._write(computed)

    def told(self, table: Table) -> Replay:
        """Totals still awaited at the very end are left to the next start, which writes them as it always does."""
        return Replay(table, tuple(self._differences), tuple(self._restored), tuple(self._lines))

    def _restore(self, count: int) -> None:
        for totals in self._awaited[:count]:
            self._restored.append(totals)
            self._write(totals)
        del self._awaited[:count]

    def _write(self, totals: Totals) -> None:
        self._add(line_of(len(self._lines) + 1, self._after, totals))

    def _add(self, line: bytes) -> None:
        self._lines.append(line)
        self._after = crc_of(line)
