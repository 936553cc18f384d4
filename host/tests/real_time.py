"""Virtual boards at the pace of the wall clock, each behind a serial port of its own, for tests of real services."""

import queue
import select
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import close, openpty, read, set_blocking, ttyname, write

from host.adapters.serial_port import SerialPort
from host.simulator.board_process import BoardProcess
from host.simulator.ideal_readers import IdealReaders

Hand = Callable[[BoardProcess], None]
ReaderHand = Callable[[IdealReaders, int], None]


class RealTimeBoard:
    """The board and its port: `path` is what a host opens; `do` has a hand act at the board's next moment."""

    def __init__(self, board: BoardProcess) -> None:
        self._board = board
        self._hands: queue.SimpleQueue[Hand] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._far, self._ours = openpty()
        for end in (self._far, self._ours):
            tty.setraw(end)
        set_blocking(self._far, False)
        self.path = ttyname(self._ours)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def do(self, hand: Hand) -> None:
        """`hand` is called with the board between two of its moments."""
        self._hands.put(hand)

    def close(self) -> None:
        """End the thread and take the port away."""
        self._ended.set()
        self._thread.join()
        close(self._far)
        close(self._ours)

    def _run(self) -> None:
        near = SerialPort(self._board.serial_path)
        ahead_us = time.monotonic_ns() // 1000 - self._board.now_us
        while not self._ended.is_set():
            while not self._hands.empty():
                self._hands.get()(self._board)
            behind_us = time.monotonic_ns() // 1000 - ahead_us - self._board.now_us
            ready, _, _ = select.select([self._far], [], [], 0 if behind_us > 0 else 0.001)
            data = read(self._far, 4096) if ready else b""
            near.write(data)
            report = self._board.grant(self._board.now_us + max(1, behind_us), len(data))
            if report.wrote:
                write(self._far, near.read_exactly(report.wrote))
        near.close()


@contextmanager
def real_time_board(settings: dict[str, object] | None = None) -> Iterator[RealTimeBoard]:
    """A board in real time for the length of a `with`."""
    with BoardProcess(settings) as board:
        running = RealTimeBoard(board)
        try:
            yield running
        finally:
            running.close()


class RealTimeReaders:
    """Ring and pad, or loops, and their port: `path` is what a host opens.

    `do` has a hand act at the next moment: it is called with the readers and the time in ms.
    """

    def __init__(self, readers: IdealReaders) -> None:
        self._readers = readers
        self._hands: queue.SimpleQueue[ReaderHand] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._far, self._ours = openpty()
        for end in (self._far, self._ours):
            tty.setraw(end)
        set_blocking(self._far, False)
        self.path = ttyname(self._ours)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def do(self, hand: ReaderHand) -> None:
        """`hand` is called between two moments of these readers."""
        self._hands.put(hand)

    def close(self) -> None:
        """End the thread and take the port away."""
        self._ended.set()
        self._thread.join()
        close(self._far)
        close(self._ours)

    def _run(self) -> None:
        while not self._ended.is_set():
            now_ms = time.monotonic_ns() // 1_000_000
            while not self._hands.empty():
                self._hands.get()(self._readers, now_ms)
            ready, _, _ = select.select([self._far], [], [], 0.002)
            if ready:
                self._readers.feed(read(self._far, 4096), now_ms)
            if out := self._readers.outgoing(now_ms):
                write(self._far, out)


@contextmanager
def real_time_readers(readers: IdealReaders) -> Iterator[RealTimeReaders]:
    """Readers in real time for the length of a `with`."""
    running = RealTimeReaders(readers)
    try:
        yield running
    finally:
        running.close()
