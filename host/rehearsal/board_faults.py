"""What can happen to all tiles of a virtual board at once: a bump, or the board turned round or seen in a mirror.

Motions out; knows nothing of sensors. Where each tile rests is told to it, so that healing puts every one back.
"""

from collections.abc import Mapping, Sequence

from host.rehearsal.cable_faults import BadFault
from host.simulator import motions
from host.simulator.motions import Motion

UM_PER_MM = 1_000
LARGEST_BUMP_MM = 100


class BoardFaults:
    """`bumped DX DY` shifts every tile by so many millimetres, `rotated 90|180|270` and `reflected` carry them
    round.

    `rests` has the square of each tile by its number, as the stage keeps it.
    """

    NAMES = ("bumped", "rotated", "reflected")

    def __init__(self) -> None:
        self.rests: dict[int, int] = {}

    def moved(self, name: str, arguments: Sequence[str], on: bool, now_us: int) -> Mapping[int, Motion]:
        """The motion of each tile, by its number, when the fault `name` begins or is healed. Raises BadFault."""
        squares = set(self.rests.values())
        if not on:
            motion = {square: motions.setting_down(square, now_us + motions.TILE_US) for square in squares}
        elif name == "bumped":
            right_mm, down_mm = _millimetres(arguments)
            motion = dict(motions.bumped(squares, right_mm * UM_PER_MM, down_mm * UM_PER_MM, now_us))
        elif name == "rotated":
            motion = dict(motions.turned(squares, _quarters(arguments), now_us))
        else:
            motion = dict(motions.mirrored(squares, now_us))
        return {number: motion[square] for number, square in self.rests.items()}


def _millimetres(arguments: Sequence[str]) -> tuple[int, int]:
    try:
        right, down = (int(word) for word in arguments or ("19", "0"))
    except ValueError:
        right = down = LARGEST_BUMP_MM + 1
    if max(abs(right), abs(down)) > LARGEST_BUMP_MM:
        raise BadFault(f"`bumped` needs mm to the right and down, at most {LARGEST_BUMP_MM}: fault bumped 19 0")
    return right, down


def _quarters(arguments: Sequence[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in ("90", "180", "270"):
        raise BadFault("`rotated` needs the angle, 90, 180 or 270, clockwise: fault rotated 90")
    return int(arguments[0]) // 90
