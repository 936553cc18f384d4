"""What the host tells a board: lamps and the state as levels that merge, questions that are counted."""

import pytest
from tablewire import messages as wire
from tablewire.frames import UNNUMBERED

from host.adapters.link_lamps import LIGHT
from host.core.effects import Colour
from host.tests.far_board import Far, met


@pytest.fixture
def far():
    return met()


def lamps(far):
    return [message for _, message in far.hears(wire.Lamp, wire.LampsOff)]


def settle(far):
    """Let the board take all that is to be said, and tell what of it was about lamps."""
    shown = []
    while new := [message for number, message in far.hears() if number != UNNUMBERED]:
        shown += [message for message in new if isinstance(message, (wire.Lamp, wire.LampsOff))]
        far.takes(len(new))
    return shown


def test_a_new_board_is_made_dark_first_for_nobody_knows_what_it_shows():
    far = Far()
    far.link.light((3,), Colour.FAULT)
    far.meet()
    assert lamps(far) == [wire.LampsOff(), wire.Lamp(3, *LIGHT[Colour.FAULT])]


def test_only_the_difference_between_two_pictures_is_sent(far):
    far.link.light((1, 2), Colour.PLAYED)
    assert lamps(far) == [wire.Lamp(1, *LIGHT[Colour.PLAYED]), wire.Lamp(2, *LIGHT[Colour.PLAYED])]
    far.link.light((2, 3), Colour.PLAYED)
    assert lamps(far) == [wire.Lamp(1, 0, 0, 0), wire.Lamp(3, *LIGHT[Colour.PLAYED])]
    far.link.light((3,), Colour.FAULT)
    assert lamps(far) == [wire.Lamp(2, 0, 0, 0), wire.Lamp(3, *LIGHT[Colour.FAULT])]
    far.link.dark()
    assert lamps(far) == [wire.LampsOff()]
    far.link.light((), Colour.DARK)
    assert lamps(far) == []


def test_pictures_that_follow_faster_than_the_line_merge(far):
    for n in range(1000):
        far.link.light(tuple(range(n % 225)), Colour.PLAYED)
    far.link.light((7,), Colour.FAULT)
    assert settle(far) == [wire.Lamp(7, *LIGHT[Colour.FAULT])]


def test_a_whole_board_of_lamps_goes_out_in_windows(far):
    far.link.light(tuple(range(225)), Colour.PLAYED)
    assert 0 < len(lamps(far)) <= 16
    far.takes(16)
    assert far.link.next_due_ns(far.now_ns) == far.now_ns


def test_a_board_that_has_started_anew_is_shown_the_picture_again(far):
    far.link.light((7,), Colour.FAULT)
    settle(far)
    far.says(far.hello._replace(boot=8))
    assert far.hears(wire.HostHello)[0][1].first == far.taken
    far.takes(0)
    assert settle(far) == [wire.LampsOff(), wire.Lamp(7, *LIGHT[Colour.FAULT])]


def test_what_a_board_lost_for_want_of_room_is_made_good_by_its_whole_state(far):
    far.says(wire.Heartbeat(9, 1, 0, 0, 0))
    assert far.hears(wire.StateWanted) == []
    for _ in range(2):
        far.says(wire.Heartbeat(9, 2, 0, 0, 3))
    assert len(far.hears(wire.StateWanted)) == 1
    assert far.link.heartbeat.scans == 2


def test_the_doctor_gets_tests_and_echoes_by_themselves(far):
    far.link.echo(bytes(63))
    assert far.hears() == [(UNNUMBERED, wire.Echo(bytes(63)))]
    assert far.says(wire.Echo(bytes(63))) == []
    assert far.says(wire.TestDone(3, 10, 0, 255), 0) == []
    assert list(far.link.echoes) == [bytes(63)]
    assert list(far.link.tests_done) == [wire.TestDone(3, 10, 0, 255)]
    assert far.hears(wire.Ack) == [(UNNUMBERED, wire.Ack(1))]


def test_a_rack_is_asked_for_by_its_number(far):
    assert far.link.read_rack(3)
    assert [message for _, message in far.hears()] == [wire.RackWanted(3)]


def test_questions_beyond_all_measure_are_refused_not_forgotten(far):
    taken = sum(far.link.read_again(112) for _ in range(1000))
    far.link.ask_state()
    kinds = []
    while new := far.hears(wire.ReadAgain, wire.StateWanted):
        kinds += [type(message) for _, message in new]
        far.takes(len(new))
    assert kinds.count(wire.ReadAgain) == taken
    assert kinds.count(wire.StateWanted) == 1


def clocks(far):
    """What the board is told of lamps, which it takes."""
    told = [message for number, message in far.hears(wire.Lamp, wire.LampsOff, wire.ClockLamps)
            if number != UNNUMBERED]
    far.takes(len(told))
    return told


def test_the_lamps_at_the_clocks_are_a_level_and_are_told_again_when_all_have_gone_dark(far):
    far.link.light_seat(1)
    far.link.light_seat(0)
    assert not far.link.settled
    assert clocks(far) == [wire.ClockLamps(0)]
    far.link.light_seat(0)
    assert clocks(far) == []
    far.link.light((3,), Colour.FAULT)
    far.link.light_seat(1)
    assert clocks(far) == [wire.Lamp(3, *LIGHT[Colour.FAULT]), wire.ClockLamps(1)]
    far.link.dark()
    assert clocks(far) == [wire.LampsOff(), wire.ClockLamps(1)]
    far.link.light_seat(None)
    assert clocks(far) == [wire.ClockLamps(255)]
    assert far.link.settled


def test_a_board_that_starts_anew_hears_whose_clock_runs(far):
    far.link.light_seat(1)
    assert clocks(far) == [wire.ClockLamps(1)]
    far.says(far.hello._replace(boot=8))
    far.hears(wire.HostHello)
    far.takes(0)
    assert clocks(far) == [wire.LampsOff(), wire.ClockLamps(1)]
