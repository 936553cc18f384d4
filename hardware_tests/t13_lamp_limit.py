"""T13: does the board keep the lamps below what the supply can give when everything is asked to be white?

Source of the limit: hardware test plan, T13. 256 lamps would draw 15 A; a person reads a meter.
"""

from tablewire.messages import Lamp, LampsOff

from hardware_tests.bench import Bench, Check, Finding
from hardware_tests.parts import LAMPS
from hardware_tests.person import Request, What

SQUARES = 225
MOST_A = 1.5
SHOWS_S = 1.0
LIMIT = f"<= {MOST_A:g} A with all lamps asked to be white"


def measure(bench: Bench) -> Finding:
    """Ask for white everywhere, and have the current read."""
    for square in range(SQUARES):
        bench.say(Lamp(square, 255, 255, 255))
    bench.wait(SHOWS_S)
    drawn_a = bench.person.measures(Request(What.CURRENT, "Current of the lamps now, in A:"))
    bench.say(LampsOff())
    advice = ""
    if not drawn_a > 0:
        advice = "no current flows: the meter is not in the lamps' supply, or LED_PWR_EN (GP9) does not switch it on"
    elif drawn_a > MOST_A:
        advice = "the limiter counts 20 mA a colour and these lamps draw more: use WS2812B-2020, or lower LIMIT_MA"
    return Finding(not advice, f"{drawn_a:.2f} A", LIMIT, advice)


DOES = "All lamps are asked to be white, and the current in their supply is read from a meter."
CHECK = Check("T13", "lamp limit", DOES, LIMIT, measure, needs_person=True, part=LAMPS)
