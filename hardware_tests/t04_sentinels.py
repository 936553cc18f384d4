"""T04: does every reading of the Hall chain carry the fifteen sentinel bits as they are wired?

Source of the limit: hardware test plan, T04. The board reads; this counts.
"""

from hardware_tests.bench import ROWS, Bench, Check, Counted, Finding, rows_near
from hardware_tests.parts import MAGNETS

COUNT = 1000
PATIENCE_S = 20.0  # a reading takes less than 10 ms, or the board could not scan 100 times a second
PASSES_TO_TELL = 10  # of T03: a broken chain spoils half the bits of each
LIMIT = f"{COUNT} of {COUNT} readings with every sentinel right"


def measure(bench: Bench) -> Finding:
    """Have the board read the chain and look at the sentinels only."""
    counted = bench.run_test(4, COUNT, PATIENCE_S)
    measured = f"{counted.tried - counted.failed} of {counted.tried} readings right"
    advice = _advice(counted, bench)
    return Finding(not advice, measured, LIMIT, advice)


def _advice(counted: Counted, bench: Bench) -> str:
    if counted.tried < COUNT:
        return "this board's firmware has no such check: copy the folder firmware of this version to it"
    if not counted.failed:
        return ""
    if counted.failed < counted.tried:
        return (f"some readings are wrong, the first at row {ROWS[counted.where]}: look at the plugs of the chain,"
                " then lower CHAIN_HZ")
    if bench.run_test(3, PASSES_TO_TELL, PATIENCE_S).failed:
        return f"the chain breaks off at {rows_near(counted.where)}: look at the ribbon and the joints there"
    return f"the chain is whole but the sentinel of row {ROWS[counted.where]} is not as wired: mend its own wire"


CHECK = Check("T04", "sentinels", "The fifteen sentinel bits are read over and over.", LIMIT, measure, part=MAGNETS)
