"""How a board starts: by the role of its strap, for service when that was asked for, without a role when its files
or its strap are not as they should be; and that it writes no file once it has started."""

import contextlib
import hashlib
import json
import shutil
from pathlib import Path

import pytest
from tablewire import messages as wire

from host.simulator.board_process import FIRMWARE, BoardDied, BoardProcess
from host.tests.board_line import CENTRE, Line, hall_board, lay, lift, messages, require_micropython

MOST_HUNG = 3   # as firmware/rounds.py has it
ROLES = (("board", wire.BOARD), ("radio", wire.RADIO), ("bag", wire.BAG), ("whole", wire.WHOLE))


@pytest.fixture(autouse=True)
def _micropython() -> None:
    require_micropython()


# --- the role strap --------------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "number"), ROLES)
def test_the_divider_at_the_strap_names_the_role_and_an_open_one_leaves_it_to_the_settings(role, number) -> None:
    with BoardProcess({"role": role}) as board:
        line = Line(board)
        line.run(0.1)
        assert [hello.role for hello in line.hellos] == [number]
        line.port.close()


def test_the_strap_stands_before_the_settings() -> None:
    with hall_board() as line:
        line.board.fault("strap", 0, 0)
        line.board.restart()
        line.run(0.1)
        assert [hello.role for hello in line.hellos] == [wire.WHOLE, wire.BOARD]


@pytest.mark.parametrize("millivolts", [400, 820, 1300, 2000, 2475, 2950])
def test_a_voltage_between_two_roles_is_told_and_gives_no_role(millivolts: int) -> None:
    with hall_board() as line:
        line.board.fault("strap", millivolts, 0)
        line.board.restart()
        lay(line, CENTRE)
        line.run(1.2)
        assert line.hellos[-1].role == wire.NO_ROLE
        assert [m[1:] for m in line.unwell] == [(wire.BAD_STRAP, millivolts)] * 3
        assert line.told == []


# --- service ---------------------------------------------------------------------------------------


def files(board: BoardProcess) -> set[str]:
    return {path.name for path in Path(board.serial_path).parent.iterdir()}


def test_service_leaves_the_board_at_its_prompt_and_the_next_start_is_an_ordinary_one() -> None:
    with hall_board() as line:
        line.say(wire.Service())
        line.run(0.4)
        assert not line.board.at_prompt
        assert line.acknowledged == 1  # told before it goes: else the host would ask the next start again
        line.run(3)  # longer than the watchdog's time: none is running
        assert line.board.at_prompt
        assert line.board.boots == 2
        beats = len(line.beats)
        line.run(1)
        assert (len(line.beats), len(line.hellos)) == (beats, 1)
        assert "service" not in files(line.board)
        line.board.restart()
        line.run(1)
        assert not line.board.at_prompt
        assert [hello.boot for hello in line.hellos] == [1, 2]
        assert line.beats[-1].scans >= 50


def test_a_host_whose_answer_was_lost_may_ask_for_service_again_and_gets_it_once() -> None:
    with hall_board() as line:
        line.say(wire.Service())
        line.run(0.2)
        line.say_again(wire.Service())
        line.run(2)
        assert line.board.at_prompt
        line.board.restart()
        line.run(2)
        assert not line.board.at_prompt


# --- safe mode -------------------------------------------------------------------------------------


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """The firmware with the sums of its files, as a release has it."""
    folder = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, folder, ignore=shutil.ignore_patterns("__pycache__", "tests"))
    sums = {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.rglob("*.py")}
    (folder / "sums.json").write_text(json.dumps(sums))
    return folder


def test_a_board_whose_files_are_as_released_plays(released: Path) -> None:
    with BoardProcess({"radio": False}, firmware=released) as board:
        line = Line(board)
        line.run(0.1)
        lay(line, CENTRE)
        assert len(line.run(1)) == 3
        assert line.unwell == []
        line.port.close()


