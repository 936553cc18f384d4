"""While the supply of the Hall sensors is too low for the chain to tell a magnet from none, the squares stay as they
were settled and nothing is at rest; once it holds again what lies there then is told.
"""

from pathlib import Path

import pytest
from tablewire.messages import HallChanged, HallState, Moving, Quiet, StateWanted

from host.adapters.link_health import NOT_MEASURED_MV
from host.rehearsal.outcome import rehearse
from host.tests.board_line import CENTRE, Line, hall_board, lay, lift, require_micropython

OTHER = 100  # another square


def told(line: Line, seconds: float) -> list[type]:
    return [type(each.message) for each in line.run(seconds)]


@pytest.mark.parametrize("millivolts", [2200, 1700, 1000, 0])  # the chain guesses; the sensors are off; no supply
def test_no_square_changes_while_the_supply_is_too_low_nor_when_it_holds_again(millivolts: int) -> None:
    require_micropython()
    with hall_board() as line:
        lay(line, CENTRE)
        line.run(2)
        line.board.fault("hall_supply_low", millivolts)
        assert told(line, 3) == [Moving]
        assert line.beats[-1].bad_scans >= 250
        line.board.heal("hall_supply_low")
        assert told(line, 1) == [Quiet]


def test_what_hands_have_done_meanwhile_is_told_afterwards() -> None:
    require_micropython()
    with hall_board() as line:
        lay(line, CENTRE)
        line.run(2)
        line.board.fault("hall_supply_low", 1700)
        line.run(1)
        lift(line, CENTRE)
        line.run(1)
        lay(line, OTHER, 2)
        line.run(1)
        line.board.heal("hall_supply_low")
        changes = [each.message for each in line.run(1) if isinstance(each.message, HallChanged)]
        assert sorted((each.square, each.on) for each in changes) == sorted([(CENTRE, 0), (OTHER, 1)])


def test_a_board_that_starts_with_too_low_a_supply_tells_no_state_until_it_holds() -> None:
    require_micropython()
    with hall_board() as line:
        lay(line, CENTRE)
        line.run(2)
        line.board.fault("hall_supply_low", 1700)
        line.board.fault("brown_out")
        line.run(3)
        line.say(StateWanted())
        assert not told(line, 3)
        line.board.heal("hall_supply_low")
        (state,) = [each.message for each in line.run(1) if isinstance(each.message, HallState)]
        assert state.bits[CENTRE // 8] == 0x80 >> CENTRE % 8
        assert sum(state.bits) == state.bits[CENTRE // 8]


def test_a_supply_that_is_too_low_from_the_start_on_is_told() -> None:
    """Nobody would know why the board never tells its state."""
    require_micropython()
    with hall_board() as line:
        line.board.fault("hall_supply_low", 1700)
        line.board.fault("brown_out")
        line.run(3)
        assert abs(line.supplies[-1].hall_mv - 1700) <= 10
        assert line.supplies[-1].five_mv != NOT_MEASURED_MV


def test_a_supply_that_is_low_and_yet_tells_a_magnet_from_none_is_believed() -> None:
    require_micropython()
    with hall_board() as line:
        line.run(1)
        line.board.fault("hall_supply_low", 2450)
        lay(line, CENTRE)
        changes = [each.message for each in line.run(1) if isinstance(each.message, HallChanged)]
        assert [(each.square, each.on) for each in changes] == [(CENTRE, 1)]


@pytest.mark.parametrize("boards", ["whole", "r1"])
@pytest.mark.parametrize("after_s", ["0.01", "0.09", "0.12", "0.2"])
def test_a_press_just_after_the_supply_holds_counts_what_was_laid_and_drawn_before(
        after_s: str, boards: str, tmp_path: Path) -> None:
    """The rack was held to be short: what it was filled with had not been counted when the play was."""
    require_micropython()
    script = tmp_path / "script.txt"
    script.write_text("rulebook manacor\nlexicon none\nrack A S O L E R T A\nrack B T E R S E N C\nstart A\n"
                      "fault hall_supply_low 1700\nwait 1\nlay h8 S O L\ndraw A 3\nwait 1\n"
                      f"heal hall_supply_low\nwait {after_s}\npresses A\nwait 4\nexpect quiet\n"
                      "expect score A 6\nexpect turn B\nexpect bag 83\n")
    assert rehearse(script, "sensors", boards).failures == []


def test_a_table_built_without_the_wire_to_the_converter_plays_as_before() -> None:
    """The guide once said that it may be left out: the pin is open, and says nothing of the sensors."""
    require_micropython()
    with hall_board() as line:
        line.board.fault("hall_rail_open")
        line.board.restart()
        line.run(1)
        lay(line, CENTRE)
        changes = [each.message for each in line.run(1) if isinstance(each.message, HallChanged)]
        assert [(each.square, each.on) for each in changes] == [(CENTRE, 1)]
        assert line.supplies[-1].hall_mv == NOT_MEASURED_MV
        assert line.beats[-1].bad_scans == 0
