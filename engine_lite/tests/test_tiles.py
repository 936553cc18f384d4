"""Tile sets against the rule documents, and text that names tiles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_lite.tests.strategies import named_tiles
from engine_lite.tiles import (
    BLANK,
    CATALAN,
    CATALAN_Q,
    ENGLISH,
    NAMELESS,
    ROMANIAN,
    TILE_SETS,
    NotATile,
    Tile,
    TileSet,
)

SETS = pytest.mark.parametrize("tile_set", [pytest.param(each, id=name) for name, each in TILE_SETS.items()])

# Per value the tiles of that value with their number, as the federations' tables are read aloud.
BY_VALUE = {
    "catalan": {
        0: "?2",
        1: "A12 E13 I8 L4 N6 O5 R8 S8 T5 U4",
        2: "C3 D3 M3",
        3: "B2 G2 P2",
        4: "F1 V1",
        8: "H1 J1 QU1 Z1",
        10: "Ç1 L·L1 NY1 X1",
    },
    "romanian": {  # document 004 L49-54
        0: "?2",
        1: "A11 C5 E9 I10 L4 N6 O5 R7 S5 T7 U6",
        2: "D4 P4",
        4: "M3",
        8: "F2 V2",
        9: "B2 G2",
        10: "H1 J1 X1 Z1",
    },
    "english": {
        0: "?2",
        1: "A9 E12 I9 L4 N6 O8 R6 S4 T6 U4",
        2: "D4 G3",
        3: "B2 C2 M2 P2",
        4: "F2 H2 V2 W2 Y2",
        5: "K1",
        8: "J1 X1",
        10: "Q1 Z1",
    },
}
BY_VALUE["catalan_q"] = BY_VALUE["catalan"] | {8: "H1 J1 Q1 Z1"}
POINTS = {"catalan": 189, "catalan_q": 189, "romanian": 211, "english": 187}


@SETS
def test_a_set_has_the_tiles_of_its_table(tile_set: TileSet) -> None:
    """Each face with its number and value; nothing more, nothing less; a hundred tiles and their worth."""
    table = {
        entry.rstrip("0123456789"): (int(entry[len(entry.rstrip("0123456789")) :]), value)
        for value, entries in BY_VALUE[tile_set.name].items()
        for entry in entries.split()
    }
    assert {kind.face: (kind.count, kind.value) for kind in tile_set.faces} == table
    assert tile_set.size == 100
    assert sum(kind.count * kind.value for kind in tile_set.faces) == POINTS[tile_set.name]
    assert tile_set.vowels == frozenset("AEIOU")


@pytest.mark.parametrize(
    ("tile_set", "order"),
    [
        (CATALAN, "? A B C Ç D E F G H I J L L·L M N NY O P QU R S T U V X Z"),
        (CATALAN_Q, "? A B C Ç D E F G H I J L L·L M N NY O P Q R S T U V X Z"),
        (ROMANIAN, "? A B C D E F G H I J L M N O P R S T U V X Z"),
        (ENGLISH, "? A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"),
    ],
)
def test_faces_stand_in_the_order_of_the_draw(tile_set: TileSet, order: str) -> None:
    """Who draws the tile nearest to A begins; the blank is before it (000 r2, 001 B2, 003 L17)."""
    assert [kind.face for kind in tile_set.faces] == order.split()


def faces(text: str, tile_set: TileSet = CATALAN) -> list[str]:
    return [tile.face for tile in tile_set.tiles(text)]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("SENYAL", "S E NY A L"),
        ("QUINA", "QU I N A"),
        ("QUADRE", "QU A D R E"),
        ("QADRE", "QU A D R E"),  # as Manacor writes it (000 r14)
        ("[QU]INA", "QU I N A"),
        ("[A]NY", "A NY"),
        ("COL·LEGA", "C O L·L E G A"),
        ("COL.LEGA", "C O L·L E G A"),
        ("COL•LEGA", "C O L·L E G A"),
        ("COĿLEGA", "C O L·L E G A"),
        ("COLLAR", "C O L L A R"),
        ("L·LL", "L·L L"),
        ("SÈSAM", "S E S A M"),
        ("SE\u0300SAM", "S E S A M"),  # the accent as a sign of its own
        ("PAÏSÚ", "P A I S U"),
        ("PLAÇA", "P L A Ç A"),
        ("PLAC\u0327A", "P L A Ç A"),
        ("", ""),
    ],
)
def test_catalan_text_is_read_as_tiles(text: str, read: str) -> None:
    """Digraphs are one tile, greedily; accents go, the cedilla of Ç stays; every dot of L·L is known."""
    assert faces(text) == read.split()


@pytest.mark.parametrize("text", ["l·l", "ŀl", "l.l", "[l·l]", "ny", "[ny]", "qu", "q", "ç", "a"])
def test_lower_case_is_one_blank(text: str) -> None:
    """A blank standing for a digraph is one tile, written small, in brackets or bare."""
    (tile,) = CATALAN.tiles(text)
    assert (tile.blank, CATALAN.value(tile)) == (True, 0)


def test_a_word_in_either_case_is_read_through_capitals() -> None:
    """The mixed form that some keyboards make of L·L is no play's text, and a fine word once in capitals."""
    assert faces("Coŀlega".upper()) == faces("coĿlega".upper()) == ["C", "O", "L·L", "E", "G", "A"]
    with pytest.raises(NotATile):
        CATALAN.tiles("Ŀl")


