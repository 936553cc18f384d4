"""What a strip of WS2812 makes of the level on its DIN: the bytes of each frame, and every pulse out of tolerance.

Knows nothing of what made the level. Source: WS2812B data sheets: a 0 is 0.40 us high and 0.85 low, a 1 is 0.80 and
0.45, each within TOLERANCE_NS; newer parts show what came only after RESET_NS of low.
"""

HIGH_NS = (400, 800)       # of a 0 and of a 1
LOW_NS = (850, 450)
TOLERANCE_NS = 150
RESET_NS = 280_000
LAMP_BITS = 24


class Wave:
    """edge() takes one change of the level after the other. `frames`: bytes as sent, green, red, blue a lamp.

    `flagged`: (ns, what): "high" and "low" for pulses out of tolerance, "reset" for a pause that some parts take for
    the end of a frame and others do not, "bits" for a frame that ends within a lamp.
    """

    def __init__(self):
        self.frames = []
        self.flagged = []
        self._bits = []
        self._level = 0
        self._since_ns = None      # the last edge

    def edge(self, at_ns, level):
        """The level is `level` (0 or 1) from `at_ns` on; the same level again is no edge."""
        if level == self._level:
            return
        if self._since_ns is not None:
            self._pulse(at_ns, at_ns - self._since_ns)
        self._level = level
        self._since_ns = at_ns

    def end(self, at_ns):
        """Nothing more came until `at_ns`."""
        if self._since_ns is not None:
            self._pulse(at_ns, at_ns - self._since_ns)
            self._since_ns = at_ns

    def _pulse(self, at_ns, length_ns):
        if self._level:
            bit = 1 if 2 * length_ns > sum(HIGH_NS) else 0
            self._check("high", at_ns, length_ns, HIGH_NS[bit])
            self._bits.append(bit)
        elif not self._bits:
            return
        elif length_ns >= RESET_NS:
            self._show(at_ns)
        elif length_ns > max(LOW_NS) + TOLERANCE_NS:
            self.flagged.append((at_ns, "reset"))
        else:
            self._check("low", at_ns, length_ns, LOW_NS[self._bits[-1]])

    def _check(self, what, at_ns, length_ns, nominal_ns):
        if abs(length_ns - nominal_ns) > TOLERANCE_NS:
            self.flagged.append((at_ns, what))

    def _show(self, at_ns):
        bits, self._bits = self._bits, []
        if len(bits) % LAMP_BITS:
            self.flagged.append((at_ns, "bits"))
        frame = bytearray(len(bits) // 8)
        for i in range(8 * len(frame)):
            frame[i // 8] = frame[i // 8] << 1 & 255 | bits[i]
        self.frames.append(bytes(frame))
