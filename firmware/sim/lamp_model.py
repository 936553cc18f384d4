"""The strip of WS2812 lamps: what each shows, told to the simulator whenever it changes.

Knows nothing of squares. A lamp without supply is dark and forgets.
"""

from pinout import LAMP_DATA, LAMP_POWER, LAMPS


class LampModel:
    """`tell(line)` is called with `lamp N RRGGBB` for every lamp that changes."""

    def __init__(self, tell, lamps=LAMPS):
        self._tell = tell
        self._lamps = lamps
        self._shown = bytearray(3 * lamps)
        self._powered = True

    def take(self, frame):
        """A frame of 32-bit words, green, red, blue from the highest byte, ends in the pause that shows it."""
        if not self._powered:
            return
        for lamp in range(min(self._lamps, len(frame) // 4)):
            self._show(lamp, frame[4 * lamp + 2], frame[4 * lamp + 3], frame[4 * lamp + 1])

    def power(self, level):
        """LED_PWR_EN has changed."""
        self._powered = bool(level)
        for lamp in range(self._lamps):
            self._show(lamp, 0, 0, 0)

    def _show(self, lamp, red, green, blue):
        colour = bytes((red, green, blue))
        if self._shown[3 * lamp:3 * lamp + 3] != colour:
            self._shown[3 * lamp:3 * lamp + 3] = colour
            self._tell("lamp %d %02x%02x%02x" % (lamp, red, green, blue))


def wire_lamps(circuit, tell):
    """Plug the strip into `circuit`."""
    lamps = LampModel(tell)
    circuit.net(LAMP_DATA).stream = lamps.take
    circuit.net(LAMP_POWER).listen(lamps.power)
