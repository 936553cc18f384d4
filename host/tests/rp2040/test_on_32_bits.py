"""The tests of firmware/tests with the board's word size: its whole numbers of 31 bits, and no more heap than it has.

As on the board the files are compiled beforehand; each test file runs by itself, for they do not all fit at once.
"""

import subprocess

import pytest

from hardware_tests import needs
from host.board_image import NoImage, micropython_folder
from host.firmware_image import FIRMWARE

HEAP = "200K"  # a board has 235 KB free before our own start
# A hundred tiles on the models' table, and the models of two readers at once, are what no board has to hold.
CROWDED = {"test_field_permit": "1M", "test_figures": "1M", "test_hall_field": "1M", "test_turns": "1M",
           "test_bag": "230K"}  # with a hundred tags, and what the tests before have left in between
FILE_LIMIT_S = 120  # of real time for one file: the longest takes three seconds
FOLDERS = ("", "drivers", "roles", "scan", "sim", "sim/shadow", "tablewire", "tests")
NOT_COMPILED = {"boot.py", "main.py", "conftest.py", "run.py"}
TESTS = sorted(path.stem for path in (FIRMWARE / "tests").glob("test_*.py"))


@pytest.fixture(scope="session")
def builds():
    try:
        return micropython_folder(build=False)
    except NoImage as why:
        return needs.missing(str(why).rpartition("type: ")[2])


@pytest.fixture(scope="session")
def compiled(builds, tmp_path_factory):
    """A folder of firmware, models and tests, compiled."""
    out = tmp_path_factory.mktemp("compiled")
    for folder in FOLDERS:
        (out / folder).mkdir(exist_ok=True)
        for path in sorted((FIRMWARE / folder).glob("*.py")):
            if path.name not in NOT_COMPILED:
                target = out / folder / f"{path.stem}.mpy"
                subprocess.run([builds / "mpy-cross", "-march=x86", "-o", target, path], check=True)
    (out / "tests" / "run.py").write_bytes((FIRMWARE / "tests" / "run.py").read_bytes())
    return out


@pytest.mark.parametrize("name", TESTS)
def test_what_passes_with_64_bits_passes_with_32(builds, compiled, name):
    heap = CROWDED.get(name, HEAP)
    done = subprocess.run([builds / "micropython-32", "-X", f"heapsize={heap}", "tests/run.py", f"{name}."],
                          cwd=compiled, env={"MICROPYPATH": ".frozen"}, capture_output=True, text=True,
                          timeout=FILE_LIMIT_S, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", 0 failed" in done.stdout


def test_the_word_size_is_the_boards(builds):
    """Else these tests would tell no more than the others."""
    done = subprocess.run([builds / "micropython-32", "-c", "import sys; print(sys.maxsize)"], capture_output=True,
                          text=True, check=False)
    assert int(done.stdout) == 2**31 - 1
