"""A refusal: what was asked for changed nothing but what the displays say of it."""

from dataclasses import replace

from engine_lite.placement import Defect, Reason
from engine_lite.reasons import Data
from host.core.effects import Effect, Refuse
from host.core.state import Table


def refused(table: Table, seat: int, defects: tuple[Defect, ...]) -> tuple[Table, tuple[Effect, ...]]:
    """`table` as it was, with why `seat` was refused; it shows until the board changes or a press is taken."""
    refusal = Refuse(seat, defects)
    return replace(table, refusal=refusal), (refusal,)


def refused_for(
    table: Table, seat: int, reason: Reason, squares: tuple[int, ...] = (), data: Data = ()
) -> tuple[Table, tuple[Effect, ...]]:
    """As `refused`, for one reason that the table itself and not the rules give."""
    return refused(table, seat, (Defect(reason, squares, "", data),))
