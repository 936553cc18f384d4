"""A disk that can be told to be full, or nearly so. Writes go to the real one until then; knows nothing of what is
written.
"""

import errno
import os

from host.adapters.journal_files import ROOM_BYTES, Disk


class SmallDisk(Disk):
    """The files of a rehearsal's game; while `full`, every write fails as the system would fail it.

    `low`: too little is left. What the real disk has left does not count: a script comes to the same everywhere.
    """

    def __init__(self) -> None:
        self.full = False
        self.low = False

    def free(self, fd: int) -> int | None:
        """Just too little, or not told."""
        return ROOM_BYTES - 1 if self.low else None

    def write(self, fd: int, data: bytes) -> int:
        """One write(2), or ENOSPC."""
        self._need_room()
        return super().write(fd, data)

    def write_at(self, fd: int, data: bytes, offset: int) -> int:
        """One pwrite(2), or ENOSPC."""
        self._need_room()
        return super().write_at(fd, data, offset)

    def _need_room(self) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
