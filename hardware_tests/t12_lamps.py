"""T12: does every lamp show every colour, in its own place, and draw what it should?

Source of the limits: hardware test plan, T12. Each square lights the four posts at its corners, so the squares of a
row light two lines of posts and the fifteen rows all 256; on the low-cost table they light the row's lamp at the edge
and those of all columns. A person looks, counts, and reads a meter in the lamps' supply.
"""

from tablewire.messages import Lamp, LampsOff

from hardware_tests.bench import ROWS, SIDE, Bench, Check, Finding
from hardware_tests.parts import LAMPS
from hardware_tests.person import Request, What

COLOURS = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255)}
LEAST_MA, MOST_MA = 8.0, 25.0
SHOWS_S = 0.3
LIMIT = f"the lamps of 15 rows in 3 colours, each {LEAST_MA:g} to {MOST_MA:g} mA"


def measure(bench: Bench) -> Finding:
    """Have each row lit in each colour, and looked at; and one row measured."""
    wrong: dict[int, str] = {}
    each_ma = []
    for name, colour in COLOURS.items():
        for row in range(SIDE):
            _light(bench, row, colour)
            asks = (f"Row {ROWS[row]}: do all lamps on both sides of it shine {name} and no others (low-cost table:"
                    " its own at the edge, and all columns')?")
            if not bench.person.sees(Request(What.LAMPS, asks, SIDE * row, colour=colour, count=SIDE)):
                wrong.setdefault(row, name)
        each_ma.append(_one_lamp_ma(bench, colour, name))
    bench.say(LampsOff())
    least, most = min(each_ma), max(each_ma)
    measured = f"{SIDE - len(wrong)} of {SIDE} rows sound, {least:.0f} to {most:.0f} mA a lamp"
    squares = {SIDE * row + column: f"lamp not {name}" for row, name in wrong.items() for column in range(SIDE)}
    advice = _advice(wrong, least, most)
    return Finding(not advice, measured, LIMIT, advice, squares)


def _light(bench: Bench, row: int, colour: tuple[int, int, int]) -> None:
    bench.say(LampsOff())
    for column in range(SIDE):
        bench.say(Lamp(SIDE * row + column, *colour))
    bench.wait(SHOWS_S)


def _one_lamp_ma(bench: Bench, colour: tuple[int, int, int], name: str) -> float:
    """What one lamp draws in one colour: a row's current less that of all lamps dark but fed, by their number."""
    asks = f"Current of the lamps now, row {ROWS[SIDE - 1]} {name}, in A:"
    lit_a = bench.person.measures(Request(What.CURRENT, asks))
    count = max(1.0, bench.person.measures(Request(What.COUNT, "How many lamps shine?", name="lamps")))
    for column in range(SIDE):
        bench.say(Lamp(SIDE * (SIDE - 1) + column, *(1 if part else 0 for part in colour)))
    bench.wait(SHOWS_S)
    dark_a = bench.person.measures(Request(What.CURRENT, "Current of the lamps now, all but dark, in A:"))
    return 1000 * (lit_a - dark_a) / count


def _advice(wrong: dict[int, str], least: float, most: float) -> str:
    if wrong:
        row = min(wrong)
        return (f"row {ROWS[row]} does not shine {wrong[row]} as it should: the first lamp that is dark, or the one"
                " before it, is broken or soldered the wrong way round")
    if not least >= LEAST_MA or not most <= MOST_MA:
        return (f"a lamp draws {least:.0f} to {most:.0f} mA a colour: it is of another kind, and the limiter is wrong"
                " for it")
    return ""


DOES = "The lamps are lit row by row in red, green and blue; somebody looks, and reads a meter in their supply."
CHECK = Check("T12", "lamps", DOES, LIMIT, measure, needs_person=True, part=LAMPS)
