"""What a strip of WS2812 may draw: dims a frame beyond it, and gives way when the 5 V rail sags all the same.

Pure, in whole numbers; allocates nothing. Knows nothing of pins, posts or squares.
Source of the currents: WS2812B data sheet, 20 mA a colour at full and up to 1 mA of a dark lamp; of the limit and the
sag: the power budget of the 5 V supply, whose computer warns of itself at 4.63 V.
"""

from levels import WHOLE, scale, total

REST_MA = 1                # of each lamp, dark or not
COLOUR_MA = 20             # one colour of one lamp at 255
LIMIT_MA = 1300            # of all lamps together
SAG_V = 4.75               # below it, with lamps lit, the rail is overloaded
HALVINGS_MOST = 3          # an eighth of the light; when the rail still sags the lamps are not what it needs
FULL = 255


class LampLimit:
    """For a strip of `lamps` (1..1000). `troubles`: counts since the start, by name.

    A frame is four bytes a lamp: the lowest is 0, the others are its colours.
    """

    def __init__(self, lamps):
        self.troubles = {"lamps_dimmed": 0, "lamps_sag": 0, "lamps_off": 0}
        self.off = False           # the rail is overloaded and dimming has not helped: until relax()
        self._rest_ma = lamps * REST_MA
        self._colours_ma = self._most_ma = LIMIT_MA - self._rest_ma
        self._lit_ma = 0           # the colours of the frame shown last
        self._halvings = 0

    def dim(self, frame):
        """Scale `frame`, where it stands, to what the strip may draw: what it draws then, in mA.

        All colours alike and each rounded down, so that dark stays dark and the sum stays below the limit.
        """
        wanted = total(frame, len(frame) // 4) * COLOUR_MA  # in mA/255
        most = self._colours_ma * FULL
        if wanted > most:
            self.troubles["lamps_dimmed"] += 1
            scale(frame, frame, len(frame), most * WHOLE // wanted)
            wanted = total(frame, len(frame) // 4) * COLOUR_MA
        self._lit_ma = (wanted + FULL - 1) // FULL
        return self._rest_ma + self._lit_ma

    def rail(self, volts):
        """The 5 V rail was measured: True when the light of the last frame must change, or, with `off`, go out.

        Each sag while lamps are lit halves what they may draw; after HALVINGS_MOST the next one switches them off.
        Once dimmed they stay so until relax(): brighter again they would sag again.
        """
        if volts >= SAG_V or self.off or not self._lit_ma:
            return False
        self.troubles["lamps_sag"] += 1
        if self._halvings == HALVINGS_MOST:
            self.off = True
            self.troubles["lamps_off"] += 1
        else:
            self._halvings += 1
            self._colours_ma = min(self._colours_ma, self._lit_ma) // 2
        return True

    def relax(self):
        """The lamps are dark: the next ones may draw the whole again."""
        self.off = False
        self._halvings = self._lit_ma = 0
        self._colours_ma = self._most_ma
