"""Where a word begins and which way it runs, in the two notations of the score sheets, kept apart as two types.

Knows nothing of tiles or of what stands on the board. `H8` is good text in both and means opposite directions,
so nothing here guesses from a text which notation it is in.
"""

import re
from dataclasses import dataclass
from typing import Self

from engine_lite.layout import SIDE
from engine_lite.quoting import quoted

LETTERS = "abcdefghijklmnopqrstuvwxyz"  # a..o name lines; the others are read to say that they lie off the board

_NUMBER = "0|[1-9][0-9]{0,2}"  # up to 999, so that h16 and h100 are understood and found to lie off the board
_SHAPE = re.compile(f"(?P<letter>[A-Za-z])(?P<number>{_NUMBER})|(?P<first>{_NUMBER})(?P<last>[A-Za-z])")


class BadNotation(ValueError):
    """The text is no play or no square at all; the message says what one looks like."""


class NotWhole(BadNotation):
    """Tiles on `squares` (0..224) belong to the play's word too and are not written; `play` is how to write it."""

    def __init__(self, word: str, squares: tuple[int, ...], play: str) -> None:
        start = play.partition(" ")[0]
        super().__init__(f"the word there is {word} and starts at {start}; write {quoted(play)}")
        self.squares = squares
        self.play = play


class OffBoard(BadNotation):
    """The text has the shape of a square, and there is none of that name on the board."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{quoted(text)} lies off the board: its lines are a to o and 1 to 15")


def _symbols(text: str, example: str) -> tuple[int, int, bool]:
    """The line that the letter names, the one that the number names (0..14 both), whether the number is first."""
    shape = _SHAPE.fullmatch(text)
    if not shape:
        raise BadNotation(f"{quoted(text)} is no square; write a letter a to o and a number 1 to 15, as in {example}")
    letter = LETTERS.index((shape["letter"] or shape["last"]).lower())
    number = int(shape["number"] or shape["first"]) - 1
    if letter >= SIDE or not 0 <= number < SIDE:
        raise OffBoard(text)
    return letter, number, shape["first"] is not None


@dataclass(frozen=True, slots=True)
class SeedStart:
    """The start of a word as the rule documents write it: rows a-o, columns 1-15 (002 by example, 004 L113-120).

    Row letter first: across; column number first: down. `square` is 0..224.

    >>> SeedStart.parse("H5"), str(SeedStart(112, down=True))
    (SeedStart(square=109, down=False), '8h')
    """

    square: int
    down: bool

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `h8` or `8h`, capitals or not. Raises BadNotation, and its kind OffBoard for a line such as h16."""
        row, column, number_first = _symbols(text, "h8")
        return cls(row * SIDE + column, down=number_first)

    def __str__(self) -> str:
        row, column = divmod(self.square, SIDE)
        return f"{column + 1}{LETTERS[row]}" if self.down else f"{LETTERS[row]}{column + 1}"

    def to_seed(self) -> "SeedStart":
        """The same start; so that either notation can be asked."""
        return self

    def to_gcg(self) -> "GcgStart":
        """The same start in the other notation.

        >>> str(SeedStart.parse("i4").to_gcg()), str(SeedStart.parse("4d").to_gcg())
        ('9D', 'D4')
        """
        return GcgStart(self.square, self.down)


@dataclass(frozen=True, slots=True)
class GcgStart:
    """The start of a word as annotated games write it: rows 1-15, columns A-O.

    Row number first: across; column letter first: down. `square` is 0..224.

    >>> GcgStart.parse("8E"), str(GcgStart(112, down=True))
    (GcgStart(square=109, down=False), 'H8')
    """

    square: int
    down: bool

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `8H` or `H8`, capitals or not. Raises BadNotation, and its kind OffBoard for a line such as H16."""
        column, row, number_first = _symbols(text, "8H")
        return cls(row * SIDE + column, down=not number_first)

    def __str__(self) -> str:
        row, column = divmod(self.square, SIDE)
        letter = LETTERS[column].upper()
        return f"{letter}{row + 1}" if self.down else f"{row + 1}{letter}"

    def to_seed(self) -> SeedStart:
        """The same start in the notation of the rule documents.

        >>> str(GcgStart.parse("H8").to_seed())
        '8h'
        """
        return SeedStart(self.square, self.down)

    def to_gcg(self) -> "GcgStart":
        """The same start; so that either notation can be asked."""
        return self


Start = SeedStart | GcgStart


def square_name(square: int) -> str:
    """The name of a square, 0..224, as the rule documents write it: row letter, column number.

    >>> square_name(112), square_name(14), square_name(210)
    ('h8', 'a15', 'o1')
    """
    return str(SeedStart(square, down=False))


def parse_square(text: str) -> int:
    """The square of that name, 0..224, capitals or not; raises BadNotation, also for a start such as `8h`.

    >>> parse_square("h8"), parse_square("O1")
    (112, 210)
    """
    start = SeedStart.parse(text)
    if start.down:
        raise BadNotation(f"{quoted(text)} is no square; write the row's letter first: {square_name(start.square)}")
    return start.square
