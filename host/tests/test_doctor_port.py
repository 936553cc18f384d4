"""`taula doctor` at a serial port in real time: the same checks, the same shape, and a port that goes away."""

import json
from collections.abc import Iterator
from os import close, openpty, ttyname

import pytest

from hardware_tests.bench import Unanswered
from host import cli
from host.tests.board_line import require_micropython
from host.tests.real_time import real_time_board
from host.workbench import SerialLine


@pytest.fixture
def real_port() -> Iterator[str]:
    """The path of a serial port behind which a board runs in real time."""
    require_micropython()
    with real_time_board({"radio": False}) as board:
        yield board.path


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
