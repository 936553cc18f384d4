"""A host that is killed at any instant comes back with every turn whose sync returned, none twice, and its clocks.

The host is a process of its own, killed by SIGKILL: half the times from outside between two steps, half around its
own calls to the file system, so also between journal and acknowledgement. Board, line and hands go on.
"""

from collections import Counter

from host import games
from host.adapters.journal import read_story
from host.rehearsal.virtual import VirtualTable
from host.tests.course_players import CoursePlayers
from host.tests.mortal import SECOND_NS, Toll, mortal_game
from host.tests.players import Players

DEATHS = 30


def test_thirty_kills_lose_no_turn_double_none_and_keep_both_clocks_within_a_second(tmp_path):
    """All readers in the chain, and every procedure of a game: HOLD, challenges, a withdrawn play, exchanges."""
    players, toll = CoursePlayers(), Toll()
    mortal_game(tmp_path / "game.journal", players, seed=1, deaths=DEATHS, toll=toll)
    assert toll.deaths >= DEATHS
    assert (toll.lost, toll.doubled) == (0, 0)
    assert len(toll.clock_errors_ns) > DEATHS
    assert max(toll.clock_errors_ns) <= SECOND_NS
    table, _ = games.replayed(read_story(tmp_path / "game.journal"))
    kinds = Counter(str(turn.kind) for turn in table.game.turns)
    assert kinds == {"play": 24, "exchange": 4, "withdrawn": 3, "pass": 3}
    assert table.game.totals == (431, 522)  # as the second scorer has it, the racks not yet settled


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
        assert (shown.prompts[0].name, shown.prompts[0].squares) == ("missing", ("h5",))
        assert [turn.score for turn in shown.turns] == players.expected
        players.stock.put(tile, "square 109")
        stage.set_down(tile, 109)
        stage.rest()
        assert stage.app.view().prompts == shown.prompts[1:]  # readers that this table is without
