"""The board under the squares: scans their magnets, shows lamps, runs bench checks; reads tags where it has a radio.

Knows its parts by what they do, not how they were made; the radio is any object with `stir`, `ask`, `busy`, `known`
and `run` as in radio.py. Without one of its own it tells every stir at once, for the board that reads the tags.
"""

import asyncio
import time

from line import now_ms
from pinout import HEARTBEAT_MS, LAMP_MS, RAIL_MS, SCAN_MS
from scan.beat import Beat
from scan.supplied import believable
from tablewire.messages import (
    READER_CHAIN,
    READER_PAD,
    READER_RADIO,
    ClockLamps,
    HallChanged,
    HallState,
    Lamp,
    LampsOff,
    MagnetStirs,
    Moving,
    PadTag,
    Quiet,
    ReadAgain,
    ReaderDown,
    RecordPage,
    StateEnd,
    StateWanted,
    TestWanted,
)
from wrong import chatters, told

from roles.checking import Checking
from roles.told import NO_VOLTS, tags_told

CHAIN_TOLD_SCANS = HEARTBEAT_MS // SCAN_MS   # dropped in a row: less than half a second is a spark, and passes
SUPPLIED_SCANS = 1000 // SCAN_MS   # a second after the start no supply comes up any more: one that is low is told


class NoRadio:
    """A board without the matrix: nothing is read, nothing is ever pending."""

    def __init__(self):
        self.busy = False
        self.known = {}
        self.lap = None
        self.loan = None
        self.loops = None
        self.wrong = None

    def stir(self, square, settled=False):
        """There is nobody to read `square`."""

    def ask(self, square):
        """There is nobody to read `square`."""

    async def run(self, report):
        """There is nothing to do."""

    def losses(self):
        """Nothing is lost."""
        return 0, 0, 0

    def loops_out(self):
        """There is none."""
        return ()


