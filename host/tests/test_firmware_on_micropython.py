"""The tests of firmware/tests once more under MicroPython: what passes on CPython may fail on a board."""

import os
import subprocess

from host.simulator.board_process import FIRMWARE, find_micropython
from host.simulator.plain_firmware import plain_once, runnable
from host.tests.board_line import require_micropython

RUNNER = FIRMWARE / "tests" / "run.py"
LIMIT_S = 300  # of real time; the run takes 22 s of a core, and others may want that too


def run(*arguments, path=".frozen"):
    require_micropython()
    return subprocess.run([find_micropython(), *arguments], capture_output=True, text=True, timeout=LIMIT_S,
                          check=False, env={**os.environ, "MICROPYPATH": path})


def firmware():
    """From where its tests run: elsewhere, where MicroPython compiles nothing to machine code."""
    require_micropython()
    return runnable(find_micropython(), FIRMWARE)


def test_everything_passes_under_micropython_too():
    done = run(str(firmware() / "tests" / "run.py"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", 0 failed" in done.stdout


def test_the_tasks_keep_their_promises_in_virtual_time():
    """What needs tasks and the heap of MicroPython itself: tests/timed."""
    home = firmware()
    tests = home / "tests"
    done = run(str(tests / "run.py"), "test_", str(tests / "timed"), path=f"{home}/sim/shadow:{home}:.frozen")
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", 0 failed" in done.stdout


def test_what_is_compiled_to_machine_code_passes_in_bytecode_too():
    """As on a 64-bit Raspberry Pi: the drivers and chains that are compiled elsewhere."""
    for name in ("test_pn5180.", "test_mfrc522.", "test_lamps."):
        done = run(str(plain_once(FIRMWARE) / "tests" / "run.py"), name)
        assert done.returncode == 0, done.stdout + done.stderr
        assert ", 0 failed" in done.stdout


def test_a_failing_test_fails_the_run(tmp_path):
    """Else a runner that is broken would look like a suite that passes."""
    (tmp_path / "run.py").write_text(RUNNER.read_text())
    (tmp_path / "test_wrong.py").write_text("def test_right():\n    pass\n\n\ndef test_wrong():\n    assert 0\n")
    done = run(str(tmp_path / "run.py"))
    assert done.returncode == 1
    assert "FAILED test_wrong.py: test_wrong" in done.stdout
    assert "2 tests, 1 failed" in done.stdout


def test_a_run_without_tests_fails_too(tmp_path):
    (tmp_path / "run.py").write_text(RUNNER.read_text())
    assert run(str(tmp_path / "run.py")).returncode == 1
