"""`taula doctor` at a serial port in real time: the same checks, the same shape, and a port that goes away."""

import json
import select
import threading
import time
import tty
from collections.abc import Callable, Iterator
from os import close, openpty, read, set_blocking, ttyname, write

import pytest

from hardware_tests.bench import Unanswered
from host import cli
from host.adapters.serial_port import SerialPort
from host.simulator.board_process import BoardProcess
from host.tests.board_line import require_micropython
from host.workbench import SerialLine


def in_real_time(board: BoardProcess, far: int, stop: Callable[[], bool]) -> None:
    """Let `board` run at the pace of the wall clock, its bytes carried to and from the pseudo-terminal `far`."""
    near = SerialPort(board.serial_path)
    ahead_us = time.monotonic_ns() // 1000 - board.now_us
    while not stop():
        behind_us = time.monotonic_ns() // 1000 - ahead_us - board.now_us
        ready, _, _ = select.select([far], [], [], 0 if behind_us > 0 else 0.001)
        data = read(far, 4096) if ready else b""
        near.write(data)
        report = board.grant(board.now_us + max(1, behind_us), len(data))
        if report.wrote:
            write(far, near.read_exactly(report.wrote))
    near.close()


@pytest.fixture
def real_port() -> Iterator[str]:
    """The path of a serial port behind which a board runs in real time."""
    require_micropython()
    far, ours = openpty()
    for end in (far, ours):
        tty.setraw(end)
    set_blocking(far, False)
    ended = threading.Event()
    with BoardProcess({"radio": False}) as board:
        thread = threading.Thread(target=in_real_time, args=(board, far, ended.is_set))
        thread.start()
        yield ttyname(ours)
        ended.set()
        thread.join()
    close(far)
    close(ours)


def test_a_port_that_goes_away_is_told_in_a_sentence() -> None:
    far, ours = openpty()
    line = SerialLine(ttyname(ours))
    close(ours)
    close(far)
    with pytest.raises(Unanswered, match="does not answer any more: look at its plug"):
        line.exchange(b"", line.now_us() + 1_000_000)
    line.close()


def test_the_same_checks_run_over_a_serial_port_in_real_time(
        real_port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--table", real_port, "--json", "T01", "T03", "T05"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["passed"] for row in rows] == [True, True, True]
    assert not any("model" in row["measured"] for row in rows)
