"""Protects the model of the MFRC522 and of ISO 14443A tags, register by register: what the pad's driver is proven on.

Values: MFRC522 data sheet rev. 3.8, ISO/IEC 14443-3.
"""

from sim.mfrc522_model import NotModelled
from sim.tag14443_model import ACTIVE, HALTED, IDLE, READY, Tag14443, crc_a, levels
from tests.pad_rig import ALIKE, NTAG, OTHER, SHORT, THIRD, PadRig, raises

SHORT_FRAME = 0x87         # BitFraming: StartSend, seven bits


def awake(*identities):
    """A rig whose chip has woken, set up by hand: timer 1 ms, 100 % modulation, field on."""
    rig = PadRig(*identities, cpu_us=0)
    rig.clock.now_us += 2000
    for address, value in ((0x2A, 0x80), (0x2B, 0xA9), (0x2D, 39), (0x15, 0x40), (0x11, 0x3D), (0x0E, 0),
                           (0x14, 0x83)):
        rig.write(address, value)
    rig.clock.now_us += 5000
    return rig


def send(rig, frame, framing=0x80):
    rig.write(0x01, 0)
    rig.write(0x04, 0x7F)
    rig.write(0x0A, 0x80)
    rig.write(0x09, *frame)
    rig.write(0x01, 0x0C)
    rig.write(0x0D, framing)


def answer(rig, frame, framing=0x80):
    """What the FIFO holds once the answer has come, or b""; the chip has waited 3 ms."""
    send(rig, frame, framing)
    rig.clock.now_us += 3000
    count = rig.read(0x0A)
    return bytes([rig.read(0x09) for _ in range(count)])


def ended_us(rig):
    """Until RxIRq or TimerIRq, looking each microsecond."""
    start_us = rig.clock.now_us
    while not rig.read(0x04) & 0x21:
        rig.clock.now_us += 1
        assert rig.clock.now_us - start_us < 30_000
    return rig.clock.now_us - start_us


# ---- registers ---------------------------------------------------------------------------------------------------

def test_registers_start_as_the_data_sheet_says():
    rig = PadRig()
    assert rig.read(0x01) == 0x30                        # PowerDown reads 1 while the chip wakes
    rig.clock.now_us += 2000
    for address, value in ((0x01, 0x20), (0x02, 0x80), (0x03, 0), (0x04, 0x14), (0x05, 0), (0x06, 0), (0x07, 0x21),
                           (0x08, 0), (0x0A, 0), (0x0B, 8), (0x0C, 0x10), (0x0D, 0), (0x0E, 0xA0), (0x11, 0x3F),
                           (0x14, 0x80), (0x15, 0), (0x24, 0x26), (0x26, 0x48), (0x2A, 0), (0x37, 0x92)):
        assert rig.read(address) == value, hex(address)


def test_bit_7_of_the_interrupt_registers_sets_or_clears():
    rig = PadRig()
    rig.clock.now_us += 2000
    rig.write(0x04, 0x7F)
    assert rig.read(0x04) == 0
    rig.write(0x04, 0x80 | 0x22)
    assert rig.read(0x04) == 0x22
    rig.write(0x04, 0x02)
    assert rig.read(0x04) == 0x20
    rig.write(0x05, 0x84)
    assert rig.read(0x05) == 4
    rig.write(0x05, 0)                                   # clears nothing: the defect of many drivers
    assert rig.read(0x05) == 4


def test_a_frame_may_read_many_registers_or_one_many_times():
    rig = PadRig()
    rig.clock.now_us += 2000
    rig.write(0x09, 1, 2, 3)
    assert rig.read(0x09, 3) == b"\1\2\3"
    assert bytes(rig._frame(b"\x82\xee\xa8\0")) == b"\0\x20\x92\x80"


def test_no_other_spi_mode_reaches_the_chip():
    rig = PadRig()
    rig.clock.now_us += 2000
    for mode in (1, 2, 3):
        got = bytearray(2)
        rig.chip.select(0)
        rig.chip.exchange(b"\xee\0", got, 0, mode)
        rig.chip.select(1)
        assert got[1] == 0


