"""What a lexicon is, and the fixed list of two-letter words in Romanian."""

import re

from engine_lite.lexicon import ROMANIAN_TWO_LETTER_WORDS, AnyWord, Lexicon, WithTwoLetterWords
from engine_lite.tiles import ROMANIAN
from hardware_tests import needs


def test_the_list_is_that_of_document_004() -> None:
    """114 words, none with K, Q, W or Y, word for word the document's own."""
    assert len(ROMANIAN_TWO_LETTER_WORDS) == 114
    assert all(len(ROMANIAN.tiles(word)) == 2 for word in ROMANIAN_TWO_LETTER_WORDS)
    (document,) = needs.shared("seeds").glob("004_*.txt")
    listed = document.read_text(encoding="utf-8").split("Lista oficiala", 1)[1].split("Pentru mai multe", 1)[0]
    assert frozenset(re.findall(r"\b[A-Z]{2}\b", listed)) == ROMANIAN_TWO_LETTER_WORDS


def test_fixed_words_replace_all_others_of_two_letters() -> None:
    """What the list adds is in, what it lacks is out, longer words are the lexicon's."""
    lexicon = WithTwoLetterWords(frozenset({"CM", "CASA"}), ROMANIAN_TWO_LETTER_WORDS)
    assert [word in lexicon for word in ("CM", "XU", "CASA", "MASA")] == [False, True, True, False]


def test_anything_that_can_be_asked_is_a_lexicon() -> None:
    """A set of words will do; without a list every word passes."""
    assert isinstance(frozenset({"CASA"}), Lexicon)
    assert isinstance(AnyWord(), Lexicon)
    assert "QWZX" in AnyWord()
