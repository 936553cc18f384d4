"""The referee's corrections: the line of a script as an event, and on the rules alone what that makes of a table.

Holds no rule: what a correction comes to is said in one place for engine and sensors, `host/core/corrections.py`.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from engine_lite.course import Refused
from engine_lite.course_tiles import Tiles, plain
from engine_lite.tiles import Tile
from host.core import corrections
from host.core.effects import Refuse
from host.core.events import Corrected, CorrectionUndone
from host.core.ledger import Ledger
from host.core.state import RACKS, Table
from host.rehearsal.script import Action

Correcting = Corrected | CorrectionUndone
Guesses = Mapping[int, Tiles]  # by seat: tiles that corrections have put on its rack, where no loop has read them

UNDO = "undo-correction"
# What a turn then is, by the word.
CORRECTS = {"correct": "play", "withdraw": "withdrawn", "reinstate": "reinstated", "let-stand": "stands"}


def correction(action: Action, at_ns: int) -> Correcting:
    """What the referee says with the line `action`, one of CORRECTS or UNDO, at game time `at_ns`."""
    if action.word == UNDO:
        return CorrectionUndone(at_ns, action.count, by="referee")
    return Corrected(at_ns, action.count, CORRECTS[action.word], "".join(action.names), by="referee")


def corrected(table: Table, event: Correcting, guessed: Guesses) -> tuple[Table, Guesses]:
    """The table with one turn put right, or a correction undone, and what follows from that. Raises Refused.

    `guessed` is what no loop would have read on the racks before, and comes back as it is after.
    """
    known = {seat: Counter(table.course.rack(seat)) - Counter(guessed.get(seat, ()))
             for seat in range(table.game.seats)}
    told = _told(table, known)
    after, effects = (corrections.undone(told, event) if isinstance(event, CorrectionUndone)
                      else corrections.corrected(told, event))
    for effect in effects:
        if isinstance(effect, Refuse):
            raise Refused(effect.defects)
    left = {seat: tuple((Counter(after.course.rack(seat)) - tiles).elements()) for seat, tiles in known.items()}
    return replace(after, ledger=table.ledger, tiles=table.tiles, readers=table.readers, parts=table.parts), left


def taken_off(before: Table, after: Table, stood: Mapping[int, Tile], guessed: Guesses) -> Guesses:
    """What is guessed once withdrawn tiles have gone from the board: those that `stood` there are known now."""
    left = {seat: Counter(tiles) for seat, tiles in guessed.items()}
    for square, seat in before.laid_by.items():
        if square not in after.laid_by and square in stood:
            left[seat] = left.get(seat, Counter()) - Counter(plain([stood[square]]))
    return {seat: tuple(tiles.elements()) for seat, tiles in left.items()}


def _told(table: Table, known: Mapping[int, Counter[Tile]]) -> Table:
    """The table as if loops had read every rack but what is not `known` there."""
    held = {f"{seat} {place}": (seat, tile) for seat, tiles in known.items()
            for place, tile in enumerate(tiles.elements())}
    racks = {seat: frozenset(tag for tag, (other, _) in held.items() if other == seat) for seat in known}
    ledger = Ledger(held={tag: seat for tag, (seat, _) in held.items()}, racks=racks)
    tiles = {tag: tile.face for tag, (_, tile) in held.items()}
    return replace(table, ledger=ledger, tiles=tiles, readers=table.readers | {RACKS}, parts=table.parts | {RACKS})
