"""The virtual table in a storm: it knows where every tile truly lies, so that hands have eyes to look with.

Poses in and out; knows nothing of the game, of faults or of what hands are up to.
"""

from collections.abc import Container
from typing import Any

from host.rehearsal.virtual import SEEN_US, VirtualTable
from host.simulator import motions
from host.simulator.motions import HALF_UM, PITCH_UM, SIDE, Motion
from host.simulator.stock import PhysicalTile

OVERLAP_UM = 15_500  # a tile is 18 mm wide: one that reaches 2.5 mm into a square is seen to lie on it too
RESTS_WITHIN_US = 4_000_000  # a board that stirs longer is in trouble, and its displays say so
LOOKS_US = 20_000  # how often it is asked meanwhile


class StormBoard(VirtualTable):
    """A stage with eyes; opened as a VirtualTable whose board is empty."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._seen: dict[int, tuple[PhysicalTile, Motion]] = {}  # every tile on the board, by its number
        super().__init__(*arguments, **named)

    def carry(self, tile: PhysicalTile, motion: Motion) -> None:
        """`tile` moves so from now on; time does not go on."""
        self._seen[tile.number] = (tile, motion)
        self.move(tile, motion)

    def lay(self, tile: PhysicalTile, square: int) -> None:
        """A hand sets `tile` down on the middle of `square`, face up."""
        touches_us = self.now_us + motions.TILE_US
        self.carry(tile, motions.setting_down(square, touches_us))
        self.advance(touches_us)

    def lift(self, tile: PhysicalTile) -> None:
        """A hand takes `tile` off the board."""
        self._seen.pop(tile.number, None)
        self.away(tile.number)
        self.advance(self.now_us + motions.TILE_US)

    def knock(self, right_um: int, down_um: int) -> None:
        """The whole board is knocked: all its tiles shift alike."""
        for tile, motion in list(self._seen.values()):
            x, y, z = motion.end
            end = (x + right_um, y + down_um, z)
            self.carry(tile, Motion(self.now_us, motion.end, self.now_us + motions.BUMP_US, end, motion.flip))
        self.advance(self.now_us + motions.BUMP_US)

    def seen_on(self, square: int) -> tuple[PhysicalTile, ...]:
        """The tiles that eyes see on `square`, wholly or in part, the lowest first."""
        x, y = motions.middle(square)
        found = [
            (motion.end[2], tile) for tile, motion in self._seen.values()
            if _off(motion, x, y) < OVERLAP_UM
        ]
        return tuple(tile for _, tile in sorted(found, key=lambda each: each[0]))

    def straight_on(self, square: int) -> PhysicalTile | None:
        """The only tile on `square`, face up and in its middle; None otherwise."""
        tiles = self.seen_on(square)
        if len(tiles) != 1:
            return None
        motion = self._seen[tiles[0].number][1]
        x, y = motions.middle(square)
        askew = _off(motion, x, y) > HALF_UM // 4
        return None if askew or motion.flip else tiles[0]

    def nearest(self, tile: PhysicalTile) -> int:
        """The square in which the middle of `tile` lies."""
        x, y, _ = self._seen[tile.number][1].end
        row, column = (min(max(um // PITCH_UM, 0), SIDE - 1) for um in (y, x))
        return SIDE * row + column

    def holds(self, tile: PhysicalTile) -> bool:
        """Whether `tile` lies anywhere on the board."""
        return tile.number in self._seen

    def wait_us(self, for_us: int) -> None:
        """Nothing happens for a while."""
        self.advance(self.now_us + for_us)

    def come_to_rest(self) -> None:
        """Until the board is quiet and nothing waits for a decision, but not for ever."""
        limit_us = self.now_us + RESTS_WITHIN_US
        self.advance(self.now_us + SEEN_US)
        while self.now_us < limit_us and not self._at_rest():
            self.advance(self.now_us + LOOKS_US)


def free_beside(square: int, taken: Container[int]) -> list[int]:
    """The free neighbours of `square`, by row and column.

    >>> free_beside(0, {1})
    [15]
    """
    row, column = divmod(square, 15)
    beside = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
    inside = [15 * r + c for r, c in beside if 0 <= r < 15 and 0 <= c < 15]
    return [each for each in inside if each not in taken]


def _off(motion: Motion, x: int, y: int) -> int:
    """How far, in um, a tile that has come to rest lies from a place, by row or by column."""
    return max(abs(motion.end[0] - x), abs(motion.end[1] - y))
