"""T26: is the supply strong enough, and does a game survive twenty power cuts?

Source of the limits: hardware test plan, T26, and its power budget. A person reads the meter and pulls the plug; the
power cut ends this program with the rest of a real table, so run it on another computer: it asks no board.
"""

from hardware_tests.bench import Bench, Check, Finding
from hardware_tests.person import Request, What

CUTS = 20
IDLE_A, PEAK_A = 2.5, 3.5      # budget: about 1.7 typical, 3.5 at most, from a supply of 5 A
LOW_IDLE_A, LOW_PEAK_A = 1.0, 1.5  # of the low-cost table: about 0.6 typical, 1.5 at most, from a supply of 3 A
LIMIT = (f"idle <= {IDLE_A:g} A, peak <= {PEAK_A:g} A (low-cost table: {LOW_IDLE_A:g} and {LOW_PEAK_A:g} A), no"
         f" undervoltage; {CUTS} of {CUTS} games whole after a power cut")
LOW_COST = "Is this a low-cost table, without loops?"
IDLE = "Current at the table's 5 V input, service running, no game, in A:"
PEAK = "Highest current there during T13 and a game, in A:"
FLAGS = "Does vcgencmd get_throttled print 0x0?"
CUT = ("Lay tiles, cut the power in mid turn, start the table again: does taula journal check call the game's file"
       " whole, or taula journal repair mend its last line without losing a turn?")


def measure(bench: Bench) -> Finding:
    """Have the supply measured, and the power cut twenty times."""
    idle_a = bench.person.measures(Request(What.CURRENT, IDLE, name="idle"))
    peak_a = bench.person.measures(Request(What.CURRENT, PEAK, name="peak"))
    low_cost = bench.person.sees(Request(What.LOOK, LOW_COST, name="low_cost"))
    idle_most_a, peak_most_a = (LOW_IDLE_A, LOW_PEAK_A) if low_cost else (IDLE_A, PEAK_A)
    steady = bench.person.sees(Request(What.LOOK, FLAGS, name="throttled"))
    whole = sum(bench.person.sees(Request(What.CUT, CUT, count=cut)) for cut in range(1, CUTS + 1))
    advice = ""
    if whole < CUTS:
        advice = f"{CUTS - whole} games were damaged: keep the card, type taula bundle, and change the card"
    elif not steady:
        advice = "the Raspberry Pi has had less than 4.63 V: a thicker cable, or a stronger supply"
    elif not 0 < idle_a <= peak_a:
        advice = "idle must be above 0 A and the peak no less than idle: look at the meter's leads, read both again"
    elif not (idle_a <= idle_most_a and peak_a <= peak_most_a):
        advice = "the table draws more than its budget: unplug lamps, radio and displays in turn, look for a short"
    measured = f"idle {idle_a:.2f} A, peak {peak_a:.2f} A, {whole} of {CUTS} games whole"
    return Finding(not advice, measured, LIMIT, advice)


DOES = "The supply is measured, and the power is cut twenty times in mid game."
CHECK = Check("T26", "power", DOES, LIMIT, measure, needs_person=True, once=True)
