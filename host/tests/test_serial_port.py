"""The serial port over real pseudo-terminals: read, written, unplugged, opened again; each trouble by its name."""

import itertools
import os
import tty

import pytest

from host.adapters.serial_port import (
    REOPEN_FIRST_NS,
    REOPEN_LONGEST_NS,
    WRITE_LONGEST,
    NotAPort,
    PortAbsent,
    PortBusy,
    PortForbidden,
    PortUnplugged,
    SerialPort,
)


class Cable:
    """A pseudo-terminal reached through a link that stays the same, as /dev/serial/by-id does across a replug."""

    def __init__(self, path):
        self.path = path
        self.master = -1

    def plug(self):
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.path.symlink_to(os.ttyname(slave))
        os.close(slave)

    def unplug(self):
        os.close(self.master)
        self.master = -1
        self.path.unlink()


@pytest.fixture
def cable(tmp_path):
    cable = Cable(tmp_path / "board")
    cable.plug()
    yield cable
    if cable.master >= 0:
        os.close(cable.master)


@pytest.fixture
def port(cable):
    port = SerialPort(cable.path)
    yield port
    port.close()


def test_bytes_pass_both_ways_unchanged(cable, port):
    every_byte = bytes(range(256))
    os.write(cable.master, every_byte)
    assert port.read_exactly(256) == every_byte
    port.write(every_byte)
    assert os.read(cable.master, 1000) == every_byte


def test_reading_never_waits(port):
    assert port.read() == b""
    assert port.is_open


def test_a_board_that_does_not_read_costs_memory_up_to_a_limit_and_no_time(cable, port):
    for _ in range(100):
        port.write(bytes(WRITE_LONGEST // 2))
    assert port.is_open
    os.set_blocking(cable.master, False)
    taken = 0
    for _ in range(100):
        try:
            taken += len(os.read(cable.master, 1 << 16))
        except BlockingIOError:
            port.write(b"")
    assert taken < 50 * WRITE_LONGEST
    port.write(b"still here")
    assert os.read(cable.master, 100) == b"still here"


def test_an_unplugged_board_is_noticed_and_opened_again_when_it_is_back(cable, port):
    cable.unplug()
    assert port.read() == b""
    assert not port.is_open
    assert isinstance(port.trouble, PortUnplugged)
    assert not port.reopen(0)
    cable.plug()
    assert not port.reopen(REOPEN_FIRST_NS - 1)
    assert port.reopen(REOPEN_FIRST_NS)
    assert port.trouble is None
    os.write(cable.master, b"again")
    assert port.read_exactly(5) == b"again"


def test_writing_to_an_unplugged_board_closes_the_port_too(cable, port):
    cable.unplug()
    port.write(b"anyone?")
    assert not port.is_open
    port.write(b"no")  # and a closed port swallows what is written


def test_bytes_that_were_promised_and_do_not_come_are_an_error(cable, port):
    os.write(cable.master, b"ab")
    cable.unplug()
    with pytest.raises(PortUnplugged):
        port.read_exactly(3)


def test_the_delay_grows_to_its_bound_and_no_further(monkeypatch, cable, port):
    tried_ns = []

    def absent(*_, **__):
        tried_ns.append(now_ns)
        raise FileNotFoundError(2, "No such file")

    cable.unplug()
    port.read()
    monkeypatch.setattr("host.adapters.serial_port.serial.Serial", absent)
    for now_ns in range(0, 20_000_000_000, REOPEN_FIRST_NS):
        assert not port.reopen(now_ns)
    gaps = [later - earlier for earlier, later in itertools.pairwise(tried_ns)]
    assert tried_ns[0] == REOPEN_FIRST_NS
    assert gaps == sorted(gaps)
    assert gaps[0] < gaps[-1] == REOPEN_LONGEST_NS


def test_a_port_that_is_absent_is_no_crash_but_a_sentence(tmp_path):
    port = SerialPort(tmp_path / "nothing")
    assert isinstance(port.trouble, PortAbsent)
    assert str(port.trouble) == f"there is no board at {tmp_path}/nothing: plug it in, or name another port"


def test_a_port_that_another_program_holds_is_named_busy(cable, port):
    assert isinstance(SerialPort(cable.path).trouble, PortBusy)


def test_a_file_is_not_a_port(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    port = SerialPort(tmp_path / "file")
    assert isinstance(port.trouble, NotAPort)


def test_a_port_that_this_user_may_not_open_says_what_to_do(monkeypatch, cable):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("serial.serialposix.os.open", refuse)
    port = SerialPort(cable.path)
    assert isinstance(port.trouble, PortForbidden)
    assert "dialout" in str(port.trouble)
