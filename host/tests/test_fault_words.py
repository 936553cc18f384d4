"""What no table could take after the name of a fault is refused when the script is read; and an error of the virtual
board ends no rehearsal well, were it on the last line.
"""

import re
import shutil
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from engine_lite.rulebooks import rulebook_named
from host.cli import main
from host.rehearsal import builds, fault_words
from host.rehearsal.actions import ACTIONS, read_action
from host.rehearsal.board_faults import LARGEST_BUMP_MM, BoardFaults
from host.rehearsal.cable_faults import CableFaults
from host.rehearsal.fault_words import FAULTS, read_fault
from host.rehearsal.hands import Rehearsal
from host.rehearsal.script import Action, BadScript, Script
from host.rehearsal.table_faults import _HERE as OF_THE_STAGE
from host.simulator.board_process import FIRMWARE, BoardProcess
from host.tests.board_line import require_micropython

OPERATING = Path(__file__).resolve().parents[2] / "docs" / "pages" / "operating.md"
BEGIN = "rulebook fisc_classic\nlexicon none\nrack A S O L E R T A\n"

WRONG = [
    ("loop_open 99", "a loop, 0 to 29"), ("loop_open 30", "a loop, 0 to 29"), ("loop_open -1", "a loop"),
    ("loop_open 1.5", "a loop"), ("loop_open", "a loop"), ("mux_stuck 99", "switch, 0 to 39"),
    ("mux_short 40", "switch, 0 to 39"), ("hall_stuck h5", "`on` or `off`"), ("hall_stuck h5 free", "`on` or `off`"),
    ("hall_stuck z9 on", "a square such as h8"), ("hall_stuck h16 on", "a square"), ("hall_stuck 112 on", "a square"),
    ("chain_break 99", "a chip, 0 to 29"), ("chain_break 30", "a chip"), ("chain_noise 1.1", "a probability, 0 to 1"),
    ("rf_dropout x", "a probability, 0 to 1"), ("rf_dropout nan", "a probability"), ("rf_dropout 1e400", "a prob"),
    ("rf_dropout", "a probability"), ("rf_garble 256", "byte, 1 to 255"), ("rf_ghost -3", "how many, 1 to 9999"),
    ("sentinel_loose 15", "a row, 0 to 14"), ("hall_drift h5 inf", "millitesla, -100 to 100"),
    ("hall_noise -1", "millitesla, 0 to 100"), ("magnet_weak h8 2", "a share, 0 to 1"), ("unplug host", "`racks`"),
    ("noise 0", "more than 0"), ("noise 1", "less than 1"), ("bumped 101 0", "millimetres, -100 to 100"),
    ("rotated 45", "`90` or `180` or `270`"), ("doubled twice", "nothing may follow here, but there is 'twice'"),
    ("tag_dead h8 h9", "nothing may follow here"), ("kill board", "`host`"), ("sleeve 11 h8", "seconds, 1 to 10"),
    ("foreign c3 d16", "a square"), ("reader_dead on", "nothing may follow"), ("mux_stuck ٣", "switch"),
    ("pad_version zz", "two hexadecimal digits"), ("ring_misses -1", "how many tiles"),
    ("missing", "known: antenna_"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "says"), WRONG)
