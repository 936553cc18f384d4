"""How long the board takes to see and read tiles, for `make bench`: virtual time, figures of models.

The radio's and the pad's are measured by the firmware's own tests/figures.py; here it is run, and its table is read.
"""

import os
import subprocess
from collections.abc import Iterator

from tablewire import messages as wire

from host.simulator.board_process import FIRMWARE, BoardProcess, find_micropython
from host.simulator.plain_firmware import runnable
from host.tests.board_line import Line, lay

HEAP = "8M"
LIMIT_S = 300  # of real time; it takes some ten seconds
SCANS_LEAST = 100  # a second: the budgets
BEATS = 20  # two a second


def model_figures() -> Iterator[tuple[str, float, float | None, str, float | None]]:
    """(what, value, budget, unit, floor) of each; None where nothing is asked."""
    micropython = find_micropython()
    figures = runnable(micropython, FIRMWARE) / "tests" / "figures.py"
    done = subprocess.run([micropython, "-X", f"heapsize={HEAP}", str(figures)],
                          capture_output=True, text=True, timeout=LIMIT_S, check=True,
                          env={**os.environ, "MICROPYPATH": ".frozen"})
    cost, *rows = done.stdout.splitlines()
    for row in rows:
        value, bound, floor, unit, what = row.split("\t")
        yield f"{what} (model, {cost})", float(value), _number(bound), unit, _number(floor)


def _number(word: str) -> float | None:
    return None if word == "-" else float(word)


def scans_a_second() -> float:
    """Of the Hall chain while the same board reads tags, by what it tells with its heartbeats."""
    with BoardProcess() as board:
        line = Line(board)
        line.run(1)
        for tile in range(7):
            lay(line, 108 + tile, tile)
        line.run((BEATS + 1) / 2)
        line.port.close()
        first, last = line.beats[-BEATS], line.beats[-1]
        assert any(isinstance(told.message, wire.TagRead) for told in line.told)
        return 1000 * (last.scans - first.scans) / (last.at_ms - first.at_ms)
