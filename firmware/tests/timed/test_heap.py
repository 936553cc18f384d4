"""The scan of a board at rest takes nothing from the heap, so that no collection of garbage ever delays it.

The models of the chips may allocate: each takes the lock off on entry and puts it on again on exit.
"""

import gc
import time
from time import ticks_ms

import machine
import micropython
from drivers import parts
from line import Line, now_ms
from rig import PaperLine, Watchdog, run
from roles.board import Board, NoRadio
from rounds import Rounds
from scan.pad import NoPad
from scan.posts import Posts
from scan.settle import Settle
from sim import wiring
from sim.world import World
from tablewire.frames import UNNUMBERED, frame
from tablewire.messages import PROTOCOL, HallChanged, HostHello, Moving, pack
from tablewire.session import BoardSession

MINUTE_S = 60
SCANS = 6000  # in a minute, 100 a second
CENTRE = 112


class Free:
    """A model that may allocate whether or not the heap is locked where it is called."""

    def __init__(self, model):
        self._model = model

    def __call__(self, level):
        depth = unlocked()
        self._model(level)
        locked(depth)

    def readinto(self, buffer):
        depth = unlocked()
        self._model.readinto(buffer)
        locked(depth)


def unlocked():
    """Unlock the heap; how deep it was locked."""
    micropython.heap_lock()
    depth = 0
    while micropython.heap_unlock():
        depth += 1
    return depth


def locked(depth):
    for _ in range(depth):
        micropython.heap_lock()


class SilentPort:
    def read(self):
        return None


class Strip:
    def power(self, on):
        pass


def board_on_models(world):
    """A board at work, its chain's models free to allocate while all else is not."""
    machine.circuit = wiring.wired("board", world, lambda: time.now_us, 1, {}, print)
    chain = parts.hall_chain()
    chain._spi, chain._load = Free(chain._spi), Free(chain._load)
    line = PaperLine()
    return Board(chain, Settle(), NoRadio(), NoPad(), Posts(), line, Strip()), line


def laid_on(world, square, at_us):
    where = 9500 + 19000 * (square % 15), 9500 + 19000 * (square // 15)
    world.put(1, b"\xe0\x04\x01\x00\x00\x00\x00\x01", (at_us, where[0], where[1], 0) * 2, False, at_us)


async def under_lock(task):
    """`task`, with the heap locked from its first round on, asyncio's own queue included. The run unlocks it."""
    micropython.heap_lock()
    await task


def test_a_minute_of_scans_of_a_board_at_rest_allocates_nothing():
    board, line = board_on_models(World())
    began_ms = ticks_ms()
    run(MINUTE_S, under_lock(board.scan()))
    assert ticks_ms() - began_ms >= 1000 * MINUTE_S - 10
    assert SCANS - 5 <= board.counts()[0] <= SCANS + 5, board.counts()
    assert line.posted == []


def test_a_scan_that_does_allocate_is_found_out():
    """A tile comes down: what is told of it needs room, and under the lock there is none."""
    world = World()
    board, _ = board_on_models(world)
    laid_on(world, CENTRE, time.now_us + 500000)
    try:
        run(1, under_lock(board.scan()))
        raise AssertionError("a tile was told without room for its message")
    except MemoryError:
        pass


def test_a_tile_set_down_costs_a_few_kilobytes_of_heap():
    """Messages, and what settles: 190 KB are there, and each change takes from them until the next collection.

    On this 64-bit build; a microcontroller's objects are half as large.
    """
    world = World()
    board, line = board_on_models(world)
    run(1, board.scan())
    laid_on(world, CENTRE, time.now_us)
    before = cost = 0
    for _ in range(30):
        raw = bytes(board._chain.read())
        gc.collect()
        before = gc.mem_alloc()
        if board._settle.take(raw, now_ms()):
            board._tell_changes(now_ms())
        cost += gc.mem_alloc() - before
        time.sleep_ms(10)
    assert [type(message) for message in line.posted] == [Moving, HallChanged]
    assert 0 < cost < 8000, cost


def test_a_line_at_rest_allocates_nothing_either():
    sent = []
    session = BoardSession(1, b"VIRTUAL0", 1, 0, lambda view: sent.append(bytes(view)))
    session.feed(frame(UNNUMBERED, pack(HostHello(PROTOCOL, 1, 0, 0))), 0)
    session.pump(0)
    assert session.is_open
    line = Line(session, SilentPort(), Rounds(Watchdog()))
    run(MINUTE_S, under_lock(line.talk(None)))
