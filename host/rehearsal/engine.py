"""A script's game on the rules alone: its course as the settings describe it, and the hands that play it.

Knows nothing of what a line does.
"""

from pathlib import Path

from engine_lite.board import Board
from engine_lite.course import Course
from engine_lite.tiles import BLANK, Tile
from host.rehearsal.engine_hands import NS_PER_S, EngineHands
from host.rehearsal.script import Script
from host.rehearsal.word_list import word_list
from host.simulator.stock import BAG, PhysicalTile, Stock, rack


def hands_of(script: Script, stock: Stock, folder: Path) -> EngineHands:
    """The hands that play `script` with the tiles of `stock`; the paths of word lists begin in `folder`.

    Raises BadScript.
    """
    rulebook = script.rulebook
    seats = range(script.seats)
    course = Course.new(
        rulebook, script.seats,
        racks=[_tiles(stock.at(rack(seat))) for seat in seats], bag=_tiles(stock.at(BAG)),
        board=Board.from_rows(script.board, rulebook.tile_set) if script.board else Board.EMPTY,
        totals=tuple(script.totals.get(seat, 0) for seat in seats),
        allotted_ns=round(script.clock_s * NS_PER_S),
        clocks_left_ns=tuple(round((script.clock_s - script.clock_used_s.get(seat, 0)) * NS_PER_S) for seat in seats),
        turns_used=tuple(script.turns_used.get(seat, 0) for seat in seats),
        referee=script.referee, lexicon=word_list(script, folder),
    )  # fmt: skip
    return EngineHands(script, course, stock.chance)


def _tiles(physical: tuple[PhysicalTile, ...]) -> tuple[Tile, ...]:
    return tuple(BLANK if tile.face == BLANK.face else Tile(tile.face) for tile in physical)
