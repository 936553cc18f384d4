"""What happened at the table: the only things that `step` is ever told, and what the journal keeps.

Frozen values. Every event carries `at_ns`, game time: nanoseconds since the game's journal was opened.
Knows nothing of the wire, the panel or the pages that these facts came from.
"""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at `at_ns` nanoseconds of game time."""

    at_ns: int


class Source(NamedTuple):
    """The message that an event came in: its `number` counts from 0 since start `boot` of `board` (16 hex digits)."""

    board: str
    boot: int
    number: int


# --- the game as people steer it -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameOpened(Event):
    """The first record of every journal: all that later events are read against.

    `tiles` pairs each tag (16 hexadecimal digits) with the face of its tile, `?` for a blank.
    `board`, `board_tags` and `totals` describe a game that begins in the middle; empty for a new one. `tile_set`
    names other tiles than the rulebook's own; empty: those. `variant` is a class of players that the rulebook knows,
    `rules` are knobs with their values: all of them, or those that differ from the rulebook's.
    """

    rulebook: str
    seats: tuple[str, ...]
    clock_ns: tuple[int, ...]
    tiles: tuple[tuple[str, str], ...]
    board: str = ""
    board_tags: tuple[tuple[int, str], ...] = ()
    totals: tuple[int, ...] = ()
    tile_set: str = ""
    variant: str = ""
    rules: tuple[tuple[str, int | bool | str], ...] = ()
    table_name: str = ""
    lexicon: str = ""
    made_by: str = ""


@dataclass(frozen=True, slots=True)
class Started(Event):
    """`seat` is on turn and that clock runs."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClockPressed(Event):
    """The clock button on `seat`'s side, at its first edge."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChallengePressed(Event):
    """The challenge button on `seat`'s side; pressed again it withdraws the challenge."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """The verdict on a challenged play: `valid` when it stands."""

    valid: bool


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """`seat` gives up this turn, the press included."""

    seat: int


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """`seat` has put `count` tiles (1 to 7) into the bag and drawn as many, the press included."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class PointsGiven(Event):
    """The referee adds `points` (below zero: takes off) to the total of `seat`: a challenge's bonus or penalty, time.

    `kind` is one of the names of AdjustmentKind that settle no rack: bonus, penalty, time.
    """

    seat: int
    kind: str
    points: int


@dataclass(frozen=True, slots=True)
class EndRack(Event):
    """A rack is settled at the end: `seat` is given `times` its worth (1: once, 2: twice, -1: taken off).

    `tiles` is the text of the rack; its worth is reckoned here, never typed.
    """

    seat: int
    tiles: str
    times: int


@dataclass(frozen=True, slots=True)
class BlankDeclared(Event):
    """The blank on `square` (0..224) stands for `face`, as written by the player."""

    square: int
    face: str


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The referee has been called: both clocks stand."""


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """Play goes on; the clock that ran runs again."""


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The referee, or both sides agreeing, end the game; `reason` is one of the names of `EndReason`."""

    reason: str


@dataclass(frozen=True, slots=True)
class Due(Event):
    """The moment that `deadline(table)` named has come."""


# --- the board as its sensors tell it --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardUp(Event):
    """A board speaks; `again` when it has started anew since it last spoke, so its state must be told afresh."""

    again: bool


@dataclass(frozen=True, slots=True)
class BoardDown(Event):
    """Nothing has been heard from the board: its squares are what they were last known to be."""


@dataclass(frozen=True, slots=True)
class HallChanged(Event):
    """The magnet over `square` came (`on`) or went, and has stood so for the settling time."""

    square: int
    on: bool


@dataclass(frozen=True, slots=True)
class Stirred(Event):
    """Something moves on the board: not yet settled, or not yet read."""


@dataclass(frozen=True, slots=True)
class Calmed(Event):
    """All squares have settled and have been read."""


@dataclass(frozen=True, slots=True)
class BoardTold(Event):
    """The board begins to tell its whole state: `on` are the squares with a magnet; tags follow as TagsRead."""

    on: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StateTold(Event):
    """The whole state has been told."""


@dataclass(frozen=True, slots=True)
class TagsRead(Event):
    """The tags (16 hexadecimal digits each) that answer on `square`: none, one, or several stacked."""

    square: int
    tags: tuple[str, ...]
