"""Every script of `games/` plays as it expects: hands, models, firmware, wire, host and rules together.

Anyone can add a script to the folder; its arithmetic stands in its comments. Every script plays through the sensors
and on the rules alone, but for two kinds, whose first line begins with `# sensors.` or `# engine.`: those about
sensing, and the few that the time of hands moves past a limit.
"""

import json
import re
from pathlib import Path

import pytest

import engine_lite.readings
from engine_lite.readings import Reading
from hardware_tests import needs
from host.cli import main
from host.rehearsal.actions import ACTIONS
from host.rehearsal.expected import EXPECTATIONS
from host.rehearsal.outcome import OUR_GAME, rehearse, script_at
from host.rehearsal.settings import SETTINGS
from host.tests.board_line import require_micropython

SCRIPTS = sorted((Path(__file__).parent / "games").glob("*.txt"))
FAULTS = sorted((Path(__file__).parent / "faults").glob("*.txt"))  # played by test_faults.py

# A clock stands on a limit there when the script begins. Hands at the table need 0.4 s a tile and 0.6 s to the clock,
# which is over the limit; on the rules alone they need nothing.
ON_A_LIMIT = {
    "frs_english-l15-nothing-over",  # pressed at 25:00 of 25:00: nobody has exceeded the time
    "frs_english-l15-ten-minutes",  # pressed at 35:00: 110 points, a moment later the game
    "manacor-r28d-no-forfeit",  # pressed at 45:00: 150 points, a moment later 160
    "manacor-r28d-overtime-whole-minutes",  # pressed at 34:00: 40 points, a moment later 50
    "manacor-r28e-seventy-minutes",  # both clocks together at 70:00: the game goes on, a moment later it is over
}

# The examples that were written from the rule documents before the table was.
SHARED = (
    "fisc_classic-double-double", "fisc_classic-opening-any-tile", "fisc_classic-withdrawn-premiums",
    "fisc_school-draw-blank", "fisc_school-exchange", "fisc_school-opening", "fisc_school-turns-fifteen",
    "frs_english-appeal", "frs_english-exchange-short", "frs_english-going-out", "frs_english-hold-too-late",
    "frs_english-overtime-forfeit", "frs_english-zero-mixed", "frs_romanian-going-out",
    "frs_romanian-premium-both-words", "manacor-blank-fixed", "manacor-opening", "manacor-senyors-two-left",
)
SHARED_SENSED = (*SHARED, "fisc_classic-hands-knocked", "frs_english-hands-between", "manacor-hands-swapped")


def only(script: Path) -> str:
    """Where alone `script` can be played: `engine`, `sensors` or, for both, ""."""
    first = script.read_text(encoding="utf-8").splitlines()[0]
    return next((where for where in ("engine", "sensors") if first.startswith(f"# {where}. ")), "")


SENSED = [script for script in SCRIPTS if only(script) != "engine"]
WITH_A_PAD = [script for script in (*SENSED, *FAULTS) if "\nreaders pad\n" in script.read_text(encoding="utf-8")]
PLAYED = [script for script in SCRIPTS if only(script) != "sensors"]


@pytest.mark.parametrize("script", SENSED, ids=lambda path: path.stem)
def test_a_script_plays_as_expected_through_the_sensors(script):
    assert rehearse(script, "sensors").failures == []


@pytest.mark.parametrize("script", PLAYED, ids=lambda path: path.stem)
def test_a_script_plays_as_expected_on_the_rules_alone(script):
    assert rehearse(script, "engine").failures == []


@pytest.mark.parametrize("script", [each for each in SCRIPTS if only(each) == "sensors"], ids=lambda path: path.stem)
def test_a_script_that_only_sensors_can_play_is_about_sensing(script, capsys):
    """It says so in one sentence; one that the rules alone can play loses its label."""
    assert main(["rehearse", str(script), "--through", "engine"]) == 2
    assert "is about sensing: run the script with --through sensors" in capsys.readouterr().err


