"""The bench checks of the Hall chain: T03 loop-back, T04 sentinels, T05 sensors without power, T06 at rest, T11 pace.

Each takes the chain and a count, and gives how many were tried, how many failed, and the first bad square or row;
tell(where, value) takes what was measured on the way: at a bad square 1, and the sensors' supply in mV, with NOWHERE
as `where`.
Knows nothing of messages.
"""

import asyncio
import time

from pinout import CHAIN_BYTES, HALL_POWER_DOWN_MS, HALL_POWER_UP_MS, SCAN_MS, SQUARES, chain_bit
from scan.beat import Beat
from scan.settle import wrong_sentinel
from tablewire.messages import NOWHERE

_YIELD_MS = 1     # after each pass the other tasks have their turn
_TOLD_MS = 10     # between two messages: the line to the host carries on, and 225 squares would not all find room
_JITTER_US = 2000  # T11: by which a reading may come too early or too late after the one before


async def loop_back(chain, count):
    """T03: `count` times 240 bits through all chips. Failed: wrong bits; where: the row at which it breaks off.

    Bits that come back wrong do not tell where they went wrong; the sentinels of a loaded chain do.
    """
    wrong, where = 0, NOWHERE
    for _ in range(count):
        bits = chain.loop_back()
        if bits and not wrong:
            row = wrong_sentinel(chain.read())
            where = row if row >= 0 else NOWHERE
        wrong += bits
        await asyncio.sleep_ms(_YIELD_MS)
    return count, wrong, where


async def sentinels(chain, count):
    """T04: `count` readings. Failed: readings with a wrong sentinel; where: the first wrong row."""
    wrong, where = 0, NOWHERE
    for _ in range(count):
        row = wrong_sentinel(chain.read())
        if row >= 0:
            wrong += 1
            where = row if where == NOWHERE else where
        await asyncio.sleep_ms(_YIELD_MS)
    return count, wrong, where


async def without_power(chain, count, rails, tell):
    """T05: `count` readings with the sensors' supply off. Failed: squares that still pull down; where: the first.

    Told, where `rails` (drivers.rails) is not None: what the sensors' supply still gives before the readings and
    after them, the more of both. Tried: the readings whose sentinels were right, here and in T06; the others say
    nothing of squares.
    """
    chain.power(False)
    await asyncio.sleep_ms(HALL_POWER_DOWN_MS)
    before_mv = rails.hall_mv() if rails else 0
    sound, low = await _ever_low(chain, count, _YIELD_MS)
    if rails:
        tell(NOWHERE, max(before_mv, rails.hall_mv()))
    chain.power(True)
    await asyncio.sleep_ms(HALL_POWER_UP_MS)
    return await _squares(sound, low, tell)


async def at_rest(chain, count, tell):
    """T06: `count` readings of an empty board. Failed: squares that were ever on; where: the first."""
    sound, low = await _ever_low(chain, count, SCAN_MS)
    return await _squares(sound, low, tell)


async def pace(chain, count):
    """T11: `count` readings, SCAN_MS apart as in play. Failed: those more than _JITTER_US off that distance."""
    strayed = 0
    beat = Beat(time)
    last_us = None
    for _ in range(count):
        beat.began()
        now_us = time.ticks_us()
        if last_us is not None and abs(time.ticks_diff(now_us, last_us) - 1000 * SCAN_MS) > _JITTER_US:
            strayed += 1
        last_us = now_us
        chain.read()
        await asyncio.sleep_ms(beat.wait_ms())
    return count, strayed, NOWHERE


_OF_CHAIN = {3: loop_back, 4: sentinels, 11: pace}
CHECKS = 3, 4, 5, 6, 11


async def run(test, chain, count, rails, tell):
    """Check T`test`, one of CHECKS: (tried, failed, where)."""
    if test == 5:
        return await without_power(chain, count, rails, tell)
    if test == 6:
        return await at_rest(chain, count, tell)
    return await _OF_CHAIN[test](chain, count)


async def _ever_low(chain, count, period_ms):
    """How many of `count` readings had sound sentinels, and the AND of these: a bit that was ever 0 is 0."""
    sound, low = 0, bytearray(b"\xff" * CHAIN_BYTES)
    for _ in range(count):
        raw = chain.read()
        if wrong_sentinel(raw) < 0:
            sound += 1
            for index in range(CHAIN_BYTES):
                low[index] &= raw[index]
        await asyncio.sleep_ms(period_ms)
    return sound, low


async def _squares(sound, low, tell):
    bad, first = 0, NOWHERE
    for square in range(SQUARES):
        byte, mask = chain_bit(square)
        if not low[byte] & mask:
            bad += 1
            first = square if first == NOWHERE else first
            tell(square, 1)
            await asyncio.sleep_ms(_TOLD_MS)
    return sound, bad, first
