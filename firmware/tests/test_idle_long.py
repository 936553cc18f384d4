"""Protects a table left alone: ticks_us wraps after 17.9 minutes, ticks_ms after 12.4 days, and what nothing has
touched for half of that must not look as if it lay ahead.
"""

from bag import BAG_MS
from drivers.antenna_mux import RAMP_MS
from drivers.field_permit import PATIENCE_MS, FieldPermit
from scan.cascade import on_the_wire
from scan.pad import TRIAL_MS
from scan.racks import RACK_MS, TELL_MS
from scan.ring import SILENT_POLLS, Ring
from scan.settle import Settle
from tests.bag_rig import BagRig, RackRig
from tests.pad_rig import NTAG, OTHER, PadRig
from tests.radio_rig import Clock, Line, Rig, identity, listen, settle
from tests.test_copies import bounce, wired

HALF_US = 1 << 29                # 8.9 minutes: from here on a stamp lies ahead
HALF_MS = 1000 << 29             # in us: 6.2 days
STEP_MOST_US = 15_000            # of any reader's task without giving way; the watchdog bites after 2 s
RAIL_US = 1000 * RAMP_MS         # and once for the rail of the antennas' diodes
RESET_MOST_US = 60_000           # a pad's reader wakes within 50 ms
PAUSE_MOST_MS = 50               # the longest that any of them sleeps
WHEN = (HALF_US - 300_000, HALF_US + 200_000_000, 2 * HALF_US - 300_000, HALF_MS - 300_000, HALF_MS + 200_000_000)


def later(rig, us):
    rig.clock.now_us += us
    return rig


def is_awake(rig, most_us=STEP_MOST_US + RAIL_US):
    """Whether the reader's task has never held up the others, nor slept through anything."""
    return rig.longest_us < most_us and rig.longest_pause_ms < PAUSE_MOST_MS


def read_racks(rig):
    """Rack 1 of a rig: two tags laid, and how long they take to be told, in ms."""
    tags = identity(1), identity(2)
    rig.rack(1, tags)
    start_us = rig.clock.now_us
    while rig.last(1) != tuple(sorted(tags)):
        assert rig.clock.now_us - start_us < 5_000_000, "the racks are deaf"
        rig.step()
    return (rig.clock.now_us - start_us) // 1000


def told_by_the_pad(rig, tag):
    """Whether `tag`, laid on the pad, is told within 200 ms."""
    before = len(rig.told)
    rig.lay(tag)
    rig.run(200)
    rig.take(tag)
    return rig.tags_told()[before:] == [on_the_wire(tag)]


# ---- tables that start at a bad moment ---------------------------------------------------------------------------


def test_a_bag_that_starts_at_any_moment_hears_a_fist():
    for start_us in WHEN:
        rig = BagRig(clock=Clock(start_us))
        rig.run(1000)
        rig.fist([identity(1), identity(2)])
        rig.run(2000)
        assert sorted(tag for _, _, tag in rig.passed) == sorted((identity(1), identity(2))), start_us
        assert is_awake(rig, STEP_MOST_US)


def test_racks_that_start_at_any_moment_are_told():
    for start_us in WHEN:
        rig = RackRig(start_us=start_us).run(1000)
        assert read_racks(rig) < 3 * RACK_MS
        assert is_awake(rig)


def test_squares_that_start_at_any_moment_are_read():
    for start_us in WHEN:
        rig = Rig(start_us).run(1000)
        rig.lay(1, 112)
        settle(rig, 112)
        assert rig.said() == [(112, (identity(1),))]
        assert is_awake(rig)


def test_a_pad_that_starts_at_any_moment_tells():
    for start_us in WHEN:
        rig = PadRig(start_us=start_us).run(1000)
        assert told_by_the_pad(rig, NTAG)
        assert is_awake(rig, RESET_MOST_US)


# ---- tables that nobody touches for 9 and for 18 minutes ---------------------------------------------------------


def test_a_bag_left_alone_for_nine_and_eighteen_minutes_polls_on_and_hears():
    rig = BagRig()
    for number in (1, 2):
        polls = rig.bag.polls
        rig.run(9 * 60_000)
        assert rig.bag.polls - polls > 9 * 60 * 25
        rig.fist([identity(number)])
        rig.run(1000)
        assert [tag for _, _, tag in rig.passed] == [identity(1), identity(2)][:number]
        assert is_awake(rig, STEP_MOST_US)


def test_racks_and_squares_left_alone_for_nine_and_eighteen_minutes_are_told():
    rig = RackRig(2).run(1000)
    for tile in (3, 4):
        rig.run(9 * 60_000)
        assert read_racks(rig) < 3 * RACK_MS
        rig.lay(tile, 110 + tile)
        settle(rig, 110 + tile)
        assert rig.said()[-1] == (110 + tile, (identity(tile),))
        rig.rack(1, ())
        rig.run(3000)
        assert rig.last(1) == ()
        assert is_awake(rig)


def test_a_pad_left_alone_for_nine_and_eighteen_minutes_tells():
    rig = PadRig()
    for _ in range(2):
        rig.run(9 * 60_000)
        assert told_by_the_pad(rig, NTAG)
        assert is_awake(rig, RESET_MOST_US)