@pytest.mark.parametrize(("spoil", "wrong"), [
    (lambda folder: (folder / "drivers" / "hall_chain.py").write_text("def (:"), 1),
    (lambda folder: (folder / "scan" / "settle.py").unlink(), 1),
    (lambda folder: [(folder / "radio.py").write_text(""), (folder / "roles" / "board.py").write_text("x")], 2),
    (lambda folder: (folder / "sums.json").write_text("{"), 1),
])
def test_a_wrong_file_leaves_a_board_that_says_so_and_obeys_nothing_but_service(released, spoil, wrong) -> None:
    spoil(released)
    with BoardProcess({"radio": False}, firmware=released) as board:
        line = Line(board)
        line.run(0.1)
        lay(line, CENTRE)
        line.say(wire.Lamp(CENTRE, 255, 0, 0))
        line.say(wire.StateWanted())
        line.run(5)
        assert board.boots == 1  # fed all the time
        assert line.told == []
        assert set(line.board.lamps.values()) == {"000000"}
        assert {m[1:] for m in line.unwell} == {(wire.BAD_FILES, wrong)}
        assert len(line.unwell) in (10, 11)
        line.say(wire.Service())
        line.run(1)
        assert board.at_prompt
        line.port.close()


@pytest.mark.parametrize("name", ["line.py", "program.py", "roles/unwell.py", "tablewire/session.py"])
def test_a_wrong_file_among_those_that_would_say_so_leaves_a_board_at_its_prompt(released: Path, name: str) -> None:
    """As an update that was broken off: it would fail somewhere, with the watchdog running, again and again."""
    (released / name).write_text((released / name).read_text().replace("def ", "def of_another_release_"))
    with BoardProcess({"radio": False}, firmware=released) as board:
        line = Line(board)
        line.run(5)
        assert (board.at_prompt, board.boots, line.bytes) == (True, 1, b"")
        assert board.words == (f"The program does not start: not as released: {name}. Type: taula flash PORT\n")
        line.port.close()


# --- a program that hangs at its first steps ---------------------------------------------------------

# Before the main.py of a release: what is wrong happens in the third round of the scan.
THIRD_ROUND = """
import rounds
_third = [3]
_scanned = rounds.Rounds.scanned
def scanned(self):
    _third[0] -= 1
    if _third[0] == 0:
        %s
    _scanned(self)
rounds.Rounds.scanned = scanned
"""
HANGS = "import machine; machine.port.hang()"
HANGS_ONCE = f"open('boots.txt').read() == '1' and [{HANGS.replace('import machine; ', '')}]"


def with_third_round(folder: Path, what: str) -> Path:
    """The firmware in `folder`, its files not compared, with `what` in the third round."""
    (folder / "main.py").write_text(f"import machine{THIRD_ROUND % what}{(FIRMWARE / 'main.py').read_text()}")
    (folder / "sums.json").unlink()
    return folder


def test_a_board_that_hangs_in_its_third_round_is_started_again(released: Path) -> None:
    with BoardProcess({"radio": False}, firmware=with_third_round(released, HANGS_ONCE)) as board:
        line = Line(board)
        line.run(8)
        assert board.boots == 1
        line.run(2)
        assert [hello.boot for hello in line.hellos] == [1, 2]
        assert len(line.beats) > 2
        line.run(30)
        assert board.boots == 2
        line.port.close()


# Before what the program says: it hangs while it is imported, at the first start or at all.
IMPORT_HANGS_ONCE = """
import os, time
if "hung" not in os.listdir():
    open("hung", "w").close()
    time.sleep_ms(600000)
"""
IMPORT_HANGS = "import time; time.sleep_ms(600000)\n"


def with_import(folder: Path, what: str) -> Path:
    """The firmware in `folder`, its files not compared, with `what` at the beginning of the program."""
    (folder / "program.py").write_text(what + (FIRMWARE / "program.py").read_text())
    (folder / "sums.json").unlink()
    return folder


def test_a_board_that_hangs_as_its_program_is_imported_is_started_again_and_plays(released: Path) -> None:
    with BoardProcess({"radio": False}, firmware=with_import(released, IMPORT_HANGS_ONCE)) as board:
        line = Line(board)
        line.run(8)
        assert (board.boots, line.hellos) == (1, [])
        line.run(2)
        assert board.boots == 2
        assert len(line.hellos) == 1
        line.run(30)
        assert board.boots == 2
        line.port.close()


def test_one_that_always_hangs_there_ends_at_its_prompt_too(released: Path) -> None:
    with BoardProcess({"radio": False}, firmware=with_import(released, IMPORT_HANGS)) as board:
        line = Line(board)
        line.run(60)
        assert (board.boots, board.at_prompt) == (1 + MOST_HUNG, True)
        assert board.words.startswith("The program does not start: it has hung")
        line.port.close()