def test_the_fifo_holds_64_bytes_and_tells_of_the_65th():
    rig = PadRig()
    rig.clock.now_us += 2000
    rig.write(0x09, *range(64))
    assert (rig.read(0x0A), rig.read(0x06)) == (64, 0)
    assert rig.read(0x07) & 2                            # HiAlert
    rig.write(0x09, 99)
    assert (rig.read(0x0A), rig.read(0x06)) == (64, 0x10)
    rig.write(0x0A, 0x80)
    assert (rig.read(0x0A), rig.read(0x06)) == (0, 0)
    assert rig.read(0x07) & 3 == 1


def test_the_coprocessor_makes_crc_a():
    """hardware design 5.1: 00 00 -> A0 1E, 12 34 -> 26 CF, 50 00 -> 57 CD; low byte first."""
    for frame, wanted in ((b"\0\0", b"\xa0\x1e"), (b"\x12\x34", b"\x26\xcf"), (b"\x50\0", b"\x57\xcd")):
        rig = awake()
        rig.write(0x05, 0x04)
        rig.write(0x09, *frame)
        rig.write(0x01, 0x03)
        assert rig.read(0x05) & 4
        assert bytes((rig.read(0x22), rig.read(0x21))) == wanted == crc_a(frame)


def test_the_self_test_brings_the_bytes_of_the_version():
    """hardware design 5.1: how each version's 64 bytes begin, and how those of 2.0 end."""
    for version, begins in ((0x92, b"\x00\xeb\x66\xba\x57\xbf\x23\x95"), (0x91, b"\x00\xc6\x37\xd5\x32\xb7\x57\x5c"),
                            (0x90, b"\x00\x87\x98\x0f"), (0x88, b"\x00\xd6\x78\x8c")):
        rig = PadRig(version=version)
        rig.clock.now_us += 2000
        rig.write(0x09, *bytes(25))
        rig.write(0x01, 0x01)
        rig.write(0x36, 0x09)
        rig.write(0x09, 0)
        rig.write(0x01, 0x03)
        rig.clock.now_us += 2000
        assert rig.read(0x0A) == 64
        got = rig.read(0x09, 64)
        assert got[:len(begins)] == begins
        assert version != 0x92 or got[-5:] == b"\x3e\x7d\x95\x3b\x2f"


def test_what_is_left_out_is_refused_by_name():
    rig = awake()
    assert "TxMode" in raises(NotModelled, rig.write, 0x12, 0x80)
    assert "command E" in raises(NotModelled, rig.write, 0x01, 0x0E)


def test_irq_goes_low_for_an_enabled_request_only():
    rig = awake()
    rig.write(0x04, 0x7F)
    assert rig.chip.irq() == 1
    rig.write(0x02, 0x80 | 0x01)
    send(rig, b"\x26", SHORT_FRAME)
    assert rig.chip.irq() == 1
    rig.clock.now_us += 3000
    assert rig.chip.irq() == 0                           # TimerIRq


# ---- time --------------------------------------------------------------------------------------------------------

def test_the_timer_ends_an_unanswered_frame():
    """13.56 MHz / (2 * 169 + 1), 40 counts: 1.0 ms after the 85 us of a short frame. 0x0D3E, 30: 15.5 ms."""
    rig = awake()
    send(rig, b"\x26", SHORT_FRAME)
    assert abs(ended_us(rig) - 1085) <= 2
    assert rig.read(0x04) & 0x21 == 0x01
    assert rig.read(0x01) & 0x0F == 0x0C                 # Transceive does not end by itself
    rig.write(0x2A, 0x8D)
    rig.write(0x2B, 0x3E)
    rig.write(0x2D, 30)
    send(rig, b"\x26", SHORT_FRAME)
    assert abs(ended_us(rig) - 15_585) <= 20


