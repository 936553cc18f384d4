"""What a tile and a tile set are: how many there are of each face, what they are worth, and how text names them.

Knows no set by name, and nothing of squares, of who holds a tile, or of words.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import normalize

from engine_lite.quoting import quoted

NAMELESS = "?"  # the face of a blank that nobody has named yet

# Ways in which people write the dot of L·L: middle dot, full stop, bullet, hyphenation point, dot operator.
DOTS = "·.•‧⋅"
DOTTED_L = "Ŀ"  # U+013F, an L that carries the dot itself

# Combining marks.
GRAVE, ACUTE, CIRCUMFLEX, TILDE, BREVE, DIAERESIS = "\u0300", "\u0301", "\u0302", "\u0303", "\u0306", "\u0308"
COMMA_BELOW, CEDILLA = "\u0326", "\u0327"


class NotATile(ValueError):
    """`text` does not name tiles of the set; `place` counts its characters from 0, `why` ends the sentence."""

    def __init__(self, text: str, place: int, why: str) -> None:
        super().__init__(f"character {place + 1} of {quoted(text)}: {why}")
        self.text = text
        self.place = place
        self.why = why


class Tile(NamedTuple):
    """One tile: what stands on it, in capitals, and whether it is a blank standing for that face.

    >>> Tile("NY", blank=True).named, BLANK.named
    (True, False)
    """

    face: str
    blank: bool = False

    @property
    def named(self) -> bool:
        """False for a blank that nobody has named."""
        return self.face != NAMELESS


BLANK = Tile(NAMELESS, blank=True)


@dataclass(frozen=True, slots=True)
class Face:
    """One kind of tile in a set: how many there are and what each is worth."""

    face: str
    count: int
    value: int


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tiles of one bag; `faces` in the order of its alphabet, the blank first.

    `blank_only` are faces that no tile carries but a blank may stand for, `aliases` other spellings of a face,
    `folded` the combining marks that its texts may carry and its tiles do not. `bare` is False where a face of
    several characters is read in brackets only, because its characters are tiles too (C and H beside CH).
    """

    name: str
    language: str
    faces: tuple[Face, ...]
    vowels: frozenset[str] = frozenset("AEIOU")
    blank_only: tuple[str, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    folded: str = GRAVE + ACUTE + DIAERESIS
    bare: bool = True
    _kinds: Mapping[str, Face] = field(init=False, repr=False, compare=False)
    _spelled: Mapping[str, Tile] = field(init=False, repr=False, compare=False)
    _lengths: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Build the look-ups: face to kind, spelling to tile, and the lengths of spellings, longest first."""
        spelled = dict(self._spellings())
        object.__setattr__(self, "_kinds", MappingProxyType({kind.face: kind for kind in self.faces}))
        object.__setattr__(self, "_spelled", MappingProxyType(spelled))
        lengths = {len(text) for text in spelled if self.bare or len(text) == 1}
        object.__setattr__(self, "_lengths", tuple(sorted(lengths, reverse=True)))

    def _spellings(self) -> Iterator[tuple[str, Tile]]:
        yield NAMELESS, BLANK
        faces = [(kind.face, kind.face) for kind in self.faces if kind.face != NAMELESS]
        for spelling, face in [*faces, *self.aliases]:
            for variant in _dotted(spelling):
                yield variant, Tile(face)
                yield variant.lower(), Tile(face, blank=True)
        for face in self.blank_only:
            yield face.lower(), Tile(face, blank=True)

    @property
    def size(self) -> int:
        """How many tiles the bag holds at the start, blanks included."""
        return sum(kind.count for kind in self.faces)

    def value(self, tile: Tile) -> int:
        """Points on the tile: 0 for a blank, named or not. Raises NotATile for a face that the set lacks."""
        if tile.blank:
            return 0
        try:
            return self._kinds[tile.face].value
        except KeyError:
            raise NotATile(tile.face, 0, self._why_none(tile.face)) from None

    def count(self, face: str) -> int:
        """How many tiles of the set carry `face` (`?`: the blanks); 0 for one that it lacks.

        >>> from engine_lite.tile_sets import CATALAN
        >>> CATALAN.count("L·L"), CATALAN.count("K")
        (1, 0)
        """
        kind = self._kinds.get(face)
        return kind.count if kind else 0

    def can_be(self, face: str) -> bool:
        """Whether a blank may stand for `face` (documents 000 r9, 001 B13, 004 L41-42).

        >>> from engine_lite.tile_sets import CATALAN, ROMANIAN
        >>> CATALAN.can_be("NY"), CATALAN.can_be("K"), ROMANIAN.can_be("K")
        (True, False, True)
        """
        return face != NAMELESS and (face in self._kinds or face in self.blank_only)

    def holds(self, tile: Tile) -> bool:
        """Whether there is such a tile: a face of the set, a blank for something it may be, a nameless blank.

        >>> from engine_lite.tile_sets import ROMANIAN
        >>> ROMANIAN.holds(Tile("K")), ROMANIAN.holds(Tile("K", blank=True))
        (False, True)
        """
        if tile.blank:
            return not tile.named or self.can_be(tile.face)
        return tile.named and tile.face in self._kinds

    def tiles(self, text: str) -> tuple[Tile, ...]:
        """The tiles that `text` names, the longest face first: capitals tiles, lower case blanks, `?` a nameless one.

        Brackets round one tile are read always, and needed where the set is not `bare`. Accents that no tile carries
        are dropped (document 002: SÈSAM), and every way of writing the dot of L·L is understood. A word in either
        case is read by `tiles(word.upper())`. Raises NotATile with the place of the first character that is none,
        and for mixed case within one tile.

        >>> from engine_lite.tile_sets import CATALAN
        >>> [tile.face for tile in CATALAN.tiles("QUINA")]
        ['QU', 'I', 'N', 'A']
        >>> CATALAN.tiles("[NY]l·l?")
        (Tile(face='NY', blank=False), Tile(face='L·L', blank=True), Tile(face='?', blank=True))
        """
        plain = normalize("NFC", "".join(sign for sign in normalize("NFD", text) if sign not in self.folded))
        found = []
        place = 0
        while place < len(plain):
            tile, place = self._tile_at(plain, place)
            found.append(tile)
        return tuple(found)

    def _tile_at(self, text: str, place: int) -> tuple[Tile, int]:
        """The tile that begins at `place`, and where the next one begins."""
        if text[place] == "[":
            end = text.find("]", place)
            if end < 0:
                raise NotATile(text, place, "this bracket is never closed; write one tile in it, as in [QU]")
            return self._exactly(text, place, text[place + 1 : end]), end + 1
        for length in self._lengths:
            piece = text[place : place + length]
            if piece in self._spelled or piece.upper() in self._spelled:
                return self._exactly(text, place, piece), place + len(piece)
        raise NotATile(text, place, self._why_none(text[place]))

    def _exactly(self, text: str, place: int, piece: str) -> Tile:
        """The tile that `piece` names as a whole."""
        if tile := self._spelled.get(piece):
            return tile
        if piece.upper() in self._spelled:
            why = f"{quoted(piece)} is one tile; write it all in capitals, or all small for a blank"
            raise NotATile(text, place, why)
        raise NotATile(text, place, self._why_none(piece))

    def _why_none(self, piece: str) -> str:
        if piece in self.blank_only:
            return f"{piece} is only on a blank in the {self.name} set; write {piece.lower()}"
        faces = " ".join(kind.face for kind in self.faces)
        return f"{quoted(piece)} is no tile of the {self.name} set, which has {faces}"

    def text(self, tiles: Iterable[Tile], brackets: bool = False) -> str:
        """The text that `tiles` reads back; with `brackets`, and where it needs them, round every longer face.

        >>> from engine_lite.tile_sets import CATALAN
        >>> CATALAN.text(CATALAN.tiles("SEnyAL")), CATALAN.text([Tile("NY"), BLANK], brackets=True)
        ('SEnyAL', '[NY]?')
        """
        return "".join(_written(tile, brackets or not self.bare) for tile in tiles)


def _written(tile: Tile, brackets: bool) -> str:
    text = tile.face.lower() if tile.blank else tile.face
    return f"[{text}]" if brackets and len(text) > 1 else text


def _dotted(spelling: str) -> Iterator[str]:
    """Every way of writing a face with a dot; any other face as it is."""
    if "·" not in spelling:
        yield spelling
        return
    yield from (spelling.replace("·", dot) for dot in DOTS)
    yield spelling.replace("L·", DOTTED_L)
