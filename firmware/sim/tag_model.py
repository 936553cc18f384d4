"""What an ISO 15693 tag does with what it hears, and how long each thing takes on the air.

Knows nothing of readers, antennas or places: who couples to whom is the antenna model's affair.
Source of the times: ISO/IEC 15693-2 and -3, 1-of-4 coding, single subcarrier, high rate; carrier 13.56 MHz.
"""

CARRIER_PER_100_US = 1356   # cycles of the carrier in 100 us
BIT = 512                   # cycles: 37.76 us a bit, both ways
REQUEST_SOF, REQUEST_EOF = 1024, 512
ANSWER_SOF = ANSWER_EOF = 2048
T1 = 4352                   # from a request's end to the answer's start
T2 = 4192                   # from an answer's end to the next request
T3_START = 4384             # a silent slot lasts this and an ANSWER_SOF (100 % modulation) or a whole answer (10 %)
ANSWER_BYTES = 12           # of an inventory: flags, DSFID, eight of identity, two of CRC
READY_US = 1000             # a tag answers this long after it has power
FORGET_US = 1000            # and has forgotten everything after this long without

INVENTORY, STAY_QUIET = 0x01, 0x02
FLAG_TWO_SUBCARRIERS, FLAG_HIGH_RATE = 0x01, 0x02   # how the tag is to answer
FLAG_INVENTORY, FLAG_AFI, FLAG_ONE_SLOT, FLAG_ADDRESSED = 0x04, 0x10, 0x20, 0x20
NO_SLOT = -1


def microseconds(cycles):
    """Carrier cycles as whole microseconds, rounded up.

    >>> microseconds(T1), microseconds(T2)
    (321, 310)
    """
    return -(-cycles * 100 // CARRIER_PER_100_US)


def request_cycles(length):
    """How long a request of `length` bytes (CRC included) is on the air.

    >>> microseconds(request_cycles(5))
    1624
    """
    return REQUEST_SOF + 8 * length * BIT + REQUEST_EOF


def answer_cycles(length):
    """How long an answer of `length` bytes (CRC included) is on the air.

    >>> microseconds(answer_cycles(ANSWER_BYTES))
    3927
    """
    return ANSWER_SOF + 8 * length * BIT + ANSWER_EOF


def crc16(frame):
    """The two CRC bytes that follow `frame`, low byte first: polynomial 0x8408, preset FFFF, complemented.

    >>> crc16(bytes((0x26, 0x01, 0x00))) == bytes((0xF6, 0x0A))
    True
    """
    crc = 0xFFFF
    for byte in frame:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    crc ^= 0xFFFF
    return bytes((crc & 255, crc >> 8))


def superpose(frames):
    """Frames of equal length sent at once: bit by bit the OR of them, and the first bit that differs (or None).

    >>> superpose((b"\x5d\x5f", b"\x58\x30")) == (bytearray(b"\x5d\x7f"), 0)
    True
    """
    whole = bytearray(frames[0])
    differs_at = None
    for frame in frames[1:]:
        for i in range(len(whole)):
            difference = frame[i] ^ frames[0][i]
            if difference:
                bit = 8 * i + next(n for n in range(8) if difference >> n & 1)
                differs_at = bit if differs_at is None else min(bit, differs_at)
                whole[i] |= frame[i]
    return whole, differs_at


END_US = microseconds(REQUEST_EOF)                          # an end-of-frame alone
TURN_US = microseconds(T1 + ANSWER_SOF)                     # from a request's end to the answer's first data bit
ANSWERED_US = microseconds(T1 + answer_cycles(ANSWER_BYTES))   # from a request's end to the answer's
REST_US = microseconds(T2)
SILENT_US = microseconds(T3_START + ANSWER_SOF)             # a slot without answer, at 100 % modulation
SILENT_10_US = microseconds(T3_START + answer_cycles(ANSWER_BYTES))   # and at 10 %


def answers_at_high_rate(request):
    """Whether a tag answers `request` with one subcarrier at 26 kbit/s: ISO/IEC 15693-3, flags 1 and 2.

    >>> [answers_at_high_rate(bytes((flags, 1, 0))) for flags in (0x26, 0x06, 0x24, 0x27, 0x25)]
    [True, True, False, False, False]
    """
    return bool(request) and request[0] & (FLAG_TWO_SUBCARRIERS | FLAG_HIGH_RATE) == FLAG_HIGH_RATE


class Tag:
    """One tag, inside `tile`. `identity`: eight bytes, E0 first. `dead`: never answers (a fault)."""

    def __init__(self, identity, tile=None):
        self.identity = bytes(identity)
        self.tile = tile
        self.dead = False
        self.quiet = False
        sent = bytes(reversed(self.identity))   # on the air the low byte goes first
        self._number = int.from_bytes(sent, "little")
        self._sent = sent
        body = bytes((0, 0)) + sent             # no error, DSFID 0
        self.answer = body + crc16(body)
        self._period = -1     # no field has been felt yet
        self._ready_at = 0

    def power(self, period, since_us, gap_us):
        """The field's `period`-th time on began at `since_us`, `gap_us` after the one before had ended.

        A shorter gap than FORGET_US leaves a tag that had power in both as it was.
        """
        if period == self._period:
            return
        if period != self._period + 1 or gap_us >= FORGET_US:
            self.quiet = False
            self._ready_at = since_us + READY_US
        self._period = period

    def hear(self, request, now_us):
        """The slot (0..15) in which the tag answers `request` (bytes without CRC), or NO_SLOT."""
        if self.dead or now_us < self._ready_at or len(request) < 3:
            return NO_SLOT
        flags, command = request[0], request[1]
        if command == INVENTORY and flags & FLAG_INVENTORY and not flags & FLAG_AFI:
            return NO_SLOT if self.quiet else self._slot(flags, request)
        if command == STAY_QUIET and flags & FLAG_ADDRESSED and not flags & FLAG_INVENTORY:
            self.quiet = self.quiet or request[2:10] == self._sent
        return NO_SLOT

    def _slot(self, flags, request):
        length = request[2]
        if length:
            mask = int.from_bytes(request[3:3 + (length + 7) // 8], "little")
            if (self._number ^ mask) & ((1 << length) - 1):
                return NO_SLOT
        return 0 if flags & FLAG_ONE_SLOT else self._number >> length & 15
