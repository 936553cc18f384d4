"""The page in a real browser: it draws, follows the stream, keeps the clocks, says when it is cut off.

Pictures are kept in the folder that TAULA_SCREENSHOTS names, else in build/screenshots.
"""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from hardware_tests import needs
from host.adapters.web.server import Web
from host.tests import pictured
from host.tests.chromium import Browser
from host.words import clock

SCREENSHOTS = Path(os.environ.get("TAULA_SCREENSHOTS", needs.CHECKOUT / "build" / "screenshots"))
PATIENCE_S = 60
Story = Callable[[Web, Browser], Awaitable[None]]
LIVE = "document.documentElement.dataset.view"  # set once the stream has spoken
FRAMES = """new Promise(done => {
  let drawn = 0;
  const next = () => ++drawn > 20 ? done() : requestAnimationFrame(next);
  next();
})"""  # done when twenty frames have been drawn: three times a tenth of a second
SIZES = (
    ("spectator-light-1920", pictured.opening, 1920, 1080, False),
    ("spectator-dark-1920", pictured.long_game, 1920, 1080, True),
    ("tablet-1024", pictured.long_game, 1024, 768, False),
    ("phone-390", pictured.opening, 390, 1040, False),
    ("phone-dark-390", pictured.long_game, 390, 844, True),
)


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[[Story], None]]:
    """Plays a story with a fresh page; the browser is started once for all of them."""
    browser = Browser()

    async def whole(story: Story) -> None:
        web = Web()
        await web.start(port=0)
        try:
            await story(web, browser)
        finally:
            await browser.forget()
            await web.stop()

    with asyncio.Runner() as runner:
        runner.run(browser.__aenter__())
        yield lambda story: runner.run(asyncio.wait_for(whole(story), PATIENCE_S))
        runner.run(browser.__aexit__(None, None, None))


def test_every_size_is_drawn_without_complaint_and_fits_its_window(run):
    """Hall screen, tablet and phone, light and dark: no error in the console, nothing wider than the window."""

    async def story(web: Web, browser: Browser) -> None:
        for name, make, width, height, dark in SIZES:
            web.publish(make())
            await browser.open(web.address, width, height, dark, scale=2 if width < 600 else 1)
            await browser.until(LIVE)
            assert await browser.evaluate("document.documentElement.scrollWidth") <= width, name
            assert browser.console == [], name
            await browser.screenshot(SCREENSHOTS / f"{name}.png")
        board = await browser.evaluate("document.getElementById('board').getBoundingClientRect().width")
        assert board == 386

    run(story)


def test_the_hall_screen_has_the_agreed_measures(run):
    """At 1920 x 1080: header 64, board 926, cards 175 high, digits 84; nothing scrolls."""

    async def story(web: Web, browser: Browser) -> None:
        web.publish(pictured.opening())
        await browser.open(web.address)
        box = "document.querySelector('{}').getBoundingClientRect().{}"
        assert await browser.evaluate(box.format("header", "height")) == 64
        assert await browser.evaluate(box.format("#board", "width")) == 926
        assert await browser.evaluate(box.format(".card", "height")) == 175
        assert await browser.evaluate("getComputedStyle(document.querySelector('.clock')).fontSize") == "84px"
        assert await browser.evaluate("document.documentElement.scrollHeight") == 1080
        assert await browser.evaluate(box.format("#board", "left")) == 32

    run(story)


def test_a_play_arrives_by_itself(run):
    """SESAM is pressed: tiles, sums, card, sheet and the spoken line follow without a reload."""

    async def story(web: Web, browser: Browser) -> None:
        web.publish(pictured.view_of(("h5 QUINA",), (1_692_000, 1_700_000)))
        await browser.open(web.address)
        await browser.evaluate("window.loadedOnce = true")
        web.publish(pictured.opening())
        await browser.until("document.querySelector('#tiles [data-square=\"127\"]')")
        sums = "[...document.querySelectorAll('#overlay .sum text')].map(sum => sum.textContent)"
        assert await browser.evaluate(sums) == ["7", "9", "2", "3", "3"]
        text = "document.getElementById('{}').textContent.trim()"
        assert await browser.evaluate(text.format("spoken")) == "Biel: SESAM, i4, 24 punts, total 24"
        assert "+24" in await browser.evaluate(text.format("last"))
        assert "SESAM" in await browser.evaluate(text.format("sheet"))
        assert await browser.evaluate("document.querySelectorAll('#tiles .tile').length") == 9
        assert await browser.evaluate("window.loadedOnce") is True
        assert browser.console == []

    run(story)


