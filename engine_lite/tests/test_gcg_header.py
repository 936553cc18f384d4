"""What stands around the events: pragmas, notes, racks left over, line ends, and which tiles are meant."""

import pytest

from engine_lite.gcg import Note, Player, read
from engine_lite.tests.gcg_samples import PLAYERS, game, record_of
from engine_lite.tiles import TILE_SETS, Tile

EVENT = ">p1: AEIRSTW 8D WAITE +24 24\n"


def test_every_pragma_that_records_carry() -> None:
    """Nothing of it is lost."""
    record = read(
        "#character-encoding UTF-8\n"
        + PLAYERS
        + "#lexicon CSW21\n#title A game\n#description Of two\n#id authority 4711\n#game-type classic\n"
        "#tile-distribution english\n#tile-set english set\n#board-layout standard15\n#style 2\n"
        "#orientation lettered-rows\n#incomplete AB?\n#tile L·L l·l\n#tile NY ny\n" + EVENT + "#rack2 AEEIILZ\n"
    )
    assert record.players == (Player("p1", "Player One"), Player("p2", "Player Two"))
    said = (record.lexicon, record.title, record.description, record.identity)
    assert said == ("CSW21", "A game", "Of two", "authority 4711")
    assert record.pragmas == (
        ("board-layout", "standard15"),
        ("game-type", "classic"),
        ("incomplete", ""),
        ("orientation", "lettered-rows"),
        ("style", "2"),
        ("tile-set", "english set"),
    )
    assert (record.lettered_rows, record.incomplete) == (True, True)
    racks = [(left.seat, left.text, len(left.tiles)) for left in record.racks_left]
    assert racks == [(None, "AB?", 3), (1, "AEEIILZ", 7)]


def test_a_player_without_a_real_name_has_the_nickname() -> None:
    """Tabs separate as blanks do."""
    record = read("#player1\tann\n#player2\tbo\tBo  of\tBorg \n")
    assert record.players == (Player("ann", "ann"), Player("bo", "Bo  of\tBorg"))


def test_notes_and_where_they_stand() -> None:
    """Before the first event, behind one, over several lines; a # in a note is text."""
    record = record_of(
        "#note first",
        ">p1: AEIRSTW 8D WAITE +24 24",
        "#note #unsuccessful-challenge",
        "",
        "goes on",
        "#note two",
        "#note",
    )
    assert record.notes == (
        Note(4, "first", 0),
        Note(6, "#unsuccessful-challenge\ngoes on", 1),
        Note(9, "two", 1),
    )
    assert [note.line for note in record.notes] == [4, 6, 9]


def test_a_pragma_that_goes_on_in_the_next_line() -> None:
    """With #- or, for free text, without a sign."""
    record = read(PLAYERS + "#description one\n#- two\nthree\n" + EVENT + "#note a\n#- b\n")
    assert record.description == "one two three"
    assert record.notes[0].text == "a b"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_three_systems(end: str) -> None:
    """Lines are numbered as an editor numbers them; a mark of the byte order and empty lines do not count as text."""
    record = read("\ufeff" + (PLAYERS + "\n\n" + EVENT).replace("\n", end))
    assert [entry.line for entry in record.entries] == [5]


def test_signs_that_end_no_line() -> None:
    """Only CR and LF do; a note may hold what other programs take for a line end."""
    assert record_of("#note a\u2028b\x85c\x0bd").notes[0].text == "a\u2028b\x85c\x0bd"


def test_a_rack_left_that_nobody_knows() -> None:
    """It is told from none."""
    assert record_of(EVENT.strip(), "#rack2 UNKNOWN").racks_left[0].tiles == ()


@pytest.mark.parametrize(
    ("pragma", "name"),
    [
        ("#tile-distribution catalan", "catalan"),
        ("#tile-distribution Romanian", "romanian"),
        ("#tile-set german of 1999", "german"),
        ("#lexicon DISC2", "catalan"),
        ("#lexicon TWL06", "english"),
        ("#lexicon OSPS49", "polish"),
        ("#lexicon our own list", "english"),
        ("#tile-set in blue", "english"),
        ("#lexicon CSW21\n#tile-distribution french", "french"),
    ],
)
def test_which_tiles_the_header_means(pragma: str, name: str) -> None:
    """The distribution first, then the set, then the word list; English when nothing says so."""
    assert read(f"{PLAYERS}{pragma}\n").tile_set is TILE_SETS[name]


def test_tiles_by_their_letters_when_no_line_says() -> None:
    """A letter that no English tile has; nicknames and notes do not count."""
    assert read(PLAYERS + ">p2: ?IKNŚZZ 7I KIŚ +18 18\n").tile_set is TILE_SETS["polish"]
    assert read(PLAYERS + ">p2: AEL·L - +0 18\n").tile_set is TILE_SETS["catalan"]
    assert read("#player1 Ś Ś\n>Ś: ABC - +0 0\n#note ŚŚŚ\n").tile_set is TILE_SETS["english"]


def test_tiles_that_the_caller_gives() -> None:
    """They serve where the header names none, and where it names tiles that are not known."""
    romanian = TILE_SETS["romanian"]
    assert read(PLAYERS, romanian).tile_set is romanian
    assert read(PLAYERS + "#lexicon CSW21\n", romanian).tile_set is romanian
    assert read(PLAYERS + "#tile-distribution klingon\n", romanian).tile_set is romanian
    assert read(game(tiles="catalan"), romanian).tile_set is TILE_SETS["catalan"]


def test_a_line_of_ours_in_a_note() -> None:
    """What other programs have no form for is read as if it stood there by itself."""
    record = record_of(
        ">p1: AEIRSTW 8D WAITE +24 24",
        "#note taula >p2: ABC (challenge) -10 -10",
        "#note taula #orientation lettered-rows",
        "#note taula #note taula >p9: is not one",
        "#note taula rasa",
    )
    assert [(entry.kind, entry.line, entry.seat) for entry in record.entries] == [("play", 4, 0), ("penalty", 5, 1)]
    assert record.entries[1].rack == (Tile("A"), Tile("B"), Tile("C"))
    assert record.lettered_rows
    assert [note.text for note in record.notes] == ["taula >p9: is not one", "taula rasa"]
