"""T05: does every square read absent while the Hall sensors have no supply, and do they have none when it is cut?

Source of the limits: hardware test plan, T05; DRV5032 data sheet, a supply of 1.65 V or more. The board measures what
its sensors get, so that a supply that does not switch off shows on an empty board, too.
"""

from tablewire.messages import NOWHERE, Measured

from hardware_tests import hearing
from hardware_tests.bench import Bench, Check, Counted, Finding, first_and_more
from hardware_tests.parts import MAGNETS

SQUARES = 225
COUNT = 20  # readings: what pulls down only now and then is T06's affair
PATIENCE_S = 5.0  # the sensors' capacitors empty in 0.2 s
WORKS_MV = 1_650  # from here on a sensor works
UNMEASURED_MV = 0xFFFF  # the wire by which the board measures it is not there
LIMIT = f"{SQUARES} of {SQUARES} squares absent, the sensors' supply below {WORKS_MV / 1000:g} V"


def measure(bench: Bench) -> Finding:
    """Have the board cut the sensors' supply, read, and give it back."""
    bench.told(0)
    counted = bench.run_test(5, COUNT, PATIENCE_S)
    told = bench.told(0)
    squares = hearing.bad_squares(told, counted)
    left_mv = max((each.message.value for each in told
                   if isinstance(each.message, Measured) and each.message.where == NOWHERE), default=None)
    absent = f"{SQUARES - counted.failed} of {SQUARES} squares absent" if counted.tried else "no sound reading"
    left = f", sensors' supply at {left_mv / 1000:.2f} V" if left_mv not in (None, UNMEASURED_MV) else ""
    advice = _advice(counted, squares, left_mv)
    return Finding(not advice, absent + left, LIMIT, advice, dict.fromkeys(squares, "is on without supply"))


def _advice(counted: Counted, squares: list[int], left_mv: int | None) -> str:
    if left_mv not in (None, UNMEASURED_MV) and left_mv >= WORKS_MV:
        return (f"the sensors still get {left_mv / 1000:.2f} V when their supply is cut: the P-FET at GP6 does not"
                " switch off, or solder bridges it")
    if squares:
        return f"without supply still present: {first_and_more(squares)}; the sensor's output is shorted to ground"
    if counted.tried < COUNT:
        return f"{counted.tried} of {COUNT} readings had their sentinels right: mend what T04 finds first"
    if left_mv == UNMEASURED_MV:
        return ("nobody can tell whether the sensors' supply switches off: solder the wire from their 3.3 V to GP27,"
                " and restart the board")
    if left_mv is None:
        return ("this board's firmware does not measure its sensors' supply: copy the folder firmware of this version"
                " to it")
    return ""


DOES = "The Hall sensors lose their supply, which is measured, and all squares are read."
CHECK = Check("T05", "power off", DOES, LIMIT, measure, part=MAGNETS)
