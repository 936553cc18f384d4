"""What the lamps of a board should show, and what it has been told of that: levels, which merge until there is room.

Pure. Knows nothing of the wire: the kinds of messages are arguments.
"""

from collections.abc import Callable, Iterable
from typing import Any

from host.core.effects import Colour

# Red, green, blue of a lamp, 0..255. A quarter of full light: all four posts of 15 squares stay below 0.5 A.
RGB = tuple[int, int, int]
LIGHT: dict[Colour, RGB] = {Colour.FAULT: (64, 0, 0), Colour.PLAYED: (0, 24, 64)}
DIMMED = 4  # so many times less light, and current, while the supply sags: still seen in a lit room
NO_SEAT = 255


class LampLevels:
    """Squares by their colours, and the seat whose clock runs. At first nobody knows what the board shows."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.wanted: dict[int, RGB] = {}
        self._told: dict[int, RGB] | None = None  # None: it may show anything
        self._seat_told: int | None = None

    def show(self, lamps: Iterable[tuple[int, Colour]], dimmed: bool = False) -> None:
        """Exactly these squares, each in its colour, `dimmed` or not."""
        weaker = DIMMED if dimmed else 1
        lights = {colour: (r // weaker, g // weaker, b // weaker) for colour, (r, g, b) in LIGHT.items()}
        self.wanted = {square: lights[colour] for square, colour in lamps if colour is not Colour.DARK}

    def forget(self) -> None:
        """Another board, or its new start: it may show anything."""
        self._told = None

    @property
    def differ(self) -> bool:
        """Whether the board must be told anything."""
        return self._told != self.wanted or self._seat_told != self.seat

    def change(self, off: Callable[[], Any], lamp: Callable[..., Any], clock: Callable[[int], Any]) -> Any:
        """One message that brings the board nearer to what it should show, taken for told."""
        wanted, told = self.wanted, self._told
        if told == wanted:
            self._seat_told = self.seat
            return clock(NO_SEAT if self.seat is None else self.seat)
        if told is None or not wanted:
            self._told, self._seat_told = {}, None
            return off()
        for square in told.keys() - wanted.keys():
            del told[square]
            return lamp(square, 0, 0, 0)
        square = next(square for square in wanted if told.get(square) != wanted[square])
        told[square] = wanted[square]
        return lamp(square, *wanted[square])
