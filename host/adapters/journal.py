"""Decides when a game's events reach the kernel and the medium, and what is done with a file that did not end well.

Knows nothing of what an event means, nor how a line is written (journal_lines) or read again (journal_story).
"""

import os
from contextlib import ExitStack
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Self

from host.adapters.journal_files import (
    BACK_BYTES,
    DISK,
    ROOM_BYTES,
    Files,
    StorageFull,
    StorageLow,
    StorageReadOnly,
    forget,
    keep_beside,
    named,
    open_locked,
    sentences,
)
from host.adapters.journal_lines import FIRST_AFTER, JournalError, Totals, crc_of, line_of
from host.adapters.journal_story import SET_ASIDE, Reading, Story, read
from host.adapters.journal_time import GameTimeFile, time_path
from host.core.events import Event, GameOpened, Source

_APPEND = os.O_RDWR | os.O_APPEND
_NEW = os.O_CREAT | os.O_EXCL


class Broken(JournalError):
    """What this journal last did to its file is not known, so it takes no more; open it again."""


def code_version() -> str:
    """The version of this software as installed; "checkout" when it runs without having been installed."""
    try:
        return version("taula")
    except PackageNotFoundError:
        return "checkout"


class Journal:
    """One game's file, open for writing and locked against every other host.

    An event is in the kernel's hands when `append` returns, so it outlives this process; it is on the medium when
    the next `sync` returns, so it outlives a power cut.
    """

    def __init__(self, path: Path, fd: int, files: Files, size: int, number: int, crc: int) -> None:
        """Use `create` or `open`: `fd` is locked; after byte `size` it ends with record `number`, of CRC `crc`."""
        self._path = path
        self._fd = fd
        self._files = files
        self._size = size
        self._number = number
        self._crc = crc
        self._broken = ""
        self._low = False  # there was less than ROOM_BYTES, and not BACK_BYTES more since

    @classmethod
    def create(cls, path: Path, opened: GameOpened, files: Files = DISK) -> Self:
        """A new game's journal, its first record and its name already on the medium.

        Raises AlreadyThere, and the storage errors of journal_files; after those no file is left behind.
        """
        line = line_of(1, FIRST_AFTER, opened, code=code_version())
        with ExitStack() as undo:
            journal = cls(path, open_locked(path, _APPEND | _NEW, files), files, size=0, number=0, crc=FIRST_AFTER)
            undo.callback(forget, path, files)
            undo.callback(journal.close)
            journal._write(line)
            journal.sync()
            with sentences(path.name):
                files.sync_folder(path.parent)
            undo.pop_all()
        return journal

    @classmethod
    def open(cls, path: Path, files: Files = DISK, *, until: int | None = None) -> tuple[Self, Story]:
        """A game to go on with, and all that its journal tells; what it tells is on the medium when this returns.

        A torn tail is cut off. With `until`, a person's choice, everything from that record number on is too. What is
        cut off is first kept in a file beside the journal: `NAME.torn`, `NAME.torn-2`, ... Going back goes back in
        time too: the game time that was kept beside it is wiped, for it is later than what is left.

        Raises NoSuchGame, InUse, NeverBegun, OtherVersion, the storage errors; Damaged, having changed nothing.
        """
        with ExitStack() as undo:
            fd = open_locked(path, _APPEND, files)
            undo.callback(files.close, fd)
            with sentences(path.name):
                data = files.read(fd)
            reading = read(data, path.name, until)
            story = _set_aside(path, fd, data, reading, files)
            journal = cls(path, fd, files, reading.size, reading.number, reading.crc)
            journal.sync()
            undo.pop_all()
        return journal, story

    @property
    def number(self) -> int:
        """The number of the last record."""
        return self._number

    def append(self, event: Event, source: Source | None = None) -> None:
        """Write `event`, brought by message `source`, in one call to the kernel.

        When one message brings several events, the last of them carries its `source`: cut off between them, the
        message is asked for again. Raises Unwritable and the storage errors, the file then ending as before; Broken.
        """
        self._write(line_of(self._number + 1, self._crc, event, source))

    def record_totals(self, turn: int, totals: tuple[int, ...]) -> None:
        """Write the totals after committed turn `turn` (1, 2, ...). Raises as `append` does."""
        self._write(line_of(self._number + 1, self._crc, Totals(turn, totals)))

    def sync(self) -> None:
        """Return when every record is on the medium; on a real disk this takes milliseconds.

        Raises Broken when it fails: the kernel forgets what it could not write, and a second try would tell a lie.
        """
        self._refuse_if_broken()
        try:
            self._files.sync(self._fd)
        except OSError as why:
            self._break(f"the last ones may not be on the medium: {why.strerror}", why)

    def need_room(self) -> None:
        """Raises StorageLow once less than ROOM_BYTES are left on the medium, before a record finds no room; until
        BACK_BYTES more are.
        """
        with sentences(self._path.name):
            free = self._files.free(self._fd)
        self._low = free is not None and free < ROOM_BYTES + BACK_BYTES * self._low
        if self._low:
            raise StorageLow(f"{self._path.name}: less than {ROOM_BYTES // 1_000_000} MB are left for the game: "
                             "make room or put in a stick, then it goes on.")

    def close(self) -> None:
        """Let the file and its lock go, without a sync; closing twice is once."""
        if self._fd >= 0:
            self._files.close(self._fd)
            self._fd = -1
            self._broken = self._broken or "it is closed"

    def _write(self, line: bytes) -> None:
        self._refuse_if_broken()
        try:
            written = self._files.write(self._fd, line)
        except OSError as why:
            failure = named(why, self._path.name)
            if not isinstance(failure, StorageReadOnly):  # nothing can stand there, and no cut would be allowed
                self._cut_back()
            raise failure from why
        if written != len(line):
            self._cut_back()
            raise StorageFull(f"{self._path.name}: there was room for half a record only: make room, then go on.")
        self._size += written
        self._number += 1
        self._crc = crc_of(line)

    def _cut_back(self) -> None:
        """Leave nothing half written behind the last whole record."""
        try:
            self._files.truncate(self._fd, self._size)
        except OSError as why:
            self._break(f"half a one may stand at its end: {why.strerror}", why)

    def _break(self, what: str, why: OSError) -> None:
        self._broken = what
        raise self._broken_error() from why

    def _refuse_if_broken(self) -> None:
        if self._broken:
            raise self._broken_error()

    def _broken_error(self) -> Broken:
        name = self._path.name
        return Broken(f"{name} takes no more records ({self._broken}): look at the medium, then resume the game.")


def read_story(path: Path, files: Files = DISK, *, until: int | None = None) -> Story:
    """What the journal at `path` tells, or what it tells before record `until`: without a lock, nothing changed.

    So a running game may be looked at, and a damaged one up to `Damaged.record`. A torn tail is told as such, and not
    cut off. Raises NoSuchGame, NeverBegun, Damaged, OtherVersion and the storage errors.
    """
    with sentences(path.name):
        fd = files.open(path, os.O_RDONLY)
        try:
            data = files.read(fd)
        finally:
            files.close(fd)
    return read(data, path.name, until).story


def _set_aside(path: Path, fd: int, data: bytes, reading: Reading, files: Files) -> Story:
    """Keep what does not hold in a file of its own, on the medium before it is cut off here."""
    damage = reading.story.damage
    if damage is None:
        return reading.story
    kept = keep_beside(path, data[reading.size :], files)
    if damage.kind == SET_ASIDE:
        GameTimeFile.create(time_path(path), files).close()
    with sentences(path.name):
        files.truncate(fd, reading.size)
    return replace(reading.story, damage=replace(damage, kept=kept.name))
