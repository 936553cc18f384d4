"""Protects what the fast models leave out and the wiring relies on: which edge samples and which one shifts, when a
clock may run at all, and the reader's handshake, edge by edge."""

import pinout
from drivers.antenna_mux import CHIPS as MUX_CHIPS
from drivers.antenna_mux import AntennaMux
from drivers.hall_chain import HallChain
from drivers.mfrc522 import Mfrc522
from drivers.pn5180 import Pn5180
from sim.chain_model import CHIPS
from sim.mfrc522_registers import RESET
from sim.pn5180_model import EEPROM
from tests.edge_exact import Hc165, Hc595, Master, Mfrc522Edges, Pn5180Edges
from tests.radio_rig import Clock, Line

RAW = bytes([(37 * i + 129) % 256 for i in range(CHIPS)])


class Spi:
    """An SPI bus that makes every edge."""

    def __init__(self, chip, mode, prompt=False):
        self._master = Master(chip, mode, prompt)

    def write(self, sent):
        self._master.exchange(sent)

    def readinto(self, got, fill=0):
        got[:] = self._master.exchange(bytes((fill,)) * len(got))

    def write_readinto(self, sent, got):
        got[:] = self._master.exchange(sent)


def hall(mode, prompt=False):
    """The driver on thirty chips, and the chips."""
    chips = Hc165(CHIPS, lambda: RAW)
    return HallChain(Spi(chips, mode, prompt), chips.load, lambda level: None), chips


# ---- 74HC165 -----------------------------------------------------------------------------------------------------

def test_mode_2_reads_every_bit_and_does_not_depend_on_propagation_delay():
    assert pinout.CHAIN_MODE == 2
    for prompt in (False, True):
        driver, chips = hall(2, prompt)
        assert bytes(driver.read()) == RAW
        assert chips.flagged == []


def test_modes_0_and_3_sample_at_the_very_edge_that_shifts():
    """Right thanks to propagation delay alone."""
    for mode in (0, 3):
        assert bytes(hall(mode)[0].read()) == RAW
        assert bytes(hall(mode, prompt=True)[0].read()) != RAW


def test_mode_1_loses_the_first_bit():
    number = int.from_bytes(RAW, "big")
    lost = (number << 1) & (1 << 8 * CHIPS) - 1
    assert bytes(hall(1)[0].read()) == lost.to_bytes(CHIPS, "big")


def test_the_first_bit_is_there_before_any_clock():
    for first in (0, 1):
        chip = Hc165(1, lambda level=first: bytes((level << 7,)))
        chip.load(0)
        chip.load(1)
        assert chip.out() == first


def test_the_load_is_transparent_and_no_clock_runs_in_it():
    raw = bytearray(b"\x00")
    chip = Hc165(1, lambda: raw)
    chip.load(0)
    raw[0] = 0x80
    assert chip.out() == 1
    chip.clock(1)
    chip.clock(0)
    assert chip.out() == 1
    assert chip.flagged == ["clocked while /PL is low"]


def test_the_driver_never_clocks_in_a_load():
    driver, chips = hall(2)
    for _ in range(3):
        driver.read()
        driver.loop_back()
    assert chips.flagged == []


def loaded():
    chip = Hc165(1, lambda: b"\xa0")     # 1 0 1 0 ...
    chip.load(0)
    chip.load(1)
    return chip


def test_with_ce_high_nothing_shifts():
    chip = loaded()
    chip.rest(1)
    chip.enable(1)
    for _ in range(3):
        chip.clock(0)
        chip.clock(1)
    assert chip.out() == 1
    assert chip.flagged == []
    chip.enable(0)
    chip.clock(0)
    chip.clock(1)
    assert chip.out() == 0


def test_ce_that_changes_while_the_clock_is_low_is_a_clock_of_its_own_and_forbidden():
    chip = loaded()
    chip.enable(1)
    assert chip.out() == 0               # it has shifted
    assert chip.flagged == ["/CE changed while CP is low"]
    chip = loaded()
    chip.rest(1)
    chip.enable(1)
    chip.enable(0)
    assert chip.out() == 1
    assert chip.flagged == []


def test_what_enters_at_ds_comes_out_240_bits_later():
    driver, chips = hall(2)
    assert driver.loop_back() == 0
    master = Master(chips, 2)
    master.exchange(RAW)
    assert master.exchange(bytes(CHIPS)) == RAW
    chips.broken_at = 12
    assert driver.loop_back() > 0


# ---- TPIC6B595 ---------------------------------------------------------------------------------------------------

def switch():
    """The driver on five chips that hold anything at power-up, and the chips."""
    chips, clock = Hc595(MUX_CHIPS, 0x5AA55AA55A, 0xFFFFFFFFFF), Clock()
    mux = AntennaMux(Spi(chips, pinout.ANTENNA_MODE), Line(chips.latch), Line(chips.off), Line(chips.clear),
                     Line(lambda level: None), clock)
    return mux, chips


def test_the_switch_selects_each_loop_by_its_edges():
    mux, chips = switch()
    assert chips.sinking() == 0
    for loop in range(34):
        mux.select(loop)
        assert chips.sinking() == 1 << loop


