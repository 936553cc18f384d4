"""The state of one table between two events, and how a game's first record opens it.

Frozen values only. What an event does to them stands in table.py and the files that it names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine_lite.board import Board
from engine_lite.clock import Clock
from engine_lite.course import Course
from engine_lite.course import Phase as CoursePhase
from engine_lite.course_events import ClockCorrected
from engine_lite.course_state import Ended, Overdraw, Verdict
from engine_lite.course_tiles import Tiles, left_in_bag, less
from engine_lite.game import Game, Turn
from engine_lite.lexicon import Lexicon
from engine_lite.rewriting import Change, Misfit
from engine_lite.rulebook import Rulebook
from engine_lite.rulebooks import rulebook_for
from engine_lite.rulebooks.recorded import NAME as RECORDED
from engine_lite.rulebooks.recorded import recorded_rulebook
from engine_lite.tiles import BLANK, TILE_SETS, Tile
from host.core.claims import Claims
from host.core.effects import Colour, Refuse
from host.core.events import Corrected, Event, GameOpened, PointsGiven
from host.core.fusion import Sensed
from host.core.ledger import Ledger
from host.core.phases import Phase

# Why a game ended, as scripts and the sheet name it.
END_REASONS = tuple(str(ended) for ended in Ended)

# A game whose course people tell by themselves: the table keeps board, score and clocks, and holds to no more.
SAID_BY_PEOPLE: Mapping[str, int | bool | str] = {
    "challenge": "single", "challenge_by": "opponents", "challenge_window": "until_drawn",
    "challenge_scope": "whole_play", "challenges_per_play": 0, "touched_tile": False, "opening_zero_turns": 0,
    "order": "press_then_draw", "overtime": "judge", "exchange_min_bag": 1, "senyors": False, "hold_s": 0,
}

BOARD, RACKS, BAG = "board", "racks", "bag"  # what reads tiles, as BoardUp names it
RADIO, PAD = "radio", "pad"  # what names them on the squares: readers of a board that else goes on without them


@dataclass(frozen=True, slots=True)
class Press:
    """A press of the clock that waits for the board to come to rest; the clock counts it from `at_ns`.

    `asked` are the squares that the board was to look at once more for it, `unread` those not yet answered.
    `unheard`: the board has not been heard all the time since; what it tells late may have been so at the press.
    """

    seat: int
    at_ns: int
    asked: frozenset[int] = frozenset()
    unread: frozenset[int] = frozenset()
    unheard: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction: as it was asked for, what was before and is after, whether it holds.

    Of a turn `before` and `after` are its points and what it is: `22 play`, `0 withdrawn`; of a clock the seconds
    left to that side, of points its total. `undone` tells by whom and why it no longer holds, "" while it does.
    `given_ns` is how much more, or less, a clock that is set has than it would have without this; `after_turn` how
    many turns the sheet had when points were given.
    """

    event: Corrected | ClockCorrected | PointsGiven
    change: Change
    before: str
    after: str
    undone: str = ""
    given_ns: int = 0
    after_turn: int = 0


@dataclass(frozen=True, slots=True)
class Moved:
    """A tile that a correction of turn `turn` has moved: `onto` the board from a seat's rack or, None, from the bag;
    or off the board to there.
    """

    turn: int
    tile: Tile
    place: int | None
    onto: bool

    def off_again(self, seat: int) -> tuple["Moved", ...]:
        """What is moved when the play has come off the board, to the rack of `seat`: to it, or from it, if at all."""
        if self.place == seat:
            return ()
        there = replace(self, place=seat, onto=not self.onto)
        return (self, there) if self.onto else (there, self)


