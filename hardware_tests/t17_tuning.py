"""T17: is every loop antenna as well in tune as on the day of calibration, and as its neighbours are?

Source of the limits: hardware test plan, T17. The board measures the receiver's gain with each loop; no tag may lie
on the board or a rack.
"""

from collections.abc import Mapping
from statistics import median

from tablewire.messages import BAG, BOARD, WHOLE, Measured

from hardware_tests.bench import Bench, Check, Finding, absent
from hardware_tests.t16_antennas import LOOPS, loop_name

COUNT = 8            # readings of each loop
PATIENCE_S = 20.0
OF_STORED, OF_MEDIAN = 0.15, 0.30
WITHOUT = (WHOLE, BOARD, BAG)
LIMIT = f"{LOOPS} loops within 15 % of their stored gain and 30 % of the median"


def measure(bench: Bench) -> Finding:
    """Have the board measure each loop's gain, and compare."""
    bench.told(0)
    counted = bench.run_test(17, COUNT, PATIENCE_S)
    if not counted.tried and (finding := absent(bench, WITHOUT, "antenna chain", LIMIT)):
        return finding
    gains = {each.message.where: each.message.value for each in bench.told(0) if isinstance(each.message, Measured)}
    advice = _advice(gains, bench.notes.gains)
    span = f"gain {min(gains.values())} to {max(gains.values())}" if gains else "no gain"
    stored = "" if bench.notes.gains else "; no stored values yet"
    if not advice and stored:
        stored += ": keep this report for the next time"
    return Finding(not advice, f"{len(gains)} of {LOOPS} loops, {span}{stored}", LIMIT, advice, gains=gains)


def _advice(gains: Mapping[int, int], stored: Mapping[int, int]) -> str:
    if len(gains) < LOOPS:
        missing = min(set(range(LOOPS)) - gains.keys())
        return f"the loop of {loop_name(missing)} cannot be measured: mend what T15 and T16 find first"
    usual = median(gains.values())
    for loop in sorted(gains):
        if abs(gains[loop] - usual) > OF_MEDIAN * usual:
            return (f"the loop of {loop_name(loop)} is out of tune: look at its capacitor and its diodes; an open or"
                    " shorted loop reads so, too")
    for loop in sorted(stored.keys() & gains.keys()):
        if abs(gains[loop] - stored[loop]) > OF_STORED * stored[loop]:
            return (f"the loop of {loop_name(loop)} has changed since it was stored: look for metal near it, then at"
                    " its joints; if it was tuned since, store all anew: --new-gains")
    return ""


CHECK = Check("T17", "loop tuning", "The gain of each loop is measured; no tag lies anywhere.", LIMIT, measure)
