"""The PN5180 as its host sees it: frames over SPI with BUSY, registers, and ISO 15693 on the air at its true pace.

Knows nothing of places and loops: `air` (the antenna model) says which tags listen. The moment comes from `clock`;
whatever happens by itself (an answer comes in) is caught up with when the host next looks.
Source: PN5180A0xx/C data sheet, sections 11.4 (host interface) and 11.9 (registers).
"""

import struct

from sim.forbidden import Forbidden, check_clock
from sim.tag_model import (
    ANSWER_BYTES,
    ANSWERED_US,
    END_US,
    NO_SLOT,
    REST_US,
    SILENT_10_US,
    SILENT_US,
    STAY_QUIET,
    TURN_US,
    answers_at_high_rate,
    crc16,
    microseconds,
    request_cycles,
    superpose,
)

SYSTEM_CONFIG, IRQ_STATUS, IRQ_CLEAR, CRC_RX, RX_STATUS = 0x00, 0x02, 0x03, 0x12, 0x13
TX_CONFIG, CRC_TX, RF_STATUS, TXOCP_CONTROL = 0x18, 0x19, 0x1D, 0x27
RX, TX, IDLE, TX_RFOFF, TX_RFON, RX_SOF, TOO_HOT, GENERAL_ERROR = 1, 2, 4, 1 << 8, 1 << 9, 1 << 14, 1 << 16, 1 << 17
CRC_WRONG, COLLISION, POSITION_AT = 1 << 16, 1 << 18, 19
SENDS_DATA, SENDS_START = 0x400, 0x0C0       # bits of TX_CONFIG; both clear: an end-of-frame alone
REGISTERS = 64
STATE_IDLE, WAIT_TRANSMIT, TRANSMITTING, WAIT_RECEIVE, RECEIVING = 0, 1, 2, 3, 5
STATE_AT = 24                                # in RF_STATUS
ASK100, ASK10 = 0x0D, 0x0E                   # RF configurations of ISO 15693 at 26 kbit/s
DRIVE_AT, DRIVE_LOADED = 4, 15               # in TXOCP_CONTROL: how well the transmitter conducts
BOOT_US = 2000                               # from RST high to IDLE
RF_ON_US = 60                                # from RF_ON to TX_RFON
RESET_LEAST_US = 10                          # RST low
MOST_HZ = 7_000_000                          # of SCK
EEPROM = bytes(16) + b"\x00\x03" b"\x00\x04" b"\x00\x99"   # chip identity; product 3.0, firmware 4.0, data 153.0
_SILENT = {ASK100: SILENT_US, ASK10: SILENT_10_US}
_LENGTHS = {0x00: 6, 0x01: 6, 0x02: 6, 0x04: 2, 0x07: 3, 0x0A: 2, 0x11: 3, 0x16: 2, 0x17: 2}   # of whole commands


def _whole(frame):
    """Whether no byte of the command is missing or too many, and every register that it names exists."""
    code, length = frame[0], len(frame)
    if code <= 0x05:
        end, step = (length, 6 if code == 0x03 else 1) if code in (0x03, 0x05) else (min(2, length), 1)
        for at in range(1, end, step):
            if frame[at] >= REGISTERS:
                return False
    if code == 0x03:
        return length > 1 and length % 6 == 1
    return length == _LENGTHS.get(code, max(2, length))


def drive_per_cent(drive):
    """The field's part of the nominal one: the transmitter's conductance in series with a load of a third of it.

    >>> [drive_per_cent(drive) for drive in (15, 9, 5, 1)]
    [100, 85, 66, 22]
    """
    return 100 * drive * 20 // ((drive + 5) * 15)


