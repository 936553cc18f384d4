"""Bounces of a button's contacts, as traces for the fake pins and for the kernel's simulated ones.

None was recorded here: they are drawn by a seed within published figures of real buttons, 1.6 ms on average and
6.2 ms at worst (J. Ganssle, "The secret life of switches"), and up to the 10 ms that the panel promises to bear. How
the switches of a built table bounce is measured there, by bench check T24.
"""

from random import Random

LONGEST_US = 10_000
PRESSED, UP = 0, 1  # levels of a button that closes to ground

Bounce = list[tuple[int, int]]  # microseconds after the edge before, and the level then


def bounce(random: Random, level: int) -> Bounce:
    """Edges that come to rest on `level` (0 or 1) at most 10 ms after the first, which leads to it too.

    >>> trace = bounce(Random(1), PRESSED)
    >>> trace[0], trace[-1][1], sum(after_us for after_us, _ in trace) <= LONGEST_US
    ((0, 0), 0, True)
    """
    edges = 2 * random.randrange(8)  # an even number more: the last level is the first
    lasts_us = min(LONGEST_US, round(random.expovariate(1 / 1600)) if random.random() < 0.8 else LONGEST_US)
    moments = sorted(random.sample(range(1, lasts_us + edges + 1), edges)) if edges else []
    moments = [min(moment, LONGEST_US) for moment in moments]
    befores = [0, *moments]
    gaps = [after - before for before, after in zip(befores, moments, strict=False)]
    return [(0, level), *((gap, level ^ (1 - number % 2)) for number, gap in enumerate(gaps))]
