"""Which changes of the Hall chain are real: those that have stood SETTLE_MS, each stamped with its first reading.

Pure: 30 bytes and the time in, changes out. Knows nothing of buses, radio or messages.
"""

from array import array

from pinout import CHAIN_BYTES, SETTLE_MS, SIDE, SQUARES, chain_byte, chain_mask, sentinel
from tablewire.delivery import elapsed_ms

PLAIN = bytes(range(SQUARES))   # sensors wired as drawn
BROKEN_SCANS = 5   # dropped for a sentinel, one after the other: with one more nothing on the board counts
CHATTER_MS = 2000
CHATTER_TOGGLES = 6   # of one square in CHATTER_MS; with one more a magnet stands at its edge, or a sensor is bad
CHATTER_SETTLES = 3   # such a square must stand so many times as long: so often as it comes and goes it never does
WHOLE_MS = 4 * SETTLE_MS   # sensors look within 60 ms of power and settle; what still chatters then is told as it is

_ROW = (1 << SIDE) - 1     # a row's sensors, less its sentinel


def wrong_sentinel(raw):
    """The first row (0..14) whose sentinel bit is not as wired, else -1. raw: the chain's 30 bytes."""
    for row in range(SIDE):
        if raw[2 * row + 1] & 1 != sentinel(row):
            return row
    return -1


class _Each:
    """`nth(0)`, `nth(1)` and so on, `count()` of them. A property would slow all storing in its object on a board."""

    def __init__(self, count, nth):
        self._count = count
        self._nth = nth

    def __iter__(self):
        for nth in range(self._count()):
            yield self._nth(nth)


