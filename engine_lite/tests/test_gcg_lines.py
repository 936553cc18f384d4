"""Every form in which programs and people write an event line, read to the same entry."""

import pytest

from engine_lite.gcg import (
    BonusEntry,
    EndBonusEntry,
    EndPenaltyEntry,
    ExchangeEntry,
    PassEntry,
    PenaltyEntry,
    PlayEntry,
    TimeEntry,
    WithdrawEntry,
    read,
)
from engine_lite.notation import GcgStart
from engine_lite.tests.gcg_samples import entry_of, record_of
from engine_lite.tiles import BLANK, TILE_SETS, Tile

ENGLISH = TILE_SETS["english"]


@pytest.mark.parametrize(
    ("line", "start", "down"),
    [
        (">p1: AEIRSTW 8D WAITE +24 24", "8D", False),
        (">p1: AEIRSTW D8 WAITE +24 24", "D8", True),
        (">p1: AEIRSTW   d8   WAITE            +24   24  ", "D8", True),
        (">p1:\tAEIRSTW\t8d\tWAITE\t+24\t24", "8D", False),
        (">p1: AEIRSTW H11 WAITE +24 24", "H11", True),
        ("> p1: AEIRSTW 11h WAITE 24 24", "11H", False),
        (">p1:AEIRSTW 8D WAITE +24 +24", "8D", False),
    ],
)
def test_a_play_across_and_down(line: str, start: str, down: bool) -> None:
    """The number first is across; capitals, blanks, tabs and the plus sign are free. H11 is not H1."""
    entry = entry_of(line)
    assert isinstance(entry, PlayEntry)
    assert (entry.start, entry.start.down) == (GcgStart.parse(start), down)
    assert (entry.kind, entry.line, entry.seat, entry.score, entry.total) == ("play", 4, 0, 24, 24)
    assert entry.letters == ENGLISH.tiles("WAITE")
    assert (entry.rack, entry.rack_text) == (ENGLISH.tiles("AEIRSTW"), "AEIRSTW")


@pytest.mark.parametrize(
    ("word", "letters", "said_old"),
    [
        ("W.IT.", "W.IT.", ()),
        ("WAiTE", "WAiTE", ()),
        ("(WA)IT(E)", "WAITE", (0, 1, 4)),
        ("(Wa)ITE", "WaITE", (0, 1)),
    ],
)
def test_old_tiles_in_three_habits(word: str, letters: str, said_old: tuple[int, ...]) -> None:
    """`.` for each, the letters again (which only the board can tell), or the letters in round brackets."""
    entry = entry_of(f">p1: AEIRSTW 8D {word} +24 24")
    assert isinstance(entry, PlayEntry)
    expected = tuple(None if sign == "." else ENGLISH.tiles(sign)[0] for sign in letters)
    assert (entry.letters, entry.said_old, entry.word_text) == (expected, said_old, word)


def test_a_blank_that_nobody_named() -> None:
    """`_` is a tile without a letter; it is not an old tile."""
    entry = entry_of(">p1: 11B KO_NE_S +86 432")
    assert isinstance(entry, PlayEntry)
    assert [letter == BLANK for letter in entry.letters] == [False, False, True, False, False, True, False]


@pytest.mark.parametrize(
    ("rack", "tiles"),
    [
        ("?AEINNT", "?AEINNT"),
        ("AEINNT?", "AEINNT?"),
        ("AE", "AE"),
        (".AEINNT", "?AEINNT"),
        ("_AEINNT", "?AEINNT"),
        ("ZZZZZZZ", "ZZZZZZZ"),
        ("?????????", "?????????"),
        ("", None),
        ("UNKNOWN", None),
    ],
)
def test_racks_known_partial_missing_and_impossible(rack: str, tiles: str | None) -> None:
    """The form is read; whether the bag can have given such a rack is for the replay."""
    entry = entry_of(f">p1: {rack} 8D WAITE +24 24")
    assert entry.rack == (ENGLISH.tiles(tiles) if tiles else None)
    assert entry.rack_text == rack


