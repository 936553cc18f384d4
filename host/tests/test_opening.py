"""Which game a table comes up with: the interrupted one, behind finished, damaged and left ones too, or a new one."""

import json
from pathlib import Path

import pytest

from engine_lite.notation import parse_square
from engine_lite.tiles import CATALAN
from host import config as settings
from host import desk, games
from host.adapters.journal import read_story
from host.adapters.journal_time import GameTimeFile, time_path
from host.adapters.link import Link
from host.app import App
from host.core.events import (
    Accepted,
    BoardUp,
    ClockPressed,
    Due,
    EndTyped,
    GameOpened,
    HallChanged,
    Left,
    RackTyped,
    Reopened,
    Ruled,
    Started,
    StateTold,
    TagsRead,
)
from host.core.table import step
from host.lexica import wordfile
from host.opening import CannotRun, Opened, begin_another, lexicon_of, open_game
from host.schemas import Action, Role
from host.simulator.stock import Stock

MINUTE_NS = 60 * 10**9


@pytest.fixture
def stock() -> Stock:
    return Stock((face.face for face in CATALAN.faces for _ in range(face.count)), seed=3)


@pytest.fixture
def folder(tmp_path: Path, stock: Stock) -> Path:
    (tmp_path / "tiles.json").write_text(json.dumps(dict(stock.register)))
    (tmp_path / "journal").mkdir()
    (tmp_path / "table.toml").write_text('[link]\nport = "x"\n')
    return tmp_path


def a_game(folder: Path, stock: Stock, name: str, *more: object) -> Path:
    """A game in the folder of journals: begun, and whatever happened then."""
    path = folder / "journal" / f"{name}.journal"
    game = games.begin(path, GameOpened(0, "fisc_classic", (name, "B"), (MINUTE_NS,) * 2, stock.register), lambda: 0)
    for event in (Started(0, at_ns=1), *more):
        game.journal.append(event)
    game.journal.close()
    game.time_file.close()
    return path


def opened_in(folder: Path) -> Opened:
    opened = open_game(settings.load(folder / "table.toml"), folder)
    opened.game.journal.close()
    opened.game.time_file.close()
    return opened


OVER = EndTyped(2, "no_play")
LEFT = Left(3, None)
AGREED = (RackTyped(3, 0, ""), RackTyped(4, 1, ""), Accepted(0, at_ns=5), Accepted(1, at_ns=6))


def spoiled(path: Path) -> None:
    """One byte in the middle of the second record is another."""
    data = bytearray(path.read_bytes())
    data[data.index(b"Started")] ^= 1
    path.write_bytes(data)


def test_the_interrupted_game_is_found_behind_a_finished_one(folder, stock, capsys):
    """A Pi that has lost its clock dates its games wrongly; an open game must not be dropped for that."""
    a_game(folder, stock, "0001-a")
    a_game(folder, stock, "0002-b")
    a_game(folder, stock, "0003-c", OVER, LEFT)
    opened = opened_in(folder)
    assert opened.game.table.seats == ("0002-b", "B")
    assert isinstance(opened.again, Reopened)
    told = capsys.readouterr().out
    assert "Going on with the interrupted game of 0002-b, B (fisc_classic)" in told
    assert "0001-a.journal" in told


@pytest.mark.parametrize("damaged", ["0001-a", "0003-c"])
def test_a_damaged_journal_is_named_once_and_the_intact_interrupted_game_goes_on(damaged, folder, stock, capsys):
    for name in ("0001-a", "0002-b", "0003-c"):
        path = a_game(folder, stock, name, *(() if name == "0002-b" else (OVER, LEFT)))
        if name == damaged:
            spoiled(path)
    assert opened_in(folder).game.table.seats == ("0002-b", "B")
    assert capsys.readouterr().out.count(f"{damaged}.journal") == 1


def test_an_old_damaged_journal_does_not_keep_a_new_game_from_beginning(folder, stock, capsys):
    spoiled(a_game(folder, stock, "0001-a", OVER, LEFT))
    a_game(folder, stock, "0002-b", OVER, LEFT)
    assert opened_in(folder).game.path.name.startswith("0003-")
    assert "record 2 (line 2, turn 1) is damaged" in capsys.readouterr().out


def test_when_the_last_game_is_damaged_and_no_other_waits_the_referee_decides(folder, stock):
    """It may be the very game that was being played: a wrong total is worse than a pause."""
    a_game(folder, stock, "0001-a", OVER, LEFT)
    spoiled(a_game(folder, stock, "0002-b"))
    with pytest.raises(CannotRun, match="taula journal repair"):
        opened_in(folder)