def test_a_shift_shows_nothing_until_the_latch_rises():
    _, chips = switch()
    chips.off(0)
    before = chips.sinking()
    Master(chips, 0).exchange(b"\xff" * MUX_CHIPS)
    assert chips.sinking() == before
    chips.latch(1)
    assert chips.sinking() == (1 << 40) - 1


def test_clearing_goes_without_a_clock_and_spares_the_outputs():
    mux, chips = switch()
    mux.select(5)
    chips.clear(0)
    assert chips.sinking() == 1 << 5
    chips.latch(1)
    assert chips.sinking() == 0


# ---- PN5180 ------------------------------------------------------------------------------------------------------

def reader(mode=0, process_us=150, prompt=False):
    """The driver on a reader's host interface, and the chip; BUSY is looked at every 20 us."""
    clock = Clock(1_000_000)
    chip = Pn5180Edges(clock.read, EEPROM, process_us)
    chip.registers[0x18] = 0x00000AC4
    driver = Pn5180(Spi(chip, mode, prompt), Line(chip.select), Line(source=chip.busy), Line(lambda level: None),
                    clock)
    return driver, chip


def test_the_driver_keeps_to_the_handshake_at_every_edge():
    driver, chip = reader()
    driver.reset()
    assert driver.versions() == ((3, 0), (4, 0), (153, 0))
    driver.gain()
    chip.registers[0x02] = 1 << 9
    assert driver.gain() == 0
    assert chip.flagged == []


def test_the_reader_is_read_in_mode_0_alone():
    """In modes 2 and 3 the clock rests high when NSS falls; in 1 and 3 the first bit is gone when it is sampled."""
    assert pinout.RADIO_MODE == 0
    versions = ((3, 0), (4, 0), (153, 0))
    for prompt in (False, True):
        driver, chip = reader(0, prompt=prompt)
        assert driver.versions() == versions
        assert chip.flagged == []
    for mode in (1, 2, 3):
        driver, chip = reader(mode)
        assert driver.versions() != versions or chip.flagged


def test_the_chip_flags_a_host_that_does_not_wait():
    _, chip = reader()
    master = Master(chip, 0)
    for _ in range(2):
        chip.select(0)
        master.exchange(b"\x04\x18")
        chip.select(1)
    assert chip.flagged == ["NSS fell while BUSY was high"]


def test_nothing_is_heard_while_nss_is_high():
    _, chip = reader()
    Master(chip, 0).exchange(b"\x00\x20\x01\x02\x03\x04")
    assert 0x20 not in chip.registers
    assert chip.busy() == 0


# ---- MFRC522 -----------------------------------------------------------------------------------------------------

VERSION_2 = 0x92


def pad_chip():
    registers = {address: 0 for address in range(64)}
    for address, value in RESET:
        registers[address] = value
    registers[0x37] = VERSION_2
    return Mfrc522Edges(registers)


def pad_frame(chip, mode, sent, prompt=False):
    """One frame in `mode`; what came back."""
    master = Master(chip, mode, prompt)
    chip.select(0)
    got = master.exchange(sent)
    chip.select(1)
    return got


def test_the_pads_reader_is_spoken_to_in_mode_0_alone():
    """In modes 2 and 3 the clock rests high when NSS falls; in 1 and 3 the first bit is gone when it is sampled."""
    assert pinout.PAD_MODE == 0
    for prompt in (False, True):
        chip = pad_chip()
        assert pad_frame(chip, 0, b"\xee\x00", prompt) == bytes((0, VERSION_2))
        assert pad_frame(chip, 0, b"\x22\x3d", prompt) == b"\0\0"
        assert pad_frame(chip, 0, b"\xa2\xee\x00", prompt) == bytes((0, 0x3D, VERSION_2))
        assert chip.flagged == []
    for mode in (1, 2, 3):
        chip = pad_chip()
        assert pad_frame(chip, mode, b"\xee\x00") != bytes((0, VERSION_2)) or chip.flagged


def test_a_burst_fills_the_fifo_and_one_address_empties_it():
    chip = pad_chip()
    pad_frame(chip, 0, b"\x12\x01\x02\x03")
    assert pad_frame(chip, 0, b"\x94\x92\x92\x92\x00") == b"\x00\x03\x01\x02\x03"


def test_the_pads_driver_keeps_to_whole_bytes_in_one_frame_each():
    """Its settings, written and read back through the edges; the chip that it finds there has no more to it."""
    chip, clock = pad_chip(), Clock(1_000_000)
    chip.registers[0x01] = 0                 # it has woken
    driver = Mfrc522(Spi(chip, pinout.PAD_MODE), Line(chip.select), Line(lambda level: None), clock)
    driver.reset()
    assert driver.version == VERSION_2
    assert [chip.registers[address] for address in (0x2A, 0x2B, 0x2C, 0x2D, 0x15, 0x11)] == [
        0x80, 0xA9, 0, 39, 0x40, 0x3D]
    assert chip.flagged == []
