"""The bench checks that the host asks a board for, one after the other; each borrows the chips that it needs.
So is its EEPROM read and written for the host: in a row with them, and never beside a scan.

Knows which check wants which part, and none by its pins.
"""

import asyncio
import time

import checks
from tablewire.messages import NOWHERE, Measured, TestDone

_LOOK_MS = 5
_LEND_MOST_MS = 5000       # until the task of a chip has let it go: a bag of 100 tags takes 1.2 s, a restart 60 ms
_HANG_TEST = 27            # does the watchdog end a program that hangs?
_HEARD_MS = 500            # until the host knows that it was heard, and does not ask the next start again
_HANG_MS = 10000           # more than any watchdog of this chip waits (8.4 s)
NOT_HERE = 0, 0, NOWHERE   # this board has no such check


class Checking:
    """`chain` as drivers.hall_chain, `reader` and `mux` as Pn5180 and its switch of loops, `pad` as Mfrc522; None
    where this board has none. radio_loan, pad_loan: of the tasks that use them, see scan.loan. `line` as in line.py.
    `kept` as in roles.kept, None on a board without Hall sensors; `rails` as in drivers.rails, None where nobody
    measures the sensors' supply.

    `busy`: a check is waiting or under way.
    """

    def __init__(self, line, chain=None, reader=None, mux=None, radio_loan=None, pad=None, pad_loan=None,
                 kept=None, rails=None):
        self._line = line
        self._kept = kept
        self._rails = rails
        self._chain = chain
        self._reader = reader
        self._mux = mux
        self._radio_loan = radio_loan
        self._pad = pad
        self._pad_loan = pad_loan
        self._wanted = []        # (test, count) still to do
        self._task = None

    @property
    def busy(self):
        return bool(self._wanted)

    def want(self, test, count):
        """Run check T`test` after those that wait, and tell the host what came of it.

        None: `count` is a RecordPage, to be read or written in its turn.
        """
        self._wanted.append((test, count))
        if len(self._wanted) == 1:
            self._task = asyncio.create_task(self._all())

    async def _all(self):
        while self._wanted:
            test, count = self._wanted[0]
            if test is None:
                from roles.keeping import told
                self._line.post(await told(self._kept, count))
            else:
                done, errors, where = await self._run(test, count)
                self._line.post(TestDone(test, done, errors, where))
            self._wanted.pop(0)

    async def _run(self, test, count):
        if test in checks.CHECKS and self._chain is not None:
            done, errors, where = await checks.run(test, self._chain, count, self._rails, self._tells(test))
            return done, errors, self._square(test, where)
        if test == _HANG_TEST:
            await asyncio.sleep_ms(_HEARD_MS)
            time.sleep_ms(_HANG_MS)    # nobody else has a turn: the watchdog must end this
            return 1, 1, NOWHERE
        if test == 14 and self._pad is not None:
            from chip_checks import pad_reader
            return await self._borrowed(self._pad_loan, lambda: pad_reader(self._pad, count))
        if test == 15 and self._reader is not None:
            from chip_checks import radio_reader
            return await self._borrowed(self._radio_loan, lambda: radio_reader(self._reader, self._mux, count))
        if test == 16 and hasattr(self._mux, "self_test"):
            from chip_checks import antennas
            return await self._borrowed(self._radio_loan, lambda: antennas(self._reader, self._mux, count))
        if test in (18, 24):
            from roles.more import run
            return await run(test, count, self._chain is not None, self._reader, self._mux, self._line.post,
                             lambda check: self._borrowed(self._radio_loan, check))
        if test in (17, 19) and hasattr(self._mux, "self_test"):
            from chip_checks import loop_gains, loops_that_read
            check = loop_gains if test == 17 else loops_that_read
            return await self._borrowed(self._radio_loan,
                                        lambda: check(self._reader, self._mux, self._line.post, count))
        return NOT_HERE

    def _tells(self, test):
        return lambda where, value: self._line.post(Measured(test, self._square(test, where), value))

    def _square(self, test, where):
        return self._kept.square(test, where) if self._kept else where

    async def _borrowed(self, loan, check):
        """check() with the chip that its task has lent; NOT_HERE when it does not lend it in time."""
        loan.wanted = True
        try:
            for _ in range(_LEND_MOST_MS // _LOOK_MS):
                if loan.lent:
                    return await check()
                await asyncio.sleep_ms(_LOOK_MS)
            return NOT_HERE
        finally:
            loan.wanted = False
