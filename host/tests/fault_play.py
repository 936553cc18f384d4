"""A script of faults played through the sensors, and what must be true of the game whatever went wrong in it.

The invariants stand in the design's page of faults: each is asked after every event, or of the whole game at its end.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from engine_lite.game import TurnKind
from engine_lite.lexicon import Lexicon
from engine_lite.notation import square_name
from engine_lite.placement import Reason
from host import games
from host.core import disorder
from host.core.effects import Refuse
from host.core.events import Event, TileNamed
from host.core.table import Table
from host.rehearsal.deal import opening, standing_at_start, stock_of
from host.rehearsal.hands import Failure, Rehearsal
from host.rehearsal.outcome import script_at
from host.rehearsal.script import Script
from host.rehearsal.small_disk import SmallDisk
from host.rehearsal.virtual import VirtualTable
from host.rehearsal.word_list import word_list
from host.simulator.stock import Stock, square
from host.tests.sound import CHECKS

# Refusals that speak of tiles on the board: those that say nothing of squares speak of turns, racks and the bag.
OF_SQUARES = frozenset({
    Reason.OFF_BOARD, Reason.TAKEN, Reason.BENT, Reason.GAPPED, Reason.OFF_CENTRE, Reason.TOO_FEW, Reason.DETACHED,
    Reason.NOT_IN_RACK, Reason.NOT_A_FACE, Reason.Q_WITHOUT_U, Reason.BLANK_UNDECLARED, Reason.BLANK_FIXED,
    Reason.UNKNOWN_TILE, Reason.STACKED, Reason.DISTURBED, Reason.NOT_REMOVED,
})


class WatchedTable(VirtualTable):
    """A virtual table that looks at the game after every event; `broken` are the invariants that did not hold."""

    broken: list[str]
    before: Table | None

    def _watch(self, event: Event, table: Table, effects: tuple[object, ...]) -> None:  # type: ignore[override]
        super()._watch(event, table, effects)  # type: ignore[arg-type]
        self.broken += [f"after {type(event).__name__}: {what}" for what in self._wrong(event, table, effects)]
        self.before = table

    def _wrong(self, event: Event, table: Table, effects: tuple[object, ...]) -> Iterator[str]:
        if self.before is not None and len(table.game.turns) > len(self.before.game.turns):
            yield from wrong_commit(self.before, table)
        yield from unsound(table)
        # Of a board that is not heard no square is known; who names a tile on a page knows the square.
        if table.linked and not isinstance(event, TileNamed):
            yield from refused_nowhere(effects)


def unsound(table: Table) -> Iterator[str]:
    """What is true of every table at every moment: one place for each tag, the set whole, the sums right."""
    for check in CHECKS:
        try:
            check(table)
        except AssertionError as why:
            yield f"{check.__name__}: {why}"


def refused_nowhere(effects: Iterable[object]) -> Iterator[str]:
    """Every refusal of tiles on the board names their squares."""
    for refusal in effects:
        if isinstance(refusal, Refuse):
            yield from (f"'{each.reason}' names no square" for each in refusal.defects
                        if each.reason in OF_SQUARES and not each.squares)


def wrong_commit(before: Table, after: Table) -> Iterator[str]:
    """What is committed is what the sensors last agreed on, and nothing is while the board is out of order."""
    placement = after.game.turns[-1].placement
    if placement is None or after.game.turns[-1].kind is TurnKind.WITHDRAWN:  # it fell before its press
        return
    if disorder.disturbed(after):
        yield "a play was committed while played tiles were out of place"
    if before.phase in ("paused", "removing", "challenged", "over", "agreed"):
        yield f"a play was committed while {before.phase}"
    for place in placement.squares:
        if after.sensed.tag_at(place) is None or after.sensed.tag_at(place) != after.played.get(place):
            yield f"{square_name(place)} was committed, but the sensors are not sure of it"


def watched(script: Script, stock: Stock, journal: Path, words: Lexicon | None = None) -> WatchedTable:
    """A watched table for the game of `script`, whose journal begins at `journal` and outlives the host."""
    disk, opened = SmallDisk(), opening(script, stock)
    WatchedTable.broken, WatchedTable.before = [], None
    return WatchedTable(
        lambda clock: games.begin(journal, opened, clock, disk, lexicon=words), seed=script.seed,
        standing=standing_at_start(stock), lexicon=words, disk=disk,
        resume_game=lambda clock: games.resume(journal, clock, disk),
    )


class Played:
    """What came of a script: the expectations that failed, the invariants that broke, where the game stands."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.script = script_at(path, "sensors")
        self.stock = stock_of(self.script)
        journal, words = folder / "game.journal", word_list(self.script, path.parent)
        with watched(self.script, self.stock, journal, words) as stage:
            rehearsal = Rehearsal(self.script, self.stock, stage)
            self.failures: list[Failure] = rehearsal.run()
            stage.rest()
            self.table = stage.table
            self.refused = stage.refusals
            self.broken = [*stage.broken, *wrong_board(self.table, self.stock)]
        self.replayed = games.resume(journal, lambda: 0).table


def wrong_board(table: Table, stock: Stock) -> Iterator[str]:
    """Squares of the game on which another tile truly stands, or none, while the game goes on."""
    if table.ended:
        return
    for place, tag in table.played.items():
        standing = [tile.tag for tile in stock.at(square(place))]
        if standing != [tag]:
            yield f"{square_name(place)} of the game is not what truly stands there"