def test_q_and_u_are_two_tiles_in_the_school_set() -> None:
    """Document 001 B16."""
    assert faces("QUINA", CATALAN_Q) == ["Q", "U", "I", "N", "A"]
    with pytest.raises(NotATile):
        CATALAN_Q.tiles("[QU]INA")


@pytest.mark.parametrize(
    ("text", "read"),
    [("ȘTIINȚĂ", "STIINTA"), ("ŞTIINŢĂ", "STIINTA"), ("ÎNTÂI", "INTAI"), ("CAFÉ", "CAFE")],
)
def test_romanian_marks_are_on_no_tile(text: str, read: str) -> None:
    """Comma below and cedilla alike, breve and circumflex."""
    assert faces(text, ROMANIAN) == list(read)


def test_only_a_blank_is_k_q_w_y_in_romanian() -> None:
    """Document 004 L41-42; everywhere else a blank is a face of the set."""
    assert ROMANIAN.tiles("kqwy") == tuple(Tile(face, blank=True) for face in "KQWY")
    assert [ROMANIAN.can_be(face) for face in "KQWYA"] == [True] * 5
    with pytest.raises(NotATile, match="only on a blank in the romanian set; write k"):
        ROMANIAN.tiles("KILO")
    assert [CATALAN.can_be(face) for face in ("K", "Y", "?", "LL", "L·L", "NY", "QU", "Ç")] == [False] * 4 + [
        True
    ] * 4


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Qu", 0),
        ("qU", 0),
        ("ANy", 1),
        ("CoL·la", 2),
        ("l·L", 0),
        ("[Ny]A", 0),
        ("KILO", 0),
        ("ÑU", 0),
        ("A.B", 1),
        ("A B", 1),
        ("A[", 1),
        ("A[]", 1),
        ("AB]", 2),
        ("[[QU]]", 0),
        ("[QUE]", 0),
        ("SEN\0", 3),
        ("A1", 1),
        ("ß", 0),
    ],
)
def test_what_is_no_tile_is_refused_with_its_place(text: str, place: int) -> None:
    """Nonsense, mixed case within one tile, brackets that do not hold one tile."""
    with pytest.raises(NotATile) as refusal:
        CATALAN.tiles(text)
    assert refusal.value.place == place
    assert f"character {place + 1} " in str(refusal.value)


def test_values_and_counts_of_what_the_set_lacks() -> None:
    """A blank counts 0 whatever it stands for; a face of another set is an error with a sentence, not a KeyError."""
    assert [CATALAN.value(tile) for tile in (Tile("NY"), Tile("NY", blank=True), BLANK)] == [10, 0, 0]
    assert CATALAN.count("K") == 0
    with pytest.raises(NotATile, match="no tile of the catalan set"):
        CATALAN.value(Tile("K"))


def test_what_a_set_holds() -> None:
    """A nameless blank is a tile; a tile that calls itself `?` without being a blank is none."""
    assert [CATALAN.holds(tile) for tile in (BLANK, Tile("QU"), Tile("QU", blank=True))] == [True] * 3
    assert [CATALAN.holds(tile) for tile in (Tile("Q"), Tile("K", blank=True), Tile(NAMELESS))] == [False] * 3


@SETS
@given(data=st.data(), brackets=st.booleans())
def test_tiles_survive_as_text(tile_set: TileSet, data: st.DataObject, brackets: bool) -> None:
    """Whatever stands next to whatever, with brackets or bare."""
    tiles = tuple(data.draw(st.lists(named_tiles(tile_set) | st.just(BLANK), max_size=15)))
    assert tile_set.tiles(tile_set.text(tiles, brackets)) == tiles


@SETS
@given(text=st.text(max_size=20))
def test_any_text_is_tiles_or_a_sentence(tile_set: TileSet, text: str) -> None:
    """A parser must be able to say no, in one line that can be printed."""
    try:
        tiles, said = tile_set.tiles(text), ""
    except NotATile as refusal:
        tiles, said = (), str(refusal)
    assert said.isprintable()
    assert all(tile_set.holds(tile) for tile in tiles)
