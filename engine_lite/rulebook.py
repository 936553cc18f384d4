"""What a rulebook is: every knob on which the rule documents differ, typed, bounded, with its unit and its source.

Knows no rulebook by name and applies no rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Annotated, Any, get_type_hints

from engine_lite.choices import (
    Challenge,
    ChallengeBy,
    ChallengeScope,
    ChallengeWindow,
    Count,
    DrawBlank,
    DrawTie,
    FirstClock,
    Order,
    Overdraw,
    Overtime,
    QFace,
    Settlement,
    SettleOut,
    SheetKeeper,
    ShortExchange,
    TieBreak,
)
from engine_lite.knobs import BadKnobValue, Kind, Knob, KnobValue, Number, Says, Text, UnknownKnob, kind_of
from engine_lite.layout import STANDARD, Layout
from engine_lite.quoting import quoted
from engine_lite.readings import NOT_FROM_A_SEED, TABLES_OWN, Source
from engine_lite.reasons import Reason
from engine_lite.tiles import TILE_SETS, TileSet

__all__ = [
    "KINDS", "NOT_FROM_A_SEED", "BadKnobValue", "Knob", "Order", "Rows", "Rulebook", "UnknownKnob", "UnknownRulebook",
    "UnknownVariant", "rulebook",
]  # fmt: skip

Rows = Mapping[str, tuple[KnobValue, Source | str]]
"""Knob by knob what a document says: the value, and the paragraph or reading behind it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """One club's rules as values, each knob a field; the value here is what holds when no document says anything.

    `sources` has a source for each knob, `rules` a paragraph for each reason that a document states: `000 r6` is
    rule 6 of rule document 000, `001 B3` a bullet, `003 L19` a line of the file, `002` stands before a heading.
    `variants` are rows that replace others for one class of players. Raises BadKnobValue for an impossible value.
    """

    name: str
    language: str
    tile_set: TileSet
    layout: Layout = STANDARD
    variant_name: str = ""

    # the game
    seats: Annotated[int, Number(1, 4, "sides", "sides at one table")] = 2
    players_a_side: Annotated[int, Number(1, 4, "players", "players that make up a side")] = 1
    rounds: Annotated[int, Number(0, 99, "games", "games of a tournament; 0: not said")] = 0
    win_half_points: Annotated[int, Number(0, 20, "half points", "match points of a won game")] = 2
    draw_half_points: Annotated[int, Number(0, 20, "half points", "match points of a drawn game")] = 1
    tie_break: Annotated[TieBreak, Says("what ranks sides with equally many match points")] = TieBreak.UNSAID
    # time and order
    clock_s: Annotated[int, Number(10, 10_800, "seconds", "thinking time of a side for the whole game")] = 1800
    overtime: Annotated[Overtime, Says("what it costs to use more time")] = Overtime.JUDGE
    overtime_points: Annotated[int, Number(0, 100, "points", "taken off for each minute that overtime counts")] = 10
    forfeit_after_s: Annotated[
        int, Number(0, 10_800, "seconds", "overtime above which the game is lost at once; 0: never")
    ] = 0
    time_cap_s: Annotated[
        int, Number(0, 21_600, "seconds", "sum of all clocks above which the game ends; 0: never")
    ] = 0
    cap_takes_back_laid: Annotated[bool, Says("tiles laid and not pressed at that moment go back to the rack")] = True
    turn_limit: Annotated[
        int, Number(0, 99, "turns", "turns of each side after which the game ends; 0: no limit")
    ] = 0
    order: Annotated[Order, Says("what a side does first after a play")] = Order.PRESS_THEN_DRAW
    score_confirmed: Annotated[bool, Says("the score is announced, and confirmed before tiles are drawn")] = False
    first_clock: Annotated[FirstClock, Says("when the other side may start the first clock")] = FirstClock.RACKS_FULL
    stops_for_challenge: Annotated[bool, Says("clocks stand from a challenge to its verdict")] = True
    stops_for_dispute: Annotated[bool, Says("clocks stand while a score is disputed")] = True
    stops_for_overdraw: Annotated[bool, Says("clocks stand while surplus tiles are taken back")] = True
    stops_for_referee: Annotated[bool, Says("clocks stand while the referee is consulted")] = True
    forgotten_clock_excused: Annotated[bool, Says("a forgotten clock may be put right without the referee")] = False
    # before the first play
    tile_count: Annotated[Count, Says("when the tiles of the set are counted")] = Count.BEFORE
    draw_blank: Annotated[DrawBlank, Says("where the blank stands in the draw for the first move")] = DrawBlank.FIRST
    draw_tie: Annotated[DrawTie, Says("what happens when both draw the same letter")] = DrawTie.PUT_BACK
    starter_racks_first: Annotated[bool, Says("the side that starts draws its rack first")] = True
    opening_tiles: Annotated[
        int, Number(1, 7, "tiles", "the fewest tiles of the opening play, which covers the centre square")
    ] = 2
    opening_zero_turns: Annotated[
        int, Number(0, 20, "turns", "zero turns on an empty board after which a play is forced; 0: never")
    ] = 0
    # tiles and score
    rack_size: Annotated[int, Number(1, 10, "tiles", "the most tiles that a side may hold, and lay in one turn")] = 7
    bingo: Annotated[
        int, Number(0, 200, "points", "added, after all multiplying, to a play that lays a full rack")
    ] = 50
    q_needs_u: Annotated[bool, Says("the Q stands alone and must have a U after it in every word")] = False
    q_printed: Annotated[QFace, Says("what the tile and the sheet show for the Q")] = QFace.Q
    blank_beyond_set: Annotated[bool, Says("a blank may stand for letters of which there are no tiles")] = False
    touched_tile: Annotated[bool, Says("a tile put on the board must be played in that turn")] = False
    touched_tile_s: Annotated[
        int, Number(0, 60, "seconds", "time that such a tile may be off the board before a reminder")
    ] = 3
    lexicon: Annotated[str, Text(200, "the word lists that the document names")] = ""
    two_letter_list: Annotated[bool, Says("words of two letters are those of the document's own list")] = False
    # exchange and pass
    exchange_min_bag: Annotated[
        int, Number(1, 100, "tiles", "tiles that the bag must hold for an exchange, never fewer than are exchanged")
    ] = 7
    exchange_below_min: Annotated[
        ShortExchange, Says("what becomes of an exchange with too few tiles in the bag")
    ] = ShortExchange.REFUSED
    exchange_is_zero_turn: Annotated[bool, Says("an exchange counts among the zero turns that end a game")] = True
    senyors: Annotated[
        bool, Says("a rack all vowels or all consonants may be exchanged without losing the turn")
    ] = False
    senyors_bag_public: Annotated[bool, Says("both sides may see what the bag holds in such an exchange")] = False
    call_exchange: Annotated[str, Text(20, "what is said for an exchange")] = ""
    call_pass: Annotated[str, Text(20, "what is said for a pass")] = ""
    # challenges
    challenge: Annotated[Challenge, Says("what a challenge of a sound play costs")] = Challenge.SINGLE
    challenge_by: Annotated[ChallengeBy, Says("who may challenge")] = ChallengeBy.OPPONENTS
    challenge_window: Annotated[ChallengeWindow, Says("when a play may be challenged")] = ChallengeWindow.UNTIL_DRAWN
    challenge_scope: Annotated[ChallengeScope, Says("what a challenge is about")] = ChallengeScope.WHOLE_PLAY
    challenges_per_play: Annotated[int, Number(0, 99, "challenges", "challenges of one play; 0: any number")] = 1
    hold_s: Annotated[int, Number(0, 300, "seconds", "time for HOLD, from the start of one's clock; 0: no HOLD")] = 0
    hold_draw_s: Annotated[
        int, Number(0, 600, "seconds", "time in HOLD after which the mover may draw, keeping the tiles apart")
    ] = 60
    hold_clock_runs: Annotated[bool, Says("the challenger's clock runs during HOLD, without limit")] = True
    last_play_wait_s: Annotated[
        int, Number(0, 600, "seconds", "time to challenge a play that goes out, charged to nobody")
    ] = 60
    verdict_names_words: Annotated[bool, Says("a verdict says which word is invalid")] = False
    kind_of_word_told: Annotated[bool, Says("without a referee everybody is told what kind of word it is")] = False
    appeals: Annotated[int, Number(0, 9, "appeals", "appeals against a verdict, each with new arguments")] = 0
    strikes: Annotated[
        int, Number(0, 9, "plays", "failed plays running of one side that lose the game; 0: never")
    ] = 0
    pass_is_strike: Annotated[bool, Says("a pass counts as one of them, beside failed plays")] = False
    # drawing too many
    overdraw: Annotated[Overdraw, Says("how surplus tiles are taken back")] = Overdraw.ONE_AT_RANDOM
    look_s: Annotated[
        int, Number(0, 600, "seconds", "time to look at the tiles when picking for the other side; 0: not said")
    ] = 0
    # the end
    zero_turns_each: Annotated[
        int, Number(0, 20, "turns", "zero turns running of every side that end the game; 0: never")
    ] = 0
    zero_turns_joint: Annotated[
        int, Number(0, 20, "turns", "zero turns running of all sides together that end the game; 0: never")
    ] = 0
    zero_placement_counts: Annotated[bool, Says("a play worth 0 points counts as a zero turn")] = False
    passes_end: Annotated[
        int, Number(0, 20, "passes", "passes running of all sides together that end the game; 0: never")
    ] = 0
    no_play_ends: Annotated[bool, Says("the game ends when no play is possible")] = False
    settle_out: Annotated[SettleOut, Says("the other racks, worth v, when a side goes out")] = SettleOut.DEDUCTED
    settle_zero_turns: Annotated[Settlement, Says("the racks after zero turns or passes")] = Settlement.OWN_RACK
    settle_no_play: Annotated[Settlement, Says("the racks when no play is possible")] = Settlement.OWN_RACK
    settle_time_cap: Annotated[
        Settlement, Says("the racks when the time of all clocks is over")
    ] = Settlement.OWN_RACK
    settle_turn_limit: Annotated[Settlement, Says("the racks when all turns are played")] = Settlement.NONE
    # at the table
    board_may_turn: Annotated[bool, Says("the board may be turned to the side on turn")] = False
    letter_list: Annotated[bool, Says("a prepared list of the letters of the set may be used")] = False
    own_notes: Annotated[bool, Says("players may write what they like on their own sheet")] = False
    bag_may_be_felt: Annotated[bool, Says("the tiles in the bag may be counted by feel from outside")] = False
    sheet_keeper: Annotated[SheetKeeper, Says("who must keep the score sheet")] = SheetKeeper.EACH
    word_hints: Annotated[bool, Says("the table may show word hints during the game")] = False
    rack_sizes_shown: Annotated[bool, Says("each side sees how many tiles the other holds")] = False
    calling_names: Annotated[bool, Says("letters called aloud have the names of the document's table")] = False

    sources: Mapping[str, Source] = field(default_factory=dict, compare=False, repr=False)
    rules: Mapping[Reason, str] = field(default_factory=dict, compare=False, repr=False)
    variants: Mapping[str, Rows] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Every knob within its bounds, and none at odds with another."""
        for name, kind in KINDS.items():
            object.__setattr__(self, name, kind.read(name, getattr(self, name)))
        if self.opening_tiles > self.rack_size:
            raise BadKnobValue("opening_tiles", self.opening_tiles, f"at most rack_size, which is {self.rack_size}")
        if self.challenge_window is ChallengeWindow.HOLD and not self.hold_s:
            raise BadKnobValue("hold_s", self.hold_s, "above 0, for challenge_window is hold")
        if not self.blank_beyond_set and self.tile_set.blank_only:
            object.__setattr__(self, "tile_set", replace(self.tile_set, blank_only=()))

    def knobs(self) -> tuple[Knob, ...]:
        """Every knob with its value, unit, source and text, in the order of this class."""
        return tuple(
            Knob(name, getattr(self, name), kind.unit, str(self.source(name)), kind.text)
            for name, kind in KINDS.items()
        )

    def source(self, knob: str) -> Source:
        """Where the value of `knob` comes from."""
        return self.sources.get(knob, Source(NOT_FROM_A_SEED))

    def rule(self, reason: Reason) -> str:
        """The paragraph behind a refusal; "" for what no document needs to say."""
        return self.rules.get(reason, "")

    def variant(self, name: str) -> "Rulebook":
        """The same rulebook for one class of players; raises UnknownVariant, which lists the known ones."""
        if name not in self.variants:
            raise UnknownVariant(self.name, name, tuple(self.variants))
        return self._with(self.variants[name], variant_name=name)

    def with_overrides(self, overrides: Mapping[str, object]) -> "Rulebook":
        """This rulebook with some knobs (or `tile_set`, by name) as one table has them; their source says so.

        Raises UnknownKnob, which lists the known ones, and BadKnobValue, which tells the bounds.

        >>> from engine_lite.rulebooks.manacor import MANACOR
        >>> ours = MANACOR.with_overrides({"clock_s": 1200})
        >>> ours.clock_s, str(ours.source("clock_s"))
        (1200, "this table's own")
        >>> MANACOR.with_overrides({"clock_s": "long"})
        Traceback (most recent call last):
        engine_lite.knobs.BadKnobValue: clock_s is “long”; it must be a whole number between 10 and 10800 (seconds)
        """
        for name in overrides:
            if name not in KINDS and name != "tile_set":
                raise UnknownKnob(name, (*KINDS, "tile_set"))
        own = Source(TABLES_OWN)
        rows = {name: (kind.read(name, overrides[name]), own) for name, kind in KINDS.items() if name in overrides}
        return self._with(rows, tile_set=_tile_set(overrides.get("tile_set", self.tile_set)))

    def _with(self, rows: Rows, **fields: Any) -> "Rulebook":
        return replace(self, **fields, **_values(rows), sources=MappingProxyType({**self.sources, **_sources(rows)}))


KINDS: Mapping[str, Kind] = MappingProxyType({
    name: kind for name, hint in get_type_hints(Rulebook, include_extras=True).items() if (kind := kind_of(hint))
})  # fmt: skip
"""Every knob and what it may be, in the order of Rulebook."""


def rulebook(
    name: str, *, language: str, tile_set: TileSet, rows: Rows, rules: Mapping[Reason, str],
    variants: Mapping[str, Rows] = MappingProxyType({}),
) -> Rulebook:  # fmt: skip
    """The rulebook that `rows` describe; a knob without a row is as no document says. Raises BadKnobValue."""
    for knob in (*rows, *(knob for each in variants.values() for knob in each)):
        if knob not in KINDS:
            raise UnknownKnob(knob, KINDS)
    return Rulebook(
        name=name, language=language, tile_set=tile_set, rules=MappingProxyType(dict(rules)),
        variants=MappingProxyType(dict(variants)), sources=MappingProxyType(_sources(rows)), **_values(rows),
    )  # fmt: skip


def _values(rows: Rows) -> dict[str, Any]:
    return {knob: value for knob, (value, _) in rows.items()}


def _sources(rows: Rows) -> dict[str, Source]:
    return {knob: Source(said) if isinstance(said, str) else said for knob, (_, said) in rows.items()}


def _tile_set(named: object) -> TileSet:
    if isinstance(named, TileSet):
        return named
    if not isinstance(named, str) or named not in TILE_SETS:
        raise BadKnobValue("tile_set", named, f"one of {', '.join(TILE_SETS)}")
    return TILE_SETS[named]


class UnknownRulebook(LookupError):
    """No rulebook has that name; the message lists those that there are."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no rulebook is called {name}; there are {', '.join(known)}")
        self.name = name
        self.known = known


class UnknownVariant(LookupError):
    """The rulebook has no such variant; the message lists those that there are."""

    def __init__(self, rulebook_name: str, name: str, known: tuple[str, ...]) -> None:
        there_are = f"there are {', '.join(known)}" if known else "it has none"
        super().__init__(f"{rulebook_name} has no variant {quoted(name)}; {there_are}")
        self.name = name
        self.known = known
