"""Games by chance find no difference between rules and sensors; and where something is broken, they find it."""

from dataclasses import replace

import pytest

from engine_lite.course import Course
from engine_lite.placement import parse_play
from engine_lite.rulebooks.fisc_classic import FISC_CLASSIC
from host.core import table as core
from host.core.events import HallChanged, Passed, TagsRead
from host.rehearsal.outcome import rehearse
from host.rehearsal.settings import READERS
from host.tests import hands_by_chance
from host.tests.board_line import require_micropython
from host.tests.hands_by_chance import Played, again, alike, fuzz, game
from host.tests.lawful_differences import LAWFUL
from host.tests.two_courses import what_stands, wrong_sums

SEEDS = range(1, 5)  # at each kind of table: twenty games in all
SHORT = 5  # acts of a game: what hands do, a line or several each
ENOUGH = 8  # games within which what is broken must be found


@pytest.mark.parametrize("readers", READERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_by_chance_is_the_same_by_the_rules_and_through_the_sensors(seed, readers):
    require_micropython()
    assert game(seed, readers, SHORT).differs == ""


# --- that something would be found -----------------------------------------------------------------


def found(acts: int, neutral: float) -> Played:
    """The first of ENOUGH games that differs, else the last."""
    require_micropython()
    for seed in range(1, 1 + ENOUGH):
        played = game(seed, "all", acts, neutral)
        if played.differs:
            break
    return played


def hears_no_pass(monkeypatch):
    monkeypatch.setitem(core._HANDLERS, Passed, lambda table, event: (table, ()))


def test_a_table_that_does_not_hear_a_pass_is_found_and_its_file_shows_it_again(monkeypatch, tmp_path):
    """The script fails at its last lines when `taula rehearse` plays it, and no more once the table hears again."""
    hears_no_pass(monkeypatch)
    played = found(acts=10, neutral=0)
    assert "on turn" in played.differs or "phase" in played.differs
    assert alike(again(played.text.splitlines()), played)
    script = tmp_path / "script.txt"
    script.write_text(played.text, encoding="utf-8")
    assert rehearse(script, "sensors").failures
    monkeypatch.undo()
    assert rehearse(script, "sensors").failures == []
    assert again(played.lines).differs == ""


def test_a_table_that_misses_a_tile_being_lifted_is_found(monkeypatch):
    """Neutral acts find what no line of the rules has to do with."""
    sensed_after = core.sensed_after

    def without_lifts(sensed, event):
        lifted = (isinstance(event, HallChanged) and not event.on) or (isinstance(event, TagsRead) and not event.tags)
        return sensed if lifted else sensed_after(sensed, event)

    monkeypatch.setattr(core, "sensed_after", without_lifts)
    assert found(acts=10, neutral=0.5).differs


def test_a_crash_is_told_with_the_lines_before_it(monkeypatch):
    def crashes(table, event):
        raise ZeroDivisionError("a defect")

    monkeypatch.setitem(core._HANDLERS, Passed, crashes)
    played = found(acts=10, neutral=0)
    assert "ZeroDivisionError: a defect" in played.differs
    assert all(line.startswith("#") for line in played.text.splitlines()[: played.differs.count("\n") + 1])


def test_lines_of_which_the_start_was_left_out_show_nothing():
    """So may those be that are tried while a file is made shorter: they begin no game, and are no crash."""
    assert again(["rulebook manacor", "lay h8 E"]).differs == ""
    assert again(["seed 7", "start A", "lay h8 E"]).differs == ""


def test_a_sum_that_is_wrong_is_found():
    course = Course.new(FISC_CLASSIC)
    _, quina = parse_play("h5 QUINA", course.game.board, FISC_CLASSIC.tile_set)
    game = replace(course.game, on_turn=0).play(quina)
    assert wrong_sums(course.game.board, (0, 0), replace(course, game=game)) == ""
    richer = replace(course, game=replace(game, totals=(23, 0)))
    assert wrong_sums(course.game.board, (0, 0), richer) == "the totals are (23, 0), and the turns come to (22, 0)"
    other = replace(game.turns[0], score=replace(game.turns[0].score, bonus=50))
    dearer = replace(course, game=replace(game, turns=(other,)))
    assert wrong_sums(course.game.board, (0, 0), dearer).startswith("turn 1 counts ")


# --- what is lawful, and the program ---------------------------------------------------------------


def test_what_may_differ_is_something_that_is_compared_and_says_why():
    names = {*what_stands(Course.new(FISC_CLASSIC)), "refused", "reasons"}
    assert all(row.what <= names and row.why for row in LAWFUL)


def test_the_run_counts_its_games_and_writes_what_differs(monkeypatch, tmp_path, capsys):
    """Two games, the second of which differs: its file stands in the folder, and the exit code is 1."""
    games = {7: Played(("start A", "pass A"), ""), 8: Played(("start A",), "line 1: bag is 86 by the rules")}
    monkeypatch.setattr(hands_by_chance, "game", lambda seed, readers: games[seed])
    over = iter([False, False, True])
    counted = fuzz(iter((7, 8, 9)), ("all", "pad"), lambda: next(over), tmp_path)
    assert counted == {"games": 2, "lines": 3, "differences": 1}
    assert capsys.readouterr().out == f"{tmp_path / 'pad-8.txt'}: line 1: bag is 86 by the rules\n"
    assert (tmp_path / "pad-8.txt").read_text() == "# line 1: bag is 86 by the rules\nstart A\n"
