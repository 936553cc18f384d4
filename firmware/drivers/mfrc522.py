"""The MFRC522 reader of the identify pad: its registers, its field, and one ISO 14443A frame out and in at a time.

Knows nothing of anti-collision or identities (scan/cascade.py). Takes objects, not pin numbers; allocates nothing per
frame. Source: MFRC522 data sheet rev. 3.8, sections 8.1.2 (SPI), 8.5 (timer), 9 (registers), 10 (commands), 16.1.1.
"""

from drivers.native import micropython

RESET_US = 10              # RST low; 0.1 or longer
WAKE_MS = 50               # the longest wait for the chip after a reset; 1 ms as a rule
WAKE_POLL_US = 100         # between two looks at a chip that wakes
TIMEOUT_US = 1000          # from a frame's end: the chip's own timer. A tag begins its answer after 91 us.
HANG_US = 5000             # neither answer nor timer for so long: the chip hangs
LATE_US = 50               # between two looks at an answer that is late
SLACK_US = 20              # the chip's own delay in sending and in telling
TEST_MS = 50               # the longest self-test; 1 ms as a rule
DELAY_US = 92              # frame delay time of ISO 14443-3, (9 * 128 + 84) cycles of 13.56 MHz, rounded up
ETU_NS = 9440              # 128 cycles: a bit
FRAME_BYTES = 9            # the longest frame that is sent: SELECT with its CRC
ANSWER_BYTES = 5           # the longest that is taken: four bytes of identity and their check byte

# outcome() says how many sound bytes were heard, or one of these:
SILENCE, CLASH, DAMAGED = 0, -1, -2   # nothing; two tags with different bits; parity, length or framing wrong

VERSIONS = {0x91: "MFRC522 1.0", 0x92: "MFRC522 2.0"}
CLONES = 0x88, 0x90        # FM17522; MFRC522 0.0, a clone or a first series: bench check T14 names them
COUNTERFEIT = 0x12
NO_CHIP = (0x00, 0xFF)     # nobody drives the line
UNKNOWN = -1               # not asked yet, or refused

# Frames that never change. First byte: register << 1, 0x80 more to read. Registers: 01 Command, 04 ComIrq, 06 Error,
# 09 FIFOData, 0A FIFOLevel, 0C Control, 0D BitFraming, 0E Coll, 11 Mode, 14 TxControl, 15 TxASK, 2A TMode,
# 2B TPrescaler, 2C and 2D TReload, 36 AutoTest, 37 Version.
_IDLE = b"\x02\x00"
_MEM = b"\x02\x01"
_CALC_CRC = b"\x02\x03"
_TRANSCEIVE = b"\x02\x0c"
_SOFT_RESET = b"\x02\x0f"
_CLEAR_IRQ = b"\x08\x7f"
_FLUSH = b"\x14\x80"
_FIELD_ON = b"\x28\x83"            # the reset value with both drivers on
_FIELD_OFF = b"\x28\x80"
_TEST_ON, _TEST_OFF = b"\x6c\x09", b"\x6c\x00"
_READ_COMMAND = b"\x82\x00"
_READ_LEVEL = b"\x94\x00"
_READ_OUTCOME = b"\x88\x8c\x94\x98\x9c\x00"      # ComIrq, Error, FIFOLevel, Control, Coll in one frame
_READ_SETTINGS = b"\xd4\xd6\xd8\xda\xaa\xa2\xee\x00"   # TMode to TReloadL, TxASK, Mode, Version
_SETTINGS = b"\x80\xa9\x00\x27\x40\x3d"
_SETUP = (
    b"\x54\x80",           # TMode: the timer starts by itself at a frame's end
    b"\x56\xa9",           # TPrescaler 169: 13.56 MHz / 339, 25 us a count
    b"\x58\x00",           # TReload 39: 40 counts, 1 ms
    b"\x5a\x27",
    b"\x2a\x40",           # Force100ASK: tags of type A want the whole modulation
    b"\x22\x3d",           # Mode: CRC preset 6363, nothing is sent without a field
    b"\x1c\x00",           # ValuesAfterColl 0: bits after a clash read 0
)
_RX_DONE, _TIMER_DONE = 0x20, 0x01    # ComIrq
_POWER_DOWN = 0x10                    # Command: 1 while the chip wakes


class ReaderTrouble(Exception):
    """The pad's reader does not work: what a restart may heal, or a person must."""


class ReaderSilent(ReaderTrouble):
    """The pad's reader does not answer: check its cable and its supply."""


class StrangeReader(ReaderTrouble):
    """The chip on the pad is not one that reads reliably; the text names its version."""


