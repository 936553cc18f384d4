"""The bench checks of chips that a task uses in play: T14 the pad's reader, T15 the radio's, T16 the antennas, T17
each loop's tuning, T19 which loops read a tag.

Each takes the parts that it checks, already lent by their task, and a count; gives how many were tried, how many
failed, and what was wrong first: see WHERE_... of tablewire.messages. Knows nothing of squares or tags.
"""

import asyncio
import time

from drivers.antenna_mux import MuxBroken
from drivers.mfrc522 import CLONES, ReaderTrouble
from drivers.pn5180 import NoField, ReaderRefused, ReaderSilent
from scan.loops import GAIN_HIGH, GAIN_LOW, RACK_LOOPS, Loops
from tablewire.messages import NOWHERE, WHERE_CLONE, WHERE_TWO_LOOPS, Measured
from wrong import where_of

_YIELD_MS = 1
_SETTLE_MS = 2      # the diodes of a loop: half a millisecond
_TOLD_MS = 10       # between two messages: the line to the host carries on
_ANY_LOOP = 0
_ALL_LOOPS = 34     # 15 rows, 15 columns, 4 racks


async def pad_reader(pad, count):
    """T14: version, settings written and read back, and the chip's own test. A clone that passes is named only."""
    failed, where = 0, NOWHERE
    for _ in range(count):
        try:
            pad.self_test()
            wrong = WHERE_CLONE if pad.version in CLONES else NOWHERE
        except ReaderTrouble as trouble:
            failed += 1
            wrong = where_of(trouble)
        where = wrong if where in (NOWHERE, WHERE_CLONE) else where
        await asyncio.sleep_ms(_YIELD_MS)
    return count, failed, where


async def radio_reader(reader, mux, count):
    """T15: the reader answers with its versions, and its field stands within 10 ms."""
    failed, where = 0, NOWHERE
    for _ in range(count):
        try:
            mux.select(_ANY_LOOP)
            reader.self_test()
        except (ReaderSilent, ReaderRefused, NoField, MuxBroken) as trouble:
            failed += 1
            where = where_of(trouble) if where == NOWHERE else where
        await asyncio.sleep_ms(_YIELD_MS)
    return count, failed, where


async def antennas(reader, mux, count):
    """T16: the pattern of each loop goes round the chain, the 24 V stand, and no loop is on that is not selected."""
    failed, where = 0, NOWHERE
    for _ in range(count):
        wrong = _antennas(reader, mux)
        if wrong != NOWHERE:
            failed += 1
            where = wrong if where == NOWHERE else where
        await asyncio.sleep_ms(_YIELD_MS)
    return count, failed, where


async def loop_gains(reader, mux, post, count):
    """T17: the gain of each loop, a mean of `count` readings, told by post(Measured). Failed: loops unmeasured."""
    failed, where = 0, NOWHERE
    for loop in range(_ALL_LOOPS):
        try:
            reader.reset()
            mux.select(loop)
            await asyncio.sleep_ms(_SETTLE_MS)
            reader.field_on()
            total = 0
            for _ in range(count):
                total += reader.gain()
                await asyncio.sleep_ms(_YIELD_MS)
            reader.field_off()
            post(Measured(17, loop, total // max(1, count)))
        except (ReaderSilent, ReaderRefused, NoField, MuxBroken) as trouble:
            failed += 1
            where = where_of(trouble) if where == NOWHERE else where
        await asyncio.sleep_ms(_TOLD_MS)
    mux.none()
    return _ALL_LOOPS, failed, where


async def loops_that_read(reader, mux, post, count):
    """T19: the tags that each loop of the board reads, told by `post(Measured)`. Failed: loops that cannot read."""
    loops = Loops(reader, mux, time)
    failed, where = 0, NOWHERE
    for loop in range(RACK_LOOPS):
        most = 0
        try:
            loops.start()
            for _ in range(count):
                heard = await spent(loops.read(loop, False))
                most = max(most, len(heard or ()))
            loops.rest()
        except (ReaderSilent, ReaderRefused, NoField, MuxBroken) as trouble:
            failed += 1
            where = where_of(trouble) if where == NOWHERE else where
        post(Measured(19, loop, most))
        await asyncio.sleep_ms(_TOLD_MS)
    return RACK_LOOPS, failed, where


async def spent(steps):
    """What the generator `steps` returns, its pauses spent elsewhere."""
    while True:
        try:
            pause_ms = next(steps)
        except StopIteration as end:
            return end.value
        await asyncio.sleep_ms(pause_ms)


def _antennas(reader, mux):
    """What is wrong first: the number of a loop, one of WHERE_..., or NOWHERE."""
    try:
        _, bad, first = mux.self_test()
        if bad:
            return first
        mux.none()
        reader.reset()
        reader.field_on()
        gain = reader.gain()
        reader.field_off()
    except (ReaderSilent, ReaderRefused, NoField, MuxBroken) as trouble:
        return where_of(trouble)
    return WHERE_TWO_LOOPS if GAIN_LOW <= gain <= GAIN_HIGH else NOWHERE
