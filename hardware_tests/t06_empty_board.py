"""T06: does an empty board stay empty for ten seconds?

Source of the limit: hardware test plan, T06. A square that was on in a single reading has toggled.
"""

from hardware_tests import hearing
from hardware_tests.bench import Bench, Check, Counted, Finding, first_and_more
from hardware_tests.parts import MAGNETS

SECONDS = 10
SCANS_A_SECOND = 100  # as in play
COUNT = SECONDS * SCANS_A_SECOND
PATIENCE_S = 3.0 * SECONDS
LIMIT = f"0 squares ever on in {SECONDS} s"


def measure(bench: Bench) -> Finding:
    """Have the board read the chain as in play, and remember every square that was ever on."""
    bench.told(0)
    counted = bench.run_test(6, COUNT, PATIENCE_S)
    squares = hearing.bad_squares(bench.told(0), counted)
    advice = _advice(counted, squares)
    return Finding(not advice, f"{counted.failed} squares on in {counted.tried} sound readings", LIMIT, advice,
                   dict.fromkeys(squares, "is on with no tile on the board"))


def _advice(counted: Counted, squares: list[int]) -> str:
    if squares:
        return (f"not empty: {first_and_more(squares)}; lift every tile and check again, and if none lay there,"
                " change the sensor")
    if counted.tried < COUNT:
        return f"{counted.tried} of {COUNT} readings had their sentinels right: mend what T04 finds first"
    return ""


DOES = f"All squares are read for {SECONDS} s; no tile may lie on the board."
CHECK = Check("T06", "empty board", DOES, LIMIT, measure, part=MAGNETS)
