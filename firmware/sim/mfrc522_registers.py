"""What the host of an MFRC522 reaches over SPI: the map of its registers, and the frames that read and write them.

Knows nothing of what a register does. Source: MFRC522 data sheet rev. 3.8, sections 8.1.2 (SPI) and 9.2 (registers).
"""

from sim.forbidden import check_clock

COMMAND, COM_IEN, DIV_IEN, COM_IRQ, DIV_IRQ, ERROR, STATUS1, STATUS2 = 1, 2, 3, 4, 5, 6, 7, 8
FIFO_DATA, FIFO_LEVEL, WATER_LEVEL, CONTROL, BIT_FRAMING, COLL = 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E
MODE, TX_MODE, RX_MODE, TX_CONTROL, TX_ASK = 0x11, 0x12, 0x13, 0x14, 0x15
CRC_HIGH, CRC_LOW = 0x21, 0x22
T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L, T_COUNTER_H, T_COUNTER_L = 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F
AUTO_TEST, VERSION = 0x36, 0x37

RESET = (                      # what is not named here starts with 0
    (COMMAND, 0x20), (COM_IEN, 0x80), (COM_IRQ, 0x14), (STATUS1, 0x21), (WATER_LEVEL, 0x08), (CONTROL, 0x10),
    (COLL, 0xA0), (MODE, 0x3F), (TX_CONTROL, 0x80), (0x16, 0x10), (0x17, 0x84), (0x18, 0x84), (0x19, 0x4D),
    (0x1C, 0x62), (0x1F, 0xEB), (CRC_HIGH, 0xFF), (CRC_LOW, 0xFF), (0x24, 0x26), (0x26, 0x48), (0x27, 0x88),
    (0x28, 0x20), (0x29, 0x20), (AUTO_TEST, 0x40),
)
READ_ONLY = (ERROR, STATUS1, CRC_HIGH, CRC_LOW, T_COUNTER_H, T_COUNTER_L, VERSION)
MOST_HZ = 10_000_000           # of SCK


class SpiSide:
    """The chip's end of the bus. A chip has `_read(address)` and `_write(address, value)` for its registers.

    `accesses`: frames since the start, for tests of cost. Faults: `bit_errors`, the probability that one bit of a
    transfer is wrong, as `chance` has it; `hung`, it reads 00; `dead`, it reads FF. `_held`: RST is low.
    """

    def __init__(self, chance):
        self.accesses = 0
        self.bit_errors = 0.0
        self.hung = False
        self.dead = False
        self._chance = chance
        self._nss = 1
        self._held = False
        self._begin_frame()

    def _begin_frame(self):
        self._address = None        # of the frame on the bus; None: its first byte has not come

    def _start_bus(self):
        """The chip starts: no frame is under way, and MISO brings nothing."""
        self._begin_frame()
        self._next = 0              # the byte that MISO will bring

    def select(self, level):
        """NSS: low for one frame."""
        self._nss = level
        self._begin_frame()
        if not level:
            self.accesses += 1

    def clocked_at(self, hz):
        """SCK's frequency. Raises Forbidden above MOST_HZ."""
        check_clock("MFRC522", hz, MOST_HZ)

    def exchange(self, sent, got, fill, mode):
        """One transfer, part of a frame or all of it."""
        if self._nss or mode != 0:
            return
        count = len(sent) if sent is not None else len(got)
        wrong = -1
        if self.bit_errors and self._chance.happens(self.bit_errors):
            wrong = self._chance.below(16 * count)       # one of the bits on MOSI, or on MISO
        for i in range(count):
            byte = sent[i] if sent is not None else fill
            if wrong >> 3 == i:
                byte ^= 1 << (wrong & 7)
            out = self._shift(byte)
            if (wrong >> 3) - count == i:
                out ^= 1 << (wrong & 7)
            if got is not None:
                got[i] = out

    def _shift(self, byte):
        if self.dead or self._held:
            return 0xFF
        if self.hung:
            return 0x00
        out, self._next = self._next, 0
        if self._address is None:
            self._address = byte
            out = 0
        elif not self._address & 0x80:
            self._write(self._address >> 1 & 0x3F, byte)
            return 0
        if self._address & 0x80 and byte & 0x80:
            self._next = self._read(byte >> 1 & 0x3F)
        return out
