"""The EEPROM: the model does what the data sheet of the 24LC32A says, and the driver reads and writes through it; an
absent chip is told and is no error; a writing that loses its power leaves a page that is neither old nor new.

Figures: Microchip DS21713: 4096 bytes, pages of 32, 5 ms a writing at most, address 1010 A2 A1 A0."""

from drivers.eeprom import PAGE, WRITE_MS, Eeprom
from sim.eeprom_model import Eeprom as Chip
from sim.i2c_bus import I2cBus
from tests.virtual import Clock

WRITING_US = 5000
CELLS = 4096
WRITE, READ = 0xA0, 0xA1     # control bytes of a chip with A0 to A2 at ground


class Rig:
    """Driver, bus and chip. `kept`: what the cells held at each change."""

    def __init__(self, memory=None, strap=0, address=0x50):
        self.clock = Clock()
        self.kept = []
        self.chip = Chip(self.clock.read, memory, strap, lambda cells: self.kept.append(bytes(cells)))
        self.bus = I2cBus()
        self.bus.attach(self.chip)
        self.driver = Eeprom(self.bus, address)

    def written(self, page, data):
        """Write a page and wait."""
        assert self.driver.write(page, data)
        self.clock.now_us += WRITING_US
        return self

    def reads(self, at, count):
        """What the driver reads; None when nobody answers."""
        buffer = bytearray(count)
        return bytes(buffer) if self.driver.read(at, buffer) else None


def says(chip, *sent):
    """A transaction without its stop: whether each byte was acknowledged."""
    return [chip.start(sent[0])] + [chip.take(byte) for byte in sent[1:]]


def pattern(first=0):
    return bytes([(first + 7 * nth) % 256 for nth in range(PAGE)])


def test_a_new_chip_is_erased_and_what_is_written_is_read_again():
    rig = Rig()
    assert rig.reads(0, CELLS) == b"\xff" * CELLS
    rig.written(3, pattern())
    assert rig.reads(96, PAGE) == pattern()
    assert rig.reads(95, 1) == rig.reads(128, 1) == b"\xff"


def test_the_address_goes_out_high_byte_first_and_its_highest_bits_do_not_count():
    chip = Rig(bytearray([n % 251 for n in range(CELLS)])).chip
    for high, low, at in ((0x01, 0x02, 0x102), (0x0F, 0xFF, 0xFFF), (0xF1, 0x02, 0x102)):
        assert says(chip, WRITE, high, low) == [True] * 3
        assert chip.start(READ)
        assert chip.give() == at % 251


def test_a_reading_goes_on_over_pages_and_comes_round_at_the_end():
    rig = Rig(bytearray([n % 251 for n in range(CELLS)]))
    assert rig.reads(30, 5) == bytes((30, 31, 32, 33, 34))
    assert rig.reads(CELLS - 2, 4) == bytes(((CELLS - 2) % 251, (CELLS - 1) % 251, 0, 1))
    assert rig.chip.start(READ)      # from where the last one ended
    assert rig.chip.give() == 2


def test_what_is_written_past_the_end_of_a_page_comes_round_to_its_beginning():
    rig = Rig()
    rig.bus.writeto_mem(0x50, 62, b"abcd", 16)
    rig.clock.now_us += WRITING_US
    assert rig.reads(32, 2) == b"cd"
    assert rig.reads(62, 3) == b"ab\xff"
    rig.bus.writeto_mem(0x50, 64, bytes(range(40)), 16)       # the first eight are overwritten
    rig.clock.now_us += WRITING_US
    assert rig.reads(64, 33) == bytes(range(32, 40)) + bytes(range(8, 32)) + b"\xff"


def test_bytes_of_a_page_that_are_not_written_keep_what_they_hold():
    rig = Rig().written(1, pattern())
    rig.bus.writeto_mem(0x50, 40, b"xy", 16)
    rig.clock.now_us += WRITING_US
    assert rig.reads(32, PAGE) == pattern()[:8] + b"xy" + pattern()[10:]


def test_nobody_is_answered_while_it_writes_and_polling_finds_its_end():
    rig = Rig()
    assert rig.driver.ready()
    assert rig.driver.write(0, pattern())
    for _ in range(WRITING_US // 100):
        assert not rig.driver.ready()
        assert not rig.chip.start(READ)
        assert rig.reads(0, 1) is None
        assert not rig.driver.write(1, pattern())
        rig.clock.now_us += 100
    assert rig.driver.ready()
    assert rig.reads(0, 2 * PAGE) == pattern() + b"\xff" * PAGE
    assert WRITE_MS * 1000 == WRITING_US


def test_asking_whether_it_is_ready_writes_nothing():
    rig = Rig(bytearray(CELLS))
    assert rig.driver.ready()
    assert rig.driver.ready()        # no writing has begun
    assert rig.kept == []


def test_a_repeated_start_gives_up_what_was_to_be_written():
    rig = Rig()
    assert says(rig.chip, WRITE, 0, 0, 0x55) == [True] * 4
    assert rig.chip.start(READ)
    rig.chip.stop()
    assert rig.driver.ready()
    assert rig.reads(0, 1) == b"\xff"


def test_only_its_own_address_is_acknowledged():
    chip = Rig(strap=3).chip
    answered = [control for control in range(0, 256, 2) if chip.start(control)]
    assert answered == [0xA6]
    assert Rig(strap=3, address=0x53).driver.ready()
    assert not Rig(strap=3).driver.ready()


def test_an_absent_chip_is_no_error():
    rig = Rig()
    rig.chip.absent = True
    assert not rig.driver.ready()
    assert rig.reads(0, 4) is None
    assert not rig.driver.write(0, pattern())
    rig.chip.absent = False
    assert rig.reads(0, 4) == b"\xff" * 4


def test_a_worn_byte_reads_wrong_whatever_is_written():
    rig = Rig()
    rig.chip.worn[5] = 0x81
    rig.written(0, bytes(PAGE))
    assert rig.reads(4, 3) == b"\x00\x81\x00"


def test_power_that_is_cut_in_a_writing_leaves_a_page_that_is_neither_old_nor_new():
    rig = Rig().written(0, bytes(PAGE)).written(1, bytes(PAGE))
    rig.chip.cut = True
    assert rig.driver.write(0, pattern(1))
    rig.clock.now_us += 10 * WRITING_US
    assert not rig.driver.ready()                    # it has no power
    after = Rig(bytearray(rig.kept[-1]))             # and has it again
    page = after.reads(0, PAGE)
    assert page not in (bytes(PAGE), pattern(1))
    assert after.reads(PAGE, PAGE) == bytes(PAGE)    # no other page has suffered
    assert after.written(0, pattern(1)).reads(0, PAGE) == pattern(1)
