"""The picture of the referee's page in the manual: a game on the virtual table in which two tiles went astray.

`python docs/console_picture.py docs/pages/pictures/console.png`, in the checkout. Needs Chromium and MicroPython.
"""

import asyncio
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from host import games
from host.adapters.web.server import Web
from host.games import OpenGame
from host.rehearsal.deal import opening, standing_at_start, stock_of
from host.rehearsal.hands import Rehearsal
from host.rehearsal.outcome import OUR_GAME, read
from host.rehearsal.reading import parse
from host.rehearsal.virtual import VirtualTable
from host.schemas import GameView, RefereeView
from host.tests.chromium import Browser

SIZE, SCALE = (1440, 900), 8 / 9
PLAYERS = ("Anna", "Biel")
UNTIL = "lay g6"  # the demonstration's own game is played as far as this line
# The N of QUINA goes to another square; BLANQUINA's first tile is lifted, and its tag is silent from then on.
ASTRAY = """move h7 k9
wait 8
fault tag_dead h1
lift h1
wait 2
putback h1
wait 6
"""
PIN = "271828"
LANGUAGE = "en"


def played() -> tuple[GameView, RefereeView]:
    """What the page is given then. Raises EOFError when a line of the script came out otherwise."""
    script = parse(read(OUR_GAME).split(UNTIL)[0] + ASTRAY)
    stock = stock_of(script)
    with tempfile.TemporaryDirectory(prefix="taula-picture-") as folder:
        def open_game(monotonic_ns: Callable[[], int]) -> OpenGame:
            return games.begin(Path(folder) / "one.journal", opening(script, stock, PLAYERS, "3"), monotonic_ns)

        with VirtualTable(open_game, seed=script.seed, standing=standing_at_start(stock), language=LANGUAGE) as stage:
            app = stage.app
            app.watchers.append(lambda *_told: app.for_referee(app.view()))  # as a service does: it keeps ages
            failures = Rehearsal(script, stock, stage).run()
            if failures:
                raise EOFError(f"the game came out otherwise: {failures[0]}")
            view = app.view()
            return view, app.for_referee(view)


async def taken(picture: Path) -> str:
    """Write `picture`; what the page said then."""
    web = Web(referee_pin=PIN)
    await web.start(port=0)
    try:
        web.publish(*played())
        async with Browser() as browser:
            await browser.open(f"{web.address}/referee?lang={LANGUAGE}", *SIZE, scale=SCALE)
            await browser.evaluate(f"document.querySelector('[name=pin]').value = '{PIN}'")
            await browser.evaluate("document.querySelector('form.door').requestSubmit()")
            await browser.until("document.body?.dataset.page === 'referee' && document.documentElement.dataset.view")
            await browser.screenshot(picture)
            return str(await browser.evaluate("document.body.innerText"))
    finally:
        await web.stop()


if __name__ == "__main__":
    asyncio.run(taken(Path(sys.argv[1])))
