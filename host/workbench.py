"""A table under bench checks: the host's end of its line, in virtual or in real time.

Implements what the checks ask of a Bench. Keeps no journal, so whatever the board tells of tiles is forgotten, unless
somebody listens; does not know what a check wants or what passes.
"""

import select
import time
from collections.abc import Callable
from typing import Any, Protocol

from hardware_tests.bench import Beat, Buttons, Counted, Damaged, Faces, Hello, Notes, Told, Unanswered
from hardware_tests.person import Nobody, Person
from host.adapters.link import Link
from host.adapters.serial_port import PortTrouble, SerialPort
from host.core.events import Event
from host.simulator.board_process import BoardDied, BoardHangs, BoardProcess

US_PER_S = 1_000_000
NS_PER_US = 1_000
UART_BAUD = 921_600  # as the firmware sets its UART (UART_BAUD of pinout.py); USB ports take any
HELLO_S = 2.0  # a check other than the first waits so long for the board: a hello comes twice a second

TAKEN_S = 2.0  # a message that the board has not taken by then may wait for its next start

Cable = Callable[[bytes, bool], bytes]  # what arrives of bytes on their way; True: to the host


class Line(Protocol):
    """Bytes and time. `exchange` raises Unanswered when the line goes down."""

    def now_us(self) -> int: ...

    def exchange(self, out: bytes, until_us: int) -> bytes:
        """Send `out`, and let time go on to `until_us` or to the first bytes that come, which are returned."""
        ...

    def close(self) -> None: ...


class VirtualLine:
    """The line of a virtual board, in lock-step: the way to the board takes its time, the way back none.

    `cable` may spoil what passes. The board is closed with the line.
    """

    def __init__(self, board: BoardProcess, cable: Cable | None = None) -> None:
        self.board = board
        self._cable = cable
        self._port = SerialPort(board.serial_path)

    def now_us(self) -> int:
        return self.board.now_us

    def exchange(self, out: bytes, until_us: int) -> bytes:
        out = self._carried(out, to_host=False)
        self._port.write(out)
        try:
            report = self.board.grant(until_us, len(out))
            data = self._port.read_exactly(report.wrote)
        except (BoardDied, BoardHangs, PortTrouble) as why:
            raise Unanswered(str(why)) from None
        return self._carried(data, to_host=True)

    def close(self) -> None:
        self._port.close()
        self.board.close()

    def _carried(self, data: bytes, to_host: bool) -> bytes:
        return self._cable(data, to_host) if self._cable and data else data


class SerialLine:
    """The line of a real board, in real time. Raises PortTrouble when the port at `path` cannot be opened."""

    def __init__(self, path: str) -> None:
        self._port = SerialPort(path, UART_BAUD)
        if self._port.trouble:
            raise self._port.trouble

    def now_us(self) -> int:
        return time.monotonic_ns() // NS_PER_US

    def exchange(self, out: bytes, until_us: int) -> bytes:
        self._port.write(out)
        if (number := self._port.fileno()) is not None:
            select.select([number], [], [], max(0, until_us - self.now_us()) / US_PER_S)
        data = self._port.read()
        if self._port.trouble:
            raise Unanswered(str(self._port.trouble))
        return data

    def close(self) -> None:
        self._port.close()


