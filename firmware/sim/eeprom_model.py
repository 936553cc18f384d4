"""A 24LC32A on an I2C bus, as its data sheet has it; a 24LC64 is the same, twice as large.

Data sheets: Microchip DS21713 (24LC32A), DS21189 (24LC64). Address 1010 A2 A1 A0; two address bytes of which the
highest bits do not count; a pointer that goes on with each byte read and comes round at the memory's end; up to 32
bytes written at once, whose place comes round within their page; from the stop on 5 ms in which nobody is
answered. Bytes that are not written keep what they hold. A repeated start gives up what was to be written.
Knows nothing of what is stored.
"""

PAGE = 32
SIZE = 4096
WRITE_US = 5000
_CODE = 0b1010
ERASED = 0xFF


class Eeprom:
    """`clock()`: us. memory: what it holds, a bytearray of its size. strap: A2 A1 A0.

    keep(memory) is called whenever the cells change: at the stop of a writing as a loss of power would leave the
    page then, half written and half erased; and when the writing is done.
    """

    def __init__(self, clock, memory=None, strap=0, keep=None):
        self.memory = bytearray([ERASED] * SIZE) if memory is None else memory
        self.absent = False        # fault: its leads are off
        self.cut = False           # fault: the next writing is cut short, and the chip has no power from then on
        self.worn = {}             # fault: address -> bits that read wrong there
        self._clock = clock
        self._control = _CODE << 3 | strap
        self._keep = keep or (lambda memory: None)
        self._pointer = 0
        self._selected = False
        self._address_bytes = 0    # still to come
        self._latched = {}         # address -> byte, to be written from the stop on
        self._writing = {}         # the same, under way
        self._done_us = 0          # when it is written
        self._dead = False

    def start(self, control):
        """A start, and the byte after it: whether this chip acknowledges."""
        self._finish()
        self._latched = {}
        self._selected = not (self.absent or self._dead or self._writing) and control >> 1 == self._control
        self._address_bytes = 0 if control & 1 else 2
        if self._selected and self._address_bytes:
            self._pointer = 0
        return self._selected

    def take(self, byte):
        """A byte from the microcontroller: whether this chip acknowledges."""
        if not self._selected:
            return False
        if self._address_bytes:
            self._address_bytes -= 1
            self._pointer = (self._pointer << 8 | byte) % len(self.memory)
        else:
            self._latched[self._pointer] = byte
            self._pointer = self._pointer - self._pointer % PAGE + (self._pointer + 1) % PAGE
        return True

    def give(self):
        """The byte at the pointer, which goes on."""
        if not self._selected:
            return ERASED
        at = self._pointer
        self._pointer = (at + 1) % len(self.memory)
        return self.memory[at] ^ self.worn.get(at, 0)

    def stop(self):
        """The end: what has been latched is written from now on."""
        self._selected = False
        if self._latched:
            self._writing, self._latched = self._latched, {}
            self._done_us = self._clock() + WRITE_US
            self._dead = self.cut
            self._half_write()

    def _half_write(self):
        """What a loss of power would leave of the page: half of it is written, the rest erased."""
        new = sorted(self._writing)
        for nth, address in enumerate(new):
            self.memory[address] = self._writing[address] if 2 * nth < len(new) else ERASED
        self._keep(self.memory)

    def _finish(self):
        """The writing is over, if its time has come."""
        if self._writing and not self._dead and self._clock() >= self._done_us:
            for address, byte in self._writing.items():
                self.memory[address] = byte
            self._writing = {}
            self._keep(self.memory)
