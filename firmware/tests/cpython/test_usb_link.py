"""The USB side of the line, on two pipes: bytes of every value both ways, and a host that stops reading costs frames,
never time."""

import os

import pytest
from drivers.serial_link import UsbLink


@pytest.fixture
def cable():
    """The board's link, and the host's two ends."""
    board_in, host_out = os.pipe()
    host_in, board_out = os.pipe()
    with os.fdopen(board_in, "rb", 0) as incoming, os.fdopen(board_out, "wb", 0) as outgoing:
        yield UsbLink(incoming, outgoing), host_in, host_out
    os.close(host_in)
    os.close(host_out)


def test_bytes_of_every_value_pass_both_ways(cable):
    link, host_in, host_out = cable
    every = bytes(range(256))
    assert link.read() is None
    os.write(host_out, every)
    come = b""
    while data := link.read():
        come += data
    assert come == every
    link.write(memoryview(every))
    assert os.read(host_in, 1000) == every


def test_a_host_that_does_not_read_never_makes_the_board_wait(cable):
    link, host_in, _ = cable
    sent = [link.write(bytes(64)) for _ in range(5000)]  # far more than a pipe holds
    assert 0 in sent
    os.read(host_in, 65536)
    assert link.write(bytes(64)) == 64
