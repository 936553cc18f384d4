"""The MFRC522 as its host sees it: what its registers do, the FIFO, the timer, and ISO 14443A at its true pace.

Knows nothing of heights: `field` (the pad's) says which tags answer. The moment comes from `clock`; whatever happens
by itself (an answer comes in, the timer runs out) is caught up with when the host next looks.
Source: MFRC522 data sheet rev. 3.8, sections 8 to 10 and 16.1.1.
Left out, and refused by name: speeds above 106 kbit/s, the chip's own CRC in frames, Receive alone, MFAuthent.
"""

from drivers.mfrc522_tables import SELF_TEST
from sim.mfrc522_air import received, superpose
from sim.mfrc522_registers import (
    AUTO_TEST,
    BIT_FRAMING,
    COLL,
    COM_IEN,
    COM_IRQ,
    COMMAND,
    CONTROL,
    CRC_HIGH,
    CRC_LOW,
    DIV_IEN,
    DIV_IRQ,
    ERROR,
    FIFO_DATA,
    FIFO_LEVEL,
    MODE,
    READ_ONLY,
    RESET,
    RX_MODE,
    STATUS1,
    STATUS2,
    T_COUNTER_H,
    T_COUNTER_L,
    T_MODE,
    TX_ASK,
    TX_CONTROL,
    TX_MODE,
    VERSION,
    WATER_LEVEL,
    SpiSide,
)
from sim.mfrc522_timer import Timer
from sim.tag14443_model import DELAY_0, DELAY_1, ETU, crc16, frame_cycles, microseconds

IDLE, MEM, RANDOM_ID, CALC_CRC, TRANSMIT, NO_CHANGE, RECEIVE, TRANSCEIVE, AUTHENT, SOFT_RESET = (
    0, 1, 2, 3, 4, 7, 8, 0x0C, 0x0E, 0x0F)
TX_IRQ, RX_IRQ, IDLE_IRQ, HI_IRQ, LO_IRQ, ERR_IRQ, TIMER_IRQ = 0x40, 0x20, 0x10, 8, 4, 2, 1
CRC_IRQ = 0x04
OVERFLOW, CLASHED, PARITY = 0x10, 0x08, 0x02
PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)
FIFO_BYTES = 64
WAKE_US = 1000                 # after a reset: the crystal starts
TEST_US = 1000                 # of the self-test
FIFTH_BIT = 6 * ETU            # after the start of an answer; then the timer stops


class NotModelled(Exception):
    """The host uses something of the chip that this model leaves out; the text names it."""