def test_the_browsers_clock_writes_what_the_servers_does(run):
    """Two programs write the same clock: they must agree at every edge, or the digits would jump at each frame."""
    moments = (0, 50, 999, 1000, 9_999, 10_000, 59_999, 60_000, 1_692_000, 3_599_999, 3_600_000, 36_000_000,
               -1, -999, -1000, -61_000, -3_600_000)  # fmt: skip

    async def story(web: Web, browser: Browser) -> None:
        web.publish(pictured.opening())
        await browser.open(web.address)
        for language, point in (("ca", ","), ("en", ".")):
            script = f"import('/static/clocks.js').then(m => {json.dumps(moments)}.map(ms => m.face(ms, '{point}')))"
            assert await browser.evaluate(script) == [clock(ms, language) for ms in moments]

    run(story)


def test_the_running_clock_runs_and_stands_still_without_connection(run):
    """Only the running clock moves; cut off, all stand and the page says since when; then all comes back."""

    async def story(web: Web, browser: Browser) -> None:
        view = pictured.late()  # Biel's clock stands at nine and a half seconds; give him the turn
        anna, biel = view.seats
        running = pictured.opening(seats=(pictured.standing(anna), pictured.playing(biel)))
        web.publish(running)
        await browser.open(web.address)
        await browser.until(LIVE)
        shown = "[...document.querySelectorAll('.clock')].map(clock => clock.textContent)"
        first = await browser.evaluate(shown)
        await browser.until(f"({shown})[1] !== {json.dumps(first[1])}")
        assert (await browser.evaluate(shown))[0] == first[0] == "−01:01"
        port = int(web.address.rsplit(":", 1)[1])
        await web.stop()
        await browser.until("document.querySelector('#status .lost')")
        assert "Sense connexió des de" in await browser.evaluate("document.getElementById('status').textContent")
        stopped = await browser.evaluate(shown)
        await browser.evaluate(FRAMES)
        assert await browser.evaluate(shown) == stopped
        again = Web()
        await again.start(port=port)
        again.publish(pictured.opening())
        await browser.until("document.querySelector('#status .live')")
        assert not await browser.evaluate("document.documentElement.classList.contains('lost-link')")
        await again.stop()

    run(story)


def test_replay_keys_theme_and_words_answer(run):
    """The replay bar, the arrow keys on the board, the theme and the words of the last play work as on the page."""

    async def story(web: Web, browser: Browser) -> None:
        web.publish(pictured.long_game())
        await browser.open(web.address)
        await browser.until(LIVE)
        await browser.evaluate("document.querySelector('.to-back').click()")
        await browser.until("document.querySelector('#status .replayed')")
        assert "torn 12 de 13" in await browser.evaluate("document.getElementById('status').textContent")
        assert "turn=12" in await browser.evaluate("location.href")
        await browser.evaluate("document.querySelector('.to-newest').click()")
        await browser.until("document.querySelector('#status .live')")

        await browser.evaluate("document.querySelector('#squares [tabindex=\"0\"]').focus()")
        for key in ("ArrowDown", "ArrowRight", "Home"):
            await browser.press(key)
        assert "i1" in await browser.evaluate("document.activeElement.textContent")
        assert await browser.evaluate("document.getElementById('walker').getAttribute('visibility')") == "visible"
        await browser.press("c")
        assert "Anna 09:47, Biel 12:0" in await browser.evaluate("document.getElementById('clocks-said').textContent")

        await browser.evaluate("document.querySelector('#last tr[data-word=\"1\"]').focus()")
        asked = "[...document.querySelectorAll('#overlay .sum.asked text')].map(sum => sum.textContent)"
        assert await browser.evaluate(asked) == ["9"]

        await browser.evaluate("document.querySelector('#tiles [data-square=\"111\"] .body').dispatchEvent("
                               "new MouseEvent('click', {bubbles: true}))")  # fmt: skip
        opened = await browser.evaluate("document.querySelector('#square:popover-open').textContent")
        assert opened.startswith("N1h7, N, 1 punt")
        assert "1. QUINA 22 · 2. NA 3" in opened

        await browser.evaluate("document.getElementById('theme').click()")
        await browser.open(web.address)
        assert await browser.evaluate("document.documentElement.dataset.theme") == "dark"

    run(story)


def test_faults_are_drawn_and_keep_the_rest_in_place(run):
    """A fault appears and goes; the board, the cards and the sheet do not move by a pixel."""

    async def story(web: Web, browser: Browser) -> None:
        box = "JSON.stringify(document.getElementById(id).getBoundingClientRect())"
        places = f"['board', 'cards', 'last', 'sheet', 'replay'].map(id => {box})"
        web.publish(pictured.opening())
        await browser.open(web.address)
        await browser.until(LIVE)
        before = await browser.evaluate(places)
        web.publish(pictured.disturbed())
        await browser.until("document.querySelectorAll('#faults li').length === 3")
        assert await browser.evaluate(places) == before
        await browser.screenshot(SCREENSHOTS / "faults-1920.png")
        web.publish(pictured.opening())
        await browser.until("document.querySelectorAll('#faults li').length === 0")

    run(story)
