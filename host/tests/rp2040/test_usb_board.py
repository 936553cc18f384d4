"""The emulated board on a USB cable ends with whatever has started it, and its port ends with the board."""

import contextlib
import os
import select
import signal
import subprocess
import sys

import pytest
import serial

from host.board_image import image_here
from host.tests.usb_board import plugged_in

ENDS_S = 20  # of real time; it looks every half millisecond
# Plugs a board in, says which process it is, and waits.
HOLDER = """
import pathlib, sys
from host.board_image import image_here
from host.tests.usb_board import plugged_in
with plugged_in(pathlib.Path(sys.argv[1]), image_here().files) as board:
    print(board.pid, flush=True)
    sys.stdin.read()
"""


def ends(process: int) -> bool:
    """Whether that process, which need not be our own, ends within ENDS_S."""
    watched, _, _ = select.select([process], [], [], ENDS_S)
    return bool(watched)


def test_a_board_does_not_outlive_a_test_that_was_killed(tmp_path):
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as holder:
        pid = int(holder.stdout.readline())
        board = os.pidfd_open(pid)
        try:
            holder.kill()
            assert ends(board)
        finally:
            os.close(board)
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def test_the_port_of_a_board_that_has_ended_is_gone_and_not_silent(tmp_path):
    with plugged_in(tmp_path, image_here().files) as board:
        line = serial.Serial(board.port, timeout=ENDS_S)
        process = os.pidfd_open(board.pid)
        os.kill(board.pid, signal.SIGKILL)
        assert ends(process)
        os.close(process)
        with pytest.raises(serial.SerialException, match="disconnected"):
            list(iter(lambda: line.read(1), b""))
        line.close()
