"""`taula doctor` at a serial port in real time: the same checks, the same shape, and a port that goes away."""

import json
import os
import sys
import termios
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


def test_a_person_at_a_terminal_is_asked_while_the_board_is_listened_to(
        real_port: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """T29: an Enter, and a hundred counts, three of them two. The line goes on working after it."""
    keyboard, terminal = openpty()
    modes = termios.tcgetattr(terminal)
    modes[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, modes)
    with os.fdopen(terminal, encoding="utf-8") as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        os.write(keyboard, b"\n" + b"2\n" * 3 + b"1\n" * 97)
        assert cli.main(["doctor", "--table", real_port, "T29", "T03"]) == 1
    close(keyboard)
    out, asked = capsys.readouterr()
    assert "T29 FAIL      draws        3 of 100 draws doubled" in out
    assert "T03 ok" in out
    assert asked.count("How many came out?") == 100


def test_where_no_board_is_asked_a_person_does_what_a_person_can(
        capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """T29 before any board is built, T28 beside the running service; a check of a board says what it lacks."""
    keyboard, terminal = openpty()
    modes = termios.tcgetattr(terminal)
    modes[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, modes)
    with os.fdopen(terminal, encoding="utf-8") as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        os.write(keyboard, b"y\ny\nn\ny\ny\n" + b"\n" + b"1\n" * 100)
        assert cli.main(["doctor", "--table", "none", "T28", "T29", "T01"]) == 1
    close(keyboard)
    out, _ = capsys.readouterr()
    assert "T29 ok        draws        0 of 100 draws doubled" in out
    assert "T28 FAIL      outlets      4 of 5 sound" in out
    assert "the display of side A shows a wrong picture" in out
    assert "no board is asked: name its port with --table" in out


def test_without_a_terminal_a_check_that_needs_a_person_fails_and_says_why(
        real_port: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull, encoding="utf-8") as nothing:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdin", nothing)
        assert cli.main(["doctor", "--table", real_port, "T07"]) == 1
    assert "nobody is at the table: run this check from a terminal" in capsys.readouterr().out
