"""A page of the board's EEPROM, read or written for the host while no square is looked at.

Read in when it is asked for first, so that it takes no heap in play. Knows the chip by what it does.
"""

import asyncio

from drivers.eeprom import WRITE_MS
from tablewire.messages import RecordPage
from tablewire.record import KEPT, NO_EEPROM, NOT_KEPT, PAGE, PAGES, WRITE_PAGE

_LOOK_MS = 1
_LOOKS = 4 * WRITE_MS   # a chip that is four times as slow as any data sheet's has failed


async def told(kept, message):
    """Do what the RecordPage `message` asks; the one that tells what stands on that page then.

    kept: as roles.kept. A page on which the same stands already is not written again. Pages beyond the record are
    not touched.
    """
    data, page, eeprom = bytearray(PAGE), message.page, kept and kept.eeprom
    if eeprom is None or page >= PAGES or not eeprom.read(PAGE * page, data):
        return RecordPage(page, NO_EEPROM, bytes(PAGE))
    if message.kept == WRITE_PAGE and bytes(data) != message.stored:
        written = eeprom.write(page, message.stored) and await _is_ready(eeprom)
        if not (written and eeprom.read(PAGE * page, data)) or bytes(data) != message.stored:
            return RecordPage(page, NOT_KEPT, bytes(data))
    return RecordPage(page, KEPT, bytes(data))


async def _is_ready(eeprom):
    """Ask until the chip has written, or has failed."""
    for _ in range(_LOOKS):
        await asyncio.sleep_ms(_LOOK_MS)
        if eeprom.ready():
            return True
    return False
