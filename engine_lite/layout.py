"""The board as a picture: its size, its centre, and which squares multiply what.

Knows nothing of tiles. Squares are numbered 0..224, row by row from the top left.
"""

from dataclasses import dataclass, field

SIDE = 15  # squares in a row and in a column (document 004 L22)
SQUARES = SIDE * SIDE

# What the signs of the picture multiply: (letter, word).
SIGNS = {".": (1, 1), "d": (2, 1), "t": (3, 1), "D": (1, 2), "T": (1, 3)}


@dataclass(frozen=True, slots=True)
class Layout:
    """The premiums of a board, drawn: d and t double and triple a letter, D and T a word.

    Each square has a letter and a word multiplier, so a layout may raise both on one square (document 000 r7).
    """

    picture: tuple[str, ...]
    _multipliers: tuple[tuple[int, int], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Read the picture once."""
        object.__setattr__(self, "_multipliers", tuple(SIGNS[sign] for sign in "".join(self.picture)))

    @property
    def centre(self) -> int:
        """The square that the opening play must cover."""
        return SQUARES // 2

    def letter_multiplier(self, square: int) -> int:
        """1, 2 or 3: what the square makes of the tile laid on it."""
        return self._multipliers[square][0]

    def word_multiplier(self, square: int) -> int:
        """1, 2 or 3: what the square makes of each word through the tile laid on it.

        >>> STANDARD.word_multiplier(STANDARD.centre), STANDARD.letter_multiplier(108)
        (2, 2)
        """
        return self._multipliers[square][1]


STANDARD = Layout(
    (
        "T..d...T...d..T",
        ".D...t...t...D.",
        "..D...d.d...D..",
        "d..D...d...D..d",
        "....D.....D....",
        ".t...t...t...t.",
        "..d...d.d...d..",
        "T..d...D...d..T",
        "..d...d.d...d..",
        ".t...t...t...t.",
        "....D.....D....",
        "d..D...d...D..d",
        "..D...d.d...D..",
        ".D...t...t...D.",
        "T..d...T...d..T",
    )
)
