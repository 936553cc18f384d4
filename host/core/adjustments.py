"""Points that no play made: what the referee gives or takes, and the racks settled at the end.

Pure. Which rule settles a rack is the referee's or the rulebook's affair; what a rack is worth is reckoned here.
"""

from dataclasses import replace

from engine_lite.game import Adjustment, AdjustmentKind
from engine_lite.placement import Reason
from engine_lite.tiles import NotATile
from host.core.effects import Effect, RecordTotals, SyncJournal
from host.core.events import EndRack, PointsGiven
from host.core.phases import Phase
from host.core.refusals import refused_for
from host.core.state import Table

Outcome = tuple[Table, tuple[Effect, ...]]

TYPED = {str(kind): kind for kind in (AdjustmentKind.BONUS, AdjustmentKind.PENALTY, AdjustmentKind.TIME)}
MOST_TIMES = 4  # a rack may count once for each seat of the largest table


def points_given(table: Table, event: PointsGiven) -> Outcome:
    """The referee's points, at any time once the game has begun."""
    kind = TYPED.get(event.kind)
    if table.phase is Phase.SETUP or kind is None or not 0 <= event.seat < table.game.seats:
        return refused_for(table, event.seat, Reason.WRONG_PHASE)
    return _adjusted(table, Adjustment(kind, event.seat, event.points))


def end_rack(table: Table, event: EndRack) -> Outcome:
    """A rack's worth, given to a seat or taken off it; a rack that is none is refused."""
    seated = 0 <= event.seat < table.game.seats
    if table.phase is Phase.SETUP or not seated or not 0 < abs(event.times) <= MOST_TIMES:
        return refused_for(table, event.seat, Reason.WRONG_PHASE)
    tile_set = table.game.rulebook.tile_set
    try:
        tiles = tile_set.tiles(event.tiles)
        worth = sum(tile_set.value(tile) for tile in tiles)
    except NotATile:
        return refused_for(table, event.seat, Reason.NOT_A_FACE)
    kind = AdjustmentKind.END_BONUS if event.times > 0 else AdjustmentKind.END_PENALTY
    return _adjusted(table, Adjustment(kind, event.seat, event.times * worth, tiles))


def _adjusted(table: Table, adjustment: Adjustment) -> Outcome:
    game = table.game.adjusted(adjustment)
    return replace(table, game=game, refusal=None), (RecordTotals(len(game.turns), game.totals), SyncJournal())
