"""Which statements of the firmware its own tests reach under MicroPython: `make coverage-firmware` prints the share.

Each test file runs by itself under the build that has sys.settrace; a statement is reached when any line of it is.
What boards have compiled to machine code runs in bytecode here, for nothing sees into the other.
Not counted: docstrings, and the files that only a board or the emulator runs (NOT_RUN).
"""

import ast
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from host.board_image import NoImage, micropython_folder
from host.firmware_image import FIRMWARE, names
from host.simulator.plain_firmware import plain_copy

# The start of a board: the emulated one runs these files, see host/tests/rp2040.
NOT_RUN = {"boot.py", "main.py", "drivers/ports.py"}
# What a board is put together by, its settings and its bench checks run in whole boards: host/tests starts those as
# processes, which nothing traces, so they count here as not reached. The rest is at 95 % and more.
LEAST = 0.75  # of all statements
TRACED_AMISS = {"test_heap"}  # asks that nothing is allocated, and the tracer allocates


def statements(source: str) -> Iterator[tuple[int, int]]:
    """First and last line of each statement's own text: of a compound one, of what stands before its body.

    >>> list(statements("if a:\\n    b = (1,\\n         2)\\n"))
    [(1, 1), (2, 3)]
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.stmt):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            continue
        body = getattr(node, "body", None)
        last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
        yield node.lineno, max(node.lineno, last)


def reached() -> dict[str, set[int]]:
    """The lines that the tests reach, by file (`scan/settle.py`). Raises NoImage."""
    micropython = micropython_folder() / "micropython-settrace"
    found: dict[str, set[int]] = defaultdict(set)
    with tempfile.TemporaryDirectory() as folder:
        firmware = plain_copy(FIRMWARE, Path(folder)).resolve()
        shadow = f"{firmware / 'sim' / 'shadow'}:{firmware}:"
        runs = [(test, path) for tests, path in (("tests", ""), ("tests/timed", shadow))
                for test in sorted((firmware / tests).glob("test_*.py")) if test.stem not in TRACED_AMISS]
        with ThreadPoolExecutor(os.cpu_count()) as several:
            for each in several.map(lambda run: list(_lines(micropython, firmware, *run)), runs):
                for name, lines in each:
                    found[name].update(lines)
    return found


def _lines(micropython: Path, firmware: Path, test: Path, path: str) -> Iterator[tuple[str, set[int]]]:
    """The lines that one test file reaches, by file; `path` stands first on MICROPYPATH."""
    done = subprocess.run(
        [micropython, "-X", "heapsize=64M", firmware / "tests/lines_run.py", f"{test.stem}.", test.parent],
        capture_output=True, text=True, check=False,
        env={**os.environ, "MICROPYPATH": f"{path}.frozen:{firmware / 'tests'}"})
    if done.returncode:
        print(f"{test.name}: {done.stdout.strip().splitlines()[-1:]} {done.stderr.strip()[-200:]}", file=sys.stderr)
    for line in done.stdout.splitlines():
        if line.startswith("reached "):
            _, name, *numbers = line.split()
            file = Path(os.path.normpath(name))
            if file.is_relative_to(firmware):
                yield file.relative_to(firmware).as_posix(), set(map(int, numbers))


def main() -> int:
    """Print a line a file, and the sum; 1 when it is less than LEAST."""
    try:
        lines = reached()
    except NoImage as why:
        print(why, file=sys.stderr)
        return 2
    whole = hit = 0
    for name in names():
        if name in NOT_RUN:
            continue
        wanted = list(statements((FIRMWARE / name).read_text(encoding="utf-8")))
        missed = [first for first, last in wanted if not lines[name].intersection(range(first, last + 1))]
        whole, hit = whole + len(wanted), hit + len(wanted) - len(missed)
        share = 100 * (len(wanted) - len(missed)) / max(1, len(wanted))
        print(f"{name:28} {share:5.1f} %  {len(wanted):4}  {' '.join(map(str, missed))}")
    print(f"{'all':28} {100 * hit / whole:5.1f} %  {whole:4}  (at least {100 * LEAST:.0f} %)")
    return 0 if hit >= LEAST * whole else 1


if __name__ == "__main__":
    sys.exit(main())
