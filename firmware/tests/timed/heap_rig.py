"""A board at work with the heap locked: what may allocate takes the lock off on entry and puts it on on exit."""

import time

import machine
import micropython
from drivers import parts
from roles.board import Board, NoRadio
from scan.nopad import NoPad
from scan.posts import Posts
from scan.settle import Settle
from sim import wiring
from sim.world import middle
from tablewire.frames import UNNUMBERED, Deframer, frame
from tablewire.messages import PROTOCOL, Ack, HostHello, pack, unpack

TAG = b"\xe0\x04\x01\x00\x00\x00\x00\x01"


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


async def under_lock(task):
    """`task`, with the heap locked from its first round on, asyncio's own queue included. The run unlocks it."""
    micropython.heap_lock()
    await task


def free(task):
    """`task` beside one under lock: each of its rounds may allocate."""
    while True:
        depth = unlocked()
        try:
            task.send(None)
        except StopIteration:
            locked(depth)
            return
        locked(depth)
        yield


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


class Strip:
    def power(self, on):
        pass


class SilentPort:
    def read(self):
        return None


class HostPort:
    """The line to a host that greets, and acknowledges all that it hears unless it is `deaf`."""

    def __init__(self, deaf=False):
        self.heard = []          # each numbered message once
        self._deaf = deaf
        self._deframer = Deframer()
        self._says = frame(UNNUMBERED, pack(HostHello(PROTOCOL, 1, 0, 0)))

    def read(self):
        says, self._says = self._says, None
        return says

    def write(self, view):
        for number, body in self._deframer.feed(view):
            if not self._deaf and number == len(self.heard):
                self.heard.append(unpack(body))
                self._says = frame(UNNUMBERED, pack(Ack(number + 1)))
        return len(view)


def board_on_models(world, line, tells_stirs=False):
    """A board at work on `line`, its chain's models free to allocate while all else is not."""
    machine.circuit = wiring.wired("board", world, lambda: time.now_us, 1, {}, print)
    chain = parts.hall_chain()
    chain._spi, chain._load = Free(chain._spi), Free(chain._load)
    return Board(chain, Settle(), NoRadio(), NoPad(), Posts(), line, Strip(), tells_stirs,
                 rails=parts.rails())


def laid_on(world, square, at_us, tile=1):
    x, y = middle(square)
    world.put(tile, TAG, (at_us, x, y, 0) * 2, False, at_us)
