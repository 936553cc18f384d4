"""The record of a board's wiring: what was packed comes back; a damaged one is never used, whichever bit is wrong; an
EEPROM on which nothing was written has no record, and that is no damage."""

import binascii
import struct

from tablewire.messages import WHERE_DAMAGED, WHERE_SCHEMA
from tablewire.record import (
    LENGTH,
    PAGE,
    PAGES,
    PLAIN,
    BadRecord,
    pack_record,
    unpack_record,
)

REVERSED = bytes(range(224, -1, -1))


def wrong(data):
    """Why the record cannot be used; None when it can."""
    try:
        unpack_record(data)
    except BadRecord as bad:
        return bad.where
    return None


def with_sum(body):
    """`body` as a record whose CRC is right, filled up."""
    whole = body + struct.pack("<I", binascii.crc32(body))
    return whole + b"\xff" * (PAGES * PAGE - len(whole))


def test_a_record_is_laid_out_as_the_manual_says():
    body = b"TW\x01" + struct.pack("<H", LENGTH) + REVERSED + b"\x80" + bytes(27) + b"\x80"
    assert len(body) + 4 == LENGTH == 263
    assert pack_record(REVERSED, (0, 224)) == with_sum(body)
    assert unpack_record(with_sum(body)) == (REVERSED, (0, 224))


def test_an_eeprom_on_which_nothing_was_written_has_no_record():
    assert unpack_record(b"\xff" * (PAGES * PAGE)) is None


def test_no_single_wrong_bit_and_no_page_of_another_writing_passes():
    sound = pack_record(REVERSED, (7,))
    for at in range(LENGTH):
        for bit in (1, 128):
            spoilt = bytearray(sound)
            spoilt[at] ^= bit
            assert wrong(spoilt) in (WHERE_DAMAGED, WHERE_SCHEMA), at
    other = pack_record(PLAIN)
    for page in range(PAGES - 1):   # that of the last one is that of the sum
        torn = sound[:PAGE * (page + 1)] + other[PAGE * (page + 1):]
        assert wrong(torn) == WHERE_DAMAGED, page
    for page in range(PAGES):
        erased = sound[:PAGE * page] + b"\xff" * PAGE + sound[PAGE * (page + 1):]
        assert wrong(erased) == WHERE_DAMAGED, page


def test_a_record_of_another_schema_or_one_that_is_no_order_is_not_used():
    head, rest = b"TW\x02" + struct.pack("<H", LENGTH), bytes(29)
    assert wrong(with_sum(head + PLAIN + rest)) == WHERE_SCHEMA
    head = b"TW\x01" + struct.pack("<H", LENGTH)
    assert wrong(with_sum(head + PLAIN + rest)) is None
    assert wrong(with_sum(head + bytes(225) + rest)) == WHERE_DAMAGED
    assert wrong(with_sum(head + bytes(range(1, 226)) + rest)) == WHERE_DAMAGED
    assert wrong(bytes(PAGES * PAGE)) == WHERE_DAMAGED
