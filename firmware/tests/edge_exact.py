"""Chips that follow every edge of every wire, and an SPI master that makes these edges: slow, and the measure for the
models that take whole bytes.

Outputs change after the edge that changes them, so whoever samples at that very edge still sees the old level:
propagation delay of the chips, output delay of the master. `flagged`: what a data sheet forbids, in order.
"""


class Master:
    """Drives a chip's clock(level) and data(level), and samples its out(). mode: 0..3, the phase in the lowest bit.

    prompt: the chip's output changes with the edge, not after it.
    """

    def __init__(self, chip, mode, prompt=False):
        self._chip = chip
        self._prompt = prompt
        self._phase = mode % 2
        self._idle = mode // 2
        chip.rest(self._idle)

    def exchange(self, sent):
        """All bits of `sent`, highest first; what came back, as bytes."""
        chip, got = self._chip, []
        for byte in sent:
            for place in range(7, -1, -1):
                bit = byte >> place & 1
                if not self._phase:
                    chip.data(bit)          # half a period before the leading edge
                before = chip.out()
                chip.clock(1 - self._idle)
                if self._phase:
                    chip.data(bit)          # brought out by the leading edge
                else:
                    got.append(chip.out() if self._prompt else before)
                before = chip.out()
                chip.clock(self._idle)
                if self._phase:
                    got.append(chip.out() if self._prompt else before)
        return bytes([_byte(got[at:at + 8]) for at in range(0, len(got), 8)])


def _byte(bits):
    value = 0
    for bit in bits:
        value = value << 1 | bit
    return value


