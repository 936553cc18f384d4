"""A game taken up again: clocks that stand, boards compared while they do, another game, a tile that breaks."""

from dataclasses import fields, replace
from pathlib import Path

import pytest

from engine_lite.notation import parse_square
from host import desk, games
from host.adapters.journal import read_story
from host.adapters.link import Link
from host.app import App
from host.core.effects import AskState, Refuse
from host.core.events import (
    BoardTold,
    BoardUp,
    Calmed,
    ClockPressed,
    Due,
    GameOpened,
    HallChanged,
    Left,
    Paused,
    Reopened,
    Resigned,
    Resumed,
    Started,
    StateTold,
    Stirred,
    TagsRead,
    TileReplaced,
)
from host.core.ledger import Ledger
from host.core.prompts import lamps_of, prompts
from host.core.reopening import renamed
from host.core.state import FirstMove
from host.core.table import open_table, step
from host.schemas import Action, Role

SECOND = 1_000_000_000
FACES = ("QU", "I", "N", "A", "S", "E", "M", "?", "?", "A")
TAGS = tuple(f"e00401000000{number:04x}" for number in range(len(FACES)))
NEW = "e0040100000000ff"
OPENED = GameOpened(0, "fisc_classic", ("Anna", "Biel"), (60 * SECOND,) * 2, tuple(zip(TAGS, FACES, strict=True)))
H5, H8 = parse_square("h5"), parse_square("h8")
REFEREE, ANNA = Role(None, "en"), Role(0, "en")


def after(*events, table=None):
    """The table after `events`, and the effects of the last of them."""
    table, effects = table or open_table(OPENED), ()
    for event in events:
        table, effects = step(table, event)
    return table, effects


def laid(number: int, square: int, at_ns: int):
    return HallChanged(at_ns, square, True), TagsRead(at_ns, square, (TAGS[number],))


QUINA = (
    BoardUp(0, False), Started(0, at_ns=0),
    *(event for number in range(4) for event in laid(number, H5 + number, SECOND)),
    ClockPressed(2 * SECOND, 0), StateTold(2 * SECOND), Due(at_ns=3 * SECOND),  # the board answers its last look
)  # fmt: skip


def names(table):
    return [prompt.name for prompt in prompts(table)]


# --- the clocks ---------------------------------------------------------------------------------------------


def test_both_clocks_stand_as_they_stood_until_people_go_on():
    table, effects = after(*QUINA, Reopened(10 * SECOND))
    assert (table.clock.running, str(table.phase), table.game.totals) == (None, "paused", (22, 0))
    assert table.clock.at(500 * SECOND) == (58 * SECOND, 52 * SECOND)
    assert AskState("board") in effects
    table, _ = after(Resumed(at_ns=600 * SECOND), table=table)
    assert (table.clock.running, table.reopened) == (1, False)
    assert table.clock.at(601 * SECOND) == (58 * SECOND, 51 * SECOND)


@pytest.mark.parametrize(("events", "phase"), [
    ((), "setup"), ((Started(0, at_ns=0), Paused(at_ns=1)), "paused"),
    ((*QUINA, Resigned(0, at_ns=4 * SECOND)), "over"),
])
def test_a_game_that_was_not_running_stays_as_it_is(events, phase):
    before, _ = after(*events)
    table, _ = after(Reopened(9 * SECOND), table=before)
    assert (str(table.phase), table.clock.left_ns) == (phase, before.clock.left_ns)
    assert table.reopened is (phase != "over")


def test_a_game_whose_time_was_over_when_the_power_went_is_over():
    """The cable was pulled in the moment before the table could say so."""
    opened = open_table(replace(OPENED, self_ending=True, rules=(("time_cap_s", 100),)))
    table, effects = after(Started(0, at_ns=0), Reopened(101 * SECOND), table=opened)
    assert (table.ended, table.reopened, table.clock.running) == ("time_cap", False, None)
    assert AskState("board") in effects


def test_a_press_that_was_being_decided_is_decided_first():
    """The host died in the 120 ms after a press: the press counts from its own moment, and then the clocks stand."""
    table, _ = after(*QUINA[:-1], Reopened(10 * SECOND))
    table, _ = after(Due(at_ns=11 * SECOND), table=table)
    assert (len(table.game.turns), table.clock.running, str(table.phase)) == (1, None, "paused")
    assert table.clock.left_ns[0] == 58 * SECOND


def test_no_board_is_believed_to_speak_until_it_does():
    """A board that was pulled out while the table was off is said to be missing."""
    table, _ = after(*QUINA, Reopened(10 * SECOND))
    assert names(table) == ["unplugged", "resumed"]


# --- the board ----------------------------------------------------------------------------------------------


def test_a_tile_that_moved_while_the_table_was_off_is_shown_with_lamps_though_the_game_stands():
    """Square by square, before anybody goes on."""
    back = (Reopened(10 * SECOND), BoardUp(10 * SECOND, True), BoardTold(11 * SECOND, (H5, H5 + 1, H5 + 2, 200)),
            *(TagsRead(11 * SECOND, H5 + number, (TAGS[number],)) for number in range(3)),
            TagsRead(11 * SECOND, 200, (TAGS[3],)), StateTold(11 * SECOND))
    table, _ = after(*QUINA, *back)
    assert [(each.name, each.squares) for each in prompts(table)] == [("moved", (H8, 200)), ("resumed", ())]
    assert [square for square, _ in lamps_of(table)] == [H8, 200]
    table, _ = after(*laid(3, H8, 12 * SECOND), HallChanged(12 * SECOND, 200, False),
                     TagsRead(12 * SECOND, 200, ()), table=table)
    assert (names(table), lamps_of(table)) == (["resumed"], ())


