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
    """One line after `start`: its number and text, its word, and what follows, already parsed."""

    number: int
    text: str
    word: str
    seat: int = 0
    squares: tuple[int, ...] = ()
    start: SeedStart | None = None
    tiles: tuple[Tile, ...] = ()
    count: int = 0
    seconds: float = 0.0
    names: tuple[str, ...] = ()
    values: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class Script:
    """A whole script: settings with the defaults of their rulebook, then the actions in order."""

    rulebook: Rulebook
    board: str = ""
    racks: dict[int, tuple[Tile, ...]] = field(default_factory=dict)
    bag: tuple[Tile, ...] = ()
    totals: dict[int, int] = field(default_factory=dict)
    clock_s: float = 0.0
    seed: int = 1
    first: int = 0
    actions: list[Action] = field(default_factory=list)

    @property
    def seats(self) -> int:
        """How many seats the script names: two unless a rack or a total says more."""
        return max([1, *self.racks, *self.totals]) + 1
