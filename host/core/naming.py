"""A tile that no sensor tells of, named by hand on its square: which tag of the set it is taken for.

Pure. For a square whose sensor or reader is dead for good, and for a tile whose tag is (hardware page 7, rows 16, 17,
30). What the radio reads there goes before what people say. Knows nothing of pages.
"""

from dataclasses import replace

from engine_lite.placement import Reason
from engine_lite.tiles import BLANK, NotATile
from host.core import fusion
from host.core.effects import Effect
from host.core.events import TileNamed
from host.core.laying import board_compared
from host.core.refusals import refused_for
from host.core.state import RACKS, Table
from host.core.wanted import wanting

Outcome = tuple[Table, tuple[Effect, ...]]


def tile_named(table: Table, event: TileNamed) -> Outcome:
    """The tile that people say stands on a square, or, without a face, that nothing does; else why not.

    Nothing, where a tile has been named, takes that word back and no more.
    A sensor that hangs tells of a magnet where nothing stands: from then on it is believed again only once it has
    let go (hardware page 7, row 16). Refused: nothing, where a tile is read; a square that is none, a face that the
    set has not, a tile that is known to be elsewhere or to be another one, and a new tile that the side on turn is
    known not to have had: but for one that a correction wants there, which is another side's as a rule.
    """
    seat, square = table.game.on_turn or 0, event.square
    if not 0 <= square < fusion.SQUARES:
        return refused_for(table, seat, Reason.OFF_BOARD)
    before, table = table, _taken_back(table, square)
    if not event.face:
        return (table, ()) if square in before.sensed.named else _nothing_there(table, seat, square)
    face = _face(table, event.face)
    if face is None:
        return refused_for(before, seat, Reason.NOT_A_FACE, (square,), (("named", event.face),))
    tag = _tag(table, square, face)
    if tag is None:
        known = _certain(table, square)
        data = ("known", table.tiles.get(known[0], "")) if known else ("named", face)
        return refused_for(before, seat, Reason.UNKNOWN_TILE, (square,), (data,))
    if _of_another_rack(table, seat, square, tag):
        return refused_for(before, seat, Reason.NOT_IN_RACK, (square,))
    return replace(table, sensed=fusion.named(table.sensed, square, tag)), ()


def _nothing_there(table: Table, seat: int, square: int) -> Outcome:
    if table.sensed.tags.get(square):
        return refused_for(table, seat, Reason.TAKEN, (square,))
    table, effects = board_compared(replace(table, sensed=fusion.masked(table.sensed, square)))
    return table, effects


def _taken_back(table: Table, square: int) -> Table:
    """The table without what people have named on `square`: nobody is known to hold that tile for their word."""
    tag = table.sensed.named.get(square)
    if tag is None:
        return replace(table, refusal=None)
    table, _ = board_compared(replace(table, sensed=fusion.unnamed(table.sensed, (square,)), refusal=None))
    # Where loops read the racks, a tile that is named was known to be that side's before (see _of_another_rack).
    return table if table.reads(RACKS) else replace(table, ledger=table.ledger.without((tag,)))


def _of_another_rack(table: Table, seat: int, square: int, tag: str) -> bool:
    """Whether a loop reads the rack of the side on turn, and knows that this new tile did not come from it."""
    new = table.tag_there(square) != tag and square not in wanting(table)
    return new and table.reads(RACKS) and seat in table.ledger.racks and tag not in table.ledger.of(seat)


def _face(table: Table, text: str) -> str | None:
    """The face of a tile as on a rack, `?` for a blank; None when `text` is not one tile of the set."""
    try:
        found = table.game.rulebook.tile_set.tiles(text.upper())
    except NotATile:
        return None
    if len(found) != 1:
        return None
    return BLANK.face if found[0].blank else found[0].face


def _tag(table: Table, square: int, face: str) -> str | None:
    """The tag taken for the tile with `face` on `square`: the one that is read there, or that the game has there.

    Else one of the side on turn that no rack's loop reads, else one of which nothing is known; where a correction
    wants a tile, one of any side. None when there is none, or when what is read or was played there is another tile.
    """
    if certain := _certain(table, square):
        return next((tag for tag in certain if table.tiles.get(tag) == face), None)
    there = table.tag_there(square)
    if there is not None and table.tiles.get(there) == face:
        return there
    mine, held, wanted = table.ledger.of(table.game.on_turn or 0), table.ledger.held, square in wanting(table)
    gone = {*table.placed_tags, *table.sensed_tags, *table.ledger.aside}
    gone.update(tag for tags in table.ledger.racks.values() for tag in tags)
    free = [tag for tag, each in sorted(table.tiles.items())
            if each == face and tag not in gone and (tag in mine or tag not in held or wanted)]
    return min(free, key=lambda tag: (tag not in mine, tag), default=None)


def _certain(table: Table, square: int) -> list[str]:
    """The tags that are read on `square`, else the one that was played there: people cannot say otherwise."""
    standing = table.sensed.standing()
    read = [tag for tag in table.sensed.tags.get(square, ()) if standing.get(tag, square) == square]
    return read or [tag for tag in (table.played.get(square),) if tag is not None]
