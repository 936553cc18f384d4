"""A board's side of the wire: greets the host, keeps every message until the host has it, takes the host's in order.

Pure: bytes in through `feed`, bytes out through the `write` it was given, time as an argument.
Knows nothing of sensors, lamps or what the messages mean to them.

How firmware/program.py uses it::

    session = BoardSession(BOARD, uid, boot, build, uart.write)
    ...
    session.post(HallChanged(ticks_ms(), square, 1))     # whenever something happened; never blocks
    ...
    for message in session.feed(uart.read() or b"", ticks_ms()):
        if isinstance(message, Lamp): ...                # Lamp LampsOff StateWanted TestWanted ReadAgain RackWanted
    session.beat(ticks_ms(), scans, bad_scans)           # every HEARTBEAT_MS
    wait_ms = session.pump(ticks_ms())                   # writes what is due; call after post, feed and wait_ms
"""

from tablewire.delivery import DUE, Inbox, Outbox, elapsed_ms, following
from tablewire.frames import UNNUMBERED, Deframer, Framer
from tablewire.messages import (
    LONGEST_KEPT,
    PROTOCOL,
    TROUBLES,
    Ack,
    BoardHello,
    Counts,
    Echo,
    Heartbeat,
    HostHello,
    NotUnderstood,
    is_numbered,
    pack,
    pack_into,
    unpack,
)

NO_BOOT = 0  # HostHello of this boot asks "who are you?"; boards count their starts from 1
HELLO_MS = 500  # as often as the heart beats: a host that comes late knows the board within half a second
HEARTBEAT_MS = 500  # two a second; after three missed ones the host says that the board is gone
CAPACITY = 256  # messages that wait for the host: a whole state of 100 tiles (102 messages) and as much play again
# They take CAPACITY * (LONGEST_KEPT + 1) = 9216 bytes from the start on, of the 190 KB that a board's heap has free.

_SHORT = 0xFFFF  # the largest count that a heartbeat carries; then it begins again


class BoardSession:
    """One board's conversation with the host, from power-up to power-down.

    role: BOARD, RADIO or BAG. uid: 8 bytes, this board for ever. boot: 1..2**32 - 1, the count of its starts, kept
    in flash. build: CRC-32 of its files. write: called with a view of one whole frame, good until the next call; it
    must not block (a frame that it drops or cuts short is sent again, except heartbeats and echoes).

    `is_open` tells whether a host of our protocol has greeted this boot; `damaged`, `lost` and `not_understood` are
    counts since the start.
    """

    def __init__(self, role, uid, boot, build, write):
        self._role, self._uid, self._boot, self._build = role, uid, boot, build
        self._write = write
        self._framer = Framer()
        self._deframer = Deframer()
        self._outbox = Outbox(CAPACITY, longest=LONGEST_KEPT)
        self._inbox = Inbox()
        self._first = None  # where the greeting host's numbers begin: tells one life of the host from the next
        self._ack_due = False
        self._hello_due_ms = None  # None: at once
        self.is_open = False
        self.not_understood = 0

    @property
    def damaged(self):
        return self._deframer.damaged

    @property
    def lost(self):
        return self._outbox.lost

    def post(self, message):
        """Send a numbered message: kept until the host has it. False when there is no room, which `lost` counts."""
        if not is_numbered(message):
            raise ValueError("%r belongs to the session; only numbered messages are posted" % (message,))
        return self._outbox.post(pack(message)) is not None

    def post_fields(self, kind, at_ms, square=None, on=None):
        """As post(kind(at_ms, square, on)), `kind` a numbered one that has these fields; allocates nothing."""
        outbox = self._outbox
        at = outbox.slot()
        if at < 0:
            return False
        outbox.keep(pack_into(outbox.ring, at, kind, at_ms, square, on))
        return True

    def tell(self, message):
        """Send an unnumbered message at once; nobody hears of it when it is lost."""
        if is_numbered(message):
            raise ValueError("%r must be kept until it has arrived: post it" % (message,))
        self._say(message)

    def beat(self, at_ms, scans, bad_scans):
        """Tell the host at once that the board lives, with its counts of scans done and scans dropped."""
        self._say(Heartbeat(at_ms, scans & UNNUMBERED, bad_scans & _SHORT, self.damaged & _SHORT, self.lost & _SHORT))

    def count(self, at_ms, bad_scans, reader_restarts, ghosts, foreign, troubles=()):
        """Tell the host what has been lost or dropped since the start, our own losses included.

        troubles: (name, count) of each driver's table, in any order; a name that is not there counts 0.
        """
        counted = dict(troubles)
        self._say(Counts(at_ms, self.damaged & _SHORT, self.lost & _SHORT, self.not_understood & _SHORT,
                         bad_scans & _SHORT, reader_restarts & _SHORT, ghosts & _SHORT, foreign & _SHORT,
                         *[counted.get(name, 0) & _SHORT for name in TROUBLES]))

    def feed(self, data, now_ms):
        """Take bytes from the line; the host's messages for the firmware, each once and in order."""
        messages = []
        for number, body in self._deframer.feed(data):
            message = self._understood(body)
            if number == UNNUMBERED:
                self._take_session(message, now_ms)
            elif self.is_open:
                self._ack_due = True
                if self._inbox.accept(number) == DUE and message is not None:
                    messages.append(message)
        return messages

    def pump(self, now_ms, most=CAPACITY):
        """Write the frames that are due, `most` at most; the milliseconds until it wants to be called again.

        1..HELLO_MS, and 0 when more were due than it was to write.
        """
        if not self.is_open:
            return self._greet(now_ms)
        if self._ack_due:
            self._ack_due = False
            self._say(Ack(self._inbox.next))
            most -= 1
        outbox = self._outbox
        while most:
            nth = outbox.to_send(now_ms)
            if nth < 0:
                break
            self._write(self._framer.frame(following(outbox.oldest, nth), outbox.body(nth)))
            most -= 1
        wait_ms = outbox.due_in_ms(now_ms)
        return HELLO_MS if wait_ms is None else wait_ms

    def _greet(self, now_ms):
        if self._hello_due_ms is None or elapsed_ms(now_ms, self._hello_due_ms) >= 0:
            self._say(BoardHello(PROTOCOL, self._role, self._uid, self._boot,
                                 self._outbox.oldest, self._outbox.next, self._build))
            self._hello_due_ms = now_ms + HELLO_MS
        return max(1, elapsed_ms(self._hello_due_ms, now_ms))

    def _understood(self, body):
        try:
            return unpack(body)
        except NotUnderstood:
            self.not_understood += 1
            return None

    def _say(self, message):
        self._write(self._framer.frame(UNNUMBERED, pack(message)))

    def _take_session(self, message, now_ms):
        if isinstance(message, HostHello):
            self._take_hello(message, now_ms)
        elif isinstance(message, Ack) and self.is_open:
            self._outbox.acknowledged(message.next, now_ms)
        elif isinstance(message, Echo):
            self._say(message)

    def _take_hello(self, hello, now_ms):
        """Open the session when the host means this boot; else introduce ourselves, at once."""
        self.is_open = hello.protocol == PROTOCOL and hello.boot == self._boot
        if not self.is_open:
            self._hello_due_ms = None
            return
        self._outbox.acknowledged(hello.want, now_ms)
        self._outbox.rewind()
        if hello.first != self._first:  # a host that only repeats its hello must not start its numbers again
            self._first = hello.first
            self._inbox = Inbox(hello.first)
        self._ack_due = True  # tells the host that its hello has arrived
