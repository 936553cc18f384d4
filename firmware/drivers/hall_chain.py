"""The chain of thirty 74HC165 behind the Hall sensors: loads and reads all 240 bits.

Takes a bus and pins, knows none of their numbers. Knows nothing of squares or of what the bits mean.
Data sheet: 74HC165 (/PL loads while low, for 100 ns at least: two calls in Python lie farther apart; DS enters the
farthest chip).
"""

_CHIPS = 30
_PRBS_START = 0x2A5  # any but 0; the sequence x^15 + x^14 + 1 (ITU-T O.150) begins again after 32767 bits


class HallChain:
    """spi: mode 2, 4 MHz at most. load: the pin /PL. power: the pin that feeds the sensors.

    `troubles`: counts since the start, by name.
    """

    def __init__(self, spi, load, power):
        self.troubles = {"chain_wrong_bits": 0}
        self._spi = spi
        self._load = load
        self._power = power
        self._buffer = bytearray(_CHIPS)
        self._pattern = bytearray(_CHIPS)
        self._prbs = _PRBS_START
        load(1)
        self.power(True)

    def read(self):
        """All inputs as they are now: 30 bytes, nearest chip first, good until the next reading."""
        self._load(0)
        self._load(1)
        self._spi.readinto(self._buffer)
        return self._buffer

    def power(self, on):
        """Switch the sensors' supply. Without it every input must read 1."""
        self._power(1 if on else 0)

    def loop_back(self):
        """Send the next 240 bits of a pseudo-random sequence through all chips: how many come back wrong."""
        self._next_pattern()
        self._spi.write(self._pattern)
        self._spi.write_readinto(self._pattern, self._buffer)
        wrong = 0
        for chip in range(_CHIPS):
            difference = self._pattern[chip] ^ self._buffer[chip]
            while difference:
                wrong += difference & 1
                difference >>= 1
        self.troubles["chain_wrong_bits"] += wrong
        return wrong

    def _next_pattern(self):
        state = self._prbs
        for chip in range(_CHIPS):
            byte = 0
            for _ in range(8):
                bit = (state >> 14 ^ state >> 13) & 1
                state = state << 1 & 0x7FFF | bit
                byte = byte << 1 | bit
            self._pattern[chip] = byte
        self._prbs = state
