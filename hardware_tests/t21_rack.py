"""T21: are seven tiles on a rack all read, soon, and every time?

Source of the limit: hardware test plan, T21. The board of the loops reads the racks.
"""

from typing import Any

from tablewire.messages import RACKS, RackEnd, RackWanted

from hardware_tests import hearing
from hardware_tests.bench import Bench, Check, Finding
from hardware_tests.parts import RACK_LOOPS
from hardware_tests.person import Request, What

TILES = 7
TIMES = 20
LIMIT_MS = 300.0
PATIENCE_S = 2.0
LIES_S = 1.0
LIMIT = f"{TILES} of {TILES} tiles in less than {LIMIT_MS:g} ms, {TIMES} times, on {RACKS} racks"


def measure(bench: Bench) -> Finding:
    """Have seven tiles laid on each rack, and the rack read twenty times."""
    slowest_ms = 0.0
    wrong: dict[int, str] = {}
    for rack in range(RACKS):
        bench.person.does(Request(What.RACK, f"Lay {TILES} tiles on rack {rack + 1}, and none on the others.", tile=1,
                                  name=str(rack), count=TILES))
        bench.wait(LIES_S)
        for _ in range(TIMES):
            count, took_ms = _read(bench, rack)
            slowest_ms = max(slowest_ms, took_ms)
            if count != TILES or took_ms >= LIMIT_MS:
                wrong.setdefault(rack, f"{count} of {TILES} in {took_ms:.0f} ms")
    bench.person.does(Request(What.RACK, "Take all tiles off the racks.", name=str(RACKS - 1), count=0))
    advice = "; ".join(f"rack {rack + 1}: {what}" for rack, what in wrong.items())
    if advice:
        advice += ": look at the plug of that rack's cable, then read its tiles one by one"
    measured = f"{RACKS - len(wrong)} of {RACKS} racks sound, slowest {slowest_ms:.0f} ms"
    return Finding(not wrong, measured, LIMIT, advice)


def _read(bench: Bench, rack: int) -> tuple[int, float]:
    """How many tiles the board tells on `rack`, and the ms that it takes."""
    def ends(message: Any) -> bool:
        return isinstance(message, RackEnd) and bool(message.rack == rack)

    hearing.fresh(bench)
    began_s = bench.now_s()
    bench.say(RackWanted(rack))
    told = bench.told(PATIENCE_S, ends)
    last = [each for each in told if ends(each.message)]
    return (last[-1].message.tags, 1000 * (last[-1].at_s - began_s)) if last else (0, 1000 * PATIENCE_S)


DOES = "Seven tiles are laid on each rack in turn."
CHECK = Check("T21", "racks", DOES, LIMIT, measure, needs_person=True, part=RACK_LOOPS)
