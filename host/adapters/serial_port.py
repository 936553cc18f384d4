"""The line to a board as a port that is opened, read, written, and opened again after it was unplugged.

Bytes only. Never waits, except in `read_exactly`; when to try again follows from the time it is told.
Knows nothing of frames or messages: what a closed or full port drops, the link sends again.
"""

import errno
import os
import select
from pathlib import Path

import serial  # type: ignore[import-untyped]

BAUD = 921_600  # of the board's UART; USB ports and pseudo-terminals take any
READ_LONGEST = 4096  # bytes at one reading: what a UART brings in 45 ms
WRITE_LONGEST = 4096  # bytes that wait for a board that does not read; what comes on top is dropped and sent again
REOPEN_FIRST_NS = 250_000_000  # a loose plug is back at once
REOPEN_LONGEST_NS = 2_000_000_000  # a board that was plugged in again plays on within two seconds
EXACTLY_LONGEST_S = 10.0  # real seconds; bytes announced by a local process are there in a few milliseconds


class PortTrouble(Exception):
    """Why a port is closed; the text says what to do."""

    remedy = ""

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(self.remedy.format(path=path))


class PortAbsent(PortTrouble):
    """Nothing has that name."""

    remedy = "there is no board at {path}: plug it in, or name another port"


class PortForbidden(PortTrouble):
    """The user may not open it."""

    remedy = "this user may not open {path}: add it to the group `dialout` and log in again"


class PortBusy(PortTrouble):
    """Another program holds it."""

    remedy = "another program uses {path}: close that program first"


class NotAPort(PortTrouble):
    """It is there, but no serial port."""

    remedy = "{path} is not a serial port: name the port that the board is plugged into"


class PortUnplugged(PortTrouble):
    """It was open and has gone away."""

    remedy = "the board at {path} does not answer any more: look at its plug and its power"


_BY_ERRNO: dict[int | None, type[PortTrouble]] = {
    errno.ENOENT: PortAbsent,
    errno.ENODEV: PortAbsent,
    errno.ENXIO: PortAbsent,
    errno.EIO: PortUnplugged,
    errno.EACCES: PortForbidden,
    errno.EPERM: PortForbidden,
    errno.EBUSY: PortBusy,
    errno.EWOULDBLOCK: PortBusy,
}


class SerialPort:
    """A serial port held for this program alone; opened at once if it can be.

    `trouble` says why it is closed, and is None while it is open. Nothing is raised for a port that is absent or
    unplugged: `reopen` tries again, and the table goes on meanwhile.
    """

    def __init__(self, path: str | Path, baud: int = BAUD) -> None:
        self.path = str(path)
        self.trouble: PortTrouble | None = None
        self._baud = baud
        self._port: serial.Serial | None = None
        self._unwritten = bytearray()
        self._delay_ns = REOPEN_FIRST_NS
        self._reopen_ns: int | None = None  # None: open, or closed so lately that no time was told yet
        self._open()

    @property
    def is_open(self) -> bool:
        return self._port is not None

    def fileno(self) -> int | None:
        """The descriptor to wait on for bytes; None while closed."""
        return None if self._port is None else int(self._port.fileno())

    def read(self) -> bytes:
        """What has come, perhaps nothing; closes the port when it turns out to be gone."""
        if self._port is None:
            return b""
        try:
            data = bytes(self._port.read(READ_LONGEST))
        except OSError:  # pyserial's SerialException is one
            self._lose()
            return b""
        if data:
            self._delay_ns = REOPEN_FIRST_NS  # it works: after the next cut try again soon
        return data

    def read_exactly(self, count: int) -> bytes:
        """`count` bytes that are known to be on their way. Raises PortUnplugged when they do not come."""
        data = b""
        while len(data) < count:
            port = self._port
            if port is None or not select.select([port], [], [], EXACTLY_LONGEST_S)[0]:
                raise PortUnplugged(self.path)
            try:
                data += bytes(port.read(count - len(data)))
            except OSError:
                self._lose()
        return data

    def write(self, data: bytes) -> None:
        """Write `data` and what could not be written before, as far as the port takes it now."""
        if self._port is None:
            return
        if len(self._unwritten) + len(data) <= WRITE_LONGEST:
            self._unwritten += data
        try:
            # Not pyserial's own write: with no timeout it spins on a full port until the board reads.
            written = os.write(self._port.fileno(), self._unwritten) if self._unwritten else 0
        except BlockingIOError:
            return
        except OSError:
            self._lose()
            return
        del self._unwritten[:written]

    def reopen(self, now_ns: int) -> bool:
        """Open a closed port when it is time to try again; True when it has just been opened."""
        if self._port is not None:
            return False
        if self._reopen_ns is None:
            self._reopen_ns = now_ns + self._delay_ns
        if now_ns < self._reopen_ns:
            return False
        self._delay_ns = min(2 * self._delay_ns, REOPEN_LONGEST_NS)
        self._reopen_ns = None if self._open() else now_ns + self._delay_ns
        return self.is_open

    def close(self) -> None:
        """Let the port go."""
        self._unwritten.clear()
        if self._port is not None:
            self._port.close()
            self._port = None

    def _lose(self) -> None:
        self.close()
        self.trouble = PortUnplugged(self.path)

    def _open(self) -> bool:
        try:
            self._port = serial.Serial(self.path, self._baud, timeout=0, exclusive=True)
        except OSError as error:
            self.trouble = _BY_ERRNO.get(error.errno, NotAPort)(self.path)
            return False
        self.trouble = None
        return True