class Mfrc522Model(SpiSide):
    """One chip. Pins: select(level) for NSS, reset(level) for RST, irq(); bus: exchange(sent, got, fill, mode)."""

    def __init__(self, field, clock, chance=None, version=0x92):
        self.field = field
        self.version = version
        SpiSide.__init__(self, chance)   # its faults: `bit_errors`; `hung` until RST; `dead` for ever
        self.deaf = False           # fault: until RST, waiting for an answer never ends, not even by the timer
        self.wrong_parity = 0       # fault: so many answers to come have a wrong parity bit
        self.cut_short = 0          # fault: so many answers to come end in the midst of a byte
        self.test_wrong = False     # fault: the self-test brings one wrong bit
        self._clock = clock
        self._boot()

    def _boot(self):
        self._registers = registers = [0] * 64
        for address, value in RESET:
            registers[address] = value
        self._fifo = bytearray()
        self._buffer = bytes(25)    # of Mem
        self._start_bus()
        self._crc = 0
        self._ready_us = self._clock() + WAKE_US
        self._events = []           # (at us, what), what happens by itself, in order of time
        self._timer = Timer(registers)
        self._astray = False        # a bit error has set a speed that no tag speaks; until a reset
        self._modem = 0             # bits 2..0 of Status2
        self._coming = None         # (bytes, error bits, CollReg) at the end of the answer on the air
        self.field.switch(False, self._clock())

    # ---- pins and bus -------------------------------------------------------------------------------------------

    def reset(self, level):
        """RST: low holds the chip, the rising edge starts it."""
        self._held = not level
        if level:
            self.hung = self.deaf = False
            self._boot()
        else:
            self.field.switch(False, self._clock())

    def brown_out(self):
        """Fault: the supply dips; the chip starts afresh and nobody is told."""
        self._boot()

    def irq(self):
        """The level of IRQ: low (or high, without IRqInv) while an enabled request stands."""
        active = self._read(STATUS1) >> 4 & 1
        return active ^ 1 if self._registers[COM_IEN] & 0x80 else active

    # ---- registers ----------------------------------------------------------------------------------------------

    def _read(self, address):
        self._look()
        registers = self._registers
        if address == COMMAND:
            waking = self._clock() < self._ready_us
            return registers[COMMAND] | (0x10 if waking else 0)
        if address == FIFO_DATA:
            return self._pop()
        if address == FIFO_LEVEL:
            return len(self._fifo)
        if address == STATUS1:
            return self._status1()
        if address == STATUS2:
            return registers[STATUS2] & 0xF8 | self._modem
        if address in (T_COUNTER_H, T_COUNTER_L):
            return self._timer.counter(self._clock()) >> (8 if address == T_COUNTER_H else 0) & 0xFF
        if address == VERSION:
            return self.version
        return registers[address]

    def _write(self, address, value):
        self._look()
        if self._clock() < self._ready_us or address in READ_ONLY:
            return
        special = _WRITES.get(address)
        if special:
            special(self, value)
        else:
            self._registers[address] = value

    def _write_command(self, value):
        command = value & 0x0F
        if command == SOFT_RESET:
            self._boot()
            return
        registers = self._registers
        if command == NO_CHANGE:
            command = registers[COMMAND] & 0x0F
        else:
            self._modem = 0
            self._coming = None                  # an answer on its way is lost
            self._events = [event for event in self._events if event[1] == "timer"]
            registers[ERROR] = 0                 # each new command clears what the one before had to say
        registers[COMMAND] = value & 0x20 | command
        if command in _COMMANDS:
            _COMMANDS[command](self)
        elif command in (RANDOM_ID, RECEIVE, AUTHENT):
            self._refuse("command %X" % command)
        elif command not in (IDLE, TRANSCEIVE, TRANSMIT):
            self._done()

    def _write_com_irq(self, value):
        self._mark(COM_IRQ, value)

    def _write_div_irq(self, value):
        self._mark(DIV_IRQ, value)

    def _mark(self, address, value):
        """Bit 7 (Set1, Set2) decides whether the ones of the rest set or clear."""
        if value & 0x80:
            self._registers[address] |= value & 0x7F
        else:
            self._registers[address] &= ~value

    def _write_fifo(self, value):
        if len(self._fifo) == FIFO_BYTES:
            self._registers[ERROR] |= OVERFLOW
            self._registers[COM_IRQ] |= ERR_IRQ
            return
        self._fifo.append(value)
        if self._registers[COMMAND] & 0x0F == CALC_CRC:
            self._calculate()
        self._alerts()

    def _write_level(self, value):
        if value & 0x80:
            self._fifo = bytearray()
            self._registers[ERROR] &= ~OVERFLOW
            self._alerts()

    def _write_control(self, value):
        if value & 0x40:
            self._start_timer(self._clock())
        if value & 0x80:
            self._stop_timer()

    def _write_bit_framing(self, value):
        self._registers[BIT_FRAMING] = value & 0x7F
        if value & 0x80 and self._registers[COMMAND] & 0x0F in (TRANSCEIVE, TRANSMIT):
            self._send()

    def _write_coll(self, value):
        self._registers[COLL] = self._registers[COLL] & 0x7F | value & 0x80

    def _write_tx_control(self, value):
        self._registers[TX_CONTROL] = value
        self.field.switch(bool(value & 3), self._clock())

    def _write_mode_of_frames(self, value):
        if value:
            self._refuse("TxMode or RxMode %02X: higher speeds, or the chip's own CRC" % value)
        self._astray = self._astray or bool(value)

    def _refuse(self, what):
        """Nobody may rely on what is left out; where the bus alters bits, nobody has meant it."""
        if not self.bit_errors:
            raise NotModelled(what)

    def _pop(self):
        if not self._fifo:
            return 0
        byte = self._fifo[0]
        self._fifo = self._fifo[1:]
        self._alerts()
        return byte

    def _alerts(self):
        """What the level of the FIFO has to tell is kept in ComIrq."""
        low, high = self._levels()
        self._registers[COM_IRQ] |= (LO_IRQ if low else 0) | (HI_IRQ if high else 0)

    def _levels(self):
        water = self._registers[WATER_LEVEL]
        return len(self._fifo) <= water, FIFO_BYTES - len(self._fifo) <= water

    def _status1(self):
        registers = self._registers
        low, high = self._levels()
        asked = registers[COM_IRQ] & registers[COM_IEN] & 0x7F or registers[DIV_IRQ] & registers[DIV_IEN] & 0x7F
        crc_ready = registers[DIV_IRQ] & CRC_IRQ or registers[COMMAND] & 0x0F != CALC_CRC
        return ((0x20 if crc_ready else 0) | (0x10 if asked else 0) | (8 if self._timer.ends_us is not None else 0)
                | (2 if high else 0) | (1 if low else 0))

    # ---- commands -----------------------------------------------------------------------------------------------

    def _done(self):
        self._registers[COMMAND] &= 0xF0
        self._registers[COM_IRQ] |= IDLE_IRQ

    def _memorise(self):
        """Mem: 25 bytes from the FIFO, or back into it when it is empty."""
        if self._fifo:
            self._buffer = bytes(self._fifo[:25])
            self._fifo = self._fifo[25:]
        else:
            self._fifo = bytearray(self._buffer)
        self._alerts()
        self._done()

    def _start_crc(self):
        if self._registers[AUTO_TEST] & 0x0F == 0x09:
            self._fifo = bytearray()
            self._after(TEST_US, "test")
            return
        self._crc = PRESETS[self._registers[MODE] & 3]
        self._calculate()

    def _calculate(self):
        """The coprocessor takes whatever is in the FIFO, and goes on until the next command."""
        registers = self._registers
        self._crc = crc = crc16(self._fifo, self._crc)
        self._fifo = bytearray()
        registers[CRC_HIGH], registers[CRC_LOW] = crc >> 8, crc & 0xFF
        registers[DIV_IRQ] |= CRC_IRQ

    def _tested(self):
        """The bytes of the self-test: others than they should be without 25 zeros in the buffer."""
        bytes_ = bytearray(SELF_TEST.get(self.version, bytes(FIFO_BYTES)))
        if self.test_wrong or self._buffer != bytes(25):
            bytes_[17] ^= 0x20
        self._fifo = bytes_
        self._alerts()

    # ---- on the air ---------------------------------------------------------------------------------------------

    def _send(self):
        registers = self._registers
        frame = bytes(self._fifo)
        self._fifo = bytearray()
        if not frame or not registers[TX_CONTROL] & 3 or not registers[TX_ASK] & 0x40:
            return                               # nothing is sent; or no tag hears it for its modulation
        last = registers[BIT_FRAMING] & 7
        bits = 8 * len(frame) - (8 - last if last else 0)
        sent_us = self._clock() + microseconds(frame_cycles(bits))
        self._modem = 3
        self._events.append((sent_us, "sent"))
        answers = () if self._astray else self.field.answers(frame, bits, self._clock())
        transceives = registers[COMMAND] & 0x0F == TRANSCEIVE
        starts_us = None
        if transceives and answers and not self.deaf:
            whole = superpose(answers)
            if whole is not None:
                last_bit = frame[-1] >> (last or 8) - 1 & 1
                starts_us = sent_us + microseconds(DELAY_1 if last_bit else DELAY_0)
                self._receive(whole, answers[0][1], starts_us)
        if registers[T_MODE] & 0x80 and not self.deaf:
            fifth_us = None if starts_us is None else starts_us + microseconds(FIFTH_BIT)
            self._start_timer(sent_us, fifth_us)

    def _receive(self, whole, left_out, starts_us):
        """The answer comes in from `starts_us`: bytes and the bit of a clash are kept for its end."""
        answer, differs_at = whole
        registers = self._registers
        keeps = registers[COLL] & 0x80
        got, coll, last_bits = received(answer, differs_at, left_out, registers[BIT_FRAMING] >> 4 & 7, keeps)
        error = 0 if differs_at is None else CLASHED
        if self.wrong_parity:
            self.wrong_parity -= 1
            error |= PARITY
        if self.cut_short:
            self.cut_short -= 1
            last_bits = 4
        self._coming = got, error, keeps | coll, last_bits
        self._events.append((starts_us + microseconds(frame_cycles(8 * len(answer) - left_out)), "heard"))

    def _hear(self):
        got, error, coll, last_bits = self._coming
        self._coming = self._timer.ends_us = None
        registers = self._registers
        registers[ERROR] = error
        registers[COLL] = coll
        registers[CONTROL] = registers[CONTROL] & 0xF8 | last_bits
        for byte in got:
            self._write_fifo(byte)
        registers[COM_IRQ] |= RX_IRQ | (ERR_IRQ if error else 0)
        self._modem = 1

    # ---- what happens by itself ---------------------------------------------------------------------------------

    def _after(self, delay_us, what):
        self._events.append((self._clock() + delay_us, what))

    def _start_timer(self, start_us, stopped_us=None):
        """Count from `start_us` on; an answer's fifth bit, at `stopped_us`, stops it."""
        self._stop_timer()
        rings_us = self._timer.start(start_us, stopped_us)
        if rings_us is not None:
            self._events.append((rings_us, "timer"))

    def _stop_timer(self):
        self._events = [event for event in self._events if event[1] != "timer"]
        self._timer.ends_us = None

    def _look(self):
        """Catch up with what has happened until now."""
        now = self._clock()
        while self._events:
            due = min(self._events)
            if due[0] > now:
                return
            self._events.remove(due)
            self._happen(due[1])

    def _happen(self, what):
        registers = self._registers
        if what == "sent":
            registers[COM_IRQ] |= TX_IRQ
            self._modem = 6 if self._coming else 5
            if registers[COMMAND] & 0x0F == TRANSMIT:
                self._modem = 0
                self._done()
        elif what == "heard":
            self._hear()
        elif what == "timer":
            registers[COM_IRQ] |= TIMER_IRQ
            self._timer.ends_us = None
        elif what == "test":
            self._tested()


_WRITES = {
    COMMAND: Mfrc522Model._write_command, COM_IRQ: Mfrc522Model._write_com_irq, DIV_IRQ: Mfrc522Model._write_div_irq,
    FIFO_DATA: Mfrc522Model._write_fifo, FIFO_LEVEL: Mfrc522Model._write_level, CONTROL: Mfrc522Model._write_control,
    BIT_FRAMING: Mfrc522Model._write_bit_framing, COLL: Mfrc522Model._write_coll,
    TX_CONTROL: Mfrc522Model._write_tx_control, TX_MODE: Mfrc522Model._write_mode_of_frames,
    RX_MODE: Mfrc522Model._write_mode_of_frames,
}
_COMMANDS = {MEM: Mfrc522Model._memorise, CALC_CRC: Mfrc522Model._start_crc}
