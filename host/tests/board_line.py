"""The host's end of a virtual board's serial line, as small as a test needs it, and a hand that lays tiles."""

import contextlib
from collections.abc import Iterator
from typing import NamedTuple

import serial
from tablewire.frames import UNNUMBERED, Deframer, frame
from tablewire.messages import (
    PROTOCOL,
    Ack,
    BoardHello,
    Chatters,
    Counts,
    Heartbeat,
    HostHello,
    LoopsOut,
    ReaderDown,
    Supply,
    Synced,
    Unwell,
    pack,
    unpack,
)

from hardware_tests import needs
from host.simulator.board_process import BoardProcess, NoMicroPython, find_micropython


def require_micropython() -> None:
    """Without MicroPython the test ends in one line; where it is required, it fails."""
    try:
        find_micropython()
    except NoMicroPython:
        needs.program("micropython")


class Told(NamedTuple):
    """A message and when the board had sent it."""

    at_us: int
    message: tuple


class Line:
    """Grants time to `board`, answers it and keeps what it tells, heartbeats apart.

    before: the line of a host that has died; this one wants what that one has not had.
    """

    def __init__(self, board: BoardProcess, before: "Line | None" = None) -> None:
        self.board = board
        self.port = serial.Serial(board.serial_path, 921600, timeout=2, exclusive=True)
        self.told: list[Told] = []
        self.beats: list[Heartbeat] = []
        self.hellos: list[BoardHello] = []
        self.unwell: list[Unwell] = []
        self.counts: list[Counts] = []
        self.synced: list[Synced] = []
        self.down: list[ReaderDown] = []
        self.supplies: list[Supply] = []
        self.loops: list[LoopsOut] = []
        self.chatters: list[Chatters] = []
        self.acknowledged = 0  # of our own messages
        self.bytes = b""
        self._deframer = Deframer()
        self._waiting = b""
        self._wants = before._next if before else 0
        self._next = 0
        self._own = 0

    def say(self, message: tuple) -> None:
        """Have `message` sent with the next grant."""
        self._waiting += frame(self._own, pack(message))
        self._own += 1

    def say_again(self, message: tuple) -> None:
        """Have the last one sent once more, with the number that it had."""
        self._waiting += frame(self._own - 1, pack(message))

    def say_bytes(self, data: bytes) -> None:
        """Have these very bytes sent."""
        self._waiting += data

    def run(self, seconds: float) -> list[Told]:
        """Let so much time pass; what was told in it."""
        told, until_us = len(self.told), self.board.now_us + round(1e6 * seconds)
        while self.board.now_us < until_us:
            waiting, self._waiting = self._waiting, b""
            self.port.write(waiting)
            report = self.board.grant(until_us, len(waiting))
            data = self.port.read(report.wrote)
            self.bytes += data
            for number, body in self._deframer.feed(data):
                self._take(report.now_us, number, unpack(body))
        return self.told[told:]

    def _take(self, at_us: int, number: int, message: tuple) -> None:
        if isinstance(message, Heartbeat):
            self.beats.append(message)
        elif isinstance(message, BoardHello):
            self.hellos.append(message)
            self._next, self._wants, self._own = self._wants, 0, 0
            self._waiting += frame(UNNUMBERED, pack(HostHello(PROTOCOL, message.boot, self._next, 0)))
        elif isinstance(message, Ack):
            self.acknowledged = message.next
        elif isinstance(message, (Unwell, Counts, Synced, ReaderDown, LoopsOut, Supply, Chatters)):
            {Unwell: self.unwell, Counts: self.counts, Synced: self.synced, ReaderDown: self.down,
             LoopsOut: self.loops, Supply: self.supplies, Chatters: self.chatters}[type(message)].append(message)
        elif number != UNNUMBERED:
            if number == self._next:
                self.told.append(Told(at_us, message))
                self._next += 1
            self._waiting += frame(UNNUMBERED, pack(Ack(self._next)))


CENTRE = 112
UP = 40_000  # um above the board: out of every sensor's reach


def place(square: int, height: int = 0) -> tuple[int, int, int]:
    """The middle of `square`, so many um above the board."""
    return 9_500 + 19_000 * (square % 15), 9_500 + 19_000 * (square // 15), height


def tag(tile: int) -> bytes:
    return b"\xe0\x04\x01" + tile.to_bytes(5, "big")


@contextlib.contextmanager
def hall_board(**how: object) -> Iterator[Line]:
    """A board without radio, greeted."""
    with BoardProcess({"radio": False}, **how) as board:
        line = Line(board)
        line.run(0.1)
        try:
            yield line
        finally:
            line.port.close()


def lay(line: Line, square: int, tile: int = 1) -> None:
    now = line.board.now_us
    line.board.pose(tile, tag(tile), now, place(square, UP), now + 200_000, place(square))


def lift(line: Line, square: int, tile: int = 1) -> None:
    now = line.board.now_us
    line.board.pose(tile, tag(tile), now, place(square), now + 200_000, place(square, UP))


def messages(told: list) -> list:
    return [t.message for t in told]
