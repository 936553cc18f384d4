"""T18: how much of the field may be lost before a tile is not read, and does the field end above the board?

Source of the limits: hardware test plan, T18. The board makes the field of the tile's two loops weaker in five steps,
down to 70 % of the nominal one, as its antenna's peak detector measures them, and says at which it still reads the
tile. Then a spacer raises the tile, with the whole field.
"""

from tablewire.messages import WHERE_NO_PEAK, Measured

from hardware_tests import hearing
from hardware_tests.bench import SIDE, Bench, Check, Counted, Finding, Unanswered, square_name
from hardware_tests.parts import LOOPS
from hardware_tests.person import MM
from hardware_tests.t16_antennas import loop_name

LEAST_PER_CENT = 70
HOVER_MM = 10.0
EACH = 9            # squares on each loop
READINGS = 2        # at each step
PATIENCE_S = 60.0
SQUARES = tuple(SIDE * row + (row + aside) % SIDE for row in range(SIDE) for aside in range(EACH))
LIMIT = (f"read at {LEAST_PER_CENT} % of the nominal field, not read {HOVER_MM:g} mm above the board; {EACH} squares"
         " a loop")


class NoMargin(Unanswered):
    """The board cannot make its field weaker by a known part."""


def measure(bench: Bench) -> Finding:
    """Have the reference tile laid on nine squares of each loop, and again on a spacer."""
    margins: dict[int, float] = {}
    wrong: dict[int, str] = {}
    for square in SQUARES:
        bench.person.does(hearing.lay(square))
        needed, counted = _needed(bench, square)
        if not counted.tried:
            return Finding(False, "nothing", LIMIT,
                           "this board's firmware has no such check: copy the folder firmware of this version to it")
        margins.update({square: max(needed.values())} if needed else {})
        if found := _wrong(bench, square, needed):
            wrong[square] = found
        bench.person.does(hearing.lift(square))
        hearing.tags_on(bench, square)  # a board without sensors of its own must hear that the tile is gone
    worst = f", at worst at {max(margins.values()):g} % of the field" if margins else ""
    measured = f"{len(SQUARES) - len(wrong)} of {len(SQUARES)} squares sound{worst}"
    return Finding(not wrong, measured, LIMIT, _advice(wrong), wrong, margins)


def _needed(bench: Bench, square: int) -> tuple[dict[int, int], Counted]:
    """The part of the field, in per cent, that each of the square's two loops needs, where it reads the tile at all.

    Raises NoMargin.
    """
    hearing.fresh(bench)
    counted = bench.run_test(18, READINGS, PATIENCE_S)
    if counted.failed and counted.where == WHERE_NO_PEAK:
        bench.person.does(hearing.lift(square))
        raise NoMargin("the antenna's peak detector does not follow the field: look at its diode and its wire to"
                       " ADC1, and mend what T15 finds first")
    told = {message.where: message.value for _, message in bench.told(0) if isinstance(message, Measured)}
    return {loop: told[loop] for loop in hearing.loops_of(square) if loop in told}, counted


def _wrong(bench: Bench, square: int, needed: dict[int, int]) -> str:
    """What is wrong with `square`, else ""."""
    silent = [loop for loop in hearing.loops_of(square) if loop not in needed]
    if silent:
        return f"not read by {' nor by '.join(map(loop_name, silent))}"
    if max(needed.values()) > LEAST_PER_CENT:
        return f"not read below {max(needed.values())} % of the field"
    bench.person.does(hearing.lay(square, height_um=round(HOVER_MM * MM), how=f"on a spacer of {HOVER_MM:g} mm"))
    return f"read {HOVER_MM:g} mm above the board" if hearing.tags_on(bench, square) else ""


def _advice(wrong: dict[int, str]) -> str:
    """Squares along one loop point at that loop."""
    if not wrong:
        return ""
    first = min(wrong)
    lines: dict[int, int] = {}
    for square in wrong:
        for loop in hearing.loops_of(square):
            lines[loop] = lines.get(loop, 0) + 1
    loop = max(lines, key=lambda each: lines[each])
    if lines[loop] > 1:
        return f"{lines[loop]} squares of {loop_name(loop)} fail, {square_name(first)} {wrong[first]}: tune that loop"
    return f"{square_name(first)} {wrong[first]}: look at its surface and for metal below it"


DOES = f"A tile is laid on {len(SQUARES)} squares, and on a spacer of {HOVER_MM:g} mm there; the field grows weaker."
CHECK = Check("T18", "read margin", DOES, LIMIT, measure, needs_person=True, part=LOOPS)
