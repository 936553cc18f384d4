"""The reader at the bag: polls the ring in the neck, and counts what lies in the bag while nothing passes.

Decides which loop has the field, and gives way to the other board's. Knows nothing of messages or the game.
"""

import time

from drivers.bag_loops import LOOP, RING, NoCurrent
from drivers.pn5180 import NoField, ReaderRefused, ReaderSilent
from scan.inventory import Inventory
from scan.lap import Lap
from scan.loan import Loan
from scan.loops import Loops
from scan.ring import Ring

POLL_MS = 20             # between two polls of an empty neck, which take 5 ms each: 25 polls a second and more
CROWD = 2                # tags of one reading from which on the next one begins with 16 slots
QUIET_MS = 5000          # nothing has passed for so long: the bag may be counted
BAG_MS = 30000           # from one count to the next
LOOK_MS = 100            # in the middle of a count, between two polls of the ring: a hand takes 150 to pass
ROUND_MOST_MS = 5000     # see `lap`: 4002 until the field is had or denied (scan.turns), 100 for 16 slots that all
                         # clash, 15 for loop and field, 60 for a reader that starts; and a fifth as much again
RESTARTS_MOST = 3        # of the reader in a row; then one each TRIAL_MS
TRIAL_MS = 5000          # also between two looks whether an idle reader lives
NO_CURRENT = NoCurrent("the ring in the bag's neck carries no current: check its cable")
TROUBLE = (ReaderSilent, ReaderRefused, NoField)


