"""Which squares wait to be read by radio, and whether a reading counts or is made again.

Pure: edges, readings and the time in. Knows nothing of loops, readers or messages.
"""

ATTEMPTS = 5       # readings of a square where Hall sensor and radio disagree, before it is reported so
ATTEMPTS_KNOWN = 15  # before a tag is given up that was known and whose magnet has stood: silence is a drop-out there
ATTEMPTS_TURNED = 2  # before one is given up that never had a magnet: face down, askew
ASKED_READINGS = 2  # of a square that the host asks for, before its silence is believed
ASKED_MS = 60     # from the host's question until a square's silence is believed: a tile on its way has come by then
RETRY_MS = 25      # between them: a tile still coming down takes some tens of ms
FORGET_MS = 160    # a stir that has not settled by then (SETTLE_MS and four scans) was a flicker


class Waiting:
    """A square that stirred and has not been reported yet."""

    def __init__(self, square, now_ms):
        self.square = square
        self.settled = False
        self.check = False       # asked for by ourselves: reported only when something has changed
        self.asked = False       # asked for by the host: one silence may be a drop-out
        self.owed = False        # asked for while it stirred: an answer is due though nothing has changed
        self.asked_ms = None     # when
        self.silences = 0        # since then
        self.heard = ()          # asked for: tags that one of its loops has heard, and that are known nowhere else
        self.tags = None         # what was read since the last edge
        self.found = ()          # what an earlier one of them heard, though no magnet is felt
        self.attempts = 0        # readings that made no sense
        self.edges = 0
        self.edge_ms = self.due_ms = now_ms


class Stirred:
    """The squares that wait, oldest first. `clock` has ticks_ms, ticks_add, ticks_diff."""

    def __init__(self, clock):
        self.queue = []
        self._by_square = {}
        self._clock = clock

    def __contains__(self, square):
        return square in self._by_square

    def open(self, square):
        """The entry of `square`, a new one if it does not wait yet."""
        waiting = self._by_square.get(square)
        if waiting is None:
            waiting = self._by_square[square] = Waiting(square, self._clock.ticks_ms())
            self.queue.append(waiting)
        return waiting

    def close(self, waiting):
        """It has been reported."""
        del self._by_square[waiting.square]
        self.queue.remove(waiting)

    def ask(self, waiting):
        """The host asks for it: a reading under way does not count."""
        self.edge(waiting)
        waiting.owed = False
        waiting.settled = waiting.asked = True
        waiting.asked_ms = waiting.edge_ms
        waiting.silences = 0

    def once_more(self, waiting):
        """It was silent: read it again, for the last time ASKED_MS after the question or later.

        False when all ASKED_READINGS have been.
        """
        waiting.silences += 1
        if waiting.silences >= ASKED_READINGS:
            return False
        clock, now_ms = self._clock, self._clock.ticks_ms()
        last_ms = clock.ticks_add(waiting.asked_ms, ASKED_MS)
        waiting.due_ms = now_ms
        if waiting.silences == ASKED_READINGS - 1 and clock.ticks_diff(last_ms, now_ms) > 0:
            waiting.due_ms = last_ms
        return True

    def edge(self, waiting):
        """The Hall sensor has just changed: what was read before does not hold."""
        waiting.owed = waiting.owed or waiting.asked
        waiting.settled = waiting.check = waiting.asked = False
        waiting.heard = ()
        waiting.edges += 1
        waiting.edge_ms = self._clock.ticks_ms()
        self.again(waiting)

    def again(self, waiting):
        """Read it (again), with all attempts before it."""
        waiting.tags = None
        waiting.found = ()
        waiting.attempts = 0
        waiting.due_ms = self._clock.ticks_ms()

    def later(self, waiting, most=ATTEMPTS):
        """The reading made no sense. False when there have been enough of them: it stands as it is."""
        if waiting.attempts >= most - 1:
            return False
        waiting.attempts += 1
        waiting.due_ms = self._clock.ticks_add(self._clock.ticks_ms(), RETRY_MS)
        return True

    def due(self):
        """The oldest square to be read now, or None; those that the host has asked for come after the others.

        Before them their loops would hear tags of which it is not yet known that they stand elsewhere.
        """
        now_ms = self._clock.ticks_ms()
        asked = None
        for waiting in self.queue:
            if waiting.tags is None and self._clock.ticks_diff(now_ms, waiting.due_ms) >= 0:
                if not waiting.asked:
                    return waiting
                asked = asked or waiting
        return asked

    def flickers(self):
        """Those that stirred and never settled: the Hall sensor has come back to what was settled before."""
        if not self.queue:
            return ()
        now_ms = self._clock.ticks_ms()
        return [waiting for waiting in self.queue
                if not waiting.settled and self._clock.ticks_diff(now_ms, waiting.edge_ms) > FORGET_MS]