class Settle:
    """Takes one reading after the other.

    After each `take`, until the next one: `stirring` are the squares whose reading has just left what was settled,
    `settled` the changes that are now certain, as (square, on, at_ms) with the time of their first reading. Both are
    for whoever may allocate. A scan, which must not, asks `stirred` for the `stirs` of them and `changed`, `is_on`
    and `since_ms` for the `changes`, one by one.
    A reading with a wrong sentinel is dropped and counted in `bad`; so is one that is told to drop(). `broken` counts
    those with a wrong sentinel since the last without, `broken_row` is the first row of the last of them.
    A square that comes and goes more than CHATTER_TOGGLES times in CHATTER_MS settles only after CHATTER_SETTLES
    times as long, and is one of `chattering`; none is while `may_chatter` is not set.
    Milliseconds count through 30 bits.

    order: the square under which the sensor at each place of the chain hangs; places are numbered as squares are,
    without the sentinels, which stay where they are. masked: squares whose sensors are not believed: no magnet is
    ever told there. With any, `take` wants readings that it may alter.
    """

    def __init__(self, settle_ms=SETTLE_MS, order=PLAIN, masked=()):
        self._settle_ms = settle_ms
        self._square_at = order                 # inside, all is by places: squares come in only where they are told
        self._place_of = order if order == PLAIN else _inverse(order)
        self._masks = bytearray(CHAIN_BYTES)    # bits that are held at 1
        for square in masked:
            self._masks[chain_byte(self._place_of[square])] |= chain_mask(self._place_of[square])
        self._masked = bytes([byte for byte in range(CHAIN_BYTES) if self._masks[byte]])
        self._seen = bytearray(CHAIN_BYTES)     # the last sound reading
        for row in range(SIDE):                 # an empty board: every magnet bit 1
            self._seen[2 * row], self._seen[2 * row + 1] = 0xFF, 0xFE | sentinel(row)
        self._certain = bytearray(self._seen)   # the same, settled; a place differs while its two bits do
        self._since = array("I", bytes(4 * SQUARES))  # of each place that differs: ms of the first reading that did
        self._differ = 0                        # how many do
        self._oldest_ms = 0                     # none of them since before this
        self._changed_ms = 0                    # when a reading last differed from the one before
        self._first_ms = -1                     # when there first was a sound reading; -1: there was none yet
        self._stirring = bytearray(SQUARES)     # places: the first `stirs` of them count
        self._settled = bytearray(SQUARES)      # likewise `changes`
        self._toggled_ms = array("I", bytes(4 * SQUARES))  # of each place: since when its toggles are counted
        self._toggles = bytearray(SQUARES)      # how many since then, up to 255
        self._chatters = bytearray(SQUARES)     # places: 1 where that were too many
        self.may_chatter = False                # whether there may be any
        self.stirs = 0
        self.changes = 0
        self.stirring = _Each(lambda: self.stirs, self.stirred)
        self.settled = _Each(lambda: self.changes, self._change)
        self.scans = 0
        self.bad = 0
        self.broken = 0
        self.broken_row = -1

    def take(self, raw, now_ms):
        """Take a reading of 30 bytes; True when there is something in `stirring` or `settled`."""
        self.scans += 1
        self.stirs = self.changes = 0
        for byte in self._masked:
            raw[byte] |= self._masks[byte]
        changed = raw != self._seen
        if changed and self._wrong(raw):
            return False
        if self.broken:
            if self.is_broken():
                self.anew(now_ms)
                changed = raw != self._seen
            self.broken = 0
        if changed:
            self._compare(raw, now_ms)
            self._changed_ms = now_ms
        elif not self._differ:
            return False
        if self._differ and not 0 <= elapsed_ms(now_ms, self._oldest_ms) < self._settle_ms:
            self._ripen(now_ms)
        return self.stirs + self.changes > 0

    def _wrong(self, raw):
        """Whether `raw` is to be dropped, and has been."""
        row = wrong_sentinel(raw)
        if row < 0:
            return False
        self.bad += 1
        self.broken += 1
        self.broken_row = row
        return True

    def drop(self):
        """There was a reading, and it is not to be believed."""
        self.scans += 1
        self.bad += 1
        self.stirs = self.changes = 0

    def anew(self, now_ms):
        """Readings have been dropped, nobody knows what came of the changes before: what is settled stands, and all
        that differs from it counts from the next reading on.
        """
        seen, certain = self._seen, self._certain
        for byte in range(CHAIN_BYTES):
            seen[byte] = certain[byte]
        self._differ = 0
        self._changed_ms = now_ms
        self._first_ms = -1

    def stirred(self, nth):
        """The nth square of `stirring`."""
        return self._square_at[self._stirring[nth]]

    def changed(self, nth):
        """The nth square of `settled`."""
        return self._square_at[self._settled[nth]]

    def since_ms(self, square):
        """When the first reading told what has just settled on `square`."""
        return self._since[self._place_of[square]]

    def _change(self, nth):
        square = self.changed(nth)
        return square, self.is_on(square), self.since_ms(square)

    def at_rest(self, now_ms):
        """True when every square is settled and no reading has changed for as long as settling takes; never while
        the chain is broken, for nobody knows what stands there.
        """
        if self._differ or self.is_broken():
            return False
        return not 0 <= elapsed_ms(now_ms, self._changed_ms) < self._settle_ms

    def is_broken(self):
        """True while more than BROKEN_SCANS readings in a row have been dropped for a sentinel."""
        return self.broken > BROKEN_SCANS

    def whole(self, now_ms):
        """True once `bits` tell what stands on the board. To be asked after every reading until it is.

        A board begins with all squares settled as empty: until its first sound reading is settle_ms old and every
        square has come to rest, or WHOLE_MS old, that is not known of any.
        """
        if self.is_broken():
            return False
        if self._first_ms < 0:
            if self.scans == self.bad:
                return False
            self._first_ms = now_ms
        age_ms = elapsed_ms(now_ms, self._first_ms)
        return age_ms >= WHOLE_MS or (age_ms >= self._settle_ms and self.at_rest(now_ms))

    def occupied(self, square):
        """True when a magnet stands on `square` by what is settled, or by the last reading."""
        place = self._place_of[square]
        byte = chain_byte(place)
        return (self._certain[byte] & self._seen[byte] & chain_mask(place)) == 0

    def is_on(self, square):
        """True when a magnet stands on `square` by what is settled."""
        place = self._place_of[square]
        return not self._certain[chain_byte(place)] & chain_mask(place)

    def chattering(self, now_ms):
        """The squares that come and go too often, or did CHATTER_MS ago. For whoever may allocate, now and then."""
        chatters, squares = bytes(self._chatters), []
        at = chatters.find(b"\1")
        while at >= 0:
            if 0 <= elapsed_ms(now_ms, self._toggled_ms[at]) < 2 * CHATTER_MS:
                squares.append(self._square_at[at])
            else:
                self._chatters[at] = 0
            at = chatters.find(b"\1", at + 1)
        self.may_chatter = bool(squares)
        return squares

    def bits(self):
        """All 225 settled squares in 29 bytes, the first square in the highest bit of the first byte."""
        packed = bytearray((SQUARES + 7) // 8)
        if self._square_at != PLAIN:
            for square in range(SQUARES):
                if self.is_on(square):
                    packed[square >> 3] |= 0x80 >> (square & 7)
            return bytes(packed)
        held = waiting = at = 0                 # bits that fill no byte yet, how many, and the byte
        for row in range(SIDE):
            held = held << SIDE | ~(self._certain[2 * row] << 8 | self._certain[2 * row + 1]) >> 1 & _ROW
            waiting += SIDE
            while waiting >= 8:
                waiting -= 8
                packed[at] = held >> waiting & 0xFF
                at += 1
            held &= (1 << waiting) - 1
        packed[at] = held << 8 - waiting
        return bytes(packed)

    def _compare(self, raw, now_ms):
        """Note which squares leave what is settled with this reading, and which return to it."""
        seen = self._seen
        for byte in range(CHAIN_BYTES):
            changed = raw[byte] ^ seen[byte]
            if changed:
                seen[byte] = raw[byte]
                self._compare_byte(byte, changed, raw[byte] ^ self._certain[byte], now_ms)

    def _compare_byte(self, byte, changed, differs, now_ms):
        place = _first_place(byte)
        while changed:
            if changed & 0x80:
                self._toggle(place, now_ms)
                if differs & 0x80:
                    if not self._differ:
                        self._oldest_ms = now_ms
                    self._since[place] = now_ms
                    self._stirring[self.stirs] = place
                    self.stirs += 1
                    self._differ += 1
                else:
                    self._differ -= 1
            changed = changed << 1 & 0xFF
            differs <<= 1
            place += 1

    def _toggle(self, place, now_ms):
        """Count that `place` comes or goes."""
        toggles = self._toggles
        since_ms = elapsed_ms(now_ms, self._toggled_ms[place])
        if not (toggles[place] and 0 <= since_ms < CHATTER_MS):
            if toggles[place] <= CHATTER_TOGGLES or not 0 <= since_ms < 2 * CHATTER_MS:
                self._chatters[place] = 0
            self._toggled_ms[place] = now_ms
            toggles[place] = 0
        if toggles[place] < 255:
            toggles[place] += 1
        if toggles[place] > CHATTER_TOGGLES:
            self._chatters[place] = 1
            self.may_chatter = True

    def _ripen(self, now_ms):
        """Settle what has stood long enough."""
        self._oldest_ms = now_ms
        seen, certain = self._seen, self._certain
        for byte in range(CHAIN_BYTES):
            if seen[byte] != certain[byte]:
                self._ripen_byte(byte, seen[byte] ^ certain[byte], now_ms)

    def _ripen_byte(self, byte, differs, now_ms):
        place = _first_place(byte)
        mask = 0x80
        while differs:
            if differs & mask:
                differs ^= mask
                since_ms = self._since[place]
                settle_ms = self._settle_ms * CHATTER_SETTLES if self._chatters[place] else self._settle_ms
                if not 0 <= elapsed_ms(now_ms, since_ms) < settle_ms:
                    self._certain[byte] ^= mask
                    self._differ -= 1
                    self._settled[self.changes] = place
                    self.changes += 1
                elif elapsed_ms(self._oldest_ms, since_ms) > 0:
                    self._oldest_ms = since_ms
            mask >>= 1
            place += 1


def _first_place(byte):
    """The place whose bit is the highest of `byte` (0..29) of the chain."""
    return SIDE * (byte // 2) + 8 * (byte % 2)


def _inverse(order):
    """The place of each square."""
    places = bytearray(SQUARES)
    for place in range(SQUARES):
        places[order[place]] = place
    return bytes(places)