def test_a_finished_game_is_played_again_at_one_start_only(folder, stock, monkeypatch):
    """A hundred finished games must not keep the table from being ready in two seconds."""
    path = a_game(folder, stock, "0001-a", OVER, LEFT)
    a_game(folder, stock, "0002-b")
    opened_in(folder)
    read = []
    monkeypatch.setattr("host.opening.read_story", lambda each: read.append(each.name) or read_story(each))
    opened_in(folder)
    assert read == ["0002-b.journal"]
    with path.open("ab") as file:
        file.write(b"x")  # whatever was added since: it is looked at again
    opened_in(folder)
    assert "0001-a.journal" in read


def test_a_file_of_a_game_that_was_never_begun_is_passed_over(folder):
    """The power went while it was being opened: nothing is in it."""
    (folder / "journal" / "0001-a.journal").write_bytes(b"")
    assert opened_in(folder).game.path.name.startswith("0002-")


def test_a_game_that_people_have_left_is_not_offered_again(folder, stock):
    a_game(folder, stock, "0001-a", Reopened(2), Left(3, None))
    opened = opened_in(folder)
    assert (opened.again, opened.game.path.name[:5]) == (None, "0002-")


@pytest.mark.parametrize("accepted", [(), AGREED[:3]])
def test_a_result_that_not_all_have_accepted_comes_back(accepted, folder, stock, capsys):
    """The power may go while the racks are counted: nobody has signed yet."""
    a_game(folder, stock, "0001-a", OVER, *accepted)
    opened = opened_in(folder)
    assert (opened.game.table.seats[0], opened.game.table.ended) == ("0001-a", "no_play")
    assert len(opened.game.table.course.agreed) == len(accepted[2:])
    assert "Going on with the game, not accepted yet, of 0001-a, B" in capsys.readouterr().out


def test_a_result_that_not_all_have_accepted_comes_back_before_an_older_interrupted_game(folder, stock, capsys):
    """One table's game was taken over here in the middle of another: it is the one that people are about to sign."""
    a_game(folder, stock, "0001-a")
    a_game(folder, stock, "0002-b", OVER)
    assert opened_in(folder).game.table.seats[0] == "0002-b"
    assert "0001-a.journal" in capsys.readouterr().out
    a_game(folder, stock, "0003-c", OVER, *AGREED)
    assert opened_in(folder).game.table.seats[0] == "0001-a"


def test_a_result_that_all_have_accepted_is_followed_by_a_new_game(folder, stock):
    a_game(folder, stock, "0001-a", OVER, *AGREED)
    assert opened_in(folder).game.path.name.startswith("0002-")


def test_a_result_that_was_never_accepted_does_not_come_back_once_another_game_was_played(folder, stock):
    a_game(folder, stock, "0001-a", OVER)
    a_game(folder, stock, "0002-b", OVER, *AGREED)
    assert opened_in(folder).game.path.name.startswith("0003-")


def test_a_game_that_was_left_is_not_gone_on_with_though_it_is_named(folder, stock):
    """The service would begin another one the moment it comes up with it."""
    path = a_game(folder, stock, "0001-a", Reopened(2), Left(3, None))
    with pytest.raises(CannotRun, match="people have left it for another one"):
        open_game(settings.load(folder / "table.toml"), folder, path)
    assert len(list((folder / "journal").glob("*.journal"))) == 1


def test_an_accepted_game_of_the_folder_that_is_named_is_called_so(folder, stock, capsys):
    """The referee may still put a turn right in it."""
    path = a_game(folder, stock, "0001-a", OVER, *AGREED)
    opened = open_game(settings.load(folder / "table.toml"), folder, path)
    opened.game.journal.close()
    assert "Going on with the accepted game of 0001-a, B" in capsys.readouterr().out


def test_a_game_of_the_folder_can_be_named_though_a_later_one_is_interrupted(folder, stock):
    path = a_game(folder, stock, "0001-a")
    a_game(folder, stock, "0002-b")
    opened = open_game(settings.load(folder / "table.toml"), folder, path)
    opened.game.journal.close()
    assert opened.game.table.seats == ("0001-a", "B")


def test_a_new_game_is_numbered_after_all_others_and_plays_by_table_toml(folder, stock):
    a_game(folder, stock, "0007-x", OVER, LEFT)
    (folder / "table.toml").write_text(
        '[table]\nrulebook = "fisc_classic"\n[clock]\nminutes = 10\n[readers]\nbag = "y"\nracks = "z"\n')
    game = opened_in(folder).game
    assert game.table.clock.left_ns == (600 * 10**9,) * 2
    assert game.table.readers == {"bag", "racks"}
    assert sorted(path.name[:5] for path in (folder / "journal").glob("*.journal")) == ["0007-", "0008-"]


def test_a_folder_that_cannot_hold_games_ends_in_one_sentence(folder):
    (folder / "file").write_text("")
    (folder / "table.toml").write_text('[table]\njournal = "file"\n')
    with pytest.raises(CannotRun, match="cannot be used for the games"):
        open_game(settings.load(folder / "table.toml"), folder)


