"""T07: does each square feel a tile, and no other square with it?

Source of the limit: hardware test plan, T07. A lamp leads the hand; this compares what the board tells.
"""


from hardware_tests import hearing
from hardware_tests.bench import Bench, Check, Finding, square_name
from hardware_tests.parts import MAGNETS

SQUARES = 225
LIMIT = f"{SQUARES} of {SQUARES} squares on and off once, and no other square with them"
SHOWN = 3


def measure(bench: Bench) -> Finding:
    """Have one tile laid on and lifted from every square."""
    wrong: dict[int, str] = {}
    for square in range(SQUARES):
        hearing.lead(bench, square)
        if found := _walked(bench, square):
            wrong[square] = found
    return Finding(not wrong, f"{SQUARES - len(wrong)} of {SQUARES} squares sound", LIMIT, _advice(wrong), wrong)


def _walked(bench: Bench, square: int) -> str:
    """What is wrong with `square`, else ""."""
    hearing.fresh(bench)
    bench.person.does(hearing.lay(square))
    on = hearing.changes(bench.told(hearing.SETTLES_S))
    bench.person.does(hearing.lift(square))
    off = hearing.changes(bench.told(hearing.SETTLES_S))
    if on == [(square, True)] and off == [(square, False)]:
        return ""
    others = sorted({each for each, _ in on + off if each != square})
    if others:
        names = ", ".join(map(square_name, others[:SHOWN]))
        return f"{names} with it" if (square, True) in on else f"answers as {names}"
    if not on:
        return "feels no tile"
    return "does not let go" if not off else f"{len(on) + len(off)} changes for one tile"


def _advice(wrong: dict[int, str]) -> str:
    if not wrong:
        return ""
    told = "; ".join(f"{square_name(square)} {what}" for square, what in list(wrong.items())[:SHOWN])
    if len(wrong) > SHOWN:
        told += f"; and {len(wrong) - SHOWN} more"
    if len(wrong) == SQUARES and all(what == "feels no tile" for what in wrong.values()):
        return "no square feels the tile: turn it over, and look at its magnet's pole with the polarity tester"
    swapped = any("answers as" in what for what in wrong.values())
    return told + (": sensors or a ribbon cable are swapped" if swapped else ": look at its joints, then change it")


DOES = "One tile is laid on every square in turn, where the lamp leads; the board is empty before."
CHECK = Check("T07", "magnet walk", DOES, LIMIT, measure, needs_person=True, part=MAGNETS)
