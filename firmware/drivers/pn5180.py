"""The PN5180 reader: its frames under BUSY, its registers, and one ISO 15693 request at a time.

Knows nothing of anti-collision, loops or squares. Takes objects, not pin numbers; allocates nothing per frame.
Source: PN5180A0xx/C data sheet, sections 11.4 and 11.9; application note AN12650 for the 16 slots.
"""

from drivers.native import micropython

BUSY_MS = 20               # the longest wait for BUSY; every command is done in a millisecond
RF_ON_MS = 10              # bench check T15: the field stands within it
BOOT_MS = 50               # 2 ms as a rule
RESET_US = 20              # RST low; 10 or longer
POLL_US = 20               # between two looks at a line or a register that is not there yet
LATE_MOST = 20             # looks at an answer that does not end, LATE_US apart: then it counts as damaged
LATE_US = 50
REQUEST_US = 114           # start and end of a request; its bytes take BYTE_US each
BYTE_US = 302
TURN_US = 480              # t1 and the start of an answer (472), rounded up: silence until then is an empty slot
ANSWER_US = 3780           # from there to the end of an inventory's answer
NEXT_US = 310              # t2: the chip keeps it by itself between an answer's end and what is sent next
END_US = 38                # an end-of-frame alone
MASK_BITS = 64
ANSWER_BYTES = 10          # flags, DSFID, eight bytes of identity, low byte first

# slot() says how many sound bytes were heard, or one of these:
SILENCE, CLASH, GHOST = 0, -1, -2   # nothing; damaged or overlaid bytes; a clash without any byte

# Frames that never change. Registers: 00 SYSTEM_CONFIG, 02 IRQ_STATUS, 03 IRQ_CLEAR, 13 RX_STATUS, 18 TX_CONFIG,
# 1D RF_STATUS. In WRITE_REGISTER_MULTIPLE (03) each group is register, 1 write / 2 OR / 3 AND, value.
_CLEAR_IRQ = b"\x03\x01\xff\xff\xff\xff"
_TRANSCEIVE = b"\x00\x03\xf8\xff\xff\xff" b"\x00\x02\x03\x00\x00\x00"
_END_ONLY = b"\x18\x03\x3f\xfb\xff\xff"       # neither data nor start symbol: what is sent is an end-of-frame
_FIRST_END = b"\x03" + _END_ONLY + _CLEAR_IRQ + _TRANSCEIVE
_NEXT_END = b"\x03" + _CLEAR_IRQ + _TRANSCEIVE
_CLEAR = b"\x03" + _CLEAR_IRQ
_SEND_END = b"\x09\x00"
_READ_OUTCOME = b"\x05\x02\x13"
_READ_TX_CONFIG = b"\x04\x18"
_READ_RF_STATUS = b"\x04\x1d"
_READ_DATA = b"\x0a\x00"
_READ_VERSIONS = b"\x07\x10\x06"
_LOAD_ISO15693 = b"\x11\x0d\x8d"              # 100 % modulation, 26 kbit/s: an empty slot lasts 0.5 ms, not 4.3
_RF_ON, _RF_OFF = b"\x16\x00", b"\x17\x00"
_NO_CHIP = (0, 0), (255, 255)                 # product versions that only a bus without a chip gives


class ReaderSilent(Exception):
    """The radio reader does not answer: check its cable and its supply."""


class ReaderRefused(Exception):
    """The radio reader reports an error of its own."""


class ReaderHot(ReaderRefused):
    """The radio reader has switched its field off because it is too hot."""


class NoField(Exception):
    """The radio reader cannot bring up its field: check the antenna's cable, or let the reader cool down."""


