"""The strict writer: one spelling for everything, and nothing said that the record does not know."""

from engine_lite.gcg import (
    EndBonusEntry,
    Note,
    PassEntry,
    PenaltyEntry,
    PlayEntry,
    Player,
    RackLeft,
    Record,
    WithdrawEntry,
    plain,
    read,
    write,
)
from engine_lite.notation import GcgStart
from engine_lite.tests.gcg_samples import record_of
from engine_lite.tiles import BLANK, TILE_SETS, Tile

HEADER = "#character-encoding UTF-8\n#player1 p1 Player One\n#player2 p2 Player Two\n"


def written(*lines: str, tiles: str = "english") -> list[str]:
    """The lines behind the header of what is written for these."""
    text = write(record_of(*lines, tiles=tiles))
    header = f"{HEADER}#tile-distribution {tiles}\n"
    assert text.startswith(header)
    return text.removeprefix(header).splitlines()


def test_each_form_has_one_spelling() -> None:
    """Capitals in squares, signs before scores, one blank between words, no plus before a minus."""
    assert written(
        ">p1: AEIRSTW   8d   WAITE   24   24 ",
        "> p2: -4 0 0",
        ">p1: AEIRSTW -0 0 24",
        ">p2: ABC (ABC) +-7 -7",
        ">p1: UNKNOWN (challenge) 5 29",
        ">p1: bank=ABC 14 43",
        ">p2: (time) +-10 -17",
    ) == [
        ">p1: AEIRSTW 8D WAITE +24 24",
        ">p2:  -4 +0 0",
        ">p1: AEIRSTW - +0 24",
        ">p2: ABC (ABC) -7 -7",
        ">p1:  (challenge) +5 29",
        ">p1: (ABC) +14 43",
        ">p2:  (time) -10 -17",
    ]


def test_old_tiles_become_points_whatever_the_habit() -> None:
    """Letters, capitals over a blank, round brackets; and a withdrawn play leaves no old tiles."""
    assert written(
        ">p1: AEIRS?W 8D WAiTE +24 24",
        ">p2: AEIRSTW D8 (W)E +5 5",
        ">p1: A F7 AIR +3 27",
        ">p1: A -- -3 24",
        ">p2: A F7 aIR +3 8",
    ) == [
        ">p1: AEIRS?W 8D WAiTE +24 24",
        ">p2: AEIRSTW D8 .E +5 5",
        ">p1: A F7 A.R +3 27",
        ">p1: A -- -3 24",
        ">p2: A F7 a.R +3 8",
    ]


def test_a_rack_that_another_line_tells_is_written() -> None:
    """A withdrawn play's and a counted rack's; strict readers want both, and the second letter for letter twice."""
    assert written(">p1: AEIRSTW 8D WAITE +24 24", ">p1: -- -24 0", ">p2: (ABC) -7 -7", ">p1: CBA (ABC) -7 -7") == [
        ">p1: AEIRSTW 8D WAITE +24 24",
        ">p1: AEIRSTW -- -24 0",
        ">p2: ABC (ABC) -7 -7",
        ">p1: CBA (CBA) -7 -7",
    ]


def test_a_letter_that_is_not_the_old_one_stays() -> None:
    """The writer hides no fault of the record: replaying the text finds it as before."""
    lines = (">p1: AEIRSTW 8D WAITE +24 24", ">p2: A D8 (V)E +5 5", ">p1: A 8D WAITE +1 25")
    assert written(*lines) == list(lines)


def test_tiles_of_several_characters_stand_in_brackets() -> None:
    """Bare ones too, and a blank digraph in lower case."""
    assert written(
        ">p1: L·LNYQUAES? 8D L·LAny +24 24",
        ">p2: NYES -NYE +0 0",
        ">p1: (NYS) +22 46",
        "#rack2 NYS",
        tiles="catalan",
    ) == [
        ">p1: [L·L][NY][QU]AES? 8D [L·L]A[ny] +24 24",
        ">p2: [NY]ES -[NY]E +0 0",
        ">p1: ([NY]S) +22 46",
        "#rack2 [NY]S",
    ]


def test_what_gcg_has_no_form_for_is_a_note_to_others() -> None:
    """A penalty to the challenger, and pragmas that others stop at; all behind the first event."""
    lines = written(
        "#orientation lettered-rows",
        "#incomplete AB",
        "#id 4711",
        "#note early",
        ">p1: AEIRSTW 8D WAITE +24 24",
        "#note late",
        ">p2: ABC (challenge) -10 -10",
    )
    assert lines == [
        ">p1: AEIRSTW 8D WAITE +24 24",
        "#note taula #orientation lettered-rows",
        "#note taula #id 4711",
        "#note taula #incomplete AB",
        "#note early",
        "#note late",
        "#note taula >p2: ABC (challenge) -10 -10",
    ]


def test_notes_that_look_like_lines_come_back_as_notes() -> None:
    """Also over several lines, and with the word that hides a line."""
    record = record_of("#note taula #note taula >p1: x", "taula #y", "#note taula #note taula #z")
    assert [note.text for note in record.notes] == ["taula >p1: x\ntaula #y", "taula #z"]
    assert read(write(record)) == plain(record)


def test_a_record_made_by_hand() -> None:
    """Line ends in names and notes cannot make lines of their own; an unnamed blank is `_`."""
    record = Record(
        (Player("a", "Ann\n>a: - +0 0"), Player("b", "Bo")),
        TILE_SETS["catalan"],
        (
            PlayEntry(line=0, seat=0, score=2, total=2, start=GcgStart.parse("8G"), letters=(Tile("NY"), BLANK)),
            WithdrawEntry(line=0, seat=0, score=-2, total=0),
            PenaltyEntry(line=0, seat=1, score=-10, total=-10, free_text="two\nlines"),
            PassEntry(line=0, seat=1, score=0, total=-10, rack=(Tile("QU"), BLANK)),
            EndBonusEntry(line=0, seat=0, score=8, total=8, tiles=(Tile("QU"), BLANK)),
        ),
        notes=(Note(0, "one\n\n>a: two\n#three", 1), Note(0, "last", 5)),
        racks_left=(RackLeft(0, 1, ()),),
    )
    assert write(record) == (
        "#character-encoding UTF-8\n#player1 a Ann >a: - +0 0\n#player2 b Bo\n#tile-distribution catalan\n"
        ">a:  8G [NY]_ +2 2\n#note one\n#note >a: two\n#note #three\n>a:  -- -2 0\n"
        "#note taula >b:  (challenge) -10 -10 two lines\n>b: [QU]? - +0 -10\n>a: ([QU]?) +8 8\n#note last\n"
        "#rack2 UNKNOWN\n"
    )
    assert read(write(record)).entries[3] == record.entries[3]


def test_a_game_that_has_not_begun() -> None:
    """Header only, one seat or four."""
    text = write(read("#player1 a A\n#player2 b B\n#player3 c C\n#player4 d D\n#incomplete\n#note wait"))
    assert text.splitlines()[4:] == [
        "#player4 d D",
        "#tile-distribution english",
        "#note taula #incomplete",
        "#note wait",
    ]
    assert write(read("#player1 a A")) == "#character-encoding UTF-8\n#player1 a A\n#tile-distribution english\n"
