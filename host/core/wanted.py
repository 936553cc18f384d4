"""Squares on which a correction has put tiles that no tag accounts for.

Pure. Knows what the corrections that hold say, and what the sensors read on those squares.
"""

from engine_lite.tiles import Tile
from host.core.state import Table
from host.core.tags_there import of_face


def wanting(table: Table, seat: int | None = None) -> dict[int, Tile]:
    """By square the tiles that the game has on the board since a correction and that no tag accounts for.

    Of the turns of `seat` alone, if one is given. Without a correction every tile was laid, and nothing is wanted.
    """
    turns = table.game.turns if table.corrections else ()
    placed = [turn.placement for turn in turns if seat is None or turn.seat == seat]
    found = {square: tile for placement in placed if placement is not None for square, tile in placement.tiles}
    board = table.game.board
    return {square: tile for square, tile in found.items() if square not in table.played and board.at(square) == tile}


def fits(table: Table, square: int, tile: Tile) -> bool:
    """Whether a tile with that face stands certainly on `square`; for a named blank, any blank."""
    tag = table.sensed.tag_at(square)
    return tag is not None and of_face(table, tag, tile)


def unlaid(table: Table) -> dict[int, Tile]:
    """What a correction wants on the board and hands have not laid there yet, by square."""
    return {square: tile for square, tile in wanting(table).items() if not fits(table, square, tile)}
