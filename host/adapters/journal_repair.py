"""Decides how a journal's file is written over by what a referee chose to keep, so that nothing is ever lost.

Knows nothing of what is kept and why.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host.adapters.journal_files import DISK, Files, NoSuchGame, keep_beside, open_locked, sentences
from host.adapters.journal_time import time_path


class HeldJournal:
    """A journal's file, locked against every host that would write it; `data` are its bytes."""

    def __init__(self, path: Path, fd: int, files: Files) -> None:
        """Use `held`."""
        self._path = path
        self._fd = fd
        self._files = files
        with sentences(path.name):
            self.data = files.read(fd)

    def rewrite(self, new: bytes) -> Path:
        """Let the file hold `new`; the whole file as it was is on the medium first, at the path returned.

        The file stays the same one, with its owner and its lock. A power cut in the middle leaves it either as it
        was, or as `new`, or plainly damaged. Raises the errors of journal_files.
        """
        kept = keep_beside(self._path, self.data, self._files)
        start = _shared_lines(self.data, new)
        with sentences(self._path.name):
            if new[start:]:
                self._write_at(new[start:], start)
                self._files.sync(self._fd)
            self._files.truncate(self._fd, len(new))
            self._files.sync(self._fd)
        return kept

    def set_time_aside(self) -> Path | None:
        """Put the game time kept beside the journal aside: it is later than what the journal will tell.

        Otherwise the clock that runs there would be charged all that was played since. None: no time was kept.
        """
        path = time_path(self._path)
        try:
            with sentences(path.name):
                fd = self._files.open(path, os.O_RDONLY)
                try:
                    data = self._files.read(fd)
                finally:
                    self._files.close(fd)
        except NoSuchGame:
            return None
        kept = keep_beside(path, data, self._files)
        with sentences(path.name):
            self._files.remove(path)
        return kept

    def _write_at(self, data: bytes, offset: int) -> None:
        if self._files.write_at(self._fd, data, offset) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@contextmanager
def held(path: Path, files: Files = DISK) -> Iterator[HeldJournal]:
    """The journal at `path`, its own as long as this lasts. Raises NoSuchGame, InUse and the storage errors."""
    fd = open_locked(path, os.O_RDWR, files)
    try:
        yield HeldJournal(path, fd, files)
    finally:
        files.close(fd)


def _shared_lines(old: bytes, new: bytes) -> int:
    """How many bytes at the beginning are whole lines that both have.

    >>> _shared_lines(b"1 a\\n2 b\\n", b"1 a\\n2 c\\n")
    4
    """
    size = 0
    for one, other in zip(old.splitlines(keepends=True), new.splitlines(keepends=True), strict=False):
        if one != other:
            break
        size += len(one)
    return size
