"""A board's side of a session: greets until it is greeted, tells each thing until the host has it, obeys once."""

from tablewire.delivery import RESEND_MS, WINDOW
from tablewire.frames import UNNUMBERED, Deframer, frame
from tablewire.messages import (
    BOARD,
    LONGEST_KEPT,
    PROTOCOL,
    Ack,
    BoardHello,
    Echo,
    HallChanged,
    Heartbeat,
    HostHello,
    Lamp,
    LampsOff,
    MagnetStirs,
    Moving,
    Quiet,
    pack,
    unpack,
)
from tablewire.session import CAPACITY, HELLO_MS, NO_BOOT, BoardSession

UID = b"\x01\x02\x03\x04\x05\x06\x07\x08"
BOOT = 3
FIRST = 70000


class Host:
    """The other end of a board's line."""

    def __init__(self):
        self.written = bytearray()
        self._deframer = Deframer()
        self.board = BoardSession(BOARD, UID, BOOT, 0xCAFE, self._take)

    def _take(self, view):
        self.written += bytes(view)

    def heard(self):
        """The (number, message) that the board has written since the last call."""
        found = self._deframer.feed(self.written)
        self.written = bytearray()
        return [(number, unpack(body)) for number, body in found]

    def pump(self, now_ms):
        self.board.pump(now_ms)
        return self.heard()

    def says(self, message, now_ms=0, number=UNNUMBERED):
        return self.board.feed(frame(number, pack(message)), now_ms)

    def greets(self, want=0, boot=BOOT, first=FIRST, protocol=PROTOCOL):
        self.says(HostHello(protocol, boot, want, first))


def greeted():
    host = Host()
    host.pump(0)
    host.greets()
    host.pump(0)
    return host


def numbers(heard):
    return [number for number, _ in heard if number != UNNUMBERED]


def test_a_board_greets_until_it_is_greeted():
    host = Host()
    hello = (UNNUMBERED, BoardHello(PROTOCOL, BOARD, UID, BOOT, 0, 0, 0xCAFE))
    assert host.pump(1000) == [hello]
    assert host.pump(1000 + HELLO_MS - 1) == []
    assert host.pump(1000 + HELLO_MS) == [hello]
    host.greets()
    assert host.pump(1001 + HELLO_MS) == [(UNNUMBERED, Ack(FIRST))]
    assert host.board.is_open


def test_it_says_when_it_wants_to_be_pumped():
    host = Host()
    assert host.board.pump(1000) == HELLO_MS
    assert host.board.pump(1200) == HELLO_MS - 200
    host.greets()
    assert host.board.pump(1200) == HELLO_MS
    host.board.post(Moving(0))
    assert host.board.pump(1200) == RESEND_MS
    assert host.board.pump(1250) == RESEND_MS - 50


def test_what_happened_before_the_host_came_is_told_when_it_comes():
    host = Host()
    assert host.board.post(Moving(1))
    assert host.board.post(Quiet(2))
    (_, hello), = host.pump(0)
    assert (hello.oldest, hello.next) == (0, 2)
    host.greets()
    assert host.pump(1)[1:] == [(0, Moving(1)), (1, Quiet(2))]


def test_numbers_go_on_through_a_new_session_and_what_the_host_has_is_not_told_again():
    host = greeted()
    for n in range(5):
        host.board.post(Moving(n))
    assert numbers(host.pump(0)) == [0, 1, 2, 3, 4]
    host.says(Ack(2))
    host.greets(want=3, first=FIRST + 5000)
    assert numbers(host.pump(1)) == [3, 4]
    host.board.post(Quiet(9))
    assert host.pump(2) == [(5, Quiet(9))]


def test_a_host_that_asks_who_is_there_gets_the_hello_at_once_and_nothing_else_till_it_greets():
    host = greeted()
    host.board.post(Moving(1))
    host.pump(0)
    host.says(HostHello(PROTOCOL, NO_BOOT, 0, FIRST))
    assert [type(message) for _, message in host.pump(1)] == [BoardHello]
    assert host.pump(1 + RESEND_MS) == []
    host.greets()
    assert numbers(host.pump(2)) == [0]


