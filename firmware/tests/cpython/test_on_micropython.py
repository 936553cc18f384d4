"""The tests of firmware/tests once more under MicroPython: what passes on CPython may fail on a board."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hardware_tests import needs

RUNNER = Path(__file__).resolve().parents[1] / "run.py"
LIMIT_S = 300  # of real time; the run takes 22 s of a core, and others may want that too


def micropython():
    """The one installed beside this Python, else the one on PATH."""
    return shutil.which("micropython", path=str(Path(sys.executable).parent)) or needs.program("micropython")


def run(*arguments, path=".frozen"):
    return subprocess.run([micropython(), *arguments], capture_output=True, text=True, timeout=LIMIT_S, check=False,
                          env={**os.environ, "MICROPYPATH": path})


def test_everything_passes_under_micropython_too():
    done = run(str(RUNNER))
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", 0 failed" in done.stdout


def test_the_tasks_keep_their_promises_in_virtual_time():
    """What needs tasks and the heap of MicroPython itself: tests/timed."""
    firmware = RUNNER.parents[1]
    done = run(str(RUNNER), "test_", str(RUNNER.parent / "timed"), path=f"{firmware}/sim/shadow:{firmware}:.frozen")
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
