"""The bench checks that a board does by itself (T03 to T06), under MicroPython on modelled chips: each passes on a
sound board and catches the faults that it is for."""

import pytest
from tablewire import messages as wire

from host.simulator.board_process import BoardProcess
from host.tests.board_line import CENTRE, Line, hall_board, lay, messages, require_micropython, tag


@pytest.fixture(autouse=True)
def _micropython() -> None:
    require_micropython()


def check(line: Line, test: int, count: int) -> wire.TestDone:
    line.say(wire.TestWanted(test, count))
    [done] = [m for m in messages(line.run(0.5 + 0.012 * count)) if isinstance(m, wire.TestDone)]
    return done


def test_on_a_sound_empty_board_all_bench_checks_pass() -> None:
    with hall_board() as line:
        assert check(line, 3, 417) == (3, 417, 0, 255)   # 10^5 bits
        assert check(line, 4, 1000) == (4, 1000, 0, 255)
        assert check(line, 5, 20) == (5, 20, 0, 255)
        assert check(line, 6, 1000) == (6, 1000, 0, 255)  # 10 s
        assert check(line, 99, 5) == (99, 0, 0, 255)      # no such check here: none done


@pytest.mark.parametrize(("fault", "test", "where"), [
    (("chain_break", 6), 3, 3),          # chip 6 is the first of row 3: its second chip is not reached
    (("chain_break", 6), 4, 3),
    (("chain_noise", 0.9), 3, None),
    (("chain_noise", 0.9), 4, None),
    (("hall_stuck", 44, "on"), 5, 44),
    (("hall_stuck", 44, "on"), 6, 44),
])
def test_each_bench_check_catches_its_fault_and_says_where(fault: tuple, test: int, where: int | None) -> None:
    with hall_board() as line:
        line.board.fault(*fault)
        done = check(line, test, 200)
        assert done.errors > 0
        assert done.where == where if where is not None else done.errors < 200


@pytest.mark.parametrize("test", [5, 6])
def test_every_bad_square_is_told_though_all_of_them_are(test: int) -> None:
    """More squares than messages wait at a time: none is lost."""
    with hall_board() as line:
        for square in range(225):
            line.board.fault("hall_stuck", square, "on")
        line.say(wire.TestWanted(test, 20))
        told = messages(line.run(4))
        assert [m.where for m in told if isinstance(m, wire.Measured) and m.where < 255] == list(range(225))
        assert [m[1:] for m in told if isinstance(m, wire.TestDone)] == [(20, 225, 0)]
        assert line.beats[-1].lost == 0


def test_without_supply_no_tile_is_felt_and_what_the_sensors_still_get_is_told() -> None:
    """A supply that does not switch off shows by its volts, on an empty board too, and by a tile that lies there."""
    def told() -> list[wire.Measured | wire.TestDone]:
        line.say(wire.TestWanted(5, 20))
        return [m for m in messages(line.run(1)) if isinstance(m, (wire.Measured, wire.TestDone))]

    with hall_board() as line:
        line.board.fault("hall_power_stuck")
        [volts, done] = told()
        assert volts[:2] == (5, 255)
        assert 3290 <= volts.value <= 3300
        assert done == (5, 20, 0, 255)
        line.board.fault("hall_power_stuck", "off")
        lay(line, CENTRE)
        line.run(1)
        assert told() == [(5, 255, 0), (5, 20, 0, 255)]
        line.run(1)
        line.board.fault("hall_power_stuck")
        assert told()[1:] == [(5, CENTRE, 1), (5, 20, 1, CENTRE)]


def test_a_mirrored_cable_shows_the_tile_on_the_square_across_the_diagonal() -> None:
    with hall_board() as line:
        line.board.fault("mirrored")
        lay(line, 3 * 15 + 9)
        assert messages(line.run(1))[1].square == 9 * 15 + 3


def test_a_bridge_of_solder_shows_one_tile_on_two_squares_and_only_one_has_its_tag() -> None:
    """A magnet without a tag beside the tile: it is asked to be looked at, and no second tile is made of it."""
    with BoardProcess() as board:
        line = Line(board)
        line.run(0.1)
        board.fault("chain_bridge", CENTRE)
        lay(line, CENTRE)
        told = messages(line.run(2))
        assert {m.square for m in told if isinstance(m, wire.HallChanged)} == {CENTRE, CENTRE + 1}
        assert [(m.square, m.tag) for m in told if isinstance(m, wire.TagRead)] == [(CENTRE, tag(1))]
        assert [m.square for m in told if isinstance(m, wire.TagNone)] == [CENTRE + 1]
        line.port.close()
