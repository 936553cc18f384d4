"""What the EEPROM of the magnets' board keeps of its wiring, read once at the start.

Knows the chip by what it does. Nothing is written from here: see roles.keeping.
"""

from tablewire.messages import RecordBad
from tablewire.record import PAGE, PAGES, PLAIN, UNREAD, BadRecord, unpack_record


class Kept:
    """`eeprom` as drivers.eeprom, None where this board has no place for one.

    `order`: the square of each place of the chain; `masked`: squares that are not believed. Without an EEPROM that
    answers, or without a record on it, the sensors are held to be wired as drawn. So they are when the record must
    not be used, and `why` then says why, as RecordBad has it; else it is 0.
    """

    def __init__(self, eeprom):
        self.eeprom = eeprom
        self.order, self.masked, self.why = PLAIN, (), 0
        data = bytearray(PAGES * PAGE)
        if eeprom is None or not eeprom.ready():
            return
        if not eeprom.read(0, data):
            self.why = UNREAD
            return
        try:
            self.order, self.masked = unpack_record(data) or (PLAIN, ())
        except BadRecord as bad:
            self.why = bad.why

    def down(self, at_ms):
        """What is to be told after each heartbeat: a list of messages."""
        return [RecordBad(at_ms, self.why)] if self.why else []
