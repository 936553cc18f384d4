"""What other programs' users reported about reading and writing annotated games, each trigger with our outcome.

Named for the program and the number of the report. What concerns the course of a game is tested where it is replayed.
"""

import pytest

from engine_lite.gcg import (
    BonusEntry,
    EndBonusEntry,
    EndPenaltyEntry,
    ExchangeEntry,
    PassEntry,
    PlayEntry,
    TimeEntry,
    read,
    write,
)
from engine_lite.tests.gcg_samples import PLAYERS, entry_of, record_of
from engine_lite.tiles import Tile

PLAY = ">p1: AEIRSTW 8D WAITE +24 24"


def test_macondo_42_racks_left_and_description_stop_no_reading() -> None:
    """#rack1 at the end and #description in front; and the old letter in the place of the point."""
    record = read(f"{PLAYERS}#description of it\n{PLAY}\n>p2: ENOTT D8 WOT +6 6\n#rack1 AEINRST\n")
    assert (record.description, record.racks_left[0].text) == ("of it", "AEINRST")
    assert isinstance(record.entries[1], PlayEntry)
    assert ">p2: ENOTT D8 .OT +6 6\n" in write(record)


def test_macondo_rust_peer_reads_h12_as_h1() -> None:
    """Two digits are read."""
    entry = entry_of(">p1: AEIRSTW H12 WE +24 24")
    assert isinstance(entry, PlayEntry)
    assert (entry.start.square, entry.start.down) == (11 * 15 + 7, True)


def test_liwords_1201_a_bonus_without_a_rack() -> None:
    """As an edited game has it; written back in the form that its readers want, with two blanks."""
    record = record_of(PLAY, ">p1: (challenge) +5 29")
    assert isinstance(record.entries[1], BonusEntry)
    assert write(record).endswith(">p1:  (challenge) +5 29\n")


def test_liwords_1319_magpie_500_quackle_42_a_pass_without_a_rack() -> None:
    """It is read, and read back from what is written."""
    record = record_of(PLAY, ">p2:  - +0 452")
    assert isinstance(record.entries[1], PassEntry)
    assert read(write(record)) == record


def test_liwords_1291_an_exchange_by_number() -> None:
    """It stays a number: no letters are made up for it."""
    entry = entry_of(">p1: AEIRSTW -4 +0 0")
    assert isinstance(entry, ExchangeEntry)
    assert (entry.tiles, entry.count) == (None, 4)


def test_liwords_1295_an_end_rack_that_is_not_whole() -> None:
    """Fewer letters than were left are read as they stand."""
    entry = entry_of(">p1: (AB) +8 29")
    assert isinstance(entry, EndBonusEntry)
    assert entry.tiles == (Tile("A"), Tile("B"))


def test_liwords_1350_quackle_14_a_bonus_and_notes_between_the_last_play_and_the_rack() -> None:
    """Nothing is dropped, and the order stays."""
    lines = (PLAY, "#note out", ">p1: (challenge) +5 29", "#note was good", ">p1: (QZ) +40 69", "#note end")
    record = record_of(*lines)
    assert [entry.kind for entry in record.entries] == ["play", "bonus", "endpts"]
    assert [(note.text, note.after) for note in record.notes] == [("out", 1), ("was good", 2), ("end", 3)]
    assert write(record).splitlines()[4:] == [
        PLAY,
        "#note out",
        ">p1:  (challenge) +5 29",
        "#note was good",
        ">p1: (QZ) +40 69",
        "#note end",
    ]


def test_liwords_1413_magpie_540_the_challenged_word_can_be_written_down() -> None:
    """In a note beside the withdrawn play, which comes back."""
    record = record_of(PLAY, ">p1: AEIRSTW -- -24 0", "#note challenged: WAITE, not WA")
    assert read(write(record)).notes[0].text == "challenged: WAITE, not WA"


def test_liwords_1991_overtime() -> None:
    """Read, kept and written, with and without a rack."""
    record = record_of(PLAY, ">p1: (QZ) +40 64", ">p2: QZ (time) -10 -10", ">p1: (time) -20 44")
    assert [isinstance(entry, TimeEntry) for entry in record.entries] == [False, False, True, True]
    assert read(write(record)) == record


def test_quackle_13_and_38_an_unknown_rack_is_not_saved_as_known() -> None:
    """Neither the tiles of the play nor the word UNKNOWN become a rack."""
    record = record_of(">p1: 8D WAITE +24 24", ">p2: UNKNOWN - +0 0")
    assert [entry.rack for entry in record.entries] == [None, None]
    assert [entry.rack for entry in read(write(record)).entries] == [None, None]


@pytest.mark.parametrize("points", [5, 10, 15, 200])
def test_quackle_20_18_and_7_any_bonus_and_penalty_has_a_place(points: int) -> None:
    """None is folded into a score."""
    record = record_of(PLAY, f">p1: (challenge) +{points} 29", f">p2: (challenge) -{points} -{points}")
    assert [(entry.kind, entry.score) for entry in record.entries[1:]] == [("bonus", points), ("penalty", -points)]
    assert read(write(record)) == record


def test_quackle_7_a_score_that_both_agreed_on_though_wrong() -> None:
    """What the line states is kept."""
    assert entry_of(">p1: AEIRSTW 8D WAITE +99 99").score == 99


def test_quackle_53_one_penalty_after_six_passes_as_plus_minus() -> None:
    """The Polish game, without any pragma that says so."""
    record = read(PLAYERS + ">p1: ADHNOPZ 8G ZNAD +10 10\n>p2: ?ŃŃANZZ - +0 0\n>p2: ?ŃŃANZZ (ANZZŃŃ?) +-6 -6\n")
    last = record.entries[-1]
    assert isinstance(last, EndPenaltyEntry)
    assert (last.score, last.total, record.tile_set.name) == (-6, -6, "polish")


def test_quackle_12_and_32_digraphs_whose_parts_are_tiles() -> None:
    """N and NY, L and L·L in one word, a blank digraph beside a digraph."""
    entry = entry_of(">p1: N[NY]L[L·L]? 8D NNYLL·L[ny] +24 24", tiles="catalan")
    assert isinstance(entry, PlayEntry)
    faces = [(letter.face, letter.blank) for letter in entry.letters if letter]
    assert faces == [("N", False), ("NY", False), ("L", False), ("L·L", False), ("NY", True)]


def test_magpie_488_a_description_over_two_lines() -> None:
    """The second line belongs to it."""
    assert read(f"{PLAYERS}#description one\ntwo\n{PLAY}\n").description == "one two"


def test_a_rack_is_counted_in_tiles_not_in_characters() -> None:
    """A Catalan rack with L·L in brackets had ten tiles somewhere."""
    rack = entry_of(">p1: AE[L·L][NY][QU]ST - +0 0", tiles="catalan").rack
    assert rack is not None
    assert len(rack) == 7