def test_frames_last_as_the_standard_says():
    """hardware design 4.2, each without the 86 us that must follow an answer: 451, 810, 1235 us."""
    rig = awake(NTAG)
    send(rig, b"\x26", SHORT_FRAME)
    assert abs(ended_us(rig) - (451 - 86)) <= 6
    send(rig, b"\x93\x20")
    assert abs(ended_us(rig) - (810 - 86)) <= 6
    select = b"\x93\x70" + levels(NTAG)[0]
    send(rig, select + crc_a(select))
    assert abs(ended_us(rig) - (1235 - 86)) <= 6
    assert not rig.read(0x04) & 1                        # an answer's fifth bit stopped the timer


def test_a_tag_wants_five_milliseconds_of_field():
    for waited_us, heard in ((4900, b""), (5000, b"\x44\0")):
        rig = awake(NTAG)
        rig.write(0x14, 0x80)
        rig.clock.now_us += 20_000
        rig.write(0x14, 0x83)
        rig.clock.now_us += waited_us
        assert answer(rig, b"\x26", SHORT_FRAME) == heard


def test_a_tag_forgets_after_five_milliseconds_without_field():
    for gap_us, state in ((4000, ACTIVE), (5000, READY)):
        rig = awake(SHORT)
        rig.tags[SHORT].power(rig.field._since_us, 0)
        rig.tags[SHORT].state = ACTIVE
        rig.write(0x14, 0x80)
        rig.clock.now_us += gap_us
        rig.write(0x14, 0x83)
        rig.clock.now_us += 5100
        assert answer(rig, b"\x26", SHORT_FRAME) == (b"" if state == ACTIVE else b"\x04\0")


def test_without_field_or_whole_modulation_no_tag_hears():
    for address, value in ((0x14, 0x80), (0x15, 0x00)):
        rig = awake(NTAG)
        rig.write(address, value)
        assert answer(rig, b"\x26", SHORT_FRAME) == b""


# ---- the tag -----------------------------------------------------------------------------------------------------

def test_an_identity_of_seven_bytes_goes_in_two_cascades():
    """Hardware, 5.1: 88 u0 u1 u2 BCC, SAK 04; u3..u6 BCC, SAK 00. By hand: 88^04^5A^31 = E7, 9E^70^12^80 = 7C."""
    rig = awake(NTAG)
    assert answer(rig, b"\x26", SHORT_FRAME) == b"\x44\x00"
    first = answer(rig, b"\x93\x20")
    assert first == b"\x88\x04\x5a\x31\xe7"
    select = b"\x93\x70" + first
    assert answer(rig, select + crc_a(select))[0] == 0x04
    second = answer(rig, b"\x95\x20")
    assert second == b"\x9e\x70\x12\x80\x7c"
    select = b"\x95\x70" + second
    assert answer(rig, select + crc_a(select)) == b"\0" + crc_a(b"\0")
    assert rig.tags[NTAG].state == ACTIVE


def test_a_request_to_an_active_tag_is_not_answered_but_the_next_one_is():
    """hardware design 5.1: the alternating detections of drivers that never put a tag to sleep."""
    rig = awake(SHORT)
    answer(rig, b"\x26", SHORT_FRAME)
    select = b"\x93\x70" + levels(SHORT)[0]
    assert answer(rig, select + crc_a(select))[0] == 0x08
    assert [answer(rig, b"\x26", SHORT_FRAME) for _ in range(3)] == [b"", b"\x04\0", b""]


def test_a_tag_that_sleeps_hears_wupa_only():
    rig = awake(SHORT)
    answer(rig, b"\x26", SHORT_FRAME)
    select = b"\x93\x70" + levels(SHORT)[0]
    answer(rig, select + crc_a(select))
    assert answer(rig, b"\x50\x00\x57\xcd") == b""
    assert rig.tags[SHORT].state == HALTED
    assert answer(rig, b"\x26", SHORT_FRAME) == b""
    assert answer(rig, b"\x52", SHORT_FRAME) == b"\x04\0"
    assert answer(rig, b"\x52", SHORT_FRAME) == b""      # astray: from there back to sleep, not to IDLE
    assert rig.tags[SHORT].state == HALTED