def test_text_behind_the_total_is_kept() -> None:
    """Quackle wrote the words formed there."""
    assert entry_of(">p2: EEIMNOU  7h   MEOU   +17   17  MO, EL,  OD").free_text == "MO, EL, OD"


@pytest.mark.parametrize(
    ("line", "score", "total"),
    [
        (">p2: ADGKOSV -- -27 131", -27, 131),
        (">p2: ADGKOSV --  -27 131", -27, 131),
        (">p2: -- -27 131", -27, 131),
        (">p2: ADGKOSV -- +0 59", 0, 59),
    ],
)
def test_a_withdrawn_play(line: str, score: int, total: int) -> None:
    """Straight after the play that was lost; once found with nothing taken off."""
    entry = entry_of(line)
    assert isinstance(entry, WithdrawEntry)
    assert (entry.kind, entry.seat, entry.score, entry.total) == ("withdraw", 1, score, total)


@pytest.mark.parametrize("rack", ["ADDIPYZ", "", "UNKNOWN"])
def test_a_challenge_bonus(rack: str) -> None:
    """With the rack after drawing, without, or unknown; five, ten or any other number, 0 too."""
    for points in (0, 5, 10, 15):
        entry = entry_of(f">p1: {rack} (challenge) +{points} 320")
        assert isinstance(entry, BonusEntry)
        assert (entry.kind, entry.score, entry.total) == ("bonus", points, 320)


def test_a_challenge_penalty_may_lead_below_zero() -> None:
    """German clubs take 10 off the challenger."""
    entry = entry_of("> p2: (challenge) -10 -10")
    assert isinstance(entry, PenaltyEntry)
    assert (entry.kind, entry.score, entry.total) == ("penalty", -10, -10)


@pytest.mark.parametrize(
    "line",
    [">p1: FHIKOPU -  +0 367", ">p1: FHIKOPU - +0 367", ">p1:  - +0 367", ">p1: - 0 367", ">p1: FHIKOPU -0 +0 367"],
)
def test_a_pass(line: str) -> None:
    """With a rack, without one, and as an exchange of none."""
    entry = entry_of(line)
    assert isinstance(entry, PassEntry)
    assert (entry.kind, entry.score, entry.total) == ("pass", 0, 367)


@pytest.mark.parametrize(
    ("line", "tiles", "count"),
    [
        (">p1: FHIKOPU -FHK +0 10", "FHK", 3),
        (">p1: ?HIKOPU -?H 0 10", "?H", 2),
        (">p1: FHIKOPU -4 +0 10", None, 4),
        (">p1: -3 +0 10", None, 3),
        (">p1: AEINRST -IIII +0 10", "IIII", 4),
    ],
)
def test_an_exchange_by_letters_or_number(line: str, tiles: str | None, count: int) -> None:
    """A count faked as -IIII is read as letters, which the rack will not have."""
    entry = entry_of(line)
    assert isinstance(entry, ExchangeEntry)
    assert (entry.kind, entry.count) == ("exchange", count)
    assert entry.tiles == (ENGLISH.tiles(tiles) if tiles else None)


def test_points_for_the_racks_of_others() -> None:
    """The brackets hold what is left on all other racks, so more than seven tiles with three players."""
    entry = entry_of(">p2:  (?AHNTTQQQQ) +16 550")
    assert isinstance(entry, EndBonusEntry)
    assert (entry.kind, entry.score, entry.total, entry.rack) == ("endpts", 16, 550, None)
    assert entry.tiles == ENGLISH.tiles("?AHNTTQQQQ")


