"""T09: does a square let go of its tile in the midst of eight others?

Source of the limit: hardware test plan, T09. The stray field of eight neighbours has the opposite sign: a sensor of
another kind (omnipolar) may hold on to it.
"""

from tablewire.messages import HallChanged

from hardware_tests import hearing, jig
from hardware_tests.bench import SIDE, Bench, Check, Finding, Unanswered, square_name
from hardware_tests.parts import MAGNETS
from hardware_tests.t07_magnet_walk import SILENT, STUCK

CENTRE = 112
BLOCK = tuple(CENTRE + SIDE * down + right for down in (-1, 0, 1) for right in (-1, 0, 1))
LIMIT_MS = 150.0
PATIENCE_S = 2.0
LIMIT = f"the centre's first reading without its tile in less than {LIMIT_MS:g} ms"


def measure(bench: Bench) -> Finding:
    """Have nine tiles laid, and the one in the middle lifted."""
    stuck = CENTRE in hearing.on_now(bench)
    for tile, square in enumerate(BLOCK, 1):
        hearing.lead(bench, square)
        bench.person.does(hearing.lay(square, tile))
    felt = (CENTRE, True) in hearing.changes(bench.told(hearing.SETTLES_S))
    tile = BLOCK.index(CENTRE) + 1
    moment = jig.moment_s(bench, hearing.lift(CENTRE, tile), down=False)
    told = bench.told(PATIENCE_S, lambda message: isinstance(message, HallChanged) and message.square == CENTRE)
    off = [each for each in told if isinstance(each.message, HallChanged) and each.message.square == CENTRE]
    for each, square in enumerate(BLOCK, 1):
        if square != CENTRE:
            bench.person.does(hearing.lift(square, each))
    bench.told(hearing.SETTLES_S)
    name = square_name(CENTRE)
    if stuck or not felt:
        what = STUCK if stuck else SILENT
        return Finding(False, f"{name} {what}", LIMIT, f"{name} {what}: mend what T07 finds first", {CENTRE: what})
    if not off:
        advice = f"{name} does not let go amid its neighbours: its sensor is not of the unipolar kind, change it"
        return Finding(False, "not released", LIMIT, advice, {CENTRE: "does not let go"})
    if moment is None:
        return Finding(True, "released; without the contact jig nothing tells how soon", LIMIT, "")
    took_ms = 1000 * (first_reading_s(bench, off[0].message.at_ms) - moment)
    slow = took_ms >= LIMIT_MS
    advice = f"{name} lets go late: its sensor looks less than 20 times a second" if slow else ""
    return Finding(not slow, f"released after {max(0, took_ms):.0f} ms", LIMIT, advice,
                   {CENTRE: "lets go late"} if slow else {})


def first_reading_s(bench: Bench, board_ms: int) -> float:
    """The second of Bench.now_s at which the board's clock stood at `board_ms`, by its last heartbeat."""
    beat = bench.beat()
    if beat is None:
        raise Unanswered("the board has told no heartbeat: mend what T01 finds first")
    return beat.at_s + (board_ms - beat.board_ms) / 1000


DOES = "Nine tiles are laid as a block, and the one in the middle is lifted."
CHECK = Check("T09", "block", DOES, LIMIT, measure, needs_person=True, part=MAGNETS)
