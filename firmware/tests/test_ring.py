"""Protects the sightings of the bag's ring: one for each passage, with its first and last moment, none from noise."""

from scan.ring import HEARD_LEAST, LONGEST_MS, SILENT_MS, SILENT_POLLS, Ring

A, B = b"\xe0A", b"\xe0B"
WRAP = 1 << 30


def polled(ring, start_ms, *readings):
    """Readings 10 ms apart; the sightings that they close."""
    over = []
    for n, tags in enumerate(readings):
        over += ring.take(tags, (start_ms + 10 * n) % WRAP)
    return over


def test_a_passage_is_told_once_when_the_tag_has_been_silent_long_enough():
    ring = Ring()
    silent = SILENT_MS // 10
    assert polled(ring, 1000, *[(A,)] * 5, *[()] * (silent - 1)) == []
    assert polled(ring, 1000 + 10 * (4 + silent), ()) == [(1000, 40, A)]
    assert polled(ring, 9000, *[()] * 100) == []
    assert len(ring) == 0


def test_a_tag_that_dithers_in_the_neck_is_one_sighting():
    ring = Ring()
    assert polled(ring, 0, (A,), *[()] * 20, (A,), *[()] * 20, (A,), *[()] * 30) == [(0, 420, A)]


def test_a_tag_that_comes_back_later_is_another_one():
    ring = Ring()
    once = [(A,)] * 2 + [()] * 30
    assert polled(ring, 0, *once, *once) == [(0, 10, A), (320, 10, A)]


def test_what_is_heard_once_only_is_no_sighting():
    ring = Ring()
    assert HEARD_LEAST == 2
    assert polled(ring, 0, (A, B), (B,), *[()] * 40) == [(0, 10, B)]
    assert ring.lone == 1


def test_silence_counts_only_while_the_ring_is_polled():
    """The other board may have the field for longer than SILENT_MS."""
    ring = Ring()
    polled(ring, 0, (A,), (A,))
    for poll in range(SILENT_POLLS - 1):
        assert ring.take((), 5000 + poll) == []
    assert ring.take((A,), 5010) == []
    assert polled(ring, 5020, *[()] * 40) == [(0, 5010, A)]


def test_a_tag_that_stays_is_told_once_when_no_longer_time_can_be_said():
    ring = Ring()
    over = []
    for at_ms in range(0, 70_000, 100):
        over += ring.take((A,), at_ms)
    assert over == [(0, LONGEST_MS, A)]
    assert polled(ring, 70_000, *[()] * 100) == []


def test_sightings_go_right_across_the_wrap_of_the_clock():
    ring = Ring()
    assert polled(ring, WRAP - 15, *[(A,)] * 4, *[()] * 40) == [(WRAP - 15, 30, A)]
