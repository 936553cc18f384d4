"""Hands that put a table right by what its displays say, and by nothing else.

They see the name and the sentence of each prompt, go to the squares that the sentence names, and look at what lies
there. They know the game as they have played it (their sheet) and what they are laying now. What befell the board
they are not told.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from engine_lite.notation import parse_square
from engine_lite.tiles import BLANK, Tile
from host.core.events import BlankDeclared, ClockPressed, Resumed
from host.rehearsal.storm_board import StormBoard, free_beside
from host.simulator.stock import ASIDE, BAG, PhysicalTile, Stock, square

ROUNDS_MOST = 8  # looks at the displays in one trouble; after so many the referee would be called
PRESSES_MOST = 8  # of one turn
HAND = "a hand"  # the place of a tile on its way
LOOKS_OVER_US = 2_500_000  # the board at rest looks over itself in that time
SQUARE = re.compile(r"\b[a-o](?:1[0-5]|[1-9])\b")

# What needs no hand: who laid nothing lays, who is not on turn waits, a tile still on its way comes to rest; that a
# board has started anew, or that its line was disturbed, is said for a while, and the game goes on.
PATIENCE = ("moving", "out_of_turn", "nothing_laid", "too_late", "wrong_phase", "started_by_power",
            "started_by_watchdog", "starts_before", "line_noisy", "chain_out",
            "chain_fails")


class Stuck(Exception):
    """The game cannot go on: what hands were told did not bring it right."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A prompt or a refusal as a display shows it, and the squares (0..224) that its sentence names."""

    name: str
    sentence: str

    @property
    def squares(self) -> tuple[int, ...]:
        return tuple(parse_square(name) for name in SQUARE.findall(self.sentence))


