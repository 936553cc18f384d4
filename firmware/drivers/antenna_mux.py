"""The chain of TPIC6B595 that connects one loop antenna at a time to the reader.

Knows nothing of tags or squares. Takes objects, not pin numbers. Source: TPIC6B595 data sheet (SLIS032).
"""

CHIPS = 5                  # 40 outputs
LOOPS = 34                 # 0..14 rows, 15..29 columns, 30..33 racks


class MuxBroken(Exception):
    """The chain that selects the loop antennas does not give back what was sent: check its cable."""


class AntennaMux:
    """All loops off until select(). `latch` is RCLK, `off` is /G, `clear` is /SRCLR."""

    def __init__(self, spi, latch, off, clear):
        self.loop = None
        self._spi = spi
        self._latch = latch.value
        self._off = off.value
        self._pattern = bytearray(CHIPS)
        self._echo = bytearray(CHIPS)
        self._off(1)               # outputs are undefined at power-up
        self._latch(0)
        clear.value(0)
        clear.value(1)

    def select(self, loop):
        """Connect `loop` (0..33) and no other. Raises MuxBroken, with all loops off, when the chain alters a bit.

        The pattern goes round the chain once and is compared before the outputs show it.
        """
        if loop == self.loop:
            return
        pattern = self._pattern
        for i in range(CHIPS):
            pattern[i] = 0
        pattern[CHIPS - 1 - loop // 8] = 1 << loop % 8
        self._spi.write(pattern)
        self._spi.write_readinto(pattern, self._echo)
        if self._echo != pattern:
            self.none()
            raise MuxBroken("the antenna chain does not give back what was sent to it: check its cable")
        self._latch(1)
        self._latch(0)
        self._off(0)
        self.loop = loop

    def none(self):
        """All loops off."""
        self._off(1)
        self.loop = None
