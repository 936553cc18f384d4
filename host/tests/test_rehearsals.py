"""Every script of `games/` plays as it expects: hands, models, firmware, wire, host and rules together.

Anyone can add a script to the folder; its arithmetic stands in its comments.
"""

import json
from pathlib import Path

import pytest

from hardware_tests import needs
from host.cli import main
from host.rehearsal.outcome import OUR_GAME, rehearse

SCRIPTS = sorted((Path(__file__).parent / "games").glob("*.txt"))
SENSING_ONLY = ("slide", "knock", "fault", "heal")

# The examples that were written from the rule documents before the table was, as far as its grammar goes now.
SHARED = (
    "fisc_classic-double-double", "fisc_classic-hands-knocked", "fisc_classic-opening-any-tile",
    "manacor-blank-fixed", "manacor-hands-swapped",
)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_plays_as_expected_through_the_sensors(script):
    assert rehearse(script, "sensors").failures == []


@pytest.mark.parametrize("script", [*SCRIPTS, OUR_GAME], ids=lambda path: path.stem)
def test_a_script_plays_as_expected_on_the_rules_alone(script, capsys):
    """A line about sensing is refused there with a sentence; every other script comes out the same."""
    senses = any(line.split()[0] in SENSING_ONLY for line in script.read_text().splitlines() if line.strip())
    code = main(["rehearse", str(script), "--through", "engine"])
    if senses:
        assert code == 2
        assert "--through sensors" in capsys.readouterr().err
    else:
        assert code == 0


@pytest.mark.parametrize("name", SHARED)
def test_the_examples_written_from_the_rule_documents_play_through_the_sensors(name):
    assert rehearse(needs.shared(f"rehearsals/{name}.txt"), "sensors").failures == []


def test_the_demonstration_scores_as_its_script_says_through_the_sensors():
    """All 24 turns of our own game: QU, NY, L·L, blanks that stand for such a tile, plays of seven tiles."""
    outcome = rehearse(OUR_GAME, "sensors")
    assert outcome.failures == []
    faces = {(tile.face, tile.blank) for _, tile in outcome.table.game.board}
    assert {("QU", False), ("NY", False), ("L·L", False), ("QU", True)} <= faces


def test_an_expectation_that_fails_is_told_with_its_line_and_what_was_found(tmp_path, capsys):
    script = tmp_path / "wrong.txt"
    script.write_text("rulebook fisc_classic\nrack A S O L\nstart A\nlay h8 S O L\npress A\nexpect score A 7\n")
    assert main(["rehearse", str(script), "--through", "engine", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["failed"] == [{"line": 6, "expected": "expect score A 7", "was": "6"}]
    assert told["totals"] == {"A": 6, "B": 0}
    assert (told["phase"], told["turn"], told["ended"]) == ("playing", "B", None)
    assert told["events"][0]["event"] == "GameOpened"


@pytest.mark.parametrize("text", [
    "", "start A\n", "rulebook nonsense\nstart A\n", "rulebook fisc_classic\n", "rulebook fisc_classic\nstart Z\n",
    "rulebook fisc_classic\nrack A S S S S S S S S\nstart A\n", "rulebook fisc_classic\nrack A K\nstart A\n",
    "rulebook fisc_classic\nrack A Z Z\nstart A\n", "rulebook fisc_classic\nboard 15/15\nstart A\n",
    "rulebook fisc_classic\ntotals A x\nstart A\n", "rulebook fisc_classic\nclock 1:75\nstart A\n",
    "rulebook fisc_classic\nseed -1\nstart A\n", "rulebook fisc_classic\nlexicon words A\nstart A\n",
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
    "rulebook fisc_classic\nrack A A B\nstart A\nlay h8 A B\nknock h8 a1\n",
])
def test_a_script_that_is_not_understood_ends_in_one_sentence(text, tmp_path, capsys):
    """Bad input names the place and the remedy and never ends in a trace."""
    script = tmp_path / "script.txt"
    script.write_text(text)
    assert main(["rehearse", str(script), "--through", "engine"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(str(script))
    assert len(told.strip().splitlines()) == 1


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


@pytest.mark.parametrize("data", [b"\xff\xfe", b"rulebook \xe9", b"\0\0\0"])
def test_a_file_that_is_no_text_ends_in_one_sentence(data, tmp_path, capsys):
    script = tmp_path / "script.txt"
    script.write_bytes(data)
    assert main(["rehearse", str(script), "--through", "engine"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_missing_script_ends_in_one_sentence(tmp_path, capsys):
    assert main(["rehearse", str(tmp_path / "none.txt")]) == 2
    assert "cannot be read" in capsys.readouterr().err
