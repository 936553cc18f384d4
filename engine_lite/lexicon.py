"""What a lexicon is to the rules: anything that can be asked whether a word is in it; and the fixed two-letter list.

Knows no file and no word list but that one. Words are in capitals, as `TileSet.text` writes named tiles.
"""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@runtime_checkable
class Lexicon(Protocol):
    """A word list."""

    def __contains__(self, word: str, /) -> bool:
        """Whether `word`, in capitals, is in the list."""
        ...


class AnyWord:
    """The lexicon of a table without a word list: no word is refused, the referee or the players decide.

    >>> "XYZZY" in AnyWord()
    True
    """

    def __contains__(self, word: str, /) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class WithTwoLetterWords:
    """A lexicon whose words of two letters are exactly those of a fixed list, whatever `words` holds (004 L152-160).

    >>> lexicon = WithTwoLetterWords(frozenset({"AA", "MASA"}), ROMANIAN_TWO_LETTER_WORDS)
    >>> "AA" in lexicon, "MASA" in lexicon, "XU" in lexicon
    (False, True, True)
    """

    words: Lexicon
    two_letter_words: frozenset[str]

    def __contains__(self, word: str, /) -> bool:
        return word in self.two_letter_words if len(word) == 2 else word in self.words


# Document 004 L152-160: the official list of words of two letters in Romanian, 114 of them.
_TWO_LETTERS = """
AB AC AD AH AI AL AM AN AR AS AT AU AX AZ BA BI BU CA CE CI CO CU DA DE DI DO DU EA EC EE EH EI EL EU EV EX
FA FI FU GA GO HA HE HI HM HO HU IA IC IE II IL IM IN IO IR IS IT IU IZ LA LE LI MA MI MU NA NE NI NO NU
OA OF OH OI OL OM OP OR OS OT OU PA PE PI PU RA RE RO SA SE SI SO SS ST SU TA TE TI TT TU UD UF UI UN US UT UZ
VA VI VU XU ZA ZI
"""
ROMANIAN_TWO_LETTER_WORDS = frozenset(_TWO_LETTERS.split())
