"""A row of TPIC6B595, as the microcontroller's SPI and pins see them, a byte at a time.

A rising SRCLK shifts, a rising RCLK shows, /G high lets all outputs float, /SRCLR low clears the shift stage alone.
What stage and outputs hold at power-up is left to chance. Knows nothing of antennas.
Proven equal, in all four SPI modes, to the edge-exact model of the tests.
"""

from sim.chance import Chance

MOST_MA = 150              # an output that has more to sink gives way
LOAD_MA = 20               # of one loop: both its diodes, 10 mA each


class Tpic:
    """`chips` in a row: output 0 stands nearest to SER IN. Bits of one long number, output 0 the lowest."""

    def __init__(self, chips, seed=0):
        self.outputs = 8 * chips
        self.stuck_bits = 0        # fault: flip-flops of the shift stage that stay 1
        self.shorted = 0           # fault: transistors that conduct whatever they are told
        self.loads_ma = {}         # fault: output -> mA, where it is not LOAD_MA
        self._all = (1 << self.outputs) - 1
        chance = Chance(seed)
        self._stage = (chance.word() << 32 | chance.word()) & self._all
        self._shown = (chance.word() << 32 | chance.word()) & self._all
        self._rclk = 0
        self._off = 1
        self._clear = 1
        self._ser = 0              # the level at which the microcontroller left SER IN

    def exchange(self, sent, got, fill, mode):
        """One transfer: `sent` (or `fill` for each byte of `got`) goes in, what falls out of SER OUT into `got`."""
        length = len(sent) if sent is not None else len(got)
        count = 8 * length
        coming = int.from_bytes(bytes(sent) if sent is not None else bytes((fill,)) * length, "big")
        last = coming & 1
        late = mode == 1           # it reads after the edge that shifts, and SER takes the bit before
        if late:
            coming = (self._ser << (count - 1)) | coming >> 1
        line = self._through(self._stage << count | coming, count) if self._clear else self._held(count)
        self._stage = line & self._all
        self._ser = last
        if got is not None:
            got[:] = (line >> (self.outputs - 1 if late else self.outputs) & (1 << count) - 1).to_bytes(length, "big")

    def latch(self, level):
        """RCLK has changed to `level`."""
        if level and not self._rclk:
            self._shown = self._stage
        self._rclk = level

    def off(self, level):
        """/G has changed to `level`."""
        self._off = level

    def clear(self, level):
        """/SRCLR has changed to `level`."""
        self._clear = level
        if not level:
            self._stage = self.stuck_bits

    def sinking(self):
        """The outputs that pull down, as bits; the others float."""
        bits = (0 if self._off else self._shown) | self.shorted
        for output, milliamperes in self.loads_ma.items():
            if milliamperes > MOST_MA:
                bits &= ~(1 << output)
        return bits

    def _held(self, count):
        """/SRCLR is low: nothing moves, and SER OUT keeps its level."""
        high = self.stuck_bits >> (self.outputs - 1) & 1
        return (((1 << count) - 1) * high) << self.outputs | self.stuck_bits

    def _through(self, line, count):
        """What has come through: whatever has once stood in a stuck flip-flop is a 1."""
        for bit in range(self.outputs) if self.stuck_bits else ():
            if self.stuck_bits >> bit & 1:
                line |= ((1 << (count + 1)) - 1) << bit
        return line
