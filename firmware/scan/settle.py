"""Which changes of the Hall chain are real: those that have stood SETTLE_MS, each stamped with its first reading.

Pure: 30 bytes and the time in, changes out. Knows nothing of buses, radio or messages.
"""

from pinout import CHAIN_BYTES, SETTLE_MS, SIDE, SQUARES, chain_bit, sentinel
from tablewire.delivery import elapsed_ms

_NONE = ()


def wrong_sentinel(raw):
    """The first row (0..14) whose sentinel bit is not as wired, else -1. raw: the chain's 30 bytes."""
    for row in range(SIDE):
        if raw[2 * row + 1] & 1 != sentinel(row):
            return row
    return -1


class Settle:
    """Takes one reading after the other.

    After each `take`, until the next one: `stirring` are the squares whose reading has just left what was settled,
    `settled` the changes that are now certain, as (square, on, at_ms) with the time of their first reading.
    A reading with a wrong sentinel is dropped and counted in `bad`. A reading like the one before, with which nothing
    settles, allocates nothing.
    Milliseconds count through 30 bits.
    """

    def __init__(self, settle_ms=SETTLE_MS):
        self._settle_ms = settle_ms
        self._seen = bytearray(CHAIN_BYTES)     # the last sound reading
        for row in range(SIDE):                 # an empty board: every magnet bit 1
            self._seen[2 * row], self._seen[2 * row + 1] = 0xFF, 0xFE | sentinel(row)
        self._certain = bytearray(self._seen)   # the same, settled
        self._since = {}                        # square that differs -> ms of the first reading that did
        self._changed_ms = 0                    # when a reading last differed from the one before
        self.stirring: tuple | list = _NONE
        self.settled: tuple | list = _NONE
        self.scans = 0
        self.bad = 0

    def take(self, raw, now_ms):
        """Take a reading of 30 bytes; True when there is something in `stirring` or `settled`."""
        self.scans += 1
        self.stirring = self.settled = _NONE
        if raw != self._seen:
            if wrong_sentinel(raw) >= 0:
                self.bad += 1
                return False
            self._compare(raw, now_ms)
            self._seen[:] = raw
            self._changed_ms = now_ms
        if self._any_ripe(now_ms):
            self._ripen(now_ms)
        return bool(self.stirring or self.settled)

    def at_rest(self, now_ms):
        """True when every square is settled and no reading has changed for as long as settling takes."""
        return not self._since and elapsed_ms(now_ms, self._changed_ms) >= self._settle_ms

    def occupied(self, square):
        """True when a magnet stands on `square` by what is settled, or by the last reading."""
        byte, mask = chain_bit(square)
        return (self._certain[byte] & self._seen[byte] & mask) == 0

    def is_on(self, square):
        """True when a magnet stands on `square` by what is settled."""
        byte, mask = chain_bit(square)
        return not self._certain[byte] & mask

    def bits(self):
        """All 225 settled squares in 29 bytes, the first square in the highest bit of the first byte."""
        packed = bytearray((SQUARES + 7) // 8)
        for square in range(SQUARES):
            if self.is_on(square):
                packed[square // 8] |= 0x80 >> square % 8
        return bytes(packed)

    def _compare(self, raw, now_ms):
        """Note which squares leave what is settled with this reading, and which return to it."""
        stirring: list = []
        for byte in range(CHAIN_BYTES):
            changed = raw[byte] ^ self._seen[byte]
            if changed:
                self._compare_byte(byte, changed, raw[byte] ^ self._certain[byte], now_ms, stirring)
        self.stirring = stirring

    def _compare_byte(self, byte, changed, differs, now_ms, stirring):
        first = SIDE * (byte // 2) + 8 * (byte % 2)
        for column in range(8):
            mask = 0x80 >> column
            if changed & mask:
                if differs & mask:
                    self._since[first + column] = now_ms
                    stirring.append(first + column)
                else:
                    del self._since[first + column]

    def _any_ripe(self, now_ms):
        for square in self._since:
            if elapsed_ms(now_ms, self._since[square]) >= self._settle_ms:
                return True
        return False

    def _ripen(self, now_ms):
        """Settle what has stood long enough."""
        ripe = sorted(s for s in self._since if elapsed_ms(now_ms, self._since[s]) >= self._settle_ms)
        settled: list = []
        for square in ripe:
            byte, mask = chain_bit(square)
            self._certain[byte] ^= mask
            settled.append((square, self.is_on(square), self._since.pop(square)))
        self.settled = settled
