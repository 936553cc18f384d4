"""How the service tells systemd that it is ready and still alive; without systemd nothing is told.

Source: sd_notify(3): one datagram of KEY=VALUE lines to the socket that NOTIFY_SOCKET names, where a leading @ stands
for a name without a file.
"""

import os
import socket
import time
from collections.abc import Callable, Mapping
from pathlib import Path

US = 1_000  # nanoseconds
HALF = 2  # told twice as often as is asked for, as sd_watchdog_enabled(3) advises
STAT = Path("/proc/self/stat")
STARTED_FIELD = 22  # of proc(5), from 1; the second one, the program's name, may hold spaces


class ServiceManager:
    """The service's side; `environment` is the process's own, `clock_ns` a clock that is never set."""

    def __init__(self, environment: Mapping[str, str], clock_ns: Callable[[], int]) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._clock_ns = clock_ns
        asked_us = environment.get("WATCHDOG_USEC", "")
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self._every_ns = int(asked_us) * US // HALF if asked_us.isdecimal() and ours else 0
        self._told_ns: int | None = None

    def ready(self, status: str) -> None:
        """The table is served; `status` is what `systemctl status` shows."""
        self._tell(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """To be called from the loop that must never stop: without it systemd ends the service and starts it anew."""
        now_ns = self._clock_ns()
        if not self._every_ns or (self._told_ns is not None and now_ns - self._told_ns < self._every_ns):
            return
        self._told_ns = now_ns
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The service has been asked to end."""
        self._tell("STOPPING=1")

    def _tell(self, text: str) -> None:
        if not self._address:
            return
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.connect(address)
                out.sendall(text.encode())
        except OSError:
            return  # a manager that does not listen will act by itself; the game goes on


def since_start_s() -> float | None:
    """Seconds since this process was started; None where that cannot be told."""
    try:
        fields = STAT.read_text("ascii", "replace").rpartition(")")[2].split()
        started_s = int(fields[STARTED_FIELD - 3]) / os.sysconf("SC_CLK_TCK")
        return time.clock_gettime(time.CLOCK_BOOTTIME) - started_s
    except (OSError, ValueError, IndexError, AttributeError):
        return None
