"""Which tags answer on the pad: ISO 14443A requests, and anti-collision over both cascade levels.

Pure. Knows nothing of chips. The reader it speaks through offers `request`, `begin(count, expected, last_bits,
align)`, `outcome()`, `wait_ms()`, `answer` and `clash`, as drivers.mfrc522 describes them.
Source: ISO/IEC 14443-3, sections 6.2 (frames, CRC_A) and 6.4 (initialisation and anti-collision).
"""

from compiled import micropython, ptr8

REQA, WUPA = 0x26, 0x52    # short frames: who is awake, and who is there at all
SHORT_BITS = 7
SELECT = (0x93, 0x95)      # by cascade level
ANTICOLLISION, WHOLE = 0x20, 0x70      # second byte of a SELECT: how much of the identity follows
CASCADE_TAG = 0x88         # first byte of the first level where the identity goes on in the second
INCOMPLETE = 0x04          # bit of a SELECT's answer that says the same
RANDOM = 0x08              # first byte of an identity of four bytes that is thrown anew at each start: a telephone's
SILENCE, CLASH = 0, -1     # what outcome() says beside a number of bytes
TRIES = 3                  # at one identity; a tag hidden by two others is silent in all of them
TAGS_MOST = 2              # that the chip can tell apart; of three or more it hears nothing when they differ

# What walk() found:
NOBODY, SOUND, UNREAD, CROWD = 0, 1, 2, 3   # gone; identities; damaged; more tags than can be told apart


@micropython.viper
def crc_a(frame, count: int) -> int:
    """CRC_A over the first `count` bytes of `frame`; its low byte is sent first.

    >>> hex(crc_a(b"\\x50\\x00", 2))
    '0xcd57'
    """
    sent = ptr8(frame)
    crc = 0x6363
    for i in range(count):
        byte = (sent[i] ^ crc) & 0xFF
        byte = (byte ^ byte << 4) & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return crc


@micropython.viper
def write_select(request, part, select: int):
    """A SELECT (its first byte) of the whole identity in `part`, its CRC_A behind it, into `request`: nine bytes."""
    frame, named = ptr8(request), ptr8(part)
    frame[0] = select
    frame[1] = int(WHOLE)
    for i in range(5):
        frame[2 + i] = named[i]
    crc = int(crc_a(request, 7))
    frame[7] = crc & 0xFF
    frame[8] = crc >> 8


def on_the_wire(identity):
    """An identity of 7 or 4 bytes in eight, as messages.PadTag carries it: its length, zeros, itself.

    >>> on_the_wire(bytes((4, 1, 2, 3, 4, 5, 6))) == bytes((7, 4, 1, 2, 3, 4, 5, 6))
    True
    >>> on_the_wire(bytes((1, 2, 3, 4))) == bytes((4, 0, 0, 0, 1, 2, 3, 4))
    True
    """
    return bytes((len(identity),)) + bytes(7 - len(identity)) + bytes(identity)


