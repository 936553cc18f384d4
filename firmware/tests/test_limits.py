"""Protects that models refuse what data sheets and standard forbid: firmware that passes on them keeps the limits.

Sources: PN5180 data sheet (SPI at 7 MHz at most, RST low for 10 us at least), MFRC522 data sheet (SPI at 10 MHz at
most), ISO/IEC 15693-3 (flags 1 and 2 of a request: how many subcarriers the answer has, and at which rate).
"""

import pinout
from drivers import pn5180
from scan.inventory import ONE_SLOT, SIXTEEN_SLOTS
from sim.forbidden import Forbidden
from sim.wiring import Bus, wired
from sim.world import World
from tests.radio_rig import Clock, Rig, identity

TWO_SUBCARRIERS, HIGH_RATE = 0x01, 0x02


def refused(call, *arguments):
    """What the model says of it; None when it lets it pass."""
    try:
        call(*arguments)
    except Forbidden as why:
        return str(why)
    return None


def buses(role):
    clock = Clock()
    return wired(role, World(), clock.read, 1, {"radio": False, "pad": True}, None)


def test_buses_run_as_fast_as_their_chips_allow_and_no_faster():
    radio, pad = pinout.RADIO_SPI, pinout.PAD_SPI
    for role, number, hz, most_hz, chip in (
            ("radio", radio, pinout.RADIO_HZ, 7_000_000, "PN5180"),
            ("bag", radio, pinout.RADIO_HZ, 7_000_000, "PN5180"),
            ("whole", pad, pinout.PAD_HZ, 10_000_000, "MFRC522")):
        bus = buses(role).bus(number)
        assert refused(bus.clocked_at, hz) is None
        assert refused(bus.clocked_at, most_hz) is None
        assert chip in refused(bus.clocked_at, most_hz + 1)
    Bus().clocked_at(1 << 30)                    # nothing on it that minds


def test_a_reset_that_is_too_short_is_refused():
    rig = Rig()
    for low_us in (0, 9):
        rig.chip.reset(0)
        rig.clock.now_us += low_us
        assert "RST" in refused(rig.chip.reset, 1)
    rig.clock.now_us += 1
    assert refused(rig.chip.reset, 1) is None
    rig.reader.reset()                           # as the driver does it
    assert pn5180.RESET_US >= 10


def test_the_reader_hears_only_answers_of_the_kind_that_it_is_set_to():
    """RF configuration 8D: one subcarrier, 26 kbit/s."""
    for base in (ONE_SLOT, SIXTEEN_SLOTS):
        assert base & (TWO_SUBCARRIERS | HIGH_RATE) == HIGH_RATE
        for flags in (base, base ^ HIGH_RATE, base | TWO_SUBCARRIERS, base ^ HIGH_RATE | TWO_SUBCARRIERS):
            assert heard(flags) == (flags == base), flags


def heard(flags):
    """Whether a tile over a loop is heard in slot 0 or in one of those after it."""
    rig = Rig()
    rig.lay(1, 0, identity(1))
    rig.tune(0)
    rig.reader.begin(flags, bytes(8), 0)
    for _ in range(16):
        count = rig.reader.slot()
        while count is None:
            rig.clock.now_us += 1000
            count = rig.reader.slot()
        if count > 0:
            return rig.reader.answer[9] == 0xE0
        rig.reader.next_slot()
    return False
