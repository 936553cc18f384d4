"""The score of a play, explained: each word, each square, each premium, and the bonus for a full rack.

Knows nothing of whether the play is legal or its words exist; ask `wrong_with` first.
"""

from dataclasses import dataclass
from math import prod
from typing import NamedTuple

from engine_lite.board import Board
from engine_lite.layout import SIDE
from engine_lite.placement import Placement, main_line
from engine_lite.rulebook import Rulebook
from engine_lite.tiles import Tile


class SquareScore(NamedTuple):
    """What one square gives to one word: the tile's value and the multipliers that count there in this turn.

    `square` is 0..224. Premiums count only under a `fresh` tile, one laid in this turn (000 r12, 002, 004 L33-36).
    """

    square: int
    tile: Tile
    value: int
    letter_multiplier: int
    word_multiplier: int
    fresh: bool


@dataclass(frozen=True, slots=True)
class WordScore:
    """One word of a play and what each of its squares gives."""

    squares: tuple[SquareScore, ...]

    @property
    def score(self) -> int:
        """Points: the tiles with their letter premiums, summed, times every word premium (002, 004 L31-33)."""
        tiles = sum(each.value * each.letter_multiplier for each in self.squares)
        return tiles * prod(each.word_multiplier for each in self.squares)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The word's tiles in reading order."""
        return tuple(each.tile for each in self.squares)

    @property
    def start(self) -> int:
        """The word's first square, 0..224."""
        return self.squares[0].square

    @property
    def down(self) -> bool:
        """Whether it is read from the top down."""
        return len(self.squares) > 1 and self.squares[1].square - self.start == SIDE


@dataclass(frozen=True, slots=True)
class Score:
    """The explained score of a play: its main word, then its cross words along the line, and the bonus."""

    words: tuple[WordScore, ...]
    bonus: int

    @property
    def total(self) -> int:
        """Points of the whole play."""
        return sum(word.score for word in self.words) + self.bonus


def explain(board: Board, placement: Placement, rulebook: Rulebook) -> Score:
    """The score of `placement`, which `wrong_with` finds no defect in, on `board`.

    >>> from engine_lite.rulebooks.fisc_classic import FISC_CLASSIC
    >>> from engine_lite.placement import parse_play
    >>> start, quina = parse_play("h5 QUINA", Board(), FISC_CLASSIC.tile_set)
    >>> explain(Board(), quina, FISC_CLASSIC).total
    22
    """
    after = board.with_tiles(placement.tiles)
    start, down = main_line(board, placement)
    crossing = (after.line(square, not down) for square in placement.squares)
    lines = [after.line(start, down), *(line for line in crossing if len(line) > 1)]
    fresh = frozenset(placement.squares)
    words = tuple(WordScore(tuple(_square(after, square, fresh, rulebook) for square in line)) for line in lines)
    return Score(words, rulebook.bingo if len(placement) == rulebook.rack_size else 0)


def _square(after: Board, square: int, fresh: frozenset[int], rulebook: Rulebook) -> SquareScore:
    tile = after.contents[square]
    assert tile is not None, "a line holds a tile on each of its squares"
    value = rulebook.tile_set.value(tile)
    if square not in fresh:
        return SquareScore(square, tile, value, 1, 1, False)
    layout = rulebook.layout
    return SquareScore(square, tile, value, layout.letter_multiplier(square), layout.word_multiplier(square), True)


def formula(word: WordScore) -> str:
    """How the word's score comes about, one term a square, every word premium behind.

    >>> from engine_lite.rulebooks.fisc_classic import FISC_CLASSIC
    >>> from engine_lite.placement import parse_play
    >>> start, senyal = parse_play("8h SENYAL", Board(), FISC_CLASSIC.tile_set)
    >>> formula(explain(Board(), senyal, FISC_CLASSIC).words[0])
    '(1 + 1 + 10 + 1 + 1×2) ×2'
    """
    terms = " + ".join(
        f"{each.value}×{each.letter_multiplier}" if each.letter_multiplier > 1 else str(each.value)
        for each in word.squares
    )
    factors = "".join(f" ×{each.word_multiplier}" for each in word.squares if each.word_multiplier > 1)
    return f"({terms}){factors}" if factors else terms