@pytest.mark.parametrize(
    ("line", "score", "rack"),
    [
        (">p2: ?ANNZZZ (ANNZZZ?) -6 12", -6, "?ANNZZZ"),
        (">p2: ?ANNZZZ (?ANNZZZ) +-6 12", -6, "?ANNZZZ"),
        (">p2: (ANNZZZ?) -6 12", -6, None),
        (">p2: UNKNOWN (ANNZZZ?) -6 12", -6, None),
        (">p2: ?? (??) +0 12", 0, "??"),
        (">p2: (??) -0 12", 0, None),
    ],
)
def test_points_off_for_the_own_rack(line: str, score: int, rack: str | None) -> None:
    """Quackle writes +-6; a rack of blanks takes nothing off and is a penalty still."""
    entry = entry_of(line)
    assert isinstance(entry, EndPenaltyEntry)
    assert (entry.kind, entry.score, entry.total) == ("endpen", score, 12)
    assert entry.rack == (ENGLISH.tiles(rack) if rack else None)
    assert len(entry.tiles) == len(rack or "") or rack is None


@pytest.mark.parametrize("line", [">p1: NU (time) -10 -2", ">p1:  (time) -10 -2", ">p1: NU (time) +-10 -2"])
def test_overtime(line: str) -> None:
    """With the rack or without; macondo takes +-10 too."""
    entry = entry_of(line)
    assert isinstance(entry, TimeEntry)
    assert (entry.kind, entry.score, entry.total) == ("time", -10, -2)


def test_the_camera_tables_dialect() -> None:
    """A blank after >, a pencil sign where a move was corrected, no rack, no plus, bank= for the last rack."""
    record = record_of(
        ">  ✏p1: H4 FIRNS 24 24",
        "> p2: -  0 0",
        "> p1: bank=ABC 6 30",
        "> ✏p2: bank=ABC -6 -6",
    )
    kinds = [(entry.kind, entry.seat, entry.score, entry.total) for entry in record.entries]
    assert kinds == [("play", 0, 24, 24), ("pass", 1, 0, 0), ("endpts", 0, 6, 30), ("endpen", 1, -6, -6)]


def test_tiles_of_several_characters() -> None:
    """Brackets always; bare in Catalan, the longest first; a digraph in lower case is one blank."""
    for word in ("[L·L][NY][QU]E[ny]", "L·LNYQUEny"):
        entry = entry_of(f">p1: 8A {word} +10 10", tiles="catalan")
        assert isinstance(entry, PlayEntry)
        faces = [(letter.face, letter.blank) for letter in entry.letters if letter]
        assert faces == [("L·L", False), ("NY", False), ("QU", False), ("E", False), ("NY", True)]
    assert entry_of(">p1: L·L[L·L]?NYQU - +0 0", tiles="catalan").rack_text == "L·L[L·L]?NYQU"


def test_where_q_and_u_are_two_tiles() -> None:
    """The older Catalan printing."""
    entry = entry_of(">p1: 8A QUE +10 10", tiles="catalan_q")
    assert isinstance(entry, PlayEntry)
    assert entry.letters == (Tile("Q"), Tile("U"), Tile("E"))


def test_a_point_between_two_l_is_an_old_tile() -> None:
    """In a word; in brackets it is the point of L·L."""
    entry = entry_of(">p1: 8A L.L[L.L]A +10 10", tiles="catalan")
    assert isinstance(entry, PlayEntry)
    assert entry.letters == (Tile("L"), None, Tile("L"), Tile("L·L"), Tile("A"))


def test_spanish_digraphs_need_their_brackets() -> None:
    """CH without them is C and H, for both are tiles themselves."""
    entry = entry_of(">p1: 8A CH[CH]O[rr] +10 10", tiles="spanish")
    assert isinstance(entry, PlayEntry)
    faces = [letter.face for letter in entry.letters if letter]
    assert faces == ["C", "H", "CH", "O", "RR"]
    assert entry.letters[4] == Tile("RR", blank=True)


def test_one_to_four_seats() -> None:
    """Each line belongs to the seat of its nickname, whatever stands in the nickname."""
    nicks = ["!!M!!att...h~`+=-__", "a", "a:", "Ç·é"]
    for seats in range(1, 5):
        header = "".join(f"#player{number} {nick} N\n" for number, nick in enumerate(nicks[:seats], 1))
        events = "".join(f">{nick}: AB - +0 0\n" for nick in nicks[:seats])
        assert [entry.seat for entry in read(header + events).entries] == list(range(seats))
