"""T02: does the line carry every byte, both ways, and how long does it take?

Source of the limits: hardware test plan, T02. Knows what an echo is, not how it travels.
"""

import random

from tablewire.messages import LONGEST
from tablewire.session import HEARTBEAT_MS

from hardware_tests.bench import Bench, Check, Damaged, Finding

ECHOES = 1000
DATA = LONGEST - 1  # bytes: the longest body less its kind
P95_MS = 10.0  # a press must not wait for the line
SEED = 2  # the same bytes at every run: a failure can be repeated
PAUSE_S = 0.010  # at most, by chance: an echo meets the board's scan, which comes every 10 ms, at any moment
PATIENCE_S = 0.1  # ten times the limit: what has not come by then is lost
LOST_ENOUGH = 50  # then the verdict stands, and nobody waits a hundred seconds for it
BEAT_S = 2 * HEARTBEAT_MS / 1000  # within which the board has told its count of damaged frames
LIMIT = f"{ECHOES} echoes of {DATA} bytes, 0 lost, 0 frames damaged, p95 < {P95_MS:g} ms"


def measure(bench: Bench) -> Finding:
    """Send random bytes at random moments and time each until it is back."""
    chance = random.Random(SEED)
    bench.wait(BEAT_S)
    before = bench.damaged()
    times_s: list[float] = []
    lost = 0
    while len(times_s) + lost < ECHOES and lost < LOST_ENOUGH:
        bench.wait(chance.random() * PAUSE_S)
        took_s = bench.echo(chance.randbytes(DATA), PATIENCE_S)
        if took_s is None:
            lost += 1
        else:
            times_s.append(took_s)
    bench.wait(BEAT_S)
    after = bench.damaged()
    damaged = Damaged(after.here - before.here, (after.there - before.there) & 0xFFFF)
    p95_ms = 1000 * percentile(times_s, 95) if times_s else None
    advice = _advice(lost, damaged, p95_ms)
    time = "no time" if p95_ms is None else f"p95 {p95_ms:.1f} ms"
    return Finding(not advice, f"{lost} of {len(times_s) + lost} lost, {sum(damaged)} damaged, {time}", LIMIT, advice)


def percentile(values: list[float], percent: int) -> float:
    """The smallest of `values` that at least `percent` (1..100) of a hundred do not exceed.

    >>> percentile([3.0, 1.0, 2.0], 50), percentile([float(n) for n in range(1, 101)], 95)
    (2.0, 95.0)
    """
    return sorted(values)[-(-len(values) * percent // 100) - 1]


def _advice(lost: int, damaged: Damaged, p95_ms: float | None) -> str:
    if damaged.here or damaged.there:
        way = "from the board" if damaged.here >= damaged.there else "to the board"
        return f"bytes are spoilt on the way {way}: look at the cable and its ground, and at the baud rate"
    if lost:
        return "frames vanish whole: look at the plug, and end other programs that use this port"
    if p95_ms is not None and p95_ms >= P95_MS:
        return "the line is slow: connect the board without a hub, and end what keeps this computer busy"
    return ""


CHECK = Check("T02", "echo", "The board sends back what it is sent, at random moments.", LIMIT, measure)
