"""The radio's part of the board: reads the squares that stirred, one loop after the other, and reports their tags.

Decides which way a square is read. Knows nothing of messages, Hall chips or the game.
"""

import time

from drivers.antenna_mux import MuxBroken
from drivers.pn5180 import NoField, ReaderRefused, ReaderSilent
from pinout import SIDE
from scan.loan import Loan
from scan.loops import RACK_LOOPS, Loops
from scan.matrix import (
    candidates,
    column_loop,
    crossing,
    crowd,
    neighbours,
    row_loop,
    squares_of,
    walk_us,
    worth_walking,
)
from scan.racks import Racks
from scan.stirred import ATTEMPTS, ATTEMPTS_KNOWN, ATTEMPTS_TURNED, Stirred

IDLE_MS = 10               # between two looks for work: one Hall scan
RESTARTS_MOST = 3          # of the reader in a row; then squares are reported without tags
SWEEP_MS = 1000            # of rest, then the whole board is compared with what is known: see sweep()
TRIAL_MS = 5000            # from then on between two trials; also between two looks whether an idle reader lives
NONE = ()
TROUBLE = (ReaderSilent, ReaderRefused, NoField, MuxBroken)


class Radio:
    """`reader` a Pn5180, `mux` an AntennaMux; `occupied(square)`: what the Hall sensor sees; `clock` as in Pn5180.

    `known` maps the squares that hold tags to them, as reported last: a tuple of 8-byte identities, E0 first, in
    order. `wrong`: the error that stands in the way of reading, or None; `trouble`: its sentence. `racks` as in
    scan.racks: read while no square waits. `interlock` as scan.loops.Alone.
    """

    def __init__(self, reader, mux, occupied, clock=time, racks=None, interlock=None):
        self.known = {}
        self.wrong = None
        self.loan = Loan()       # of reader and loops, to a bench check
        self.loops = Loops(reader, mux, clock, interlock)
        self._racks = racks or Racks(0, None, clock)
        self._reader = reader
        self._occupied = occupied
        self._clock = clock
        self._report = None
        self._stirred = Stirred(clock)
        self._where = {}         # tag -> the square on which it was reported last
        self._rows = []          # rows still to be compared with `known`
        self._running = False    # the reader has been started and has not failed since
        self._failures = 0       # in a row
        self._restarts = -1      # the first start is none
        self._trial_ms = clock.ticks_ms()
        self._sweep_ms = clock.ticks_ms()   # the next sweep is due, if all rests by then

    # ---- for the other tasks ------------------------------------------------------------------------------------

    @property
    def trouble(self):
        return None if self.wrong is None else str(self.wrong)

    @property
    def busy(self):
        """True while a square is open: stirred, not yet reported."""
        return bool(self._stirred.queue)

    def stir(self, square, settled=False):
        """The Hall sensor of `square` changed (read it beside the settling), or has settled (read it, then report).

        When nothing has moved since it was read beside the settling, the report comes at once.
        """
        waiting = self._stirred.open(square)
        if not settled:
            self._stirred.edge(waiting)
            self.loops.forget(square)
            return
        waiting.settled = True
        waiting.check = False
        if waiting.tags is not None and self._agrees(waiting, waiting.tags):
            self._tell(waiting, waiting.tags)
        else:
            self._stirred.again(waiting)
            self.loops.forget(square)

    def ask(self, square):
        """Read `square` whatever the Hall sensor says, and report it: silence only when it is silent twice.

        A last tile that lies face down or across the border has no magnet to tell of it.
        """
        self._stirred.ask(self._stirred.open(square))

    def sweep(self):
        """Compare the whole board with what is known, row by row, when nothing else is to be read.

        Done by itself after SWEEP_MS of rest: no magnet tells of a tile face down, across two squares or on another.
        """
        self._rows = list(range(SIDE))

    @property
    def sweeping(self):
        """True while a sweep is under way."""
        return bool(self._rows)

    async def run(self, report):
        """The task: never ends, awaits nothing but sleep_ms. See steps()."""
        from asyncio import sleep_ms

        for pause_ms in self.steps(report):
            await sleep_ms(pause_ms)

    def steps(self, report):
        """A generator that never ends: does a little, yields how many ms (0 or more) to let pass.

        `report(square, tags)` is called once a settled square has been read; tags as in `known`, empty when none
        answers.
        """
        self._report = report
        while True:
            for waiting in self._stirred.flickers():
                self._flickered(waiting)
            try:
                if self.loan.wanted:
                    yield from self._lend()
                elif not self._running:
                    yield from self._start()
                elif self._stirred.due():
                    waiting = self._stirred.due()
                    yield from self._read(waiting)
                    if not waiting.asked:
                        self._put_off_sweep()    # a look that the host asks for is no sign of hands
                elif not self.busy and self._racks.due() is not None:
                    yield from self._read_rack(self._racks.due())
                elif self._rows and self.loops.is_free():
                    yield from self._sweep_on()
                else:
                    self._rest()
                    yield IDLE_MS
            except TROUBLE as trouble:
                self._failed(trouble)
                yield 0

    def losses(self):
        """Restarts of the reader, clashes of nobody, answers that were no identity."""
        return self._restarts, self.loops.inventory.ghosts, self.loops.inventory.damaged

    # ---- from stir to report --------------------------------------------------------------------------------------

    def _read(self, waiting):
        edges = waiting.edges
        tags = yield from self._tags_on(waiting)
        self._failures = 0
        if waiting.edges != edges:
            return                                   # it stirred meanwhile: it is due again
        if waiting.asked and not tags and self._stirred.once_more(waiting):
            return
        waiting.found = tags or waiting.found
        if self._in_doubt(waiting, tags) and self._stirred.later(waiting, self._attempts(waiting, tags)):
            self.loops.forget(waiting.square)
        elif waiting.settled:
            if waiting.check:
                tags = waiting.found                      # the last of several readings may have missed it
            if waiting.heard and not tags:
                self._check_around(waiting.square)
            self._tell(waiting, tags)
        else:
            waiting.tags = tags

    def _in_doubt(self, waiting, tags):
        """One silence of a tag that was known, or that one loop has heard, may be a drop-out."""
        if waiting.asked:
            return not tags and (bool(waiting.heard) or waiting.square in self.known)
        return self._fallen_silent(waiting, tags) or not self._agrees(waiting, tags)

    def _attempts(self, waiting, tags):
        if not self._fallen_silent(waiting, tags):
            return ATTEMPTS
        return ATTEMPTS_KNOWN if self._occupied(waiting.square) else ATTEMPTS_TURNED

    def _fallen_silent(self, waiting, tags):
        return waiting.check and not tags and waiting.square in self.known

    def _agrees(self, waiting, tags):
        """Settled: with the Hall sensor. Before: when it shows the change that the Hall sensor has felt."""
        if waiting.settled:
            return bool(tags) == bool(self._occupied(waiting.square))
        return tags != self.known.get(waiting.square, NONE)

    def _flickered(self, waiting):
        """It has come back to what was settled: reported only if the tags are others now."""
        if waiting.tags == self.known.get(waiting.square, NONE):
            self._stirred.close(waiting)
        else:
            waiting.settled = waiting.check = True
            self._stirred.again(waiting)

    def _tell(self, waiting, tags):
        square = waiting.square
        before = self.known.pop(square, NONE)
        self._stirred.close(waiting)
        if tags:
            self.known[square] = tags
        for tag in tags:
            other = self._where.get(tag, square)
            self._where[tag] = square
            if tag in self.known.get(other, NONE) and other != square and not waiting.check:
                self._check(other)                   # the tag has moved, or it has a double
        if tags and not waiting.check and not self._occupied(square):
            self._check_around(square)
        if not waiting.check or tags != before:
            self._report(square, tags)  # type: ignore[misc]  # steps() has set it

    def _check(self, square):
        if square not in self._stirred:
            waiting = self._stirred.open(square)
            waiting.settled = waiting.check = True
            self.loops.forget(square)

    def _check_around(self, square):
        """A tag without its magnet: it may lie across a border. No tag is left out because it is known here."""
        for other in neighbours(square):
            self._check(other)
            self._stirred.open(other).attempts = 1

    def _read_rack(self, rack):
        """Squares go first: one that stirs meanwhile ends the reading at the next slot. So do tiles at the bag's
        neck: their board is not asked to stop, and has its turn after each rack.
        """
        if not self.loops.is_free():
            self._racks.put_off(rack, True)
            return
        heard = yield from self.loops.read(RACK_LOOPS + rack, False, self._is_busy)
        self._failures = 0
        if heard is None:
            self._racks.put_off(rack, self.busy)
        else:
            self._racks.take(rack, heard)
        if not self.busy:
            self.loops.rest()

    def _is_busy(self):
        return self.busy

    def _sweep_on(self):
        """The next row; then the bag's board has its turn, for a hand passes its neck in 150 ms."""
        yield from self._compare_row(self._rows[0])
        self._rows.pop(0)
        self._put_off_sweep()
        if not self.busy:
            self.loops.rest()

    def _compare_row(self, row):
        expected = []
        for square in squares_of(row):
            expected.extend(self.known.get(square, NONE))
        heard = yield from self._listen(row)
        if sorted(heard) != sorted(expected):
            for square in squares_of(row):
                self._check(square)

    # ---- what stands on a square ----------------------------------------------------------------------------------

    def _tags_on(self, waiting):
        """The quicker of the two loops is read whole; the other one is asked for the tags that may be here.

        After a reading that made no sense both are read whole, and no tag is left out because it is known elsewhere.
        """
        square, afresh = waiting.square, waiting.attempts > 0
        loop, other = self._order(square)
        if waiting.asked and not self.loops.faulty:
            tags = yield from self._strangers_on(waiting, loop, other)
            return tags
        if other in self.loops.faulty:
            tags = yield from self._tags_by_one(square, loop)
            return tags
        heard = yield from self._listen(loop)
        if not afresh:
            heard = candidates(heard, loop, square, self.known, self._stirred.__contains__)
        if not heard:
            return NONE
        tiles = crowd(other, self._occupied)
        if afresh or self.loops.is_heard(other) or worth_walking(tiles, self._asking(other), len(heard)):
            crossed = yield from self._listen(other)
            return crossing(heard, crossed)
        tags = yield from self.loops.ask(other, heard)
        return tags

    def _strangers_on(self, waiting, loop, other):
        """A square that was asked for: the loop of fewer tiles is read again for a tag not known to lie elsewhere.

        Again, unless it was since the square is due: no magnet tells when such a tag has come. The other loop is read
        when there is one, or when that costs nothing. What only one has heard lies near: `heard`.
        """
        if walk_us(crowd(other, self._occupied)) < walk_us(crowd(loop, self._occupied)):
            loop, other = other, loop
        self.loops.read_anew(loop, waiting.due_ms)
        found = yield from self._listen(loop)
        heard, crossed = self._strangers(found, waiting.square), NONE
        if heard or self.loops.is_heard(other):
            found = yield from self._listen(other)
            crossed = self._strangers(found, waiting.square)
        waiting.heard = self._strangers(tuple(waiting.heard) + tuple(heard) + tuple(crossed), waiting.square)
        return crossing(heard, crossed)

    def _strangers(self, heard, square):
        """Those of `heard` that are known on no other square, nor just read on one; or on this one as well.

        A tile across a border is known on both squares: it has not left the one because it is on the other.
        """
        here = self.known.get(square, NONE)
        elsewhere = []
        for waiting in self._stirred.queue:
            if waiting.tags and waiting.square != square:
                elsewhere.extend(waiting.tags)
        for tag in heard:
            other = self._where.get(tag, square)
            if other != square and tag in self.known.get(other, NONE):
                elsewhere.append(tag)
        return [tag for tag in heard if tag in here or tag not in elsewhere]

    def _order(self, square):
        """The two loops of `square`: the quicker one to read first, a faulty one last."""
        row, column = row_loop(square), column_loop(square)
        if row in self.loops.faulty or column in self.loops.faulty:
            return (column, row) if row in self.loops.faulty else (row, column)
        return (column, row) if self._cost(column) < self._cost(row) else (row, column)

    def _cost(self, loop):
        return 0 if self.loops.is_heard(loop) else walk_us(crowd(loop, self._occupied))

    def _listen(self, loop):
        tags = yield from self.loops.listen(loop, crowd(loop, self._occupied))
        return tags

    def _tags_by_one(self, square, loop):
        """The other axis is dead: two equal readings of this one, and no other square over it that may be meant."""
        first = yield from self._listen(loop)
        self.loops.forget(square)
        second = yield from self._listen(loop)
        tags = candidates(crossing(first, second), loop, square, self.known, self._stirred.__contains__)
        return tags if self._asking(loop) == 1 else NONE

    def _asking(self, loop):
        """How many squares over `loop` wait to be read."""
        count = 0
        for waiting in self._stirred.queue:
            if waiting.tags is None and loop in (row_loop(waiting.square), column_loop(waiting.square)):
                count += 1
        return count

    # ---- the reader's health --------------------------------------------------------------------------------------

    def _start(self):
        """Start the reader when it is time for a trial; what has settled meanwhile goes out without tags."""
        if self._failures >= RESTARTS_MOST:
            for waiting in list(self._stirred.queue):
                if waiting.settled:
                    self._tell(waiting, NONE)
            if self._clock.ticks_diff(self._trial_ms, self._clock.ticks_ms()) > 0:
                yield IDLE_MS
                return
        self._restarts += 1
        self.loops.start()
        self._running = True
        self.wrong = None
        self._alive()

    def _rest(self):
        if self.busy and not self.loops.is_wanted():
            self.loops.pause()
        else:
            self.loops.rest()
        if self._clock.ticks_diff(self._trial_ms, self._clock.ticks_ms()) <= 0:
            self._reader.check()
            self._alive()
        if self._clock.ticks_diff(self._sweep_ms, self._clock.ticks_ms()) <= 0:
            self.sweep()

    def _put_off_sweep(self):
        self._sweep_ms = self._clock.ticks_add(self._clock.ticks_ms(), SWEEP_MS)

    def _alive(self):
        self._trial_ms = self._clock.ticks_add(self._clock.ticks_ms(), TRIAL_MS)

    def _lend(self):
        """Let a bench check have the reader; then start it again, which is no failure of its own."""
        lent = yield from self.loops.borrow()
        if lent:
            yield from self.loan.until_back(IDLE_MS)
            self.loops.release()
            self._restarts -= self._running
            self._running = False
        else:
            yield IDLE_MS

    def _failed(self, trouble):
        self._running = False
        self._failures += 1
        self.wrong = trouble
        self.loops.release()
        self._alive()
