"""T11: does the board read its sensors often enough, and evenly?

Source of the limits: hardware test plan, T11. The rate is that of play, by heartbeats; the board times the gaps.
"""


from hardware_tests.bench import Bench, Check, Finding, Unanswered
from hardware_tests.parts import MAGNETS

SECONDS = 5.0
LEAST = 100.0       # scans a second
COUNT = 500
MOST_STRAYED = 5    # of COUNT: p99
PATIENCE_S = 30.0
ROUNDING = 0.995    # a heartbeat cuts the scan that is under way
LIMIT = f">= {LEAST:g} scans a second, 99 of 100 gaps within 2 ms of 10 ms"


def measure(bench: Bench) -> Finding:
    """Count scans between two heartbeats, then have the board time 500 readings."""
    bench.wait(1.0)
    before = bench.beat()
    bench.wait(SECONDS)
    after = bench.beat()
    if before is None or after is None or after.board_ms == before.board_ms:
        raise Unanswered("the board has told no heartbeats: mend what T01 finds first")
    rate = 1000 * (after.scans - before.scans) / (after.board_ms - before.board_ms)
    counted = bench.run_test(11, COUNT, PATIENCE_S)
    advice = ""
    if counted.tried < COUNT:
        advice = "this board's firmware has no such check: copy the folder firmware of this version to it"
    elif rate < ROUNDING * LEAST:
        advice = "the board scans too seldom: something else keeps its processor busy, or its clock is slow"
    elif counted.failed > MOST_STRAYED:
        advice = "the board scans unevenly: something else keeps its processor busy now and then"
    return Finding(not advice, f"{rate:.1f} scans a second, {counted.failed} of {counted.tried} gaps strayed", LIMIT,
                   advice)


DOES = "The board counts and times its readings of the sensors."
CHECK = Check("T11", "scan rate", DOES, LIMIT, measure, part=MAGNETS)
