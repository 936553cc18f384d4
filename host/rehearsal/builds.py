"""How a virtual table is built: one board that carries all, or the boards of the two designs.

`whole` is the quickest: board and radio in one process, the other readers ideal. `r1` is the reference table, three
boards whose readers are all firmware and models. `l1` is the low-cost one: magnets and an identify pad on one board.
"""

from collections.abc import Sequence

from host.core.state import BAG, RACKS
from host.core.table import Table
from host.rehearsal.built_readers import BuiltReaders, PadOfTheBoard
from host.rehearsal.readers import BesideTheBoard, parts_beside
from host.simulator.board_process import BoardProcess
from host.simulator.reference_boards import ReferenceBoards

WHOLE, R1, L1 = "whole", "r1", "l1"
BUILDS = (WHOLE, R1, L1)


def lines_beside(build: str, table: Table) -> Sequence[str]:
    """The lines that a table of this build has beside that of the magnets, whether the game heeds them or not."""
    return {WHOLE: parts_beside(table.readers), R1: (BAG, RACKS), L1: ()}[build]


def built(build: str, table: Table, seed: int) -> tuple[BoardProcess, BesideTheBoard]:
    """The board under the squares, and the readers beside it."""
    if build == R1:
        boards = ReferenceBoards(seed)
        return boards, BuiltReaders(boards, table.readers, len(table.seats))
    if build == L1:
        board = BoardProcess({"radio": False, "pad": True}, seed=seed)
        return board, PadOfTheBoard(board, len(table.seats))
    board = BoardProcess({"radio": table.radio}, seed=seed)
    return board, BesideTheBoard(table.readers, len(table.seats), seed)
