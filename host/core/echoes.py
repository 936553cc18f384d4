"""The squares that the board must read once more, since a tile that was read there is known to be elsewhere now.

Pure. A tile that is slid or taken along is read where it has passed, and no magnet tells when it has left: the board
comes round to such squares by itself only after seconds, and meanwhile the tile would be said to lie across them as
soon as it leaves the place where it stands. Decides nothing of what stands where.
"""

from dataclasses import replace

from host.core.effects import Effect, ReadAgain
from host.core.events import Calmed, Event, RackTold
from host.core.fusion import Why
from host.core.state import Table


def doubted(table: Table, event: Event) -> tuple[Table, tuple[Effect, ...]]:
    """`table` with what it asks of the board after `event`: once all lies still, and once a rack shows such a tile.

    Not while a press waits: what that needs read comes first. A square whose tag goes on to answer from two places is
    asked about once, for every answer stirs the board.
    """
    if not isinstance(event, (Calmed, RackTold)) or not table.radio or not table.linked or table.press is not None:
        return table, ()
    found = frozenset(square for square in table.sensed.tags if table.sensed.reading(square).why is Why.ECHO)
    on_racks = table.ledger.read_on_racks & table.sensed_tags
    found |= {place for tag in on_racks for place in table.sensed.places_of(tag)} - table.sensed.on
    if found == table.echoes:
        return table, ()
    new = tuple(sorted(found - table.echoes))
    return replace(table, echoes=found), (ReadAgain(new),) if new else ()
