"""Stamps each rising edge on SYNC in an interrupt, and tells it in a task: so the host learns how this clock runs.

The handler takes nothing from the heap: both slots are there before the first pulse. Knows no pin.
"""

import asyncio
from time import ticks_us

from line import now_ms
from tablewire.messages import Synced

TELL_MS = 20               # from the edge to its telling, at most
TICKS_US = 0x3FFFFFFF      # microseconds as milliseconds count through 30 bits
_COUNT = 0xFFFF


class Sync:
    """`edge` is the interrupt's handler: it may run between any two steps of the task."""

    def __init__(self, line):
        self._line = line
        self._at_us = 0
        self._nth = 0
        self.edge = self._edge  # bound once: binding it for each pulse would allocate

    def _edge(self, pin):
        self._at_us = ticks_us() & TICKS_US  # type: ignore[operator]  # the stubs keep ticks apart from numbers
        self._nth = (self._nth + 1) & _COUNT

    async def run(self):
        """Tell each pulse once; of two between two looks the later one."""
        told = 0
        while True:
            nth, at_us = self._nth, self._at_us
            if nth != told and nth == self._nth:  # else an edge came between: both are read again
                told = nth
                self._line.tell(Synced(now_ms(), at_us, nth))
            await asyncio.sleep_ms(TELL_MS)
