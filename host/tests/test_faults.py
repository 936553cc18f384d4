"""Every fault of hands, tiles and readings (48), every failure of the hardware (42): a script, or a row on why.

A script of `faults/` is named by its number (`f07-...`, `h16-...`), plays through the sensors and ends with a valid
move, once the truth is restored. Whatever went wrong, the invariants of `fault_play.py` hold after every event.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine_lite.placement import Defect, Reason
from host.cli import main
from host.core.effects import Refuse
from host.rehearsal.outcome import rehearse, script_at
from host.tests.board_line import require_micropython
from host.tests.fault_play import Played, refused_nowhere, unsound, wrong_board, wrong_commit

FOLDER = Path(__file__).parent / "faults"
SCRIPTS = sorted(FOLDER.glob("*.txt"))
HAND_FAULTS, FAILURES = 48, 42  # rows of the two lists
WRONG = {"between", "bumped", "facedown", "fault", "hover", "knock", "lift", "move", "replace", "slide", "slide-on",
         "stack", "swap", "dip", "presses", "lay-as"}
OVER = {"f39-after-the-game"}  # no move can follow


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_fault_leads_to_what_is_wanted_and_breaks_no_invariant(script, tmp_path):
    require_micropython()
    played = Played(script, tmp_path)
    assert played.failures == []
    assert played.broken == []
    assert played.replayed.game.totals == played.table.game.totals
    assert played.replayed.course == played.table.course


@pytest.mark.parametrize("script", [each for each in SCRIPTS if each.stem not in OVER], ids=lambda path: path.stem)
def test_a_valid_move_is_accepted_when_the_truth_is_restored(script):
    """No restart but those that are the fault itself: behind the last thing that goes wrong a score is expected."""
    words = [action.word for action in script_at(script, "sensors").actions]
    pressed = [place for place, word in enumerate(words) if word in ("press", "presses")]
    scored = [place for place, word in enumerate(words) if word == "expect score"]
    wrong = [place for place, word in enumerate(words) if word in WRONG]
    assert max(scored) > max(pressed)
    assert max(scored) > max(wrong, default=0)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A sound game of two plays: SOL across from h8, LES down from its L."""
    require_micropython()
    return Played(FOLDER / "f08-old-tile-lifted-and-returned.txt", tmp_path_factory.mktemp("played"))


@pytest.mark.parametrize(("spoil", "what"), [
    (lambda table: replace(table, played={**table.played, 0: table.played[112]}), "every_tag_is_at_one_place"),
    (lambda table: replace(table, course=replace(table.course, bag=table.course.bag[1:])), "no_tile_is_lost_or_made"),
    (lambda table: replace(table, course=replace(table.course, game=replace(table.game, totals=(7, 5)))),
     "totals_are_the_sum_of_the_turns"),
])
def test_a_table_that_breaks_an_invariant_is_found_out(played, spoil, what):
    assert list(unsound(played.table)) == []
    assert any(found.startswith(what) for found in unsound(spoil(played.table)))


def test_a_play_that_the_sensors_do_not_show_is_found_out(played):
    table = played.table
    assert list(wrong_commit(table, table)) == []
    unread = replace(table, sensed=replace(table.sensed, on=table.sensed.on - {144}))
    found = list(wrong_commit(table, unread))
    assert found == ["a play was committed while played tiles were out of place",
                     "j10 was committed, but the sensors are not sure of it"]


def test_a_board_that_is_not_what_lies_there_is_found_out(played):
    assert list(wrong_board(played.table, played.stock)) == []
    other = replace(played.table, played={**played.table.played, 0: "e004"})
    assert list(wrong_board(other, played.stock)) == ["a1 of the game is not what truly stands there"]


def test_a_refusal_of_tiles_without_a_square_is_found_out():
    nowhere, turn = Defect(Reason.GAPPED, (), ""), Defect(Reason.OUT_OF_TURN, (), "")
    assert list(refused_nowhere([Refuse(0, (nowhere, turn))])) == ["'gapped' names no square"]


@pytest.mark.parametrize("line", [
    "hover S", "hover S h5 h6", "presses", "presses A E", "presses " + "A " * 21, "dip A", "dip A a", "lay-as E h8 S",
    "lay-as A", "replace A h8", "replace A h8 S O", "slide-on S h8", "expect quiet h8",
    "expect quiet missing", "expect quiet line_noisy h8",
    "fault foreign", "fault foreign z9", "fault sleeve 2", "fault sleeve 11 h8", "fault sleeve x h8",
    "heal sleeve", "fault copied h8", "fault copied h8 a1", "fault bleeds a1 a2", "fault tag_dead",
    "fault tag_dead a1", "fault restart host", "fault ring_misses", "fault ring_misses x", "fault drop",
    "fault drop pad 0.1", "fault drop racks 2", "fault drop racks",
])
def test_a_fault_of_hands_that_is_not_understood_ends_in_one_sentence(line, tmp_path, capsys):
    require_micropython()
    script = tmp_path / "script.txt"
    script.write_text(f"rulebook fisc_classic\nrack A S O L E R T A\nstart A\n{line}\nwait 0.1\n")
    assert main(["rehearse", str(script)]) == 2
    told = capsys.readouterr().err.strip()
    assert told.startswith(f"{script}: line 4: ")
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(("expected", "found"), [
    ("expect quiet", ["started_by_power"]), ("expect quiet chain_out", ["started_by_power"]),
    ("expect quiet started_by_power", []), ("expect quiet started_by_power line_noisy", []),
    ("wait 60\nexpect quiet", []),
])
def test_what_is_said_of_a_board_is_not_quiet_unless_it_is_named(expected, found, tmp_path):
    """A script that expected quiet held through a notice, that is through what people would read."""
    require_micropython()
    script = tmp_path / "script.txt"
    script.write_text("rulebook fisc_classic\nrack A S O L E R T A\nstart A\nfault restart board\nwait 3\n"
                      f"{expected}\n")
    assert [each.was for each in rehearse(script, "sensors").failures] == found


def test_every_row_of_both_lists_is_a_script_or_says_where_it_is_tested():
    rows = {f"f{number:02}" for number in range(1, HAND_FAULTS + 1)}
    rows |= {f"h{number:02}" for number in range(1, FAILURES + 1)}
    played = {script.stem.split("-")[0] for script in SCRIPTS}
    told = re.findall(r"^\| (h\d\d) \|", (FOLDER / "README.md").read_text(encoding="utf-8"), re.M)
    assert len(told) == len(set(told))
    assert not played & set(told)
    assert played | set(told) == rows


def test_the_tests_that_the_table_names_are_there():
    """A row that points at a test which has been renamed would be no test at all."""
    root = FOLDER.parents[2]
    named = re.findall(r"`((?:host|firmware)/[\w/]+\.py)`(?:[:,] `(test_\w+)`)?",
                       (FOLDER / "README.md").read_text(encoding="utf-8"))
    assert len(named) >= 10
    for file, test in named:
        assert f"def {test}" in (root / file).read_text(encoding="utf-8"), (file, test)


def test_each_script_names_its_row_in_its_first_line():
    for script in SCRIPTS:
        kind = "Fault" if script.stem.startswith("f") else "Failure"
        number = int(script.stem[1:3])
        assert re.match(rf"# sensors\. {kind} {number}\b", script.read_text(encoding="utf-8")), script.stem
