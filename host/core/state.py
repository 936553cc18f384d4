"""The state of one table between two events, and how a game's first record opens it.

Frozen values only. What an event does to them stands in table.py, turns.py and challenges.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine_lite.board import Board
from engine_lite.clock import Clock
from engine_lite.game import Game
from engine_lite.placement import Placement
from engine_lite.rulebook import Rulebook
from engine_lite.rulebooks import rulebook_for
from engine_lite.rulebooks.recorded import NAME as RECORDED
from engine_lite.rulebooks.recorded import recorded_rulebook
from engine_lite.tiles import BLANK, TILE_SETS
from host.core.effects import Refuse
from host.core.events import GameOpened
from host.core.fusion import Sensed
from host.core.phases import Phase

# Why a game ended, as scripts and the sheet name it.
END_REASONS = (
    "out", "zero_turns", "lost_turns", "two_passes", "turn_limit", "time_cap", "time_forfeit", "three_strikes",
    "no_play", "resigned", "disqualified",
)


@dataclass(frozen=True, slots=True)
class Press:
    """A press of the clock that waits for the board to come to rest; the clock counts it from `at_ns`."""

    seat: int
    at_ns: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenged placement; `played` when it had been committed, else it was still only laid."""

    by: int
    placement: Placement
    played: bool


@dataclass(frozen=True, slots=True)
class Table:
    """One table between two events.

    Three boards are kept apart: `sensed`, what the sensors report now; `laid` (derived, see disorder.py), this
    turn's tiles; `game.board`, what has been played, with `played` naming the very tag on each of its squares.
    `tiles` gives the face of every tag of the set, `names` what a blank's tag stands for.
    """

    game: Game
    clock: Clock
    seats: tuple[str, ...]
    tiles: Mapping[str, str]
    name: str = ""
    phase: Phase = Phase.SETUP
    at_ns: int = 0
    sensed: Sensed = field(default_factory=Sensed)
    played: Mapping[int, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    linked: bool = False
    press: Press | None = None
    challenge: Challenge | None = None
    ruled: Placement | None = None
    removing: tuple[int, ...] = ()
    refusal: Refuse | None = None
    ended: str = ""


def open_table(opened: GameOpened) -> Table:
    """The table that the first record of a journal describes, its clocks not yet running.

    Raises UnknownRulebook, BadBoard, or KeyError for a tile set, when it names what this version lacks.
    """
    rulebook = _rulebook(opened)
    board = Board.from_rows(opened.board, rulebook.tile_set) if opened.board else Board()
    totals = opened.totals or (0,) * len(opened.seats)
    faces = dict(opened.tiles)
    standing = dict(board)
    blanks = {tag: standing[square].face for square, tag in opened.board_tags
              if square in standing and faces.get(tag) == BLANK.face}
    return Table(
        game=Game.new(rulebook, len(opened.seats), board=board, totals=totals),
        clock=Clock(left_ns=opened.clock_ns, running=None, since_ns=0),
        seats=opened.seats, tiles=faces, name=opened.table_name,
        played=dict(opened.board_tags), names=blanks, at_ns=opened.at_ns,
    )


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
