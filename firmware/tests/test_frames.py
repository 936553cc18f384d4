"""Frames: golden bytes, and damage that costs one frame and never more."""

from tablewire.frames import LONGEST_FRAME, UNNUMBERED, Deframer, Framer, frame
from tablewire.messages import LONGEST

# Made with the PyPI package cobs 1.2 and zlib's crc32, so that not only our own two ends agree.
GOLDEN = (
    (0, b"\x41", "000101010106411b86f9c700"),
    (0x01020304, b"\x00\x00", "0005040302010105d93b38c600"),
    (UNNUMBERED, b"", "0009ffffffffffffffff00"),
)


def refusal(body):
    """What the Framer says against `body`; None when it takes it."""
    try:
        Framer().frame(0, body)
    except ValueError as error:
        return str(error)
    return None


def test_frames_are_what_an_independent_encoder_makes():
    for number, body, golden in GOLDEN:
        assert frame(number, body).hex() == golden, (number, body)


def test_the_same_buffer_serves_long_and_short_frames_in_turn():
    framer = Framer()
    long = bytes(framer.frame(1, bytes(LONGEST)))
    assert len(long) == LONGEST_FRAME
    assert bytes(framer.frame(2, b"\x41")) == frame(2, b"\x41")
    assert bytes(framer.frame(1, bytes(LONGEST))) == long


def test_a_body_too_long_is_refused():
    assert refusal(bytes(LONGEST)) is None
    assert refusal(bytes(LONGEST + 1)) == "a message of 65 bytes does not fit the 64 of a frame"


def test_every_length_and_every_byte_comes_back():
    deframer = Deframer()
    for length in range(LONGEST + 1):
        for fill in (0, 1, 255, length):
            body = bytes([fill]) * length
            assert deframer.feed(frame(length, body)) == [(length, body)]
    for byte in range(256):
        assert deframer.feed(frame(byte << 24, bytes([byte, 0, byte]))) == [(byte << 24, bytes([byte, 0, byte]))]
    assert deframer.damaged == 0


def test_frames_are_found_however_the_bytes_are_cut():
    stream = b"".join(frame(number, bytes([number, 0, 7])) for number in range(5))
    for size in (1, 2, 3, 7, len(stream)):
        deframer = Deframer()
        found = []
        for start in range(0, len(stream), size):
            found += deframer.feed(stream[start:start + size])
        assert [number for number, body in found] == [0, 1, 2, 3, 4], size


def test_noise_before_a_frame_does_not_cost_the_frame():
    """The zero in front is there for this: without it the noise would swallow each frame after it."""
    deframer = Deframer()
    assert deframer.feed(b"\x55\xaa" + frame(9, b"\x12")) == [(9, b"\x12")]
    assert deframer.damaged == 1


def test_a_flipped_bit_anywhere_costs_that_frame_and_no_other():
    whole = frame(3, b"\x10\x00\x01\x02\x00\x00")
    for at in range(1, len(whole) - 1):
        for bit in range(8):
            broken = bytearray(whole)
            broken[at] ^= 1 << bit
            deframer = Deframer()
            found = deframer.feed(bytes(broken) + frame(4, b"\x11"))
            assert found == [(4, b"\x11")], (at, bit)
            assert deframer.damaged >= 1, (at, bit)


def test_a_flood_without_a_zero_is_dropped_and_counted_once():
    deframer = Deframer()
    for _ in range(100):
        assert deframer.feed(b"\x55" * 50) == []
    assert deframer.feed(frame(1, b"\x12")) == [(1, b"\x12")]
    assert deframer.damaged == 1


def test_bytearrays_and_views_are_taken_as_bytes_are():
    data = bytearray(frame(1, b"\x12"))
    assert Deframer().feed(data) == [(1, b"\x12")]
    assert Deframer().feed(memoryview(data)) == [(1, b"\x12")]
