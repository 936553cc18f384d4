"""Tiles as annotated games (GCG) write them: racks, words with old tiles in them, and which tile set is meant.

Knows nothing of lines, players or boards.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from unicodedata import normalize

from engine_lite.gcg_record import Letters, Tiles
from engine_lite.quoting import quoted
from engine_lite.tiles import BLANK, NAMELESS, TILE_SETS, NotATile, Tile, TileSet

THROUGH = "."  # in a word: the old tile on that square; in a rack, as one program writes it: a blank
UNNAMED = "_"  # a blank that nobody named
UNKNOWN = "UNKNOWN"  # in place of a rack that the record does not know

LONGEST = 200  # characters: four whole racks with brackets round every tile are 28 times [L·L], 140

# Only there no tile is a part of another's face, so that bare text names its tiles without brackets.
BARE_DIGRAPHS = frozenset({"ca"})

_GROUPS = re.compile(r"\[(?P<face>[^\[\]]*)\]|[^\[\]]+|[\[\]]")
_LETTERS = re.compile(r"\((?P<old>[^()]*)\)|\[[^\[\]]*\]|\.|_|[^.\[_()]+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a record spells the tiles of its set: faces of several characters in brackets, in Catalan also bare."""

    tile_set: TileSet

    def rack(self, text: str) -> Tiles | None:
        """The tiles of a rack as a line writes it, None for a missing or unknown one; raises NotATile.

        >>> Spelling(TILE_SETS["catalan"]).rack("E?[L·L]NY")
        (Tile(face='E', blank=False), Tile(face='?', blank=True), Tile(face='L·L', blank=False), \
Tile(face='NY', blank=False))
        """
        if text in ("", UNKNOWN):
            return None
        plain = text.replace(UNNAMED, NAMELESS)
        return self.held(plain if self._bare else plain.replace(THROUGH, NAMELESS))

    def held(self, text: str) -> Tiles:
        """Tiles off the board, so that a blank has no name; raises NotATile, also for no tile at all."""
        _not_too_long(text)
        tiles = self._tiles(text)
        for tile in tiles:
            if tile.blank and tile.named:
                why = f"{tile.face.lower()} is a blank with a name; off the board a blank is {NAMELESS}"
                raise NotATile(text, max(0, text.find(tile.face.lower())), why)
        if not tiles:
            raise NotATile(text, 0, "there is no tile")
        return tiles

    def word(self, text: str) -> tuple[Letters, tuple[int, ...]]:
        """The letters of a play, None for each `.`, and which of them stand in round brackets; raises NotATile.

        >>> letters, said_old = Spelling(TILE_SETS["english"]).word("(A)B.e_")
        >>> [letter and letter.face for letter in letters], said_old
        (['A', 'B', None, 'E', '?'], (0,))
        """
        _not_too_long(text)
        letters: list[Tile | None] = []
        said_old: list[int] = []
        for part in _LETTERS.finditer(text):
            if part[0] == THROUGH:
                letters.append(None)
            elif part[0] == UNNAMED:
                letters.append(BLANK)
            else:
                tiles = self._named(text, part)
                if part["old"] is not None:
                    said_old += range(len(letters), len(letters) + len(tiles))
                letters += tiles
        return tuple(letters), tuple(said_old)

    def _named(self, text: str, part: re.Match[str]) -> Tiles:
        """The tiles of one part of a word, each with a name."""
        old = part["old"]
        try:
            tiles = self._tiles(part[0] if old is None else old)
        except NotATile as error:
            begin = part.start() if old is None else part.start("old")
            raise NotATile(text, begin + error.place, error.why) from error
        if not tiles and old is not None:
            raise NotATile(text, part.start(), "there is no tile in these brackets")
        if BLANK in tiles:
            why = f"a blank is the small letter that it stands for, or {UNNAMED} when nobody named it"
            raise NotATile(text, part.start(), why)
        return tiles

    @property
    def _bare(self) -> bool:
        return self.tile_set.language in BARE_DIGRAPHS

    def _tiles(self, text: str) -> Tiles:
        """The tiles that `text` names, in brackets or as `_plain` reads them."""
        found: list[Tile] = []
        for group in _GROUPS.finditer(normalize("NFC", text)):
            try:
                found += self._plain(group[0]) if group["face"] is None else [self._bracketed(group["face"])]
            except NotATile as error:
                raise NotATile(text, group.start() + error.place, error.why) from error
        return tuple(found)

    def _plain(self, text: str) -> Iterator[Tile]:
        """Tiles without brackets: the longest face first where `_bare` allows, else one a character."""
        if text in "[]":
            raise NotATile(text, 0, f"this bracket has no partner; one tile stands in a pair, as in {self._example}")
        if self._bare:
            yield from self.tile_set.tiles(text)
            return
        for place, sign in enumerate(text):
            try:
                yield from self.tile_set.tiles(sign)
            except NotATile as error:
                raise NotATile(text, place, error.why) from error

    def _bracketed(self, face: str) -> Tile:
        """The one tile that stands in square brackets, which are for faces of several characters only."""
        if len(face) < 2:
            raise NotATile(face, 0, f"square brackets are for a tile of several letters, as in {self._example}")
        if NAMELESS in face:
            raise NotATile(face, 0, f"{quoted(face)} in brackets is no tile; a blank is {NAMELESS}")
        tiles = self.tile_set.tiles(f"[{face}]")
        if len(tiles) != 1 or len(tiles[0].face) < 2:
            raise NotATile(face, 0, f"{quoted(face)} in brackets is no tile of the {self.tile_set.name} set")
        return tiles[0]

    @property
    def _example(self) -> str:
        long = [kind.face for kind in self.tile_set.faces if len(kind.face) > 1]
        return f"[{long[0]}]" if long else "[QU] of the Catalan set"


