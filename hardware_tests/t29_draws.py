"""T29: do tiles come out of the bag one by one, or do their magnets hold them together?

Source of the limit: hardware test plan, row 7 of its amendments. It decides the magnet, before any board is ordered.
"""

from hardware_tests.bench import Bench, Check, Finding
from hardware_tests.person import TILES, Request, What

MOST = 2
LIMIT = f"at most {MOST} of {TILES} draws bring two tiles"


def measure(bench: Bench) -> Finding:
    """Have a hundred tiles shaken and drawn one at a time; every draw is counted."""
    bench.person.does(Request(What.SHAKE, f"Shake the bag with all {TILES} tiles for ten seconds.", count=TILES,
                              name="draws"))
    doubled = drawn = left = 0
    for draw in range(1, TILES + 1):
        asks = f"Draw {draw}: draw one tile without looking, put it back, shake. How many came out?"
        count = round(bench.person.measures(Request(What.COUNT, asks, name="draw", count=draw)))
        drawn += 1
        doubled += count > 1
        left += count < 1
    advice = ""
    if left:
        advice = f"{left} draws brought nothing: draw again, a tile each time"
    elif doubled > MOST:
        advice = ("the magnets hold tiles together: take the weaker one (2 x 1 mm before 3 x 1 mm), never 4 x 2 mm,"
                  " and glue all with the same pole down")
    return Finding(not advice, f"{doubled} of {drawn} draws doubled", LIMIT, advice)


DOES = f"{TILES} tiles are shaken in the bag and drawn one at a time, {TILES} times."
CHECK = Check("T29", "draws", DOES, LIMIT, measure, needs_person=True, once=True)