class Hc165:
    """74HC165, `chips` in a row: D7 of the nearest first. `inputs()`: its bytes, nearest chip first.

    The clock that shifts is CP or /CE: whichever rises while the other one is low.
    """

    def __init__(self, chips, inputs):
        self.flagged = []
        self.broken_at = -1        # fault: the wire from the chip beyond this one is open and reads 1
        self._chips = chips
        self._inputs = inputs
        self._stages = [0] * (8 * chips)
        self._cp = self._ds = self._ce = 0
        self._pl = 1

    def rest(self, level):
        """The clock rests at `level` before anything happens."""
        self._cp = level

    def load(self, level):
        """/PL."""
        self._pl = level
        self._see()

    def enable(self, level):
        """/CE."""
        if level != self._ce and not self._cp:
            self.flagged.append("/CE changed while CP is low")
        self._inner_clock(self._cp, level)
        self._ce = level

    def data(self, level):
        """DS."""
        self._ds = level

    def clock(self, level):
        """CP."""
        if not self._pl and level and not self._cp:
            self.flagged.append("clocked while /PL is low")
        self._inner_clock(level, self._ce)
        self._cp = level

    def out(self):
        """Q7 of the nearest chip."""
        self._see()
        return self._stages[0]

    def _inner_clock(self, cp, ce):
        if (cp or ce) and not (self._cp or self._ce) and self._pl:
            self._stages = self._stages[1:] + [self._ds]
            if self.broken_at >= 0:
                self._stages[8 * self.broken_at + 7] = 1

    def _see(self):
        if not self._pl:
            raw = self._inputs()
            self._stages = [raw[i // 8] >> (7 - i % 8) & 1 for i in range(8 * self._chips)]


class Hc595:
    """74HC595 or TPIC6B595, `chips` in a row, output 0 nearest to SER. Outputs as one number, 1 where one sinks."""

    def __init__(self, chips, stage, shown):
        self.stuck = 0             # fault: flip-flops of the shift stage that stay 1
        self._stages = [stage >> i & 1 for i in range(8 * chips)]
        self._shown = shown
        self._clk = self._ser = self._rclk = 0
        self._clear = self._off = 1

    def rest(self, level):
        self._clk = level

    def data(self, level):
        """SER."""
        self._ser = level

    def clock(self, level):
        """SRCLK."""
        if level and not self._clk and self._clear:
            self._stages = [self._ser] + self._stages[:-1]
            self._force()
        self._clk = level

    def clear(self, level):
        """/SRCLR: at once, whatever the clock does."""
        self._clear = level
        if not level:
            self._stages = [0] * len(self._stages)
            self._force()

    def latch(self, level):
        """RCLK."""
        if level and not self._rclk:
            self._shown = sum([bit << i for i, bit in enumerate(self._stages)])
        self._rclk = level

    def off(self, level):
        """/G."""
        self._off = level

    def out(self):
        """SER OUT of the last chip."""
        return self._stages[-1]

    def sinking(self):
        return 0 if self._off else self._shown

    def stick(self, bits):
        self.stuck = bits
        self._force()

    def _force(self):
        for i in range(len(self._stages)):
            if self.stuck >> i & 1:
                self._stages[i] = 1


class Pn5180Edges:
    """The PN5180's host interface, and of its commands those on registers and EEPROM.

    A frame begins when NSS falls and is carried out when it rises; BUSY is high from its first whole byte until then
    and `process_us` longer. Bits are taken at the rising edge of SCK and put out at the falling one.
    """

    REGISTERS = 64
    LENGTHS = {0x00: 6, 0x01: 6, 0x02: 6, 0x04: 2, 0x07: 3}

    def __init__(self, clock, eeprom, process_us=0):
        self.flagged = []
        self.registers = {0x02: 0x04, 0x27: 0xF0}   # IRQ_STATUS: it has started; TXOCP_CONTROL: the whole field
        self._eeprom = eeprom
        self._clock = clock
        self._process_us = process_us
        self._ready_us = 0
        self._nss = 1
        self._sck = self._mosi = self._miso = 0
        self._bits = []
        self._deaf = True
        self._fetching = False
        self._answer = None
        self._leaving = []

    def rest(self, level):
        self._sck = level

    def select(self, level):
        """NSS."""
        if level == self._nss:
            return
        if not level:
            self._begin()
        else:
            self._end()
        self._nss = level

    def busy(self):
        """BUSY."""
        if not self._nss and len(self._bits) >= 8 and not self._deaf:
            return 1
        return 1 if self._clock() < self._ready_us else 0

    def data(self, level):
        self._mosi = level

    def clock(self, level):
        """SCK."""
        if level and not self._sck and not self._nss and not self._deaf:
            self._bits.append(self._mosi)
        if self._sck and not level and self._leaving:
            self._miso = self._leaving.pop(0)
        self._sck = level

    def out(self):
        return self._miso

    def _begin(self):
        if self.busy():
            self.flagged.append("NSS fell while BUSY was high")
        if self._sck:
            self.flagged.append("NSS fell while SCK was high")
        self._deaf = bool(self.busy())
        self._bits = []
        self._leaving = []
        self._fetching = self._answer is not None and not self._deaf
        if self._fetching:
            self._leaving = [byte >> place & 1 for byte in self._answer for place in range(7, -1, -1)]
            self._miso = self._leaving.pop(0)

    def _end(self):
        if self._deaf or not self._bits:
            return
        if not self.busy():
            self.flagged.append("NSS rose before BUSY")
        if len(self._bits) % 8:
            self.flagged.append("NSS rose within a byte")
        frame = bytes([_byte(self._bits[at:at + 8]) for at in range(0, len(self._bits), 8)])
        self._bits = []
        self._ready_us = self._clock() + self._process_us
        if self._fetching:
            self._answer = None
        elif not self._carry_out(frame):
            self.registers[0x02] = self._register(0x02) | 1 << 17

    def _carry_out(self, frame):
        code = frame[0]
        named = {0x03: [frame[at] for at in range(1, len(frame), 6)], 0x05: frame[1:], 0x07: b""}
        if any([address >= self.REGISTERS for address in named.get(code, frame[1:2])]):
            return False
        if code == 0x03 and len(frame) > 1 and (len(frame) - 1) % 6 == 0:
            for at in range(1, len(frame), 6):
                self._change(frame[at], frame[at + 1], frame[at + 2:at + 6])
        elif code == 0x05 and len(frame) > 1:
            self._answer = b"".join([self._register(address).to_bytes(4, "little") for address in frame[1:]])
        elif self.LENGTHS.get(code) != len(frame):
            return False
        elif code == 0x07:
            self._answer = (self._eeprom[frame[1]:] + bytes(frame[2]))[:frame[2]]
        elif code == 0x04:
            self._answer = self._register(frame[1]).to_bytes(4, "little")
        else:
            self._change(frame[1], code + 1, frame[2:])
        return True

    def _change(self, address, action, value):
        number = int.from_bytes(value, "little")
        if action == 2:
            number |= self._register(address)
        elif action == 3:
            number &= self._register(address)
        self.registers[address] = number

    def _register(self, address):
        return self.registers.get(address, 0)


class Mfrc522Edges:
    """The MFRC522's host interface, its FIFO, and those of its registers that keep what is written.

    A frame lasts from the fall of NSS to its rise: the first byte says what is read (0x80) or written. What a byte
    asks for leaves while the next one comes in. Bits are taken at the rising edge of SCK, put out at the falling one.
    Source: data sheet rev. 3.8, section 8.1.2.
    """

    FIFO_DATA, FIFO_LEVEL, FIFO_BYTES = 0x09, 0x0A, 64

    def __init__(self, registers):
        self.flagged = []
        self.registers = registers         # address -> value
        self.fifo = []
        self._nss = 1
        self._sck = self._mosi = self._miso = 0
        self._bits = []
        self._leaving = []
        self._address = None

    def rest(self, level):
        self._sck = level

    def select(self, level):
        """NSS."""
        if level and not self._nss and self._bits:
            self.flagged.append("NSS rose within a byte")
        if self._nss and not level:
            if self._sck:
                self.flagged.append("NSS fell while SCK was high")
            self._bits, self._leaving, self._miso, self._address = [], [], 0, None
        self._nss = level

    def data(self, level):
        self._mosi = level

    def clock(self, level):
        """SCK."""
        if level and not self._sck and not self._nss:
            self._bits.append(self._mosi)
            if len(self._bits) == 8:
                leaves, self._bits = self._take(_byte(self._bits)), []
                self._leaving = [leaves >> place & 1 for place in range(7, -1, -1)]
        if self._sck and not level:
            self._miso = self._leaving.pop(0) if self._leaving else 0
        self._sck = level

    def out(self):
        return self._miso

    def _take(self, byte):
        """One byte in; the one that leaves after it."""
        if self._address is None:
            self._address = byte
        elif not self._address & 0x80:
            self._write(self._address >> 1 & 0x3F, byte)
            return 0
        return self._read(byte >> 1 & 0x3F) if self._address & byte & 0x80 else 0

    def _write(self, address, value):
        if address == self.FIFO_DATA:
            self.fifo = (self.fifo + [value])[:self.FIFO_BYTES]
        elif address == self.FIFO_LEVEL:
            self.fifo = [] if value & 0x80 else self.fifo
        else:
            self.registers[address] = value

    def _read(self, address):
        if address == self.FIFO_DATA:
            return self.fifo.pop(0) if self.fifo else 0
        if address == self.FIFO_LEVEL:
            return len(self.fifo)
        return self.registers[address]
