"""The scan takes nothing from the heap, whatever happens on the board, and so makes no garbage for whose collection
it would have to wait.

The models of the chips may allocate, the hands and the link too: each takes the lock off on entry and puts it on
again on exit.
"""

import asyncio
import gc
import time
from time import ticks_ms

import machine
from heap_rig import HostPort, SilentPort, board_on_models, free, laid_on, under_lock
from line import Line, now_ms
from pinout import SQUARES
from rig import PaperLine, Watchdog, run
from rounds import Rounds
from sim.world import World
from tablewire.frames import UNNUMBERED, frame
from tablewire.messages import PROTOCOL, HallChanged, HostHello, MagnetStirs, Moving, Quiet, pack
from tablewire.session import CAPACITY, BoardSession

MINUTE_S = 60
SCANS = 6000  # in a minute, 100 a second
CENTRE = 112
TILES = 64               # laid, and lifted again, in the busy minute
ON_BOARD = 5             # of them at once
STEP_MS = 850
WRAP_MS = 1 << 30        # here a board's milliseconds begin again


def line_to(port, write):
    """A board's own line, and its session."""
    session = BoardSession(1, b"VIRTUAL0", 1, 0, write)
    return Line(session, port, Rounds(Watchdog(), 1)), session


def test_a_minute_of_scans_of_a_board_at_rest_allocates_nothing():
    line = PaperLine()
    board = board_on_models(World(), line)
    began_ms = ticks_ms()
    run(MINUTE_S, under_lock(board.scan()))
    assert ticks_ms() - began_ms >= 1000 * MINUTE_S - 10
    assert SCANS - 5 <= board.counts()[0] <= SCANS + 5, board.counts()
    assert line.posted == []


class Hands:
    """Lay a tile every STEP_MS and lift the one laid ON_BOARD steps before, TILES in all."""

    def __init__(self, world):
        self._world = world
        self.laid = []
        self.lifted = []

    async def run(self):
        await asyncio.sleep_ms(500)
        for step in range(TILES + ON_BOARD):
            if step < TILES:
                square = 7 * step % SQUARES
                laid_on(self._world, square, time.now_us, step)
                self.laid.append(square)
            if step >= ON_BOARD:
                self._world.take_away(step - ON_BOARD, time.now_us)
                self.lifted.append(7 * (step - ON_BOARD) % SQUARES)
            await asyncio.sleep_ms(STEP_MS)


def busy_minute(port):
    """Play it, the board's milliseconds beginning again halfway: the hands, the board's scans, and its session."""
    world = World()
    line, session = line_to(port, port.write)
    board = board_on_models(world, line, tells_stirs=True)
    hands = Hands(world)
    boot_us, time.boot_us = time.boot_us, time.now_us - 1000 * (WRAP_MS - 500 * MINUTE_S)
    began_ms = now_ms()
    try:
        run(MINUTE_S, under_lock(board.scan()), free(line.talk(None)), free(hands.run()))
        assert now_ms() < began_ms
    finally:
        time.boot_us = boot_us
    assert SCANS - 5 <= board.counts()[0] <= SCANS + 5, board.counts()
    return hands, session


def test_a_minute_of_scans_in_which_tiles_come_and_go_allocates_nothing():
    port = HostPort()
    hands, session = busy_minute(port)
    changes = [message for message in port.heard if isinstance(message, HallChanged)]
    assert [change.square for change in changes if change.on] == hands.laid
    assert [change.square for change in changes if not change.on] == hands.lifted
    assert len(hands.laid) == len(hands.lifted) == TILES
    stirs = [message.square for message in port.heard if isinstance(message, MagnetStirs)]
    assert sorted(set(stirs)) == sorted(set(hands.laid))
    assert isinstance(port.heard[0], Moving)
    assert isinstance(port.heard[-1], Quiet)
    assert session.lost == 0


def test_nor_does_it_while_the_sensors_supply_is_too_low_and_when_it_holds_again():
    """It sags so far that a square is taken for one with a magnet."""
    half_of_a_minute_with("hall_supply_low", "1700")


def test_nor_does_it_while_the_chain_is_broken_and_when_it_is_whole_again():
    half_of_a_minute_with("chain_break", "6")


def half_of_a_minute_with(*fault):
    """A second after the start it comes for a second, again and again: a scan that is dropped allocates nothing."""
    port = HostPort()
    line, _ = line_to(port, port.write)
    board = board_on_models(World(), line)

    async def comes_and_goes():
        for _ in range(MINUTE_S // 2):
            await asyncio.sleep_ms(1000)
            machine.circuit.fault(fault[0], fault[1:])
            await asyncio.sleep_ms(1000)
            machine.circuit.fault(fault[0], (), heal=True)

    run(MINUTE_S, under_lock(board.scan()), free(line.talk(None)), free(comes_and_goes()))
    scans, dropped = board.counts()
    assert SCANS - 5 <= scans <= SCANS + 5
    assert SCANS // 2 - 200 <= dropped <= SCANS // 2
    told = [type(message) for message in port.heard]
    assert told[:MINUTE_S - 2] == [Moving, Quiet] * (MINUTE_S // 2 - 1)
    assert set(told) == {Moving, Quiet}, told


def test_nor_does_it_when_the_host_hears_nothing_and_there_is_no_room_left():
    _, session = busy_minute(HostPort(deaf=True))
    assert len(session._outbox) == CAPACITY
    assert session.lost > 0


def test_keeping_sending_and_forgetting_messages_allocates_nothing():
    """The link may allocate for its frames; the outbox needs nothing of it."""
    outbox = line_to(SilentPort(), None)[1]._outbox
    run(1, under_lock(all_the_ways_of(outbox)))
    assert outbox.oldest == 10 * (CAPACITY + 1)


async def all_the_ways_of(outbox):
    for _ in range(10 * (CAPACITY + 1)):
        outbox.slot()
        outbox.keep(7)
        assert outbox.to_send(0) == 0
        assert outbox.to_send(0) == -1
        outbox.due_in_ms(0)
        outbox.rewind()
        assert outbox.acknowledged(outbox.next, 0)


def test_a_scan_that_does_allocate_is_found_out():
    """A tile comes down: a line on paper makes a message of what is told, for which there is no room under lock."""
    world = World()
    board = board_on_models(world, PaperLine())
    laid_on(world, CENTRE, time.now_us + 500000)
    try:
        run(1, under_lock(board.scan()))
        raise AssertionError("a tile was told without room for its message")
    except MemoryError:
        pass


def test_a_tile_set_down_and_lifted_costs_nothing_of_the_heap():
    world = World()
    line, session = line_to(SilentPort(), None)
    board = board_on_models(world, line)
    run(1, board.scan())
    laid_on(world, CENTRE, time.now_us)
    cost = 0
    gc.collect()
    gc.disable()
    for nth in range(60):
        if nth == 30:
            world.take_away(1, time.now_us)
        board._chain.read()
        raw = board._chain._buffer
        before = gc.mem_alloc()
        if board._settle.take(raw, now_ms()):
            board._tell_changes(now_ms())
        cost += gc.mem_alloc() - before
        time.sleep_ms(10)
    gc.enable()
    assert len(session._outbox) == 3  # Moving, and HallChanged twice
    assert cost == 0, cost


def test_a_line_at_rest_allocates_nothing_either():
    sent = []
    line, session = line_to(SilentPort(), lambda view: sent.append(bytes(view)))
    session.feed(frame(UNNUMBERED, pack(HostHello(PROTOCOL, 1, 0, 0))), 0)
    session.pump(0)
    assert session.is_open
    run(MINUTE_S, under_lock(line.talk(None)))