class Cascade:
    """One reading after the other. `found`: identities (8 bytes, as on the wire) of the last one, as they answered.

    All but ask() are generators: each value is a number of whole milliseconds that the caller may spend elsewhere.
    """

    def __init__(self, reader):
        self.found = []
        self.clashed = False        # in the last reading two tags differed, whatever became of it
        self._reader = reader
        self._part = bytearray(5)   # of an identity, one cascade level's: four bytes and their check byte

    def ask(self, command):
        """Send REQA or WUPA; outcome() of the reader then says whether somebody answers. Allocates nothing."""
        reader = self._reader
        reader.request[0] = command
        reader.begin(1, 2, SHORT_BITS)

    def wake(self):
        """Whether any tag answers, asleep or not. Asked twice: a tag that was in the midst of something stays silent
        the first time."""
        for _ in range(2):
            self.ask(WUPA)
            if (yield from self._hear()) != SILENCE:
                return True
        return False

    def confirm(self, identity):
        """After a request was answered: whether the tag of `identity` (8 bytes, as in `found`) is there.

        It is selected by its identity, which no other tag answers: a garbled one was nobody's. The tag is left awake:
        without field it forgets that.
        """
        part, identity = self._part, identity[8 - identity[0]:]
        levels = 1 if len(identity) == 4 else 2
        for level in range(levels):
            last = level == levels - 1
            part[0] = CASCADE_TAG if not last else identity[-4]
            for i in range(1, 4):
                part[i] = identity[i - 1] if not last else identity[i - 4]
            part[4] = part[0] ^ part[1] ^ part[2] ^ part[3]
            acknowledged = yield from self._select(SELECT[level])
            if acknowledged < 0 or bool(acknowledged & INCOMPLETE) == last:
                return False
        return True

    def walk(self):
        """After a request was answered: the identity of one tag or of two into `found`; of more, any two or CROWD."""
        self.found = []
        self.clashed = False
        while True:
            outcome = yield from self._read_one()
            if outcome != SOUND:
                return outcome
            if len(self.found) == TAGS_MOST:
                return SOUND
            self.ask(REQA)               # who has been selected does not answer it: whoever does is another
            if (yield from self._hear()) == SILENCE:
                return SOUND

    def _read_one(self):
        silent = 0
        for attempt in range(TRIES):
            if attempt and not (yield from self.wake()):
                return NOBODY
            outcome = yield from self._identity()
            if outcome in (SOUND, CROWD):
                return outcome
            silent += outcome == NOBODY
        return CROWD if silent == TRIES else UNREAD

    def _identity(self):
        """Both levels: SOUND with one more in `found`; NOBODY: the anti-collision was not answered; UNREAD; CROWD."""
        part = self._part
        first = b""
        for level in range(len(SELECT)):
            outcome = yield from self._anticollision(SELECT[level])
            if outcome != SOUND:
                return outcome
            acknowledged = yield from self._select(SELECT[level])
            goes_on = part[0] == CASCADE_TAG
            if acknowledged < 0 or goes_on != bool(acknowledged & INCOMPLETE):
                return UNREAD
            if not goes_on:
                return self._take(first + bytes(part[:4]))
            first = bytes(part[1:4])
        return UNREAD                    # a third level: ten bytes, which no tile carries

    def _take(self, identity):
        if len(identity) == 4 and identity[0] == RANDOM:
            return UNREAD
        identity = on_the_wire(identity)
        if identity not in self.found:
            self.found.append(identity)
        return SOUND

    def _anticollision(self, select):
        """Four bytes of one tag and their check byte into the part; at a clash the bit that differs is taken as 1."""
        part = self._part
        heard = yield from self._ask_rest(select, 0)
        if heard == CLASH:
            known = self._reader.clash
            if not known or (self.clashed and self.found):
                return CROWD if known else UNREAD      # a second tag has been read, and there are two more
            self.clashed = True
            self._keep(known)
            heard = yield from self._ask_rest(select, known)
            if heard == CLASH:
                return CROWD
            if heard == SILENCE:
                return UNREAD
        if heard == SILENCE:
            return NOBODY
        return SOUND if heard > 0 and part[0] ^ part[1] ^ part[2] ^ part[3] == part[4] else UNREAD

    def _keep(self, known):
        """The first `known` bits (1..32) of the answer into the part, the last of them as 1, zeros after them."""
        part = self._part
        for i in range(5):
            part[i] = self._reader.answer[i] if 8 * i < known else 0
        byte, bit = divmod(known - 1, 8)
        part[byte] = part[byte] & (1 << bit) - 1 | 1 << bit

    def _ask_rest(self, select, known):
        """Anti-collision with `known` bits (0..32) of the part; the answer completes it."""
        reader, part = self._reader, self._part
        whole, bits = divmod(known, 8)
        count = whole + (1 if bits else 0)
        request = reader.request
        request[0] = select
        request[1] = ANTICOLLISION + (whole << 4) + bits
        for i in range(count):
            request[2 + i] = part[i]
        reader.begin(2 + count, 5 - whole, bits, bits)
        heard = yield from self._hear()
        if heard == 5 - whole:
            kept = (1 << bits) - 1
            for i in range(heard):
                byte = reader.answer[i]
                part[whole + i] = part[whole] & kept | byte & ~kept & 0xFF if bits and i == 0 else byte
        elif heard > 0:
            return CLASH - 1             # of the wrong length: damaged
        return heard

    def _select(self, select):
        """Choose the tag that the part names: its acknowledgement (0..255), or -1 when no sound one comes."""
        reader = self._reader
        answer = reader.answer
        write_select(reader.request, self._part, select)
        reader.begin(9, 3)
        heard = yield from self._hear()
        if heard != 3 or crc_a(answer, 1) != answer[1] | answer[2] << 8:
            return -1
        return answer[0]

    def _hear(self):
        reader = self._reader
        yield reader.wait_ms()
        heard = reader.outcome()
        while heard is None:
            yield reader.wait_ms()
            heard = reader.outcome()
        return heard
