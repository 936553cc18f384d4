"""T25: does the board's clock go as the host's does?

Source of the limit: hardware test plan, T25. Ten minutes of heartbeats: each comes a little late, none too early, so
the earliest of the first and of the last half minute are compared. What the displays show is not looked at here.
"""

from hardware_tests.bench import Bench, Check, Finding, Unanswered

MINUTES = 10
ENDS_S = 30.0
LIMIT_PPM = 50.0
TICKS = 1 << 30   # the board's milliseconds wrap
LIMIT = f"< {LIMIT_PPM:g} ppm over {MINUTES} min"


def measure(bench: Bench) -> Finding:
    """Compare the two clocks at the beginning and at the end."""
    first_s, first_lag = _earliest(bench)
    bench.wait(60 * MINUTES - 2 * ENDS_S)
    last_s, last_lag = _earliest(bench)
    ppm = 1e6 * (last_lag - first_lag) / (last_s - first_s)
    advice = ""
    if abs(ppm) >= LIMIT_PPM:
        advice = ("the board's clock strays: change its crystal, or the board; if every board strays alike, it is the"
                  " computer's clock")
    return Finding(not advice, f"{ppm:+.1f} ppm", LIMIT, advice)


def _earliest(bench: Bench) -> tuple[float, float]:
    """The moment of the heartbeat that was least late in ENDS_S, and host's seconds less board's seconds then."""
    best: tuple[float, float] | None = None
    end_s = bench.now_s() + ENDS_S
    while bench.now_s() < end_s:
        bench.wait(0.25)
        beat = bench.beat()
        if beat is not None and (best is None or beat.at_s - beat.board_ms / 1000 < best[1]):
            best = beat.at_s, beat.at_s - beat.board_ms / 1000
    if best is None:
        raise Unanswered("the board has told no heartbeats: mend what T01 finds first")
    return best


DOES = f"The board's clock is compared with the host's for {MINUTES} minutes."
CHECK = Check("T25", "clocks", DOES, LIMIT, measure, daily=False)
