"""What the other board's sensors feel, as the host passes it on: which squares hold a magnet, and which stir.

Pure. Knows nothing of messages or radio. Milliseconds count through 30 bits.
"""

from pinout import SQUARES
from tablewire.delivery import elapsed_ms

STIRS_MS = 300  # a stir that is not followed by more has been a flicker: what was settled holds again


class Magnets:
    """An empty board until told otherwise."""

    def __init__(self):
        self._on = bytearray((SQUARES + 7) // 8)
        self._stirred_ms = {}    # square -> when it last stirred

    def occupied(self, square):
        """True when a magnet stands on `square` and does not stir."""
        return self.is_on(square) and square not in self._stirred_ms

    def is_on(self, square):
        """True when a magnet stands on `square` by what has settled."""
        return bool(self._on[square // 8] & 0x80 >> square % 8)

    def stirs(self, square, now_ms):
        """Its sensor has left what was settled."""
        self._stirred_ms[square] = now_ms

    def settles(self, square, on):
        """What the sensor says stands."""
        self._stirred_ms.pop(square, None)
        mask = 0x80 >> square % 8
        self._on[square // 8] = self._on[square // 8] | mask if on else self._on[square // 8] & ~mask

    def told(self, bits):
        """All 225 squares as they have settled, 29 bytes: which of them were held to be otherwise, as a list."""
        changed = []
        for square in range(SQUARES):
            on = bool(bits[square // 8] & 0x80 >> square % 8)
            if on != self.is_on(square):
                changed.append(square)
                self.settles(square, on)
        return changed

    def calm(self, now_ms):
        """Forget stirs that came to nothing."""
        for square in list(self._stirred_ms):
            if elapsed_ms(now_ms, self._stirred_ms[square]) >= STIRS_MS:
                del self._stirred_ms[square]