@pytest.mark.parametrize("script", [each for each in SCRIPTS if only(each) == "engine"], ids=lambda path: path.stem)
def test_a_script_that_only_the_rules_can_play_stands_on_a_limit_of_the_clock(script):
    """Through the sensors it can be played too, and only what comes of the time fails; else it loses its label."""
    assert script.stem in ON_A_LIMIT
    failures = rehearse(script, "sensors").failures
    assert failures
    assert {failure.expected.split()[1] for failure in failures} <= {"turn", "ended", "final"}


def test_every_script_that_is_named_for_a_limit_is_there():
    assert {script.stem for script in SCRIPTS if only(script) == "engine"} == ON_A_LIMIT


def test_every_word_of_the_grammar_is_played_by_some_script():
    """A line that no script plays is a line that nobody has seen work."""
    scripts = [script_at(script, only(script) or "engine") for script in (*SCRIPTS, *FAULTS)]
    assert set(ACTIONS) == {action.word for script in scripts for action in script.actions} & set(ACTIONS)
    assert set(SETTINGS) == {word for script in scripts for word in script.set_at} - {"start"}
    told = {action.word.removeprefix("expect ") for script in scripts for action in script.actions}
    assert set(EXPECTATIONS) <= told


# What people do in any game, and what a rulebook has besides.
COMMON_FLOWS = frozenset({
    "lay", "declare", "press", "draw", "overdraw", "take", "exchange", "pass", "challenge", "unchallenge", "verdict",
    "remove", "pause", "resume", "correct", "accept-play", "accept",
})
HOLD_FLOWS = frozenset({"confirm", "hold", "release", "appeal", "return", "short-exchange"})
FLOWS = {
    "manacor": {"senyors", "waive", "kind", "dispute", "return"}, "fisc_school": {"return"},
    "fisc_classic": {"return", "no-play"}, "frs_english": HOLD_FLOWS | {"mix"}, "frs_romanian": HOLD_FLOWS,
}


@pytest.mark.parametrize("rulebook", FLOWS)
def test_the_whole_games_of_a_rulebook_use_every_flow_that_it_has(rulebook):
    """The two games of each rulebook, both played through the sensors, are where flows meet one another."""
    names = (f"{rulebook}-whole-game", f"{rulebook}-every-flow")
    scripts = [script_at(Path(__file__).parent / "games" / f"{name}.txt") for name in names]
    assert {script.rulebook.name for script in scripts} == {rulebook}
    done = {action.word for script in scripts for action in (*script.draws, *script.actions)}
    assert (COMMON_FLOWS | FLOWS[rulebook] | {"draw-start"}) - done == set()


# No lines of a script: a correction of the clock (25), what displays show of the bag (26) and the other rack (27).
SHOWN_ELSEWHERE = {25, 26, 27}


def test_every_reading_of_the_rule_documents_is_played_by_a_script():
    """Where a document is silent the reading decides, so it has to be seen at work."""
    readings = {each.number for each in vars(engine_lite.readings).values() if isinstance(each, Reading)}
    comments = " ".join(script.read_text(encoding="utf-8").replace("\n# ", " ") for script in SCRIPTS)
    told = re.findall(r"readings? (\d+)(?: and (\d+))?", comments)
    assert readings - {int(number) for pair in told for number in pair if number} == SHOWN_ELSEWHERE


@pytest.mark.parametrize("name", SHARED)
def test_the_examples_written_from_the_rule_documents_play_on_the_rules_alone(name):
    assert rehearse(needs.shared(f"rehearsals/{name}.txt"), "engine").failures == []


@pytest.mark.parametrize("name", SHARED_SENSED)
def test_the_examples_written_from_the_rule_documents_play_through_the_sensors(name):
    assert rehearse(needs.shared(f"rehearsals/{name}.txt"), "sensors").failures == []


