"""A refusal: what was asked for changed nothing but what the displays say of it."""

from dataclasses import replace

from engine_lite.placement import Defect, Reason
from engine_lite.reasons import Data
from host.core.effects import Effect, Refuse
from host.core.state import BAG, Table


def refused(table: Table, seat: int | None, defects: tuple[Defect, ...]) -> tuple[Table, tuple[Effect, ...]]:
    """`table` as it was, with why `seat` was refused; it shows until the board changes or a press is taken.

    None stands for the referee: that is told to everybody.
    """
    refusal = Refuse(seat, defects)
    return replace(table, refusal=refusal), (refusal,)


def refused_for(
    table: Table, seat: int | None, reason: Reason, squares: tuple[int, ...] = (), data: Data = ()
) -> tuple[Table, tuple[Effect, ...]]:
    """As `refused`, for one reason that the table itself and not the rules give."""
    return refused(table, seat, (Defect(reason, squares, "", data),))


def undone_forgotten(table: Table) -> Table:
    """The table without what hands have undone of what was refused: doing it again is told again.

    What was laid has left the board; what was drawn is in the bag again, as the ring has seen, else off the rack. As
    long as a tile is where it was refused, readers may tell of it as often as they like: that was said.
    """
    if not table.refused_tags:
        return table
    ledger = table.ledger
    drawn = ledger.out | ledger.read_on_racks | (ledger.awaited if table.reads(BAG) else frozenset())
    kept = table.refused_tags & (drawn | table.seen_tags)
    if kept == table.refused_tags:
        return table
    shown = table.refusal  # one that names squares goes with what changes there
    if shown is not None and not any(defect.squares for defect in shown.defects):
        table = replace(table, refusal=None)
    return replace(table, refused_tags=kept)
