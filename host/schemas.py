"""The published JSON: what the page, the broker and the hub share.

Shapes only. There is no slot for a rack, an unseen tile or a score before its press: what is not here cannot leak.
Times are milliseconds; squares are 0..224, row by row from the top left.
"""

import msgspec

VERSION = 1


class Published(msgspec.Struct, frozen=True):
    """A value that is published as JSON; fields with defaults may be absent."""


class TileView(Published, frozen=True):
    """A tile on the board; `face` in capitals ("L·L", "QU"), `blank` when it is a blank standing for it."""

    square: int
    face: str
    blank: bool
    value: int


class SquareScore(Published, frozen=True):
    """What one square gives to one word."""

    square: int
    face: str
    blank: bool
    value: int
    letter_multiplier: int
    word_multiplier: int
    fresh: bool


class WordView(Published, frozen=True):
    """One word of a play; `formula` as it is shown: `(4×2 + 1 + 10 + 1) ×3`."""

    text: str
    score: int
    formula: str
    squares: tuple[SquareScore, ...]


class TurnView(Published, frozen=True):
    """One turn of the score sheet; a play has `start` in seed notation (`i4`), tiles and words.

    `kind` is play, pass, exchange or withdrawn (a play taken back after a challenge).
    """

    number: int
    seat: int
    kind: str
    score: int
    total: int
    start: str = ""
    text: str = ""
    down: bool = False
    bingo: int = 0
    tiles: tuple[TileView, ...] = ()
    words: tuple[WordView, ...] = ()


class SeatView(Published, frozen=True):
    """One side of the table. `clock_ms` at the view's `at_ms`; below zero in overtime."""

    name: str
    total: int
    clock_ms: int
    running: bool
    on_turn: bool


class PromptView(Published, frozen=True):
    """Something that hands must put right: the name, its squares (`h5`) and the sentence in the table's language.

    `data` is what the sentence says besides, for who would say it in another language.
    """

    name: str
    squares: tuple[str, ...]
    sentence: str
    data: dict[str, str] = {}


class GameView(Published, frozen=True):
    """The public view of one table: everything that a page may show, and nothing else."""

    table: str
    rulebook: str
    language: str
    phase: str
    at_ms: int
    linked: bool
    live: bool
    seats: tuple[SeatView, ...]
    board: tuple[TileView, ...]
    laid: tuple[TileView, ...]
    turns: tuple[TurnView, ...]
    prompts: tuple[PromptView, ...]
    ended: str = ""
    version: int = VERSION
