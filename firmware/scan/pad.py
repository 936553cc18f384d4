"""The identify pad's task: polls the reader, tells a tag once however long it lies there, keeps the reader alive.

Decides what is told and when the reader is restarted. Knows nothing of chips, messages or the game: `reader` offers
what scan/cascade.py needs, and `reset()`, `check()`, `field_on()`, `field_off()` and `trouble`, the error that they
raise, as drivers.mfrc522 describes them.
"""

from scan.cascade import CROWD, NOBODY, SILENCE, SOUND, UNREAD, WUPA, Cascade
from scan.lap import Lap
from scan.loan import Loan

PAUSE_MS = 30              # without field, from poll to poll: with the poll itself 37 ms when the pad is empty
FIELD_US = 5100            # of field before the first request: ISO 14443-3 gives a tag 5 ms to start
AWAY_MS = 300              # a tag that was away for so long is told again: a hand that trembles is no second touch
FAILED_MOST = 3            # polls in a row that fail, or do not read what answers: then the reader is restarted
ROUND_MOST_MS = 1000       # see `lap`: 30 of rest, 5 of field, 50 for a reader that wakes, 70 to tell two tags apart;
                           # six times as much, for a board that does other things beside it
RESTARTS_MOST = 3          # in a row without a sound poll; then there is a trial only every TRIAL_MS
TRIAL_MS = 5000
PERMIT_MS = 2              # between two looks whether the field may be on
REFRESH_MS = 60000         # an empty pad's reader is set up anew so often: one deafened by a glitch looks like it
UNREAD_TEXT = "a tag on the pad cannot be read: lay it flat on the middle of the pad"


class Unread(Exception):
    """Something answers on the pad, and no restart of the reader makes it legible."""


