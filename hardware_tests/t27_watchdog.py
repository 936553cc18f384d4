"""T27: does the watchdog end a program that hangs, and is the board back soon?

Source of the limits: hardware test plan, T27. The board is told to hang; it counts its starts.
"""

from tablewire.messages import BAG, StateEnd, StateWanted, TestWanted

from hardware_tests.bench import MEETS_S, Bench, Check, Finding

RESET_S = 3.0
RESYNC_S = 5.0
HANGS_S = 12.0        # by then a board without watchdog has gone on by itself
STEP_S = 0.05
LIMIT = f"started anew in less than {RESET_S:g} s, its state told in less than {RESYNC_S:g} s"


def measure(bench: Bench) -> Finding:
    """Tell the board to hang, and time its return."""
    roles = {hello.role for hello in bench.hellos(MEETS_S)}
    bench.wait(1.0)
    before, began_s = bench.boot(), bench.now_s()
    bench.say(TestWanted(27, 1))
    while bench.boot() in (0, before) and bench.now_s() < began_s + HANGS_S:
        bench.wait(STEP_S)
    reset_s = bench.now_s() - began_s
    if bench.boot() in (0, before):
        return Finding(False, f"not started anew in {HANGS_S:g} s", LIMIT,
                       "the watchdog does not bite: flash the board again, and look at its settings")
    if BAG not in roles:  # which has no state to tell
        bench.say(StateWanted())
        bench.told(RESYNC_S, lambda message: isinstance(message, StateEnd))
    back_s = bench.now_s() - began_s
    advice = ""
    if reset_s >= RESET_S or back_s >= RESYNC_S:
        advice = "the board is slow to start: look at its supply, and flash it again"
    return Finding(not advice, f"started anew after {reset_s:.1f} s, state told after {back_s:.1f} s", LIMIT, advice)


DOES = "The board is told to hang, and must come back by itself."
CHECK = Check("T27", "watchdog", DOES, LIMIT, measure, daily=False)
