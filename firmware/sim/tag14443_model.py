"""What an ISO 14443A tag does with what it hears, and how long each frame takes on the air.

Knows nothing of readers or places: who couples to whom is the pad field's affair (sim/pad_field.py).
Source: ISO/IEC 14443-3, sections 6.1 to 6.4; NTAG213 data sheet, sections 8.4 and 9 (ATQA, SAK).
"""

CARRIER_PER_100_US = 1356   # cycles of the carrier in 100 us
ETU = 128                   # cycles: 9.44 us, a bit
DELAY_1, DELAY_0 = 1236, 1172   # cycles from a request's last bit, 1 or 0, to the answer: (9 * 128 + 84 or + 20)
READY_US = 5000             # a tag must listen after so long in a field
FORGET_US = 5000            # and has surely forgotten everything after so long without
FRAMES_APART = 1172         # cycles from an answer's end to the next request, at the least

REQA, WUPA, HALT = 0x26, 0x52, 0x50
SELECT = (0x93, 0x95)
CASCADE_TAG = 0x88
INCOMPLETE = 0x04           # bit of the acknowledgement
IDLE, READY, ACTIVE, HALTED = 0, 1, 2, 3

NTAG_ATQA, NTAG_SAK = b"\x44\x00", 0x00
CLASSIC_ATQA, CLASSIC_SAK = b"\x04\x00", 0x08   # what stands here for every tag of four bytes


def microseconds(cycles):
    """Carrier cycles as whole microseconds, rounded up.

    >>> microseconds(DELAY_1), microseconds(DELAY_0)
    (92, 87)
    """
    return -(-cycles * 100 // CARRIER_PER_100_US)


def frame_cycles(bits):
    """How long a frame of `bits` data bits is on the air: start, end, and a parity bit after each whole byte.

    >>> frame_cycles(7) == 9 * ETU, frame_cycles(16) == 20 * ETU
    (True, True)
    """
    return (bits + bits // 8 + 2) * ETU


def crc16(frame, crc):
    """`crc` after the bytes of `frame`: polynomial 0x8408, the lowest bit first."""
    for byte in frame:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return crc


def crc_a(frame):
    """The two CRC_A bytes that follow `frame`, low byte first: preset 6363.

    >>> crc_a(b"\\x12\\x34") == b"\\x26\\xcf"
    True
    """
    crc = crc16(frame, 0x6363)
    return bytes((crc & 255, crc >> 8))


def levels(identity):
    """An identity of four or seven bytes as its cascade levels send it, each with its check byte (BCC).

    >>> levels(bytes((1, 2, 4, 8))) == (bytes((1, 2, 4, 8, 15)),)
    True
    """
    parts = (identity,) if len(identity) == 4 else (bytes((CASCADE_TAG,)) + identity[:3], identity[3:])
    return tuple([part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)) for part in parts])


class Tag14443:
    """One tag. `identity`: seven bytes (NTAG) or four. `dead`: never answers (a fault)."""

    def __init__(self, identity):
        self.identity = bytes(identity)
        self.dead = False
        self.state = IDLE
        self._asleep = False      # woken from HALT by WUPA: what is unexpected leads back there
        self._level = 0
        self._levels = levels(self.identity)
        self._atqa = NTAG_ATQA if len(self._levels) > 1 else CLASSIC_ATQA
        self._sak = NTAG_SAK if len(self._levels) > 1 else CLASSIC_SAK
        self._since_us = None     # of the field that it has felt last; None: none yet
        self._ready_at = 0

    def power(self, since_us, gap_us):
        """The field it is in began at `since_us`, `gap_us` after the one before had ended.

        A shorter gap than FORGET_US leaves a tag that had power in both as it was.
        """
        if since_us == self._since_us:
            return
        if self._since_us is None or gap_us >= FORGET_US:
            self.state, self._asleep = IDLE, False
            self._ready_at = since_us + READY_US
        self._since_us = since_us

    def leave(self):
        """Out of any field for long enough to forget."""
        self._since_us = None

    def hear(self, frame, bits, now_us):
        """The answer to `frame`, of `bits` bits: None, or (bytes, how many of their first bits are left out)."""
        if self.dead or now_us < self._ready_at:
            return None
        if bits == 7:
            return self._requested(frame[0])
        if self.state == READY and frame[0] == SELECT[self._level] and len(frame) > 1:
            return self._selecting(frame, bits)
        if self.state == ACTIVE and bits == 32 and frame[:2] == bytes((HALT, 0)) and crc_a(frame[:2]) == frame[2:]:
            self.state = HALTED
            return None
        return self._astray()

    def _requested(self, command):
        woken = command == WUPA and self.state == HALTED
        if woken or (command in (REQA, WUPA) and self.state == IDLE):
            self._asleep = woken
            self.state, self._level = READY, 0
            return self._atqa, 0
        return self._astray()

    def _astray(self):
        """An unexpected frame: back to IDLE or HALT, without an answer."""
        if self.state in (READY, ACTIVE):
            self.state = HALTED if self._asleep else IDLE

    def _selecting(self, frame, bits):
        part = self._levels[self._level]
        if frame[1] == 0x70:
            return self._selected(frame, part)
        known = 8 * ((frame[1] >> 4) - 2) + (frame[1] & 7)
        if bits != known + 16 or not 0 <= known <= 32:
            return self._astray()
        for bit in range(known):
            if (frame[2 + bit // 8] ^ part[bit // 8]) >> bit % 8 & 1:
                return None                       # not meant; waits for what comes
        return part, known

    def _selected(self, frame, part):
        if len(frame) != 9 or frame[2:7] != part or crc_a(frame[:7]) != frame[7:]:
            return self._astray()
        self._level += 1
        if self._level < len(self._levels):
            sak = bytes((INCOMPLETE,))
        else:
            self.state = ACTIVE
            sak = bytes((self._sak,))
        return sak + crc_a(sak), 0
