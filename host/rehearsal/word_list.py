"""The word list that a script names: its own words, a text file of words, or a word file of the table.

Knows nothing of verdicts.
"""

from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path

from engine_lite.lexicon import ROMANIAN_TWO_LETTER_WORDS, Lexicon, WithTwoLetterWords
from engine_lite.tiles import TileSet
from host.lexica import shelf
from host.lexica.lists import BadList, gather, text_of, words_of
from host.lexica.spelling import Spelling
from host.lexica.wordfile import SUFFIX, CannotOpen
from host.rehearsal.script import BadScript, Script


@dataclass(frozen=True, slots=True)
class Listed:
    """The words of a text file, by the keys of their tiles."""

    keys: Set[str]
    spelling: Spelling

    def __contains__(self, word: str, /) -> bool:
        return self.spelling.key_of_tiles(word) in self.keys


def word_list(script: Script, folder: Path) -> Lexicon | None:
    """What a verdict asks for; None when the referee decides. Paths begin in `folder`. Raises BadScript."""
    source, rulebook = script.word_source, script.rulebook
    if source is None:
        return None
    try:
        words = _named(source.path, rulebook.tile_set, folder) if source.path else source.words
    except (CannotOpen, BadList) as why:
        raise BadScript(script.set_at["lexicon"], str(why)) from None
    except OSError as why:
        raise BadScript(script.set_at["lexicon"], f"{source.path} cannot be read: {why.strerror}") from None
    return WithTwoLetterWords(words, ROMANIAN_TWO_LETTER_WORDS) if rulebook.two_letter_list else words


def _named(name: str, tile_set: TileSet, folder: Path) -> Lexicon:
    path = folder / name
    if not path.is_file():
        return shelf.lexicon(name, tile_set.name)
    if path.name.endswith(SUFFIX):
        return shelf.lexicon(str(path), tile_set.name)
    words = words_of(text_of(path.read_bytes(), tile_set.language, None, name))
    return Listed(gather(words, tile_set).keys, Spelling(tile_set))
