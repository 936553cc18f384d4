"""Frames: where a message begins and ends in a stream of bytes, and whether it came through whole.

A frame is a zero, the stuffed number + body + CRC-32 of both, and a zero; the stuffing (COBS) leaves no zero inside.
The zero in front ends whatever noise came before, so that noise never costs a sound frame.
Pure: bytes in, bytes out. Knows nothing of what a body says, nor of order and sending again.
"""

import binascii
import struct

from tablewire.messages import LONGEST

UNNUMBERED = 0xFFFFFFFF  # the number of a message that belongs to the session and is never sent again

_NUMBER = 4  # bytes, little-endian
_CHECK = 4  # bytes, CRC-32 (that of zlib) over number and body, little-endian
_SHORTEST_STUFFED = 1 + _NUMBER + _CHECK  # an empty body; the first byte is the stuffing's
_LONGEST_STUFFED = _SHORTEST_STUFFED + LONGEST  # bytes; below 254, so the stuffing never needs a second block
LONGEST_FRAME = _LONGEST_STUFFED + 2  # bytes on the line, both zeros included


class Framer:
    """Builds frames in one buffer made at the start.

    >>> bytes(Framer().frame(0, b"\\x41")).hex()
    '000101010106411b86f9c700'
    """

    def __init__(self):
        self._buffer = bytearray(LONGEST_FRAME)
        self._view = memoryview(self._buffer)

    def frame(self, number: int, body: bytes):
        """The frame of `body` (0..LONGEST bytes) as a view that is good until the next frame.

        Raises ValueError when the body is longer than LONGEST.
        """
        if len(body) > LONGEST:
            raise ValueError("a message of %d bytes does not fit the %d of a frame" % (len(body), LONGEST))
        buffer = self._buffer
        check = 2 + _NUMBER + len(body)
        end = check + _CHECK
        struct.pack_into("<I", buffer, 2, number)
        buffer[2 + _NUMBER:check] = body
        struct.pack_into("<I", buffer, check, binascii.crc32(self._view[2:check]))
        self._stuff(end)
        return self._view[:end + 1]

    def _stuff(self, end):
        """Replace each zero from 2 to `end` by the distance to the next one; byte 1 tells where the first is."""
        buffer = self._buffer
        buffer[end] = 0
        last = 1
        while last < end:
            zero = buffer.find(b"\0", last + 1, end + 1)
            buffer[last] = zero - last
            last = zero


def frame(number: int, body: bytes) -> bytes:
    """One frame as bytes of its own: for whoever sends rarely."""
    return bytes(Framer().frame(number, body))


class Deframer:
    """Takes bytes as they come and finds the sound frames in them; never raises, whatever comes.

    `damaged` counts what stood between two zeros and was not a frame.

    >>> deframer = Deframer()
    >>> deframer.feed(b"noise" + frame(7, b"\\x12")[:6]), deframer.feed(frame(7, b"\\x12")[6:])
    ([], [(7, b'\\x12')])
    >>> deframer.damaged
    1
    """

    def __init__(self):
        self.damaged = 0
        self._stuffed = bytearray(_LONGEST_STUFFED)
        self._view = memoryview(self._stuffed)
        self._length = 0  # bytes since the last zero; more than _LONGEST_STUFFED: noise, of which no byte is kept

    def feed(self, data) -> list:
        """The (number, body) of every frame that `data` (bytes, any number of them) completes, in order."""
        found: list = []
        data = bytes(data)
        start = 0
        while True:
            zero = data.find(b"\0", start)
            stop = len(data) if zero < 0 else zero
            if stop > start:
                self._keep(data, start, stop)
            if zero < 0:
                return found
            if self._length:
                self._end_frame(found)
            start = zero + 1

    def forget(self):
        """The line was cut: the half frame before the cut is not to be joined to what comes after it."""
        self._length = 0

    def _keep(self, data, start, stop):
        length = self._length
        if length + stop - start > _LONGEST_STUFFED:
            self._length = _LONGEST_STUFFED + 1
        else:
            self._stuffed[length:length + stop - start] = data[start:stop]
            self._length = length + stop - start

    def _end_frame(self, found):
        length, self._length = self._length, 0
        if not (_SHORTEST_STUFFED <= length <= _LONGEST_STUFFED and self._unstuff(length)):
            self.damaged += 1
            return
        check = length - _CHECK
        if struct.unpack_from("<I", self._stuffed, check)[0] != binascii.crc32(self._view[1:check]):
            self.damaged += 1
            return
        number = struct.unpack_from("<I", self._stuffed, 1)[0]
        found.append((number, bytes(self._view[1 + _NUMBER:check])))

    def _unstuff(self, length):
        """Put the zeros back; True when their chain ends exactly at `length`."""
        stuffed = self._stuffed
        at = 0
        while at < length:
            step = stuffed[at]
            stuffed[at] = 0
            at += step
        return at == length