def test_a_word_that_no_table_could_take_is_refused_before_anything_moves(
    line: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the start or after it: file, line, what belongs there with its range, a line that would do; exit 2."""
    script = tmp_path / "s.txt"
    for text, number in ((f"{BEGIN}fault {line}\nstart A\n", 4), (f"{BEGIN}start A\nfault {line}\n", 5)):
        script.write_text(text, encoding="utf-8")
        assert main(["rehearse", str(script)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"{script}: line {number}: "), err
        assert says in err
        name = line.split()[0]
        assert name not in FAULTS or err.rstrip().endswith(f": fault {FAULTS[name].example}")


def test_what_passes_by_itself_is_not_healed() -> None:
    for name in ("kill", "restart", "sleeve", "hang"):
        with pytest.raises(BadScript, match="nothing to heal"):
            read_fault(1, "heal", [name])
    assert read_fault(1, "heal", ["hall_stuck"]) == ("hall_stuck",)
    with pytest.raises(BadScript, match="a square such as h8, not 'z9'"):
        read_fault(1, "heal", ["hall_stuck", "z9"])


HEALED = [
    ("drop", "`drop` needs `bag` or `racks`: heal drop racks"),
    ("drop pad", "`drop` needs `bag` or `racks`, not 'pad': heal drop racks"),
    ("hall_stuck z9", "`hall_stuck` needs a square such as h8, not 'z9': heal hall_stuck h5"),
    ("loop_open 99", "`loop_open` needs a loop, 0 to 29, not '99': heal loop_open 7"),
    ("rf_dropout x", "`rf_dropout` needs a probability, 0 to 1, not 'x': heal rf_dropout"),
    ("doubled x", "nothing may follow here, but there is 'x': heal doubled"),
]


@pytest.mark.parametrize(("line", "says"), HEALED)
def test_what_cannot_follow_heal_is_said_with_a_line_that_heals(line: str, says: str) -> None:
    """The hint of a `heal` is a `heal` that would do, with a place where one fault of several is meant."""
    with pytest.raises(BadScript) as told:
        read_fault(7, "heal", line.split())
    assert str(told.value) == f"line 7: {says}"


@pytest.mark.parametrize("name", FAULTS)
def test_the_hint_of_every_heal_is_understood(name: str) -> None:
    if FAULTS[name].heals:
        hint = FAULTS[name].hint("heal").split()
        assert read_fault(1, *hint[:1], hint[1:]) == tuple(hint[1:])


@pytest.mark.parametrize("name", ["hall_stuck", "loop_open", "mux_short", "rf_dropout"])
def test_a_fault_of_the_models_that_nothing_has_begun_cannot_be_healed(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The board must not be asked to heal a fault of which nobody knows where it is."""
    require_micropython()
    script = tmp_path / "s.txt"
    script.write_text(f"{BEGIN}start A\nheal {name}\nlay h8 S O L\n", encoding="utf-8")
    assert main(["rehearse", str(script)]) == 2
    assert capsys.readouterr().err == (
        f"{script}: line 5: there is no `{name}` to heal: no line before this one has begun it\n"
    )


def test_a_reader_that_a_table_lacks_cannot_leave_out_what_it_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    require_micropython()
    script = tmp_path / "s.txt"
    script.write_text(f"{BEGIN}readers no-racks\nstart A\nheal drop racks\n", encoding="utf-8")
    assert main(["rehearse", str(script)]) == 2
    assert capsys.readouterr().err.endswith(
        "line 6: `drop` needs a reader that this table has: fault drop bag 0.2, heal drop bag\n"
    )


def test_every_line_of_the_manual_and_every_example_is_understood() -> None:
    lines = re.findall(r"^\| `fault ([^`]+)`", OPERATING.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(lines) > 40
    for line in (*lines, *(row.example for row in FAULTS.values())):
        assert read_fault(1, "fault", line.split()) == tuple(line.split())


def test_every_fault_of_stage_and_models_has_its_row_and_no_other() -> None:
    """A fault without a row could not be named in a script; a row without a fault would be understood and lead
    nowhere.
    """
    require_micropython()
    found = {*OF_THE_STAGE, *BoardFaults.NAMES, *CableFaults.NAMES}
    for settings in ({"radio": True}, {"radio": False, "pad": True}):
        with BoardProcess(settings) as board:
            found.update(board.faults)
    assert set(FAULTS) == found


def test_the_ranges_are_those_of_the_hardware(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(FIRMWARE)
    pinout, antenna_model = import_module("pinout"), import_module("sim.antenna_model")
    assert (fault_words.CHIPS, fault_words.ROWS) == (pinout.CHAIN_BYTES, pinout.SIDE)
    assert fault_words.LOOPS == antenna_model.BOARD_LOOPS
    assert fault_words.LAMPS == pinout.LAMPS
    assert fault_words.MOST_BUMP_MM == LARGEST_BUMP_MM


def played_past_the_reader(tmp_path: Path, *names: str) -> Action:
    """A script whose last line is a fault that its reader would have refused."""
    script = tmp_path / "s.txt"
    script.write_text(BEGIN + "start A\nlay h8 S O L\n", encoding="utf-8")
    return Action(6, " ".join(names), "fault", names=names)


@pytest.mark.parametrize("names", [("chain_break", "x"), ("hall_stuck", "z9", "on"), ("rf_dropout", "x")])
def test_a_board_that_dies_of_the_last_line_ends_no_rehearsal_well(
    names: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line goes past the reader, as a fault of the models themselves would: the board has one more moment."""
    require_micropython()
    last = played_past_the_reader(tmp_path, *names)
    plain = Rehearsal.__init__

    def with_last_line(self: Rehearsal, script: Script, *rest: object) -> None:
        script.actions.append(last)
        plain(self, script, *rest)

    monkeypatch.setattr(Rehearsal, "__init__", with_last_line)
    assert main(["rehearse", str(tmp_path / "s.txt")]) == 2


def test_what_the_firmware_complains_of_ends_no_rehearsal_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A task that dies of an error is only printed by MicroPython, and the board goes on without it."""
    require_micropython()
    firmware = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, firmware, ignore=shutil.ignore_patterns("tests", "__pycache__"))
    main_py = firmware / "main.py"
    main_py.write_text("print('ValueError: no such loop')\n" + main_py.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(builds, "BoardProcess", partial(BoardProcess, firmware=firmware))
    script = tmp_path / "s.txt"
    script.write_text(BEGIN + "start A\nlay h8 S O L\n", encoding="utf-8")
    assert main(["rehearse", str(script)]) == 2
    assert "the virtual board complains: ValueError: no such loop" in capsys.readouterr().err


def test_a_hint_shows_the_word_that_it_is_a_hint_for() -> None:
    """`return A` is no exchange, and `referee` tells nobody what kind a word is."""
    script = Script(rulebook_named("fisc_classic"), racks={0: (), 1: ()})
    shown = {}
    for word in ACTIONS:
        for line in (word, f"{word} A", f"{word} A x", f"{word} h8", f"{word} A 0 0 0 0 0"):
            try:
                read_action(script, 1, line)
            except BadScript as why:
                if example := re.search(r": ([a-z]+(?:-[a-z]+)* [A-Zh].*)$", str(why).removeprefix("line 1: ")):
                    shown.setdefault(word, set()).add(example[1].split()[0])
    assert shown.items() >= {"return": {"return"}, "exchange": {"exchange"}, "dip": {"dip"}, "draw": {"draw"}}.items()
    assert {word: others for word, others in shown.items() if others - {word}} == {}
    for word, hint in (("referee", "referee the clock was set back"), ("return A", "return A E S")):
        with pytest.raises(BadScript, match=f": {hint}$"):
            read_action(script, 1, word)
