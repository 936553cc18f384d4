"""A board that has just started tells its whole state when its first readings have settled, and not before."""

import asyncio
import time

from heap_rig import board_on_models, free, laid_on
from line import now_ms
from pinout import SCAN_MS, SETTLE_MS
from rig import PaperLine, run
from sim.world import World
from tablewire.messages import HallState, Quiet, StateWanted

CENTRE = 112
SENSOR_MS = 50           # a sensor looks every so often


async def ask(board, at_ms):
    await asyncio.sleep_ms(at_ms)
    board.obey(StateWanted())


def told(at_ms, seconds=1, tile=False):
    """What a board tells that is asked for its state `at_ms` after its start, with a tile on it or without."""
    line, world = PaperLine(), World()
    board = board_on_models(world, line)
    if tile:
        laid_on(world, CENTRE, time.now_us)
    run(seconds, free(board.scan()), free(board.begin()), free(ask(board, at_ms)))
    return line.posted


def states(posted):
    return [message for message in posted if isinstance(message, HallState)]


def test_asked_at_once_it_tells_what_stands_there_and_no_rest_before():
    began_ms = now_ms()
    posted = told(SCAN_MS // 2, tile=True)
    state = states(posted)
    assert len(state) == 1
    assert state[0].bits[CENTRE // 8] == 0x80 >> CENTRE % 8
    assert sum(state[0].bits) == state[0].bits[CENTRE // 8]
    assert SETTLE_MS <= state[0].at_ms - began_ms <= SETTLE_MS + SENSOR_MS + 2 * SCAN_MS
    quiet = [nth for nth, message in enumerate(posted) if isinstance(message, Quiet)]
    assert quiet
    assert quiet[0] > posted.index(state[0])


def test_of_an_empty_board_it_does_not_tell_sooner():
    began_ms = now_ms()
    state = states(told(SCAN_MS // 2))
    assert len(state) == 1
    assert SETTLE_MS <= state[0].at_ms - began_ms <= SETTLE_MS + 2 * SCAN_MS
    assert not any(state[0].bits)


def test_asked_later_it_answers_at_once():
    began_ms = now_ms()
    state = states(told(500))
    assert [each.at_ms - began_ms for each in state] == [500]


def test_not_asked_it_tells_none():
    assert states(told(5000, seconds=2)) == []
