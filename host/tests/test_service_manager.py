"""What systemd is told: ready once, alive twice as often as it asks, stopping; over a real socket of its kind."""

import os
import socket

import pytest

from host.adapters.service_manager import ServiceManager, since_start_s

SECOND_US = 1_000_000


@pytest.fixture(params=["file", "abstract"])
def manager(request, tmp_path):
    """A socket as systemd's, and its name in the environment."""
    path = f"{tmp_path}/notify" if request.param == "file" else f"\0taula-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(path)
        heard.setblocking(False)
        yield heard, path.replace("\0", "@", 1)


def told(heard):
    """Every datagram since the last call."""
    found = []
    while True:
        try:
            found.append(heard.recv(4096).decode())
        except BlockingIOError:
            return found


def test_systemd_hears_that_the_table_is_ready_alive_and_stopping(manager):
    heard, name = manager
    now_ns = 0
    service = ServiceManager({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": str(10 * SECOND_US)}, lambda: now_ns)
    service.ready("Taula 7: http://127.0.0.1:8000")
    assert told(heard) == ["READY=1\nSTATUS=Taula 7: http://127.0.0.1:8000"]
    alive_s = []
    for tenths in range(300):
        now_ns = tenths * 100_000_000
        service.alive()
        alive_s += [tenths / 10 for text in told(heard) if text == "WATCHDOG=1"]
    assert alive_s == [0, 5, 10, 15, 20, 25]
    service.stopping()
    assert told(heard) == ["STOPPING=1"]


@pytest.mark.parametrize("environment", [
    {}, {"NOTIFY_SOCKET": "/nowhere/notify", "WATCHDOG_USEC": "1000"}, {"WATCHDOG_USEC": "soon"},
])
def test_without_systemd_nothing_is_told_and_nothing_fails(environment):
    """A start by hand, and a manager that has gone away."""
    service = ServiceManager(environment, lambda: 0)
    service.ready("here")
    service.alive()
    service.stopping()


def test_another_process_watchdog_is_not_fed(manager):
    """WATCHDOG_PID names whose watchdog it is; a child that fed it would keep a hung service alive."""
    heard, name = manager
    service = ServiceManager({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"}, lambda: 0)
    service.alive()
    assert told(heard) == []


def test_the_time_since_the_start_is_this_processs_own():
    """The figure that is printed when the table is ready."""
    took_s = since_start_s()
    assert took_s is not None
    assert 0 < took_s < 24 * 3600
    assert since_start_s() >= took_s
