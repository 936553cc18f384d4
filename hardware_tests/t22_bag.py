"""T22: does the bag's loop read nearly all tiles while the bag is shaken, and its ring every single tile?

Source of the limits: hardware test plan, T22. A tile that lies edge-on is not read: hence 95, and the shaking.
"""

from tablewire.messages import BagSighting, BagTag, StateWanted

from hardware_tests import hearing
from hardware_tests.bench import Bench, Check, Finding
from hardware_tests.parts import BAG_LOOPS
from hardware_tests.person import TILES, Request, What

SHAKES = 5
SHAKE_S = 2.0        # to read a hundred tags takes 1.2 s
LEAST = 95
PASSES = 20
PASSES_S = 1.0
LIMIT = f">= {LEAST} of {TILES} tiles in {SHAKES * SHAKE_S:g} s of shaking; ring {PASSES} of {PASSES}"


def measure(bench: Bench) -> Finding:
    """Have the full bag shaken, then single tiles passed through its neck."""
    read: set[bytes] = set()
    for _ in range(SHAKES):
        bench.person.does(Request(What.SHAKE, f"Shake the bag with {TILES} tiles for two seconds.", count=TILES))
        bench.say(StateWanted())     # it counts the bag at once
        read |= {each.message.tag for each in bench.told(SHAKE_S) if isinstance(each.message, BagTag)}
    seen = 0
    for tile in range(PASSES):
        hearing.fresh(bench)
        bench.person.does(Request(What.PASS, "Pass one tile flat through the neck of the bag.", tile=tile + 1))
        told = bench.told(PASSES_S)
        seen += any(isinstance(each.message, BagSighting) for each in told)
    advice = ""
    if seen < PASSES:
        advice = f"the ring saw {seen} of {PASSES} tiles: look at its cable, and pass them flat, not edge-on"
    if len(read) < LEAST:
        advice = f"the loop under the bag read {len(read)} of {TILES} tiles: look at its cable, then for dead tags"
    return Finding(not advice, f"{len(read)} of {TILES} read, ring {seen} of {PASSES}", LIMIT, advice)


DOES = "The full bag is shaken; then single tiles pass its neck."
CHECK = Check("T22", "bag", DOES, LIMIT, measure, needs_person=True, part=BAG_LOOPS)
