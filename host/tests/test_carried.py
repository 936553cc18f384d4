"""A game that moves to another table in its middle: other tiles with other tags, the board laid out again, played on.

Both are virtual tables, board, wire and host. The second knows the game by its journal alone.
"""

import json
from pathlib import Path

import pytest

from engine_lite.layout import SQUARES
from host import config as settings
from host import games
from host.adapters.journal import read_story
from host.core.events import Carried, GameOpened, Resumed
from host.core.phases import Phase
from host.core.reopening import OtherTiles, rebound
from host.opening import CannotRun, open_game
from host.rehearsal.virtual import VirtualTable
from host.simulator.stock import Stock, rack, square
from host.tests.course_players import CoursePlayers
from host.tests.players import Players

NO_READERS = ("no_bag_reader", "no_rack_readers")  # all the game, at a table without them


def moved_to(players: Players, seed: int) -> None:
    """Every tile of another set is at the place where one of its face was; the last of each face first."""
    old = players.stock
    players.stock = Stock((tile.face for tile in old.tiles), seed)
    players.stock.chance = old.chance
    free = list(players.stock.tiles)
    for tile in reversed(old.tiles):
        other = next(each for each in free if each.face == tile.face)
        free.remove(other)
        players.stock.put(other, old.place_of(tile))


def laid_out(players: Players, stage: VirtualTable) -> None:
    """The board as it stood, tile by tile."""
    for place in range(SQUARES):
        for tile in players.stock.at(square(place)):
            stage.set_down(tile, place)
    stage.rest()


def second_table(folder: Path, players: Players) -> None:
    folder.mkdir()
    (folder / "tiles.json").write_text(json.dumps(dict(players.stock.register)))
    (folder / "table.toml").write_text('[table]\nname = "Taula 2"\n[link]\nport = "x"\n')


def played_at_the_first_table(journal: Path, turns: int) -> Players:
    players = Players(turns=turns)
    with VirtualTable(lambda clock: games.begin(journal, players.opened, clock), seed=players.script.seed) as stage:
        players.play(stage)
        stage.rest()
    return players


def test_a_game_with_a_blank_on_the_board_goes_on_at_another_table_and_comes_to_the_right_totals(tmp_path):
    """Two of the eight turns at the first table lay tiles of two letters, one a blank; 16 follow at the second."""
    players = played_at_the_first_table(tmp_path / "one.journal", turns=8)
    moved_to(players, seed=77)
    second_table(tmp_path / "second", players)
    config = settings.load(tmp_path / "second" / "table.toml")
    opened = []

    def open_there(clock):
        opened.append(open_game(config, tmp_path / "second", tmp_path / "one.journal", clock))
        return opened[0].game

    with VirtualTable(open_there, seed=5) as stage:
        stood_ns = stage.table.clock.at(stage.now_ns())
        stage.happened(lambda at: opened[0].again)
        stage.rest()
        shown = stage.app.view()
        assert (shown.table, shown.phase) == ("Taula 2", "paused")
        first = len(stage.table.played)
        named = [(each.name, len(each.squares)) for each in shown.prompts]
        assert named == [("bumped", first), *((name, 0) for name in NO_READERS), ("resumed", 0)]
        stage.wait(30)
        laid_out(players, stage)
        assert [each.name for each in stage.app.view().prompts] == [*NO_READERS, "resumed"]  # either blank will do
        assert stage.table.clock.at(stage.now_ns()) == stood_ns  # nobody's clock has paid for it
        stage.happened(lambda at: Resumed(at_ns=at))
        assert stage.table.phase is Phase.PLAYING
        players.turns = 24
        players.play_on(stage)
        assert [turn.points for turn in stage.table.game.turns] == players.expected
        assert len(players.expected) == 24
        total = stage.table.game.totals
    assert list(total) == [sum(players.expected[0::2]), sum(players.expected[1::2])]
    again, _ = games.replayed(read_story(opened[0].game.path))
    assert again.game.totals == total


def test_at_a_table_with_all_readers_the_racks_of_a_carried_game_are_known_again_by_their_faces(tmp_path):
    """Loops and ring at both tables, HOLD, challenges and exchanges before and after."""
    journal, players = tmp_path / "one.journal", CoursePlayers(turns=10)
    with VirtualTable(lambda clock: games.begin(journal, players.opened, clock), seed=players.script.seed) as stage:
        players.play(stage)
    moved_to(players, seed=79)
    with VirtualTable(lambda clock: games.resume(journal, clock), seed=6) as stage:
        stage.happened(lambda at: Carried(at, players.stock.register, ("bag", "racks"), "Taula 2"))
        laid_out(players, stage)
        players.show_racks(stage)
        stage.happened(lambda at: Resumed(at_ns=at))
        stage.rest()
        assert stage.app.view().prompts == ()
        for seat, tiles in enumerate(players.stock.at(rack(seat)) for seat in (0, 1)):
            assert set(stage.table.ledger.of(seat)) == {tile.tag for tile in tiles}
        players.turns = 24
        players.play_on(stage)
        assert [turn.points for turn in stage.table.game.turns] == players.expected
        assert stage.table.game.totals == (431, 522)


