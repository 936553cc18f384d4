"""While the supply sags the board's lamps take less of it, and show the same (failure 9): from the computer's word to
the posts of a virtual board.
"""

from pathlib import Path

from tablewire import messages as wire

from host import games
from host.adapters.link_lamps import DIMMED, LIGHT
from host.core.effects import Colour
from host.rehearsal.virtual import VirtualTable
from host.tests.far_board import met
from host.tests.players import Players
from host.tests.torn_file import TornDisk

JOURNAL = Path("/game/game.journal")


def lit(stage):
    return {post: colour for post, colour in stage.board.lamps.items() if colour != "000000"}


def test_lamps_that_are_lit_are_dimmed_while_the_supply_sags_and_as_bright_as_before_when_it_holds():
    players, disk = Players(turns=1), TornDisk()
    with VirtualTable(lambda clock: games.begin(JOURNAL, players.opened, clock, disk), seed=1) as stage:
        players.play(stage)
        tile = next(tile for tile in players.stock.tiles if players.stock.place_of(tile) == "square 109")
        stage.take_up(tile)
        stage.wait(2)
        bright = lit(stage)
        assert bright
        stage.fault("undervoltage", (), on=True)
        stage.wait(1)
        dim = lit(stage)
        assert dim.keys() == bright.keys()
        for post, colour in bright.items():
            parts = zip(bytes.fromhex(dim[post]), bytes.fromhex(colour), strict=True)
            assert all(each == full // DIMMED for each, full in parts)
        stage.fault("undervoltage", (), on=False)
        stage.wait(1)
        assert lit(stage) == bright


def test_every_colour_still_shows_when_it_is_dimmed():
    far = met()
    for colour in (Colour.FAULT, Colour.PLAYED):
        far.link.show([(3, colour)], dimmed=True)
        (lamp,) = [message for _, message in far.hears(wire.Lamp)]
        assert (lamp.red, lamp.green, lamp.blue) == tuple(part // DIMMED for part in LIGHT[colour])
        assert max(lamp.red, lamp.green, lamp.blue) > 0
