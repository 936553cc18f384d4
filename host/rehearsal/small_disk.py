"""A disk that can be told to be full. Writes go to the real one until then; knows nothing of what is written."""

import errno
import os

from host.adapters.journal_files import Disk


class SmallDisk(Disk):
    """The files of a rehearsal's game; while `full`, every write fails as the system would fail it."""

    def __init__(self) -> None:
        self.full = False

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
