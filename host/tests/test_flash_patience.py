"""`taula flash` waits for nothing for ever: what a board does not do, over a port that stays, ends in a sentence."""

import contextlib
import os
import select
import threading
import tty
from collections.abc import Callable, Iterator

import pytest
from tablewire.frames import UNNUMBERED, frame
from tablewire.messages import Heartbeat, pack

from hardware_tests import needs
from host import board_files
from host.board_files import BoardTrouble, copy
from host.tests.bounded import NotEnded, within

BOUND_S = 20    # of real time, for a wait that is to end after a fraction of a second
BEAT_S = 0.02
RAW = b"raw REPL; CTRL-B to exit\r\n>"
FILES = {"main.py": b""}


@contextlib.contextmanager
def board(says: Callable[[bytes], bytes]) -> Iterator[str]:
    """The path of a port at which something answers says(what has come, b"" after BEAT_S of nothing)."""
    ends = os.openpty()
    for end in ends:
        tty.setraw(end)
    over, closing = os.pipe()

    def answer() -> None:
        while True:
            ready, _, _ = select.select([ends[0], over], [], [], BEAT_S)
            if over in ready:
                return
            os.write(ends[0], says(os.read(ends[0], 1024) if ready else b""))

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        yield os.ttyname(ends[1])
    finally:
        os.close(closing)
        thread.join()
        for end in (*ends, over):
            os.close(end)


@pytest.fixture(autouse=True)
def _little_patience(monkeypatch):
    needs.package("mpremote")
    monkeypatch.setattr(board_files, "SILENT_S", 0.3)


def copied(port: str) -> list:
    with within(BOUND_S, "an end to the copying of the files"):
        return list(copy(port, FILES))


def test_a_program_that_does_not_stop_and_beats_on_ends_the_copying():
    """It has greeted too late to be asked to stop: mpremote sees bytes for ever, and never its prompt."""
    beat = frame(UNNUMBERED, pack(Heartbeat(0, 0, 0, 0, 0)))
    with board(lambda come: beat) as port, pytest.raises(BoardTrouble, match="does not take its files"):
        copied(port)


@pytest.mark.parametrize("answer", [b"R\x01", b"R\x01\x04\0"], ids=["no window", "no more room"])
def test_a_board_that_falls_silent_while_it_takes_a_command_ends_the_copying(answer):
    left = [RAW, answer]
    with (board(lambda come: left.pop(0) if left and b"\x01" in come else b"") as port,
          pytest.raises(BoardTrouble, match="does not take its files")):
        copied(port)
    assert left == []


@pytest.mark.parametrize("says", [lambda come: b"", lambda come: come, lambda come: b"|,P\x832"],
                         ids=["silent", "echo", "noise"])
def test_what_is_no_micropython_ends_in_the_sentence_alone(says, capsys):
    """mpremote prints the bytes that it has read: nothing that anybody could use."""
    with board(says) as port, pytest.raises(BoardTrouble, match="does not take its files"):
        copied(port)
    assert capsys.readouterr() == ("", "")


def test_what_has_no_end_of_its_own_is_ended_by_the_bound_and_its_sentence_says_where():
    reading, writing = os.pipe()
    try:
        with (pytest.raises(NotEnded, match=r"^a byte has not come within 0\.05 s; .*/test_flash_patience\.py:\d+ "),
              within(0.05, "a byte")):
            os.read(reading, 1)
    finally:
        os.close(reading)
        os.close(writing)
