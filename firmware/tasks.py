"""What a board does all the time: scans, talks to the host, beats, and runs bench checks when asked.

Knows parts and session by what they do, not how they were made; the radio is any object with
`stir`, `ask`, `busy`, `known` and `run` as in radio.py.
"""

import asyncio
from time import ticks_add, ticks_diff, ticks_ms

import checks
from pinout import HEARTBEAT_MS, LAMP_MS, LINK_MS, SCAN_MS
from tablewire.messages import (
    HallChanged,
    HallState,
    Lamp,
    LampsOff,
    Moving,
    Quiet,
    ReadAgain,
    StateEnd,
    StateWanted,
    TagNone,
    TagRead,
    TagsSeveral,
    TestDone,
    TestWanted,
)

TICKS = 0x3FFFFFFF  # a board's milliseconds count through 30 bits on the wire


def now_ms():
    """The board's milliseconds as the wire carries them."""
    return ticks_ms() & TICKS  # type: ignore[operator]  # the stubs keep ticks apart from numbers


class Rounds:
    """Feeds the watchdog once both loops have gone round: one that hangs must not be hidden by the other."""

    def __init__(self, watchdog):
        self._watchdog = watchdog
        self._scanned = self._linked = False

    def scanned(self):
        self._scanned = True
        self._feed()

    def linked(self):
        self._linked = True
        self._feed()

    def _feed(self):
        if self._scanned and self._linked:
            self._watchdog.feed()
            self._scanned = self._linked = False


class NoRadio:
    """A board without the matrix: nothing is read, nothing is ever pending."""

    def __init__(self):
        self.busy = False
        self.known = {}

    def stir(self, square, settled=False):
        """There is nobody to read `square`."""

    def ask(self, square):
        """There is nobody to read `square`."""

    async def run(self, report):
        """There is nothing to do."""


class Board:
    """The tasks, and what they share: the chain, what has settled, the radio, the session with the host."""

    def __init__(self, chain, settle, radio, posts, session, link, rounds):
        self._chain = chain
        self._settle = settle
        self._radio = radio
        self._posts = posts
        self._session = session
        self._link = link
        self._rounds = rounds
        self._moving = False
        self._posted = False  # something waits for the link that it has not looked at yet
        self._checking = None
        self._checks = []     # (test, count) still to do; while there are any, no scan uses the chain

    # ---- scanning ---------------------------------------------------------------------------------------------

    async def scan(self):
        """Look at all squares every SCAN_MS."""
        next_ms = ticks_ms()
        while True:
            if not self._checks:
                self.look(now_ms())
            self._rounds.scanned()
            next_ms = ticks_add(next_ms, SCAN_MS)
            late = ticks_diff(ticks_ms(), next_ms)
            if late > SCAN_MS:
                next_ms = ticks_add(next_ms, late)  # a round was lost: do not hurry after it
            await asyncio.sleep_ms(max(0, -late))

    def look(self, at_ms):
        """One reading of the chain and what follows from it. Allocates nothing when nothing has changed."""
        if self._settle.take(self._chain.read(), at_ms):
            self._tell_changes(at_ms)
        if self._moving and self._settle.at_rest(at_ms) and not self._radio.busy:
            self._moving = False
            self._post(Quiet(at_ms))

    def _tell_changes(self, at_ms):
        if self._settle.stirring and not self._moving:
            self._moving = True
            self._post(Moving(at_ms))
        for square in self._settle.stirring:
            self._radio.stir(square)
        for square, on, since_ms in self._settle.settled:
            self._post(HallChanged(since_ms, square, 1 if on else 0))
            self._radio.stir(square, True)

    def tell_tags(self, square, tags):
        """The radio has read `square`: `tags` is a sequence of tags, 8 bytes each."""
        at_ms = now_ms()
        if not tags:
            self._post(TagNone(at_ms, square))
        elif len(tags) == 1:
            self._post(TagRead(at_ms, square, tags[0]))
        else:
            self._post(TagsSeveral(at_ms, square, tags[0], tags[1]))

    # ---- the link ---------------------------------------------------------------------------------------------

    async def talk(self):
        """Every LINK_MS take what the host says, and send what is due."""
        due_ms = ticks_ms()
        while True:
            data = self._link.read()
            if data:
                for message in self._session.feed(data, now_ms()):
                    self.obey(message)
            if data or self._posted or ticks_diff(due_ms, ticks_ms()) <= 0:
                self._posted = False
                due_ms = ticks_add(ticks_ms(), self._session.pump(now_ms()))
            self._rounds.linked()
            await asyncio.sleep_ms(LINK_MS)

    def _post(self, message):
        self._posted = True
        self._session.post(message)

    def obey(self, message):
        """Do what one message of the host asks."""
        if isinstance(message, StateWanted):
            self._tell_state()
        elif isinstance(message, Lamp):
            self._posts.light(message.square, message.red, message.green, message.blue)
        elif isinstance(message, LampsOff):
            self._posts.dark()
        elif isinstance(message, ReadAgain):
            self._read_again(message.square)
        elif isinstance(message, TestWanted):
            self._checks.append((message.test, message.count))
            if len(self._checks) == 1:
                self._checking = asyncio.create_task(self._check())

    def _read_again(self, square):
        if not self._moving:
            self._moving = True
            self._post(Moving(now_ms()))
        self._radio.ask(square)

    def _tell_state(self):
        known = self._radio.known
        self._post(HallState(now_ms(), self._settle.bits()))
        for square in sorted(known):
            self.tell_tags(square, known[square])
        # A host that has lost power may have lost the last Quiet with it, and would wait for another for ever.
        self._post(Moving(now_ms()) if self._moving else Quiet(now_ms()))
        self._post(StateEnd(now_ms(), len(known)))

    # ---- the rest ---------------------------------------------------------------------------------------------

    async def beat(self, led):
        """Show that the board lives, HEARTBEAT_MS apart: to the host, and to whoever looks at the light."""
        while True:
            led.toggle()
            self._session.beat(now_ms(), self._settle.scans, self._settle.bad)
            await asyncio.sleep_ms(HEARTBEAT_MS)

    async def light(self, strip):
        """Show on the lamps what the host wants, LAMP_MS from frame to frame; without supply while all are dark."""
        posts, powered = self._posts, False
        while True:
            if posts.changed:
                if powered != posts.lit:
                    powered = posts.lit
                    strip.power(powered)
                    await asyncio.sleep_ms(LAMP_MS)
                posts.render()
                if powered:
                    strip.show(posts.frame)
            await asyncio.sleep_ms(LAMP_MS)

    async def _check(self):
        """Run the bench checks that the host has asked for, one after the other."""
        while self._checks:
            test, count = self._checks[0]
            done, errors, where = await checks.run(test, self._chain, count)
            self._post(TestDone(test, done, errors, where))
            self._checks.pop(0)
