"""The course of a game as one value: where every tile is, whose clock runs, what is pending, and how it ended.

Applies no rule; knows no time of its own. `course.step` says what an event makes of it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from engine_lite.board import Board
from engine_lite.clock import NS_PER_S, Clock
from engine_lite.course_events import Form
from engine_lite.course_tiles import Tiles, left_in_bag, put
from engine_lite.game import Adjustment, Game, Turn, TurnKind
from engine_lite.lexicon import Lexicon
from engine_lite.placement import Placement
from engine_lite.readings import NOT_FROM_A_SEED, TABLES_OWN
from engine_lite.reasons import Data, Defect, Reason
from engine_lite.rulebook import Rulebook
from engine_lite.tiles import Tile

MS = NS_PER_S // 1000  # what is lost above a limit is lost from the first millisecond above it (readings 2 and 3)
NO_TILES = Placement()


class Phase(StrEnum):
    """Where a game stands; the values are what scripts read."""

    SETUP = "setup"
    COUNT = "count"  # the set was counted and does not add up
    DRAW = "draw"  # for the first move
    RACKS = "racks"  # who starts is known, the first racks are drawn
    PLAYING = "playing"
    HOLDING = "holding"
    CHALLENGED = "challenged"
    REMOVING = "removing"  # a withdrawn play must leave the board
    PAUSED = "paused"
    SETTLING = "settling"  # the last play can still be challenged; no clock runs
    OVER = "over"
    AGREED = "agreed"  # every side has accepted the final score


class Ended(StrEnum):
    """How a game ended."""

    OUT = "out"
    ZERO_TURNS = "zero_turns"
    LOST_TURNS = "lost_turns"
    TWO_PASSES = "two_passes"
    TURN_LIMIT = "turn_limit"
    TIME_CAP = "time_cap"
    TIME_FORFEIT = "time_forfeit"
    THREE_STRIKES = "three_strikes"
    NO_PLAY = "no_play"
    RESIGNED = "resigned"
    DISQUALIFIED = "disqualified"


class Again(StrEnum):
    """What follows when a rack drawn in a senyors exchange is all of one kind again (000 r17, cases 1 to 3)."""

    ONE = "senyors_one"  # one needed tile is left: it goes on the rack, six are drawn
    MORE = "senyors_more"  # more are left: everything back, seven are drawn
    NONE = "senyors_none"  # none is left: the rack stays


class Refused(Exception):
    """An event that the rules or the state of the game do not allow; `defects` say why, where, and by which rule."""

    def __init__(self, defects: tuple[Defect, ...]) -> None:
        super().__init__("refused: " + ", ".join(defect.reason for defect in defects))
        self.defects = defects


@dataclass(frozen=True, slots=True)
class Standing:
    """The play that may still be challenged: laid and not pressed yet, or the last one `pressed`."""

    seat: int
    placement: Placement
    pressed: bool
    since_ns: int  # when the opponent's clock was started
    bag_empty: bool  # there was nothing to draw for it
    drawn: bool = False  # the mover has drawn a tile since the press
    held_ns: int | None = None  # when HOLD was said in time
    challenges: int = 0
    ruled: frozenset[str] = frozenset()  # words found valid
    accepted: frozenset[int] = frozenset()  # who has given up challenging it
    confirmed: bool = False
    mixed: bool = False  # what was drawn in HOLD was not kept apart


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge that waits for its verdict: of which words, from which phase, after how many appeals."""

    by: int | None
    words: tuple[str, ...]
    was: Phase
    appeals: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The last verdict, with the course before it: an appeal goes back there; and the list that gave it."""

    valid: bool
    before: "Course"
    by_list: str = ""


@dataclass(frozen=True, slots=True)
class Overdraw:
    """Tiles of `seat` that must go back: `surplus` of them, out of `new` or of the whole rack.

    `withdrawn`: they were drawn for a play that was withdrawn (003 L50), not in excess.
    """

    seat: int
    surplus: int
    new: Tiles
    form: Form
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """A game in its course. Tiles are in `bag`, on `racks`, `laid` in this turn, on the board, or `aside`."""

    game: Game
    racks: tuple[Tiles, ...]
    bag: Tiles
    clock: Clock
    fresh: tuple[Tiles, ...]  # of each seat: the tiles drawn since it last ended a turn
    turns_used: tuple[int, ...]  # of each seat: turns before this course began
    allotted_ns: int  # thinking time of a seat for the whole game
    phase: Phase = Phase.SETUP
    at_ns: int = 0
    aside: Tiles = ()  # equal tiles of the draw for the first move
    given: bool = False  # the racks were there from the beginning
    drawing_again: bool = False
    counted: bool = False  # before the game, and the set was whole
    counted_after: bool = False  # the same after it
    lacking: Tiles = ()  # of the set, as it was counted last
    surplus: Tiles = ()  # beyond the set, as it was counted last
    laid: Placement = NO_TILES
    touched: Tiles = ()  # tiles that have settled on the board in this turn (000 r10)
    off_since_ns: int | None = None  # since when one of them is off the board
    again: Again | None = None
    standing: Standing | None = None
    settling_ns: int | None = None  # since when the last play waits to be accepted
    challenge: Challenge | None = None
    verdict: Verdict | None = None
    removing: Placement = NO_TILES
    overdraw: Overdraw | None = None
    misses_turn: int | None = None  # a seat that loses its next turn for a wrong challenge
    late: frozenset[int] = frozenset()  # numbers of the turns that were played after the time
    no_play: frozenset[int] = frozenset()  # who says that no play is possible
    paused: Phase | None = None  # what goes on after the pause
    untold: frozenset[int] = frozenset()  # seats of whose racks nobody has said what is left: settled once they have
    halted: bool = False  # a press was refused, or the board is silent: the clocks stand until that has changed
    disputed: bool = False
    judged: bool = False  # a challenge of this play, or of the one before, has had its verdict
    told: tuple[str, ...] = ()  # the kinds of words that were told
    ended: str = ""  # one of Ended, or "" while the game goes on
    undecided: str = ""  # the end that a correction has taken away, until the next turn
    winner: int | None = None  # None with `ended`: a tie
    loser: int | None = None  # who has lost whatever the totals
    settlement: tuple[Adjustment, ...] = ()
    agreed: frozenset[int] = frozenset()
    referee: bool = False
    halts: bool = False  # after a refused press the clocks stand until the board has changed
    typed: bool = False  # people say how it ends and what it costs: nothing ends or is settled by itself
    lexicon: Lexicon | None = field(default=None, compare=False, repr=False)

    @classmethod
    def new(
        cls,
        rulebook: Rulebook,
        seats: int = 2,
        *,
        racks: Sequence[Iterable[Tile]] = (),
        bag: Iterable[Tile] | None = None,
        board: Board = Board.EMPTY,
        totals: tuple[int, ...] = (),
        allotted_ns: int = 0,
        clocks_left_ns: tuple[int, ...] = (),
        turns_used: tuple[int, ...] = (),
        referee: bool = False,
        halts: bool = False,
        typed: bool = False,
        lexicon: Lexicon | None = None,
        at_ns: int = 0,
    ) -> "Course":
        """A game before its first clock is started, or one taken up in the middle.

        Without `racks` they are empty, without `bag` it holds what is on no rack and not on the board; a seat has
        the rulebook's time, or `allotted_ns`, of which `clocks_left_ns` are left. Raises ValueError when the set has
        not so many tiles, or a tuple does not fit the seats.

        >>> from engine_lite.rulebooks.manacor import MANACOR
        >>> course = Course.new(MANACOR)
        >>> course.phase.value, len(course.bag), course.rack(0), course.prompts
        ('setup', 100, (), ())
        """
        filled = tuple(tuple(rack) for rack in racks) or ((),) * seats
        used = turns_used or (0,) * seats
        allotted = allotted_ns or rulebook.clock_s * NS_PER_S
        left = clocks_left_ns or (allotted,) * seats
        for name, each in (("racks", filled), ("turns used", used), ("clocks", left)):
            if len(each) != seats:
                raise ValueError(f"{len(each)} {name} for {seats} seats; give one for each seat")
        game = Game.new(rulebook, seats, board, totals, None)
        rest = tuple(bag) if bag is not None else left_in_bag(rulebook, filled, board)
        return cls(
            game, filled, rest, Clock(left, None, at_ns), ((),) * seats, used, allotted, at_ns=at_ns,
            given=any(filled), referee=referee, halts=halts, typed=typed, lexicon=lexicon,
        )  # fmt: skip

    @property
    def rulebook(self) -> Rulebook:
        """The rules of this game."""
        return self.game.rulebook

    @property
    def on_turn(self) -> int | None:
        """The seat on turn; None before anybody starts."""
        return self.game.on_turn

    @property
    def final(self) -> tuple[int, ...] | None:
        """The totals after settlement and overtime; None while the game goes on."""
        return self.game.totals if self.ended else None

    @property
    def strikes(self) -> tuple[int, ...]:
        """Of each seat: the failed plays among those of its last turns that count (003 L40)."""
        return tuple(sum(map(self.failed, self.last_turns(seat))) for seat in range(self.game.seats))

    def last_turns(self, seat: int) -> tuple[Turn, ...]:
        """The last turns of `seat`, as many as failed plays lose the game; () where they do not."""
        own = tuple(turn for turn in self.game.turns if turn.seat == seat)
        return own[-self.rulebook.strikes :] if self.rulebook.strikes else ()

    def failed(self, turn: Turn) -> bool:
        """Whether it was withdrawn after a challenge; a late play was challenged by nobody (reading 30)."""
        return turn.kind is TurnKind.WITHDRAWN and turn.number not in self.late

    @property
    def prompts(self) -> tuple[str, ...]:
        """What hands must do now, by the closed list of prompts."""
        off_ns = None if self.phase is Phase.PAUSED else self.off_since_ns
        reminded = off_ns is not None and self.at_ns > off_ns + self.rulebook.touched_tile_s * NS_PER_S
        shown = {
            "count_wrong": bool(self.lacking or self.surplus),
            "draw_again": self.drawing_again,
            "remove": bool(self.removing),
            "overdraw": self.overdraw is not None,
            "touched_tile": reminded,
        }
        return tuple(name for name, showing in shown.items() if showing) + ((self.again.value,) if self.again else ())

    def squares_of(self, prompt: str) -> tuple[int, ...]:
        """The squares that `prompt` names; () for one that names none."""
        return self.removing.squares if prompt == "remove" else ()

    def rack(self, seat: int) -> Tiles:
        """The tiles on the rack of `seat`."""
        return self.racks[seat]

    def room(self, seat: int) -> int:
        """How many tiles the rack of `seat` can still take."""
        return self.rulebook.rack_size - len(self.racks[seat])

    def turns_of(self, seat: int) -> int:
        """How many turns `seat` has used, those before this course included."""
        return self.turns_used[seat] + sum(turn.seat == seat for turn in self.game.turns)

    def with_rack(self, seat: int, tiles: Iterable[Tile], **changes: Any) -> "Course":
        """This course with other tiles on the rack of `seat`, and further changes."""
        return replace(self, racks=put(self.racks, seat, tuple(tiles)), **changes)

    def with_fresh(self, seat: int, tiles: Iterable[Tile]) -> "Course":
        """This course with `tiles` as what `seat` has drawn since its last turn."""
        return replace(self, fresh=put(self.fresh, seat, tuple(tiles)))

    def refused(self, reason: Reason, squares: Iterable[int] = (), knob: str = "", data: Data = ()) -> Refused:
        """The refusal for `reason`, with the paragraph behind it: that of the reason, or of a `knob`.

        Of what cannot be done now, the phase tells why where nothing else does.
        """
        if reason is Reason.WRONG_PHASE and not data and self.phase is not Phase.PLAYING:
            data, squares = ((f"in_{self.phase}", ""),), squares or self.removing.squares
        rule = self.rulebook.source(knob).paragraphs if knob else self.rulebook.rule(reason)
        rule = "" if rule in (NOT_FROM_A_SEED, TABLES_OWN) else rule
        return Refused((Defect(reason, tuple(squares), rule, data),))
