"""The three boards of the reference table in one world: magnets and lamps, loops, bag. Each is a process of its own.

The first is granted time as every board is; the others follow it, see `BuiltReaders`. What hands do to the tiles is
told to the boards that can feel it. It does not know what the bytes on the lines mean.
"""

from host.simulator.board_process import BoardProcess, Place
from host.simulator.emulated_board import EmulatedBoard, Image


class ThreeBoards(BoardProcess):
    """The board of the magnets, with `loops` (the board of the loops) and `bag` beside it."""

    loops: BoardProcess | None = None
    bag: BoardProcess | None = None

    def pose(self, tile: int, tag: bytes, start_us: int, start: Place, end_us: int, end: Place,
             flip: bool = False) -> None:
        super().pose(tile, tag, start_us, start, end_us, end, flip)
        if self.loops:
            self.loops.pose(tile, tag, start_us, start, end_us, end, flip)

    def away(self, tile: int) -> None:
        super().away(tile)
        if self.loops:
            self.loops.away(tile)

    def _alter(self, what: str, name: str, *words: str) -> None:
        """A fault befalls the board that has it."""
        if self.loops and name in self.loops.faults:
            self.loops._alter(what, name, *words)
        else:
            super()._alter(what, name, *words)

    def close(self) -> None:
        for each in (self.loops, self.bag):
            if each:
                each.close()
        super().close()


class ReferenceBoards(ThreeBoards):
    """Each under MicroPython. seed: of all chance."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__({"role": "board"}, seed=seed)
        try:
            self.loops = BoardProcess({"role": "radio"}, uid="VIRTUAL1", seed=seed + 1)
            self.bag = BoardProcess({"role": "bag"}, uid="VIRTUAL2", seed=seed + 2)
        except BaseException:
            self.close()
            raise


class EmulatedReferenceBoards(ThreeBoards, EmulatedBoard):
    """Each on an emulated microcontroller that runs `image`."""

    def __init__(self, image: Image, seed: int = 1) -> None:
        EmulatedBoard.__init__(self, image, {"role": "board"}, uid="EMULATE0", seed=seed)
        try:
            self.loops = EmulatedBoard(image, {"role": "radio"}, uid="EMULATE1", seed=seed + 1)
            self.bag = EmulatedBoard(image, {"role": "bag"}, uid="EMULATE2", seed=seed + 2)
        except BaseException:
            self.close()
            raise
