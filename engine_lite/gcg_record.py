"""What an annotated game (GCG) says, as values: players, entries, notes and what stands around them.

Knows nothing of text, of what an entry means on a board, or of whether it can have happened.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from engine_lite.notation import GcgStart
from engine_lite.tiles import Tile, TileSet

ENDED = "the game ended: "  # begins the note in which we say how a game came to its end; GCG has no word for it
DIGITS = 4  # of a turn's number: no game has more turns, and Python takes no number of thousands of digits
MISFITS = "misfits"  # our own pragma: numbers of turns that no longer fit what was put right before them

Tiles = tuple[Tile, ...]
Letters = tuple[Tile | None, ...]


class BadGcg(ValueError):
    """A line that is no GCG; `sentence` names the line (1 is the first), what stands there and what is expected."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line
        self.sentence = str(self)


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat: the nickname that begins the lines, without blanks, and the real name."""

    nick: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What every entry has; `score` and `total` (of this seat) are what the line states, right or wrong.

    `line` counts from 1, `seat` from 0. `rack` is None where the record does not know it, and may be part of the
    rack. `rack_text` is how the line writes it. `free_text` is what follows the total.
    """

    kind: ClassVar[str] = ""

    line: int = field(compare=False)
    seat: int
    rack: Tiles | None = None
    rack_text: str = field(default="", compare=False)
    score: int
    total: int
    free_text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayEntry(Entry):
    """A play; a letter is None for the `.` of an old tile, and may be an old tile's too.

    `said_old` counts, from 0, the letters that the line puts in round brackets as old ones. A blank that nobody
    named is `BLANK`. `word_text` is how the line writes the word.
    """

    kind: ClassVar[str] = "play"

    start: GcgStart
    letters: Letters
    said_old: tuple[int, ...] = ()
    word_text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawEntry(Entry):
    """The play just before is taken back after a challenge."""

    kind: ClassVar[str] = "withdraw"


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusEntry(Entry):
    """Points to the player of the last play, which was challenged and stands; the rack is the one after drawing."""

    kind: ClassVar[str] = "bonus"


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyEntry(Entry):
    """Points off the player who challenged a play that stands; `score` is below 0."""

    kind: ClassVar[str] = "penalty"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreedEntry(Entry):
    """What the seat's play just before counts beside the score of the rules, because people agreed on it: our own."""

    kind: ClassVar[str] = "agreed"


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenEntry(Entry):
    """Points given to the seat or taken off it for which GCG has no line: our own. `free_text` says what for."""

    kind: ClassVar[str] = "given"


@dataclass(frozen=True, slots=True, kw_only=True)
class PassEntry(Entry):
    """A turn without play or exchange."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeEntry(Entry):
    """`count` tiles exchanged, 1 or more; `tiles` is None where only their number is known."""

    kind: ClassVar[str] = "exchange"

    tiles: Tiles | None
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndBonusEntry(Entry):
    """Points at the end for the `tiles` left on other racks."""

    kind: ClassVar[str] = "endpts"

    tiles: Tiles


@dataclass(frozen=True, slots=True, kw_only=True)
class EndPenaltyEntry(Entry):
    """Points off at the end for the `tiles` left on the own rack; `score` is 0 or below."""

    kind: ClassVar[str] = "endpen"

    tiles: Tiles


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeEntry(Entry):
    """Points off for overtime; `score` is 0 or below."""

    kind: ClassVar[str] = "time"


@dataclass(frozen=True, slots=True)
class Note:
    """Free text of one or more lines; `after` entries of the record stand before it."""

    line: int = field(compare=False)
    text: str
    after: int = 0


@dataclass(frozen=True, slots=True)
class RackLeft:
    """A rack that the record ends with: of a seat, or, from `#incomplete`, of who is on turn (None)."""

    line: int = field(compare=False)
    seat: int | None
    tiles: Tiles
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """One annotated game. Two records are equal when they say the same; lines and spelling do not count.

    `pragmas` are the ones without a field of their own, as (name, text) in the order of names.
    """

    players: tuple[Player, ...]
    tile_set: TileSet
    entries: tuple[Entry, ...] = ()
    notes: tuple[Note, ...] = ()
    racks_left: tuple[RackLeft, ...] = ()
    lexicon: str = ""
    title: str = ""
    description: str = ""
    identity: str = ""
    pragmas: tuple[tuple[str, str], ...] = ()

    @property
    def lettered_rows(self) -> bool:
        """Whether the program that wrote it names rows by letters, so that its board is ours mirrored."""
        return ("orientation", "lettered-rows") in self.pragmas

    @property
    def misfits(self) -> tuple[int, ...]:
        """Numbers of the turns that no longer fit what was put right before them, and are played all the same."""
        told = (text for name, text in self.pragmas if name == MISFITS)
        return tuple(int(each) for text in told for each in text.split() if each.isdecimal() and len(each) <= DIGITS)

    @property
    def incomplete(self) -> bool:
        """Whether the record says of itself that the game was not written to its end."""
        return any(name == "incomplete" for name, _ in self.pragmas)