def test_lamps_are_lit_again_by_a_host_that_comes_back(tmp_path):
    """The board may have been dark meanwhile, and nothing has changed since that would light them."""
    path = tmp_path / "one.journal"
    game = games.begin(path, OPENED, lambda: 0)
    app = App(game, Link({}, first=1), language="en")
    for event in (*QUINA, HallChanged(4 * SECOND, H8, False), TagsRead(4 * SECOND, H8, ())):
        app.happened(event)
    app.close()
    link = Link({}, first=2)
    App(games.resume(path, lambda: 0), link, language="en").close()
    assert link._lamps.wanted.keys() == {H8}


# --- another game -------------------------------------------------------------------------------------------


def test_a_game_is_left_by_the_referee_or_by_both_sides_and_only_while_it_is_offered():
    running, _ = after(*QUINA, Left(9 * SECOND, None))
    assert not running.left
    offered, _ = after(*QUINA, Reopened(10 * SECOND))
    assert after(Left(11 * SECOND, None), table=offered)[0].left
    one, _ = after(Left(11 * SECOND, 0), Left(12 * SECOND, 0), table=offered)
    assert not one.left
    assert after(Left(13 * SECOND, 1), table=one)[0].left
    assert not after(Left(13 * SECOND, 7), table=one)[0].left


def test_who_goes_on_has_asked_for_nothing_any_more():
    """A wish of last week must not join with one of today."""
    table, _ = after(*QUINA, Reopened(10 * SECOND), Left(11 * SECOND, 0), Resumed(at_ns=12 * SECOND))
    assert table.leaving == frozenset()
    again, _ = after(Reopened(13 * SECOND), Left(14 * SECOND, 1), table=table)
    assert not again.left


# --- a tile that breaks -------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path):
    now = {"ns": 0}
    game = games.begin(tmp_path / "one.journal", OPENED, lambda: now["ns"])
    app = App(game, Link(game.resume, first=1), language="en")
    for event in (*QUINA, Stirred(4 * SECOND), TagsRead(4 * SECOND, H8, (NEW,)), Calmed(4 * SECOND)):
        app.happened(event)
    now["ns"] = 5 * SECOND
    app.path = tmp_path / "one.journal"
    yield app
    app.close()


def act(app: App, role: Role = REFEREE, **fields: object) -> str:
    return desk.act(app, Action("replace_tile", **fields), role, True)


def kept(app: App):
    return [event for event, _ in read_story(app.path).events if isinstance(event, TileReplaced)]


def test_a_new_tile_laid_in_the_place_of_a_broken_one_is_taken_for_it(table):
    """The A of h8 broke; another tile lies there, of a tag that this set has not."""
    assert "foreign" in names(table.table)
    assert act(table, square="h8") == ""
    assert kept(table) == [TileReplaced(5 * SECOND, TAGS[3], NEW)]
    assert names(table.table) == []
    assert (table.table.played[H8], table.table.tiles[NEW], TAGS[3] in table.table.tiles) == (NEW, "A", False)


def test_a_new_tile_of_this_turn_stands_for_the_letter_that_the_referee_says(table):
    """A tile of a rack broke: nobody knows by itself which one."""
    for event in (HallChanged(5 * SECOND, H8 + 1, True), TagsRead(5 * SECOND, H8 + 1, ("e0040100000000fe",)),
                  TagsRead(5 * SECOND, H8, (TAGS[3],))):
        table.happened(event)
    assert act(table, square="h9") == "No new tile is read on h9. Lay the new tile there, and say for which letter."
    assert act(table, square="h9", face="s") == ""
    assert table.table.tiles["e0040100000000fe"] == "S"
    assert kept(table)[0].old == TAGS[4]


@pytest.mark.parametrize(("fields", "says"), [
    ({"square": "h5"}, "No new tile is read on h5."), ({"square": "h15"}, "No new tile is read on h15."),
    ({"square": "z9"}, "z9 is no square"), ({"square": "h8", "face": "K"}, "A blank cannot stand for K."),
    ({"square": "h8", "face": "QU"}, "No new tile is read on h8."),
])
def test_what_cannot_be_replaced_is_refused_and_changes_nothing(fields, says, table):
    assert act(table, **fields).startswith(says)
    assert kept(table) == []


def test_only_the_referee_replaces_a_tile(table):
    assert act(table, ANNA, square="h8") == "That is not for this page to do."
    assert kept(table) == []


def test_a_known_tile_stands_for_no_other():
    table, effects = after(*QUINA, TileReplaced(5 * SECOND, TAGS[3], TAGS[9]))
    assert table.tiles == dict(OPENED.tiles)
    assert [str(each.defects[0].reason) for each in effects if isinstance(each, Refuse)] == ["unknown_tile"]


BY_TAG = [each.name for each in fields(Ledger) if each.default == frozenset()]


def test_a_replaced_tile_is_replaced_in_what_is_doubted_and_in_the_draw():
    table, _ = after(*QUINA)
    first = FirstMove(shown=frozenset({TAGS[4]}), standing=(TAGS[4],))
    table = renamed(replace(table, ledger=Ledger(doubted={TAGS[4]: 1}), first=first), {TAGS[4]: NEW})
    assert (table.ledger.doubted, table.first.shown, table.first.standing) == ({NEW: 1}, {NEW}, (NEW,))


@pytest.mark.parametrize("name", BY_TAG)
def test_a_replaced_tile_is_replaced_wherever_the_ledger_has_it(name):
    table, _ = after(*QUINA)
    table = replace(table, ledger=Ledger(**{name: frozenset({TAGS[4]})}))
    table, _ = step(table, TileReplaced(5 * SECOND, TAGS[4], NEW))
    assert TAGS[4] not in getattr(table.ledger, name)
