"""T16: does the chain that selects the antennas give back each pattern, do the 24 V stand, is never a second loop on?

Source of the limits: hardware test plan, T16. The board shifts and measures; this counts.
"""

from tablewire.messages import BAG, BOARD, WHERE_CHAIN, WHERE_HOT, WHERE_NO_FIELD, WHERE_RAIL, WHERE_TWO_LOOPS, WHOLE

from hardware_tests.bench import ROWS, SIDE, Bench, Check, Counted, Finding, absent

COUNT = 20
LOOPS = 34
PATIENCE_S = 20.0  # 34 patterns go round in some ms
WITHOUT = (WHOLE, BOARD, BAG)  # roles that may have no antenna chain
LIMIT = f"{COUNT} of {COUNT}: {LOOPS} patterns round the chain, 22 to 26 V, no loop on that is not selected"
ADVICE = {
    WHERE_RAIL: "the antennas' supply is outside 22 to 26 V: look at the converter and its cable",
    WHERE_CHAIN: "the antenna chain does not give back what is sent: look at its cable",
    WHERE_TWO_LOOPS: "a loop is on whatever is selected: an output has failed, replace its TPIC6B595",
    WHERE_NO_FIELD: "no field comes up to look for a second loop: mend what T15 finds first",
    WHERE_HOT: "no field comes up to look for a second loop: mend what T15 finds first",
}


def measure(bench: Bench) -> Finding:
    """Have the board walk all patterns with the loops off, measure the 24 V, and listen with no loop selected."""
    counted = bench.run_test(16, COUNT, PATIENCE_S)
    if not counted.tried and (finding := absent(bench, WITHOUT, "antenna chain", LIMIT)):
        return finding
    advice = _advice(counted)
    return Finding(not advice, f"{counted.tried - counted.failed} of {counted.tried} sound", LIMIT, advice)


def loop_name(loop: int) -> str:
    """Where loop `loop` (0..33) lies.

    >>> loop_name(3), loop_name(15), loop_name(33)
    ('row d', 'column 1', 'rack 4')
    """
    if loop < SIDE:
        return f"row {ROWS[loop]}"
    return f"column {loop - SIDE + 1}" if loop < 2 * SIDE else f"rack {loop - 2 * SIDE + 1}"


def _advice(counted: Counted) -> str:
    if counted.tried < COUNT:
        return "this board's firmware has no such check: copy the folder firmware of this version to it"
    if not counted.failed:
        return ""
    if counted.where < LOOPS:
        return (f"the chain alters patterns, that of {loop_name(counted.where)} first: look at its plugs, then"
                " replace the TPIC6B595 of that loop")
    return ADVICE.get(counted.where, "no radio reader answers: mend what T15 finds first")


CHECK = Check("T16", "antennas", "All antennas are selected in turn, without field.", LIMIT, measure)
