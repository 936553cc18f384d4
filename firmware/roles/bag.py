"""The board of the bag: tells which tiles pass its neck, which lie in it, and which is laid on the identify pad.

Knows its parts by what they do, not how they were made.
"""

import asyncio

from line import TICKS, now_ms
from pinout import SCAN_MS
from tablewire.messages import READER_BAG, READER_PAD, BagSighting, BagTag, PadTag, StateWanted, TestWanted
from wrong import told

from roles.told import NO_VOLTS


class BagBoard:
    """`reader` as in bag.py, `pad` as in scan.pad, `line` as in line.py.

    `checking` as in roles.checking; `drivers`: of its chips, each with its `troubles`.
    """

    def __init__(self, reader, pad, line, checking, drivers):
        self.drivers = drivers
        self._checking = checking
        self._reader = reader
        self._pad = pad
        self._line = line

    def tasks(self):
        return self._reader.run(self.tell_passed, self.tell_lying), self._pad.run(self.tell_pad), self.watch()

    def counts(self):
        """Rounds of the bag's reader, none dropped."""
        return self._reader.lap.rounds, 0

    def losses(self):
        """As the reader has them: its restarts, ghosts, foreign answers."""
        return self._reader.losses()

    def volts(self):
        """Nobody measures supplies here."""
        return NO_VOLTS

    def down(self):
        """What does not work, as wrong.told has it."""
        return told(now_ms(), ((READER_BAG, self._reader), (READER_PAD, self._pad)), self._reader.loops.out())

    async def watch(self):
        """Here nothing is scanned: the laps of the readers say whether the work goes on, see rounds.py."""
        while True:
            self._line.rounds.scanned()
            await asyncio.sleep_ms(SCAN_MS)

    def obey(self, message):
        """Do what one message of the host asks: this board has no state but what lies in the bag."""
        if isinstance(message, StateWanted):
            self._reader.forget()
        elif isinstance(message, TestWanted):
            self._checking.want(message.test, message.count)

    def tell_passed(self, at_ms, for_ms, tag):
        """The ring has seen `tag` pass."""
        self._line.post(BagSighting(at_ms & TICKS, for_ms, tag))

    def tell_lying(self, tag):
        """The loop under the bag reads `tag`."""
        self._line.post(BagTag(now_ms(), tag))

    def tell_pad(self, tag):
        """`tag` has been laid on the pad."""
        self._line.post(PadTag(now_ms(), tag))
