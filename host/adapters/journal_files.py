"""Decides how a game's files are opened, locked, written and made to last, and which sentence each failure becomes.

Knows nothing of what stands in them. `Files` is all that the journal asks of an operating system, so that a test can
put a disk in its place that loses power.
"""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from host.adapters.journal_lines import JournalError

_OWNER_ONLY = 0o600  # a running game's file gives away the racks
ROOM_BYTES = 100_000_000  # less than this is a full disk: hardware page 7, row 12
BACK_BYTES = 5_000_000  # so much more, and it is so no longer: what others write and delete must not stop clocks anew
_MOST_KEPT = 100  # torn ends kept for one game; more means a medium that fails at every start


class StorageFull(JournalError):
    """No room for another record."""


class StorageLow(StorageFull):
    """Records still find room, but less than ROOM_BYTES are left."""


class StorageReadOnly(JournalError):
    """The file or its file system may not be written."""


class StorageFailed(JournalError):
    """The medium or its driver reports a failure."""


class InUse(JournalError):
    """Another host is writing this game."""


class AlreadyThere(JournalError):
    """A new game was to be written where a file already stands."""


class NoSuchGame(JournalError):
    """There is no file of that name."""


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)


def named(why: OSError, name: str) -> JournalError:
    """The error to raise for `why`, met on the file `name`.

    >>> named(OSError(errno.ENOSPC, "No space left on device"), "g1")
    StorageFull('g1: there is no room left for the game: make room or put in a stick, then go on.')
    """
    if why.errno in _FULL:
        return StorageFull(f"{name}: there is no room left for the game: make room or put in a stick, then go on.")
    if why.errno in _READ_ONLY:
        return StorageReadOnly(f"{name}: the game may not be written there: free the medium for writing, then go on.")
    if isinstance(why, BlockingIOError):
        return InUse(f"{name}: another Taula is writing this game: end that one first.")
    if isinstance(why, FileExistsError):
        return AlreadyThere(f"{name}: a game of that name already stands there: resume it or take another name.")
    if isinstance(why, FileNotFoundError):
        return NoSuchGame(f"{name}: there is no such game, or its folder is missing: look at the name.")
    if isinstance(why, IsADirectoryError):
        return NoSuchGame(f"{name}: this is a folder: name a game in it.")
    return StorageFailed(f"{name}: the medium reports a failure ({why.strerror}): put in another one, then go on.")


class Files(Protocol):
    """The calls of an operating system that a game's files need; each raises OSError as the system does."""

    def open(self, path: Path, flags: int) -> int:
        """A descriptor of `path`."""

    def lock(self, fd: int) -> None:
        """Keep every other host off until the file is closed; BlockingIOError when one is there already."""

    def read(self, fd: int) -> bytes:
        """The whole file from its first byte."""

    def write(self, fd: int, data: bytes) -> int:
        """Hand `data` to the kernel in one call; how many bytes it took."""

    def write_at(self, fd: int, data: bytes, offset: int) -> int:
        """The same, at byte `offset`."""

    def truncate(self, fd: int, size: int) -> None:
        """Cut the file off after byte `size`."""

    def free(self, fd: int) -> int | None:
        """How many bytes may still be written to the medium of an open file; None where it does not tell."""

    def sync(self, fd: int) -> None:
        """Return when the file's bytes and its length are on the medium."""

    def sync_folder(self, folder: Path) -> None:
        """Return when the names in `folder` are on the medium."""

    def remove(self, path: Path) -> None:
        """Take the name `path` away."""

    def close(self, fd: int) -> None:
        """Give the descriptor back, and its lock."""


class Disk:
    """The real thing: POSIX calls, nothing buffered on our side."""

    def open(self, path: Path, flags: int) -> int:
        """A descriptor of `path`, not handed on to child processes."""
        return os.open(path, flags | os.O_CLOEXEC, _OWNER_ONLY)

    def lock(self, fd: int) -> None:
        """An advisory lock on the open file: the kernel lets it go when the process dies, however it dies."""
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def read(self, fd: int) -> bytes:
        """The whole file from its first byte."""
        chunks, offset = [], 0
        while chunk := os.pread(fd, 1 << 20, offset):
            chunks.append(chunk)
            offset += len(chunk)
        return b"".join(chunks)

    def write(self, fd: int, data: bytes) -> int:
        """One write(2)."""
        return os.write(fd, data)

    def write_at(self, fd: int, data: bytes, offset: int) -> int:
        """One pwrite(2)."""
        return os.pwrite(fd, data, offset)

    def truncate(self, fd: int, size: int) -> None:
        """One ftruncate(2)."""
        os.ftruncate(fd, size)

    def free(self, fd: int) -> int | None:
        """One fstatvfs(3); a file system without blocks of its own does not tell."""
        told = os.fstatvfs(fd)
        return told.f_bavail * told.f_frsize if told.f_blocks else None

    def sync(self, fd: int) -> None:
        """One fdatasync(2): the length goes with the data, the time of change does not."""
        os.fdatasync(fd)

    def sync_folder(self, folder: Path) -> None:
        """A file system that cannot sync a folder (some network and user-space ones) answers EINVAL: it has no more
        to give.
        """
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(fd)
        except OSError as why:
            if why.errno != errno.EINVAL:
                raise
        finally:
            os.close(fd)

    def remove(self, path: Path) -> None:
        """One unlink(2)."""
        path.unlink()

    def close(self, fd: int) -> None:
        """One close(2)."""
        os.close(fd)


DISK = Disk()


@contextmanager
def sentences(name: str) -> Iterator[None]:
    """Within it, a failure of the system is raised as its named error about the file `name`."""
    try:
        yield
    except OSError as why:
        raise named(why, name) from why


def open_locked(path: Path, flags: int, files: Files) -> int:
    """A descriptor of `path` with its lock. Raises the named errors above."""
    with sentences(path.name):
        fd = files.open(path, flags)
        try:
            files.lock(fd)
        except OSError:
            files.close(fd)
            raise
    return fd


def write_new(path: Path, data: bytes, files: Files) -> None:
    """A new file at `path` that holds `data`, on the medium with its name; after an OSError there is none."""
    fd = files.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        if files.write(fd, data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        files.sync(fd)
        files.sync_folder(path.parent)
    except OSError:
        forget(path, files)
        raise
    finally:
        files.close(fd)


def forget(path: Path, files: Files) -> None:
    """Take a file away that failed while it was made; if that fails too, the first failure is the one to hear of."""
    with suppress(OSError):
        files.remove(path)


def keep_beside(path: Path, data: bytes, files: Files) -> Path:
    """Write `data` to `path` with `.torn` added, or `.torn-2` and so on: nothing kept earlier is written over.

    Raises the named errors above.
    """
    for count in range(1, _MOST_KEPT + 1):
        kept = path.with_name(f"{path.name}.torn" if count == 1 else f"{path.name}.torn-{count}")
        with sentences(kept.name), suppress(FileExistsError):
            write_new(kept, data, files)
            return kept
    raise AlreadyThere(f"{path.name}: {_MOST_KEPT} torn ends are kept beside it already: move them, then resume.")
