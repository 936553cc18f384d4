"""How the sensors of a board are wired, as its EEPROM keeps it: under which square each hangs, which are masked.

Shared with the host, which makes the record and compares it. Pure: bytes in, tuples out. Knows no chip.

A sensor's place is its number in the chain, 0..224 without the sentinels: on a board wired as drawn it is the square.
The record: "TW", its schema, its own length in bytes (2), the square of each place (225), the masked squares as
225 bits (29), CRC-32 of all before (4); little-endian, 0xFF up to the end of its last page.
"""

import binascii
import struct

from tablewire.messages import WHERE_DAMAGED, WHERE_SCHEMA

SCHEMA = 1
SQUARES = 225
PAGE = 32                  # bytes that the EEPROM writes at once
_HEAD, _SUM = "<2sBH", "<I"
_MARK = b"TW"
_ORDER_AT = struct.calcsize(_HEAD)
_MASK_AT = _ORDER_AT + SQUARES
_SUM_AT = _MASK_AT + (SQUARES + 7) // 8
LENGTH = _SUM_AT + struct.calcsize(_SUM)
PAGES = (LENGTH + PAGE - 1) // PAGE
PLAIN = bytes(range(SQUARES))   # wired as drawn
READ_PAGE, WRITE_PAGE = 0, 1        # `kept` of RecordPage, from the host
NO_EEPROM, KEPT, NOT_KEPT = 0, 1, 2   # and from the board


class BadRecord(Exception):
    """There is a record that must not be used; `where`: WHERE_DAMAGED or WHERE_SCHEMA."""

    def __init__(self, where):
        self.where = where
        super().__init__(where)


def pack_record(order, masked=()):
    """The record as PAGES whole pages. order: the square of each place; masked: squares that are not believed.

    >>> len(pack_record(PLAIN)) == PAGES * PAGE, unpack_record(pack_record(PLAIN, (3, 224))) == (PLAIN, (3, 224))
    (True, True)
    """
    bits = bytearray(_SUM_AT - _MASK_AT)
    for square in masked:
        bits[square >> 3] |= 0x80 >> (square & 7)
    body = struct.pack(_HEAD, _MARK, SCHEMA, LENGTH) + bytes(order) + bytes(bits)
    whole = body + struct.pack(_SUM, binascii.crc32(body))
    return whole + b"\xff" * (PAGES * PAGE - len(whole))


def unpack_record(data):
    """(order, masked) of PAGES pages; None when nothing was ever written there. Raises BadRecord."""
    if bytes(data) == b"\xff" * len(data):
        return None
    mark, schema, length = struct.unpack(_HEAD, data[:_ORDER_AT])
    if mark != _MARK:
        raise BadRecord(WHERE_DAMAGED)
    if schema != SCHEMA:
        raise BadRecord(WHERE_SCHEMA)
    order = bytes(data[_ORDER_AT:_MASK_AT])
    kept_sum, = struct.unpack(_SUM, data[_SUM_AT:LENGTH])
    if length != LENGTH or binascii.crc32(data[:_SUM_AT]) != kept_sum or len(set(order)) != SQUARES \
            or max(order) >= SQUARES:
        raise BadRecord(WHERE_DAMAGED)
    bits = data[_MASK_AT:_SUM_AT]
    return order, tuple([square for square in range(SQUARES) if bits[square >> 3] & 0x80 >> (square & 7)])
