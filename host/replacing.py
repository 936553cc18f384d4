"""A tile that breaks in mid game: the new one is laid on the board, and the referee says for which letter it stands.

Decides which tag goes and which comes, from what lies on the board. Knows nothing of pages, nor of the register, in
which the new tile is written for the games to come (`taula tiles register --replace`).
"""

from engine_lite.notation import BadNotation, parse_square
from engine_lite.tiles import BLANK, NotATile
from host.actions import BadAction
from host.core.events import TileReplaced
from host.core.table import Table
from host.schemas import Action


def replacement(table: Table, action: Action, at_ns: int) -> TileReplaced:
    """The event that `action` is: the unknown tile on its square stands for the one that lay there, or for its face.

    Without a face it is the tile that the game has on that square. Raises BadAction.
    """
    try:
        square = parse_square(action.square)
    except BadNotation:
        raise BadAction("bad_square", square=action.square) from None
    new = table.sensed.tag_at(square)
    if new is None or new in table.tiles:
        raise BadAction("no_new_tile", square=action.square)
    old = table.tag_there(square)
    if action.face.strip():
        old = _gone(table, _face(table, action.face.strip()), old)
    if old is None:
        raise BadAction("no_new_tile", square=action.square)
    return TileReplaced(at_ns, old, new)


def _face(table: Table, text: str) -> str:
    try:
        found = table.game.rulebook.tile_set.tiles(text.upper())
    except NotATile:
        found = ()
    if len(found) != 1:
        raise BadAction("bad_face", face=text)
    return BLANK.face if found[0].blank else found[0].face


def _gone(table: Table, face: str, there: str | None) -> str | None:
    """The tile with `face` that has left: what the game has on that square, else one of a rack, else any other."""
    if there is not None and table.tiles.get(there) == face:
        return there
    on_board = {*table.played.values(), *table.laid_tags.values(), *table.sensed_tags}
    read = {tag for tags in table.ledger.racks.values() for tag in tags}
    tags = [tag for tag, each in sorted(table.tiles.items()) if each == face and tag not in on_board | read]
    mine = table.ledger.of(table.game.on_turn or 0)
    return min(tags, key=lambda tag: (tag not in mine, tag not in table.ledger.held, tag), default=None)
