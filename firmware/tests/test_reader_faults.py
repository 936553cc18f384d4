"""Protects what becomes of each way in which a PN5180 can mislead or fail: it is detected, named and counted by the
driver, and the radio goes on, without a wrong tile."""

from drivers.pn5180 import (
    BUSY_MS,
    CLASH,
    RF_ON_MS,
    SILENCE,
    NoField,
    Pn5180,
    ReaderHot,
    ReaderRefused,
    ReaderSilent,
)
from radio import TRIAL_MS
from scan.inventory import ONE_SLOT, SIXTEEN_SLOTS, Inventory
from sim.pn5180_model import BOOT_US, RF_ON_US
from tests.radio_rig import Clock, Line, Rig, identity, laid, listen, settle
from tests.test_pn5180 import NO_MASK, answer_of, raises

NONE = ()


def asked(rig, flags=ONE_SLOT, mask=NO_MASK, length=0):
    rig.reader.begin(flags, mask, length)
    return answer_of(rig.reader, rig.clock)


def tuned(*tags):
    """A rig on row 7 with these tags over it."""
    rig = Rig()
    for tile, tag in enumerate(tags):
        rig.lay(tile, 105 + tile, tag)
    rig.tune(7)
    return rig


def walked(rig):
    """What a walk over the loop finds, in order of the identities."""
    inventory = Inventory(rig.reader)
    listen(inventory.walk(False), rig.clock)
    return sorted(inventory.found)


# ---- what misleads: ghosts, identities OR-ed together, old bytes ---------------------------------------------------

def test_a_ghost_is_counted_and_the_walk_finds_what_is_there():
    rig = tuned(identity(1), identity(2))
    rig.chip.ghosts = 1
    assert walked(rig) == sorted((identity(1), identity(2)))
    assert rig.reader.troubles["reader_ghost"] == 1


def test_identities_in_one_slot_come_as_their_or_and_are_never_taken_for_one():
    """By the CRC and the collision bit: then each is asked by its mask."""
    one, other = b"\xe0\x04\x01\0\0\0\x5d\x5f", b"\xe0\x04\x01\0\0\0\x58\x3f"
    rig = tuned(one, other)
    assert asked(rig) == CLASH
    assert walked(rig) == sorted((one, other))
    assert rig.reader.troubles["reader_clash"] == 2     # both times without a mask; with 4 bits they part


def test_an_identity_ored_with_a_good_crc_is_found_by_the_other_loop():
    """Row 28: no check of one reading can tell; row and column must agree."""
    rig = laid(112)
    rig.chip.garble = 0x80 if not identity(0)[2] & 0x80 else 0x40
    rig.lay(5, 60)
    rig.radio.stir(60)
    while not rig.radio.loops.inventory.found:
        rig.step()
    rig.chip.garble = 0
    settle(rig, 60)
    assert (60, (identity(5),)) in rig.said()
    assert all(tags in ((identity(5),), (identity(0),)) for _, tags in rig.said())


def test_old_bytes_with_the_reception_flag_up_are_no_answer():
    rig = tuned(identity(1))
    assert asked(rig) == 10
    rig.lift(0, 105)
    rig.chip.stale = 1
    assert asked(rig) == CLASH
    assert asked(rig) == SILENCE
    assert rig.reader.troubles["reader_stale"] == 1


def test_old_bytes_never_bring_back_a_tile():
    rig = laid(112)
    rig.chip.stale = 6
    rig.lift(0, 112)
    settle(rig, 112)
    assert rig.said() == [(112, NONE)]
    assert rig.reader.troubles["reader_stale"] > 0


# ---- what fails: BUSY, the field, a refusal, heat ------------------------------------------------------------------

def test_busy_that_stays_is_named_within_its_time_in_every_command():
    for command in ("field_on", "field_off", "gain", "versions", "check"):
        rig = Rig()
        rig.reader.reset()
        rig.chip.busy_stuck = True
        start_us = rig.clock.now_us
        assert "BUSY stays high" in raises(ReaderSilent, getattr(rig.reader, command))
        assert BUSY_MS * 1000 <= rig.clock.now_us - start_us <= BUSY_MS * 1000 + 1000, command
        assert rig.reader.troubles["reader_silent"] == 1


def test_a_field_that_stays_away_is_named_within_its_time():
    rig = Rig()
    rig.reader.reset()
    rig.chip.no_rf_on = True
    start_us = rig.clock.now_us
    raises(NoField, rig.reader.field_on)
    assert RF_ON_MS * 1000 <= rig.clock.now_us - start_us <= RF_ON_MS * 1000 + 1000
    assert rig.reader.troubles["reader_no_field"] == 1


def test_a_refused_request_is_named_and_the_radio_restarts_the_reader():
    rig = tuned()
    rig.chip.refusals = 1
    rig.reader.begin(ONE_SLOT, NO_MASK, 0)
    raises(ReaderRefused, rig.reader.slot)
    rig = Rig()
    rig.run(20)
    restarts = rig.reader.troubles["reader_restarts"]
    rig.chip.refusals = 2
    rig.lay(1, 112)
    settle(rig, 112)
    assert rig.said() == [(112, (identity(1),))]
    assert rig.radio.wrong is None
    assert rig.reader.troubles["reader_refused"] == 2
    assert rig.reader.troubles["reader_restarts"] == restarts + 2


