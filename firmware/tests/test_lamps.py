"""Protects the lamps' supply: no frame draws more than 1.3 A, a rail that sags dims the lamps, then loses them; and
the decoder of their waveform, which must find every pulse out of tolerance."""

from drivers.lamp_limit import HALVINGS_MOST, LIMIT_MA, SAG_V, LampLimit
from pinout import LAMPS, LAMPS_FEW
from scan.posts import Posts
from sim.chance import Chance
from sim.lamp_model import LampModel
from sim.ws2812_wave import RESET_NS, Wave


def drawn_ma(frame):
    """hardware design 3.8: n * 1 mA + sum(R + G + B) / 255 * 20 mA."""
    return len(frame) // 4 + sum(frame) / 255 * 20


def frame_of(lamps, red, green, blue):
    return bytearray((0, blue, red, green) * lamps)


# ---- the limit ---------------------------------------------------------------------------------------------------

def test_full_white_is_dimmed_to_the_limit_and_no_further():
    for lamps in (LAMPS, LAMPS_FEW):
        frame = frame_of(lamps, 255, 255, 255)
        told_ma = LampLimit(lamps).dim(frame)
        assert LIMIT_MA - lamps * 3 * 20 / 255 <= drawn_ma(frame) <= LIMIT_MA
        assert 0 <= told_ma - drawn_ma(frame) < 1


def test_a_frame_within_the_limit_stays_as_it_is():
    for lamps, level in ((LAMPS, 17), (LAMPS_FEW, 115)):
        frame = frame_of(lamps, level, level, level)
        before = bytes(frame)
        limit = LampLimit(lamps)
        assert drawn_ma(frame) <= LIMIT_MA < drawn_ma(frame_of(lamps, level + 1, level + 1, level + 1))
        limit.dim(frame)
        assert frame == before
        assert limit.troubles["lamps_dimmed"] == 0


def test_colours_keep_their_proportions_and_dark_stays_dark():
    frame = frame_of(LAMPS, 240, 120, 0)
    limit = LampLimit(LAMPS)
    limit.dim(frame)
    _, blue, red, green = frame[:4]
    assert blue == 0
    assert abs(red - 2 * green) <= 1
    assert limit.troubles["lamps_dimmed"] == 1


def test_whatever_is_shown_draws_no_more_than_the_limit():
    chance = Chance(1)
    for lamps in (1, LAMPS_FEW, LAMPS, 1000):
        for _ in range(20):
            top = 1 + chance.below(256)
            frame = bytearray([chance.below(top) if i % 4 else 0 for i in range(4 * lamps)])
            before = drawn_ma(frame)
            LampLimit(lamps).dim(frame)
            assert drawn_ma(frame) <= max(LIMIT_MA, lamps)
            assert drawn_ma(frame) == before or before > LIMIT_MA


def test_what_the_posts_render_is_never_dimmed_again():
    """Both know the same budget: a second dimming would mean that one of them is wrong."""
    posts, limit = Posts(), LampLimit(LAMPS)
    for square in range(225):
        posts.light(square, 255, 255, 255)
    posts.render()
    limit.dim(posts.frame)
    assert limit.troubles["lamps_dimmed"] == 0


# ---- the rail ----------------------------------------------------------------------------------------------------

def lit(lamps=LAMPS):
    limit, frame = LampLimit(lamps), frame_of(lamps, 30, 10, 10)
    limit.dim(frame)
    return limit, frame


def test_each_sag_halves_the_light_and_the_one_after_the_third_switches_it_off():
    limit, frame = lit()
    for _ in range(HALVINGS_MOST):
        before = drawn_ma(frame) - LAMPS
        assert limit.rail(SAG_V - 0.01)
        assert not limit.off
        limit.dim(frame)
        assert 0 < drawn_ma(frame) - LAMPS <= before / 2
    assert limit.rail(SAG_V - 0.01)
    assert limit.off
    assert not limit.rail(SAG_V - 0.01)
    assert limit.troubles == {"lamps_dimmed": 3, "lamps_sag": 4, "lamps_off": 1}


