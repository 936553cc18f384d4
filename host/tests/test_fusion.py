"""What stands on a square, from magnet and tags: the truth table of the hardware page, section 7, row by row."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.core.events import BoardTold, Calmed, HallChanged, Stirred, TagsRead
from host.core.fusion import EVIDENCE, SQUARES, Evidence, Sensed, Why, sensed_after, stuck

H8, H9, H10, I8, I9, J8, A1 = 112, 113, 114, 127, 128, 142, 0
X, Y, Z = "e004000000000001", "e004000000000002", "e004000000000003"

# on, tags -> what each square is, why, and which tag stands there
TRUTH = {
    "neither": ({}, {}, {H8: ("empty", None, None)}),
    "magnet and tag": ({H8}, {H8: (X,)}, {H8: ("certain", None, X)}),
    "magnet, not read yet": ({H8}, {}, {H8: ("unknown", Why.UNREAD, None)}),
    "magnet, no tag answers (21, 30)": ({H8}, {H8: ()}, {H8: ("unknown", Why.UNREAD, None)}),
    "tag without magnet (22, 25, 17)": ({}, {H8: (X,)}, {H8: ("conflict", Why.TURNED, None)}),
    "two tags, one magnet (24)": ({H8}, {H8: (X, Y)}, {H8: ("conflict", Why.STACKED, None)}),
    "two tags, no magnet": ({}, {H8: (X, Y)}, {H8: ("conflict", Why.STACKED, None)}),
    "a tag on two neighbours, no magnet (23)": (
        {}, {H8: (X,), H9: (X,)}, {H8: ("conflict", Why.BETWEEN, None), H9: ("conflict", Why.BETWEEN, None)}),
    "a tag on four squares that meet": (
        {}, {H8: (X,), H9: (X,), I8: (X,), I9: (X,)}, {I9: ("conflict", Why.BETWEEN, None)}),
    "across the border of an occupied square": (
        {H8}, {H8: (X, Y), H9: (Y,)}, {H8: ("conflict", Why.BETWEEN, None), H9: ("conflict", Why.BETWEEN, None)}),
    "a ghost: the square with the magnet is the tag's": (
        {H8}, {H8: (X,), H9: (X,)}, {H8: ("certain", None, X), H9: ("empty", Why.ECHO, None)}),
    "a ghost far away": ({H8}, {H8: (X,), A1: (X,)}, {H8: ("certain", None, X), A1: ("empty", Why.ECHO, None)}),
    "a ghost on an occupied square": (
        {H8, H9}, {H8: (X,), H9: (X, Y)}, {H8: ("certain", None, X), H9: ("certain", None, Y)}),
    "equal tags on two magnets (27)": (
        {H8, A1}, {H8: (X,), A1: (X,)}, {H8: ("conflict", Why.DOUBLED, None), A1: ("conflict", Why.DOUBLED, None)}),
    "equal tags on two magnets side by side": (
        {H8, H9}, {H8: (X,), H9: (X,)}, {H8: ("conflict", Why.DOUBLED, None)}),
    "equal tags far apart, no magnet": ({}, {H8: (X,), A1: (X,)}, {H8: ("conflict", Why.DOUBLED, None)}),
    "equal tags two rows apart, no magnet": ({}, {H8: (X,), J8: (X,)}, {H8: ("conflict", Why.DOUBLED, None)}),
    "equal tags two columns apart, no magnet": ({}, {H8: (X,), H10: (X,)}, {H8: ("conflict", Why.DOUBLED, None)}),
    "equal tags on two magnets, and an echo beside them": (
        {H8, H9}, {H8: (X,), H9: (X,), I8: (X,)}, {H8: ("conflict", Why.DOUBLED, None)}),
    "a tag told twice in one reading": ({H8}, {H8: (X, X)}, {H8: ("certain", None, X)}),
}


@pytest.mark.parametrize(("on", "tags", "expected"), TRUTH.values(), ids=TRUTH.keys())
def test_the_truth_table(on, tags, expected):
    sensed = Sensed(on=frozenset(on), tags=tags)
    for square, (evidence, why, tag) in expected.items():
        reading = sensed.reading(square)
        assert (str(reading.evidence), reading.why, reading.tag) == (evidence, why, tag)
        assert (reading.magnet, reading.tags) == (square in on, tuple(dict.fromkeys(tags.get(square, ()))))


def test_a_conflict_names_all_squares_of_its_tag():
    sensed = Sensed(tags={H8: (X,), H9: (X,)})
    assert sensed.reading(H8).squares == sensed.reading(H9).squares == (H8, H9)


def test_every_reason_makes_something_of_its_square():
    assert set(EVIDENCE) == set(Why)
    assert Evidence.CERTAIN not in EVIDENCE.values()


def test_a_sensor_that_hangs_before_the_game_is_left_out_until_a_tag_is_read_there():
    hanging = Sensed(on=frozenset({H8, H9}), tags={H9: (X,)})
    assert stuck(hanging, {}) == {H8}
    assert stuck(hanging, {H8: Y}) == frozenset()  # there a tile is missing its tag
    masked = Sensed(on=hanging.on, tags=hanging.tags, masked=stuck(hanging, {}))
    assert (masked.evidence(H8), masked.reading(H8).why, masked.occupied()) == (Evidence.EMPTY, Why.STUCK, (H9,))
    assert sensed_after(masked, TagsRead(0, H8, (Y,))).tag_at(H8) == Y
    healed = reduce(sensed_after, [HallChanged(0, H8, False), HallChanged(1, H8, True)], masked)
    assert healed.evidence(H8) is Evidence.UNKNOWN
    afresh = reduce(sensed_after, [BoardTold(0, (H9,)), HallChanged(1, H8, True)], masked)
    assert afresh.evidence(H8) is Evidence.UNKNOWN


# --- whatever order the readings come in ---------------------------------------------------------

squares = st.integers(H8, H8 + 3) | st.sampled_from([A1, I8])
readings = st.dictionaries(squares, st.tuples(st.booleans(), st.lists(st.sampled_from([X, Y, Z]), max_size=2)))


def told(square, on, tags):
    return [HallChanged(0, square, on), TagsRead(0, square, tuple(tags))]


@given(readings, st.randoms(use_true_random=False))
def test_equal_readings_in_any_order_and_number_give_the_same_picture(found, random):
    """Readers tell late and twice (faults 43 and 44); what each square was last told counts."""
    events = [event for square, (on, tags) in found.items() for event in told(square, on, tags)]
    again = [*events, *random.choices(events, k=len(events))] if events else []
    random.shuffle(again)
    assert reduce(sensed_after, again, Sensed()) == reduce(sensed_after, events, Sensed())


@given(readings)
def test_no_tag_certainly_stands_on_two_squares_and_nothing_is_certain_without_a_magnet(found):
    sensed = reduce(sensed_after, [event for s, (on, tags) in found.items() for event in told(s, on, tags)], Sensed())
    certain = [sensed.tag_at(square) for square in range(SQUARES) if sensed.tag_at(square)]
    assert len(certain) == len(set(certain)) == len(sensed.standing())
    for tag, square in sensed.standing().items():
        assert square in sensed.on
        assert tag in sensed.tags[square]
    assert set(sensed.standing().values()) <= set(sensed.occupied())


@given(readings)
def test_a_board_that_tells_its_whole_state_is_believed_afresh(found):
    events = [event for s, (on, tags) in found.items() for event in told(s, on, tags)]
    state = [BoardTold(0, tuple(s for s, (on, _) in found.items() if on))]
    state += [TagsRead(0, square, tuple(tags)) for square, (_, tags) in found.items() if tags]
    known = reduce(sensed_after, events, Sensed())
    again = reduce(sensed_after, state, reduce(sensed_after, [*told(9, True, [Z]), Stirred(0), Calmed(0)], known))
    assert [again.reading(s) for s in range(SQUARES)] == [known.reading(s) for s in range(SQUARES)]
