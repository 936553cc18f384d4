"""What happened at the table: the only things that `step` is ever told, and what the journal keeps.

Frozen values. Every event carries `at_ns`, game time: nanoseconds since the game's journal was opened. What people
state (a pass, a challenge, a verdict) are events of the course of the game, taken over from the rules as they are;
where such a statement names tiles, an empty group means: as the readers saw it.
Knows nothing of the wire, the panel or the pages that these facts came from.
"""

from dataclasses import dataclass
from typing import NamedTuple

from engine_lite.course_events import (
    Accepted,
    Appealed,
    Challenged,
    ClockCorrected,
    Confirmed,
    Counted,
    Disputed,
    Disqualified,
    DrawnToStart,
    Due,
    Event,
    Exchanged,
    Held,
    KindTold,
    Looked,
    Mixed,
    NoPlay,
    Overdrew,
    Passed,
    Paused,
    PlayAccepted,
    Released,
    Resigned,
    Resumed,
    Returned,
    Ruled,
    Senyors,
    ShortExchanged,
    Started,
    StarterNamed,
    Took,
    Unchallenged,
    Waived,
)

__all__ = [
    "Accepted", "Appealed", "BagSighted", "BlankDeclared", "BoardDown", "BoardTold", "BoardUp", "Calmed", "Carried",
    "ChallengePressed", "Challenged", "ClockCorrected", "ClockPressed", "Confirmed", "Corrected",
    "CorrectionUndone", "Counted", "Disputed", "Disqualified", "DrawTyped", "DrawnToStart", "Due", "EndRack",
    "EndTyped", "Event", "ExchangeTyped", "Exchanged", "GameOpened", "HallChanged", "Held", "KindTold", "Left",
    "Looked", "Mixed", "NoPlay", "Noted", "OverdrawTyped", "Overdrew", "PadTouched", "Passed", "Paused",
    "PiTold", "PlayAccepted", "PointsGiven", "RackTagRead", "RackTold", "RackTyped", "Released", "Reopened",
    "Resigned", "Resumed", "Returned", "Ruled", "Senyors", "ShortExchanged", "Source", "Started",
    "StarterNamed", "StateTold", "Stirred", "TableEvent", "TagsRead", "TileNamed", "TileReplaced", "Took",
    "Unchallenged", "Waived",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableEvent(Event):
    """Something that readers, buttons or the referee's page report at `at_ns` nanoseconds of game time."""

    at_ns: int


class Source(NamedTuple):
    """The message that an event came in: its `number` counts from 0 since start `boot` of `board` (16 hex digits)."""

    board: str
    boot: int
    number: int


# --- the game as people steer it -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameOpened(TableEvent):
    """The first record of every journal: all that later events are read against.

    `tiles` pairs each tag (16 hexadecimal digits) with the face of its tile, `?` for a blank.
    `board`, `board_tags` and `totals` describe a game that begins in the middle; empty for a new one. `tile_set`
    names other tiles than the rulebook's own; empty: those. `variant` is a class of players that the rulebook knows,
    `rules` are knobs with their values: all of them, or those that differ from the rulebook's.
    `readers` are what reads tiles beside the board: `bag` (a ring in its neck), `racks` (a loop under each), `pad`;
    `radio` says whether the board reads tags itself. `self_ending`: the rules end and settle the game; without it
    people say how it ended and what that costs. `clock_ns` is what each side has left, `allotted_ns` (0: the same)
    what it had for the whole game, `turns_used` what it used before. `aside` are tags that are not in this game.
    With `last_look` the board looks beyond a play's ends before a press is decided; with `halts` the clocks stand
    after a refused press until the board has changed, with `stands_unplugged` while the board is silent. With
    `sees_opening` readers tell of the count of the set and of the draw for the first move. A `rated` game is played
    without help and without sound. Two knobs are for games of journals before format 3 alone: `undo_counts_turns`,
    the trail of corrections has turns alone, and `guesses_settle`, racks that nobody has told settle as believed.
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
    readers: tuple[str, ...] = ()
    radio: bool = True
    referee: bool = True
    self_ending: bool = False
    allotted_ns: int = 0
    turns_used: tuple[int, ...] = ()
    aside: tuple[str, ...] = ()
    halts: bool = False
    stands_unplugged: bool = False
    sees_opening: bool = False
    last_look: bool = False
    rated: bool = True
    undo_counts_turns: bool = False
    guesses_settle: bool = False


@dataclass(frozen=True, slots=True)
class Reopened(TableEvent):
    """The table has come back to this game after it was switched off: nothing runs until people go on."""


@dataclass(frozen=True, slots=True)
class Carried(TableEvent):
    """The game goes on at another table: `tiles` pairs the tags of its set with the same faces, in any order.

    `readers` are that table's, as in GameOpened, `table_name` its name.
    """

    tiles: tuple[tuple[str, str], ...]
    readers: tuple[str, ...] = ()
    table_name: str = ""


@dataclass(frozen=True, slots=True)
class Left(TableEvent):
    """People begin another game instead of this one: side `by` asks for it, or the referee (None) says so."""

    by: int | None = None


@dataclass(frozen=True, slots=True)
class ClockPressed(TableEvent):
    """The clock button on `seat`'s side, at its first edge."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChallengePressed(TableEvent):
    """The challenge button on `seat`'s side; pressed again it withdraws the challenge."""

    seat: int


@dataclass(frozen=True, slots=True)
class ExchangeTyped(TableEvent):
    """`seat` has put `count` tiles (1 to 7) into the bag and drawn as many; nobody has said which."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class DrawTyped(TableEvent):
    """`seat` has drawn `count` tiles since its last turn, 0: until its rack was full; nobody has said which."""

    seat: int
    count: int = 0


@dataclass(frozen=True, slots=True)
class OverdrawTyped(TableEvent):
    """`seat` has `count` tiles (1 to 7) more than its rack holds; nobody has said which."""

    seat: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class PointsGiven(TableEvent):
    """The referee adds `points` (below zero: takes off) to the total of `seat`: a challenge's bonus or penalty, time.

    `kind` is one of the names of AdjustmentKind that settle no rack: bonus, penalty, time. `by` and `why` are kept.
    """

    seat: int
    kind: str
    points: int
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class EndRack(TableEvent):
    """A rack is settled at the end: `seat` is given `times` its worth (1: once, 2: twice, -1: taken off).

    `tiles` is the text of the rack; its worth is reckoned here, never typed.
    """

    seat: int
    tiles: str
    times: int


@dataclass(frozen=True, slots=True)
class EndTyped(TableEvent):
    """People say that the game is over, and why: one of the names of the ways to end."""

    reason: str


@dataclass(frozen=True, slots=True)
class RackTyped(TableEvent):
    """The referee, or the players, say which `tiles` are on the rack of `seat`, where no reader tells."""

    seat: int
    tiles: str


@dataclass(frozen=True, slots=True)
class Corrected(TableEvent):
    """The referee, or the players together, put turn `turn` (1, 2, ...) right.

    `what` is `play` (`value` as on the sheet: `h5 QUINA`), `score` (agreed points), `withdrawn`, `reinstated`,
    or `stands`: though it no longer fits, which is not said of it any more.
    `by` and `why` are kept with it.
    """

    turn: int
    what: str
    value: str = ""
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class CorrectionUndone(TableEvent):
    """Correction number `number` (1, 2, ...) no longer holds."""

    number: int
    by: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Noted(TableEvent):
    """A remark of the referee for the record; it changes nothing."""

    text: str


@dataclass(frozen=True, slots=True)
class TileReplaced(TableEvent):
    """The tile with tag `old` is broken or lost; the one with tag `new` stands for it from now on."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class BlankDeclared(TableEvent):
    """The blank on `square` (0..224) stands for `face`, as written by the player."""

    square: int
    face: str


@dataclass(frozen=True, slots=True)
class TileNamed(TableEvent):
    """People say which tile stands on `square` (0..224), where no sensor can: `face` as on a rack, `?` for a blank.

    An empty `face` says that nothing stands there.
    """

    square: int
    face: str


# --- the board as its sensors tell it --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardUp(TableEvent):
    """A board speaks; `again` when it has started anew since it last spoke, so its state must be told afresh.

    `part` is what it reads: `board`, `racks` or `bag`; or `radio` (tags on the squares) or `pad`, when a reader works
    again that its board has done without.
    """

    again: bool
    part: str = "board"


@dataclass(frozen=True, slots=True)
class BoardDown(TableEvent):
    """Nothing is heard of what a board reads: that is what it was last known to be.

    The board has gone; or it is there, and the reader of `part` (`racks`, `bag`, `radio` or `pad`) does not work.
    """

    part: str = "board"


@dataclass(frozen=True, slots=True)
class HallChanged(TableEvent):
    """The magnet over `square` came (`on`) or went, and has stood so for the settling time."""

    square: int
    on: bool


@dataclass(frozen=True, slots=True)
class Stirred(TableEvent):
    """Something moves on the board: not yet settled, or not yet read."""


@dataclass(frozen=True, slots=True)
class Calmed(TableEvent):
    """All squares have settled and have been read."""


@dataclass(frozen=True, slots=True)
class BoardTold(TableEvent):
    """The board begins to tell its whole state: `on` are the squares with a magnet; tags follow as TagsRead."""

    on: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StateTold(TableEvent):
    """The whole state has been told."""


@dataclass(frozen=True, slots=True)
class TagsRead(TableEvent):
    """The tags (16 hexadecimal digits each) that answer on `square`: none, one, or several stacked."""

    square: int
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PiTold(TableEvent):
    """The computer of the table tells how it is: its supply sags (`undervoltage`), it is too `hot`, or neither."""

    undervoltage: bool = False
    hot: bool = False


# --- bag, racks and pad, as their readers tell them -------------------------------------------------


@dataclass(frozen=True, slots=True)
class BagSighted(TableEvent):
    """The ring in the bag's neck has seen `tag` for `for_ns` nanoseconds; it knows no direction."""

    tag: str
    for_ns: int = 0


@dataclass(frozen=True, slots=True)
class RackTagRead(TableEvent):
    """The loop of rack `rack` (0 to 3) reads `tag`; RackTold says when all have been told."""

    rack: int
    tag: str


@dataclass(frozen=True, slots=True)
class RackTold(TableEvent):
    """Rack `rack` has been read twice alike; `count` tags were told."""

    rack: int
    count: int


@dataclass(frozen=True, slots=True)
class PadTouched(TableEvent):
    """`tag` lies on the identify pad."""

    tag: str
