"""A disk for tests that loses power: it forgets what was not synced, tears the last write, fills up, fails on demand.

It answers the calls of `host.adapters.journal_files.Files` in memory. Knows nothing of what is written to it.
"""

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

SECTOR_BYTES = 512  # what a medium writes whole or not at all
TEARS = ("prefix", "zeros", "garbage", "holes")


class PowerCut(Exception):
    """The power went during this call; no OSError, so nothing under test may catch it."""


@dataclass
class _Change:
    """Bytes written at `offset`, or with `data` None the file cut off there."""

    offset: int
    data: bytes | None

    def onto(self, content: bytes) -> bytes:
        before = content[: self.offset].ljust(self.offset, b"\0")
        return before if self.data is None else before + self.data + content[self.offset + len(self.data) :]


@dataclass
class _File:
    synced: bytes = b""
    changes: list[_Change] = field(default_factory=list)
    named_on_disk: bool = False

    def now(self) -> bytes:
        content = self.synced
        for change in self.changes:
            content = change.onto(content)
        return content


@dataclass
class _Open:
    path: Path
    flags: int


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


class TornDisk:
    """Files in memory; `cut_after` calls from now that change something, the power goes in the middle of one.

    From then on every call raises PowerCut: no clean-up of the code under test reaches the medium.

    `fails` maps a call's name to the errno it raises. `room` is how many bytes still fit, `says_free` how many it
    says that do; None: endless, and not told.
    """

    def __init__(self, cut_after: int | None = None) -> None:
        self.files: dict[Path, _File] = {}
        self.fails: dict[str, int] = {}
        self.room: int | None = None
        self.says_free: int | None = None
        self.cut_after = cut_after
        self._open: dict[int, _Open] = {}
        self._locked: dict[Path, int] = {}
        self._next_fd = 1000
        self._dark = False

    def put(self, path: Path, content: bytes) -> None:
        """Let `path` hold `content`, on the medium."""
        self.files[path] = _File(content, named_on_disk=True)

    def open(self, path: Path, flags: int) -> int:
        self._may_fail("open")
        there = path in self.files
        if there and flags & os.O_EXCL:
            raise _error(errno.EEXIST)
        if not there and not flags & os.O_CREAT:
            raise _error(errno.ENOENT)
        if not there:
            self._step(lambda: None)
            self.files[path] = _File()
        if flags & os.O_TRUNC:
            self.files[path].changes.append(_Change(0, None))
        self._next_fd += 1
        self._open[self._next_fd] = _Open(path, flags)
        return self._next_fd

    def lock(self, fd: int) -> None:
        self._may_fail("lock")
        path = self._open[fd].path
        if path in self._locked:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        self._locked[path] = fd

    def read(self, fd: int) -> bytes:
        self._may_fail("read")
        return self._file(fd).now()

    def write(self, fd: int, data: bytes) -> int:
        return self.write_at(fd, data, len(self._file(fd).now()))

    def write_at(self, fd: int, data: bytes, offset: int) -> int:
        self._may_fail("write")
        if self.room is not None:
            if self.room == 0:
                raise _error(errno.ENOSPC)
            data = data[: self.room]
            self.room -= len(data)
        change = _Change(offset, data)
        self._step(lambda: self._file(fd).changes.append(change))
        self._file(fd).changes.append(change)
        return len(data)

    def free(self, fd: int) -> int | None:
        self._may_fail("free")
        return self.says_free

    def truncate(self, fd: int, size: int) -> None:
        self._may_fail("truncate")
        change = _Change(size, None)
        self._step(lambda: self._file(fd).changes.append(change))
        self._file(fd).changes.append(change)

    def sync(self, fd: int) -> None:
        self._may_fail("sync")
        self._step(lambda: None)
        file = self._file(fd)
        file.synced, file.changes = file.now(), []

    def sync_folder(self, folder: Path) -> None:
        self._may_fail("sync_folder")
        self._step(lambda: None)
        for path, file in self.files.items():
            file.named_on_disk |= path.parent == folder

    def remove(self, path: Path) -> None:
        self._may_fail("remove")
        del self.files[path]

    def close(self, fd: int) -> None:
        self._may_fail("close")
        path = self._open.pop(fd).path
        if self._locked.get(path) == fd:
            del self._locked[path]

    def after_power_cut(self, random: Random, tear: str) -> "TornDisk":
        """The disk as the next start finds it: a random part of what was not synced, torn as `tear` says."""
        found = TornDisk()
        for path, file in self.files.items():
            if file.named_on_disk or random.random() < 0.5:
                found.files[path] = _File(_survivors(file, random, tear), named_on_disk=True)
        return found

    def _file(self, fd: int) -> _File:
        return self.files[self._open[fd].path]

    def _may_fail(self, call: str) -> None:
        if self._dark:
            raise PowerCut
        if call in self.fails:
            raise _error(self.fails[call])

    def _step(self, half_done: Callable[[], None]) -> None:
        if self.cut_after is None:
            return
        if self.cut_after == 0:
            half_done()
            self._dark = True
            raise PowerCut
        self.cut_after -= 1


def _survivors(file: _File, random: Random, tear: str) -> bytes:
    """The synced bytes and the first few changes, the last of them cut short and its rest filled as `tear` says."""
    kept = random.randint(0, len(file.changes))
    whole = _File(file.synced, file.changes[:kept])
    if kept == len(file.changes):
        return _with_hole(file, random) if tear == "holes" else whole.now()
    torn = file.changes[kept]
    if torn.data is None:
        return whole.now()
    short = torn.data[: random.randrange(len(torn.data) + 1)]
    rest = len(torn.data) - len(short)
    filling = {"zeros": bytes(rest), "garbage": random.randbytes(rest)}.get(tear, b"")
    return _Change(torn.offset, short + filling).onto(whole.now())


def _with_hole(file: _File, random: Random) -> bytes:
    """All changes survive, but one sector of what was not synced did not reach the medium and reads as zeros."""
    content = bytearray(file.now())
    start, end = len(file.synced), len(content)
    if end - start > SECTOR_BYTES:
        first = random.randrange(start, end, SECTOR_BYTES) // SECTOR_BYTES * SECTOR_BYTES
        hole = slice(max(start, first), min(end, first + SECTOR_BYTES))
        content[hole] = bytes(hole.stop - hole.start)
    return bytes(content)