def test_what_is_wrong_sends_a_tag_back_without_an_answer():
    part = levels(SHORT)[0]
    select = b"\x93\x70" + part
    another = b"\x93\x70" + levels(OTHER)[0]
    for frame in (select + b"\0\0", b"\x95\x20", another + crc_a(another), b"\x30\x00\x02\xa8"):
        tag = Tag14443(SHORT)
        assert tag.hear(b"\x26", 7, 10_000) == (b"\x04\0", 0)
        assert tag.hear(frame, 8 * len(frame), 11_000) is None
        assert tag.state == IDLE


# ---- several tags ------------------------------------------------------------------------------------------------

def test_two_tags_clash_at_the_first_bit_that_differs():
    """88 04 5A.. and 88 04 9B..: 5A = 01011010 and 9B = 10011011 differ first in bit 0, the 17th of the answer."""
    rig = awake(NTAG, OTHER)
    assert answer(rig, b"\x26", SHORT_FRAME) == b"\x44\0"
    got = answer(rig, b"\x93\x20")
    assert rig.read(0x06) == 0x08
    assert rig.read(0x0E) == 17
    assert got[:2] == b"\x88\x04"
    assert got[2:] == b"\0\0\0"                          # ValuesAfterColl 0


def test_a_clash_in_the_32nd_bit_reads_as_0_and_beyond_it_is_not_valid():
    one, other = bytes((1, 2, 3, 0x04)), bytes((1, 2, 3, 0x84))
    rig = awake(one, other)
    answer(rig, b"\x26", SHORT_FRAME)
    answer(rig, b"\x93\x20")
    assert rig.read(0x0E) == 0


def test_the_rest_of_an_identity_stands_where_rx_align_wants_it():
    """17 bits known: 93 41 and 88 04 01; the rest comes from bit 1 of its first byte on."""
    rig = awake(NTAG, OTHER)
    answer(rig, b"\x26", SHORT_FRAME)
    got = answer(rig, b"\x93\x41\x88\x04\x01", 0x80 | 1 << 4 | 1)
    part = levels(OTHER)[0]
    assert got == bytes((part[2] & 0xFE,)) + part[3:]
    assert rig.read(0x06) == 0


def test_three_tags_are_silence_but_answer_a_request():
    """hardware design 1.2: of three the chip hears nothing, there is only the timer. Equal answers do not clash."""
    rig = awake(NTAG, OTHER, THIRD)
    assert answer(rig, b"\x26", SHORT_FRAME) == b"\x44\0"
    assert answer(rig, b"\x93\x20") == b""
    assert rig.read(0x04) & 0x21 == 0x01


def test_tags_of_two_kinds_clash_in_their_answer_to_a_request():
    rig = awake(NTAG, SHORT)
    answer(rig, b"\x26", SHORT_FRAME)
    assert rig.read(0x06) == 0x08                        # 44 and 04 differ in bit 6
    assert rig.read(0x0E) == 7


def test_equal_first_cascades_answer_as_one():
    rig = awake(NTAG, ALIKE)
    answer(rig, b"\x26", SHORT_FRAME)
    assert answer(rig, b"\x93\x20") == b"\x88\x04\x5a\x31\xe7"


def test_height_decides_who_hears():
    for height_um, heard in ((0, True), (20_000, True), (30_000, False)):
        rig = awake()
        rig.lay(NTAG, height_um)
        rig.clock.now_us += 5100
        assert (answer(rig, b"\x26", SHORT_FRAME) != b"") == heard
    rig = awake()
    rig.lay(NTAG, 25_000)                                # both ways must come through: a quarter of the requests
    rig.clock.now_us += 5100
    heard = sum([answer(rig, b"\x52", SHORT_FRAME) != b"" for _ in range(200)])
    assert 10 < heard < 100