class StormHands:
    """Both players' hands, their sheet and the tiles of the turn that they are laying.

    `sheet` and `laying` have the tile of each square, a blank with its name; `shown` counts prompts by name,
    `acted` the actions that putting right has taken so far.
    """

    def __init__(self, stage: StormBoard, stock: Stock) -> None:
        self.stage = stage
        self.stock = stock
        self.sheet: dict[int, Tile] = {}
        self.laying: dict[int, Tile] = {}
        self.shown: Counter[str] = Counter()
        self.acted = 0
        self.unlaid: set[int] = set()  # squares of the play on which something lay in the way
        self._hand: list[PhysicalTile] = []  # taken up just now, to be put where they belong

    # --- the game as it should go ----------------------------------------------------------------

    def take(self, tile: Tile) -> PhysicalTile:
        """A tile for `tile` from a rack, in the hand from now on. Raises NoSuchTile."""
        physical = self.stock.take(BAG, BLANK.face if tile.blank else tile.face)
        self.stock.put(physical, HAND)
        return physical

    def has(self, tile: Tile) -> bool:
        """Whether there is a tile for `tile` on a rack."""
        face = BLANK.face if tile.blank else tile.face
        return any(each.face == face for each in self.stock.at(BAG))

    def lay(self, physical: PhysicalTile, place: int) -> None:
        """Set a tile down on the middle of a square."""
        self.stock.put(physical, square(place))
        self.stage.lay(physical, place)

    def take_back(self, physical: PhysicalTile, to: str = BAG) -> None:
        """Take a tile off the board: a rack's, or one that lies beside from now on (ASIDE)."""
        self.stock.put(physical, to)
        self.stage.lift(physical)

    def name_blanks(self) -> None:
        """Say what each blank of this turn stands for."""
        for place, tile in self.laying.items():
            if tile.blank:
                self._name(place, tile)

    def press(self, seat: int) -> None:
        """Reach for the clock and press it."""
        self.stage.wait_us(600_000)
        self.stage.happened(lambda at: ClockPressed(at, seat))

    def _name(self, place: int, tile: Tile) -> None:
        self.stage.come_to_rest()
        face = self.stage.table.game.rulebook.tile_set.text([Tile(tile.face)])
        self.stage.happened(lambda at: BlankDeclared(at, place, face))

    def make_room(self, place: int) -> None:
        """A tile that reaches into `place` from the square where it belongs is put straight first."""
        homes = {self.stage.nearest(tile) for tile in self.stage.seen_on(place)}
        self._tidy(sorted(home for home in homes - {place} if home in self.sheet))

    # --- what the displays say -------------------------------------------------------------------

    def displays(self) -> list[Shown]:
        """Everything that a display shows now, the gravest first; each counts once as long as it stands."""
        return [Shown(each.name, each.sentence) for each in self.stage.app.view().prompts]

    def put_right(self) -> None:
        """Follow the displays until they ask for nothing more. Raises Stuck."""
        for _ in range(ROUNDS_MOST):
            shown = self._asked_for()
            if not shown:
                self._lay_what_is_left()
                return
            for each in shown:
                self.shown[each.name] += 1
            before = self.acted
            self._follow(shown)
            if self.acted == before:  # all is as they say: the displays lag behind what no magnet tells
                self.stage.wait_us(LOOKS_OVER_US)
            self.stage.come_to_rest()
        raise Stuck("; ".join(each.sentence for each in shown))

    def _lay_what_is_left(self) -> None:
        """Tiles of the play that are still on the rack, since something lay in their way, and others that are not."""
        for place, tile in self.laying.items():
            self.make_room(place)
            if self.stage.seen_on(place):
                continue
            if place in self.unlaid and self.has(tile):
                self._act()
                self.unlaid.discard(place)
                self.lay(self.take(tile), place)
            elif self._beside(tile):
                self._fill(place, tile)
        lacking = self._lacking()
        for physical in self.stock.at(ASIDE):
            if physical.face not in lacking:
                self.stock.put(physical, BAG)

    def _asked_for(self) -> list[Shown]:
        """What the displays ask for, and still ask for when the board has come to rest: they lag behind hands."""
        if not any(each.name not in PATIENCE for each in self.displays()):
            return []
        self.stage.come_to_rest()
        return [each for each in self.displays() if each.name not in PATIENCE]

    def _follow(self, shown: list[Shown]) -> None:
        """Do what the prompts say, all lifting first: a tile is found before its place is filled."""
        for each in shown:
            if (remedy := _REMEDIES.get(each.name)) is not None:
                remedy(self, each)
        places = {place for each in shown if each.name in (*_OF_TILES, *_OF_THE_PLAY) for place in each.squares}
        if any(each.name in _OF_THE_PLAY for each in shown):
            places |= self.laying.keys() | self._strangers_beside(places)
        self._tidy(sorted(places))
        if any(each.name in _OF_THE_PLAY for each in shown):
            self._lay_what_is_left()

    def _strangers_beside(self, places: Iterable[int]) -> set[int]:
        """Squares next to `places` on which a tile lies that neither the sheet nor the play has there."""
        beside = {other for place in places for other in free_beside(place, ())}
        return {other for other in beside if self.wanted(other) is None and self.stage.seen_on(other)}

    def _tidy(self, places: Iterable[int]) -> None:
        """Take up all that lies on `places`, and lay on each what belongs there."""
        places = list(places)
        for tile in {tile.number: tile for place in places for tile in self.stage.seen_on(place)}.values():
            self._act()
            self.stage.lift(tile)
            self.stock.put(tile, ASIDE)
            self._hand.append(tile)
        for place in places:
            if (wanted := self.wanted(place)) is not None:
                self._fill(place, wanted)
        self._clear_hand()

    def wanted(self, place: int) -> Tile | None:
        """What belongs on a square by the sheet and by the play being laid."""
        return self.laying.get(place) or self.sheet.get(place)

    def _fill(self, place: int, wanted: Tile) -> None:
        """Lay a tile of the wanted face: one just taken up, else one lying beside the board."""
        found = self._beside(wanted)
        if not found:
            self.stage.wait_us(LOOKS_OVER_US)  # it is neither here nor beside the board: the displays will tell
            return
        self._act()
        if found[0] in self._hand:
            self._hand.remove(found[0])
        self.lay(found[0], place)

    def _beside(self, wanted: Tile) -> list[PhysicalTile]:
        """The tiles of the wanted face that are in the hand or lie beside the board."""
        face = BLANK.face if wanted.blank else wanted.face
        return [tile for tile in (*self._hand, *self.stock.at(ASIDE)) if tile.face == face]

    def _clear_hand(self) -> None:
        """What has no place among those looked at goes to the square where it is wanted, else back to a rack."""
        for tile in self._hand:
            missing = self._lacking()
            if tile.number < len(self.stock.tiles) and tile.face not in missing:
                self.stock.put(tile, BAG)
        self._hand.clear()

    def _lacking(self) -> Counter[str]:
        """Faces that the sheet has and that are not on the board: a tile of such a face stays at hand beside it."""
        position = {**self.sheet, **self.laying}
        faces = Counter(BLANK.face if tile.blank else tile.face for tile in position.values())
        lying = [self.stage.straight_on(place) for place in position]
        return faces - Counter(tile.face for tile in lying if tile is not None)

    def _act(self) -> None:
        self.acted += 1

    def _name_again(self, shown: Shown) -> None:
        for place in shown.squares:
            if (tile := self.laying.get(place)) is not None and tile.blank:
                self._act()
                self._name(place, tile)

    def _swap_blanks(self, shown: Shown) -> None:
        one, other = shown.squares
        tiles = [self.stage.straight_on(place) for place in (one, other)]
        for tile, place in zip(tiles, (other, one), strict=True):
            if tile is not None:
                self._act()
                self.stage.lift(tile)
                self._act()
                self.lay(tile, place)

    def _plug_in(self, _shown: Shown) -> None:
        self._act()
        self.stage.fault("unplug", ("board",), on=False)
        self.stage.come_to_rest()

    def _go_on(self, _shown: Shown) -> None:
        """The board was out of order and is well again: what else is shown is put right, and they go on."""
        self._act()
        self.stage.happened(lambda at: Resumed(at_ns=at))


# Prompts and refusals whose squares are to be looked at, and put as they should be.
_OF_TILES = (
    "between", "bumped", "disturbed", "foreign", "ghost", "missing", "moved", "not_your_turn", "replaced", "stacked",
    "swapped", "turned", "unreadable", "unnamed", "unknown_tile", "taken", "board_turned", "remove", "not_removed",
    "hall_stuck", "sensor_chatters",
)
# Those that speak of the play: its own tiles are looked at too.
_OF_THE_PLAY = ("gapped", "detached", "bent", "off_centre", "too_few", "too_many", "not_in_rack", "not_removed")
_REMEDIES: Mapping[str, Callable[[StormHands, Shown], None]] = {
    "blank_undeclared": StormHands._name_again, "blanks_swapped": StormHands._swap_blanks,
    "unplugged": StormHands._plug_in, "starts_often": StormHands._go_on, "chain_broken": StormHands._go_on,
}