class ReaderForgot(ReaderTrouble):
    """The pad's reader has lost its settings, or the bus alters bits: check its supply and its cable's length."""


class SelfTestFailed(ReaderTrouble):
    """The pad's reader fails its own test: replace it."""


class Mfrc522:
    """One reader. `clock` has ticks_us, ticks_add, ticks_diff and sleep_us (on a board: the module `time`).

    `request` is filled before begin(); after outcome() `answer` holds what was heard, until the next call, and after
    CLASH `clash` is the first bit that differs (1..32; 0: beyond). `version`: of the chip, or UNKNOWN.
    """

    trouble = ReaderTrouble      # what its methods raise

    def __init__(self, spi, nss, rst, clock):
        self.request = bytearray(FRAME_BYTES)
        self.answer = bytearray(ANSWER_BYTES)
        self.clash = 0
        self.version = UNKNOWN
        self._spi = spi
        self._nss = nss.value
        self._rst = rst.value
        self._clock = clock
        self._byte = bytearray(2)
        self._outcome = bytearray(len(_READ_OUTCOME))
        self._settings = bytearray(len(_READ_SETTINGS))
        self._frames = tuple([bytearray(b"\x12" + bytes(n)) for n in range(FRAME_BYTES + 1)])       # by bytes to send
        self._bursts = tuple([b"\x92" * n + b"\0" for n in range(ANSWER_BYTES + 1)])                # by bytes to take
        self._taken = tuple([bytearray(n + 1) for n in range(ANSWER_BYTES + 1)])
        self._start = bytearray(b"\x1a\x80")      # BitFraming with StartSend
        self._due_us = 0           # when outcome() may have something to say
        self._timer_us = 0         # when the chip's timer will have run out
        self._hang_us = 0
        self._looked = False
        self._empty = False        # the chip's FIFO: all that was in it has been read
        nss.value(1)
        rst.value(1)

    # ---- frames on the bus --------------------------------------------------------------------------------------

    @micropython.native
    def _write(self, frame):
        self._nss(0)
        self._spi.write(frame)
        self._nss(1)

    @micropython.native
    def _read(self, frame, got):
        """Registers into `got`, from its second byte on."""
        self._nss(0)
        self._spi.write_readinto(frame, got)
        self._nss(1)

    # ---- the chip -----------------------------------------------------------------------------------------------

    def reset(self):
        """Restart the chip, set it up, check its version and read the settings back. Raises ReaderTrouble."""
        self._nss(1)
        self._rst(0)
        self._clock.sleep_us(RESET_US)
        self._rst(1)
        self._await_wake()
        self._write(_SOFT_RESET)
        self._await_wake()
        for frame in _SETUP:
            self._write(frame)
        self.check()

    def check(self):
        """Raises StrangeReader, ReaderSilent or ReaderForgot unless chip and settings are as they should be.

        One access: what is asked before every poll.
        """
        settings = self._settings
        self._read(_READ_SETTINGS, settings)
        version = settings[7]
        if version != self.version:
            self._take_version(version)
        for i in range(len(_SETTINGS)):
            if settings[i + 1] != _SETTINGS[i]:
                raise ReaderForgot("the pad's reader has lost its settings, or its cable alters bits: check its"
                                   " supply, and keep the cable short")

    def _take_version(self, version):
        self.version = UNKNOWN
        if version in NO_CHIP:
            raise ReaderSilent("no reader answers on the pad (version %02X): check its cable and its 3.3 V" % version)
        if version == COUNTERFEIT:
            raise StrangeReader("the pad's reader is a counterfeit (version 12) that does not read reliably: use one"
                                " of version 91 or 92")
        if version not in VERSIONS and version not in CLONES:
            raise StrangeReader("the pad's reader says version %02X, which no known chip has: check its supply and"
                                " its cable, or use a reader of version 91 or 92" % version)
        self.version = version

    def field_on(self):
        """The antenna's field; tags want 5.1 ms of it before they listen."""
        self._write(_FIELD_ON)

    def field_off(self):
        """No field; tags forget all after 5 ms of it."""
        self._write(_FIELD_OFF)

    def self_test(self):
        """The chip's own test, then a reset. Raises SelfTestFailed, and whatever reset() raises. Takes some ms."""
        from drivers.mfrc522_tables import SELF_TEST

        self.reset()
        expected = SELF_TEST[self.version]
        self._write(_SOFT_RESET)
        self._await_wake()
        for frame in (_FLUSH, b"\x12" + bytes(25), _MEM, _TEST_ON, b"\x12\x00", _CALC_CRC):
            self._write(frame)
        self._await(_READ_LEVEL, 0x7F, 64, TEST_MS, SelfTestFailed,
                    "the pad's reader does not end its own test: replace it")
        self._write(_IDLE)
        got = bytearray(65)
        self._read(b"\x92" * 64 + b"\0", got)
        self._write(_TEST_OFF)
        self.reset()
        wrong = sum([1 for i in range(64) if got[i + 1] != expected[i]])
        if wrong:
            raise SelfTestFailed("the pad's reader fails its own test in %d of 64 bytes: check its supply, or replace"
                                 " it" % wrong)

    def _await_wake(self):
        self._await(_READ_COMMAND, 0xC0 | _POWER_DOWN, 0, WAKE_MS, ReaderSilent,
                    "the pad's reader does not start: check its cable and its 3.3 V")

    def _await(self, frame, mask, wanted, patience_ms, error, text):
        """Until the register has `wanted` under `mask`; FF, which it cannot have, ends it at once."""
        clock = self._clock
        start_us = clock.ticks_us()
        while True:
            self._read(frame, self._byte)
            if self._byte[1] & mask == wanted:
                return
            if self._byte[1] == 0xFF or clock.ticks_diff(clock.ticks_us(), start_us) > patience_ms * 1000:
                raise error(text)
            clock.sleep_us(WAKE_POLL_US)

    # ---- one frame on the air -----------------------------------------------------------------------------------

    @micropython.native
    def begin(self, count, expected, last_bits=0, align=0):
        """Send the first `count` bytes of `request`, of the last one only `last_bits` (1..7; 0: all). Ask outcome().

        `expected`: bytes of the answer (0: none will come). `align`: the bit (0..7) of its first byte where it
        begins.
        """
        frame = self._frames[count]
        for i in range(count):
            frame[i + 1] = self.request[i]
        self._start[1] = 0x80 | align << 4 | last_bits
        self._write(_IDLE)               # Transceive does not end by itself
        self._write(_CLEAR_IRQ)
        if not self._empty:
            self._write(_FLUSH)
        self._empty = False
        self._write(frame)
        self._write(_TRANSCEIVE)
        self._write(self._start)
        self._sent(9 * (count - 1) + (last_bits or 9) + 2, 9 * expected + 2)

    @micropython.native
    def _sent(self, etus, answer_etus):
        clock = self._clock
        now_us = clock.ticks_us()
        sent_us = etus * ETU_NS // 1000 + SLACK_US
        self._timer_us = clock.ticks_add(now_us, sent_us + TIMEOUT_US)
        self._hang_us = clock.ticks_add(now_us, sent_us + HANG_US)
        heard_us = sent_us + DELAY_US + answer_etus * ETU_NS // 1000
        self._due_us = clock.ticks_add(now_us, heard_us) if answer_etus > 2 else self._timer_us
        self._looked = False

    @micropython.native
    def outcome(self):
        """Bytes heard (then in `answer`), SILENCE, CLASH or DAMAGED; None: not known yet, ask again after wait_ms().

        Raises ReaderSilent when the chip hangs.
        """
        clock = self._clock
        left_us = clock.ticks_diff(self._due_us, clock.ticks_us())
        if left_us > 0:
            clock.sleep_us(left_us)
        outcome = self._outcome
        self._read(_READ_OUTCOME, outcome)
        if outcome[1] & _RX_DONE:
            return self._heard(outcome)
        if outcome[1] & _TIMER_DONE:
            return SILENCE
        now_us = clock.ticks_us()
        if clock.ticks_diff(now_us, self._hang_us) > 0:
            raise ReaderSilent("the pad's reader hangs: it will be restarted")
        late_us = clock.ticks_add(now_us, LATE_US)
        self._due_us = late_us if self._looked or clock.ticks_diff(self._timer_us, late_us) < 0 else self._timer_us
        self._looked = True
        return None

    @micropython.native
    def wait_ms(self):
        """Whole milliseconds that the caller may spend elsewhere before outcome() has something to say."""
        left_us = self._clock.ticks_diff(self._due_us, self._clock.ticks_us())
        return left_us // 1000 if left_us > 0 else 0

    @micropython.native
    def _heard(self, outcome):
        error, count = outcome[2], outcome[3] & 0x7F
        clashed = error & 0x08
        if error & 0x13 and not clashed:               # overflow, parity, protocol
            return DAMAGED
        if not 0 < count <= ANSWER_BYTES or outcome[4] & 0x07:   # whole bytes only
            return DAMAGED
        taken = self._taken[count]
        self._read(self._bursts[count], taken)
        self._empty = True
        for i in range(count):
            self.answer[i] = taken[i + 1]
        if not clashed:
            return count
        self.clash = 0 if outcome[5] & 0x20 else outcome[5] & 0x1F or 32
        return CLASH
