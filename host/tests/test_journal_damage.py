"""Damage to a journal's file: every bit of it, whole lines, and tails that a power cut tore.

What must hold: no flip passes in silence, none makes a wrong event, and the record named is the one that was hit.
"""

from bisect import bisect_right
from collections.abc import Iterator
from random import Random
from zlib import crc32

import pytest

from host.adapters.journal import Journal, read_story
from host.adapters.journal_files import Files
from host.adapters.journal_lines import JournalError
from host.adapters.journal_story import Damaged, NeverBegun, read
from host.core.events import Event, Started
from host.journal_findings import CannotLook, findings
from host.tests.recorded_game import GAME, OPENED, records, write, written
from host.tests.torn_file import TornDisk


def game(turns: int = 4) -> bytes:
    """A sound file of 2 + 10 records a turn."""
    disk = TornDisk()
    written(GAME, disk, turns)
    return disk.files[GAME].now()


def disk_with(content: bytes) -> TornDisk:
    disk = TornDisk()
    disk.put(GAME, content)
    return disk


WHOLE = game()
LINES = WHOLE.splitlines(keepends=True)
STARTS = [sum(map(len, LINES[:count])) for count in range(len(LINES))]
EVENTS = [(what, source) for what, source in [(OPENED, None), *records(4)] if isinstance(what, Event)]
RANDOM = Random(40)


def record_at(offset: int) -> int:
    return bisect_right(STARTS, offset)


def turn_of(record: int) -> int:
    """Records 1 and 2 open the game; ten belong to each turn, the tenth its totals."""
    return max(0, record - 3) // 10 + 1


def damage_of(content: bytes) -> Damaged:
    with pytest.raises(Damaged) as raised:
        read(content, "g1")
    return raised.value


def assert_named(lines: int, offset: int, bit: int) -> None:
    """The first `lines` lines with one bit flipped: the record hit is named, and all others are accounted for."""
    flipped = bytearray(b"".join(LINES[:lines]))
    flipped[offset] ^= 1 << bit
    hit = record_at(offset)
    found = damage_of(bytes(flipped))
    told = (found.record, found.line, found.turn, found.sound_before, found.sound_after)
    expected = (hit, hit, turn_of(hit), hit - 1, tuple(range(hit + 1, lines + 1)))
    assert told == expected, f"byte {offset}, bit {bit}: {found}"


def test_every_flipped_bit_names_the_record_it_hit() -> None:
    """The last line too: it was complete and synced, so a flip there is damage and no torn tail."""
    lines = 12
    for offset in range(STARTS[lines]):
        for bit in range(8):
            assert_named(lines, offset, bit)


def test_in_a_longer_file_too_a_flipped_bit_of_any_byte_is_named() -> None:
    """The same over four turns, one random bit of each byte."""
    for offset in range(len(WHOLE)):
        assert_named(len(LINES), offset, RANDOM.randrange(8))


def test_what_stands_before_a_flipped_bit_is_told_unchanged() -> None:
    """The referee's choice to go on from before the damage never brings a wrong event with it."""
    for offset in range(len(LINES[0]), len(WHOLE), 7):
        flipped = bytearray(WHOLE)
        flipped[offset] ^= 1 << RANDOM.randrange(8)
        hit = record_at(offset)
        story = read(bytes(flipped), "g1", until=hit).story
        assert list(story.events) == EVENTS[: len(story.events)]
        assert len(story.events) + len(story.totals) == hit - 1


def spoiled(*records: int) -> bytes:
    """The file with a byte changed in the middle of each of `records`."""
    lines = [bytearray(line) for line in LINES]
    for record in records:
        lines[record - 1][60] ^= 0x15
    return b"".join(lines)


def test_a_sentence_names_record_line_and_turn() -> None:
    """What the referee reads."""
    assert str(damage_of(spoiled(20))) == (
        "g1: record 20 (line 20, turn 2) is damaged; 19 sound records stand before it and 22 after it: "
        "`taula journal repair` lets the referee choose what holds."
    )


def test_a_second_damage_shows_as_a_gap_in_what_is_sound_after() -> None:
    found = damage_of(spoiled(20, 30))
    assert found.record == 20
    assert found.sound_after == (*range(21, 30), *range(31, 43))


def test_damage_before_a_torn_tail_is_not_cut_off_with_it() -> None:
    """A line that was synced and then spoiled stands just before a line that the power tore."""
    for offset in range(STARTS[-2], STARTS[-1]):
        for bit in range(8):
            content = bytearray(WHOLE[:-9])
            content[offset] ^= 1 << bit
            assert damage_of(bytes(content)).record == len(LINES) - 1


