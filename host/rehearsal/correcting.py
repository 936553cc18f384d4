"""The referee's corrections: the line of a script as an event, and on the rules alone what that makes of a table.

Holds no rule: what a correction comes to is said in one place for engine and sensors, `host/core/corrections.py`.
"""

from dataclasses import replace

from engine_lite.course import Refused
from host.core import corrections
from host.core.effects import Refuse
from host.core.events import Corrected, CorrectionUndone
from host.core.ledger import Ledger
from host.core.state import Table
from host.rehearsal.script import Action

Correcting = Corrected | CorrectionUndone

UNDO = "undo-correction"
CORRECTS = {"correct": "play", "withdraw": "withdrawn", "reinstate": "reinstated"}  # what a turn then is, by the word


def correction(action: Action, at_ns: int) -> Correcting:
    """What the referee says with the line `action`, one of CORRECTS or UNDO, at game time `at_ns`."""
    if action.word == UNDO:
        return CorrectionUndone(at_ns, action.count, by="referee")
    return Corrected(at_ns, action.count, CORRECTS[action.word], "".join(action.names), by="referee")


def corrected(table: Table, event: Correcting) -> Table:
    """The table with one turn put right, or a correction undone, and what follows from that. Raises Refused.

    The table itself is as if loops had read every rack.
    """
    told = _told(table)
    after, effects = (corrections.undone(told, event) if isinstance(event, CorrectionUndone)
                      else corrections.corrected(told, event))
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
