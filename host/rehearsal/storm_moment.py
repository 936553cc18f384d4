"""The moment at which a fault of a storm befalls: whose turn it is, what lies where, and what chance picks of it.

Knows no fault.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from engine_lite.placement import Placement, wrong_with
from engine_lite.tiles import Tile
from host.rehearsal.storm_board import free_beside
from host.rehearsal.storm_hands import StormHands
from host.simulator.stock import PhysicalTile

US_PER_S = 1_000_000
SIDE = 15


@dataclass(slots=True)
class Moment:
    """Where a fault befalls: chance, the hands, who is on turn, and the next play's first tile (square, tile)."""

    chance: Random
    hands: StormHands
    seat: int
    seats: int
    following: tuple[int, Tile] | None = None

    def pause(self, least_s: float, most_s: float) -> None:
        """A while in which nobody does anything."""
        self.hands.stage.wait_us(round(self.chance.uniform(least_s, most_s) * US_PER_S))

    def old(self, count: int) -> list[int]:
        """So many old squares on which a tile lies as it should, as chance has it; fewer when there are fewer."""
        lies = [place for place in self.hands.sheet if self.hands.stage.straight_on(place) is not None]
        return self.chance.sample(lies, min(count, len(lies)))

    def taken(self) -> set[int]:
        """Squares that are, or should be, or are about to be under a tile."""
        seen = {place for place in range(SIDE * SIDE) if self.hands.stage.seen_on(place)}
        return seen | self.hands.sheet.keys() | self.hands.laying.keys()

    def free(self) -> int:
        """Some free square."""
        taken = self.taken()
        return self.chance.choice([place for place in range(SIDE * SIDE) if place not in taken])

    def beside(self, place: int) -> int | None:
        """Some free neighbour of `place`, None without any."""
        found = free_beside(place, self.taken())
        return self.chance.choice(found) if found else None

    def tile_on(self, place: int) -> PhysicalTile:
        """The tile that lies on `place` as it should."""
        tile = self.hands.stage.straight_on(place)
        assert tile is not None, "asked only for squares that are well laid"
        return tile

    def legal(self, tiles: Mapping[int, Tile]) -> bool:
        """Whether a press would take `tiles` on the position as played: no table can know that more was meant."""
        game = self.hands.stage.table.game
        return not wrong_with(game.board, Placement(tuple(tiles.items())), game.rulebook)
