"""Games for the journal's tests: what was appended, in order, to be held against what is told again."""

from pathlib import Path

from host.adapters.journal import Journal
from host.adapters.journal_files import Files
from host.adapters.journal_lines import Source, Totals
from host.core.events import (
    BlankDeclared,
    Calmed,
    ClockPressed,
    Event,
    GameOpened,
    HallChanged,
    Started,
    Stirred,
    TagsRead,
)

Appended = Event | Totals
GAME = Path("games/final.journal")
OPENED = GameOpened(
    at_ns=0,
    rulebook="manacor",
    seats=("Aina", "Ștefan"),
    clock_ns=(1_800_000_000_000, 1_800_000_000_000),
    tiles=(("e004015032a7c1f0", "L·L"), ("e004015032a7c1f1", "?")),
    table_name="4",
    lexicon="words 2017",
)


def turn(number: int) -> list[tuple[Appended, Source | None]]:
    """What one turn leaves in the journal: nine events, most from board messages, and its totals."""
    at_ns = number * 60_000_000_000
    first = number * 7
    square = 110 + number

    def board(count: int) -> Source:
        return Source("board", 3, first + count)

    return [
        (Stirred(at_ns), board(0)),
        (HallChanged(at_ns + 1, square, on=True), board(1)),
        (TagsRead(at_ns + 2, square, ("e004015032a7c1f0",)), board(2)),
        (HallChanged(at_ns + 3, square + 1, on=True), board(3)),
        (TagsRead(at_ns + 4, square + 1, ("e004015032a7c1f1",)), board(4)),
        (Calmed(at_ns + 5), board(5)),
        (BlankDeclared(at_ns + 6, square + 1, "ñ"), None),
        (ClockPressed(at_ns + 7, number % 2), Source("panel", 1, number)),
        (Calmed(at_ns + 8), board(6)),
        (Totals(number, (number * 20, number * 18)), None),
    ]


def records(turns: int) -> list[tuple[Appended, Source | None]]:
    """The records after GameOpened of a game of `turns` turns: 1 + 10 a turn."""
    begun: list[tuple[Appended, Source | None]] = [(Started(0, at_ns=1), None)]
    return begun + [record for number in range(1, turns + 1) for record in turn(number)]


def write(journal: Journal, what: Appended, source: Source | None) -> None:
    if isinstance(what, Totals):
        journal.record_totals(what.turn, what.totals)
    else:
        journal.append(what, source)


def written(path: Path, files: Files, turns: int = 4) -> None:
    """A finished file of 2 + 10 records a turn at `path`."""
    journal = Journal.create(path, OPENED, files)
    for what, source in records(turns):
        write(journal, what, source)
    journal.sync()
    journal.close()
