"""Bench checks that are asked for seldom: T18, the read margin, and T24, the copies of the clock buttons.

Read in when one is asked for, so that it takes no heap in play.
"""

import asyncio

from drivers import bench_parts
from tablewire.messages import NOWHERE, Measured

COPIES_TEST = 24
TOLD_MS = 10               # between two messages: the line to the host carries on
NOT_HERE = 0, 0, NOWHERE   # this board has no such check

_copies: list = []               # of the clock buttons: made when they are asked for first, and kept


async def run(test, count, whole, reader, mux, post, borrowed):
    """Check T`test`: (tried, failed, where). whole: magnets and loops are on one board. borrowed(check): with the
    reader that its task has lent."""
    has_loops = hasattr(mux, "self_test")
    if test == COPIES_TEST:
        return NOT_HERE if has_loops or whole or reader is None else await _copied(post)
    if not has_loops:
        return NOT_HERE
    from margin_check import least_field
    peak = bench_parts.antenna_peak(whole)
    return await borrowed(lambda: least_field(reader, mux, peak, post, count))


async def _copied(post):
    """T24: each press since this was asked before, told by Measured. Failed: presses that found no room.

    Whoever asks first hears of none: the copies are stamped from then on.
    """
    if not _copies:
        _copies.append(bench_parts.button_copies())
        return 0, 0, NOWHERE
    done = failed = 0
    for button in range(2):
        moments, lost = _copies[0].taken(button)
        failed += lost
        for at_us in moments:
            done += 1
            post(Measured(COPIES_TEST, button, at_us))
            await asyncio.sleep_ms(TOLD_MS)
    return done, failed, NOWHERE