class Pn5180Model:
    """One chip. Pins: select(level) for NSS, reset(level) for RST, busy(); bus: exchange(sent, got, fill, mode).

    `next_us` is the earliest moment at which the standard lets the reader send again.
    """

    def __init__(self, air, clock, chance=None):
        self.air = air
        self.frames = 0             # for tests of cost
        self.next_us = 0
        self.busy_stuck = False     # fault: BUSY stays high until a reset ("hang") or for ever ("dead")
        self.dead = False
        self.no_rf_on = False       # fault: RF_ON brings no field (antenna or temperature)
        self.dropout = 0.0          # fault: probability that an answer is not noticed
        self.ghosts = 0             # fault: so many coming silent slots look like collisions of nothing
        self.refusals = 0           # fault: so many coming requests end in GENERAL_ERROR
        self.stale = 0              # fault: after so many coming silent slots RX stands, with the bytes heard last
        self.hot = False            # fault: too hot, no field
        self.garble = 0             # fault: OR-ed into the identity's third byte from the top, with a good CRC
        self.process_us = 0         # BUSY stays high so long after a frame
        self._clock = clock
        self._chance = chance
        self._commands = {
            0x00: self._write_register, 0x01: self._or_register, 0x02: self._and_register, 0x03: self._write_several,
            0x04: self._read_register, 0x05: self._read_several, 0x07: self._read_eeprom, 0x09: self._send_data,
            0x0A: self._read_data, 0x11: self._load_rf_config, 0x16: self._rf_on, 0x17: self._rf_off,
        }
        self._reset_low = False
        self._low_us = 0            # when RST went low
        self._registers = [0] * REGISTERS
        self._boot()

    def _boot(self):
        self._drive_as_loaded()
        drive = self._registers[TXOCP_CONTROL]
        self._registers = [0] * REGISTERS
        self._registers[TXOCP_CONTROL] = drive
        self._nss = 1
        self._clocked = False       # bytes have come since NSS went low
        self._ready_us = self._clock() + BOOT_US
        self._wake_us = self._ready_us
        self._out = None            # what the next frame reads
        self._heard = bytes(ANSWER_BYTES - 2)
        self._state = STATE_IDLE
        self._rf_on_at = None
        self._slots = None          # answering tags by slot, of the round on the air; None: no round
        self._slot = 0
        self._legible = True        # the answers to that round are such as the receiver is set to hear
        self._sent_at = self._starts_at = self._ends_at = None
        self._after_answer = False
        self._coming = None         # (frame, RX_STATUS) that ends at _ends_at
        self._modulation = ASK100
        self._registers[IRQ_STATUS] = 0

    # ---- pins and bus -------------------------------------------------------------------------------------------

    def reset(self, level):
        """RST: low holds the chip, the rising edge starts it. Raises Forbidden after less than RESET_LEAST_US."""
        now = self._clock()
        if not level:
            self._low_us = now
        elif self._reset_low and now - self._low_us < RESET_LEAST_US:
            raise Forbidden("RST of the PN5180 was low for %d us: the data sheet asks for %d"
                            % (now - self._low_us, RESET_LEAST_US))
        self._reset_low = not level
        if level:
            self.busy_stuck = False
            self.air.field(False, self._clock())
            self._boot()

    def select(self, level):
        """NSS: low for one whole frame."""
        self._nss = level
        if level and self._clocked and self.process_us:
            self._ready_us = self._clock() + self.process_us
        self._clocked = False

    def busy(self):
        """The level of BUSY: high from a frame's last bit until NSS is high and the command is done."""
        if self._clocked or self.busy_stuck or self.dead or self._reset_low:
            return 1
        return 1 if self._clock() < self._ready_us else 0

    def clocked_at(self, hz):
        """SCK's frequency. Raises Forbidden above MOST_HZ."""
        check_clock("PN5180", hz, MOST_HZ)

    def answers(self):
        """Whether the next frame reads, so that nothing in it is a command."""
        return self._out is not None

    def exchange(self, sent, got, fill, mode):
        """One frame: a command, or (after a reading command) the dummy bytes that fetch its answer."""
        if self._nss or self.dead or self.busy_stuck or self._reset_low or self._clock() < self._ready_us:
            return
        self.frames += 1
        self._clocked = True
        if self._out is not None:
            if got is not None:
                count = min(len(got), len(self._out))
                got[:count] = self._out[:count]
            self._out = None
            return
        if sent is None:
            sent = bytes((fill,)) * len(got)
        run = self._commands.get(sent[0])
        if run is None or not _whole(sent) or run(sent) is False:
            self._registers[IRQ_STATUS] |= GENERAL_ERROR

    # ---- commands -----------------------------------------------------------------------------------------------

    def _write_register(self, frame):
        self._set(*struct.unpack_from("<BI", frame, 1))

    def _or_register(self, frame):
        address, value = struct.unpack_from("<BI", frame, 1)
        self._set(address, self._registers[address] | value)

    def _and_register(self, frame):
        address, value = struct.unpack_from("<BI", frame, 1)
        self._set(address, self._registers[address] & value)

    def _write_several(self, frame):
        for at in range(1, len(frame), 6):
            address, action, value = struct.unpack_from("<BBI", frame, at)
            if action == 2:
                value |= self._registers[address]
            elif action == 3:
                value &= self._registers[address]
            self._set(address, value)

    def _set(self, address, value):
        if address == IRQ_CLEAR:
            self._look()
            self._registers[IRQ_STATUS] &= ~value
            return
        if address in (IRQ_STATUS, RX_STATUS, RF_STATUS):
            return                               # read only
        self._registers[address] = value
        if address == TXOCP_CONTROL:
            self.air.drive(drive_per_cent(value >> DRIVE_AT & 15))
        if address == SYSTEM_CONFIG:
            self._look()
            wanted = value & 7
            if wanted == 0:
                self._state = STATE_IDLE
                self._coming = None              # an answer on its way is lost
            elif wanted == 3 and self._state == STATE_IDLE:
                self._state = WAIT_TRANSMIT

    def _read_register(self, frame):
        self._look()
        self._out = struct.pack("<I", self._registers[frame[1]])

    def _read_several(self, frame):
        self._look()
        registers = self._registers
        if len(frame) == 3:                      # the usual pair, without building a list
            self._out = struct.pack("<II", registers[frame[1]], registers[frame[2]])
        else:
            self._out = b"".join([struct.pack("<I", registers[address]) for address in frame[1:]])

    def _read_eeprom(self, frame):
        self._out = (EEPROM[frame[1]:] + bytes(frame[2]))[:frame[2]]

    def _read_data(self, frame):
        self._look()
        self._out = self._heard                  # stale when nothing has come since

    def _drive_as_loaded(self):
        """What was made weaker is so no more."""
        if self._registers[TXOCP_CONTROL] not in (0, DRIVE_LOADED << DRIVE_AT):
            self.air.drive(100)
        self._registers[TXOCP_CONTROL] = DRIVE_LOADED << DRIVE_AT

    def _load_rf_config(self, frame):
        self._modulation = frame[1]
        self._registers[TX_CONFIG] = SENDS_DATA | SENDS_START | 4
        self._registers[CRC_TX] = self._registers[CRC_RX] = 1
        self._drive_as_loaded()
        return frame[1] in _SILENT and frame[2] == frame[1] | 0x80

    def _rf_on(self, frame):
        if not self.no_rf_on and not self.hot:
            self._rf_on_at = self._clock() + RF_ON_US
            self.air.field(True, self._clock())

    def _rf_off(self, frame):
        self._rf_on_at = None
        self._registers[IRQ_STATUS] |= TX_RFOFF
        self.air.field(False, self._clock())
        self._slots = self._coming = None
        self._after_answer = False               # what was on the air has ended with the field

    # ---- on the air ---------------------------------------------------------------------------------------------

    def _send_data(self, frame):
        self._look()
        if self._state != WAIT_TRANSMIT:
            return False
        if self.refusals:
            self.refusals -= 1
            return False
        now = max(self._clock(), self.next_us if self._after_answer else 0)
        plain = self._registers[TX_CONFIG] & (SENDS_DATA | SENDS_START)
        self._coming = None
        if plain:
            self._request(bytes(frame[2:]), now)
        else:
            self._end_of_frame(now)
        self._state = TRANSMITTING
        return True

    def _request(self, body, now):
        with_crc = body
        if self._registers[CRC_TX] & 1:
            with_crc = body + b"\0\0"            # the chip's own CRC is right by its making
        elif crc16(body[:-2]) == body[-2:]:
            body = body[:-2]
        else:
            body = b""                           # no tag listens to a wrong CRC
        self._sent_at = now + microseconds(request_cycles(len(with_crc)))
        self._slots = {}
        self._slot = 0
        self._legible = answers_at_high_rate(body)   # whichever of the two configurations is loaded
        for tag in self.air.listeners(now):
            slot = tag.hear(body, now)
            if slot != NO_SLOT:
                self._slots.setdefault(slot, []).append(tag)
        self._await_answer(len(body) > 1 and body[1] == STAY_QUIET)

    def _end_of_frame(self, now):
        self._slot += 1
        self._sent_at = now + END_US
        self._await_answer(self._slots is None or self._slot > 15)

    def _await_answer(self, nobody):
        tags = self._slots.get(self._slot, ()) if self._legible and not nobody else ()
        frames = [tag.answer for tag in tags if self._comes_through(tag)]
        self._after_answer = bool(frames)
        if frames:
            self._coming = self._receive_all(frames)
        elif self.ghosts and not nobody:
            self.ghosts -= 1
            self._coming = None, COLLISION
        elif self.stale and not nobody:
            self.stale -= 1
            self._coming = None, len(self._heard)
        if self._coming:
            self._starts_at = self._sent_at + TURN_US
            self._ends_at = self._sent_at + ANSWERED_US
            self.next_us = self._ends_at + REST_US
        else:
            self.next_us = self._sent_at + _SILENT[self._modulation]

    def _comes_through(self, tag):
        if not self.air.hears(tag, self._sent_at):
            return False
        return not (self.dropout and self._chance.happens(self.dropout))

    def _receive_all(self, frames):
        """What the receiver makes of the answers in one slot: the bytes kept, and its RX_STATUS."""
        whole, differs_at = superpose(frames)
        status = len(whole)
        if differs_at is not None:
            status |= COLLISION | min(differs_at, 127) << POSITION_AT
        if self._registers[CRC_RX] & 1:
            status -= 2                          # the chip keeps the CRC to itself
            if differs_at is not None and crc16(whole[:-2]) != bytes(whole[-2:]):
                status |= CRC_WRONG
        whole[7] |= self.garble
        return bytes(whole[:status & 511]), status

    def _look(self):
        """Catch up with what has happened on the air until now."""
        now = self._clock()
        registers = self._registers
        if self.hot:
            registers[IRQ_STATUS] |= TOO_HOT
            self.air.field(False, now)
        if self._wake_us is not None and now >= self._wake_us:
            self._wake_us = None
            registers[IRQ_STATUS] |= IDLE
        if self._rf_on_at is not None and now >= self._rf_on_at:
            self._rf_on_at = None
            registers[IRQ_STATUS] |= TX_RFON
        if self._state == TRANSMITTING and now >= self._sent_at:
            self._state = WAIT_RECEIVE
            registers[IRQ_STATUS] |= TX
            registers[RX_STATUS] = 0
        if self._coming and self._state in (WAIT_RECEIVE, RECEIVING):
            self._receive(now)
        registers[RF_STATUS] = self._state << STATE_AT | self.air.agc(now)

    def _receive(self, now):
        registers = self._registers
        stale = self._coming == (None, len(self._heard))
        if now >= self._starts_at and not stale:
            self._state = RECEIVING
            registers[IRQ_STATUS] |= RX_SOF
        if now >= (self._starts_at if stale else self._ends_at):
            frame, registers[RX_STATUS] = self._coming
            if frame is not None:
                self._heard = frame
            self._coming = None
            self._state = WAIT_TRANSMIT
            registers[IRQ_STATUS] |= RX