def test_the_rest_after_an_answer_is_forgotten_however_long_no_request_followed():
    rig = Rig()
    rig.lay(1, 0)
    rig.tune(0)
    for idle_us in (HALF_US, HALF_US + 300_000_000, 2 * HALF_US - 1000):
        listen(rig.radio.loops.inventory.walk(True), rig.clock)
        assert rig.radio.loops.inventory.found == [identity(1)]
        later(rig, idle_us)
        rig.reader.begin(0x26, b"", 0)
        assert rig.reader.wait_ms() < 5
        later(rig, 20_000)                                   # until that answer, too, has come
        assert rig.reader.slot() > 0
        later(rig, 1000)


# ---- what nobody has looked at for days --------------------------------------------------------------------------


def reader_away(rig, idle_us=HALF_MS):
    """The reader answers nothing for so long, and is well again."""
    rig.chip.busy_stuck = "dead"
    rig.run(1000)
    later(rig, idle_us)
    rig.chip.busy_stuck = None
    rig.longest_us = 0
    rig.run(2 * TRIAL_MS)
    return rig


def test_the_antennas_supply_is_waited_for_once_and_not_for_minutes_when_the_reader_comes_late():
    rig = Rig()
    rig.chip.busy_stuck = "dead"
    rig = reader_away(rig, HALF_US)
    rig.lay(1, 112)
    settle(rig, 112)
    assert rig.said() == [(112, (identity(1),))]
    assert is_awake(rig)


def test_a_board_whose_reader_was_away_for_days_compares_its_squares_again():
    rig = reader_away(Rig().run(1000))
    rig.lay(1, 112, flip=True)                               # no magnet tells of it
    rig.run(3000)
    assert rig.said() == [(112, (identity(1),))]


def test_racks_and_bag_whose_reader_was_away_for_days_are_read_again():
    assert read_racks(reader_away(RackRig().run(1000))) < 3 * RACK_MS
    bag = BagRig()
    bag.run(1000)
    reader_away(bag)
    bag.world.beside.fill_bag([identity(number) for number in range(20)])
    bag.run(2 * BAG_MS)
    assert len(bag.lying) > 10                               # others lie askew


def test_a_rack_that_nobody_touched_for_days_is_told_within_three_seconds():
    rig = RackRig().run(3000)
    rig.racks._racks[1].told_ms = rig.clock.ticks_ms()
    later(rig, HALF_MS)
    assert read_racks(rig) < TELL_MS + 3 * RACK_MS


def test_a_pad_that_nobody_touched_for_days_tells_the_same_tag_and_one_whose_reader_was_away():
    rig = PadRig().run(200)
    assert told_by_the_pad(rig, NTAG)
    rig.chip.dead = True
    rig.run(1000)
    later(rig, HALF_MS)
    rig.chip.dead = False
    rig.run(2 * TRIAL_MS)
    assert told_by_the_pad(rig, NTAG)
    later(rig, HALF_MS)
    assert told_by_the_pad(rig, OTHER)


def test_another_board_that_hangs_for_days_stays_overruled_and_a_long_rest_is_over():
    clock = Clock(0)
    wire = [0]
    permit = FieldPermit(Line(lambda level: None), Line(source=lambda: wire[0]), clock, False)
    assert not permit.free
    for idle_us in (1000 * PATIENCE_MS, HALF_MS, HALF_MS // 2):
        clock.now_us += idle_us
        assert permit.free
    wire[0] = 1
    permit.release()
    clock.now_us += HALF_MS + 1_000_000
    permit.want()
    assert permit.granted()


def test_what_was_in_the_neck_when_the_permit_went_for_days_has_left():
    ring = Ring()
    for at_ms in (100, 120):
        assert ring.take([b"A"], at_ms) == []
    over = []
    for nth in range(SILENT_POLLS):
        over += ring.take([], (1 << 29) + 1000 + 20 * nth)
    assert over == [(100, 20, b"A")]
    assert not len(ring)


def test_a_board_that_nobody_touched_for_days_is_at_rest():
    settle = Settle()
    raw = bytearray(settle._seen)
    for now_ms in (1000, (1 << 29) + 1000, (1 << 29) + 50_000_000):
        settle.take(raw, now_ms)
        assert settle.at_rest(now_ms), now_ms


def test_a_magnet_that_came_before_the_chain_broke_for_days_settles_with_the_first_sound_readings():
    settle = Settle()
    raw = bytearray(settle._seen)
    raw[0] ^= 0x80
    settle.take(raw, 1000)
    settle.take(bytes(30), 1010)                             # all sentinels alike: dropped
    settle.take(raw, (1 << 29) + 2000)
    assert settle.changes == 1
    assert settle.is_on(0)


def test_a_press_of_a_button_after_ten_minutes_counts():
    ticks, pins, made = wired()
    ticks.now_us = 10 * 60_000_000
    first_us = bounce(ticks, pins[0], 0)
    assert made.taken(0) == ([first_us], 0)
