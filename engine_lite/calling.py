"""Tiles said aloud: the Romanian calling table, the order in which a rack is announced, a play as text for a voice.

Knows no voice; gives text, and leaves to the caller which of it may be heard (the unseen rack of a side may not).
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine_lite.notation import SeedStart
from engine_lite.tiles import NAMELESS, Tile, TileSet

JOKER = "joker"

# Document 004 L138-145, "Tabela de anunturi". A tile is called by a name because B, D, P and T sound alike.
NAMES: Mapping[str, str] = MappingProxyType({
    "A": "Ana", "B": "Barbu", "C": "Constantin", "D": "Dumitru", "E": "Elena", "F": "Florea", "G": "Gheorghe",
    "H": "Haralambie", "I": "Ion", "J": "Jianu", "L": "Luca", "M": "Marin", "N": "Nicolae", "O": "Oprea",
    "P": "Petre", "R": "Radu", "S": "Sandu", "T": "Tudor", "U": "Udrea", "V": "Vasile", "X": "Xenia", "Z": "Zamfir",
    NAMELESS: JOKER,
})  # fmt: skip

# What only a blank may stand for (004 L41-42) has no name in the table: the letter's own in the Romanian alphabet.
OWN_NAMES: Mapping[str, str] = MappingProxyType({"K": "ca", "Q": "chiu", "W": "dublu ve", "Y": "igrec"})


def call(tile: Tile) -> str:
    """How `tile` is called aloud; a named blank as the joker and what it stands for.

    A face of another set than the Romanian is called by itself.

    >>> call(Tile("Z")), call(Tile("?", blank=True)), call(Tile("W", blank=True)), call(Tile("L·L"))
    ('Zamfir', 'joker', 'joker dublu ve', 'L·L')
    """
    name = NAMES.get(tile.face) or OWN_NAMES.get(tile.face, tile.face)
    return f"{JOKER} {name}" if tile.blank and tile.named else name


def announced(tiles: Iterable[Tile], tile_set: TileSet) -> tuple[Tile, ...]:
    """Tiles off the board in the order in which they are announced and noted: the alphabet's, the blank last.

    Document 004 L129-130 (AEINRT?) and L146-148. A blank that has a name loses it: off the board it has none.

    >>> from engine_lite.tiles import CATALAN
    >>> CATALAN.text(announced(CATALAN.tiles("S?NYNQUA"), CATALAN))
    'ANNYQUS?'
    """
    places = {kind.face: place for place, kind in enumerate(tile_set.faces)}
    held = [Tile(NAMELESS, blank=True) if tile.blank else tile for tile in tiles]
    return tuple(sorted(held, key=lambda tile: (tile.blank, places.get(tile.face, len(places)), tile.face)))


def spoken_rack(tiles: Iterable[Tile], tile_set: TileSet) -> str:
    """A rack as text for a voice, in the order of `announced`.

    >>> from engine_lite.tiles import ROMANIAN
    >>> spoken_rack(ROMANIAN.tiles("T?EA"), ROMANIAN)
    'Ana, Elena, Tudor, joker'
    """
    return ", ".join(call(tile) for tile in announced(tiles, tile_set))


def spoken(start: SeedStart, word: Iterable[Tile], points: int) -> str:
    """A play as text for a voice: the coordinates of its word's first letter (004 L113-120), its tiles, its points.

    `word` has the tiles of the whole main word. The parts of the coordinates stand apart, so that no voice reads
    them as one word.

    >>> from engine_lite.tiles import ROMANIAN
    >>> spoken(SeedStart.parse("h8"), ROMANIAN.tiles("SAc"), 4)
    'h 8: Sandu, Ana, joker Constantin: 4'
    >>> spoken(SeedStart.parse("8h"), ROMANIAN.tiles("AI"), 4)
    '8 h: Ana, Ion: 4'
    """
    text = str(start)
    first, last = (text[:-1], text[-1]) if start.down else (text[0], text[1:])
    return f"{first} {last}: {', '.join(call(tile) for tile in word)}: {points}"
