"""Words to tiles: how a list's spelling, and the text of laid tiles, become the key under which a word is stored.

A key has one letter for each tile, so it is unambiguous: L·L and L, L differ. Knows no file and no word.
"""

import re
from collections.abc import Iterator
from unicodedata import normalize

from engine_lite.quoting import quoted
from engine_lite.tile_set import DOTS, DOTTED_L, NAMELESS, TileSet


class Untiled(ValueError):
    """A word cannot be laid with the tiles of the set; the text says why, in a few words.

    `why` groups words: it is the same for all that fail for one reason.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Spelling:
    """The keys of one tile set: a face of one character is its own letter, a longer one has a small letter.

    >>> from engine_lite.tiles import CATALAN, SPANISH
    >>> catalan = Spelling(CATALAN)
    >>> catalan.key("col·legi"), catalan.key("SÈSAM"), catalan.letters["a"]
    ('COaEGI', 'SESAM', 'L·L')
    >>> catalan.key_of_tiles("QUINA") == catalan.key("quina")
    True
    >>> Spelling(SPANISH).key_of_tiles("[CH]ICO"), Spelling(SPANISH).key_of_tiles("CHICO")
    ('aICO', 'CHICO')
    """

    def __init__(self, tile_set: TileSet) -> None:
        faces = [kind.face for kind in tile_set.faces if kind.face != NAMELESS]
        long_faces = (face for face in faces if len(face) > 1)
        # No text in capitals holds a small letter, so none can pose as the letter of a long face.
        joined = {face: chr(ord("a") + number) for number, face in enumerate(long_faces)}
        self.letters = {joined.get(face, face): face for face in (*faces, *tile_set.blank_only)}
        """Letter of a key to the face that it stands for; with it a word file says which tiles it was built for."""
        self._known = "".join(self.letters)
        self._folded = {ord(mark): None for mark in tile_set.folded}
        bracketed = {f"[{face}]": letter for letter, face in self.letters.items()}
        dotted = {variant: letter for face, letter in joined.items() for variant in _dotted(face)}
        self._in_lists = _Replacing(bracketed | dotted)
        aliases = {alias: self._letter_of(face) for alias, face in tile_set.aliases}
        on_tiles = bracketed | {f"[{alias}]": letter for alias, letter in aliases.items()}
        self._on_tiles = _Replacing(on_tiles | aliases | dotted if tile_set.bare else on_tiles)

    def _letter_of(self, face: str) -> str:
        return next(letter for letter, known in self.letters.items() if known == face)

    def key(self, word: str) -> str:
        """The key of a word as lists and people write it: in either case, with accents or without.

        Faces of several characters are read wherever their characters stand together, for so the languages spell.
        Aliases are not read: Iraq holds no QU (document 000 r14 speaks of what is printed on a tile).
        Raises Untiled.
        """
        plain = word.upper()
        if not plain.isascii():
            plain = normalize("NFC", normalize("NFD", plain).translate(self._folded))
        key = self._in_lists(plain)
        if strange := key.strip(self._known):
            raise Untiled(f"no tile for {quoted(strange[0])}")
        return key

    def key_of_tiles(self, text: str) -> str | None:
        """The key of laid tiles as `TileSet.text` writes them, blanks in capitals; None for any other text."""
        if not text.isupper():
            return None
        key = self._on_tiles(text)
        return None if key.strip(self._known) else key


class _Replacing:
    """Replaces each text of a table, the longest first, by the letter beside it."""

    def __init__(self, table: dict[str, str]) -> None:
        self._table = table
        self._pattern = re.compile("|".join(re.escape(text) for text in sorted(table, key=len, reverse=True)))

    def __call__(self, text: str) -> str:
        return self._pattern.sub(self._letter, text)

    def _letter(self, found: re.Match[str]) -> str:
        return self._table[found[0]]


def _dotted(face: str) -> Iterator[str]:
    """Every way of writing a face with a dot; any other face as it is."""
    if "·" not in face:
        yield face
        return
    yield from (face.replace("·", dot) for dot in DOTS)
    yield face.replace("L·", DOTTED_L)
