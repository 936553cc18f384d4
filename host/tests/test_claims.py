"""A table without radio: a tile touches the pad, and the magnet that comes next is that tile (hardware page, 3.5)."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core.claims import Claims
from host.core.events import BoardTold, HallChanged, PadTouched, TagsRead
from host.core.fusion import Evidence, Sensed, Why, sensed_after

SECOND = 1_000_000_000
H8, H9, H10 = 112, 113, 114
QU, I = "e004000000000001", "e004000000000002"  # noqa: E741  # the names of the tiles


def pad(at_s, tag):
    return PadTouched(round(at_s * SECOND), tag)


def on(at_s, square):
    return HallChanged(round(at_s * SECOND), square, True)


def off(at_s, square):
    return HallChanged(round(at_s * SECOND), square, False)


def after(*told, start=None):
    return reduce(sensed_after, told, start or Sensed(radio=False))


def test_a_tile_that_touched_the_pad_is_claimed_where_it_is_laid():
    sensed = after(pad(0, QU), on(3, H8))
    reading = sensed.reading(H8)
    assert (reading.evidence, reading.magnet, reading.claim, reading.why) == (Evidence.CLAIMED, True, QU, None)
    assert (sensed.tag_at(H8), sensed.places_of(QU), sensed.claims.open) == (QU, (H8,), None)


def test_a_tile_that_did_not_is_unknown():
    sensed = after(on(3, H8))
    assert (sensed.reading(H8).evidence, sensed.reading(H8).why) == (Evidence.UNKNOWN, Why.UNCLAIMED)
    assert sensed.tag_at(H8) is None


@pytest.mark.parametrize(("seconds", "evidence"), [(20, Evidence.CLAIMED), (20.001, Evidence.UNKNOWN)])
def test_a_claim_runs_out_after_twenty_seconds(seconds, evidence):
    assert after(pad(1, QU), on(1 + seconds, H8)).evidence(H8) is evidence


@pytest.mark.parametrize(("seconds", "tag"), [(10, QU), (10.001, None)])
def test_a_tile_taken_up_needs_no_second_touch_for_ten_seconds(seconds, tag):
    moved = after(pad(0, QU), on(1, H8), off(30, H8), on(30 + seconds, H9))
    assert (moved.tag_at(H8), moved.tag_at(H9)) == (None, tag)


def test_one_claim_names_one_tile():
    sensed = after(pad(0, QU), on(1, H8), on(2, H9))
    assert (sensed.tag_at(H8), sensed.tag_at(H9)) == (QU, None)


def test_of_a_touch_and_a_lift_the_later_tells_which_tile_comes_down():
    """I is in the hand's way and set aside a square: QU still waits for its own square."""
    start = after(pad(0, I), on(1, H8))
    moved = after(pad(2, QU), off(3, H8), on(4, H9), on(5, H8), start=start)
    assert (moved.tag_at(H9), moved.tag_at(H8)) == (I, QU)
    replaced = after(off(2, H8), pad(3, QU), on(4, H8), start=start)
    assert replaced.tag_at(H8) == QU


def test_two_tiles_in_the_hand_are_not_told_apart():
    """Either may have come down: a wrong letter must not be taken, so it is asked for."""
    two = after(pad(0, QU), on(1, H8), pad(2, I), on(3, H9))
    assert (two.tag_at(H8), two.tag_at(H9)) == (QU, I)
    swapped = after(off(5, H8), off(5, H9), on(6, H8), on(6, H9), start=two)
    assert (swapped.tag_at(H8), swapped.tag_at(H9)) == (None, None)


def test_a_tile_that_touches_the_pad_again_stands_nowhere_else():
    sensed = after(pad(0, QU), on(1, H8), pad(2, QU), on(3, H9))
    assert (sensed.evidence(H8), sensed.tag_at(H9)) == (Evidence.UNKNOWN, QU)
    assert after(pad(0, QU), on(1, H8), pad(2, QU)).evidence(H8) is Evidence.UNKNOWN


def test_a_change_told_twice_is_one_change():
    once = after(pad(0, QU), on(1, H8), off(2, H8), on(3, H9))
    twice = after(pad(0, QU), on(1, H8), on(1, H8), off(2, H8), off(2, H8), on(3, H9), on(3, H9))
    assert twice == once
    late = after(on(1, H8), pad(2, QU), on(3, H8), on(4, H9))
    assert (late.tag_at(H8), late.tag_at(H9)) == (None, QU)  # the square that was told again is not laid again


def test_a_board_that_tells_its_state_keeps_what_is_claimed_for_squares_still_held():
    sensed = after(pad(0, QU), on(1, H8), BoardTold(30 * SECOND, (H8, H10)))
    assert (sensed.tag_at(H8), sensed.evidence(H10)) == (QU, Evidence.UNKNOWN)
    gone = after(pad(0, QU), on(1, H8), BoardTold(30 * SECOND, ()))
    assert gone.tag_at(H8) is None


def test_the_tiles_of_a_game_that_begins_in_the_middle_are_claimed_before_their_magnets_are_felt():
    """Their squares are known from the first record, and an open claim is not used up by them."""
    start = Sensed(radio=False, claims=Claims(bound={H8: I}))
    assert start.evidence(H8) is Evidence.EMPTY
    sensed = after(pad(0, QU), on(1, H8), on(2, H9), start=start)
    assert (sensed.tag_at(H8), sensed.tag_at(H9)) == (I, QU)


def test_a_table_with_radio_goes_by_what_it_reads():
    sensed = after(pad(0, QU), on(1, H8), TagsRead(2, H8, (I,)), start=Sensed())
    assert (sensed.evidence(H8), sensed.tag_at(H8)) == (Evidence.CERTAIN, I)


hands = st.lists(st.one_of(
    st.builds(pad, st.integers(0, 60), st.sampled_from([QU, I])),
    st.builds(on, st.integers(0, 60), st.integers(H8, H10)),
    st.builds(off, st.integers(0, 60), st.integers(H8, H10)),
    st.builds(lambda at, squares: BoardTold(at * SECOND, tuple(squares)), st.integers(0, 60),
              st.sets(st.integers(H8, H10))),
), max_size=25)


@given(hands)
def test_a_tag_is_never_claimed_for_two_places(told):
    """Whatever hands do: on squares, in the hand or lifted, each tile is once."""
    claims = after(*told).claims
    tags = [*claims.bound.values(), *(held.tag for held in claims.lifted)]
    tags += [claims.open.tag] if claims.open else []
    assert len(tags) == len(set(tags))


@given(hands, st.integers(80, 200))
def test_no_claim_outlives_its_time(told, late_s):
    """20 s after all that happened, a magnet that comes is a tile that nobody named."""
    before = after(*told)
    sensed = after(on(late_s + 1, 0), start=before)
    assert sensed.evidence(0) is Evidence.UNKNOWN
