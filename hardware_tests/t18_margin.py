"""T18: how much of the field may be lost before a tile is not read, and does the field end above the board?

Source of the limits: hardware test plan, T18. The field is not reduced; the tile is raised by spacers instead, and
the share of the field that is left there is computed: over a long loop of two wires 17 mm apart it falls as
1 / (1 + (z / 8.5 mm)^2), and a tag that lies on the board is 1.5 mm above the wires.
"""

from tablewire.messages import BAG, BOARD

from hardware_tests import hearing
from hardware_tests.bench import SIDE, Bench, Check, Finding, absent, square_name
from hardware_tests.person import MM
from hardware_tests.t16_antennas import loop_name

HALF_WIDTH_MM = 8.5
TAG_MM = 1.5
STEPS_MM = (0.0, 1.0, 2.0, 3.2, 4.3)   # spacers: 1.00 to 0.70 of the nominal field
HOVER_MM = 10.0
EACH = 9            # squares on each loop
SQUARES = tuple(SIDE * row + (row + aside) % SIDE for row in range(SIDE) for aside in range(EACH))
WITHOUT = (BOARD, BAG)
LIMIT = "read at 70 % of the nominal field (spacer of 4.3 mm), not read 10 mm above the board; 9 squares a loop"


def share(spacer_mm: float) -> float:
    """The part of the nominal field that is left above a spacer.

    >>> [round(share(mm), 2) for mm in (0, 1, 2, 3.2, 4.3, 10)]
    [1.0, 0.95, 0.88, 0.79, 0.7, 0.36]
    """
    def field(z_mm: float) -> float:
        return 1 / (1 + (z_mm / HALF_WIDTH_MM) ** 2)
    return field(TAG_MM + spacer_mm) / field(TAG_MM)


def measure(bench: Bench) -> Finding:
    """Have the reference tile laid on spacers on nine squares of each loop."""
    if finding := absent(bench, WITHOUT, "radio reader", LIMIT):
        return finding
    margins: dict[int, float] = {}
    wrong: dict[int, str] = {}
    for square in SQUARES:
        margins[square] = _margin(bench, square)
        if margins[square] < STEPS_MM[-1]:
            wrong[square] = f"read up to {margins[square]:g} mm only" if margins[square] >= 0 else "not read"
        elif _is_read(bench, square, HOVER_MM):
            wrong[square] = "read 10 mm above the board"
        bench.person.does(hearing.lift(square))
        hearing.tags_on(bench, square)  # a board without sensors of its own must hear that the tile is gone
    measured = f"{len(SQUARES) - len(wrong)} of {len(SQUARES)} squares sound, least {min(margins.values()):g} mm"
    return Finding(not wrong, measured, LIMIT, _advice(wrong), wrong, margins)


def _margin(bench: Bench, square: int) -> float:
    """The highest of STEPS_MM at which the tile is read, -1 when it never is; the highest is tried first."""
    return next((mm for mm in reversed(STEPS_MM) if _is_read(bench, square, mm)), -1.0)


def _is_read(bench: Bench, square: int, spacer_mm: float) -> bool:
    bench.person.does(hearing.lay(square, height_um=round(spacer_mm * MM), how=f"on a spacer of {spacer_mm:g} mm"))
    return bool(hearing.tags_on(bench, square))


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


DOES = f"A tile is laid on spacers of up to {HOVER_MM:g} mm on {len(SQUARES)} squares."
CHECK = Check("T18", "read margin", DOES, LIMIT, measure, needs_person=True)
