"""A rehearsal script as values: its settings, then its actions in order. Says nothing about how text is read."""

from dataclasses import dataclass, field

from engine_lite.notation import SeedStart
from engine_lite.rulebook import Rulebook
from engine_lite.tiles import Tile

SEATS = "ABCD"


class BadScript(Exception):
    """A line that is not understood; the text names the line, the word and what is known there."""

    def __init__(self, number: int, sentence: str) -> None:
        super().__init__(f"line {number}: {sentence}" if number else sentence)
        self.number = number


@dataclass(frozen=True, slots=True)
class Action:
    """One line of hands or of what is expected: its number and text, its word, and what follows, already parsed.

    `other` is a second seat (`take B FROM A`), `kept` a second group of tiles (`keeps`, `returns`).
    """

    number: int
    text: str
    word: str
    seat: int = 0
    other: int = 0
    squares: tuple[int, ...] = ()
    start: SeedStart | None = None
    tiles: tuple[Tile, ...] = ()
    kept: tuple[Tile, ...] = ()
    count: int = 0
    seconds: float = 0.0
    names: tuple[str, ...] = ()
    values: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class WordSource:
    """Where `verdict auto` looks: the script's own words, or else the word list called `path`."""

    words: frozenset[str] = frozenset()
    path: str = ""


@dataclass(slots=True)
class Script:
    """A whole script: settings with the defaults of their rulebook, then the actions in order.

    `draws` are the draws for the first move, the faults before it, and what is expected of either before `start`.
    `set_at` has the number of the line that made a setting, by its word; `racks_at` of each seat's rack.
    """

    rulebook: Rulebook
    board: str = ""
    racks: dict[int, tuple[Tile, ...]] = field(default_factory=dict)
    racks_at: dict[int, int] = field(default_factory=dict)
    bag: tuple[Tile, ...] = ()
    bag_left: int | None = None
    totals: dict[int, int] = field(default_factory=dict)
    turns_used: dict[int, int] = field(default_factory=dict)
    clock_s: float = 0.0
    clock_used_s: dict[int, float] = field(default_factory=dict)
    word_source: WordSource | None = None
    referee: bool = True
    readers: str = "all"
    seed: int = 1
    first: int = 0
    draws: list[Action] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    set_at: dict[str, int] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        """How many seats the script names: two unless a setting says more."""
        drawn = [seat for draw in self.draws if draw.word == "draw-start" for seat, _ in enumerate(draw.tiles)]
        return max([1, *self.racks, *self.totals, *self.turns_used, *self.clock_used_s, *drawn]) + 1
