"""The bench check of the read margin: T18, the part of the field that each loop needs to read a tag.

Takes the parts that it checks, already lent by their task, and a count; gives how many were tried, how many failed,
and what was wrong first: see WHERE_... of tablewire.messages. Knows nothing of squares or tags.
"""

import asyncio
import time

from chip_checks import spent
from drivers.antenna_mux import MuxBroken
from drivers.pn5180 import NoField, ReaderRefused, ReaderSilent
from drivers.pn5180_drive import drive
from scan.loops import RACK_LOOPS, Loops
from tablewire.messages import NOWHERE, WHERE_NO_PEAK, Measured
from wrong import where_of

_SETTLE_MS = 2      # the diodes of a loop: half a millisecond
_TOLD_MS = 10       # between two messages: the line to the host carries on
_PARTS = (100, 92, 85, 77, 70)   # per cent of the nominal field: five steps, down to what a tag must be read at
_PEAK_LEAST = 2000  # of 65535 of the converter: less is no field, or no detector
_PEAK_READINGS = 4


async def least_field(reader, mux, peak, post, count):
    """T18: the part of the field at which each loop that reads a tag still does, told by `post(Measured)`.

    peak: the antenna's detector, `read_u16()`. Each step is read `count` times. Failed: loops that cannot be
    measured.
    """
    loops = Loops(reader, mux, time)
    failed, where = 0, NOWHERE
    fresh = False             # the reader stands as it starts
    for loop in range(RACK_LOOPS):
        try:
            if not fresh:
                loops.start()
                fresh = True
            if await spent(loops.read(loop, True)):
                fresh = False
                loops.rest()
                steps = await _steps(reader, mux, peak, loop)
                if steps:
                    post(Measured(18, loop, await _least(reader, loops, loop, steps, count)))
                    await asyncio.sleep_ms(_TOLD_MS)
                else:
                    failed += 1
                    where = WHERE_NO_PEAK if where == NOWHERE else where
        except (ReaderSilent, ReaderRefused, NoField, MuxBroken) as trouble:
            failed += 1
            where = where_of(trouble) if where == NOWHERE else where
            fresh = False
    loops.rest()
    mux.none()
    return RACK_LOOPS, failed, where


async def _steps(reader, mux, peak, loop):
    """(per cent, drive) of each of _PARTS: the strongest field of `loop` that is not above it; () if none is."""
    reader.reset()
    mux.select(loop)
    nominal, full = drive(reader), 0
    shares = []
    for level in range(nominal, 0, -1):
        drive(reader, level)
        reader.field_on()
        await asyncio.sleep_ms(_SETTLE_MS)
        volts = sum([peak.read_u16() for _ in range(_PEAK_READINGS)])
        reader.field_off()
        full = full or volts
        if full < _PEAK_LEAST * _PEAK_READINGS:
            return ()
        shares.append((100 * volts // full, level))
        if shares[-1][0] <= _PARTS[-1]:
            break
    else:
        return ()
    return [next(step for step in shares if step[0] <= part) for part in _PARTS]


async def _least(reader, loops, loop, steps, count):
    """The smallest part of the field, in per cent, at which `loop` reads a tag `count` times of `count`."""
    for part, level in reversed(steps):
        read = 0
        for _ in range(count):
            loops.start()
            drive(reader, level)
            read += bool(await spent(loops.read(loop, True)))
            loops.rest()
        if read == count:
            return part
    return 100
