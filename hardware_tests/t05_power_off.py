"""T05: does every square read absent while the Hall sensors have no supply?

Source of the limit: hardware test plan, T05. On an empty board it finds outputs shorted to ground; with
a tile lying anywhere it finds a supply that does not switch off, too.
"""

from hardware_tests.bench import Bench, Check, Counted, Finding, first_and_more
from hardware_tests.parts import MAGNETS

SQUARES = 225
COUNT = 20  # readings: what pulls down only now and then is T06's affair
PATIENCE_S = 5.0  # the sensors' capacitors empty in 0.2 s
LIMIT = f"{SQUARES} of {SQUARES} squares absent"


def measure(bench: Bench) -> Finding:
    """Have the board cut the sensors' supply, read, and give it back."""
    counted = bench.run_test(5, COUNT, PATIENCE_S)
    absent = f"{SQUARES - counted.failed} of {SQUARES} squares absent" if counted.tried else "no sound reading"
    advice = _advice(counted)
    return Finding(not advice, absent, LIMIT, advice)


def _advice(counted: Counted) -> str:
    if counted.failed:
        return (f"without supply still present: {first_and_more(counted)}; if a tile lies there, the P-FET at GP6"
                " does not switch off, otherwise the sensor's output is shorted to ground")
    if counted.tried < COUNT:
        return f"{counted.tried} of {COUNT} readings had their sentinels right: mend what T04 finds first"
    return ""


DOES = "The Hall sensors lose their supply, and all squares are read."
CHECK = Check("T05", "power off", DOES, LIMIT, measure, part=MAGNETS)
