"""Squares on which a correction has put tiles that no reader has told of: hands must lay them there.

Pure. Knows what the corrections that hold say, and what the sensors read on those squares; makes no sentence.
"""

from dataclasses import replace

from engine_lite.tiles import BLANK, Tile
from host.core.state import Table
from host.core.telling import in_step


def wanting(table: Table, seat: int | None = None) -> dict[int, Tile]:
    """By square the tiles of corrected turns that the game has on the board and that no tag accounts for.

    Of the turns of `seat` alone, if one is given.
    """
    turns = table.game.turns
    numbers = {each.event.turn for each in table.corrections}
    corrected = [turns[number - 1] for number in numbers if number <= len(turns)]
    placed = [turn.placement for turn in corrected if seat is None or turn.seat == seat]
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
