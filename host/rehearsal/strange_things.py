"""What lies on a virtual board and is no tile, and what moves over it: foreign tags, sleeves.

Motions and stuck sensors out; knows nothing of the game. Chance comes from a seed.
"""

from collections.abc import Iterable, Sequence
from random import Random

from engine_lite.notation import BadNotation, parse_square
from host.rehearsal.cable_faults import BadFault
from host.simulator.stock import PhysicalTile

FIRST_NUMBER = 900  # beyond the tiles of any set
LONGEST_SLEEVE_S = 10
FLICKER_US = (20_000, 50_000)  # a sensor under moving cloth and a bracelet changes so often: it never settles
US_PER_S = 1_000_000


def foreign_thing(square: int) -> PhysicalTile:
    """A magnet with a tag that no set has, for `square` (0..224): one for each.

    >>> foreign_thing(112).number, foreign_thing(112).tag
    (1012, 'e0f0000000000070')
    """
    return PhysicalTile(FIRST_NUMBER + square, f"e0f0{square:012x}", "card")


def copied_thing(square: int, tag: str) -> PhysicalTile:
    """A magnet with a copy of `tag`, for `square`.

    >>> copied_thing(112, "e004000000000001")
    PhysicalTile(number=1012, tag='e004000000000001', face='copy')
    """
    return PhysicalTile(FIRST_NUMBER + square, tag, "copy")


def squares_of(name: str, words: Sequence[str]) -> tuple[int, ...]:
    """The squares that `words` name, at least one. Raises BadFault."""
    try:
        squares = tuple(map(parse_square, words))
    except BadNotation as bad:
        raise BadFault(f"`{name}` needs squares: {bad}") from None
    if not squares:
        raise BadFault(f"`{name}` needs squares: fault {name} h9")
    return squares


class Sleeve:
    """An arm over the board: the sensors of some squares flicker until it is gone. Only one at a time."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._felt: dict[int, bool] = {}
        self._until_us = 0
        self.next_us: int | None = None

    def over(self, words: Sequence[str], now_us: int) -> None:
        """It comes over squares for some seconds: `2 h5 h6`. Raises BadFault."""
        if len(words) < 2 or not words[0].isdigit() or not 1 <= int(words[0]) <= LONGEST_SLEEVE_S:
            raise BadFault(f"`sleeve` needs its seconds, 1 to {LONGEST_SLEEVE_S}, and squares: fault sleeve 2 h5 h6")
        self._felt = dict.fromkeys(squares_of("sleeve", words[1:]), False)
        self._until_us = now_us + int(words[0]) * US_PER_S
        self.next_us = now_us

    def moves(self, now_us: int) -> Iterable[tuple[int, str]]:
        """What it does at `now_us` to sensors: square, and `on`, `off`, or `free` for those that it leaves."""
        if self.next_us is None or now_us < self.next_us:
            return []
        if now_us >= self._until_us:
            left, self._felt, self.next_us = self._felt, {}, None
            return [(square, "free") for square in left]
        self.next_us = now_us + self._random.randint(*FLICKER_US)
        self._felt = {square: not on for square, on in self._felt.items()}
        return [(square, "on" if on else "off") for square, on in self._felt.items()]