class Pn5180:
    """One reader. `clock` has ticks_us, ticks_diff and sleep_us (on a board: the module `time`).

    After slot() > 0 `answer` holds what was heard, until the next call. `troubles`: counts since the start, by name.
    """

    def __init__(self, spi, nss, busy, rst, clock):
        self.answer = bytearray(ANSWER_BYTES)
        self.troubles = {"reader_silent": 0, "reader_no_field": 0, "reader_refused": 0, "reader_hot": 0,
                         "reader_restarts": 0, "reader_clash": 0, "reader_ghost": 0, "reader_stale": 0}
        self._spi = spi
        self._nss = nss.value
        self._busy = busy.value
        self._rst = rst.value
        self._clock = clock
        self._word = bytearray(4)
        self._outcome = bytearray(8)
        self._versions = bytearray(6)
        self._requests = tuple([bytearray(5 + n) for n in range(MASK_BITS // 8 + 1)])   # by bytes of mask
        self._prepare = bytearray(b"\x03" + b"\x18\x01\0\0\0\0" + _CLEAR_IRQ + _TRANSCEIVE)   # TX_CONFIG as loaded
        self._due_us = 0           # when slot() will have something to say
        self._rests = False        # an answer has just ended: the next request waits until _free_us
        self._free_us = 0
        self._looks = 0            # at the answer that is coming in
        self._first_end = True
        nss.value(1)
        rst.value(1)

    # ---- frames -------------------------------------------------------------------------------------------------

    @micropython.native
    def _command(self, frame):
        """One frame out. Raises ReaderSilent when BUSY does not follow within BUSY_MS."""
        if self._busy():
            self._await_busy(0)
        self._nss(0)
        self._spi.write(frame)
        if not self._busy():
            self._await_busy(1)
        self._nss(1)

    @micropython.native
    def _query(self, frame, answer):
        """One frame out, `answer` filled by a second one."""
        self._command(frame)
        if self._busy():
            self._await_busy(0)
        self._nss(0)
        self._spi.readinto(answer, 0xFF)
        if not self._busy():
            self._await_busy(1)
        self._nss(1)

    def _await_busy(self, level):
        clock = self._clock
        start_us = clock.ticks_us()
        while self._busy() != level:
            if clock.ticks_diff(clock.ticks_us(), start_us) > BUSY_MS * 1000:
                self._nss(1)
                self.troubles["reader_silent"] += 1
                raise ReaderSilent("the radio reader does not answer (BUSY stays %s): check its cable and its supply"
                                   % ("low" if level else "high"))
            clock.sleep_us(POLL_US)

    # ---- the chip -----------------------------------------------------------------------------------------------

    def reset(self):
        """Restart the chip and load the ISO 15693 settings. Raises ReaderSilent."""
        clock = self._clock
        self.troubles["reader_restarts"] += 1
        self._nss(1)
        self._rst(0)
        clock.sleep_us(RESET_US)
        self._rst(1)
        self._await_irq(0, 0x04, BOOT_MS, "reader_silent", ReaderSilent,
                        "the radio reader does not start: check its cable and its supply")
        self._command(_LOAD_ISO15693)
        self._query(_READ_TX_CONFIG, self._word)
        for i in range(4):
            self._prepare[3 + i] = self._word[i]

    def self_test(self):
        """Bench check T15, with a loop connected: (product, firmware, EEPROM version, us until the field stood).

        The field is off before and after. Raises ReaderSilent and NoField.
        """
        self.reset()
        self.check()
        product, firmware, eeprom = self.versions()
        self.field_off()
        start_us = self._clock.ticks_us()
        self.field_on()
        rise_us = self._clock.ticks_diff(self._clock.ticks_us(), start_us)
        self.field_off()
        return product, firmware, eeprom, rise_us

    def versions(self):
        """Product, firmware and EEPROM version, each as (major, minor)."""
        self._query(_READ_VERSIONS, self._versions)
        v = self._versions
        return (v[1], v[0]), (v[3], v[2]), (v[5], v[4])

    def check(self):
        """Raises ReaderSilent unless a PN5180 answers."""
        if self.versions()[0] in _NO_CHIP:
            self.troubles["reader_silent"] += 1
            raise ReaderSilent("no radio reader answers: check its cable and its supply")

    @micropython.native
    def gain(self):
        """The receiver's automatic gain, 0..1023: the margin of hearing, and whether the loop is sound.

        The less the receiver must amplify, the larger the margin; bench check T17 knows each loop's usual value.
        """
        self._query(_READ_RF_STATUS, self._word)
        return self._word[0] | (self._word[1] & 3) << 8

    def field_on(self):
        """The field stands when this returns; tags want a millisecond more. Raises NoField and ReaderHot."""
        self._command(_CLEAR)
        self._command(_RF_ON)
        self._await_irq(1, 0x02, RF_ON_MS, "reader_no_field", NoField,
                        "the radio field does not come up: check the antenna's cable, or let the reader cool down")

    def field_off(self):
        """No field; tags forget all after a millisecond of it."""
        self._command(_RF_OFF)

    def _await_irq(self, byte, bit, patience_ms, trouble, error, text):
        clock = self._clock
        start_us = clock.ticks_us()
        while True:
            self._query(_READ_OUTCOME, self._outcome)
            if self._outcome[byte] & bit:
                return
            if clock.ticks_diff(clock.ticks_us(), start_us) > patience_ms * 1000:
                if self._outcome[2] & 0x01:
                    self._refused(True)
                self.troubles[trouble] += 1
                raise error(text)
            clock.sleep_us(POLL_US)

    # ---- one request --------------------------------------------------------------------------------------------

    @micropython.native
    def begin(self, flags, mask, length):
        """Send an inventory request; `mask` holds `length` bits (0..64), low byte first. Then ask slot()."""
        count = (length + 7) // 8
        request = self._requests[count]
        request[0] = 0x09
        request[2] = flags
        request[3] = 0x01
        request[4] = length
        for i in range(count):
            request[5 + i] = mask[i]
        self._command(self._prepare)
        self._command(request)
        self._first_end = True
        self._sent(REQUEST_US + (count + 5) * BYTE_US)   # five: flags, command, length, CRC

    @micropython.native
    def next_slot(self):
        """End the slot: an end-of-frame alone, for which the tags count."""
        self._command(_FIRST_END if self._first_end else _NEXT_END)
        self._first_end = False
        self._command(_SEND_END)
        self._sent(END_US)

    @micropython.native
    def slot(self):
        """What the slot brought: bytes heard (then in `answer`), SILENCE, CLASH or GHOST; None: not known yet.

        None comes while an answer comes in: ask again after wait_ms(). Raises ReaderRefused.
        """
        left_us = self._left_us(self._due_us)
        if left_us:
            self._clock.sleep_us(left_us)
        outcome = self._outcome
        self._query(_READ_OUTCOME, outcome)
        if outcome[2] & 0x03:
            self._refused(outcome[2] & 0x01)
        if outcome[0] & 0x01:                 # RX: an answer has ended
            self._rests = True
            self._free_us = self._in_us(NEXT_US)
            return self._heard(outcome)
        if not outcome[1] & 0x40:             # RX_SOF_DET: none has begun
            return SILENCE
        self._due_us = self._in_us(LATE_US if self._looks else ANSWER_US)
        self._looks += 1
        return None if self._looks <= LATE_MOST else CLASH

    @micropython.native
    def wait_ms(self):
        """Whole milliseconds that the caller may spend elsewhere before slot() has something to say."""
        return self._left_us(self._due_us) // 1000

    def _refused(self, hot):
        if hot:                               # TEMPSENS_ERROR
            self.troubles["reader_hot"] += 1
            raise ReaderHot("the radio reader is too hot and has switched its field off: it will be restarted")
        self.troubles["reader_refused"] += 1  # GENERAL_ERROR
        raise ReaderRefused("the radio reader refused a command: it will be restarted")

    @micropython.native
    def _heard(self, outcome):
        if not outcome[4] and not outcome[5] & 0x01:
            self.troubles["reader_ghost"] += 1
            return GHOST
        if not outcome[1] & 0x40:             # ended without having begun: the bytes are those of the answer before
            self.troubles["reader_stale"] += 1
            return CLASH
        if outcome[6] & 0x07 or outcome[4] != ANSWER_BYTES or outcome[5] & 0x01:   # CRC, protocol, collision; length
            self.troubles["reader_clash"] += 1
            return CLASH
        self._query(_READ_DATA, self.answer)
        return ANSWER_BYTES

    @micropython.native
    def _sent(self, air_us):
        """What was handed to the chip takes `air_us`, after the rest that an answer just heard asks for."""
        if self._rests:
            self._rests = False                # once: a stamp older than half a wrap of the ticks lies ahead again
            rest_us = self._left_us(self._free_us)
            if rest_us <= NEXT_US:
                air_us += rest_us
        self._due_us = self._in_us(air_us + TURN_US)
        self._looks = 0

    @micropython.native
    def _in_us(self, delay_us):
        return self._clock.ticks_add(self._clock.ticks_us(), delay_us)

    @micropython.native
    def _left_us(self, due_us):
        left_us = self._clock.ticks_diff(due_us, self._clock.ticks_us())
        return left_us if left_us > 0 else 0
