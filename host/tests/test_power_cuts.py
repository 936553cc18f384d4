"""The power goes in mid game, again and again: what was synced is there, nothing is doubled, the clocks come back.

The disk forgets what was not synced and tears its last write; every second time the board loses its power too.
"""

from pathlib import Path
from random import Random

import pytest

from host import games
from host.adapters.journal_files import NoSuchGame
from host.adapters.journal_story import NeverBegun
from host.rehearsal.virtual import VirtualTable
from host.tests.players import Players, sheet
from host.tests.torn_file import TEARS, PowerCut, TornDisk

CUTS = 30
SECOND_NS = 1_000_000_000
JOURNAL = Path("/game/game.journal")


class DarkTable(VirtualTable):
    """The virtual table, its host on a disk that loses power `CUTS` times."""

    def __init__(self, players: Players, seed: int) -> None:
        self.random = Random(seed)
        self.cuts = 0
        self.synced: list = []
        self.clock_errors_ns: list[int] = []
        self.disk = TornDisk(cut_after=self.random.randrange(10, 60))
        self._players = players
        super().__init__(self._open_game, seed=players.script.seed, standing=players.standing)

    def _open_game(self, monotonic_ns):
        try:
            return games.resume(JOURNAL, monotonic_ns, self.disk)
        except (NoSuchGame, NeverBegun):
            self.disk.files.pop(JOURNAL, None)
            return games.begin(JOURNAL, self._players.opened, monotonic_ns, self.disk)

    def start_host(self, open_game):
        """A new life of the host; the power may go while it is still reading the journal."""
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
        self.cuts += 1
        self.disk = self.disk.after_power_cut(self.random, TEARS[self.cuts % len(TEARS)])
        if self.cuts < CUTS:
            self.disk.cut_after = self.random.randrange(2, 50)

    def _light_again(self) -> None:
        before, at_ns = self.app.table, self.now_ns()
        self._cut()
        if self.cuts % 2:
            self.board.restart()
            self._port.close()
            self._port = type(self._port)(self.board.serial_path)
        self.start_host(self._open_game)
        after = sheet(self.table)
        assert after[: len(self.synced)] == self.synced
        assert len(after) <= len(self.synced) + 1
        if self.table.clock.running == before.clock.running is not None:
            pairs = zip(before.clock.at(at_ns), self.table.clock.at(self.now_ns()), strict=True)
            self.clock_errors_ns += [abs(one - other) for one, other in pairs]


@pytest.mark.parametrize("seed", [3, 7])
def test_thirty_power_cuts_lose_no_synced_turn_and_keep_both_clocks_within_a_second(seed):
    players = Players()
    with DarkTable(players, seed) as stage:
        players.play(stage)
        assert stage.cuts >= CUTS
        assert [turn.points for turn in sheet(stage.table)] == players.expected
        assert max(stage.clock_errors_ns) <= SECOND_NS
