"""How a virtual table is built: one board that carries all, or the boards of the two designs.

`whole` is the quickest: board and radio in one process, the other readers ideal. `r1` is the reference table, three
boards whose readers are all firmware and models. `l1` is the low-cost one: magnets and an identify pad on one board.
`emulated` and `emulated-l1` are these two once more, their boards on emulated microcontrollers: true to the cycle,
and slow.
"""

from collections.abc import Sequence

from host.board_image import image_here
from host.core.state import BAG, RACKS
from host.core.table import Table
from host.rehearsal.built_readers import BuiltReaders, PadOfTheBoard
from host.rehearsal.readers import BesideTheBoard, parts_beside
from host.simulator.board_process import BoardProcess
from host.simulator.emulated_board import EmulatedBoard
from host.simulator.reference_boards import EmulatedReferenceBoards, ReferenceBoards

WHOLE, R1, L1 = "whole", "r1", "l1"
EMULATED, EMULATED_L1 = "emulated", "emulated-l1"
BUILDS = (WHOLE, R1, L1)  # that scripts and commands offer


def lines_beside(build: str, table: Table) -> Sequence[str]:
    """The lines that a table of this build has beside that of the magnets, whether the game heeds them or not."""
    if build == WHOLE:
        return parts_beside(table.readers)
    return (BAG, RACKS) if build in (R1, EMULATED) else ()


def built(build: str, table: Table, seed: int) -> tuple[BoardProcess, BesideTheBoard]:
    """The board under the squares, and the readers beside it."""
    if build in (R1, EMULATED):
        boards = ReferenceBoards(seed) if build == R1 else EmulatedReferenceBoards(image_here(), seed)
        return boards, BuiltReaders(boards, table.readers, len(table.seats))
    if build in (L1, EMULATED_L1):
        settings = {"radio": False, "pad": True}
        board = BoardProcess(settings, seed=seed) if build == L1 else EmulatedBoard(image_here(), settings, seed=seed)
        return board, PadOfTheBoard(board, len(table.seats))
    board = BoardProcess({"radio": table.radio}, seed=seed)
    return board, BesideTheBoard(table.readers, len(table.seats), seed)
