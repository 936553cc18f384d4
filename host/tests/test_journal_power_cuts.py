"""Power cuts while a game is written, on a disk that forgets what was not synced and tears the last write.

What must hold after each: the journal tells the beginning of what was appended, nothing of it changed or doubled, and
at the least all that a returned sync has promised.
"""

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

import pytest

from host.adapters.game_time import GameTime
from host.adapters.journal import Journal
from host.adapters.journal_lines import Source, Totals
from host.adapters.journal_story import Damaged, NeverBegun, Story
from host.adapters.journal_time import SLOT_BYTES, GameTimeFile, time_path
from host.core.events import Event
from host.tests.recorded_game import GAME, OPENED, Appended, records, write
from host.tests.torn_file import TEARS, PowerCut, TornDisk

CUTS = 200  # games, each cut one to MOST_CUTS times
MOST_CUTS = 4
LONGEST_RUN = 150  # writes and syncs before a cut
GAME_RECORDS = records(MOST_CUTS * LONGEST_RUN // 10 + 1)  # more than any run of cuts gets to write
SECOND = 1_000_000_000  # ns
Record = tuple[Appended, Source | None]


@dataclass
class Promised:
    """What has been handed to the journal, and how much of it a sync has promised."""

    appended: list[Record] = field(default_factory=list)
    synced: int = 0

    def hand(self, journal: Journal, record: Record) -> None:
        self.appended.append(record)
        write(journal, *record)

    def sync(self, journal: Journal) -> None:
        journal.sync()
        self.synced = len(self.appended)

    def holds(self, story: Story) -> None:
        """Check what is told, and go on from it."""
        told = len(story.events) + len(story.totals)
        assert self.synced <= told <= len(self.appended)
        kept = self.appended[:told]
        assert list(story.events) == [(what, source) for what, source in kept if isinstance(what, Event)]
        assert list(story.totals) == [what for what, _ in kept if isinstance(what, Totals)]
        self.appended, self.synced = kept, told


def begin_or_resume(disk: TornDisk, promised: Promised, tear: str) -> Journal:
    """The journal at a start of the app; a game whose opening was never promised may have to be opened again."""
    if promised.synced or GAME in disk.files:
        try:
            journal, story = resume(disk, tear)
        except NeverBegun:
            assert promised.synced == 0
            disk.remove(GAME)
        else:
            promised.holds(story)
            return journal
    promised.appended = [(OPENED, None)]
    journal = Journal.create(GAME, OPENED, disk)
    promised.synced = 1
    return journal


def resume(disk: TornDisk, tear: str) -> tuple[Journal, Story]:
    try:
        return Journal.open(GAME, disk)
    except Damaged as found:
        # Only what no order of writing explains: noise that ends like a line, or a hole with sound records behind it.
        if tear not in ("garbage", "holes"):
            raise
        if found.record == 1:  # the very opening was torn: `begin_or_resume` sees that nothing had been promised
            raise NeverBegun(GAME.name) from found
        return Journal.open(GAME, disk, until=found.record)


def play(disk: TornDisk, promised: Promised, tear: str, random: Random) -> None:
    """Begin or resume the game and write until the power goes; each turn is synced, as the app does."""
    journal = begin_or_resume(disk, promised, tear)
    for record in GAME_RECORDS[len(promised.appended) - 1 :]:
        promised.hand(journal, record)
        if isinstance(record[0], Totals) or random.random() < 0.05:
            promised.sync(journal)


@pytest.mark.parametrize("tear", TEARS)
def test_no_cut_loses_a_synced_record_or_doubles_any(tear: str) -> None:
    """Cuts fall into creating, appending, syncing and into recovery itself."""
    random = Random(f"{tear} 11")
    for _ in range(CUTS // len(TEARS)):
        disk, promised = TornDisk(), Promised()
        for _ in range(random.randint(1, MOST_CUTS)):
            disk.cut_after = random.choice([random.randrange(8), random.randrange(LONGEST_RUN)])
            with pytest.raises(PowerCut):
                play(disk, promised, tear, random)
            disk = disk.after_power_cut(random, tear)
        journal = begin_or_resume(disk, promised, tear)
        told = len(promised.appended)
        promised.hand(journal, GAME_RECORDS[told - 1])
        promised.sync(journal)
        journal.close()
        promised.holds(Journal.open(GAME, disk)[1])
        assert promised.appended == [(OPENED, None), *GAME_RECORDS[:told]]


def test_the_disk_under_these_tests_forgets_and_tears() -> None:
    """A disk that kept everything would prove nothing: unsynced bytes are lost, cut short, or filled, as asked."""
    found: dict[str, set[bytes]] = {}
    for tear in TEARS:
        for seed in range(60):
            disk = TornDisk()
            disk.put(GAME, b"synced,")
            fd = disk.open(GAME, 0)
            disk.write(fd, b"abcd")
            survived = disk.after_power_cut(Random(seed), tear).files[GAME].now()
            assert survived.startswith(b"synced,")
            found.setdefault(tear, set()).add(survived)
    assert found["prefix"] >= {b"synced,", b"synced,a", b"synced,abcd"}
    assert found["zeros"] >= {b"synced,a\0\0\0", b"synced,\0\0\0\0"}
    assert any(len(survived) == 11 and survived[7:9] == b"ab" != survived[9:] for survived in found["garbage"])


# --- game time ------------------------------------------------------------------------------------------


def test_game_time_goes_on_from_the_last_record_whatever_the_machines_clock_says() -> None:
    """The gap of a restart is charged to nobody, and a monotonic clock that begins anew at a boot does not matter."""
    readings = iter([5_000_000, 5_000_000, 5_000_900])
    time = GameTime(777, lambda: next(readings))
    assert (time.now(), time.now()) == (777, 1_677)


def test_a_restart_goes_on_from_the_later_of_journal_and_time_file(tmp_path: Path) -> None:
    path = time_path(tmp_path / "g1")
    file = GameTimeFile.create(path)
    for now_ns in (1_000, 2_000, 3_000):
        file.sync(now_ns)
    file.close()
    for last_ns, expected in ((2_500, 3_000), (3_500, 3_500)):
        file, now_ns = GameTimeFile.open(path, last_ns)
        file.close()
        assert now_ns == expected
    assert path.name == "g1.time"
    assert path.stat().st_size <= 2 * SLOT_BYTES


def test_a_new_game_does_not_inherit_the_time_of_an_older_one_of_its_name(tmp_path: Path) -> None:
    path = time_path(tmp_path / "g1")
    old = GameTimeFile.create(path)
    old.sync(9_000)
    old.close()
    GameTimeFile.create(path).close()
    assert GameTimeFile.open(path, 5)[1] == 5


def test_a_missing_time_file_leaves_the_journals_time(tmp_path: Path) -> None:
    assert GameTimeFile.open(time_path(tmp_path / "g1"), 41)[1] == 41


@pytest.mark.parametrize("tear", TEARS)
def test_a_cut_while_time_is_kept_costs_one_sync_at_most(tear: str) -> None:
    """The write that was torn is known by its CRC, and the slot of the second before it was not touched."""
    random = Random(f"{tear} 13")
    path = time_path(GAME)
    for _ in range(25):
        disk = TornDisk()
        file = GameTimeFile.create(path, disk)
        synced = 0
        for _ in range(3):
            disk.cut_after = random.randrange(9)
            synced = kept_until_cut(file, synced)
            disk = disk.after_power_cut(random, tear)
            file, found = GameTimeFile.open(path, 0, disk)
            assert found in (synced, synced + SECOND)
            synced = found


def kept_until_cut(file: GameTimeFile, now_ns: int) -> int:
    """Keep a time a second until the power goes: the last one that a returned sync has promised."""
    for following in count(now_ns + SECOND, SECOND):
        try:
            file.sync(following)
        except PowerCut:
            break
        now_ns = following
    return now_ns


def test_a_flipped_bit_in_a_slot_gives_the_other_slots_time() -> None:
    """Never a time that was not kept: a clock must not jump by what a bit is worth."""
    disk = TornDisk()
    path = time_path(GAME)
    file = GameTimeFile.create(path, disk)
    file.sync(1_000)
    file.sync(2_000)
    whole = disk.files[path].now()
    used = [at for at, byte in enumerate(whole) if byte]
    for offset in used:
        for bit in range(8):
            flipped = bytearray(whole)
            flipped[offset] ^= 1 << bit
            disk.put(path, bytes(flipped))
            expected = 2_000 if offset < SLOT_BYTES else 1_000
            assert GameTimeFile.open(path, 0, disk)[1] == expected
