"""Hands that do what they should not: hold a tile over the board, press together, dip into the bag.

The table is told nothing but what its sensors and buttons see of it. Knows no rule.
"""

from collections.abc import Callable

from host.core.events import ClockPressed
from host.rehearsal.bag_hands import HAND
from host.rehearsal.script import Action
from host.rehearsal.stage import Stage
from host.simulator.stock import Stock, rack, square

HOVER_UM = 2_000  # a tile held so near is read by radio, and its magnet is felt
HELD_S = 1.0  # for so long
APART_S = 0.05  # two hands that press together


class OddHands:
    """The hands of all sides at `stock`, before the eyes of `stage`; `show_rack` tells the loops a rack."""

    def __init__(self, stock: Stock, stage: Stage, show_rack: Callable[[int], None]) -> None:
        self.stock = stock
        self.stage = stage
        self._show_rack = show_rack

    def hover(self, action: Action) -> None:
        """The side on turn holds a tile of its rack over a square for a second and takes it back."""
        seat = self.stage.table.game.on_turn or 0
        tile = self.stock.take(rack(seat), action.tiles[0].face)
        self.stage.hold_over(tile, action.squares[0], HOVER_UM)
        self.stage.wait(HELD_S)
        self.stage.take_up(tile)
        self.stage.rest()

    def dip(self, action: Action) -> None:
        """A side puts tiles of its rack into the bag and takes the same ones out again."""
        self.stage.rest()
        tiles = self.stock.move((tile.face for tile in action.tiles), rack(action.seat), HAND)
        for tile in tiles:
            self.stock.put(tile, rack(action.seat))
        for _ in ("in", "out"):
            self.stage.through_the_neck(tiles)
            self.stage.rest()
        self._show_rack(action.seat)

    def replace(self, action: Action) -> None:
        """A side lifts an old tile, puts one of its rack in its place, and keeps the old one on the rack."""
        place = action.squares[0]
        new = self.stock.take(rack(action.seat), action.tiles[0].face)
        for old in self.stock.at(square(place)):
            self.stock.put(old, rack(action.seat))
            self.stage.take_up(old)
        self.stock.put(new, square(place))
        self.stage.set_down(new, place)
        self._show_rack(action.seat)
        self.stage.rest()

    def slide_on(self, action: Action) -> None:
        """As `slide`, but the next line happens while the tile is still on its way."""
        source, target = action.squares
        tile = self.stock.take(rack(self.stage.table.game.on_turn or 0), action.tiles[0].face)
        self.stage.set_down(tile, source)
        self.stock.put(tile, square(target))
        self.stage.begin_slide(tile, source, target)

    def presses(self, action: Action) -> None:
        """Hands that wait over the buttons press one after the other, and nobody waits for what comes of it."""
        for seat, _ in action.values:
            self.stage.happened(lambda at, seat=seat: ClockPressed(at, seat))  # type: ignore[misc]
            self.stage.pass_s(APART_S)
