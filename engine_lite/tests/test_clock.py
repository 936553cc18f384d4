"""Clock arithmetic: no time is lost, none is charged twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_lite.clock import NS_PER_S, Clock

MOMENTS = st.lists(st.integers(0, 4000 * NS_PER_S), max_size=20).map(sorted)


@given(MOMENTS, st.integers(1, 4))
def test_every_nanosecond_is_charged_to_exactly_one_side(moments: list[int], seats: int) -> None:
    """From the first start to now, whoever presses when: what the clocks lost is what went by."""
    clock = Clock.new(seats, seconds=1800).start(0, now_ns=0)
    for now in moments:
        assert clock.running is not None
        clock = clock.pressed(clock.running, now, next=(clock.running + 1) % seats)
    end = moments[-1] if moments else 0
    assert sum(clock.left_ns) - sum(clock.at(end + 5)) == 5
    assert seats * 1800 * NS_PER_S - sum(clock.at(end)) == end


def test_a_press_hands_over_and_overtime_goes_below_zero() -> None:
    """The pressed clock stops where it was, the other runs from there on."""
    clock = Clock.new(2, seconds=60).start(0, now_ns=0).pressed(0, 70 * NS_PER_S, next=1)
    assert clock.at(80 * NS_PER_S) == (-10 * NS_PER_S, 50 * NS_PER_S)
    assert clock.stop(80 * NS_PER_S).at(999 * NS_PER_S) == (-10 * NS_PER_S, 50 * NS_PER_S)


def test_a_press_beside_a_clock_that_stands_changes_nothing() -> None:
    """Neither the other's, nor on stopped clocks."""
    clock = Clock.new(2, seconds=60)
    assert clock.pressed(0, 5, next=1) == clock
    assert clock.start(0, 5).pressed(1, 9, next=0) == clock.start(0, 5)


def test_late_news_gives_no_time_back() -> None:
    """A moment before the last change charges nothing and moves nothing."""
    clock = Clock.new(2, seconds=60).start(0, now_ns=100)
    assert clock.at(50) == clock.left_ns
    assert clock.stop(50).since_ns == 100


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_without_a_clock(seat: int) -> None:
    """Said by name."""
    with pytest.raises(ValueError, match="the seats are 0 to 1"):
        Clock.new(2, seconds=60).start(seat, 0)