class Workbench:
    """The Bench of one board's line. `first`: where the host's own numbers begin, another in each life.

    `listen` is called with every event that the board tells. `link`: for what a check has no word for. `person`,
    `notes`, `buttons` and `displays` may be set before a check runs.
    """

    def __init__(self, line: Line, first: int = 0, listen: Callable[[Event], None] | None = None) -> None:
        self._line = line
        self._listen = listen
        self.link = Link({}, first)
        self._opened_us = line.now_us()
        self._hello: Hello | None = None
        self.person: Person = Nobody()
        self.notes = Notes()
        self.buttons: Buttons | None = None
        self.displays: Faces | None = None
        self._told: list[Told] = []
        self._beat: Beat | None = None
        self._loops_out: set[int] = set()
        self.link.heard = lambda message: self._told.append(Told(self.now_s(), message))

    def hellos(self, within_s: float) -> tuple[Hello, ...]:
        if self._hello is None:
            self._until(lambda: self._hello is not None, self._opened_us + round(within_s * US_PER_S))
        return (self._hello,) if self._hello else ()

    def damaged(self) -> Damaged:
        beat = self.link.heartbeat
        return Damaged(self.link.damaged, beat.damaged if beat else 0)

    def echo(self, data: bytes, within_s: float) -> float | None:
        self.meet()
        self.link.echoes.clear()  # what comes later than it was waited for is no answer to this
        self.link.echo(data)
        began_us = self._line.now_us()
        if not self.within(lambda: data in self.link.echoes, within_s):
            return None
        return (self._line.now_us() - began_us) / US_PER_S

    def run_test(self, number: int, count: int, within_s: float) -> Counted:
        self.meet()
        start, done = self.link.board, self.link.tests_done
        done.clear()
        self.link.test(number, count)
        self.within(lambda: self.link.board != start or any(told.test == number for told in done), within_s)
        for told in done:
            if told.test == number:
                return Counted(told.done, told.errors, told.where)
        if self.link.board != start:
            raise Unanswered(f"the board started anew during T{number:02}: look at its supply, then check again")
        raise Unanswered(f"the board has not ended T{number:02} after {within_s:g} s: restart it and check again")

    def wait(self, seconds: float) -> None:
        self.within(lambda: False, seconds)

    def now_s(self) -> float:
        return self._line.now_us() / US_PER_S

    def say(self, message: Any) -> None:
        self.meet()
        if not self.within(lambda: self.link.say(message), TAKEN_S):
            raise Unanswered("the board takes no messages: restart it and check again")
        self.within(lambda: self.link.settled, TAKEN_S)

    def told(self, within_s: float, until: Callable[[Any], bool] = lambda message: False) -> list[Told]:
        self.within(lambda: any(until(each.message) for each in self._told), within_s)
        told, self._told = self._told, []
        return told

    def beat(self) -> Beat | None:
        return self._beat

    def loops_out(self) -> tuple[int, ...]:
        return tuple(sorted(self._loops_out))

    def pulse(self) -> None:
        if self.buttons and (at_ns := self.buttons.pulse()) is not None:
            self.link.pulsed(at_ns)

    def moment_s(self, at_us: int) -> float | None:
        at_ns = self.link.clock.moment_of_us(at_us, self._line.now_us() * NS_PER_US)
        return None if at_ns is None else at_ns / (NS_PER_US * US_PER_S)

    def boot(self) -> int:
        return self.link.board.boot if self.link.board and self.link.connected else 0

    def close(self) -> None:
        """Let the line go."""
        self._line.close()

    def meet(self) -> None:
        """Go on with a board that is there. Raises Unanswered."""
        if not self.within(lambda: self.link.connected, HELLO_S):
            wrong = self.link.wrong_firmware
            raise Unanswered(str(wrong) if wrong else "no board answers: mend what T01 finds first")

    def within(self, met: Callable[[], bool], seconds: float) -> bool:
        """Go on until `met`, or for so many seconds; whether it was met. Raises Unanswered."""
        return self._until(met, self._line.now_us() + round(seconds * US_PER_S))

    def _until(self, met: Callable[[], bool], end_us: int) -> bool:
        """Go on until `met`, or to `end_us`; whether it was met."""
        while not met():
            if self._line.now_us() >= end_us:
                return False
            self._step(end_us)
        return True

    def _step(self, end_us: int) -> None:
        """Send what is due, and take what comes before `end_us` or before something else is due."""
        now_us = self._line.now_us()
        out = self.link.outgoing(now_us * NS_PER_US)
        due_us = self.link.next_due_ns(now_us * NS_PER_US) // NS_PER_US
        data = self._line.exchange(out, min(end_us, max(due_us, now_us) + 1))
        now_ns = self._line.now_us() * NS_PER_US
        for received in self.link.feed(data, now_ns):
            if received.source:
                self.link.kept(received.source)
            if self._listen and isinstance(received.event, Event):
                self._listen(received.event)
        self.link.tick(now_ns)
        self._note_beat()
        self._loops_out.update(self.link.loops_out)
        if self._hello is None:
            self._note_hello()

    def _note_beat(self) -> None:
        beat = self.link.heartbeat
        if beat is not None and (self._beat is None or self._beat.board_ms != beat.at_ms):
            mv = self.link.supplies
            self._beat = Beat(self.now_s(), beat.at_ms, beat.scans, mv.five_mv, mv.hall_mv)

    def _note_hello(self) -> None:
        after_s = (self._line.now_us() - self._opened_us) / US_PER_S
        wrong, board = self.link.wrong_firmware, self.link.board
        if wrong:
            self._hello = Hello(0, 0, after_s, str(wrong))
        elif board:
            self._hello = Hello(board.role, board.build, after_s, "")
