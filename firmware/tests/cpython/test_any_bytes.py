"""Whatever bytes come, a Deframer goes on; and its frames are those of an encoder that is not ours."""

import itertools
import zlib

from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st
from tablewire.frames import UNNUMBERED, Deframer, frame
from tablewire.messages import LONGEST

bodies = st.binary(max_size=LONGEST)
numbers = st.integers(0, UNNUMBERED)


def in_pieces(data, cuts):
    """`data` cut at each of `cuts`."""
    edges = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    return [data[start:stop] for start, stop in itertools.pairwise(edges)]


@given(st.lists(st.binary(max_size=300)))
def test_no_bytes_make_it_raise(pieces):
    deframer = Deframer()
    for piece in pieces:
        deframer.feed(piece)


@given(st.binary(max_size=500), st.lists(st.integers(0, 600), max_size=5), numbers, bodies)
def test_the_next_clean_frame_is_found_after_any_garbage(garbage, cuts, number, body):
    deframer = Deframer()
    found = [one for piece in in_pieces(garbage + frame(number, body), cuts) for one in deframer.feed(piece)]
    assert found[-1] == (number, body)


@given(numbers, bodies)
def test_frames_are_those_of_an_independent_encoder(number, body):
    raw = number.to_bytes(4, "little") + body
    raw += zlib.crc32(raw).to_bytes(4, "little")
    assert frame(number, body) == b"\0" + cobs.encode(raw) + b"\0"


@given(st.lists(st.tuples(numbers, bodies), max_size=6), st.lists(st.integers(0, 500), max_size=8))
def test_many_frames_in_any_pieces_come_back_as_they_were(messages, cuts):
    stream = b"".join(frame(number, body) for number, body in messages)
    deframer = Deframer()
    assert [one for piece in in_pieces(stream, cuts) for one in deframer.feed(piece)] == messages
    assert deframer.damaged == 0
