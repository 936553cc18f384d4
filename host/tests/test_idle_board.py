"""A board that nobody touches until its microseconds have wrapped half way, on the virtual table: awake as before."""

import pytest
from tablewire import messages as wire

from host.simulator.board_process import BoardProcess
from host.tests.board_line import Line, messages, require_micropython, tag

IDLE_S = 540  # ticks_us tell no more than 2**29 us apart, 8.9 minutes


@pytest.fixture(autouse=True)
def _micropython() -> None:
    require_micropython()


def idle(board: BoardProcess) -> Line:
    line = Line(board)
    line.run(IDLE_S)
    assert board.boots == 1
    return line


def test_the_bags_ring_hears_a_tile_after_nine_minutes() -> None:
    with BoardProcess({"role": "bag", "radio": False}) as board:
        line = idle(board)
        board.tile_passes(tag(1), board.now_us + 100_000, 150_000)
        assert [m.tag for m in messages(line.run(2)) if isinstance(m, wire.BagSighting)] == [tag(1)]
        assert board.boots == 1


def test_a_rack_is_told_after_nine_minutes() -> None:
    with BoardProcess({"role": "radio", "radio": False}) as board:
        line = idle(board)
        board.lies_on_rack(1, [tag(1)])
        assert [(m.rack, m.tag) for m in messages(line.run(3)) if isinstance(m, wire.RackTag)] == [(1, tag(1))]
        assert board.boots == 1
