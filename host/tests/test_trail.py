"""Clocks and points that the referee sets are kept with who, when, why, before and after, and can be undone."""

import pytest

from engine_lite.game import AdjustmentKind
from host import games
from host.adapters.journal import read_story
from host.tests.test_desk import ANNA, BIEL, REFEREE, SECOND, Table

MINUTE = 60 * SECOND


@pytest.fixture
def table(tmp_path):
    found = Table(tmp_path, "frs_english")
    found.act(ANNA, "start")
    yield found
    found.app.close()
    again, _ = games.replayed(read_story(found.path))
    assert again.corrections == found.app.table.corrections, "the journal tells another trail"


def put(table):
    return [(each.what, each.seat, each.before, each.after, each.by, each.why, each.undone)
            for each in table.app.view().corrections]


def later(table, ns):
    table.now_ns += ns
    table.app.tick()


def overtime(table):
    return [each.points for each in table.app.table.course.settlement if each.kind is AdjustmentKind.TIME]


def minutes(table):
    return [left // MINUTE for left in table.app.table.clock.at(table.now_ns)]


def test_a_clock_that_is_set_is_on_the_trail_and_undone_without_the_time_since(table):
    """Ten minutes of Anna's 30 are gone; 25:00 is set, five more go, and without the correction 15 are left."""
    later(table, 10 * MINUTE - SECOND)
    assert table.act(REFEREE, "set_clock", seat=0, clock="25:00", why="forgotten") == ""
    assert put(table) == [("clock", 0, "1200", "1500", "referee", "forgotten", "")]
    later(table, 5 * MINUTE - SECOND)
    assert table.act(REFEREE, "undo_correction", turn=1) == ""
    assert minutes(table) == [15, 30]
    assert put(table)[0][-1] == "referee"
    assert table.act(REFEREE, "undo_correction", turn=1) != ""


def test_a_clock_that_is_set_and_undone_again_and_again_loses_nothing_of_a_second(table):
    """Anna's 30:00 less ten minutes and 0.3 s, and the second that each press on the page takes here."""
    later(table, 10 * MINUTE + 3 * SECOND // 10)
    for number in range(1, 5):
        assert table.act(REFEREE, "set_clock", seat=0, clock="25:00") == ""
        assert table.act(REFEREE, "undo_correction", turn=number) == ""
    assert table.app.table.clock.at(table.now_ns)[0] == 20 * MINUTE - 3 * SECOND // 10 - 8 * SECOND


@pytest.mark.parametrize(("order", "between"), [((1, 2), 10), ((2, 1), 25)])
def test_a_clock_set_twice_is_as_it_ran_once_both_are_undone(table, order, between):
    """What was set last stands while it is in force, whatever is undone before it. The 59 s are for the pages."""
    later(table, 10 * MINUTE - SECOND)
    for clock in ("25:59", "10:59"):
        assert table.act(REFEREE, "set_clock", seat=0, clock=clock) == ""
    for number, left in zip(order, (between, 19), strict=True):
        assert table.act(REFEREE, "undo_correction", turn=number) == ""
        assert minutes(table)[0] == left


def test_points_are_on_the_trail_and_undone(table):
    """Of two penalties that are alike one is undone; the other stands."""
    for why in ("late", "late again"):
        assert table.act(REFEREE, "points", seat=1, points=-10, text="penalty", why=why) == ""
    assert [each[2:6] for each in put(table)] == [
        ("0", "-10", "referee", "late"), ("-10", "-20", "referee", "late again")]
    assert table.act(REFEREE, "undo_correction", turn=1) == ""
    assert table.app.table.game.totals == (0, -10)
    assert table.act(REFEREE, "undo_correction", turn=1) != ""
    assert table.app.table.game.totals == (0, -10)


def test_points_given_in_the_midst_of_a_game_are_undone_each_in_its_place(table):
    """Five points before the first play, five and ten after it: the first of the two alike goes, and the ten."""
    for points, turns in ((5, 0), (5, 1), (10, 1)):
        if turns and not table.app.table.game.turns:
            table.lay("M A R", "h8")
            table.press(0)
        assert table.act(REFEREE, "points", seat=1, points=points) == ""
    for number in (1, 3):
        assert table.act(REFEREE, "undo_correction", turn=number) == ""
    assert [(each.points, each.after_turn) for each in table.app.table.game.adjustments] == [(5, 1)]
    assert table.app.table.game.totals[1] == 5


def test_a_result_that_was_accepted_is_none_once_points_are_undone(table):
    """Two passes end the game; what both have accepted had ten points more."""
    assert table.act(ANNA, "pass") == ""
    assert table.act(REFEREE, "points", seat=0, points=10) == ""
    assert table.act(BIEL, "pass") == ""
    for seat in (ANNA, BIEL):
        assert table.act(seat, "rack", tiles="A A A A A A A" if seat is ANNA else "E E E E E E E") == ""
    for seat in (ANNA, BIEL):
        assert table.act(seat, "accept") == ""
    assert table.act(REFEREE, "undo_correction", turn=1) == ""
    assert (table.app.view().phase, table.app.table.game.totals) == ("over", (-7, -7))


def test_a_correction_of_a_turn_is_untouched_by_the_others_on_the_trail(table):
    """MAR is put right to 20 points, then a clock and five points; without the first the others stand."""
    table.lay("M A R", "h8")
    table.press(0)
    score = table.app.table.game.totals[0]
    assert table.act(REFEREE, "correct", turn=1, points=20) == ""
    assert table.act(REFEREE, "set_clock", seat=1, clock="20:00") == ""
    assert table.act(REFEREE, "points", seat=0, points=5) == ""
    assert table.app.table.game.totals == (25, 0)
    assert table.act(REFEREE, "undo_correction", turn=1) == ""
    assert table.app.table.game.totals == (score + 5, 0)
    assert minutes(table)[1] == 19


def test_an_agreed_score_belongs_to_the_play_that_it_was_agreed_on(table):
    """MAR (3 + 1 + 1) x 2 = 10, agreed on 40; the play was MA, 8, agreed on 30; every undo brings the former back."""
    table.lay("M A R", "h8")
    table.press(0)
    found = []
    for asked in (
        ("correct", {"turn": 1, "points": 40}), ("correct", {"turn": 1, "play": "h8 MA"}),
        ("correct", {"turn": 1, "points": 30}), ("undo_correction", {"turn": 2}), ("withdraw", {"turn": 1}),
        ("reinstate", {"turn": 1}), ("correct", {"turn": 1, "play": "h8 MA"}), ("undo_correction", {"turn": 3}),
        ("undo_correction", {"turn": 6}), ("undo_correction", {"turn": 1}),
    ):
        assert table.act(REFEREE, asked[0], **asked[1]) == ""
        found.append(table.app.table.game.totals[0])
    assert found == [40, 8, 30, 40, 0, 40, 30, 8, 40, 10]


def test_overtime_is_reckoned_anew_when_a_clock_is_set_after_the_end(table):
    """Anna, one minute and some over, pays 20 (003 L15); her clock had been forgotten. Two passes end the game."""
    later(table, 31 * MINUTE)
    table.act(ANNA, "pass")
    table.act(BIEL, "pass")
    assert (table.app.table.ended, overtime(table)) == ("two_passes", [-20])
    assert [table.act(each, "rack", tiles="E E A A I O R") for each in (ANNA, BIEL)] == ["", ""]
    assert [table.act(each, "accept") for each in (ANNA, BIEL)] == ["", ""]
    assert table.act(REFEREE, "set_clock", seat=0, clock="1:00", why="forgotten") == ""
    assert (overtime(table), str(table.app.table.phase)) == ([], "over")
    assert table.act(REFEREE, "undo_correction", turn=1) == ""
    assert overtime(table) == [-20]


def test_a_game_lost_on_time_is_not_lost_when_the_clock_was_forgotten_and_is_again_when_that_is_undone(table):
    """More than ten minutes over lose the game (003 L15)."""
    later(table, 41 * MINUTE)
    assert (table.app.table.ended, table.app.table.course.winner) == ("time_forfeit", 1)
    assert table.act(REFEREE, "set_clock", seat=0, clock="5:00", why="forgotten") == ""
    assert (table.app.table.ended, str(table.app.table.phase)) == ("", "paused")
    assert "no_longer_fits" in table.prompts()
    assert table.act(REFEREE, "undo_correction", turn=1) == ""
    assert (table.app.table.ended, table.app.table.course.winner) == ("time_forfeit", 1)
    assert table.act(REFEREE, "set_clock", seat=0, clock="5:00") == ""
    assert table.act(REFEREE, "resume") == ""
    assert table.act(ANNA, "pass") == ""
    assert (table.app.table.ended, minutes(table)[0]) == ("", 4)
