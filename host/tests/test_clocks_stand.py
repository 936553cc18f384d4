"""Where table.toml says so, the clocks stand after a refused press and while the board is silent; else they run."""

import pytest

from engine_lite.notation import parse_square
from host.core.events import (
    BoardDown,
    BoardUp,
    Calmed,
    ClockPressed,
    Due,
    GameOpened,
    HallChanged,
    Passed,
    Resigned,
    Started,
    Stirred,
)
from host.core.table import deadline, open_table, step
from host.tests.test_desk import SECOND, TAGS


def opened(rulebook="fisc_classic", **knobs):
    return open_table(GameOpened(0, rulebook, ("Anna", "Biel"), (1_800 * SECOND,) * 2, tuple(TAGS.items()),
                                 self_ending=True, **knobs))


def played(table, *told):
    """The table after `told`, each a second after the other, whatever was due in between."""
    for at, event in enumerate(told, 1):
        while (due := deadline(table)) is not None and due <= at * SECOND:
            table, _ = step(table, Due(at_ns=due))
        table, _ = step(table, event(at * SECOND))
    return table


def up(at):
    return BoardUp(at, "board")


def down(at):
    return BoardDown(at, "board")


def anna_starts(at):
    return Started(0, at_ns=at)


def pressed(at):
    return ClockPressed(at, 0)


def passed(at):
    return Passed(0, at_ns=at)


def laid(at):
    return HallChanged(at, parse_square("h8"), True)


def calm(at):
    return Calmed(at)


def taken_up(at):
    return HallChanged(at, parse_square("h8"), False)


REFUSED = (laid, calm, pressed, calm)  # nobody knows which tile lies there


@pytest.mark.parametrize(("knobs", "runs"), [({}, 0), ({"halts": True}, None)])
def test_after_a_press_over_a_wrong_board_the_clock_runs_or_stands_until_the_board_changes(knobs, runs):
    table = played(opened(**knobs), up, anna_starts, *REFUSED)
    assert (table.refusal is not None, table.clock.running) == (True, runs)
    assert played(table, *[calm] * 6, taken_up).clock.running == 0


def test_a_press_with_nothing_laid_stops_no_clock():
    """There is nothing on the board to put right: whoever pressed so would think for nothing, as long as he likes."""
    table = played(opened(halts=True), up, anna_starts, pressed, calm)
    assert (table.refusal is not None, table.clock.running) == (True, 0)


def test_a_turn_that_is_given_up_on_a_page_starts_the_other_clock_though_the_clocks_stood():
    assert played(opened(halts=True), up, anna_starts, *REFUSED, taken_up, calm, passed).clock.running == 1


@pytest.mark.parametrize(("knobs", "runs"), [({}, 0), ({"stands_unplugged": True}, None)])
def test_while_nothing_is_heard_of_the_board_the_clocks_run_or_stand(knobs, runs):
    """Two seconds of play, twenty without a board, and the clock goes on when it speaks again."""
    table = played(opened(**knobs), up, anna_starts, calm, down)
    assert table.clock.running == runs
    table = played(table, *[calm] * 23, up)
    assert (table.clock.running, table.clock.at(24 * SECOND)[0]) == (0, (1_798 if runs is None else 1_778) * SECOND)


def resigned(at):
    return Resigned(0, at_ns=at)


@pytest.mark.parametrize(("knobs", "told"), [
    ({"stands_unplugged": True}, (down, resigned, up)), ({"halts": True}, (*REFUSED, resigned, taken_up)),
])  # fmt: skip
def test_a_game_that_ends_while_the_clocks_stand_is_over_when_the_board_is_there_again_or_changes(knobs, told):
    table = played(opened(**knobs), up, anna_starts, calm, *told)
    assert (table.ended, table.clock.running, table.course.halted) == ("resigned", None, False)


def test_a_board_that_falls_silent_after_the_time_of_both_sides_stops_no_clock():
    """The news of the cable comes before that of the time, which was over first."""
    table = played(opened("manacor", stands_unplugged=True), up, anna_starts)
    late = 4_300 * SECOND  # 70 minutes (000 r28e) and some
    table, _ = step(table, down(late))
    table, _ = step(table, Due(at_ns=late))
    assert table.ended == "time_cap"


def test_a_press_that_is_refused_when_the_time_of_both_sides_is_over_ends_the_game_and_no_more():
    """It was heard before; while it was decided the seventy minutes were over (000 r28e)."""
    over = (4_200 + 2) * SECOND  # the clock runs from the second second on
    table = played(opened("manacor", halts=True), up, anna_starts, laid, calm)
    for event in (Stirred(over - 1), ClockPressed(over - 1, 0), Calmed(over), Due(at_ns=over + SECOND),
                  Due(at_ns=over + SECOND)):
        table, _ = step(table, event)
    assert (table.press, table.ended, table.course.halted) == (None, "time_cap", False)