@pytest.mark.parametrize("script", WITH_A_PAD, ids=lambda path: path.stem)
def test_what_is_played_with_an_ideal_pad_is_played_at_the_low_cost_table_too(script, capsys):
    """There firmware and models read the pad."""
    require_micropython()
    assert main(["rehearse", "--table", "l1", str(script)]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(("table", "settings", "told"), [
    ("l1", "", "table l1 reads tiles by its pad alone; say `readers pad`"),
    ("r1", "readers pad\n", "table r1 has no pad for its tiles; leave out `readers pad`"),
])
def test_a_table_that_cannot_read_tiles_as_the_script_says_is_named(table, settings, told, tmp_path, capsys):
    script = tmp_path / "script.txt"
    script.write_text(f"rulebook manacor\n{settings}rack A S O L\nstart A\nlay h8 S O L\n")
    assert main(["rehearse", "--table", table, str(script)]) == 2
    assert told in capsys.readouterr().err


def test_the_rules_alone_need_no_table(tmp_path, capsys):
    script = tmp_path / "script.txt"
    script.write_text("rulebook manacor\nrack A S O L\nstart A\nlay h8 S O L\n")
    assert main(["rehearse", "--table", "r1", "--through", "engine", str(script)]) == 2
    assert "at no table; leave out --table" in capsys.readouterr().err


def test_the_demonstration_plays_as_its_script_says_through_the_sensors():
    """All 24 turns of our own game: QU, NY, L·L, blanks that stand for such a tile, plays of seven tiles; its end."""
    outcome = rehearse(OUR_GAME, "sensors")
    assert outcome.failures == []
    faces = {(tile.face, tile.blank) for _, tile in outcome.table.game.board}
    assert {("QU", False), ("NY", False), ("L·L", False), ("QU", True)} <= faces


def test_the_demonstration_ends_as_its_rules_say_on_the_rules_alone():
    """002 Final del joc: B is out with the last play and adds what A has left, an R worth 1: 431 - 1, 522 + 1."""
    outcome = rehearse(OUR_GAME, "engine")
    assert outcome.failures == []
    assert (outcome.table.ended, str(outcome.table.phase), outcome.table.final) == ("out", "agreed", (430, 523))


@pytest.mark.parametrize("through", ["engine", "sensors"])
def test_a_blank_that_is_put_back_before_it_is_named_is_not_named_by_that(through, tmp_path):
    """Its name may still be said: nothing has been, and nothing is refused."""
    script = tmp_path / "blank.txt"
    script.write_text("rulebook fisc_classic\nrack A C A ?\nstart A\nlay h7 C A ?\nlift h9\nputback h9\n"
                      "expect refused not_a_face\ndeclare h9 T\npress A\nexpect score A 6\n")
    failures = rehearse(script, through).failures
    assert [(each.line, each.was) for each in failures] == [(7, "nothing was refused")]


@pytest.mark.parametrize("through", ["engine", "sensors"])
def test_a_tile_laid_in_a_pause_is_no_refusal(through, tmp_path):
    """It counts when play goes on."""
    script = tmp_path / "pause.txt"
    script.write_text("rulebook fisc_classic\nrack A S O L\nstart A\nlay h8 S O\npause\nlay h10 L\n"
                      "expect refused wrong_phase\nresume\nexpect refused wrong_phase\npress A\nexpect score A 6\n")
    failures = rehearse(script, through).failures
    assert [(each.line, each.was) for each in failures] == [(7, "nothing was refused"), (9, "nothing was refused")]


def test_an_expectation_that_fails_is_told_with_its_line_and_what_was_found(tmp_path, capsys):
    script = tmp_path / "wrong.txt"
    script.write_text("rulebook fisc_classic\nrack A S O L\nstart A\nlay h8 S O L\npress A\nexpect score A 7\n")
    assert main(["rehearse", str(script), "--through", "engine", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["failed"] == [{"line": 6, "expected": "expect score A 7", "was": "6"}]
    assert told["totals"] == {"A": 6, "B": 0}
    assert (told["phase"], told["turn"], told["ended"]) == ("playing", "B", None)
    assert told["events"][:2] == [
        {"event": "Started", "at_ns": 0, "seat": 0}, {"event": "Laid", "at_ns": 0, "square": 112, "tile": "S"}]


@pytest.mark.parametrize("text", [
    "", "start A\n", "rulebook nonsense\nstart A\n", "rulebook fisc_classic\n", "rulebook fisc_classic\nstart Z\n",
    "rulebook fisc_classic\nrack A S S S S S S S S\nstart A\n", "rulebook fisc_classic\nrack A K\nstart A\n",
    "rulebook fisc_classic\nrack A Z Z\nstart A\n", "rulebook fisc_classic\nboard 15/15\nstart A\n",
    "rulebook fisc_classic\ntotals A x\nstart A\n", "rulebook fisc_classic\nclock 1:75\nstart A\n",
    "rulebook fisc_classic\nseed -1\nstart A\n", "rulebook fisc_classic\nlexicon words\nstart A\n",
    "rulebook fisc_classic\nstart A\njump h8\n", "rulebook fisc_classic\nstart A\nlay\n",
    "rulebook fisc_classic\nstart A\nlay h8\n", "rulebook fisc_classic\nstart A\nlay z9 A\n",
    "rulebook fisc_classic\nrack A A A A\nstart A\nlay h14 A A A\n", "rulebook fisc_classic\nstart A\nlift h8\n",
    "rulebook fisc_classic\nstart A\nputback h8\n", "rulebook fisc_classic\nstart A\nwait x\n",
    "rulebook fisc_classic\nstart A\nwait 1e9\n", "rulebook fisc_classic\nstart A\ndraw A 101\n",
    "rulebook fisc_classic\nstart A\nverdict maybe\n", "rulebook fisc_classic\nstart A\nexpect joy\n",
    "rulebook fisc_classic\nstart A\nexpect score A\n", "rulebook fisc_classic\nstart A\npress\n",
    "rulebook fisc_classic\nstart A\nmove h8\n", "rulebook fisc_classic\nstart A\ndeclare h8\n",
    "rulebook fisc_classic\nrack A A\nstart A\nlay h8 B B B B B B B B\n",
    "rulebook fisc_classic\nrulebook manacor\nstart A\n", "rulebook fisc_classic\nrack A A\nrack A B\nstart A\n",
    "rulebook fisc_classic\nrack A a\nstart A\n", "rulebook fisc_classic\nstart C\n",
    "rulebook fisc_classic\nstart A\npress C\n", "rulebook fisc_classic\nstart A\nexpect score C 5\n",
    "rulebook fisc_classic\nstart A\ndraw A 4\n", "rulebook fisc_classic\nstart A\nremove\n",
    "rulebook fisc_classic\nstart A\nexpect refused foo\n", "rulebook fisc_classic\nstart A\nexpect phase foo\n",
    "rulebook fisc_classic\nstart A\nexpect prompt foo\n", "rulebook fisc_classic\nstart A\nexpect ended foo\n",
    "rulebook fisc_classic\nstart A\nfault foo\n",
    "rulebook fisc_classic\nvariant 12min\nstart A\n", "rulebook fisc_school\nvariant\nstart A\n",
    "rulebook fisc_school\nvariant 12min\nvariant 15min\nstart A\n",
    "rulebook fisc_classic\nlexicon two names\nstart A\n", "rulebook fisc_classic\nlexicon words W\nstart A\n",
    "rulebook fisc_classic\nlexicon no-such-list\nstart A\n", "rulebook fisc_classic\nreferee maybe\nstart A\n",
    "rulebook fisc_classic\nturns-used A 100\nstart A\n", "rulebook fisc_classic\nturns-used A\nstart A\n",
    "rulebook fisc_classic\nclock-used A\nstart A\n", "rulebook fisc_classic\nclock-used A -1:00\nstart A\n",
    "rulebook fisc_classic\nbag-left 101\nstart A\n", "rulebook fisc_classic\nbag-left 87\nstart A\n",
    "rulebook fisc_classic\nreaders some\nstart A\n", "rulebook fisc_classic\ndraw-start A A\nstart A\n",
    "rulebook fisc_classic\ndraw-start A A B\nstart A\n", "rulebook fisc_classic\ndraw-start A A A E\nstart A\n",
    "rulebook fisc_classic\ndraw-start A a B E\nstart A\n", "rulebook fisc_classic\nexpect turn A\nstart A\n",
    "rulebook fisc_classic\ndraw-start A A B A\nstart A\n", "rulebook fisc_classic\nstart\n",
    "rulebook fisc_classic\nstart A\nexchange A\n", "rulebook fisc_classic\nstart A\nexchange A a\n",
    "rulebook frs_english\nstart A\nshort-exchange A E\n",
    "rulebook frs_english\nstart A\nshort-exchange A E keeps\n",
    "rulebook fisc_classic\nstart A\noverdraw A 8\n", "rulebook fisc_classic\nstart A\noverdraw A 8 felt\n",
    "rulebook fisc_classic\nstart A\noverdraw A 7 seen\n", "rulebook fisc_classic\nstart A\ntake B A 1\n",
    "rulebook fisc_classic\nstart A\ntake B FROM A 0\n", "rulebook fisc_classic\nstart A\ntake B FROM A 1 E\n",
    "rulebook fisc_classic\nstart A\ntake B FROM A 1 returns E S\n", "rulebook fisc_classic\nstart A\nwaive A\n",
    "rulebook fisc_classic\nstart A\nverdict auto\n", "rulebook fisc_classic\nstart A\nkind\n",
    "rulebook fisc_classic\nstart A\ncorrect 1\n",
    "rulebook fisc_classic\nstart A\ncorrect x \"h5 QUINA\"\n",
    "rulebook fisc_classic\nstart A\nreinstate\n", "rulebook fisc_classic\nstart A\nreinstate 0\n",
    "rulebook fisc_classic\nstart A\nwithdraw x\n", "rulebook fisc_classic\nstart A\nundo-correction 1 2\n",
    "rulebook fisc_classic\nstart A\ncorrect 1 \"z5 QUINA\"\n", "rulebook fisc_classic\nstart A\nat A\n",
    "rulebook fisc_classic\nstart A\nat B 12:00\n", "rulebook fisc_classic\nstart A\nat A 31:00\n",
    "rulebook fisc_classic\nstart A\nstack S S h5\n", "rulebook fisc_classic\nstart A\nstack S h5\n",
    "rulebook fisc_classic\nstart A\nfacedown h5\n", "rulebook fisc_classic\nstart A\nbetween h5 h6\n",
    "rulebook fisc_classic\nstart A\nexpect bag\n", "rulebook fisc_classic\nstart A\nexpect winner\n",
    "rulebook fisc_classic\nstart A\nexpect final A\n", "rulebook fisc_classic\nstart A\nchallenge B WW\n",
    "rulebook fisc_classic\nstart A\nexpect words W\n",
    "rulebook fisc_classic\nbag Z\nrack A Z\nstart A\ndraw A 1\n",
    "rulebook fisc_classic\nrack A A B\nstart A\nlay h8 A B\nknock h8 a1\n",
    "rulebook fisc_classic\nstart A\ndraw A 0\n", "rulebook fisc_classic\nclock -1:00\nstart A\n",
    "rulebook fisc_classic\ndraw-start A A B E\ndraw-start A E B A\nstart A\n",
])
def test_a_script_that_is_not_understood_ends_in_one_sentence(text, tmp_path, capsys):
    """Bad input names the place and the remedy and never ends in a trace."""
    script = tmp_path / "script.txt"
    script.write_text(text)
    assert main(["rehearse", str(script), "--through", "engine"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(str(script))
    assert len(told.strip().splitlines()) == 1


@pytest.mark.parametrize(("text", "told"), [
    ("rack A S\nrack B Z Z\nstart A\n", "line 3: the set has not so many Z"),
    ("draw-start A Z B Z\nstart A\n", "line 2: there is no Z in the bag"),
    ("draw-start A D B D\nstart A\n", "line 3: A cannot start here: wrong_phase: A tie. Draw one tile each again."),
])
@pytest.mark.parametrize("through", ["engine", "sensors"])
def test_what_cannot_be_begun_is_told_with_its_line_and_why(text, told, through, tmp_path, capsys):
    script = tmp_path / "script.txt"
    script.write_text(f"rulebook fisc_classic\n{text}")
    if through == "sensors":
        require_micropython()
    assert main(["rehearse", str(script), "--through", through]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("through", ["engine", "sensors"])
def test_nobody_counts_the_set_over_a_game_and_what_was_drawn_is_said_anew(through, tmp_path):
    """On pages, where no reader tells of the draw: I before A is mistyped, and B begins."""
    script = tmp_path / "script.txt"
    if through == "sensors":
        require_micropython()
    script.write_text("rulebook frs_english\nreaders none\nrack A S O L E R T A\nrack B T O A E S N C\n"
                      "draw-start A E B I\nexpect turn A\ndraw-start A E B E\nexpect prompt draw_again\n"
                      "draw-start A E B A\nexpect turn B\nstart A\nexpect turn B\ncount\nexpect refused wrong_phase\n"
                      "expect turn B\nlay h8 T O A\npress B\nexpect total A 0 B 6\n")
    assert rehearse(script, through).failures == []


@pytest.mark.parametrize("goes_on", ["resume\npress A", "press A"])
def test_whoever_plays_on_after_a_kill_of_the_host_goes_on_with_the_game(goes_on, tmp_path):
    """Its clocks stand until then; a pause that was there before the kill stays until `resume`."""
    require_micropython()
    script = tmp_path / "script.txt"
    opening = "rulebook fisc_classic\nrack A S O L E R T A\nstart A\nlay h8 S O L\n"
    script.write_text(f"{opening}fault kill host\nexpect prompt resumed\nwait 30\nexpect clock A 29:58\n{goes_on}\n"
                      "expect score A 6\nexpect turn B\n")
    assert rehearse(script, "sensors").failures == []
    script.write_text(f"{opening}pause\nfault kill host\npress A\nexpect refused wrong_phase\n")
    assert rehearse(script, "sensors").failures == []


@pytest.mark.parametrize("line", ["foo", "unplug cat", "noise", "noise 2", "noise x", "kill"])
def test_a_fault_that_is_not_understood_ends_in_one_sentence(line, tmp_path, capsys):
    script = tmp_path / "script.txt"
    script.write_text(f"rulebook fisc_classic\nstart A\nfault {line}\nwait 1\n")
    assert main(["rehearse", str(script)]) == (0 if line == "kill" else 2)
    told = capsys.readouterr().err.strip()
    assert line == "kill" or (told.startswith(f"{script}: line 3: ") and len(told.splitlines()) == 1)


def test_what_the_referee_asks_for_out_of_place_is_refused(tmp_path):
    """No verdict without a challenge, no resuming what was not paused: said, and nothing changed."""
    script = tmp_path / "script.txt"
    lines = ["rulebook fisc_classic", "start A"]
    for line in ("verdict no", "resume"):
        lines += [line, "expect refused wrong_phase", "expect turn A"]
    script.write_text("\n".join(lines))
    assert rehearse(script, "engine").failures == []


def test_all_scripts_are_read_before_the_first_is_played(tmp_path, capsys):
    bad = tmp_path / "bad.txt"
    bad.write_text("nonsense\n")
    assert main(["rehearse", str(SCRIPTS[0]), str(bad), "--through", "engine"]) == 2
    assert capsys.readouterr().out == ""


def test_a_line_that_cannot_be_done_hides_no_failure_and_stops_no_other_script(tmp_path, capsys):
    """After a failed expectation it is one more failure; alone it ends in 2, after all other scripts."""
    start = "rulebook fisc_classic\nrack A S O L\nstart A\nlay h8 S O L\npress A\n"
    failed, impossible, well = (tmp_path / name for name in ("failed.txt", "impossible.txt", "well.txt"))
    failed.write_text(start + "expect score A 7\nlay h11 Z Z\n")
    impossible.write_text(start + "lay h11 Z Z\n")
    well.write_text(start)
    assert main(["rehearse", str(failed), "--through", "engine", "--json"]) == 1
    assert [each["line"] for each in json.loads(capsys.readouterr().out)["failed"]] == [6, 7]
    assert main(["rehearse", str(impossible), str(well), "--through", "engine"]) == 2
    out, error = capsys.readouterr()
    assert out == f"{well}: as expected; A 6 B 0\n"
    assert error.startswith(f"{impossible}: line 6: ")


@pytest.mark.parametrize("data", [b"\xff\xfe", b"rulebook \xe9", b"\0\0\0"])
def test_a_file_that_is_no_text_ends_in_one_sentence(data, tmp_path, capsys):
    script = tmp_path / "script.txt"
    script.write_bytes(data)
    assert main(["rehearse", str(script), "--through", "engine"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_missing_script_ends_in_one_sentence(tmp_path, capsys):
    assert main(["rehearse", str(tmp_path / "none.txt")]) == 2
    assert "cannot be read" in capsys.readouterr().err