def test_a_greeting_for_another_start_or_of_another_protocol_opens_nothing():
    for boot, protocol in ((BOOT - 1, PROTOCOL), (BOOT, PROTOCOL + 1)):
        host = Host()
        host.greets(boot=boot, protocol=protocol)
        assert not host.board.is_open
        assert [type(message) for _, message in host.pump(0)] == [BoardHello]


def test_the_host_is_obeyed_once_and_in_order():
    host = greeted()
    assert host.says(LampsOff(), 0, FIRST + 1) == []  # early: the one before it was lost
    assert host.pump(0) == [(UNNUMBERED, Ack(FIRST))]  # what it still waits for
    assert host.says(Lamp(1, 2, 3, 4), 0, FIRST) == [Lamp(1, 2, 3, 4)]
    assert host.says(Lamp(1, 2, 3, 4), 0, FIRST) == []
    assert host.says(LampsOff(), 0, FIRST + 1) == [LampsOff()]
    assert host.pump(0) == [(UNNUMBERED, Ack(FIRST + 2))]  # one answer for all of them


def test_a_repeated_greeting_does_not_start_the_hosts_numbers_again():
    host = greeted()
    host.says(LampsOff(), 0, FIRST)
    host.greets()
    assert host.says(LampsOff(), 0, FIRST) == []
    assert host.pump(0) == [(UNNUMBERED, Ack(FIRST + 1))]


def test_a_new_life_of_the_host_does():
    host = greeted()
    host.says(LampsOff(), 0, FIRST)
    host.greets(first=5)
    assert host.says(LampsOff(), 0, 5) == [LampsOff()]


def test_nothing_is_obeyed_before_the_greeting():
    host = Host()
    assert host.says(LampsOff(), 0, 0) == []


def test_what_it_does_not_understand_is_counted_and_answered_so_that_it_blocks_nothing():
    host = greeted()
    assert host.board.feed(frame(FIRST, b"\xee"), 0) == []
    assert host.board.not_understood == 1
    assert host.says(LampsOff(), 0, FIRST + 1) == [LampsOff()]


def test_a_full_memory_is_told_in_the_next_heartbeat():
    host = greeted()
    for n in range(CAPACITY):
        assert host.board.post(Moving(n))
    assert not host.board.post(Moving(0))
    host.board.feed(b"\x00\x55\x00", 0)
    host.board.beat(77, 0x100000005, 0x10002)
    assert host.heard() == [(UNNUMBERED, Heartbeat(77, 5, 2, 1, 1))]
    assert numbers(host.pump(0)) == list(range(WINDOW))


def test_frames_that_are_due_can_be_had_one_by_one_the_acknowledgement_first():
    """So that a board looks at its squares between two of them."""
    host = greeted()
    for n in range(2):
        host.board.post(Moving(n))
    host.says(LampsOff(), 0, FIRST)
    told = []
    for wait_ms in (0, 0, RESEND_MS):
        assert host.board.pump(0, 1) == wait_ms
        told.append(host.heard())
    assert told == [[(UNNUMBERED, Ack(FIRST + 1))], [(0, Moving(0))], [(1, Moving(1))]]


def test_an_echo_comes_back_even_without_a_session():
    host = Host()
    host.says(Echo(bytes(63)))
    assert host.heard() == [(UNNUMBERED, Echo(bytes(63)))]


def test_what_a_scan_tells_field_by_field_is_the_same_on_the_wire():
    host = greeted()
    last = 2**30 - 1
    told = ((Moving, 5), (MagnetStirs, 5, 224), (HallChanged, last, 112, 1), (HallChanged, 0, 0, 0), (Quiet, last))
    for kind, *fields in told:
        assert host.board.post_fields(kind, *fields)
    assert host.pump(0) == [(number, kind(*fields)) for number, (kind, *fields) in enumerate(told)]
    for n in range(CAPACITY - len(told)):
        assert host.board.post_fields(Moving, n)
    assert not host.board.post_fields(Moving, 0)
    assert host.board.lost == 1


def test_what_waits_takes_nine_kilobytes_at_most():
    assert LONGEST_KEPT == 1 + 1 + 1 + 32  # RecordPage: kind, page, state, a page of the EEPROM
    assert CAPACITY * (LONGEST_KEPT + 1) == 9216


def test_only_numbered_messages_are_posted():
    refused = False
    try:
        Host().board.post(Ack(1))
    except ValueError:
        refused = True
    assert refused