# --- going back -----------------------------------------------------------------------------------------------------


def test_going_back_does_not_charge_the_running_clock_what_was_played_since(folder, stock):
    """The game time kept beside the journal is later than what is left of it."""
    path = a_game(folder, stock, "0001-a", Reopened(5 * 10**9))
    file, _ = GameTimeFile.open(time_path(path), 0)
    file.sync(50 * 10**9)
    file.close()
    game = games.resume(path, lambda: 0, until=3)
    game.journal.close()
    assert (game.table.clock.running, game.table.clock.at(game.time.now())) == (0, (MINUTE_NS, MINUTE_NS))
    later = games.resume(path, lambda: 0)  # nor does the next start
    later.journal.close()
    assert later.time.now() == 1


# --- the word list --------------------------------------------------------------------------------------------------


def a_list(folder: Path, date: str = "2024-05-01") -> None:
    (folder / "lexica").mkdir(exist_ok=True)
    path = folder / "lexica" / "DISC 2.catalan.words"
    path.unlink(missing_ok=True)
    wordfile.write(path, ["SAC"], "catalan", name="DISC 2", date=date, source="typed")


def with_list(folder: Path) -> Opened:
    (folder / "table.toml").write_text('[table]\nrulebook = "fisc_classic"\nlexicon = "DISC 2"\n')
    return opened_in(folder)


def test_a_game_names_its_word_list_with_its_date_and_asks_that_one(folder):
    a_list(folder)
    opened = with_list(folder)
    assert opened.game.opened.lexicon == "DISC 2, 2024-05-01"
    words = lexicon_of(opened.game, folder)
    assert words is not None
    assert ("SAC" in words, "SAX" in words) == (True, False)


@pytest.mark.parametrize(("word", "valid"), [("S A C", True), ("C A S", False)])
def test_a_verdict_left_to_the_list_is_what_it_says_and_the_journal_keeps_the_answer(word, valid, folder, stock):
    """From table.toml to the verdict; a replay needs no list."""
    a_list(folder)
    (folder / "table.toml").write_text('[table]\nrulebook = "fisc_classic"\nlexicon = "DISC 2"\n')
    game = open_game(settings.load(folder / "table.toml"), folder).game
    app = App(game, Link({}, first=1), language="en", lexicon=lexicon_of(game, folder))
    app.happened(BoardUp(0, False))
    app.happened(Started(0, at_ns=0))
    for square, tile in enumerate(stock.move(word.split(), "bag", "board"), parse_square("h7")):
        app.happened(HallChanged(1, square, True))
        app.happened(TagsRead(1, square, (tile.tag,)))
    app.happened(ClockPressed(2, 0))
    app.happened(StateTold(3))  # the board answers its last look
    app.happened(Due(at_ns=10**9))
    word = "".join(word.split())
    assert desk.act(app, Action("challenge", words=(word,)), Role(1, "en"), False) == ""
    assert desk.act(app, Action("verdict_auto"), Role(0, "en"), False) == ""
    verdict = app.view().verdict
    app.close()
    assert game.opened.lexicon
    assert (verdict.words, verdict.valid, verdict.by_list) == ((word,), valid, game.opened.lexicon)
    ruled = [event for event, _ in read_story(game.path).events if isinstance(event, Ruled)]
    assert [(event.valid, event.by_list) for event in ruled] == [(valid, game.opened.lexicon)]
    assert str(app.table.game.turns[0].kind) == ("play" if valid else "withdrawn")


def test_a_list_of_another_date_than_the_games_own_is_not_asked(folder, capsys):
    """The same word must not be valid before the interruption and invalid after it."""
    a_list(folder)
    opened = with_list(folder)
    a_list(folder, "2025-01-01")
    assert lexicon_of(opened.game, folder) is None
    assert "of 2025-01-01, and the game began with that of 2024-05-01" in capsys.readouterr().out


def test_a_list_that_is_not_there_ends_in_one_sentence_before_a_game_begins(folder):
    with pytest.raises(CannotRun, match=r"table\.lexicon: no lexicon is called DISC 2"):
        with_list(folder)
    assert list((folder / "journal").iterdir()) == []


def test_without_a_list_the_referee_rules(folder):
    assert lexicon_of(opened_in(folder).game, folder) is None


def test_another_game_can_begin_while_one_stands(folder, stock):
    a_game(folder, stock, "0001-a")
    config = settings.load(folder / "table.toml")
    opened = open_game(config, folder)
    table = step(opened.game.table, opened.again)[0]
    assert step(table, Left(9, None))[0].left
    another = begin_another(config, folder)
    assert another.game.path.name.startswith("0002-")
    for game in (opened.game, another.game):
        game.journal.close()
