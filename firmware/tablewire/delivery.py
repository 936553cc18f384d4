"""Delivery: which messages are sent, sent again and forgotten, so that each arrives once and in order.

Both ends use the same two halves: an Outbox for what goes out, an Inbox for what comes in.
Pure: time is an argument. Knows nothing of frames, ports or what a message says.
"""

from tablewire.messages import LONGEST

WINDOW = 16  # messages on their way at once: so many of the longest frames take 104 ms at 115200 baud
RESEND_MS = 200  # a window's 104 ms, and as long again for a host that syncs a turn to a slow card before it answers

_NUMBERS = 0xFFFFFFFF  # numbers run from 0 to 0xFFFFFFFE and begin again: 0xFFFFFFFF marks messages without one
_HALF_OF_NUMBERS = 0x7FFFFFFF
_HALF_BEHIND = -0x7FFFFFFF  # made once: on a board it is no small integer, and a minus sign would make it anew
_TICKS = 0x3FFFFFFF  # a board's milliseconds count through 30 bits
_HALF_OF_TICKS = 0x20000000  # 6.2 days

DUE, SEEN, EARLY = 1, 2, 3  # what an Inbox says of a number


def elapsed_ms(now_ms: int, then_ms: int) -> int:
    """Milliseconds from `then_ms` to `now_ms`, negative when `then_ms` lies ahead; right across the wrap at 2**30.

    >>> elapsed_ms(5, 2**30 - 5), elapsed_ms(2**30 - 5, 5)
    (10, -10)
    """
    difference = (now_ms - then_ms) & _TICKS
    # Taken off in halves: 2**30 is no small integer on a board and would cost an allocation.
    return difference if difference < _HALF_OF_TICKS else difference - _HALF_OF_TICKS - _HALF_OF_TICKS


def ahead(number: int, of: int) -> int:
    """How many numbers `number` lies ahead of `of` (negative: behind), right across the wrap.

    >>> ahead(1, 0xFFFFFFFE), ahead(0xFFFFFFFE, 1)
    (2, -2)
    """
    distance = number - of
    if distance > _HALF_OF_NUMBERS:
        return distance - _NUMBERS
    if distance < _HALF_BEHIND:
        return distance + _NUMBERS
    return distance


def following(number: int, steps: int = 1) -> int:
    """The number `steps` after `number`.

    >>> following(0xFFFFFFFE)
    0
    """
    number += steps
    return number if number < _NUMBERS else number - _NUMBERS


class Outbox:
    """Messages that wait until the other side says it has them, oldest first; numbers go on for ever.

    `oldest` is the number of the oldest that still waits, `next` the number that the next one will get
    (equal when nothing waits), `lost` how many found no room. Whoever sees `lost` rise asks for the whole state:
    squares are levels, so that makes good what was lost of them.

    `capacity` bodies of `longest` bytes at most, in one `ring` made at the start: `capacity * (longest + 1)` bytes in
    all. A scan packs its messages straight into it, by `slot` and `keep`; those two, `to_send` and `acknowledged`
    allocate nothing.

    >>> outbox = Outbox(2)
    >>> outbox.ring[outbox.slot()] = 0x41
    >>> outbox.keep(1), outbox.waiting(0)
    (0, [(0, b'A')])
    """

    def __init__(self, capacity: int, first: int = 0, longest: int = LONGEST):
        self.ring = bytearray(capacity * longest)  # a slot for each body
        self._lengths = bytearray(capacity)        # of the bodies in them
        self._capacity = capacity
        self._longest = longest
        self._head = 0
        self._count = 0
        self._on_way = 0  # how many of the oldest have been sent since the last resending
        self._since_ms = 0  # when the first of those on their way was sent, or the last progress seen
        self.oldest = first
        self.lost = 0

    def __len__(self) -> int:
        return self._count

    @property
    def next(self) -> int:
        return following(self.oldest, self._count)

    def post(self, body):
        """Keep a copy of `body` and give it a number, which is returned; None when there is no room.

        Raises ValueError when the body is longer than those that are kept here.
        """
        if len(body) > self._longest:
            raise ValueError("a message of %d bytes does not fit the %d that are kept" % (len(body), self._longest))
        at = self.slot()
        if at < 0:
            return None
        self.ring[at:at + len(body)] = body
        return self.keep(len(body))

    def slot(self) -> int:
        """Where in `ring` the next body goes, for `keep`; -1 when there is no room, and one more is lost."""
        if self._count == self._capacity:
            self.lost += 1
            return -1
        return self._place(self._count) * self._longest

    def keep(self, length: int) -> int:
        """Give what has been put into the slot, `length` bytes, its number, which is returned."""
        self._lengths[self._place(self._count)] = length
        self._count += 1
        return following(self.oldest, self._count - 1)

    def _place(self, nth: int) -> int:
        return (self._head + nth) % self._capacity

    def waiting(self, now_ms: int) -> list:
        """The (number, body) to send now: WINDOW at most, and again what has stayed RESEND_MS without an answer."""
        found = []
        nth = self.to_send(now_ms)
        while nth >= 0:
            found.append((following(self.oldest, nth), bytes(self.body(nth))))
            nth = self.to_send(now_ms)
        return found

    def to_send(self, now_ms: int) -> int:
        """One of `waiting` at each call, until -1: it is the nth from the oldest, and counts as sent."""
        if self._on_way and elapsed_ms(now_ms, self._since_ms) >= RESEND_MS:
            self._on_way = 0
        if self._on_way >= min(self._count, WINDOW):
            return -1
        if not self._on_way:
            self._since_ms = now_ms
        self._on_way += 1
        return self._on_way - 1

    def body(self, nth: int):
        """The body of the nth from the oldest, as a view that is good until it is acknowledged."""
        place = self._place(nth)
        at = place * self._longest
        return memoryview(self.ring)[at:at + self._lengths[place]]

    def due_in_ms(self, now_ms: int):
        """Milliseconds until `waiting` has something to say: 0 at once, None never as things stand."""
        if self._on_way < min(self._count, WINDOW):
            return 0
        if not self._on_way:
            return None
        return max(0, RESEND_MS - elapsed_ms(now_ms, self._since_ms))

    def acknowledged(self, next: int, now_ms: int) -> bool:
        """Forget all before `next`. A number long passed or never given changes nothing and yields False."""
        safe = ahead(next, self.oldest)
        if not 0 <= safe <= self._count:
            return False
        self._head = self._place(safe)
        self._count -= safe
        self._on_way = max(0, self._on_way - safe)
        self.oldest = next
        if safe:
            self._since_ms = now_ms
        return True

    def rewind(self):
        """A new session: all that waits is to be sent again, at once."""
        self._on_way = 0


class Inbox:
    """Says of each number whether its message is the one now due; `next` is the number that it waits for."""

    def __init__(self, next: int = 0):
        self.next = next

    def accept(self, number: int) -> int:
        """DUE: take this message. SEEN: taken before. EARLY: one before it is missing, both will be sent again."""
        distance = ahead(number, self.next)
        if distance:
            return SEEN if distance < 0 else EARLY
        self.next = following(number)
        return DUE
