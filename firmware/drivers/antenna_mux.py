"""The chain of TPIC6B595 that connects one loop antenna at a time to the reader, and the 24 V behind its PIN diodes.

Knows nothing of tags or squares. Takes objects, not pin numbers.
Source: TPIC6B595 data sheet (SLIS032): a rising SRCLK shifts, a rising RCLK shows, /G high switches all outputs off,
/SRCLR low clears the shift stage and not the outputs, which are undefined at power-up. Open drain, 50 V, 150 mA.
"""

CHIPS = 5                  # 40 outputs
LOOPS = 34                 # 0..14 rows, 15..29 columns, 30..33 racks
RAMP_MS = 20               # from 24V_EN to a rail that stands: an estimate for the boost converter, to be measured
RAIL_LEAST_MV, RAIL_MOST_MV = 22_000, 26_000   # bench check T16
NOWHERE = 255              # no loop

_FULL_SCALE_MV = 36_300    # at the rail: 3.3 V at the ADC behind the divider by 11
_FULL_SCALE = 16_383       # of 14 bits, so that the product with the line above stays a small integer


class MuxBroken(Exception):
    """The chain that selects the loop antennas does not give back what was sent: check its cable."""


class NoBias(MuxBroken):
    """The supply of the antennas' diodes lies outside 22..26 V: check the converter and its cable."""


class TwoLoops(MuxBroken):
    """A loop antenna is on whatever is selected: the transistor of its output has failed."""


class AntennaMux:
    """All loops off until select(). `latch` is RCLK, `off` is /G, `clear` is /SRCLR, `supply` is 24V_EN.

    `clock` as in drivers.pn5180; `rail` has read_u16() and measures the 24 V through a divider by 11, or is None
    where nobody measures. `loop`: the one that is connected, or None. `troubles`: counts since the start, by name.
    """

    def __init__(self, spi, latch, off, clear, supply, clock, rail=None):
        self.loop = None
        self.troubles = {"mux_echo": 0, "mux_rail": 0, "mux_two_loops": 0}
        self._spi = spi
        self._latch = latch.value
        self._off = off.value
        self._clear = clear.value
        self._supply = supply.value
        self._clock = clock
        self._rail = rail
        self._pattern = bytearray(CHIPS)
        self._echo = bytearray(CHIPS)
        self._started = False
        self._ramping = False
        self._off(1)               # outputs are undefined at power-up
        self._supply(0)
        self._latch(0)
        try:
            self._start()
        except MuxBroken:
            pass                   # select() tries it again, and tells

    def select(self, loop):
        """Connect `loop` (0..33) and no other: the one before is off before this one comes on.

        The pattern goes round the chain once and is compared before the outputs show it. The first time it waits
        RAMP_MS. Raises MuxBroken when the chain alters a bit and NoBias when the rail is out of its limits, with
        all loops off; ValueError for a number that is no loop.
        """
        if loop == self.loop:
            return
        if not 0 <= loop < LOOPS:
            raise ValueError("there is no loop antenna %d: they are 0 to %d" % (loop, LOOPS - 1))
        self.none()
        if not self._started:
            self._start()
        if not self._goes_round(loop):
            self._broken()
        self._await_rail()
        self._latch(1)
        self._latch(0)
        self._off(0)
        self.loop = loop

    def none(self):
        """All loops off."""
        self._off(1)
        self.loop = None

    def second_loop(self):
        """A loop was in tune with all loops off: the loop-back cannot see that. Counts it and raises TwoLoops."""
        self.none()
        self.troubles["mux_two_loops"] += 1
        raise TwoLoops("a loop antenna is on whatever is selected: its output has failed")

    def rail_mv(self):
        """The diodes' supply in mV; None where nobody measures it."""
        if self._rail is None:
            return None
        return (self._rail.read_u16() >> 2) * _FULL_SCALE_MV // _FULL_SCALE

    def self_test(self):
        """Bench check T16: the pattern of each loop goes round the chain, all loops off: (tried, failed, first bad).

        Then the rail. Raises NoBias.
        """
        self.none()
        failed, first = 0, NOWHERE
        for loop in range(LOOPS):
            if not self._goes_round(loop):
                failed += 1
                first = loop if first == NOWHERE else first
        self._started = False      # the shift stage may hold anything now
        if not failed:
            self._start()
            self._await_rail()
        return LOOPS, failed, first

    # ---- from power-up to a rail that stands ----------------------------------------------------------------------

    def _start(self):
        """Show a pattern that is all off, and only then let the diodes have their supply."""
        self._clear(0)
        self._clear(1)
        if not self._goes_round(None):
            self._broken()
        self._latch(1)
        self._latch(0)
        self._supply(1)
        self._started = self._ramping = True

    def _await_rail(self):
        """All of RAMP_MS once: when the supply came on may be longer ago than ticks can tell."""
        if self._ramping:
            self._clock.sleep_us(RAMP_MS * 1000)
            self._ramping = False
        millivolts = self.rail_mv()
        if millivolts is not None and not RAIL_LEAST_MV <= millivolts <= RAIL_MOST_MV:
            self.troubles["mux_rail"] += 1
            raise NoBias("the antennas' supply gives %d.%d V instead of 22 to 26: check the converter and its cable"
                         % (millivolts // 1000, millivolts // 100 % 10))

    def _broken(self):
        self.none()
        self._started = False
        self.troubles["mux_echo"] += 1
        raise MuxBroken("the antenna chain does not give back what was sent to it: check its cable")

    def _goes_round(self, loop):
        """Shift in one bit for `loop`, or none: whether the chain gives the pattern back."""
        pattern = self._pattern
        for i in range(CHIPS):
            pattern[i] = 0
        if loop is not None:
            pattern[CHIPS - 1 - loop // 8] = 1 << loop % 8
        self._spi.write(pattern)
        self._spi.write_readinto(pattern, self._echo)
        return self._echo == pattern
