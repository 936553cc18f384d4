"""A host that is killed at any instant comes back with every turn whose sync returned, none twice, and its clocks.

The host is a process of its own, killed by SIGKILL: half the times from outside between two steps, half around its
own calls to the file system, so also between journal and acknowledgement. Board, line and hands go on.
"""

from pathlib import Path
from random import Random

from host import games
from host.adapters.journal import read_story
from host.rehearsal.virtual import VirtualTable
from host.tests.host_process import HostDied, RemoteApp
from host.tests.players import Players

DEATHS = 30
SECOND_NS = 1_000_000_000


class MortalTable(VirtualTable):
    """The virtual table with a host that dies `DEATHS` times."""

    def __init__(self, journal: Path, players: Players, seed: int) -> None:
        self.random = Random(seed)
        self.deaths = 0
        self.clock_errors_ns: list[int] = []
        self.lost_turns = 0
        self._journal = journal
        self._players = players
        super().__init__(lambda _: None, seed=players.script.seed, standing=players.standing)

    def start_host(self, open_game):
        """A new life; one life in two is to end at a call to the file system."""
        while True:
            mortal = self.deaths < DEATHS and self.deaths % 2 == 0
            kill_at = self.random.randrange(1, 60) if mortal else 0
            try:
                self.app = RemoteApp(self._journal, self._monotonic_ns, self._players.opened, self._lives, kill_at)
                return self.app
            except HostDied:
                self.deaths += 1
            finally:
                self._lives += 1

    def _grant(self, until_us: int) -> None:
        before, at_ns = self.app.told["table"], self._monotonic_ns()
        try:
            super()._grant(until_us)
        except HostDied:
            self._revive(before, at_ns)
            return
        if self.deaths % 2 and self.deaths < DEATHS and self.random.random() < 0.03:
            before, at_ns = self.app.told["table"], self._monotonic_ns()
            self.app.kill()
            self._revive(before, at_ns)

    def _revive(self, before, at_ns: int) -> None:
        """The simulator's record of the clocks at the death, held against the host that comes back."""
        self.deaths += 1
        self.start_host(None)
        after = self.app.told["table"]
        elapsed_ns = self._monotonic_ns() - at_ns
        if after["running"] == before["running"]:
            for seat, left_ns in enumerate(before["clock_ns"]):
                reckoned_ns = left_ns - (elapsed_ns if seat == before["running"] else 0)
                self.clock_errors_ns.append(abs(after["clock_ns"][seat] - reckoned_ns))
        self.lost_turns += max(0, len(before["turns"]) - len(after["turns"]))


def test_thirty_kills_lose_no_turn_double_none_and_keep_both_clocks_within_a_second(tmp_path):
    players = Players()
    with MortalTable(tmp_path / "game.journal", players, seed=1) as stage:
        players.play(stage)
        turns = stage.app.told["table"]["turns"]
    assert stage.deaths >= DEATHS
    assert stage.lost_turns == 0
    assert [points for _, _, points in turns] == players.expected
    assert len(stage.clock_errors_ns) > DEATHS
    assert max(stage.clock_errors_ns) <= SECOND_NS
    table, _ = games.replayed(read_story(tmp_path / "game.journal"))
    assert list(table.game.totals) == [sum(players.expected[0::2]), sum(players.expected[1::2])]


def test_a_tile_taken_while_the_host_was_dead_is_missed_when_it_comes_back(tmp_path):
    """The sensed board is compared with the journal: nothing is guessed, the difference is shown."""
    players = Players(turns=2)
    journal = tmp_path / "game.journal"

    def begin(monotonic_ns):
        return games.begin(journal, players.opened, monotonic_ns)

    with VirtualTable(begin, seed=players.script.seed) as stage:
        players.play(stage)
        stage.rest()
        stage.app.close()
        tile = next(tile for tile in players.stock.tiles if players.stock.place_of(tile) == "square 109")
        stage.board.away(tile.number)
        stage.start_host(lambda monotonic_ns: games.resume(journal, monotonic_ns))
        stage.rest()
        stage.rest()
        shown = stage.app.view()
        assert [(prompt.name, prompt.squares) for prompt in shown.prompts] == [("missing", ("h5",))]
        assert [turn.score for turn in shown.turns] == players.expected
        players.stock.put(tile, "square 109")
        stage.set_down(tile, 109)
        stage.rest()
        assert stage.app.view().prompts == ()
