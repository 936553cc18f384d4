"""Tiles said aloud: the calling table of document 004, letter by letter, and the order of a rack announced."""

import pytest

from engine_lite.calling import announced, call, spoken, spoken_rack
from engine_lite.notation import SeedStart
from engine_lite.tiles import BLANK, CATALAN, ROMANIAN, SPANISH, Tile

# Document 004 L138-145, read row by row.
TABLE = """
A Ana  G Gheorghe    N Nicolae  U Udrea
B Barbu  H Haralambie  O Oprea  V Vasile
C Constantin  I Ion  P Petre  X Xenia
D Dumitru  J Jianu  R Radu  Z Zamfir
E Elena  L Luca  S Sandu  ? joker
F Florea  M Marin  T Tudor
"""
ROWS = TABLE.split()


@pytest.mark.parametrize(("face", "name"), [*zip(ROWS[::2], ROWS[1::2], strict=True)])
def test_a_tile_has_its_name_of_the_table(face: str, name: str) -> None:
    """004 L138-145: a misheard letter is a wrong rack."""
    assert call(Tile(face, blank=face == "?")) == name


def test_every_romanian_tile_has_a_name() -> None:
    """No tile of the bag is called by a bare letter."""
    assert sorted(ROWS[::2]) == sorted(kind.face for kind in ROMANIAN.faces)


def test_what_only_a_blank_may_be_is_called_by_the_letters_own_name() -> None:
    """004 L41-42 lets a blank be K, Q, W or Y; the table has no name for them (reading 6)."""
    assert [call(Tile(face)) for face in "KQWY"] == ["ca", "chiu", "dublu ve", "igrec"]
    assert call(Tile("K", blank=True)) == "joker ca"


def test_letters_are_announced_in_alphabetical_order_the_joker_last() -> None:
    """004 L129-130 (AEINRT?) and L146-148: after Z."""
    assert ROMANIAN.text(announced(ROMANIAN.tiles("?TRNIEA"), ROMANIAN)) == "AEINRT?"
    assert spoken_rack(ROMANIAN.tiles("Z?A"), ROMANIAN) == "Ana, Zamfir, joker"


def test_the_order_is_that_of_the_tile_sets_alphabet() -> None:
    """Ç behind C, L·L behind L, NY behind N, Ñ before O; a blank off the board has no name."""
    assert CATALAN.text(announced(CATALAN.tiles("NYL·LNLÇDCqu"), CATALAN)) == "CÇDLL·LNNY?"
    assert SPANISH.text(announced(SPANISH.tiles("OÑN[LL]L[CH]C"), SPANISH)) == "C[CH]L[LL]NÑO"
    assert announced([Tile("A", blank=True)], CATALAN) == (BLANK,)


def test_a_play_is_spoken_with_its_coordinates_tiles_and_points() -> None:
    """004 L117-128: h8 is across, 8h down; SAC whose C is a joker."""
    assert spoken(SeedStart.parse("h8"), ROMANIAN.tiles("SAc"), 4) == "h 8: Sandu, Ana, joker Constantin: 4"
    assert spoken(SeedStart.parse("12h"), ROMANIAN.tiles("OU"), 2) == "12 h: Oprea, Udrea: 2"
