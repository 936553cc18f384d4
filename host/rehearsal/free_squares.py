"""Where a `lay` line puts its tiles: the next free squares of its line. Knows nothing of racks or rules."""

from collections.abc import Container

from engine_lite.layout import SIDE, SQUARES
from host.rehearsal.script import Action, BadScript


def free_squares(action: Action, taken: Container[int]) -> list[int]:
    """The next squares from the start of `action` that are not `taken`, as many as it lays. Raises BadScript."""
    assert action.start is not None
    stride = SIDE if action.start.down else 1
    place = action.start.square
    free: list[int] = []
    while len(free) < len(action.tiles):
        if not 0 <= place < SQUARES or (stride == 1 and place // SIDE != action.start.square // SIDE):
            raise BadScript(action.number, "the tiles run off the board")
        if place not in taken:
            free.append(place)
        place += stride
    return free
