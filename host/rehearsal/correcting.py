"""The referee's correction of a turn on the rules alone: what a table does with it that has every rack told.

Holds no rule: what a correction comes to is said in one place for engine and sensors, `host/core/corrections.py`.
"""

from dataclasses import replace

from engine_lite.course import Refused
from host.core import corrections
from host.core.effects import Refuse
from host.core.events import Corrected
from host.core.ledger import Ledger
from host.core.state import Table


def corrected(table: Table, event: Corrected) -> Table:
    """The table with one turn put right and what follows from that. Raises Refused."""
    after, effects = corrections.corrected(_told(table), event)
    for effect in effects:
        if isinstance(effect, Refuse):
            raise Refused(effect.defects)
    return replace(after, ledger=table.ledger, tiles=table.tiles)


def _told(table: Table) -> Table:
    """The table as if loops had read every rack: on the rules alone no tile on a rack is guessed."""
    held = [(f"{seat} {place}", seat, tile) for seat in range(table.game.seats)
            for place, tile in enumerate(table.course.rack(seat))]
    ledger = Ledger(held={tag: seat for tag, seat, _ in held})
    return replace(table, ledger=ledger, tiles={tag: tile.face for tag, _, tile in held})
