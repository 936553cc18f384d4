"""Lamps that overload the 5 V give way: dimmed first, dark if that does not help; and the low-cost table's strip."""

from dataclasses import replace
from pathlib import Path

import pytest
from tablewire import messages as wire

from host import games
from host.core.events import Started
from host.rehearsal.builds import L1
from host.rehearsal.virtual import VirtualTable
from host.simulator.board_process import BoardProcess
from host.tests.board_line import Line, hall_board, require_micropython
from host.tests.players import Players

WHITE = (255, 255, 255)


@pytest.fixture(autouse=True)
def _micropython() -> None:
    require_micropython()


def drawn_ma(line: Line) -> float:
    """hardware design 3.8, without what dark lamps draw."""
    return sum(sum(bytes.fromhex(colour)) for colour in line.board.lamps.values()) / 255 * 20


def light(line: Line, squares: range) -> None:
    for square in squares:
        line.say(wire.Lamp(square, *WHITE))
    line.run(0.06)


def test_the_low_cost_table_shows_at_its_clocks_which_one_runs() -> None:
    with BoardProcess({"radio": False, "pad": True}) as board:
        line = Line(board)
        line.run(0.1)
        for seat, first in ((0, 30), (1, 38)):
            line.say(wire.ClockLamps(seat))
            line.run(0.2)
            assert [lamp for lamp, colour in board.lamps.items() if colour != "000000"] == [*range(first, first + 8)]
        line.say(wire.ClockLamps(255))
        line.run(0.2)
        assert set(board.lamps.values()) == {"000000"}
        line.port.close()


def test_a_game_lights_the_clock_that_runs(tmp_path: Path) -> None:
    """From the core's effect to the strip."""
    opened = replace(Players().opened, radio=False)
    with VirtualTable(lambda clock: games.begin(tmp_path / "one.journal", opened, clock), boards=L1) as stage:
        stage.rest()
        assert set(stage.board.lamps.values()) == {"000000"}
        stage.happened(lambda at: Started(1, at_ns=at))
        stage.advance(stage.now_us + 300_000)
        assert stage.table.clock.running == 1
        assert [lamp for lamp, colour in stage.board.lamps.items() if colour != "000000"] == [*range(38, 46)]


def test_a_rail_that_sags_dims_the_lamps_until_it_holds() -> None:
    with hall_board() as line:
        light(line, range(4))
        assert drawn_ma(line) == 10 * 60
        line.board.fault("rail_sag", 200)
        line.run(1)
        assert 100 < drawn_ma(line) <= 200  # halved twice, not a third time
        before = drawn_ma(line)
        line.run(2)
        assert drawn_ma(line) == before
        light(line, range(20))
        line.run(1)
        assert drawn_ma(line) <= 200


def test_a_rail_that_sags_however_dim_the_lamps_are_loses_them_until_they_are_put_out() -> None:
    with hall_board() as line:
        line.board.fault("rail_sag", 0)
        light(line, range(4))
        line.run(1)
        assert drawn_ma(line) == 0
        line.board.heal("rail_sag")
        light(line, range(6))
        line.run(1)
        assert drawn_ma(line) == 0
        line.say(wire.LampsOff())
        line.run(0.1)
        light(line, range(4))
        assert drawn_ma(line) == 10 * 60


def test_a_square_of_the_low_cost_table_is_shown_at_the_ends_of_its_row_and_its_column() -> None:
    with BoardProcess({"radio": False, "pad": True}) as board:
        line = Line(board)
        line.run(0.1)
        line.say(wire.Lamp(17, 9, 8, 7))
        line.run(0.1)
        assert {lamp: colour for lamp, colour in board.lamps.items() if colour != "000000"} == {
            1: "090807", 17: "090807"}
        line.port.close()
