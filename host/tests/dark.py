"""A virtual table whose host loses its power again and again, and what that costs: for the test and for the bench."""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from host import games
from host.adapters.journal_files import NoSuchGame
from host.adapters.journal_story import Damaged, NeverBegun
from host.rehearsal.virtual import VirtualTable
from host.tests.players import Players, sheet
from host.tests.torn_file import TEARS, PowerCut, TornDisk

SECOND_NS = 1_000_000_000
JOURNAL = Path("/game/game.journal")


@dataclass
class Toll:
    """What power cuts have cost so far. `decided` were for the referee: a hole with sound records behind it."""

    cuts: int = 0
    lost: int = 0
    doubled: int = 0
    decided: int = 0
    clock_errors_ns: list[int] = field(default_factory=list)


class DarkTable(VirtualTable):
    """The virtual table, its host on a disk that loses power `cuts` times, with all boards every second time."""

    def __init__(self, players: Players, seed: int, cuts: int, toll: Toll) -> None:
        self.random = Random(seed)
        self.toll = toll
        self.synced: list = []
        self._last_cut = toll.cuts + cuts
        self.disk = TornDisk(cut_after=self.random.randrange(10, 60))
        self._holed = False  # since the journal was last open, a cut may have left a hole before sound records
        self._players = players
        super().__init__(self._open_game, seed=players.script.seed, standing=players.standing)

    def _open_game(self, monotonic_ns):
        game = self._opened(monotonic_ns)
        self._holed = False
        return game

    def _opened(self, monotonic_ns):
        try:
            return games.resume(JOURNAL, monotonic_ns, self.disk)
        except (NoSuchGame, NeverBegun):
            self.disk.files.pop(JOURNAL, None)
            return games.begin(JOURNAL, self._players.opened, monotonic_ns, self.disk)
        except Damaged as found:
            if not self._holed:
                raise
            self._went_back = True
            return games.resume(JOURNAL, monotonic_ns, self.disk, until=found.record)

    def start_host(self, open_game):
        """A new life of the host; the power may go while it is still reading the journal."""
        self._went_back = False
        while True:
            try:
                return super().start_host(open_game)
            except PowerCut:
                self._cut()

    def _grant(self, until_us: int) -> None:
        try:
            super()._grant(until_us)
        except PowerCut:
            self._light_again()

    def happened(self, make) -> None:
        try:
            super().happened(make)
        except PowerCut:
            self._light_again()

    def _watch(self, event, table, effects) -> None:
        """Called once the effects are carried out: a turn seen here has been synced."""
        super()._watch(event, table, effects)
        self.synced = sheet(table)

    def _cut(self) -> None:
        self.toll.cuts += 1
        tear = TEARS[self.toll.cuts % len(TEARS)]
        self._holed |= tear in ("garbage", "holes")
        self.disk = self.disk.after_power_cut(self.random, tear)
        if self.toll.cuts < self._last_cut:
            self.disk.cut_after = self.random.randrange(2, 50)

    def _light_again(self) -> None:
        before, at_ns = self.app.table, self.now_ns()
        self._cut()
        if self.toll.cuts % 2:
            self._boards_restart()
        self.start_host(self._open_game)
        after = sheet(self.table)
        self.toll.lost += sum(one != other for one, other in zip(self.synced, after, strict=False))
        self.toll.lost += max(0, len(self.synced) - len(after))
        self.toll.doubled += max(0, len(after) - len(self.synced) - 1)  # one was on its way to the disk
        self.toll.decided += self._went_back
        if self.table.clock.running == before.clock.running is not None and not self._went_back:
            pairs = zip(before.clock.at(at_ns), self.table.clock.at(self.now_ns()), strict=True)
            self.toll.clock_errors_ns += [abs(one - other) for one, other in pairs]

    def _boards_restart(self) -> None:
        self.board.restart()
        self._port.close()
        self._port = type(self._port)(self.board.serial_path)
        for part in self.beside.boards:
            self.beside.power(part, False, self.now_us)
            self.beside.power(part, True, self.now_us)


def dark_game(players: Players, seed: int, cuts: int, toll: Toll) -> DarkTable:
    """One whole game with so many power cuts. What its sheet lacks or has too much of is added to `toll`."""
    with DarkTable(players, seed, cuts, toll) as stage:
        players.play(stage)
        found = [turn.points for turn in sheet(stage.table)]
        if found != players.expected:
            toll.lost += max(1, len(players.expected) - len(found))
            toll.doubled += max(0, len(found) - len(players.expected))
    return stage
