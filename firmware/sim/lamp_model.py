"""The strip of WS2812 lamps: what each shows, told to the simulator whenever it changes; and the 5 V that feed it.

Knows nothing of squares. A lamp without supply is dark and forgets.
"""

from pinout import LAMP_DATA, LAMP_POWER, LAMP_RAIL, LAMPS

RAIL_MV, SAGGED_MV = 5_100, 4_600
COLOUR_MA = 20       # one colour of one lamp at 255


class LampModel:
    """`tell(line)` is called with `lamp N RRGGBB` for every lamp that changes.

    `most_ma`: what the supply has left for colours; beyond it the rail sags. None: enough. `low_mv`: what it gives
    whatever is lit; None: RAIL_MV.
    """

    def __init__(self, tell, lamps=LAMPS):
        self._tell = tell
        self._lamps = lamps
        self._shown = bytearray(3 * lamps)
        self._powered = True
        self.most_ma = None
        self.low_mv = None
        self.dead = None          # fault: this lamp hands nothing on, so it and all after it stay dark

    def take(self, frame):
        """A frame of 32-bit words, green, red, blue from the highest byte, ends in the pause that shows it."""
        if not self._powered:
            return
        alive = self._lamps if self.dead is None else self.dead
        for lamp in range(min(alive, len(frame) // 4)):
            self._show(lamp, frame[4 * lamp + 2], frame[4 * lamp + 3], frame[4 * lamp + 1])

    def power(self, level):
        """LED_PWR_EN has changed."""
        self._powered = bool(level)
        for lamp in range(self._lamps):
            self._show(lamp, 0, 0, 0)

    def rail_mv(self):
        """What a meter sees at the 5 V."""
        if self.low_mv is not None:
            return self.low_mv
        if self.most_ma is None or sum(self._shown) * COLOUR_MA // 255 <= self.most_ma:
            return RAIL_MV
        return SAGGED_MV

    def _show(self, lamp, red, green, blue):
        colour = bytes((red, green, blue))
        if self._shown[3 * lamp:3 * lamp + 3] != colour:
            self._shown[3 * lamp:3 * lamp + 3] = colour
            self._tell("lamp %d %02x%02x%02x" % (lamp, red, green, blue))


def wire_lamps(circuit, tell, count=LAMPS):
    """Plug a strip of `count` lamps into `circuit`. Faults: `rail_sag MA`, the 5 V sag where colours draw more;
    `lamp_dead N`, nothing reaches lamp N and those after it; `five_low MV`, the 5 V give so little, lit or not."""
    lamps = LampModel(tell, count)

    def rail_sag(milliamperes="0"):
        lamps.most_ma = None if milliamperes == "off" else int(milliamperes)

    def five_low(millivolts="4500"):
        lamps.low_mv = None if millivolts == "off" else int(millivolts)

    def lamp_dead(lamp="0"):
        lamps.dead = None if lamp == "off" else int(lamp)

    circuit.net(LAMP_DATA).stream = lamps.take
    circuit.net(LAMP_POWER).listen(lamps.power)
    circuit.net(LAMP_RAIL).volts = lambda pull: lamps.rail_mv() // 2
    circuit.on_fault("rail_sag", rail_sag)
    circuit.on_fault("five_low", five_low)
    circuit.on_fault("lamp_dead", lamp_dead)
