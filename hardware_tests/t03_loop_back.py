"""T03: do bits shift through the whole chain of the Hall sensors, there and back?

Source of the limit: hardware test plan, T03. The board shifts; this counts.
"""

from hardware_tests.bench import NOWHERE, Bench, Check, Counted, Finding, rows_near
from hardware_tests.parts import MAGNETS

CHAIN_BITS = 240  # thirty chips of eight
BITS = 100_000  # 10^5: an error rate of 3 in 10^5 or more is seen with 95 %
COUNT = -(-BITS // CHAIN_BITS)
PATIENCE_S = 30.0  # a microcontroller makes and compares 240 bits in less than 20 ms
LIMIT = f"{BITS} bits, 0 wrong"


def measure(bench: Bench) -> Finding:
    """Have the board shift pseudo-random bits from DS through all chips."""
    counted = bench.run_test(3, COUNT, PATIENCE_S)
    measured = f"{counted.failed} of {counted.tried * CHAIN_BITS} bits wrong"
    advice = _advice(counted)
    return Finding(not advice, measured, LIMIT, advice)


def _advice(counted: Counted) -> str:
    if counted.tried < COUNT:
        return "this board's firmware has no such check: copy the folder firmware of this version to it"
    if not counted.failed:
        return ""
    if counted.where == NOWHERE:
        return "the chain is whole but bits tip over: lower CHAIN_HZ to 1 MHz, and look at the clock's buffers"
    return f"the chain breaks off at {rows_near(counted.where)}: look at the ribbon and the joints there"


DOES = "Pseudo-random bits go through all chips of the Hall chain."
CHECK = Check("T03", "loop-back", DOES, LIMIT, measure, part=MAGNETS)
