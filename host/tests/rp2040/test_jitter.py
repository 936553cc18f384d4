"""How evenly the emulated board looks at its squares while its line to the host is busy and its lamps change."""

import random
from itertools import pairwise

import pytest
from tablewire.messages import HallChanged, Lamp

from host.board_image import image_here
from host.simulator.emulated_board import EmulatedBoard
from host.tests.board_line import Line, lay, lift

SCAN_US = 10_000
START_S, BUSY_S, STEP_S = 2.5, 10, 0.05
BOUND_US = 2_000  # for 99 of 100 scans; a collection of the heap, every few seconds, holds one up by 12 to 20 ms
LAYS_EVERY, LIGHTS_EVERY, LIGHTS = 4, 5, 7  # steps; a play's worth of lamps at once, four times a second
LIE_MOST = 6


def keep_busy(line: Line, chance: random.Random) -> None:
    """Five tiles a second laid or lifted anywhere, each acknowledged; 28 orders a second for a lamp of any colour."""
    lying: list[int] = []
    for step in range(round(BUSY_S / STEP_S)):
        if step % LIGHTS_EVERY == 0:
            for _ in range(LIGHTS):
                line.say(Lamp(chance.randrange(225), *(chance.randrange(256) for _ in range(3))))
        if step % LAYS_EVERY == 0:
            if len(lying) == LIE_MOST:
                square = lying.pop(0)
                lift(line, square, square)
            else:
                lying.append(chance.choice([square for square in range(225) if square not in lying]))
                lay(line, lying[-1], lying[-1])
        line.run(STEP_S)


@pytest.mark.parametrize("settings", [{"role": "board"}, {"role": "whole", "pad": True}], ids=["board", "whole"])
def test_a_busy_line_holds_up_no_more_than_one_scan_in_a_hundred(settings):
    with EmulatedBoard(image_here(), settings, watch=True) as board:
        line = Line(board)
        line.run(START_S)
        start_us = board.now_us
        keep_busy(line, random.Random(1))
        line.port.close()
        scans = [us for us in board.scans_us() if us > start_us]
    assert len(scans) >= 0.99 * BUSY_S * 1e6 / SCAN_US
    assert len([t for t in line.told if isinstance(t.message, HallChanged)]) >= 4 * BUSY_S
    assert line.acknowledged == BUSY_S / STEP_S / LIGHTS_EVERY * LIGHTS
    off = sorted(abs(later - sooner - SCAN_US) for sooner, later in pairwise(scans))
    p99 = off[len(off) * 99 // 100]
    print(f"scans {len(scans)}: off by {off[len(off) // 2]} us (median), {p99} us (p99), {off[-1]} us at most")
    assert p99 <= BOUND_US
    assert board.boots == 1
