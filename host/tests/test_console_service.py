"""The referee's page of a table at work: what hands do to the board is on it, through firmware, wire and service."""

import asyncio
import re
from pathlib import Path

from aiohttp import ClientSession, CookieJar

from engine_lite.notation import parse_square
from host.simulator import motions
from host.simulator.stock import Stock
from host.tests.board_line import require_micropython
from host.tests.fake_rpi_gpio import FakeGpio
from host.tests.real_time import RealTimeBoard, real_time_board
from host.tests.test_page import text_of
from host.tests.test_service import BOUNCE, CLOCK_A, CLOCK_B, PATIENCE_S, Running, folder, gpio, lay, stock

__all__ = ["folder", "gpio", "stock"]  # fixtures of that file

PIN = "314159"


def part(page: str, name: str) -> str:
    """The text of the list or table `name` of the page."""
    return text_of(re.search(rf'<(ol|tbody) id="{name}".*?</\1>', page, re.S)[0])


async def the_page(browser: ClientSession, address: str, says: str) -> str:
    """The referee's page, once its faults say so."""
    async with browser.post(f"{address}/referee", data={"pin": PIN}, headers={"Origin": address}) as answer:
        page = await answer.text()
    while says not in part(page, "troubles"):
        async with browser.get(f"{address}/referee") as answer:
            page = await answer.text()
    return page


async def a_tile_is_taken_off(folder: Path, stock: Stock, gpio: FakeGpio, board: RealTimeBoard) -> str:
    jar = CookieJar(unsafe=True)  # takes cookies from an address without a name
    async with Running(folder, board.path, pin=PIN) as table, ClientSession(cookie_jar=jar) as browser:
        await table.until(lambda now: now.linked and not now.sensed.moving)
        gpio.trace(CLOCK_B, BOUNCE)
        await table.until(lambda now: now.clock.running == 0)
        word = (("h5", "QU"), ("h6", "I"), ("h7", "N"), ("h8", "A"))
        tiles = {name: stock.take("bag", face) for name, face in word}
        for name, tile in tiles.items():
            lay(board, tile, name)
        await table.until(lambda now: len(now.sensed.on) == 4 and not now.sensed.moving)
        gpio.trace(CLOCK_A, BOUNCE)
        await table.until(lambda now: len(now.game.turns) == 1)
        gone = tiles["h7"]
        board.do(lambda at: at.pose(gone.number, bytes.fromhex(gone.tag),
                                    *motions.taking_up(parse_square("h7"), at.now_us)))
        return await asyncio.wait_for(the_page(browser, table.web.address, "h7"), PATIENCE_S)


def test_a_tile_that_is_taken_off_is_on_the_referees_page(folder, stock, gpio):
    """As a fault with its square, in the count of all tiles, and in the log."""
    require_micropython()
    with real_time_board() as board:
        page = asyncio.run(a_tile_is_taken_off(folder, stock, gpio, board))
    gpio.stop()
    assert re.match(r"1 Falta una fitxa a h7 fa \d+ s Torna-la al seu lloc. Torna a llegir", part(page, "troubles"))
    assert part(page, "places").endswith("Tauler 3 Sense lloc: h7 1")
    assert "Falta una fitxa a h7" in part(page, "log")
    assert part(page, "log").endswith("Partida oberta")