def _not_too_long(text: str) -> None:
    if len(text) > LONGEST:
        raise NotATile(text, LONGEST, f"tiles are written in at most {LONGEST} characters")


# How the names of lexica begin, for records that do not say which tiles they were played with.
LEXICA: Mapping[str, str] = {
    "TWL": "english",
    "NWL": "english",
    "CSW": "english",
    "OSPD": "english",
    "OSWI": "english",
    "OWL": "english",
    "DISC": "catalan",
    "LOC": "romanian",
    "FRA": "french",
    "ODS": "french",
    "RD": "german",
    "DUDEN": "german",
    "OSPS": "polish",
    "FILE": "spanish",
    "FISE": "spanish",
}


def named_tile_set(text: str) -> TileSet | None:
    """The tile set that a `#tile-distribution` or `#tile-set` names with its first word; None for an unknown one.

    >>> named_tile_set("English set").name, named_tile_set("klingon")
    ('english', None)
    """
    return TILE_SETS.get(text.split(" ")[0].lower())


def tile_set_of_lexicon(lexicon: str) -> TileSet | None:
    """The tile set of a word list by the beginning of its name; None when that says nothing.

    >>> tile_set_of_lexicon("CSW21").name, tile_set_of_lexicon("our list")
    ('english', None)
    """
    letters = re.match(r"[A-Z]*", lexicon.upper())
    return TILE_SETS.get(LEXICA.get(letters[0], "")) if letters else None


def tile_set_of_texts(texts: Iterable[str], default: TileSet) -> TileSet:
    """The set that has every letter of `texts` on a tile: `default` if it does, else the first that does.

    `default` too when none does.

    >>> tile_set_of_texts(["L·LAR"], TILE_SETS["english"]).name
    'catalan'
    """
    signs = frozenset(sign for sign in normalize("NFC", "".join(texts)).upper() if sign.isalpha() or sign == "·")
    for tile_set in (default, *TILE_SETS.values()):
        if signs <= frozenset("".join([kind.face for kind in tile_set.faces] + list(tile_set.blank_only))):
            return tile_set
    return default