class BagReader:
    """`reader` a Pn5180, `switch` a BagLoops, `clock` as in Pn5180, `interlock` as scan.loops.Alone.

    `polls` of the ring since the start; `denied`: those that came to nothing for want of the permit, or of current.
    `wrong`: the error that stands in the way of its reading, once RESTARTS_MOST have not helped; else None.
    `lap` as in scan.lap: ends with each look for work, and with each request to the tags.
    """

    def __init__(self, reader, switch, clock=time, interlock=None):
        self.wrong = None
        self.polls = self.denied = 0
        self.ring = Ring()
        self.loan = Loan()       # of reader and loops, to a bench check
        self.lap = Lap(clock, ROUND_MOST_MS)
        self.loops = Loops(reader, switch, clock, interlock, modest=True, lap=self.lap)
        self._inventory = Inventory(reader, self.lap)      # of the bag: the ring is polled in the middle of it
        self._reader = reader
        self._clock = clock
        self._told = set()       # tags told to lie in the bag
        self._single = True      # the last reading heard one tag at most
        self._failures = 0
        self._running = False
        self._restarts = -1      # the first start is none
        now_ms = clock.ticks_ms()
        self._trial_ms = self._looked_ms = now_ms
        self._count_ms = clock.ticks_add(now_ms, QUIET_MS)

    def forget(self):
        """Tell all tags in the bag again as they are read."""
        self._told = set()
        self._count_ms = self._clock.ticks_ms()

    def losses(self):
        """Restarts of the reader, clashes of nobody, answers that were no identity."""
        return self._restarts, self._inventory.ghosts, self._inventory.damaged

    async def run(self, passed, lies):
        """The task: never ends, awaits nothing but sleep_ms. See steps()."""
        from asyncio import sleep_ms

        for pause_ms in self.steps(passed, lies):
            await sleep_ms(pause_ms)

    def steps(self, passed, lies):
        """A generator that never ends: does a little, yields how many ms (0 or more) to let pass.

        `passed(at_ms, for_ms, tag)` is called for each sighting of the ring, `lies(tag)` for each tag read in the bag
        for the first time.
        """
        while True:
            self.lap.ends()
            try:
                if self.loan.wanted:
                    yield from self._lend()
                elif not self._running:
                    yield from self._start()
                else:
                    yield from self._watch(passed, lies)
                    self.loops.rest()
                    yield 0 if len(self.ring) else POLL_MS
            except TROUBLE as trouble:
                self._failed(trouble)
                yield 0

    def _watch(self, passed, lies):
        """Poll the ring until it is empty; then the bag, if it is time for that."""
        while True:
            heard = yield from self._poll(passed)
            if not heard or self.loops.is_urgent():
                break
        self._failures = 0
        now_ms = self._clock.ticks_ms()
        if self._past(self._trial_ms, now_ms, TRIAL_MS):
            self._check()
        if not len(self.ring) and self._past(self._count_ms, now_ms, BAG_MS):
            yield from self._count(passed, lies)

    # ---- the two loops --------------------------------------------------------------------------------------------

    def _poll(self, passed):
        """One reading of the ring; whether a tag is there."""
        heard = yield from self.loops.read(RING, self._single)
        now_ms = self._looked_ms = self._clock.ticks_ms()
        self._tell_trouble()
        if heard is None:
            self.denied += 1
            return False
        self.polls += 1
        self._single = len(heard) < CROWD
        for sighting in self.ring.take(heard, now_ms):
            passed(*sighting)
        if heard:
            self._put_off_count(now_ms, QUIET_MS)
        return bool(heard)

    def _tell_trouble(self):
        if self.loops.unsound == RING:
            self.wrong = NO_CURRENT
        elif self.wrong is NO_CURRENT:
            self.wrong = None

    def _count(self, passed, lies):
        """Tell which tags in the bag are read for the first time. Ends where a hand comes into the neck."""
        self._put_off_count(self._clock.ticks_ms(), BAG_MS)
        tuned = yield from self.loops.tune(LOOP)
        for pause_ms in self._inventory.walk(False) if tuned else ():
            yield pause_ms
            if self._inventory.between:
                self._tell_new(lies)
                passing = yield from self._look_up(passed)
                if passing:
                    return
        self._tell_new(lies)
        if tuned:
            self.loops.judge(LOOP, self._inventory.found)

    def _look_up(self, passed):
        """Between two rounds of a count the field goes to the ring, or to the other board, and comes back.

        Whether a hand is in the neck.
        """
        if self.loops.is_wanted():
            self.loops.rest()
        elif not self._past(self._clock.ticks_add(self._looked_ms, LOOK_MS), self._clock.ticks_ms(), LOOK_MS):
            return False
        while True:
            heard = yield from self._poll(passed)
            if heard:
                return True
            tuned = yield from self.loops.tune(LOOP)
            if tuned:
                return False
            yield POLL_MS

    def _tell_new(self, lies):
        for tag in self._inventory.found:
            if tag not in self._told:
                self._told.add(tag)
                lies(tag)

    def _put_off_count(self, now_ms, ms):
        if not ms < self._clock.ticks_diff(self._count_ms, now_ms) <= BAG_MS:
            self._count_ms = self._clock.ticks_add(now_ms, ms)

    def _past(self, due_ms, now_ms, most_ms):
        """Whether `due_ms`, which was set at most `most_ms` ahead, has passed, however long ago."""
        return not 0 < self._clock.ticks_diff(due_ms, now_ms) <= most_ms

    # ---- the reader's health --------------------------------------------------------------------------------------

    def _start(self):
        """Start the reader when it is time for a trial."""
        if self._failures > RESTARTS_MOST and not self._past(self._trial_ms, self._clock.ticks_ms(), TRIAL_MS):
            yield POLL_MS
            return
        self._restarts += 1
        self.loops.start()
        self._running = True
        self.wrong = None
        self._check()

    def _check(self):
        """That the reader lives."""
        self._reader.check()
        self._trial_ms = self._clock.ticks_add(self._clock.ticks_ms(), TRIAL_MS)

    def _lend(self):
        """Let a bench check have the reader; then start it again, which is no failure of its own."""
        lent = yield from self.loops.borrow()
        if lent:
            yield from self.loan.until_back(POLL_MS, self.lap)
            self.loops.release()
            self._restarts -= self._running
            self._running = False
        else:
            yield POLL_MS

    def _failed(self, trouble):
        self._running = False
        self._failures += 1
        if self._failures > RESTARTS_MOST:
            self.wrong = trouble
        self.loops.release()
        self._trial_ms = self._clock.ticks_add(self._clock.ticks_ms(), TRIAL_MS)
