"""What the EEPROM of the magnets' board keeps of its wiring, read once at the start.

Knows the chip by what it does. Nothing is written from here: see roles.keeping.
"""

from tablewire.messages import NOWHERE, READER_RECORD, WHERE_SILENT, ReaderDown
from tablewire.record import PAGE, PAGES, PLAIN, BadRecord, unpack_record

_OF_SQUARES = 5, 6   # bench checks that name the first bad place of the chain


class Kept:
    """`eeprom` as drivers.eeprom, None where this board has no place for one.

    `wiring`: the square of each place of the chain, and the squares that are not believed. Without an EEPROM that
    answers, or without a record on it, the sensors are held to be wired as drawn. So they are when the record must
    not be used, and `where` then says why, as ReaderDown has it; else it is 0.
    """

    def __init__(self, eeprom):
        self.eeprom = eeprom
        self.wiring, self.where = (PLAIN, ()), 0
        data = bytearray(PAGES * PAGE)
        if eeprom is None or not eeprom.ready():
            return
        if not eeprom.read(0, data):
            self.where = WHERE_SILENT
            return
        try:
            self.wiring = unpack_record(data) or self.wiring
        except BadRecord as bad:
            self.where = bad.where

    def square(self, test, where):
        """What `where` of bench check T`test` is called by: the square that a place of the chain stands for."""
        return self.wiring[0][where] if test in _OF_SQUARES and where != NOWHERE else where

    def down(self, at_ms):
        """What is to be told after each heartbeat: a list of messages."""
        return [ReaderDown(at_ms, READER_RECORD, self.where)] if self.where else []