@dataclass(frozen=True, slots=True)
class PutBack:
    """Tiles taken for put back into the bag, `over` being how many were asked for, when `turns` had been played."""

    over: Overdraw
    tags: frozenset[str]
    turns: int


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The draw for the first move. `tiles` is the last one, by seat; `is_open`: nobody has told who drew which.

    `shown` are its tags that are on racks still. `standing` are those of a draw that may be going on, since
    `since_ns`: one on each rack, or what has passed the bag's ring. `said`: people have told the draw, not readers.
    """

    tiles: Tiles = ()
    is_open: bool = False
    shown: frozenset[str] = frozenset()
    standing: tuple[str, ...] = ()
    since_ns: int | None = None
    said: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One table between two events.

    Three boards are kept apart: `sensed`, what the sensors report now; `course.laid`, this turn's tiles as the rules
    have them; `course.game.board`, what has been played. `played` and `laid_tags` name the very tag on each of those
    squares, `recalled` those of a play that was withdrawn; `laid_by` is the side that laid what was played or
    withdrawn there. `tiles` gives the face of every tag of the set, `names` what a blank's tag stands for, `said` by
    square the tag and the letter of a named blank that has left it in this turn. `ledger` is what is known of the
    tiles beside the board; the racks and the bag in `course` are what the table believes: right in size, and in faces
    as far as the ledger knows them.

    `readers` are the parts that this table has beside the board, `parts` those of all that speak now, `silent`
    those that have spoken and do not any more. `waiting` are events that came while a press was being decided.
    `refused_tags` are tiles whose laying or drawing has been refused, which is said once for each time that it is
    done. `as_played` are the turns as they happened since the game `began`, `corrections` what was put right later,
    `misfits` what no longer fits since, `moved` the tiles that these have moved and that have not been moved back;
    `judged` is the last verdict, with the game that it left.
    `told_racks` are seats whose racks people have named, `drew_fewer` those that have said since their last turn how
    many tiles they drew, and that their racks are not full; `put_back` is what no ring has seen go back in this turn.
    `unwinds` is how many turns had been played when a press over a play and an exchange was refused: what was drawn
    for them in that turn may go back into the bag.
    `ran_since_ns` is the game time since which the clock that runs has run without a break: no press counts from an
    earlier moment. `agreed_ns` is when the last side accepted the result that stands. `reopened`: taken up again,
    and not gone on with yet; `carried`: the same at another table. `looks`: the board looks beyond a play before it
    is committed; `look_ns` is when it does so before any press, `looked_at` the squares of the play for which it
    has; `echoes` are those that it has been asked about since their tile is elsewhere. `stands_unplugged`: no clock
    runs while the board is silent. `strained` names what the table's own computer suffers from. `leaving` are the
    sides that want another game instead, `left` tells that it has come to that. `first` is the draw for the
    first move, until the first clock runs; `sees_opening`: readers tell of it, and of the count of the set.
    `undo_counts_turns` and `guesses_settle` are as in GameOpened. `lit` is what the lamps of the squares show.
    """

    course: Course
    began: Game
    seats: tuple[str, ...]
    tiles: Mapping[str, str]
    name: str = ""
    at_ns: int = 0
    sensed: Sensed = field(default_factory=Sensed)
    played: Mapping[int, str] = field(default_factory=dict)
    laid_tags: Mapping[int, str] = field(default_factory=dict)
    recalled: Mapping[int, str] = field(default_factory=dict)
    laid_by: Mapping[int, int] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=Ledger)
    readers: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    silent: frozenset[str] = frozenset()
    press: Press | None = None
    ran_since_ns: int = 0
    waiting: tuple[Event, ...] = ()
    knocked: bool = False
    refusal: Refuse | None = None
    refused_tags: frozenset[str] = frozenset()
    as_played: tuple[Turn, ...] = ()
    corrections: tuple[Correction, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    judged: tuple[Verdict, Game] | None = None
    moved: tuple[Moved, ...] = ()
    told_racks: frozenset[int] = frozenset()
    drew_fewer: frozenset[int] = frozenset()
    put_back: PutBack | None = None
    unwinds: int | None = None
    rated: bool = True
    radio: bool = True
    looks: bool = False
    stands_unplugged: bool = False
    sees_opening: bool = False
    undo_counts_turns: bool = False
    guesses_settle: bool = False
    look_ns: int | None = None
    looked_at: frozenset[int] = frozenset()
    echoes: frozenset[int] = frozenset()
    agreed_ns: int | None = None
    reopened: bool = False
    carried: bool = False
    strained: frozenset[str] = frozenset()
    leaving: frozenset[int] = frozenset()
    left: bool = False
    first: FirstMove = FirstMove()
    lit: tuple[tuple[int, Colour], ...] = ()

    @property
    def game(self) -> Game:
        """What has been played, the totals, who is on turn."""
        return self.course.game

    @property
    def clock(self) -> Clock:
        """The clocks, as the last event left them."""
        return self.course.clock

    @property
    def ended(self) -> str:
        """Why the game ended, "" while it goes on."""
        return str(self.course.ended)

    @property
    def linked(self) -> bool:
        """Whether the board itself speaks."""
        return BOARD in self.parts

    @property
    def removing(self) -> tuple[int, ...]:
        """Squares of a withdrawn play that must be empty before anything else."""
        return self.course.removing.squares

    @property
    def phase(self) -> Phase:
        """Where the game stands: as the rules say, but for a press that waits and a board that is out of order."""
        if self.press is not None:
            return Phase.DECLARED
        if self.course.phase is CoursePhase.PLAYING and self.knocked:
            return Phase.DISTURBED
        return Phase(self.course.phase.value)

    def reads(self, part: str) -> bool:
        """Whether this table has the readers `part` beside its board, and they speak now."""
        return part in self.readers and part in self.parts

    def tile_of(self, tag: str) -> Tile:
        """The tile that carries `tag`, as on a rack: a blank without a name. Raises KeyError for a foreign tag."""
        face = self.tiles[tag]
        return BLANK if face == BLANK.face else Tile(face)

    @property
    def sensed_tags(self) -> frozenset[str]:
        """Every tag that answers anywhere on the board now, or that people have named there."""
        answering = frozenset(tag for tags in self.sensed.tags.values() for tag in tags)
        named = self.sensed.named
        return answering | {tag for square, tag in named.items() if self.sensed.tag_at(square) == tag}

    @property
    def seen_tags(self) -> frozenset[str]:
        """Every tag that answers on the board now, or that is claimed to stand there."""
        return self.sensed_tags | self.sensed.standing().keys()

    @property
    def placed_tags(self) -> frozenset[str]:
        """Every tag that the game has on the board: played, laid in this turn, or withdrawn and not yet taken off."""
        left = (tag for square, tag in self.recalled.items() if square in self.removing)
        return frozenset((*self.played.values(), *self.laid_tags.values(), *left))

    def tag_there(self, square: int) -> str | None:
        """The tag that the game has on `square`: played, laid in this turn, or of a withdrawn play."""
        return self.played.get(square) or self.laid_tags.get(square) or self.recalled.get(square)


def open_table(opened: GameOpened, lexicon: Lexicon | None = None) -> Table:
    """The table that the first record of a journal describes, its clocks not yet running.

    Raises UnknownRulebook, BadBoard, or KeyError for a tile set, when it names what this version lacks; ValueError
    when its tiles do not fit its set.
    """
    rulebook = _rulebook(opened)
    if not opened.self_ending:
        rulebook = rulebook.with_overrides(SAID_BY_PEOPLE)
    board = Board.from_rows(opened.board, rulebook.tile_set) if opened.board else Board()
    faces = dict(opened.tiles)
    standing = dict(board)
    blanks = {tag: standing[square].face for square, tag in opened.board_tags
              if square in standing and faces.get(tag) == BLANK.face}
    seats = len(opened.seats)
    aside = tuple(BLANK if faces[tag] == BLANK.face else Tile(faces[tag]) for tag in opened.aside if tag in faces)
    bag = less(left_in_bag(rulebook, (), board), aside)
    if bag is None:
        raise ValueError("more tiles are set aside than the set has")
    course = Course.new(
        rulebook, seats, bag=bag, board=board, totals=opened.totals, clocks_left_ns=opened.clock_ns,
        allotted_ns=opened.allotted_ns or max(opened.clock_ns), turns_used=opened.turns_used,
        referee=opened.referee, halts=opened.halts, typed=not opened.self_ending, lexicon=lexicon, at_ns=opened.at_ns,
    )  # fmt: skip
    course = replace(course, game=replace(course.game, on_turn=None))
    return Table(
        course=course, began=course.game, seats=opened.seats, tiles=faces,
        name=opened.table_name, at_ns=opened.at_ns, sensed=_sensed(opened),
        played=dict(opened.board_tags), names=blanks,
        ledger=Ledger(aside=frozenset(opened.aside)), readers=frozenset(opened.readers), rated=opened.rated,
        radio=opened.radio, looks=opened.last_look, stands_unplugged=opened.stands_unplugged,
        sees_opening=opened.sees_opening, undo_counts_turns=opened.undo_counts_turns,
        guesses_settle=opened.guesses_settle,
    )  # fmt: skip


def _sensed(opened: GameOpened) -> Sensed:
    """Nothing told yet; a table without radio knows the tiles of its first board by what is written."""
    return Sensed(radio=opened.radio, claims=Claims(bound={} if opened.radio else dict(opened.board_tags)))


def rules_of(rulebook: Rulebook) -> tuple[tuple[str, int | bool | str], ...]:
    """Every knob and its value, for a game's first record: a later version's defaults must not change its rules."""
    values = ((knob.name, knob.value) for knob in rulebook.knobs())
    return tuple((name, value if isinstance(value, int) else str(value)) for name, value in values)


def _rulebook(opened: GameOpened) -> Rulebook:
    if opened.rulebook == RECORDED:
        return recorded_rulebook(TILE_SETS[opened.tile_set])
    rulebook = rulebook_for(opened.rulebook, opened.variant)
    changed = {name: value for name, value in opened.rules if getattr(rulebook, name, value) != value}
    rulebook = rulebook.with_overrides(changed)
    return replace(rulebook, tile_set=TILE_SETS[opened.tile_set]) if opened.tile_set else rulebook