class Board:
    """The tasks, and what they share: the chain, what has settled, radio and pad, the line to the host, the lamps.

    tells_stirs: another board reads the tags, and must hear of every stir before it has settled. `checking`
    as in roles.checking; `drivers`: of its chips, each with its `troubles`; `kept` as in roles.kept, None where there
    is no such record. `rails` as in drivers.rails, None where nobody measures the supplies.
    """

    def __init__(self, chain, settle, radio, pad, posts, line, strip, tells_stirs=False, checking=None, drivers=(),
                 kept=None, rails=None):
        self.drivers = drivers
        self._kept = kept
        self._rails = rails
        self._chain = chain
        self._settle = settle
        self._radio = radio
        self._pad = pad
        self._posts = posts
        self._line = line
        self._strip = strip
        self._tells_stirs = tells_stirs
        self._beat = Beat(time)
        self._moving = False
        self._whole = False      # what has settled is what stands on the board
        self._owes_state = False  # the host has asked before it was
        self._held = False       # the sensors' supply is too low: what is read is dropped
        self._checking = checking or Checking(line, chain)   # while it is busy, no scan uses the chain

    def tasks(self):
        return (self.scan(), self.begin(), self._radio.run(self.tell_tags), self._pad.run(self.tell_pad),
                self.light())

    # ---- scanning ---------------------------------------------------------------------------------------------

    async def scan(self):
        """Look at all squares every SCAN_MS."""
        beat = self._beat
        while True:
            beat.began()
            if not self._checking.busy:
                self.look(now_ms())
            self._line.rounds.scanned()
            await asyncio.sleep_ms(beat.wait_ms())

    async def begin(self):
        """Hold back the whole state until the first readings have settled: before, no square is known to be empty."""
        while not self._whole:
            await asyncio.sleep_ms(SCAN_MS)
        if self._owes_state:
            self._owes_state = False
            self._tell_state()

    def look(self, at_ms):
        """One reading of the chain and what follows from it. Allocates nothing."""
        raw = self._chain.read()
        if self._rails is not None:
            # after the reading: a supply that was low by then is so still
            self._rails.look(self._whole or self._settle.scans >= SUPPLIED_SCANS)
            if self._hold(not believable(self._rails.hall_now), at_ms):
                return
        if self._settle.take(raw, at_ms):
            self._tell_changes(at_ms)
        elif self._settle.broken and self._settle.is_broken():
            self._stir(at_ms)
            return
        if not self._whole:
            self._whole = self._settle.whole(at_ms)
        if self._moving and self._settle.at_rest(at_ms) and not self._radio.busy and not self._owes_state:
            self._moving = False
            self._line.post_fields(Quiet, at_ms)

    def _hold(self, low, at_ms):
        """Drop this reading if the sensors' supply is `low`: True. Until it holds nobody knows what stands there, so
        that nothing is at rest; then all of it is read anew.
        """
        if low:
            self._settle.drop()
            self._stir(at_ms)
        elif self._held:
            self._settle.anew(at_ms)
        self._held = low
        return low

    def _stir(self, at_ms):
        """Nobody knows what stands on the board: nothing there counts until it is at rest."""
        if not self._moving and self._whole:
            self._moving = True
            self._line.post_fields(Moving, at_ms)

    def _tell_changes(self, at_ms):
        settle, line = self._settle, self._line
        if settle.stirs and not self._moving:
            self._moving = True
            line.post_fields(Moving, at_ms)
        for nth in range(settle.stirs):
            square = settle.stirred(nth)
            self._radio.stir(square)
            if self._tells_stirs:
                line.post_fields(MagnetStirs, at_ms, square)
        for nth in range(settle.changes):
            square = settle.changed(nth)
            line.post_fields(HallChanged, settle.since_ms(square), square, 1 if settle.is_on(square) else 0)
            self._radio.stir(square, True)

    def tell_tags(self, square, tags):
        """The radio has read `square`."""
        self._line.post(tags_told(square, tags))

    def tell_pad(self, tag):
        """`tag` has been laid on the identify pad."""
        self._line.post(PadTag(now_ms(), tag))

    # ---- the host -----------------------------------------------------------------------------------------------

    def obey(self, message):
        """Do what one message of the host asks."""
        if isinstance(message, StateWanted):
            self._owes_state = not self._whole
            if self._whole:
                self._tell_state()
        elif isinstance(message, Lamp):
            self._posts.light(message.square, message.red, message.green, message.blue)
        elif isinstance(message, LampsOff):
            self._posts.dark()
        elif isinstance(message, ClockLamps):
            self._posts.clock(message.seat)
        elif isinstance(message, ReadAgain):
            self._read_again(message.square)
        elif isinstance(message, TestWanted):
            self._checking.want(message.test, message.count)
        elif isinstance(message, RecordPage):
            self._checking.want(None, message)

    def _read_again(self, square):
        if not self._moving:
            self._moving = True
            self._line.post(Moving(now_ms()))
        self._radio.ask(square)

    def _tell_state(self):
        known = self._radio.known
        self._line.post(HallState(now_ms(), self._settle.bits()))
        for square in sorted(known):
            self.tell_tags(square, known[square])
        # A host that has lost power may have lost the last Quiet with it, and would wait for another for ever.
        self._line.post(Moving(now_ms()) if self._moving else Quiet(now_ms()))
        self._line.post(StateEnd(now_ms(), len(known)))

    # ---- the rest ---------------------------------------------------------------------------------------------

    def counts(self):
        """Scans done, scans dropped."""
        return self._settle.scans, self._settle.bad

    def losses(self):
        """As the radio has them: restarts of the reader, ghosts, foreign answers."""
        return self._radio.losses()

    def volts(self):
        """As drivers.rails, taken()."""
        return NO_VOLTS if self._rails is None else self._rails.taken()

    def down(self):
        """What does not work, as wrong.told has it."""
        at_ms = now_ms()
        wrong = told(at_ms, ((READER_RADIO, self._radio), (READER_PAD, self._pad)), self._radio.loops_out())
        if self._settle.broken > CHAIN_TOLD_SCANS:
            wrong.append(ReaderDown(at_ms, READER_CHAIN, self._settle.broken_row))
        if self._settle.may_chatter:
            wrong += chatters(at_ms, self._settle.chattering(at_ms))
        return wrong + self._kept.down(at_ms) if self._kept else wrong

    async def light(self):
        """Show on the lamps what the host wants, LAMP_MS from frame to frame; without supply while all are dark.

        Every RAIL_MS the lamps give way if their supply sags.
        """
        posts, strip, powered, look_ms = self._posts, self._strip, False, time.ticks_ms()
        while True:
            left_ms = time.ticks_diff(look_ms, time.ticks_ms())
            look = powered and not 0 < left_ms <= RAIL_MS   # dark lamps set no new time
            if look:
                look_ms = time.ticks_add(time.ticks_ms(), RAIL_MS)
            if not (look and strip.give_way()) and posts.changed:
                if powered != posts.lit:
                    powered = posts.lit
                    strip.power(powered)
                    await asyncio.sleep_ms(LAMP_MS)
                posts.render()
                await asyncio.sleep_ms(0)          # a scan that is due has its turn
                if powered:
                    strip.show(posts.frame)
            await asyncio.sleep_ms(LAMP_MS)
