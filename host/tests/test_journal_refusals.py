"""What a journal refuses, and that after each refusal the file is whole and the game can go on."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from host.adapters import journal_files
from host.adapters.journal import Broken, Journal, read_story
from host.adapters.journal_files import AlreadyThere, InUse, NoSuchGame, StorageFailed, StorageFull, StorageReadOnly
from host.adapters.journal_lines import JournalError
from host.core.events import Started
from host.tests.recorded_game import GAME, OPENED, written
from host.tests.torn_file import TornDisk


def test_two_hosts_cannot_write_one_game(tmp_path: Path) -> None:
    """The lock goes with the open file: a host that dies lets the next one in."""
    path = tmp_path / "g1"
    first = Journal.create(path, OPENED)
    with pytest.raises(InUse):
        Journal.open(path)
    assert len(read_story(path).events) == 1
    first.close()
    Journal.open(path)[0].close()


def test_a_new_game_never_writes_over_an_old_one(tmp_path: Path) -> None:
    path = tmp_path / "g1"
    written(path, journal_files.DISK, turns=1)
    before = path.read_bytes()
    with pytest.raises(AlreadyThere):
        Journal.create(path, OPENED)
    assert path.read_bytes() == before


def test_a_missing_game_or_folder_is_named(tmp_path: Path) -> None:
    for attempt in (Journal.open, read_story):
        with pytest.raises(NoSuchGame):
            attempt(tmp_path / "g1")
    with pytest.raises(NoSuchGame):
        Journal.create(tmp_path / "nowhere" / "g1", OPENED)


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    """The tags of a running game's racks stand in it."""
    Journal.create(tmp_path / "g1", OPENED).close()
    assert (tmp_path / "g1").stat().st_mode & 0o077 == 0


STORAGE = [
    (errno.ENOSPC, StorageFull),
    (errno.EDQUOT, StorageFull),
    (errno.EROFS, StorageReadOnly),
    (errno.EACCES, StorageReadOnly),
    (errno.EIO, StorageFailed),
]


@pytest.mark.parametrize(("number", "kind"), STORAGE)
def test_a_failed_append_is_named_and_tried_again_when_it_is_mended(number: int, kind: type[JournalError]) -> None:
    """The game pauses visibly and goes on once there is room: the record number is not used up."""
    disk = TornDisk()
    journal = Journal.create(GAME, OPENED, disk)
    disk.fails["write"] = number
    with pytest.raises(kind, match="go on"):
        journal.append(Started(0, at_ns=1))
    disk.fails.clear()
    journal.append(Started(0, at_ns=2))
    journal.close()
    assert [event.at_ns for event, _ in read_story(GAME, disk).events] == [0, 2]


def test_a_medium_that_became_read_only_pauses_the_game_and_no_more() -> None:
    """Linux does so to a failing card: neither a record nor a cut is allowed; nothing half written can stand."""
    disk = TornDisk()
    journal = Journal.create(GAME, OPENED, disk)
    disk.fails.update(write=errno.EROFS, truncate=errno.EROFS)
    with pytest.raises(StorageReadOnly):
        journal.append(Started(0, at_ns=1))
    disk.fails.clear()
    journal.append(Started(0, at_ns=2))
    journal.close()
    assert [event.at_ns for event, _ in read_story(GAME, disk).events] == [0, 2]


@pytest.mark.parametrize("room", [1, 20, 60])
def test_a_disk_that_fills_up_in_the_middle_of_a_line_leaves_no_half_line(room: int) -> None:
    disk = TornDisk()
    journal = Journal.create(GAME, OPENED, disk)
    before = disk.files[GAME].now()
    disk.room = room
    for _ in range(2):
        with pytest.raises(StorageFull):
            journal.append(Started(0, at_ns=1))
        assert disk.files[GAME].now() == before
    disk.room = None
    journal.append(Started(0, at_ns=2))
    journal.close()
    assert [event.at_ns for event, _ in read_story(GAME, disk).events] == [0, 2]


def test_a_journal_that_cannot_cut_off_half_a_line_takes_no_more() -> None:
    """A whole line behind half a one could not be told from damage; opened again, the half is a torn tail."""
    disk = TornDisk()
    journal = Journal.create(GAME, OPENED, disk)
    disk.room, disk.fails["truncate"] = 20, errno.EIO
    for _ in range(2):
        with pytest.raises(Broken):
            journal.append(Started(0, at_ns=1))
    journal.close()
    disk.room = None
    disk.fails.clear()
    journal, story = Journal.open(GAME, disk)
    assert (len(story.events), story.damage and story.damage.kind) == (1, "torn tail")


def test_a_failed_sync_is_never_followed_by_one_that_seems_to_succeed() -> None:
    """Linux forgets the pages that it failed to write, so the second fsync(2) answers 0 over lost records."""
    disk = TornDisk()
    journal = Journal.create(GAME, OPENED, disk)
    disk.fails["sync"] = errno.EIO
    with pytest.raises(Broken):
        journal.sync()
    disk.fails.clear()
    with pytest.raises(Broken):
        journal.sync()
    with pytest.raises(Broken):
        journal.append(Started(0, at_ns=1))


@pytest.mark.parametrize("call", ["open", "write", "sync", "sync_folder"])
def test_a_game_that_could_not_be_opened_leaves_its_name_free(call: str) -> None:
    """The referee frees the disk and opens the game again under the same name."""
    disk = TornDisk()
    disk.fails[call] = errno.EIO
    with pytest.raises(JournalError):
        Journal.create(GAME, OPENED, disk)
    disk.fails.clear()
    Journal.create(GAME, OPENED, disk).close()


def test_a_closed_journal_refuses_and_closing_twice_is_once(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "g1", OPENED)
    journal.close()
    journal.close()
    for attempt in (journal.sync, lambda: journal.append(Started(0, at_ns=1))):
        with pytest.raises(Broken, match="it is closed"):
            attempt()


def tried(attempt: Callable[[], object]) -> OSError:
    with pytest.raises(OSError) as raised:
        attempt()
    return raised.value


def test_the_real_disk_fails_as_the_model_does(tmp_path: Path) -> None:
    """The model's errors are the system's own: a device that is full, a name that exists, one that does not."""
    disk = journal_files.DISK
    full = disk.open(Path("/dev/full"), os.O_WRONLY)
    assert tried(lambda: disk.write(full, b"x")).errno == errno.ENOSPC
    disk.close(full)
    (tmp_path / "g1").touch()
    assert tried(lambda: disk.open(tmp_path / "g1", os.O_CREAT | os.O_EXCL)).errno == errno.EEXIST
    assert tried(lambda: disk.open(tmp_path / "g2", os.O_RDWR)).errno == errno.ENOENT