def test_a_board_that_always_hangs_there_ends_at_its_prompt_and_tries_anew_at_the_next_start(released: Path) -> None:
    with BoardProcess({"radio": False}, firmware=with_third_round(released, HANGS)) as board:
        line = Line(board)
        line.run(60)
        assert (board.boots, board.at_prompt) == (1 + MOST_HUNG, True)
        assert board.words == f"The program does not start: it has hung at its first steps {MOST_HUNG} times. " \
                              "Type: taula flash PORT\n"
        (released / "main.py").write_text((FIRMWARE / "main.py").read_text())
        board.restart()
        line.run(1)
        assert not board.at_prompt
        assert len(line.beats) > 1
        line.port.close()


def test_one_whose_program_ends_there_is_at_its_prompt_at_once_and_stays_there(released: Path) -> None:
    with BoardProcess({"radio": False}, firmware=with_third_round(released, "raise OSError")) as board:
        with contextlib.suppress(BoardDied):
            board.grant(30_000_000)
        assert board.boots == 1


@pytest.mark.parametrize(("text", "kind"), [
    ('{"link": "uart", "role": "boa', 1), ("uart" + "\0\xff" * 200, 1), ('["uart"]', 1),
    ('{"uart": ' * 3000, 1), ('{"link": "uart", "colour": "red"}', 2), ('{"link": "uart", "radio": 1}', 3),
    ('{"link": "uart", "role": {"a": []}}', 3),
])
def test_a_board_whose_settings_make_no_sense_says_so_and_obeys_nothing_but_service(text: str, kind: int) -> None:
    with BoardProcess({"radio": False}) as board:
        line = Line(board)
        line.run(0.1)
        settings = Path(board.serial_path).parent / "board.json"
        good = settings.read_text()
        settings.write_bytes(text.encode("latin-1"))
        board.restart()
        lay(line, CENTRE)
        line.say(wire.StateWanted())
        line.run(5)
        assert (board.boots, board.words) == (2, "")  # no reset, no trace
        assert line.hellos[-1].role == wire.NO_ROLE
        assert {m[1:] for m in line.unwell} == {(wire.BAD_SETTINGS, kind)}
        assert line.told == []
        line.say(wire.Service())
        line.run(1)
        assert board.at_prompt
        settings.write_text(good)
        board.restart()
        line.run(1)
        assert line.hellos[-1].role == wire.WHOLE
        line.port.close()


# --- SYNC ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["board", "radio", "bag", "whole"])
def test_each_pulse_on_sync_is_stamped_to_the_microsecond_and_told_at_once(role: str) -> None:
    with BoardProcess({"role": role}) as board:
        line = Line(board)
        line.run(0.1)
        sent = []
        for nth in range(5):
            line.run(0.5 + nth / 7000)
            sent.append(board.now_us)
            board.sync()
        line.run(0.5)
        assert [m.nth for m in line.synced] == [1, 2, 3, 4, 5]
        assert [m.at_us for m in line.synced] == sent  # it was started at 0
        assert all(0 <= m.at_ms - m.at_us // 1000 <= 25 for m in line.synced)
        line.port.close()


# --- files -----------------------------------------------------------------------------------------


def written(board: BoardProcess) -> dict[str, tuple[int, bytes]]:
    """Every file of the board with when it was written and what it holds; and when the folder was changed."""
    home = Path(board.serial_path).parent
    found = {path.name: (path.lstat().st_mtime_ns, path.read_bytes()) for path in home.iterdir()
             if path.name != "serial"}  # the way to its line is none of its files
    return {**found, ".": (home.stat().st_mtime_ns, b"")}


def test_no_file_is_written_once_the_board_has_started() -> None:
    """A write to flash stops the chip for tens of milliseconds, and a power cut in one costs the file."""
    with BoardProcess() as board:
        line = Line(board)
        line.run(0.1)
        before = written(board)
        assert {"boots.txt", "board.json"} <= set(before)
        for tile in range(20):
            lay(line, 11 * tile, tile)
            line.run(0.5)
            line.say(wire.Lamp(11 * tile, 255, 0, 0))
        line.say(wire.StateWanted())
        for test in (3, 4, 5, 6):
            line.say(wire.TestWanted(test, 3))
        lift(line, 0, 0)
        board.fault("chain_break", 6)
        line.run(2)
        board.heal("chain_break")
        line.say(wire.ReadAgain(11))
        line.run(2)
        assert len([m for m in messages(line.told) if isinstance(m, wire.TagRead)]) > 20
        assert written(board) == before
        line.say(wire.Service())  # what is written, this test sees
        line.run(1)
        assert written(board) != before
        line.port.close()
