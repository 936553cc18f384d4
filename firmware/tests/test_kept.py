"""What a board takes from its EEPROM at the start: the record, or the plain order and why; it writes nothing."""

from drivers.eeprom import Eeprom
from roles.kept import Kept
from sim.eeprom_model import SIZE
from sim.eeprom_model import Eeprom as Chip
from sim.i2c_bus import I2cBus
from tablewire.messages import READER_RECORD, WHERE_DAMAGED, WHERE_SCHEMA, WHERE_SILENT, ReaderDown
from tablewire.record import PLAIN, pack_record

REVERSED = bytes(range(224, -1, -1))


def wrote(memory):
    raise AssertionError("the board has written into its EEPROM")


def chip_with(record):
    """A chip on which `record` stands."""
    return Chip(lambda: 0, bytearray(record) + bytearray(b"\xff" * (SIZE - len(record))), keep=wrote)


def kept_by(chip):
    bus = I2cBus()
    bus.attach(chip)
    return Kept(Eeprom(bus))


def test_a_sound_record_is_used_and_nothing_is_told():
    kept = kept_by(chip_with(pack_record(REVERSED, (3, 112))))
    assert (kept.wiring, kept.where) == ((REVERSED, (3, 112)), 0)
    assert kept.down(5) == []


def test_without_a_chip_or_without_a_record_the_order_is_plain_and_nothing_is_wrong():
    absent = chip_with(pack_record(REVERSED))
    absent.absent = True
    for kept in (Kept(None), kept_by(absent), kept_by(chip_with(b""))):
        assert (kept.wiring, kept.where) == ((PLAIN, ()), 0)
        assert kept.down(5) == []


def test_a_record_that_must_not_be_used_is_told_and_the_order_is_plain():
    spoilt = chip_with(pack_record(REVERSED, (3,)))
    spoilt.worn[100] = 4
    newer = bytearray(pack_record(REVERSED, (3,)))
    newer[2] = 2
    for chip, where in ((spoilt, WHERE_DAMAGED), (chip_with(newer), WHERE_SCHEMA), (FallsSilent(), WHERE_SILENT)):
        kept = kept_by(chip)
        assert (kept.wiring, kept.where) == ((PLAIN, ()), where)
        assert kept.down(5) == [ReaderDown(5, READER_RECORD, where)]


class FallsSilent(Chip):
    """Acknowledges its address once, and never again."""

    def __init__(self):
        super().__init__(lambda: 0)
        self._asked = 0

    def start(self, control):
        self._asked += 1
        return self._asked == 1 and super().start(control)
