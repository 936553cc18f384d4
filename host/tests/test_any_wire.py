"""Whatever comes over the line, both ends go on: any bytes, sound frames with one byte changed, and sound frames that
make no sense. And whatever comes, each message is told once and in order."""

import contextlib
import itertools
import struct

from hypothesis import given
from hypothesis import strategies as st
from tablewire import messages as wire
from tablewire.frames import UNNUMBERED, Deframer, frame
from tablewire.session import BoardSession

from host.adapters.link import Link
from host.core.effects import Colour
from host.tests.far_board import FIRST, MS, UID

ROWS = [row for row in wire.ROWS if row[2] != wire.HOST_TO_TABLE]
BOARD_ROWS = [row for row in wire.ROWS if row[2] != wire.TABLE_TO_HOST]


def body_of(row):
    """Any body of the right length for `row`: every field may hold every value."""
    size = struct.calcsize(row[4]) - 1
    return st.binary(min_size=size, max_size=size).map(lambda rest: bytes([row[0]]) + rest)


def hellos():
    """A board's greeting that may well be meant: our protocol, few starts, few numbers."""
    small = st.integers(0, 3)
    return st.builds(lambda role, boot, oldest, more, again: wire.pack(wire.BoardHello(
        wire.PROTOCOL + again, role, UID, boot, oldest, oldest + more, 0)), small, small, small, small, st.just(0))


numbers = st.one_of(st.just(UNNUMBERED), st.integers(0, 8), st.integers(0, UNNUMBERED))
to_host = st.builds(
    frame, numbers, st.one_of(hellos(), st.sampled_from(ROWS).flatmap(body_of), st.binary(max_size=64)))
HELLO = frame(UNNUMBERED, wire.pack(wire.BoardHello(wire.PROTOCOL, wire.BOARD, UID, 7, 0, 0, 0)))
of_one_start = st.one_of(
    st.just(HELLO),
    st.builds(lambda number: frame(number, wire.pack(wire.Moving(9))), st.integers(0, 5)),
    st.builds(frame, numbers, st.sampled_from([row for row in ROWS if row[1] != "BoardHello"]).flatmap(body_of)))
from_host = st.one_of(
    st.builds(lambda boot, want: frame(UNNUMBERED, wire.pack(wire.HostHello(wire.PROTOCOL, boot, want, 0))),
              st.integers(0, 2), st.integers(0, 4)),
    st.builds(frame, numbers, st.one_of(st.sampled_from(BOARD_ROWS).flatmap(body_of), st.binary(max_size=64))))


@st.composite
def mutated(draw, frames):
    """A frame with a byte changed, left out or put in."""
    data = draw(frames)
    at, byte = draw(st.integers(0, len(data) - 1)), draw(st.binary(min_size=1, max_size=1))
    kept = draw(st.sampled_from((at, at + 1)))
    return data[:at] + draw(st.sampled_from((b"", byte))) + data[kept:]


def lines(frames):
    """What comes over a line, piece by piece."""
    return st.lists(st.one_of(frames, mutated(frames), st.binary(max_size=40)), max_size=30)


@given(lines(to_host))
def test_a_deframer_gives_only_what_was_whole(pieces):
    deframer = Deframer()
    for number, body in itertools.chain.from_iterable(map(deframer.feed, pieces)):
        assert 0 <= number <= UNNUMBERED
        assert len(body) <= wire.LONGEST
        with contextlib.suppress(wire.NotUnderstood):
            assert wire.pack(wire.unpack(body)) == body


def played(pieces, data):
    """A link that these pieces are fed to while it is asked for one thing and another; the sources that it told."""
    link = Link({}, FIRST)
    now_ns, told = 5 * MS, []
    for piece in pieces:
        now_ns += data.draw(st.sampled_from((0, MS, 600 * MS, 2000 * MS)))
        received = link.feed(piece, now_ns) + link.tick(now_ns)
        told += [each.source for each in received if each.source]
        act = data.draw(st.sampled_from(("keep", "leave", "cut", "ask")))
        if act == "keep" and told:
            link.kept(told[-1])
        elif act == "cut":
            link.cut(now_ns)
        elif act == "ask":
            link.show([(112, Colour.FAULT)])
            link.service()
            link.pulsed(now_ns)
            link.ask_state()
        link.outgoing(now_ns)
        assert link.next_due_ns(now_ns) >= now_ns
        link.clock.moment(5, now_ns)
    return told


@given(lines(to_host), st.data())
def test_a_link_goes_on_whatever_comes(pieces, data):
    played(pieces, data)


@given(lines(of_one_start), st.data())
def test_a_link_tells_each_message_of_a_start_once_and_in_order(pieces, data):
    told = played([HELLO, *pieces], data)
    assert [source.number for source in told] == sorted({source.number for source in told})


@given(lines(from_host), st.data())
def test_a_board_goes_on_and_takes_each_message_once(pieces, data):
    written = []
    session = BoardSession(wire.BOARD, UID, 1, 0, lambda view: written.append(bytes(view)))
    now_ms = 2**30 - 1000  # the ticks wrap on the way
    for piece in pieces:
        now_ms = (now_ms + data.draw(st.sampled_from((0, 1, 300, 2000)))) % 2**30
        for message in session.feed(piece, now_ms):
            assert getattr(message, "square", 0) < wire.SQUARES
        session.post(wire.Moving(now_ms))
        session.beat(now_ms, 1, 2)
        session.count(now_ms, 1, 2, 3, 4)
        assert 1 <= session.pump(now_ms) <= 500
    for number, body in Deframer().feed(b"".join(written)):
        assert wire.pack(wire.unpack(body)) == body
        assert (number == UNNUMBERED) != wire.is_numbered(wire.unpack(body))