def test_a_last_line_spoiled_in_several_places_is_damage_while_its_newline_stands() -> None:
    """Length, CRC and closing brace all hit: the newline alone says that the line had been complete."""
    for hits in ((3, 9, -2), (0, 1, 2, 3, 4, 5, -2), (6, 15, 16, -2), (4, -2)):
        last = bytearray(LINES[-1])
        for hit in hits:
            last[hit] ^= 0x11
        assert damage_of(b"".join(LINES[:-1]) + last).record == len(LINES)


def test_a_lost_block_in_the_middle_is_named_with_the_sound_records_behind_it() -> None:
    """A sector of zeros or noise over several lines: none of the lines behind it disappears in silence."""
    start = STARTS[10] + 30
    for block in (bytes(512), Random(1).randbytes(512)):
        found = damage_of(WHOLE[:start] + block + WHOLE[start + 512 :])
        first_whole = next(number for number, at in enumerate(STARTS, 1) if at >= start + 512)
        assert found.record == 11
        assert found.sound_after == tuple(range(first_whole, len(LINES) + 1))


@pytest.mark.parametrize(("lines", "record", "named"), [
    ([*LINES[:19], *LINES[20:]], 20, "number 21 stands in its place"),
    ([*LINES[:20], *LINES[19:]], 21, "record 20 stands twice, before record 21 (line 21, turn 2);"),
    ([*LINES[:20], LINES[9], *LINES[20:]], 21, "record 10 stands twice, before record 21 "),
    ([*LINES[:20], LINES[19], *LINES[21:]], 21, "is missing: number 20 stands in its place"),
    ([*LINES[:19], LINES[20], LINES[19], *LINES[21:]], 20, "number 21 stands in its place"),
    (LINES[1:], 1, "number 2 stands in its place"),
    ([*LINES[:20], b"a note by hand\n", *LINES[20:]], 21, "is damaged"),
])
def test_lines_missing_doubled_swapped_or_put_in_are_noticed(lines: list[bytes], record: int, named: str) -> None:
    """Each line is sound by itself; the running number tells."""
    found = damage_of(b"".join(lines))
    assert (found.record, named in str(found)) == (record, True)


def test_a_line_rewritten_with_a_right_crc_is_noticed_by_the_next_one() -> None:
    """An editor that repairs the CRC of what it changed has still broken the chain."""
    body = LINES[19][16:-1].replace(b'"at_ns":', b'"at_ns":1')
    changed = b"%06d %08x %s\n" % (len(body), crc32(body), body)
    found = damage_of(b"".join([*LINES[:19], changed, *LINES[20:]]))
    assert (found.record, "does not belong with the record beside it" in str(found)) == (20, True)


# --- torn tails -------------------------------------------------------------------------------------------


def torn_tails() -> Iterator[tuple[str, bytes]]:
    """The last line cut at every byte; and the same with the rest of its length, or a sector more, as zeros."""
    last = LINES[-1]
    for cut in range(1, len(last)):
        yield f"cut at {cut}", last[:cut]
    for cut in range(len(last)):
        yield f"zeros from {cut}", last[:cut] + bytes(len(last) - cut)
        yield f"a sector of zeros from {cut}", last[:cut] + bytes(512)


def test_a_torn_last_line_is_cut_off_kept_and_told() -> None:
    """The power went in the middle of a write that was never synced: the game goes on without a question."""
    for what, tail in torn_tails():
        disk = disk_with(b"".join(LINES[:-1]) + tail)
        journal, story = Journal.open(GAME, disk)
        assert story.damage is not None, what
        assert (story.damage.kind, story.damage.record, story.damage.turn) == ("torn tail", len(LINES), 4), what
        assert (story.damage.size, story.damage.kept) == (len(tail), "final.journal.torn"), what
        assert disk.files[GAME].synced == b"".join(LINES[:-1]), what
        assert disk.files[GAME.with_name("final.journal.torn")].synced == tail, what
        assert list(story.events) == EVENTS, what
        assert journal.number == len(LINES) - 1


