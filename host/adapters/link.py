"""The wire as the host sees it: bytes in, typed events out; a message is acknowledged once the journal has it.

No I/O: bytes and game time are arguments, frames to send are returned. Knows nothing of ports, of the journal's files
or of what an event means to the game.

One Link a board and game. Whenever bytes come and at `next_due_ns` the app feeds them, writes what `feed` and `tick`
yield to the journal, source included, says `kept` of each source, and sends what `outgoing` returns.
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from tablewire import messages as wire
from tablewire.delivery import DUE, Inbox, ahead, following
from tablewire.frames import UNNUMBERED, Deframer
from tablewire.session import HEARTBEAT_MS, HELLO_MS, NO_BOOT

from host.adapters.link_board import CHAIN, PARTS, RACK_LOOPS, Board, WrongFirmware, parts_read, parts_unread
from host.adapters.link_chain import ChainFailures
from host.adapters.link_clock import BoardClock
from host.adapters.link_health import HALL_READ_LEAST_MV, ReadersDown, Supplies, Unwell
from host.adapters.link_noise import LineNoise
from host.adapters.link_orders import CAPACITY, Orders
from host.adapters.link_words import Received, StartsOften, event_of, told_after_ms
from host.core import events
from host.core.events import Source

_NS_IN_MS = 1_000_000
SILENCE_NS = 3 * HEARTBEAT_MS * _NS_IN_MS  # one heartbeat lost is noise, two are bad luck, three a pulled cable


class Link(Orders):
    """The host's side of one board's line; what may be wanted of the board stands in link_orders.

    resume: for each board (16 hexadecimal digits) the boot and the number after the last that the journal holds.
    first: where this host's own numbers begin, 0..2**32 - 2. Each life of the host must begin elsewhere (by chance or
    by the wall clock): so the board tells a new host from a repeated greeting.
    part: of the table, that this line is meant for; the board's role decides once it has said Hello.

    `taken` may be set: whether another line carries a part already. A board that comes up as that part too is left
    alone, and `doubled` names the part, until the other one has gone.

    `heard` may be set, by the bench checks: it is called with every numbered message, once and in order.

    To be read at any time: `board`, `part` (`board`, `racks` or `bag`), `connected`, `wrong_firmware` (its text is to
    be shown), `unwell` (why the board plays no part, or None), `readers_down` (which of its readers do not work,
    and why: numbers of `where`), `supplies` (what it says of its power), `heartbeat` (the last wire.Heartbeat),
    `counts` (what the board has lost or dropped since its start, by the names of wire.COUNTED), `clock` (its ticks
    against game time), `damaged` and `not_understood` (frames, counted since the start), `noise` (whether too many
    are damaged), `chain_fails` (whether its chain of sensors does so for moments, too often); and, for the bench
    checks to empty, `tests_done` (wire.TestDone) and `echoes` (63 bytes each).
    """

    def __init__(self, resume: Mapping[str, tuple[int, int]], first: int, part: str = "board") -> None:
        super().__init__(first)
        self.board: Board | None = None
        self.part = part
        self.connected = False
        self.wrong_firmware: WrongFirmware | None = None
        self.unwell: Unwell | None = None
        self._down_told = ReadersDown()
        self.supplies = Supplies()
        self._chain = ChainFailures()
        self.chain_fails = False
        self.taken: Callable[[str], bool] = lambda _part: False
        self.heard: Callable[[Any], None] = lambda _message: None
        self.doubled = ""
        self.heartbeat: Any = None
        self.counts: dict[str, int] = {}
        self.clock = BoardClock()
        self.damaged = 0
        self.noise = LineNoise()
        self.not_understood = 0
        self.tests_done: deque[Any] = deque(maxlen=CAPACITY)
        self.echoes: deque[bytes] = deque(maxlen=CAPACITY)
        self._resume = dict(resume)
        self._deframer = Deframer()
        self._inbox = Inbox()
        self._unkept: deque[int] = deque()  # delivered, not yet in the journal, oldest first
        self._first = first
        self._ack_due = False
        self._greeted_boot = NO_BOOT
        self._open = False  # the board has answered our greeting
        self._told_up = False  # the game holds that the board is there
        self._told_unread: frozenset[str] = frozenset()  # and that no reader of it reads these parts
        self._racks_read: set[int] = set()  # a loop under none is open for ever, and no rack is missed
        self._hello_due_ns = 0
        self._heard_ns = 0
        self._stamped_ns = 0  # of the last event; the board's next is none earlier
        self._lost = 0  # messages that the board had no room for, as last told

    def feed(self, data: bytes, now_ns: int) -> list[Received]:
        """Take bytes from the port; what they tell, each message once and in order, at game time `now_ns`."""
        received: list[Received] = []
        frames = self._deframer.feed(data)
        self.damaged = self._deframer.damaged
        self.noise.heard(len(frames), self.damaged)
        for number, body in frames:
            self._heard_ns = now_ns
            try:
                message = wire.unpack(body)
            except wire.NotUnderstood:
                message = None
                self.not_understood += 1
            if number == UNNUMBERED:
                received += self._take_session(message, now_ns)
            elif self.connected:
                received += self._take_numbered(number, message, now_ns)
        return received + self._readers_news(now_ns)

    def kept(self, source: Source) -> None:
        """The journal has this event and all before it: the board may forget them."""
        board = self.board
        if board is None or (source.board, source.boot) != (board.uid, board.boot):
            return  # of an earlier start of the board, which can no longer be told
        while self._unkept and ahead(source.number, self._unkept[0]) >= 0:
            self._unkept.popleft()
            self._ack_due = True
        self._resume[board.uid] = (board.boot, following(source.number))

    def tick(self, now_ns: int) -> list[Received]:
        """BoardDown, once, when the board has missed its heartbeats; nothing otherwise."""
        self.supplies.pass_time(now_ns)
        self.chain_fails = self._chain.often(now_ns)
        return self.cut(now_ns) if self.connected and now_ns - self._heard_ns >= SILENCE_NS else []

    def cut(self, now_ns: int) -> list[Received]:
        """The port has closed, or is open again: half a frame is forgotten, no message is. BoardDown, once."""
        self._deframer.forget()
        self._greet(NO_BOOT, now_ns)
        self.connected = False
        self._down_told.forget()
        self.supplies.forget()
        return self._down(now_ns)

    def _down(self, now_ns: int) -> list[Received]:
        """BoardDown, unless the game holds that the board is not there."""
        was_up, self._told_up = self._told_up, False
        self._told_unread -= {self.part}  # until its board is there again, for another reason
        return [Received(events.BoardDown(now_ns, self.part), None)] if was_up else []

    def _readers_news(self, now_ns: int) -> list[Received]:
        """BoardDown of each part that the board, though there, has stopped reading; BoardUp once it reads it again.

        So a table whose reader has died does as one whose board has gone, and as before when it has been mended.
        """
        if self.board is None or not self._told_up:
            return []
        racks_out = any(loop - RACK_LOOPS in self._racks_read for loop in self.loops_out)
        unread, told = parts_unread(self.board.role, self.readers_down, racks_out), self._told_unread
        self._told_unread = unread
        gone = [events.BoardDown(now_ns, part) for part in sorted(unread - told)]
        back = [events.BoardUp(now_ns, True, part) for part in sorted(told - unread)]
        return [Received(event, None) for event in (*gone, *back)]

    def _take_numbered(self, number: int, message: Any, now_ns: int) -> list[Received]:
        verdict = self._inbox.accept(number)
        tells = event_of(message)
        if verdict != DUE or tells is None:  # told before, out of its turn, or nothing that the journal keeps
            self._ack_due = True
            if verdict == DUE and isinstance(message, wire.TestDone):
                self.tests_done.append(message)
            if verdict == DUE:
                self.heard(message)
            return []
        self.heard(message)
        assert self.board is not None
        self._unkept.append(number)
        if isinstance(message, wire.RackEnd):
            self._racks_read.add(message.rack)
        event = tells(self._stamp(message, now_ns))
        return [Received(event, Source(self.board.uid, self.board.boot, number))]

    def _stamp(self, message: Any, now_ns: int) -> int:
        """The game time of an event: when the board told it, by the pulses on SYNC; else when it is heard.

        So a frame that had to be sent again is no later than it was. What a board has kept while it was not there
        counts from the moment when it is there again, as everything else does that the table learns then.
        """
        told_ns = self.clock.told_ns(message.at_ms, told_after_ms(message), now_ns)
        self._stamped_ns = max(self._stamped_ns, told_ns)
        return self._stamped_ns

    def _take_session(self, message: Any, now_ns: int) -> list[Received]:
        match message:
            case wire.BoardHello():
                return self._take_hello(message, now_ns)
            case wire.Ack(next):
                if self._outbox.acknowledged(next, now_ns // _NS_IN_MS) and self._greeted_boot != NO_BOOT:
                    self._open = True
            case _:
                self._note(message, now_ns)
        return []

    def _note(self, message: Any, now_ns: int) -> None:
        """What a board says of itself, each word in the place of the one before."""
        match message:
            case wire.Heartbeat():
                self._beat(message)
            case wire.Echo(data):
                self.echoes.append(data)
            case wire.Unwell(_, code, detail):
                self.unwell = Unwell(wire.UNWELL.get(code, "files"), detail)
            case wire.ReaderDown(_, reader, where):
                self._down_told.told(wire.READERS.get(reader, "radio"), where)
            case wire.Supply():
                self.supplies.told(message[1:], now_ns)
                hall_mv = self.supplies.hall_mv
                self._chain.supplied(hall_mv is None or hall_mv >= HALL_READ_LEAST_MV, now_ns)
            case wire.LoopsOut(_, loops):
                self._down_told.loops_told(loops)
            case wire.Chatters(_, bits):
                self._down_told.chatters_told(bits)
            case wire.Counts():
                self.counts = dict(zip(wire.COUNTED, message[1:], strict=True))
            case wire.Synced(at_ms, at_us, nth):
                self.clock.told(at_ms, at_us, nth, now_ns)

    def _beat(self, heartbeat: Any) -> None:
        self.heartbeat = heartbeat
        self.noise.told(heartbeat.damaged)
        self._down_told.beat()
        self._chain.beat(heartbeat.bad_scans, CHAIN not in self.readers_down)
        if heartbeat.lost != self._lost:  # squares are levels: the whole state makes good what was lost
            self._lost = heartbeat.lost
            self.ask_state()

    def _greet(self, boot: int, now_ns: int) -> None:
        """Open a session with this start of the board, or ask who is there (NO_BOOT)."""
        self._open = False
        self._greeted_boot = boot
        self._hello_due_ns = now_ns
        self._outbox.rewind()

    def _take_hello(self, hello: Any, now_ns: int) -> list[Received]:
        self.wrong_firmware = WrongFirmware(hello.protocol) if hello.protocol != wire.PROTOCOL else None
        if self.wrong_firmware:
            return []
        board = Board(hello.uid.hex(), hello.boot, hello.role, hello.build)
        part = PARTS.get(board.role, self.part)
        self.doubled = part if board.role != wire.NO_ROLE and self.taken(part) else ""
        if self.doubled:
            return self.cut(now_ns) if self.connected else []
        again = self.board not in (None, board) or self._resume.get(board.uid, (board.boot,))[0] != board.boot
        news = not self._told_up or self.board != board
        too_often = self.board != board and self._meet(board, hello, now_ns)
        self._greet(board.boot, now_ns)
        met = self._part_met(part, now_ns)
        if board.role == wire.NO_ROLE:
            return [*met, *self._down(now_ns)]  # it can be spoken to, and reads nothing
        self._told_up = True
        self._told_unread -= {self.part}
        self._stamped_ns = now_ns if news else self._stamped_ns
        noticed = [Received(events.BoardUp(now_ns, again, self.part), None)] if news else []
        return [*met, *noticed, Received(StartsOften(), None)] if too_often else [*met, *noticed]

    def _part_met(self, part: str, now_ns: int) -> list[Received]:
        """This line carries `part` from now on; BoardDown of another part that it carried a moment ago."""
        gone = self._down(now_ns) if part != self.part else []
        self.connected, self.part = True, part
        return gone

    def _meet(self, board: Board, hello: Any, now_ns: int) -> bool:
        """Begin with a board, or with a board's new start: from which message on, and is one missing?

        True at one start too many.
        """
        if self.board is None and board.uid in self._resume:
            self._told_unread = parts_read(board.role)  # what an earlier life of this host heard of them is not known
        boot, want = self._resume.get(board.uid, (NO_BOOT, 0))
        want = want if boot == board.boot else 0
        if not 0 <= ahead(want, hello.oldest) <= ahead(hello.next, hello.oldest):
            want = hello.oldest
            self.ask_state()
        before, self.board = self.board, board
        again = before is not None and (before.uid, before.build) == (board.uid, board.build)
        too_often = self.supplies.began(now_ns, again)
        self._resume[board.uid] = (board.boot, want)
        self._inbox = Inbox(want)
        self._unkept.clear()
        self._ack_due = False
        self._first = self._outbox.oldest
        self._lamps.forget()
        self._lost = 0
        self.unwell = None
        self._down_told.forget()
        self.noise.began()
        self._chain.began()
        self.counts = {}
        self.clock.begin()
        return too_often

    @property
    def readers_down(self) -> dict[str, int]:
        """Each reader of the board (`radio`, `bag`, `pad`) that does not work now, with the reason."""
        return self._down_told.now

    @property
    def loops_out(self) -> tuple[int, ...]:
        """The loop antennas of the board that carry no current now: rows 0..14, columns 15..29, racks 30..33."""
        return self._down_told.loops

    @property
    def chatters(self) -> tuple[int, ...]:
        """The squares of which the board feels the magnet come and go too often now, 0..224."""
        return tuple(square for square in self._down_told.chatters if square < wire.SQUARES)

    @property
    def carries(self) -> str:
        """The part that the board at the other end reads for the table now; "" for none."""
        return self.part if self._told_up else ""

    @property
    def lacks_radio(self) -> bool:
        """The board at the other end carries the magnets and nothing else: another one may read the tags."""
        return self.board is not None and self.board.role == wire.BOARD

    @property
    def _safe(self) -> int:
        """All numbers before this one are in the journal."""
        return self._unkept[0] if self._unkept else self._inbox.next

    def service(self) -> bool:
        """Have the board start without its program, so that its files can be written. False: too much waits already.

        Never during a game: it writes a file, and is gone until its next start.
        """
        self.supplies.start_wanted = True
        return self._post(wire.Service())

    def pulsed(self, at_ns: int) -> None:
        """SYNC was raised at game time `at_ns`: the board's answer goes into `clock`."""
        self.clock.pulsed(at_ns)

    def outgoing(self, now_ns: int) -> bytes:
        """The frames due at `now_ns`: greeting, acknowledgement, what is new and what must be sent again."""
        if not self._open and now_ns >= self._hello_due_ns:
            self._say(wire.HostHello(wire.PROTOCOL, self._greeted_boot, self._safe, self._first))
            self._hello_due_ns = now_ns + HELLO_MS * _NS_IN_MS
        if self._ack_due:
            self._ack_due = False
            self._say(wire.Ack(self._safe))
        frames = self._frames_due(now_ns // _NS_IN_MS, self._open and not self.wrong_firmware)
        self.noise.sent(len(frames))
        return b"" if self.wrong_firmware else b"".join(frames)

    def next_due_ns(self, now_ns: int) -> int:
        """When `tick` and `outgoing` want to be called again if nothing comes before, in game time."""
        if self._ack_due or self._session_frames or (self._open and self._levels_due):
            return now_ns
        due_ns = self._heard_ns + SILENCE_NS if self.connected else now_ns + HELLO_MS * _NS_IN_MS
        if not self._open:
            return min(due_ns, self._hello_due_ns)
        resend_ms = self._outbox.due_in_ms(now_ns // _NS_IN_MS)
        return due_ns if resend_ms is None else min(due_ns, now_ns + resend_ms * _NS_IN_MS)