def test_two_turns_are_carried_and_a_tile_laid_wrongly_is_shown_on_its_square(tmp_path):
    """Square by square: what is missing by its square and letter, and a wrong letter by what belongs there."""
    players = played_at_the_first_table(tmp_path / "one.journal", turns=2)
    moved_to(players, seed=78)
    with VirtualTable(lambda clock: games.resume(tmp_path / "one.journal", clock), seed=5) as stage:
        stage.happened(lambda at: Carried(at, players.stock.register, (), "Taula 2"))
        stage.rest()
        prompts = stage.app.view().prompts
        told = {prompt.squares: prompt.data["face"] for prompt in prompts if prompt.name == "missing"}
        assert told == {("h1",): "B", ("h2",): "L", ("h3",): "A", ("h4",): "N", ("h5",): "QU", ("h6",): "I",
                        ("h7",): "N", ("h8",): "A"}
        wrong = players.stock.take("bag", "E")
        stage.set_down(wrong, 112)
        stage.rest()
        stage.rest()
        shown = {(prompt.name, prompt.squares) for prompt in stage.app.view().prompts}
        assert ("replaced", ("h8",)) in shown
        stage.take_up(wrong)
        laid_out(players, stage)
        assert [prompt.name for prompt in stage.app.view().prompts] == [*NO_READERS, "resumed"]


def test_the_same_game_is_brought_once_and_then_gone_on_with(tmp_path):
    """`taula run --game` may stand in the unit that starts the service: a second start must not carry it again."""
    players = played_at_the_first_table(tmp_path / "one.journal", turns=1)
    second_table(tmp_path / "second", players)
    config = settings.load(tmp_path / "second" / "table.toml")
    paths = []
    for _ in range(2):
        opened = open_game(config, tmp_path / "second", tmp_path / "one.journal", lambda: 0)
        paths.append(opened.game.path)
        opened.game.journal.close()
    assert paths == [paths[0]] * 2
    assert len(list((tmp_path / "second" / "journal").glob("*.journal"))) == 1


@pytest.mark.parametrize(("spoil", "says"), [
    (lambda path: path.unlink(), "there is no such game"),
    (lambda path: path.write_bytes(b""), "holds no sound record of a game"),
])
def test_a_game_that_cannot_be_brought_is_refused_and_leaves_nothing_behind(spoil, says, tmp_path):
    players = played_at_the_first_table(tmp_path / "one.journal", turns=1)
    second_table(tmp_path / "second", players)
    spoil(tmp_path / "one.journal")
    config = settings.load(tmp_path / "second" / "table.toml")
    with pytest.raises(Exception, match=says):
        open_game(config, tmp_path / "second", tmp_path / "one.journal")
    assert list((tmp_path / "second" / "journal").iterdir()) == []


def test_a_game_of_a_part_of_a_set_cannot_be_played_with_another(tmp_path):
    opened = GameOpened(0, "fisc_classic", ("A", "B"), (1, 1), (("e004000000000001", "A"),))
    games.begin(tmp_path / "one.journal", opened, lambda: 0).journal.close()
    second_table(tmp_path / "second", Players())
    with pytest.raises(CannotRun, match="cannot be played with the tiles of this table: too many"):
        open_game(settings.load(tmp_path / "second" / "table.toml"), tmp_path / "second", tmp_path / "one.journal")


def test_tags_are_bound_by_face_each_once():
    one = [("e004000000000001", "A"), ("e004000000000002", "A"), ("e004000000000003", "?")]
    other = [("e004000000000009", "?"), ("e004000000000008", "A"), ("e004000000000007", "A")]
    assert sorted(rebound(one, other).values()) == [tag for tag, _ in sorted(other)]
    assert [dict(other)[rebound(one, other)[tag]] for tag, _ in one] == ["A", "A", "?"]
    with pytest.raises(OtherTiles, match="missing: A; too many: B"):
        rebound(one, [("e004000000000008", "A"), ("e004000000000009", "?"), ("e004000000000007", "B")])