def test_noise_behind_the_last_line_is_never_taken_for_events() -> None:
    """Noise may look like a torn tail or, with a newline in the right place, like damage; never like a record."""
    random = Random(7)
    for _ in range(300):
        tail = LINES[-1][: random.randrange(len(LINES[-1]))] + random.randbytes(random.randrange(1, 600))
        content = b"".join(LINES[:-1]) + tail
        try:
            story = read(content, "g1").story
        except Damaged as found:
            story = read(content, "g1", until=found.record).story
        assert list(story.events) == EVENTS
        assert len(story.totals) == 3


def test_a_torn_file_goes_on_and_a_second_tear_is_kept_beside_the_first() -> None:
    """What was cut off once is never written over."""
    disk = disk_with(WHOLE[:-5])
    journal, _ = Journal.open(GAME, disk)
    journal.append(Started(1, at_ns=99))
    journal.close()
    disk.put(GAME, disk.files[GAME].now() + b"000")
    journal, story = Journal.open(GAME, disk)
    assert story.events[-1] == (Started(1, at_ns=99), None)
    assert str(story.damage) == (
        "torn tail: 3 bytes from record 43 (turn 4) on; they are kept in final.journal.torn-2"
    )
    assert disk.files[GAME.with_name("final.journal.torn")].synced == LINES[-1][:-5]


def test_looking_at_a_torn_file_changes_nothing() -> None:
    """A running game may be looked at in the middle of a write."""
    disk = disk_with(WHOLE[:-5])
    story = read_story(GAME, disk)
    assert story.damage is not None
    assert (story.damage.kind, story.damage.kept) == ("torn tail", "")
    assert disk.files[GAME].now() == WHOLE[:-5]


@pytest.mark.parametrize("content", [b"", LINES[0][:-1], LINES[0][:40], bytes(512)])
def test_a_file_without_a_whole_record_says_that_no_game_was_opened(content: bytes) -> None:
    with pytest.raises(NeverBegun, match="begin anew"):
        Journal.open(GAME, disk_with(content))


@pytest.mark.parametrize(
    "content", [b"", Random(1).randbytes(9_000), b"a note by hand\n" * 3, spoiled(1)[: len(LINES[0])]]
)
def test_what_is_no_journal_is_told_by_a_start_as_by_a_check(content: bytes) -> None:
    """One sentence with the remedy, whichever command meets the file first."""
    with pytest.raises(JournalError) as at_start:
        Journal.open(GAME, disk_with(content))
    with pytest.raises(CannotLook) as at_check:
        findings(content, GAME.name)
    assert str(at_start.value) == str(at_check.value)
    assert "it is no journal, or nothing is left of it; move it away" in str(at_start.value)


# --- the referee's choice --------------------------------------------------------------------------------


def test_open_changes_nothing_until_the_referee_has_chosen() -> None:
    disk = disk_with(spoiled(20))
    with pytest.raises(Damaged) as raised:
        Journal.open(GAME, disk)
    assert (disk.files[GAME].now(), list(disk.files)) == (spoiled(20), [GAME])
    journal, story = Journal.open(GAME, disk, until=raised.value.record)
    assert story.damage is not None
    assert (story.damage.kind, story.damage.record, story.damage.turn) == ("set aside", 20, 2)
    assert disk.files[GAME.with_name("final.journal.torn")].synced == spoiled(20)[STARTS[19] :]
    for what, source in records(4)[18:]:
        write(journal, what, source)
    journal.close()
    assert disk.files[GAME].now() == WHOLE


def test_the_referee_may_go_further_back_but_not_past_the_damage_nor_before_the_game() -> None:
    assert read(spoiled(20), "g1", until=12).number == 11
    with pytest.raises(Damaged):
        read(spoiled(20), "g1", until=21)
    for before_all in (1, 0, -3):
        with pytest.raises(JournalError, match="begin the game anew"):
            read(WHOLE, "g1", until=before_all)


def test_a_sound_journal_read_to_its_end_sets_nothing_aside() -> None:
    """`until` one past the last record is the whole game."""
    assert read(WHOLE, "g1", until=len(LINES) + 1).story.damage is None
    assert read(WHOLE, "g1", until=999).number == len(LINES)


def test_no_room_to_keep_a_torn_tail_leaves_the_file_as_it_is() -> None:
    """Nothing is cut off that has not been kept first."""
    disk: Files = (full := disk_with(WHOLE[:-5]))
    full.room = 10
    with pytest.raises(JournalError, match="no room"):
        Journal.open(GAME, disk)
    assert (full.files[GAME].now(), list(full.files)) == (WHOLE[:-5], [GAME])
    full.room = None
    Journal.open(GAME, disk)[0].close()
