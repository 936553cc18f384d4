"""T08: what do the sensors say of a tile that lies on the line between two squares?

Source of the limit: hardware test plan, T08. Half a square off, a sound sensor feels a weak field of the wrong sign.
"""

from tablewire.messages import Moving

from hardware_tests import hearing
from hardware_tests.bench import Bench, Check, Finding, square_name
from hardware_tests.parts import MAGNETS

SQUARES = (16, 28, 112, 196, 208)  # b2, b14, h8, n2, n14
HALF_UM = 9500
WATCH_S = 2.0
LIMIT = "on 5 lines, no square or exactly one, and nothing stirs for 2 s"


def measure(bench: Bench) -> Finding:
    """Have a tile laid half off each of five squares, to the right of it."""
    wrong = {square: found for square in SQUARES if (found := _lies_between(bench, square))}
    advice = "; ".join(f"{square_name(square)}: {what}" for square, what in wrong.items())
    if advice:
        advice += ": measure the sensor's supply, and look for a magnet or steel below the board"
    return Finding(not wrong, f"{len(SQUARES) - len(wrong)} of {len(SQUARES)} lines sound", LIMIT, advice, wrong)


def _lies_between(bench: Bench, square: int) -> str:
    hearing.lead(bench, square)
    hearing.fresh(bench)
    bench.person.does(hearing.lay(square, aside_um=(HALF_UM, 0), how="half of it on the square to its right"))
    on = {each for each, is_on in hearing.changes(bench.told(hearing.SETTLES_S)) if is_on}
    told = bench.told(WATCH_S)
    bench.person.does(hearing.lift(square))
    bench.told(hearing.SETTLES_S)
    if len(on) > 1:
        return f"{len(on)} squares feel it, {square_name(min(on))} first"
    stirs = [each for each in told if isinstance(each.message, Moving)]
    return f"it stirs {len(stirs)} times in {WATCH_S:g} s" if stirs or hearing.changes(told) else ""


DOES = "A tile is laid across the line of five squares, where the lamp leads."
CHECK = Check("T08", "on the line", DOES, LIMIT, measure, needs_person=True, part=MAGNETS)