def test_a_hot_reader_is_named_and_left_alone_between_its_trials():
    """Row 40: three starts, then one every TRIAL_MS, which is all the field it gets."""
    rig = tuned()
    rig.chip.hot = True
    rig.reader.begin(ONE_SLOT, NO_MASK, 0)
    assert "too hot" in raises(ReaderHot, rig.reader.slot)
    assert "too hot" in raises(ReaderHot, rig.reader.field_on)
    rig = laid(112)
    rig.chip.hot = True
    rig.lay(1, 60)
    settle(rig, 60)
    assert rig.said() == [(60, NONE)]
    restarts = rig.reader.troubles["reader_restarts"]
    rig.chip.hot = False
    rig.run(TRIAL_MS + 1500)
    assert rig.reader.troubles["reader_restarts"] == restarts + 1
    assert rig.radio.known[60] == (identity(1),)


# ---- restart -------------------------------------------------------------------------------------------------------

def test_a_reader_that_hangs_answers_after_one_reset():
    rig = Rig()
    rig.reader.reset()
    rig.chip.busy_stuck = True
    raises(ReaderSilent, rig.reader.check)
    rig.reader.reset()
    rig.reader.check()
    assert rig.reader.troubles["reader_restarts"] == 2


def started(reader):
    reader.reset()
    reader.check()


def test_a_bus_without_a_chip_is_no_reader():
    """BUSY floats low and rises, MISO floats: all FF or all 00."""
    class Floating:
        def __init__(self, level):
            self.level = level

        def write(self, sent):
            pass

        def readinto(self, got, fill):
            for i in range(len(got)):
                got[i] = self.level

    class Following:
        level = 1

        def read(self):
            self.level ^= 1
            return self.level

    for level in (0x00, 0xFF):
        reader = Pn5180(Floating(level), Line(lambda level: None), Line(source=Following().read),
                        Line(lambda level: None), Clock())
        raises(ReaderSilent, started, reader)


# ---- the self-test: T15 --------------------------------------------------------------------------------------------

def test_the_self_test_reads_the_versions_and_times_the_field():
    rig = Rig()
    rig.mux.select(7)
    product, firmware, eeprom, rise_us = rig.reader.self_test()
    assert (product, firmware, eeprom) == ((3, 0), (4, 0), (153, 0))
    assert RF_ON_US <= rise_us < RF_ON_MS * 1000
    assert not rig.air.listeners(rig.clock.now_us)
    rig.chip.no_rf_on = True
    raises(NoField, rig.reader.self_test)
    rig.chip.dead = True
    raises(ReaderSilent, rig.reader.self_test)
    assert BOOT_US < 50_000


# ---- anti-collision and silence ------------------------------------------------------------------------------------

def test_a_mask_whose_top_nibble_is_0_keeps_its_length():
    """The walk must ask with 4, 8 and 12 bits though all of them are 0: the trap is a length by the mask's value."""
    tags = [b"\xe0\x04\x01\0\0\0" + bytes(low) for low in ((0x00, 0x00), (0x10, 0x00), (0x00, 0x10), (0x01, 0x00))]
    rig = tuned(*tags)
    asked_with = []
    begin = rig.reader.begin

    def watched(flags, mask, length):
        asked_with.append((length, bytes(mask[:(length + 7) // 8])))
        begin(flags, mask, length)

    rig.reader.begin = watched
    assert walked(rig) == sorted(tags)
    assert asked_with == [(0, b""), (4, b"\x00"), (8, b"\x00"), (12, b"\x00\x00")]


def test_the_transmitter_sends_whole_requests_again_after_sixteen_slots():
    """In the slots it sends an end alone: TX_CONFIG must be restored before whatever comes next."""
    rig = tuned(identity(1))
    rig.reader.begin(SIXTEEN_SLOTS, NO_MASK, 0)
    for _ in range(15):
        answer_of(rig.reader, rig.clock)
        rig.reader.next_slot()
    answer_of(rig.reader, rig.clock)
    assert asked(rig) == 10


def test_the_gain_tells_a_sound_loop_from_a_broken_one():
    rig = tuned(identity(1))
    sound = rig.reader.gain()
    rig.air.open_loops.add(7)
    assert rig.reader.gain() > 1.3 * sound


def test_the_chip_is_told_full_modulation():
    """An empty round of 16 slots lasts 10 ms then, and 70 with a tenth."""
    rig = tuned()
    start_us = rig.clock.now_us
    assert walked(rig) == []
    assert rig.clock.now_us - start_us < 25_000


# ---- a second reader, on another board -----------------------------------------------------------------------------

def test_two_boards_have_a_reader_each_of_the_same_class():
    one, other = tuned(identity(1)), tuned(identity(2))
    one.chip.busy_stuck = True
    raises(ReaderSilent, one.reader.check)
    other.reader.check()
    assert walked(other) == [identity(2)]
    assert one.reader.troubles["reader_silent"] == 1
    assert other.reader.troubles["reader_silent"] == 0
    one.reader.reset()
    one.reader.check()
