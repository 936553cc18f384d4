"""What stands on a square: which of its two loops is read first, and what the other one is asked.

Pure but for what `loops` reads. Knows nothing of messages, of when a square is read, or what is told of it.
"""

from scan.matrix import candidates, column_loop, crossing, crowd, row_loop, walk_us, worth_walking

NONE = ()


class Squares:
    """`loops` as scan.loops, `stirred` as scan.stirred; `known` and `where` as the radio keeps them.

    tags_on() and listen() are generators: each value is a number of whole ms that the caller may spend elsewhere.
    """

    def __init__(self, loops, stirred, known, where, occupied):
        self.loops = loops
        self.known = known             # square -> the tags reported last
        self._stirred = stirred
        self._where = where            # tag -> the square on which it was reported last
        self._occupied = occupied      # of a square: what the Hall sensor sees

    def tags_on(self, waiting):
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
        heard = yield from self.listen(loop)
        if not afresh:
            heard = candidates(heard, loop, square, self.known, self._stirred.__contains__)
        if not heard:
            return NONE
        tiles = crowd(other, self._occupied)
        if afresh or self.loops.is_heard(other) or worth_walking(tiles, self._asking(other), len(heard)):
            crossed = yield from self.listen(other)
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
        found = yield from self.listen(loop)
        heard, crossed = self._strangers(found, waiting.square), NONE
        if heard or self.loops.is_heard(other):
            found = yield from self.listen(other)
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

    def listen(self, loop):
        tags = yield from self.loops.listen(loop, crowd(loop, self._occupied))
        return tags

    def _tags_by_one(self, square, loop):
        """The other axis is dead: two equal readings of this one, and no other square over it that may be meant."""
        first = yield from self.listen(loop)
        self.loops.forget(square)
        second = yield from self.listen(loop)
        tags = candidates(crossing(first, second), loop, square, self.known, self._stirred.__contains__)
        return tags if self._asking(loop) == 1 else NONE

    def _asking(self, loop):
        """How many squares over `loop` wait to be read."""
        count = 0
        for waiting in self._stirred.queue:
            if waiting.tags is None and loop in (row_loop(waiting.square), column_loop(waiting.square)):
                count += 1
        return count
