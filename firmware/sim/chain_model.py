"""Thirty 74HC165 in a row, as the microcontroller's SPI sees them, a byte at a time.

/PL low: every stage holds its input, and the output shows D7 of the nearest chip. /PL high: each rising clock edge
moves all stages on by one and takes DS in at the far end. Knows nothing of magnets: the inputs are an argument.
Proven equal, in all four SPI modes, to the edge-exact model of the tests.
"""

from pinout import chain_bit
from sim.chance import Chance

CHIPS = 30
_BITS = 8 * CHIPS
_ALL = (1 << _BITS) - 1


class Chain:
    """The chain: `inputs()` gives the 30 bytes at the parallel inputs, nearest chip first."""

    def __init__(self, inputs, seed=0):
        self._inputs = inputs
        self._stages = bytearray(CHIPS)
        self._full = bytes(CHIPS)
        self._load = 1           # /PL
        self._mosi = 0           # the level at which the microcontroller left DS
        self._broken_at = None   # no bit comes through to this chip from the one beyond it
        self._noise = 0.0        # probability of one wrong bit in a transfer
        self._glitches = 0       # transfers still to suffer an extra clock edge
        self._mirrored = False
        self._wired_as = None    # of each input's place, whose sensor it gets; None: as drawn
        self._rewired = b"", b""    # what the sensors said last, and what comes of it at the inputs
        self._bridged = set()    # inputs, by their place on the way out, that solder joins to the one behind them
        self._chance = Chance(seed)

    def load(self, level):
        """/PL has changed to `level`."""
        self._load = level
        if not level:
            self._take_inputs()

    def exchange(self, sent, got, fill, mode):
        """One transfer: `sent` (or `fill` for each byte of `got`) goes in at DS, what comes out goes into `got`."""
        if not self._load:
            self._take_inputs()
        elif mode != 1 and sent is None and len(got) == CHIPS and not self._disturbed():
            got[:] = self._stages
            self._stages[:] = self._filled(fill)
            self._mosi = fill & 1
            return
        length = len(sent) if sent is not None else len(got)
        out = self._shift(sent if sent is not None else bytes((fill,)) * length, length, mode)
        if got is not None:
            got[:] = out

    def _filled(self, fill):
        """A chain full of `fill`; kept, since it is the same one a hundred times a second."""
        if fill != self._full[0]:
            self._full = bytes((fill,)) * CHIPS
        return self._full

    def break_at(self, chip):
        """Fault: the wire from chip `chip` + 1 to chip `chip` (0 the nearest) is open and reads 1; -1 mends it."""
        self._broken_at = None if chip < 0 else chip

    def make_noise(self, probability):
        """Fault: one bit of a transfer is wrong with `probability`."""
        self._noise = probability

    def glitch(self, transfers):
        """Fault: the next `transfers` transfers begin with a clock edge too many."""
        self._glitches = transfers

    def mirror(self, on):
        """Fault: the strips are connected as if rows were columns."""
        self._mirrored = on

    def wire_as(self, order):
        """Fault: the sensor of square `order[place]` is wired to the input at `place`; None: as drawn."""
        self._wired_as, self._rewired = order, (b"", b"")

    def bridge(self, byte, mask, on=True):
        """Fault: solder joins the input `mask` of chip `byte` to the one that leaves the chain after it.

        Of two outputs that pull against each other the one that pulls low is the stronger.
        """
        place = 8 * byte
        while mask < 0x80:
            mask <<= 1
            place += 1
        (self._bridged.add if on else self._bridged.discard)(place)

    def _disturbed(self):
        return self._broken_at is not None or self._noise or self._glitches

    def _take_inputs(self):
        stages = self._stages
        raw = self._inputs()
        if self._wired_as:
            if raw != self._rewired[0]:
                self._rewired = bytes(raw), rewired(raw, self._wired_as)
            raw = self._rewired[1]
        stages[:] = exchanged(raw) if self._mirrored else raw
        for place in sorted(self._bridged):
            low = not (_bit(stages, place) and _bit(stages, place + 1))
            for joined in (place, place + 1):
                if low:
                    stages[joined >> 3] &= ~(0x80 >> (joined & 7)) & 0xFF

    def _shift(self, sent, length, mode):
        """Bits in and out by one long number: the nearest chip's D7 is its highest bit."""
        count = 8 * length
        coming = int.from_bytes(bytes(sent), "big")
        last = coming & 1
        if not self._load:
            self._mosi = last
            return bytes((0xFF if self._stages[0] & 0x80 else 0,)) * length
        late = mode == 1  # it reads after the edge that shifts, and DS takes the bit before
        if late:
            coming = (self._mosi << (count - 1)) | coming >> 1
        stages = int.from_bytes(bytes(self._stages), "big")
        if self._glitches:
            self._glitches -= 1
            stages = (stages << 1 | self._mosi) & _ALL
        line = self._through(stages << count | coming, count)
        self._stages[:] = (line & _ALL).to_bytes(CHIPS, "big")
        self._mosi = last
        out = line >> (_BITS - 1 if late else _BITS) & ((1 << count) - 1)
        if self._noise and self._chance.happens(self._noise):
            out ^= 1 << self._chance.below(count)
        return out.to_bytes(length, "big")

    def _through(self, line, count):
        """What has come through the stages: all of `line`, or beyond a break nothing but ones."""
        if self._broken_at is None:
            return line
        beyond = _BITS + count - 8 * (self._broken_at + 1)  # bits of the line that lie behind the break
        near = 8 * (self._broken_at + 1)
        seen = (line >> beyond) << count | (1 << count) - 1     # the near chips' own bits, then ones
        far = line & ((1 << (_BITS - near)) - 1)                # the far chips go on shifting by themselves
        return seen << (_BITS - near) | far


def _bit(stages, place):
    return stages[place >> 3] & 0x80 >> (place & 7)


def rewired(raw, order):
    """`raw` (30 bytes, sentinels in place) with the sensor of square `order[place]` at each place."""
    out = bytearray(raw)
    for place in range(len(order)):
        byte, mask = chain_bit(order[place])
        at, bit = chain_bit(place)
        out[at] = out[at] | bit if raw[byte] & mask else out[at] & ~bit & 0xFF
    return out


def exchanged(raw):
    """`raw` (30 bytes, sentinels in place) with rows and columns exchanged."""
    out = bytearray(raw)
    for row in range(15):
        for column in range(15):
            bit = raw[2 * column + row // 8] >> (7 - row % 8) & 1
            mask = 0x80 >> column % 8
            byte = 2 * row + column // 8
            out[byte] = out[byte] | mask if bit else out[byte] & ~mask & 0xFF
    return out
