"""T16: does the chain that selects the antennas give back each pattern, do the 24 V stand, is never a second loop on?

And has the board found one open while it read tags? Source of the limits: hardware test plan, T16, and failure 32.
The board shifts and measures; this counts.
"""

from dataclasses import replace

from tablewire.messages import BAG, BOARD, WHERE_CHAIN, WHERE_HOT, WHERE_NO_FIELD, WHERE_RAIL, WHERE_TWO_LOOPS, WHOLE

from hardware_tests.bench import MEETS_S, ROWS, SIDE, Bench, Check, Finding
from hardware_tests.chips import COUNT, ChipCheck

LOOPS = 34
BAG_LOOPS = ("the ring", "the bag")
LIMIT = (f"{COUNT} of {COUNT}: {LOOPS} patterns round the chain, 22 to 26 V, no loop on that is not selected, none"
         " open when read")


def loop_name(loop: int) -> str:
    """Where loop `loop` (0..33) lies.

    >>> loop_name(3), loop_name(15), loop_name(33)
    ('row d', 'column 1', 'rack 4')
    """
    if loop < SIDE:
        return f"row {ROWS[loop]}"
    return f"column {loop - SIDE + 1}" if loop < 2 * SIDE else f"rack {loop - 2 * SIDE + 1}"


CHIP = ChipCheck(
    16, "antenna chain", (WHOLE, BOARD, BAG), LIMIT,
    {
        WHERE_RAIL: "the antennas' supply is outside 22 to 26 V: look at the converter and its cable",
        WHERE_CHAIN: "the antenna chain does not give back what is sent: look at its cable",
        WHERE_TWO_LOOPS: "a loop is on whatever is selected: an output has failed, replace its TPIC6B595",
        WHERE_NO_FIELD: "no field comes up to look for a second loop: mend what T15 finds first",
        WHERE_HOT: "no field comes up to look for a second loop: mend what T15 finds first",
    } | {
        loop: f"the chain alters patterns, that of {loop_name(loop)} first: look at its plugs, then replace the"
              " TPIC6B595 of that loop"
        for loop in range(LOOPS)
    },
    otherwise="no radio reader answers: mend what T15 finds first",
    remarks={},
)


def measure(bench: Bench) -> Finding:
    """Have the board ask the chain; and hear which loops it has found open whenever it read tags."""
    finding, out = CHIP.measure(bench), bench.loops_out()
    if not finding.passed or not out:
        return finding
    of_bag = any(hello.role == BAG for hello in bench.hellos(MEETS_S))
    loops = ", ".join(BAG_LOOPS[loop] if of_bag else loop_name(loop) for loop in out)
    return replace(finding, here=True, passed=False,
                   measured=f"{finding.measured}; without current when read: {loops}",
                   advice=f"the loop of {loops} is open: look at its joints, its diodes and its cable")


DOES = "All antennas are selected in turn, without field; those that the board has found open are named."
CHECK = Check("T16", "antennas", DOES, LIMIT, measure)