def test_dimmed_lamps_stay_dimmed_until_they_have_been_dark():
    limit, frame = lit()
    limit.rail(4.0)
    limit.rail(5.1)
    limit.dim(frame)
    dimmed_ma = drawn_ma(frame)
    again = frame_of(LAMPS, 30, 10, 10)
    limit.dim(again)
    assert drawn_ma(again) <= dimmed_ma + 1
    limit.relax()
    again = frame_of(LAMPS, 30, 10, 10)
    limit.dim(again)
    assert again == frame_of(LAMPS, 30, 10, 10)


def test_a_sag_with_dark_lamps_is_not_theirs():
    limit = LampLimit(LAMPS)
    limit.dim(bytearray(4 * LAMPS))
    assert not limit.rail(3.0)
    assert limit.troubles["lamps_sag"] == 0


def test_a_sound_rail_changes_nothing():
    limit, _ = lit()
    assert not limit.rail(SAG_V)
    assert limit.troubles["lamps_sag"] == 0


# ---- the model ---------------------------------------------------------------------------------------------------

def test_a_short_strip_shows_no_more_lamps_than_it_has():
    told = []
    strip = LampModel(told.append, LAMPS_FEW)
    strip.take(frame_of(LAMPS, 1, 2, 3))
    assert told == ["lamp %d 010203" % lamp for lamp in range(LAMPS_FEW)]


# ---- the decoder -------------------------------------------------------------------------------------------------

def played(pulses, pause_ns=RESET_NS):
    """The decoder after (high, low) pulses in ns; the last low is `pause_ns` long."""
    wave, at_ns = Wave(), 1000
    for index, (high_ns, low_ns) in enumerate(pulses):
        wave.edge(at_ns, 1)
        wave.edge(at_ns + high_ns, 0)
        at_ns += high_ns + (low_ns if index + 1 < len(pulses) else pause_ns)
    wave.end(at_ns)
    return wave


ZERO, ONE = (400, 850), (800, 450)
LAMP = [ONE, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ONE] + [ZERO] * 8 + [ONE] * 8


def test_the_nominal_pulses_are_read_as_the_bytes_they_mean():
    wave = played(LAMP + LAMP)
    assert wave.frames == [b"\x81\x00\xff" * 2]
    assert wave.flagged == []


def test_pulses_are_sound_up_to_150_nanoseconds_off_and_flagged_beyond():
    for place, low in ((0, 0), (0, 1), (1, 0), (1, 1)):
        for off_ns, sound in ((150, True), (-150, True), (151, False), (-151, False)):
            pulse = list(LAMP[place])
            pulse[low] += off_ns
            wave = played(LAMP[:place] + [tuple(pulse)] + LAMP[place + 1:])
            assert (wave.flagged == []) is sound, (place, low, off_ns)
            assert wave.frames == [b"\x81\x00\xff"]


def test_a_reset_below_280_microseconds_is_flagged_and_shows_nothing():
    for pause_ns in (50_000, RESET_NS - 1):
        wave = played(LAMP, pause_ns)
        assert [what for _, what in wave.flagged] == ["reset"]
        assert wave.frames == []


def test_a_frame_that_ends_within_a_lamp_is_flagged():
    assert [what for _, what in played(LAMP[:-1]).flagged] == ["bits"]


try:
    from micropython import heap_lock, heap_unlock
except ImportError:
    heap_lock = None       # CPython cannot lock its heap; under MicroPython the following test is there too

if heap_lock:
    def test_dimming_allocates_nothing():
        limit, frame = LampLimit(LAMPS), frame_of(LAMPS, 255, 255, 255)
        volts = 4.0
        heap_lock()
        try:
            limit.dim(frame)
            limit.rail(volts)
            limit.dim(frame)
        finally:
            heap_unlock()
        assert limit.troubles["lamps_dimmed"] == 2
