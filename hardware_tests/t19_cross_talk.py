"""T19: is a tile read by the two loops that cross under it, and by no other?

Source of the limit: hardware test plan, T19. The board reads all thirty loops; this compares.
"""

from tablewire.messages import Measured

from hardware_tests import hearing
from hardware_tests.bench import SIDE, Bench, Check, Finding, square_name
from hardware_tests.parts import LOOPS
from hardware_tests.t16_antennas import loop_name

SQUARES = tuple(SIDE * number + (7 * number + 3) % SIDE for number in range(SIDE))  # each row once, each column once
READINGS = 2
PATIENCE_S = 60.0
LIMIT = f"at {len(SQUARES)} squares, their row's and their column's loop and no other"


def measure(bench: Bench) -> Finding:
    """Have a tile laid on a square of each row and column, and all loops read."""
    wrong: dict[int, str] = {}
    for square in SQUARES:
        bench.person.does(hearing.lay(square))
        bench.wait(hearing.SETTLES_S)
        hearing.fresh(bench)
        counted = bench.run_test(19, READINGS, PATIENCE_S)
        told = {message.where for _, message in bench.told(0) if isinstance(message, Measured) and message.value}
        bench.person.does(hearing.lift(square))
        if not counted.tried:
            return Finding(False, "nothing", LIMIT, "this board's firmware has no such check, or it has no antennas")
        if found := _told(set(hearing.loops_of(square)), told):
            wrong[square] = found
    advice = "; ".join(f"{square_name(square)}: {what}" for square, what in list(wrong.items())[:3])
    if advice:
        advice += ": look for solder between loops and at their diodes; a silent loop is T17's affair"
    return Finding(not wrong, f"{len(SQUARES) - len(wrong)} of {len(SQUARES)} squares sound", LIMIT, advice, wrong)


def _told(wanted: set[int], heard: set[int]) -> str:
    if more := heard - wanted:
        return f"{' and '.join(map(loop_name, sorted(more)))} read it, too"
    if less := wanted - heard:
        return f"{' and '.join(map(loop_name, sorted(less)))} read nothing"
    return ""


DOES = "One tile is laid on a square of each row and column, and every loop is read."
CHECK = Check("T19", "cross-talk", DOES, LIMIT, measure, needs_person=True, part=LOOPS)
