"""Squares on which a correction has put tiles that no reader has told of: hands must lay them there.

Pure. Knows what the corrections that hold say, and what the sensors read on those squares; makes no sentence.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from engine_lite.tiles import BLANK, Tile
from host.core.state import Table
from host.core.telling import in_step


def wanting(table: Table) -> dict[int, Tile]:
    """By square the tiles of corrected turns that the game has on the board and that no tag accounts for."""
    turns = table.game.turns
    numbers = {each.event.turn for each in table.corrections}
    placed = [turns[number - 1].placement for number in numbers if number <= len(turns)]
    found = {square: tile for placement in placed if placement is not None for square, tile in placement.tiles}
    board = table.game.board
    return {square: tile for square, tile in found.items() if square not in table.played and board.at(square) == tile}


def fits(table: Table, square: int, tile: Tile) -> bool:
    """Whether a tile with that face stands certainly on `square`; for a named blank, any blank."""
    tag = table.sensed.tag_at(square)
    return tag is not None and table.tiles.get(tag) == (BLANK.face if tile.blank else tile.face)


def accepted(table: Table) -> Table:
    """The table with the tags of those tiles that have been laid where a correction wants them."""
    laid = {square: tile for square, tile in wanting(table).items() if fits(table, square, tile)}
    if not laid:
        return table
    tags = {square: table.sensed.tag_at(square) for square in laid}
    names = {tag: laid[square].face for square, tag in tags.items() if tag is not None and laid[square].blank}
    return in_step(replace(table, names={**table.names, **names}))


def not_wanted(table: Table, tags: Iterable[str]) -> tuple[str, ...]:
    """Those of `tags` that no correction wants on the board: one tag for each tile that is wanted is left out."""
    faces = Counter(BLANK.face if tile.blank else tile.face for tile in wanting(table).values())
    left = []
    for tag in sorted(tags):
        faces[table.tiles[tag]] -= 1
        if faces[table.tiles[tag]] < 0:
            left.append(tag)
    return tuple(left)