class Pad:
    """`sleep_ms` is awaited between the steps (on a board: asyncio's); `clock` as in drivers.mfrc522, and ticks_ms.

    `permit`: of a board with another reader, whose field must be off while this one's is on; see scan.turns.
    `wrong`: what is wrong now, an error or None. Counted since the start: `crowds` (two tags
    or more lay there at once and nothing was told), `failed` (polls that did, or did not read what answers), `starts`
    of the reader. `lap` as in scan.lap: ends with each poll, and where the field is not to be had now.
    """

    def __init__(self, reader, sleep_ms, clock, permit=None):
        self.wrong = None
        self.crowds = self.failed = self.starts = 0
        self.loan = Loan()         # of the reader, to a bench check
        self.lap = Lap(clock, ROUND_MOST_MS)
        self._reader = reader
        self._sleep_ms = sleep_ms
        self._clock = clock
        self._cascade = Cascade(reader)
        self._permit = permit
        self._asks = False         # for the permit, in vain so far
        self._asked_ms = 0         # since when
        self._last = None          # the tag told last
        self._seen_ms = 0          # when it may have lain there
        self._crowded = False      # the crowd that lies there has been counted
        self._running = False      # the reader has been started and not been given up since
        self._failures = 0         # in a row
        self._restarts = 0         # in a row
        self._trial_ms = 0         # the next one, once RESTARTS_MOST have not helped
        self._refresh_ms = 0       # the reader is set up anew, if the pad is empty by then

    @property
    def troubles(self):
        """What is counted, by the names of the wire: see drivers.troubles."""
        return {"pad_crowds": self.crowds, "pad_failed": self.failed}

    async def run(self, report):
        """The task: never ends, awaits nothing but sleep_ms. See steps()."""
        for pause_ms in self.steps(report):
            await self._sleep_ms(pause_ms)

    def steps(self, report):
        """A generator that never ends: does a little, yields how many ms (0 or more) to let pass.

        `report(tag)` is called with eight bytes, as messages.PadTag carries them. An empty pad allocates nothing.
        """
        reader, clock, ask = self._reader, self._clock, self._cascade.ask
        while True:
            self.lap.ends()
            if self.loan.wanted:
                self._let_go()
                yield from self.loan.until_back(PAUSE_MS, self.lap)
                self._running, self._restarts = False, 0
            try:
                if (self._running or self._start()) and self._permitted():
                    reader.check()
                    reader.field_on()
                    end_us = clock.ticks_add(clock.ticks_us(), FIELD_US)
                    yield FIELD_US // 1000
                    left_us = clock.ticks_diff(end_us, clock.ticks_us())
                    if left_us > 0:
                        clock.sleep_us(left_us)
                    ask(WUPA)              # here, not in a generator of its own: that would allocate
                    yield reader.wait_ms()
                    heard = reader.outcome()
                    while heard is None:
                        yield reader.wait_ms()
                        heard = reader.outcome()
                    outcome = NOBODY
                    if heard != SILENCE:
                        outcome = yield from self._identify(report)
                    reader.field_off()
                    self._let_go()
                    self._polled(outcome)
            except reader.trouble as trouble:
                self._let_go()
                self._failed(trouble)
            yield PERMIT_MS if self._asks else PAUSE_MS

    # ---- the field ----------------------------------------------------------------------------------------------

    def _permitted(self):
        """Whether the field may be on now. The time that this was waited for is none that a tag was away."""
        if self._permit is None:
            return True
        self._permit.want()
        now_ms = self._clock.ticks_ms()
        if not self._permit.granted():
            if not self._asks:
                self._asks, self._asked_ms = True, now_ms
            return False
        if self._asks:
            waited_ms = self._clock.ticks_diff(now_ms, self._asked_ms)
            self._seen_ms = self._clock.ticks_add(self._seen_ms, waited_ms)
            self._asks = False
        return True

    def _let_go(self):
        """The field is off, or the reader does not obey any more."""
        self._asks = False
        if self._permit is not None:
            self._permit.release()

    # ---- what lies there ----------------------------------------------------------------------------------------

    def _identify(self, report):
        """Somebody answers: find out who, tell it when it is news. Returns NOBODY, SOUND, UNREAD or CROWD."""
        cascade = self._cascade
        outcome = yield from cascade.walk()
        if outcome != SOUND:
            return outcome
        if len(cascade.found) > 1:
            return CROWD
        tag = cascade.found[0]
        if tag == self._last and not self._away():
            return SOUND
        if not (yield from cascade.wake()):        # news is asked for by name: to a garbled one nobody answers
            return NOBODY
        if not (yield from cascade.confirm(tag)):
            return UNREAD
        self._last = tag
        report(tag)
        return SOUND

    def _away(self):
        return not 0 <= self._clock.ticks_diff(self._clock.ticks_ms(), self._seen_ms) < AWAY_MS

    def _polled(self, outcome):
        """The reader works; what it found decides how long the last tag counts as lying there."""
        if outcome == NOBODY:
            self._crowded = False
            if self._last is not None and self._away():
                self._last = None
        else:
            self._seen_ms = self._clock.ticks_ms()
            if outcome == CROWD and not self._crowded:
                self.crowds += 1
            self._crowded = outcome == CROWD or (self._crowded and outcome == UNREAD)
        if outcome == UNREAD:
            self._unread()
            return
        self.wrong = None
        self._failures = self._restarts = 0
        if outcome == NOBODY and not self._is_ahead(self._refresh_ms, REFRESH_MS):
            self._set_up()

    # ---- the reader's health --------------------------------------------------------------------------------------

    def _unread(self):
        """A tag that cannot be read may be the tag's fault: the reader is restarted a few times, then left alone."""
        self.failed += 1
        self._failures += 1
        if self._failures >= FAILED_MOST:
            if self._restarts < RESTARTS_MOST:
                self._running = False
            else:
                self.wrong = Unread(UNREAD_TEXT)

    def _failed(self, error):
        self.failed += 1
        self._failures += 1
        if self._failures >= FAILED_MOST or not self._running:
            self._running = False
            if self._restarts >= RESTARTS_MOST:
                self.wrong = error
                self._trial_ms = self._clock.ticks_add(self._clock.ticks_ms(), TRIAL_MS)

    def _start(self):
        """Restart the reader; False while it is not time for it. Raises the reader's trouble."""
        if self.wrong and self._is_ahead(self._trial_ms, TRIAL_MS):
            return False
        self._failures = 0
        self._restarts += 1
        self.starts += 1
        self._set_up()
        self._running = True
        return True

    def _is_ahead(self, due_ms, most_ms):
        """Whether `due_ms`, which was set at most `most_ms` ahead, is still to come: not one long past, seen through
        the wrap of the ticks.
        """
        return 0 < self._clock.ticks_diff(due_ms, self._clock.ticks_ms()) <= most_ms

    def _set_up(self):
        self._reader.reset()
        self._refresh_ms = self._clock.ticks_add(self._clock.ticks_ms(), REFRESH_MS)
