"""T25: does the board's clock go as the host's does, and do the displays show a second when it turns?

Source of the limits: hardware test plan, T25. Ten minutes of heartbeats: each comes a little late, none too early, so
the earliest of the first and of the last half minute are compared. A second is shown once its last byte is on the
bus.
"""

from hardware_tests.bench import Bench, Check, Finding, Unanswered

MINUTES = 10
ENDS_S = 30.0
LIMIT_PPM = 50.0
TICKS = 1 << 30   # the board's milliseconds wrap
TURNS = 10        # seconds of each side's clock
LATE_MS = 50.0
LIMIT = f"< {LIMIT_PPM:g} ppm over {MINUTES} min; each of {TURNS} seconds on the displays in less than {LATE_MS:g} ms"


def measure(bench: Bench) -> Finding:
    """Compare the two clocks at the beginning and at the end; then look at the displays, where there are any."""
    first_s, first_lag = _earliest(bench)
    bench.wait(60 * MINUTES - 2 * ENDS_S)
    last_s, last_lag = _earliest(bench)
    ppm = 1e6 * (last_lag - first_lag) / (last_s - first_s)
    advice = ""
    if abs(ppm) >= LIMIT_PPM:
        advice = ("the board's clock strays: change its crystal, or the board; if every board strays alike, it is the"
                  " computer's clock")
    worst_ms, dark = _shown(bench)
    if dark and not advice:
        advice = f"the display of {' and of '.join(dark)} does not answer: mend what T28 finds first"
    elif worst_ms is not None and worst_ms >= LATE_MS and not advice:
        advice = ("the displays show a second late: write dtparam=i2c_arm_baudrate=400000 into config.txt, and end"
                  " what keeps this computer busy")
    shown = "" if worst_ms is None else f", seconds shown within {worst_ms:.0f} ms"
    return Finding(not advice, f"{signed(ppm)} ppm{shown}", LIMIT, advice)


def signed(ppm: float) -> str:
    """`ppm` to a tenth with its sign; what rounds to nothing has none.

    >>> signed(-12.34), signed(0.06), signed(-0.04), signed(0.0)
    ('-12.3', '+0.1', '0.0', '0.0')
    """
    return f"{ppm:+.1f}" if round(ppm, 1) else "0.0"


def _shown(bench: Bench) -> tuple[float | None, list[str]]:
    """How late a second is shown at worst (None without displays), and whose display is dark."""
    if bench.displays is None:
        return None, []
    late = {name: bench.displays.late_ms(side, TURNS, bench.wait) for side, name in enumerate(bench.displays.names)}
    return max((ms for each in late.values() for ms in each), default=0.0), [name for name in late if not late[name]]


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
