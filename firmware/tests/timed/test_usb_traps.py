"""The USB port as MicroPython's rp2 port has it: never a wait for a host that does not read, never one for bytes that
have not come, and no byte that means something else."""

import io
import time

from drivers.serial_link import UsbLink
from tablewire.frames import Deframer, frame

POLL, READABLE, WRITABLE = 3, 1, 4
ROOM = 256                 # bytes of the port's own buffer
TIMEOUT_MS = 500           # that a write waits for room for all it was given


class UsbPort(io.IOBase):
    """Both directions of the port; `reading`: a host takes what is sent, else the port is open and nobody does."""

    def __init__(self, reading):
        self.reading = reading
        self.buffer = b""
        self.taken = b""
        self.come = b""

    def ioctl(self, request, flags):
        if request != POLL:
            return -1  # it is no file
        self._drain()
        return (READABLE if self.come else 0) & flags | (WRITABLE if len(self.buffer) < ROOM else 0) & flags

    def read(self, count):
        assert count <= len(self.come), "the board waits for bytes that have not come"
        data, self.come = self.come[:count], self.come[count:]
        return data

    def write(self, data):
        self._drain()
        if len(data) > ROOM - len(self.buffer):
            time.sleep_ms(TIMEOUT_MS)
        kept = bytes(data)[:ROOM - len(self.buffer)]
        self.buffer += kept
        return len(kept)

    def _drain(self):
        if self.reading:
            self.taken += self.buffer
            self.buffer = b""


def linked(reading=True):
    port = UsbPort(reading)
    return UsbLink(port, port), port


def test_a_host_that_keeps_the_port_open_and_does_not_read_costs_no_time():
    link, _ = linked(reading=False)
    began_us = time.now_us
    sent = [link.write(frame(n, bytes(60))) for n in range(20)]
    assert time.now_us == began_us
    assert 0 < sent[3] < len(frame(3, bytes(60)))  # the fourth is cut short
    assert sent[4:] == [0] * 16


def test_after_a_stall_the_cut_frame_is_damage_and_the_next_one_is_whole():
    link, port = linked(reading=False)
    for number in range(10):
        link.write(frame(number, bytes(60)))
    port.reading = True
    link.write(frame(10, b"\x41"))
    port._drain()
    deframer = Deframer()
    assert [number for number, _ in deframer.feed(port.taken)] == [0, 1, 2, 10]
    assert deframer.damaged == 1


def test_bytes_of_every_value_pass_both_ways_ctrl_c_and_ctrl_d_too():
    link, port = linked()
    every = bytes(range(256))
    assert link.write(memoryview(every)) == 256
    port._drain()
    assert port.taken == every
    port.come = every
    come = b""
    data = link.read()
    while data:
        come += data
        data = link.read()
    assert come == every


def test_nothing_has_come_is_none_at_once():
    link, _ = linked()
    assert link.read() is None


def test_what_a_tool_typed_before_costs_no_frame():
    """A newline, or a modem manager's AT command, lies in the port when the host greets: frames begin with a zero."""
    link, port = linked()
    port.come = b"\r\nAT\r\n\x03\x04" + frame(7, b"\x12")
    deframer, frames = Deframer(), []
    data = link.read()
    while data:
        frames += deframer.feed(data)
        data = link.read()
    assert frames == [(7, b"\x12")]
