"""The board of the loops: reads the tags under the squares where the other board feels a magnet stir, and the racks.

The host passes on what the magnets' board tells; how many such messages this one has read to the end goes back with
`AllRead`, so that the host never takes the silence of one board for the rest of both.
"""

import asyncio

from line import now_ms
from pinout import SCAN_MS
from tablewire.messages import (
    READER_RADIO,
    UNSETTLED,
    AllRead,
    Magnets,
    Moving,
    RackEnd,
    RackTag,
    RackWanted,
    ReadAgain,
    StateEnd,
    StateWanted,
    Stirs,
    TestWanted,
)
from wrong import told

from roles.told import NO_VOLTS, tags_told


def rack_told(line):
    """How scan.racks tells a rack on `line`: whole, or without its end where the line has no room."""
    def tell(rack, tags):
        at_ms = now_ms()
        for tag in tags:
            if not line.post(RackTag(at_ms, rack, tag)):
                return False
        return line.post(RackEnd(at_ms, rack, len(tags)))
    return tell


class RadioBoard:
    """`radio` as in radio.py, `racks` as in scan.racks, `magnets` as in scan.magnets, `line` as in line.py.

    `checking` as in roles.checking; `drivers`: of its chips, each with its `troubles`.
    """

    def __init__(self, radio, racks, magnets, line, checking, drivers):
        self.drivers = drivers
        self._checking = checking
        self._radio = radio
        self._racks = racks
        self._magnets = magnets
        self._line = line
        self._moving = False
        self._nth = 0            # of what the host has passed on last

    def tasks(self):
        return self._radio.run(self.tell_tags), self.watch()

    def counts(self):
        """Rounds of the radio, none dropped."""
        return self._radio.lap.rounds, 0

    def losses(self):
        """As the radio has them: restarts of the reader, ghosts, foreign answers."""
        return self._radio.losses()

    def volts(self):
        """Nobody measures supplies here but the antennas' own."""
        return NO_VOLTS

    def down(self):
        """What does not work, as wrong.told has it."""
        return told(now_ms(), ((READER_RADIO, self._radio),), self._radio.loops_out())

    async def watch(self):
        """Say when all is read, SCAN_MS at the latest after it is.

        Whether the radio goes on reading its lap says, see rounds.py.
        """
        while True:
            self._magnets.calm(now_ms())
            if self._moving and not self._radio.busy:
                self._moving = False
                self._line.post(AllRead(now_ms(), self._nth))
            self._line.rounds.scanned()
            await asyncio.sleep_ms(SCAN_MS)

    def tell_tags(self, square, tags):
        """The radio has read `square`."""
        self._line.post(tags_told(square, tags))

    def obey(self, message):
        """Do what one message of the host asks."""
        if isinstance(message, Stirs):
            self._stirs(message.nth, message.square, message.how)
        elif isinstance(message, Magnets):
            self._begin(message.nth)
            for square in self._magnets.told(message.bits):
                self._radio.stir(square, True)
        elif isinstance(message, ReadAgain):
            self._begin(self._nth)
            self._radio.ask(message.square)
        elif isinstance(message, RackWanted):
            self._racks.want(message.rack)
        elif isinstance(message, TestWanted):
            self._checking.want(message.test, message.count)
        elif isinstance(message, StateWanted):
            self._tell_state()
            self._racks.want_all()

    def _stirs(self, nth, square, how):
        self._begin(nth)
        if how == UNSETTLED:
            self._magnets.stirs(square, now_ms())
            self._radio.stir(square)
        else:
            self._magnets.settles(square, how)
            self._radio.stir(square, True)

    def _begin(self, nth):
        self._nth = nth
        if not self._moving:
            self._moving = True
            self._line.post(Moving(now_ms()))

    def _tell_state(self):
        known = self._radio.known
        for square in sorted(known):
            self.tell_tags(square, known[square])
        self._line.post(Moving(now_ms()) if self._moving else AllRead(now_ms(), self._nth))
        self._line.post(StateEnd(now_ms(), len(known)))
