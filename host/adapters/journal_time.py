"""Decides how game time is kept beside the journal while a clock runs, so that a power cut costs a second at most.

Knows nothing of where the time comes from (game_time), nor of clocks, seats or turns.
"""

import os
from pathlib import Path
from typing import Self
from zlib import crc32

from host.adapters.journal_files import DISK, Files, named, sentences

SLOT_BYTES = 4096  # a page of the kernel and a block of the file system: a torn write of one slot spares the other
_SLOTS = 2
_DIGITS = 19  # nanoseconds below 2**63, 292 years
_TEXT_BYTES = _DIGITS + len(" 9af01b2c\n")


def time_path(journal: Path) -> Path:
    """Where the game time of the game in `journal` is kept."""
    return journal.with_name(journal.name + ".time")


class GameTimeFile:
    """Two slots of text, `nanoseconds crc`, written in turn: whatever a torn write does to one, the other stands.

    The later of the two that prove themselves counts. Overwritten in place, so a second's sync is one block and no
    change of a folder.
    """

    def __init__(self, path: Path, fd: int, files: Files, slot: int) -> None:
        """Use `create` or `open`: `slot` is the one to be written next."""
        self._path = path
        self._fd = fd
        self._files = files
        self._slot = slot

    @classmethod
    def create(cls, path: Path, files: Files = DISK) -> Self:
        """For a new game: what an earlier one of that name left is wiped. Raises the errors of journal_files."""
        with sentences(path.name):
            fd = files.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
            files.sync(fd)
            files.sync_folder(path.parent)
        return cls(path, fd, files, slot=0)

    @classmethod
    def open(cls, path: Path, last_ns: int, files: Files = DISK) -> tuple[Self, int]:
        """The file of a game that goes on, and its time: the later of `last_ns`, the journal's, and what is kept.

        A file that is missing or unreadable throughout leaves `last_ns`. Raises the errors of journal_files.
        """
        with sentences(path.name):
            fd = files.open(path, os.O_RDWR | os.O_CREAT)
            data = files.read(fd)
            files.sync_folder(path.parent)
        kept = [_kept(data, slot) for slot in range(_SLOTS)]
        return cls(path, fd, files, slot=kept.index(min(kept))), max(last_ns, *kept)

    def sync(self, now_ns: int) -> None:
        """Keep `now_ns`; it is on the medium when this returns. Raises the storage errors of journal_files."""
        text = b"%0*d" % (_DIGITS, now_ns)
        try:
            self._files.write_at(self._fd, b"%s %08x\n" % (text, crc32(text)), self._slot * SLOT_BYTES)
            self._files.sync(self._fd)
        except OSError as why:
            raise named(why, self._path.name) from why
        self._slot = (self._slot + 1) % _SLOTS

    def close(self) -> None:
        """Let the file go; what was synced stays."""
        self._files.close(self._fd)


def _kept(data: bytes, slot: int) -> int:
    """The time in `slot` in ns; -1 unless digits, CRC and newline are all there."""
    text = data[slot * SLOT_BYTES : slot * SLOT_BYTES + _TEXT_BYTES]
    digits, crc = text[:_DIGITS], text[_DIGITS:]
    if len(text) != _TEXT_BYTES or not digits.isdigit() or crc != b" %08x\n" % crc32(digits):
        return -1
    return int(digits)
