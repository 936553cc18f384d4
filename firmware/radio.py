"""The radio's part of the board: reads the squares that stirred, one loop after the other, and reports their tags.

Decides when a square is read, and what of it is told. Knows nothing of messages, Hall chips or the game.
"""

import time

from drivers.antenna_mux import MuxBroken
from drivers.pn5180 import NoField, ReaderRefused, ReaderSilent
from pinout import SIDE
from scan.lap import Lap
from scan.loan import Loan
from scan.loops import RACK_LOOPS, Loops
from scan.matrix import neighbours, squares_of
from scan.racks import Racks
from scan.squares import Squares
from scan.stirred import ATTEMPTS, ATTEMPTS_KNOWN, ATTEMPTS_TURNED, Stirred

IDLE_MS = 10               # between two looks for work: one Hall scan
ROUND_MOST_MS = 3000       # see `lap`: 2012 until the field is had (drivers.field_permit), 100 for 16 slots that all
                           # clash, 35 for loop, rail and field, 60 for a reader that starts; a third as much again
RESTARTS_MOST = 3          # of the reader in a row; then squares are reported without tags
SWEEP_MS = 1000            # of rest, then the whole board is compared with what is known: see sweep()
TRIAL_MS = 5000            # from then on between two trials; also between two looks whether an idle reader lives
NONE = ()
TROUBLE = (ReaderSilent, ReaderRefused, NoField, MuxBroken)


class Radio:
    """`reader` a Pn5180, `mux` an AntennaMux; `occupied(square)`: what the Hall sensor sees; `clock` as in Pn5180.

    `known` maps the squares that hold tags to them, as reported last: a tuple of 8-byte identities, E0 first, in
    order. `wrong`: the error that stands in the way of reading, once RESTARTS_MOST have not helped; else None.
    `racks` as in scan.racks: read while no square waits. `interlock` as scan.loops.Alone. `lap` as in scan.lap: ends
    with each look for work, and with each request to the tags.
    """

    def __init__(self, reader, mux, occupied, clock=time, racks=None, interlock=None):
        self.known: dict = {}
        self.wrong = None
        self.loan = Loan()       # of reader and loops, to a bench check
        self.lap = Lap(clock, ROUND_MOST_MS)
        self.loops = Loops(reader, mux, clock, interlock, lap=self.lap)
        self._racks = racks or Racks(0, None, clock)
        self._reader = reader
        self._occupied = occupied
        self._clock = clock
        self._report = None
        self._stirred = Stirred(clock)
        self._where: dict = {}   # tag -> the square on which it was reported last
        self._squares = Squares(self.loops, self._stirred, self.known, self._where, occupied)
        self._rows = []          # rows still to be compared with `known`
        self._running = False    # the reader has been started and has not failed since
        self._failures = 0       # in a row
        self._restarts = -1      # the first start is none
        self._trial_ms = clock.ticks_ms()
        self._sweep_ms = clock.ticks_ms()   # the next sweep is due, if all rests by then

    # ---- for the other tasks ------------------------------------------------------------------------------------

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

        A last tile that lies face down or across the border has no magnet to tell of it. Where one is settling just
        now, what is read beside that is the answer.
        """
        waiting = self._stirred.open(square)
        if waiting.edges and not waiting.settled:
            waiting.owed = True
        else:
            self._stirred.ask(waiting)

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
            self.lap.ends()
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

    def loops_out(self):
        """The loops that carry no current: 0..14 rows, 15..29 columns, 30..33 racks."""
        return self.loops.out()

    # ---- from stir to report --------------------------------------------------------------------------------------

    def _read(self, waiting):
        edges = waiting.edges
        tags = yield from self._unless(self._squares.tags_on(waiting), lambda: waiting.edges != edges)
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

    def _unless(self, reading, void):
        """What the generator `reading` returns; None as soon as void() says that it is of no use any more."""
        while True:
            try:
                pause_ms = next(reading)
            except StopIteration as end:
                return end.value
            yield pause_ms
            if void():
                self.loops.break_off()
                return None

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
        """It has come back to what was settled: reported only if the tags are others now, or the host has asked."""
        if waiting.owed:
            self._stirred.ask(waiting)
        elif waiting.tags == self.known.get(waiting.square, NONE):
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
        compared = yield from self._unless(self._compare_row(self._rows[0]), self._is_busy)
        if not compared:
            return
        self._failures = 0
        self._rows.pop(0)
        self._put_off_sweep()
        if not self.busy:
            self.loops.rest()

    def _compare_row(self, row):
        expected = []
        for square in squares_of(row):
            expected.extend(self.known.get(square, NONE))
        heard = yield from self._squares.listen(row)
        if sorted(heard) != sorted(expected):
            for square in squares_of(row):
                self._check(square)
        return True

    # ---- the reader's health --------------------------------------------------------------------------------------

    def _start(self):
        """Start the reader when it is time for a trial; what has settled meanwhile goes out without tags."""
        if self._failures > RESTARTS_MOST:
            for waiting in list(self._stirred.queue):
                if waiting.settled:
                    self._tell(waiting, NONE)
            if self._is_ahead(self._trial_ms, TRIAL_MS):
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
        if not self._is_ahead(self._trial_ms, TRIAL_MS):
            self._reader.check()
            self._alive()
        if not self._is_ahead(self._sweep_ms, SWEEP_MS):
            self.sweep()

    def _is_ahead(self, due_ms, most_ms):
        """Whether `due_ms`, which was set at most `most_ms` ahead, is still to come: not one long past, seen through
        the wrap of the ticks.
        """
        return 0 < self._clock.ticks_diff(due_ms, self._clock.ticks_ms()) <= most_ms

    def _put_off_sweep(self):
        self._sweep_ms = self._clock.ticks_add(self._clock.ticks_ms(), SWEEP_MS)

    def _alive(self):
        self._trial_ms = self._clock.ticks_add(self._clock.ticks_ms(), TRIAL_MS)

    def _lend(self):
        """Let a bench check have the reader; then start it again, which is no failure of its own."""
        lent = yield from self.loops.borrow()
        if lent:
            yield from self.loan.until_back(IDLE_MS, self.lap)
            self.loops.release()
            self._restarts -= self._running
            self._running = False
        else:
            yield IDLE_MS

    def _failed(self, trouble):
        self._running = False
        self._failures += 1
        if self._failures > RESTARTS_MOST:
            self.wrong = trouble
        self.loops.release()
        self._alive()
