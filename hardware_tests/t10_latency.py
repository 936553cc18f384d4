"""T10: how long does it take from a tile that lies to the first reading that shows it?

Source of the limit: hardware test plan, T10. Needs what tells the moment of a hand: the contact
jig.
"""

from tablewire.messages import HallChanged

from hardware_tests import hearing, jig
from hardware_tests.bench import Bench, Check, Finding, NotHere, square_name
from hardware_tests.parts import MAGNETS
from hardware_tests.person import Request, What
from hardware_tests.t02_echo import percentile
from hardware_tests.t09_block import first_reading_s

SQUARES = tuple(range(0, 225, 9))  # 25, over the whole board
P95_MS = 80.0
PATIENCE_S = 2.0
LIMIT = f"p95 < {P95_MS:g} ms over {len(SQUARES)} squares"


def measure(bench: Bench) -> Finding:
    """Have the jig's tile dropped on 25 squares, and time each first reading."""
    times_ms, silent = {}, {}
    for square in SQUARES:
        hearing.lead(bench, square)
        hearing.fresh(bench)
        drop = Request(What.DROP, f"Drop the jig's tile on {square_name(square)}.", square)
        moment = jig.moment_s(bench, drop, down=True)
        if moment is None:
            bench.person.does(hearing.lift(square))
            raise NotHere("no contact jig: a hand tells no moment within 10 ms")
        told = bench.told(PATIENCE_S, lambda message: isinstance(message, HallChanged) and bool(message.on))
        on = [each.message for each in told if isinstance(each.message, HallChanged) and each.message.on]
        if on and on[0].square == square:
            times_ms[square] = 1000 * (first_reading_s(bench, on[0].at_ms) - moment)
        else:
            silent[square] = "feels no tile"
        bench.person.does(hearing.lift(square))
        bench.told(hearing.SETTLES_S)
    if silent:
        return Finding(False, f"{len(silent)} of {len(SQUARES)} squares silent", LIMIT,
                       f"{square_name(min(silent))} feels no tile: mend what T07 finds first", silent)
    p95_ms = percentile(list(times_ms.values()), 95)
    slow = {square: f"{took:.0f} ms" for square, took in times_ms.items() if took >= P95_MS}
    advice = ""
    if p95_ms >= P95_MS:
        advice = (f"the sensors are slow, {square_name(min(slow))} first: take a kind that looks 20 times a second"
                  " or more")
    return Finding(not advice, f"p95 {p95_ms:.0f} ms", LIMIT, advice, slow if advice else {})


DOES = "A tile with the contact jig is dropped on 25 squares, where the lamp leads."
CHECK = Check("T10", "latency", DOES, LIMIT, measure, needs_person=True, part=MAGNETS)
