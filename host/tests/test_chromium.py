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
from host.schemas import Action, Role
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
    ("spectator-verdict-1920", pictured.judged, 1920, 1080, False),
    ("phone-verdict-390", pictured.judged, 390, 1040, False),
)
PIN = "314159"
HANDS = (
    ("seat-challenge-390", pictured.asked, "/seat/a?lang=ca", 390, 844, False),
    ("seat-challenge-dark-390", pictured.asked, "/seat/a?lang=ro", 390, 844, True),
    ("seat-blank-390", pictured.with_blank, "/seat/a?lang=ca", 390, 844, False),
    ("seat-blank-1024", pictured.with_blank, "/seat/a?lang=ca", 1024, 768, False),
    ("seat-settled-390", pictured.settled, "/seat/b?lang=es", 390, 844, False),
    ("seat-agreed-390", pictured.agreed, "/seat/a?lang=ca", 390, 844, False),
    ("seat-agreed-dark-1024", pictured.agreed, "/seat/b?lang=ro", 1024, 768, True),
    ("seat-holding-390", pictured.holding, "/seat/a?lang=es", 390, 844, False),
    ("seat-challenged-1024", pictured.ruling, "/seat/b?lang=en", 1024, 768, False),
    ("seat-removing-dark-390", pictured.removing, "/seat/b?lang=ca", 390, 844, True),
    ("seat-overdraw-390", pictured.overdrawn, "/seat/b?lang=ro", 390, 844, False),
    ("seat-silent-reader-1024", pictured.silent_reader, "/seat/a?lang=ca", 1024, 768, False),
    ("seat-unread-390", pictured.unread, "/seat/a?lang=ca", 390, 844, False),
    ("seat-unread-1024", pictured.unread, "/seat/b?lang=ro", 1024, 768, False),
    ("referee-corrections-1280", pictured.corrected, "/referee?lang=ca", 1280, 800, False),
    ("referee-corrections-dark-1280", pictured.corrected, "/referee?lang=ro", 1280, 800, True),
    ("referee-agreed-1280", pictured.agreed, "/referee?lang=en", 1280, 800, False),
    ("referee-1280", pictured.long_game, "/referee?lang=ca", 1280, 800, False),
    ("referee-dark-1280", pictured.ruling, "/referee?lang=ro", 1280, 800, True),
    ("referee-390", pictured.ruling, "/referee?lang=es", 390, 844, False),
)
# Buttons whose words do not fit them, and buttons that lie on each other, as their texts.
SPILT = """[...document.querySelectorAll('main button, main summary')].filter(
  each => each.checkVisibility()
    && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
).map(each => each.textContent)"""
# What a list scrolls away is not seen: a box ends where its list does.
TOUCHING = """(() => {
  const seen = each => {
    const box = each.getBoundingClientRect();
    const list = each.closest('ol, .pane')?.getBoundingClientRect() ?? box;
    return { left: box.left, right: box.right, top: Math.max(box.top, list.top),
      bottom: Math.min(box.bottom, list.bottom) };
  };
  const boxes = [...document.querySelectorAll('main button, main .keys label')].filter(each => each.checkVisibility())
    .map(each => [each.textContent, seen(each)]).filter(([, box]) => box.bottom > box.top);
  return boxes.flatMap(([a, one], at) => boxes.slice(at + 1).filter(([, two]) => one.left < two.right - 1
    && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1).map(([b]) => a + b));
})()"""


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[[Story], None]]:
    """Plays a story with a fresh page; the browser is started once for all of them."""
    yield from stories(Browser())


def stories(browser: Browser) -> Iterator[Callable[[Story], None]]:
    """What plays a story in `browser`, which is started for it and ended."""

    async def whole(story: Story) -> None:
        web = Web(referee_pin=PIN)
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


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1366, 768), (1280, 800), (1024, 768), (390, 844)])
def test_long_words_stay_in_their_cards(run, width, height):
    """A score beside a long word, a formula, the newest row of the sheet: nothing overruns its card or is cut off."""
    overrun = """[...document.querySelectorAll('.panel')].flatMap(panel => [...panel.querySelectorAll('*')].filter(
      each => each.checkVisibility() && each.getBoundingClientRect().width
        && each.getBoundingClientRect().right > panel.getBoundingClientRect().right).map(each => each.textContent))"""
    seen = """(list => list.querySelector('.newest').getBoundingClientRect().bottom
      <= list.getBoundingClientRect().bottom + 1)(document.querySelector('#sheet .scroll'))"""

    async def story(web: Web, browser: Browser) -> None:
        for number in (15, 16):
            web.publish(pictured.view_of(pictured.WIDE[:number], (587_000, 725_000)))
            await browser.open(web.address, width, height, scale=2 if width < 600 else 1)
            await browser.until(LIVE)
            assert await browser.evaluate(overrun) == []
            assert await browser.evaluate(seen)
            bar = "document.getElementById('replay').getBoundingClientRect().bottom"
            assert await browser.evaluate(bar) <= height
            await browser.screenshot(SCREENSHOTS / f"wide-{number}-{width}x{height}.png")

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


async def come_in(web: Web, browser: Browser) -> None:
    """Type the referee's number at the door."""
    await browser.open(f"{web.address}/referee", 1280, 800)
    await browser.evaluate(f"document.querySelector('[name=pin]').value = '{PIN}'")
    await browser.evaluate("document.querySelector('form.door').requestSubmit()")
    await browser.until("document.body?.dataset.page === 'referee'")


def test_pages_for_hands_fit_their_windows(run):
    """A seat's page on a phone and a tablet, the console: nothing wider than the window, cut off or overlapping."""

    async def story(web: Web, browser: Browser) -> None:
        web.publish(pictured.asked())
        await come_in(web, browser)
        for name, make, path, width, height, dark in HANDS:
            web.publish(make())
            await browser.open(web.address + path, width, height, dark, scale=2 if width < 600 else 1)
            await browser.until(LIVE)
            assert await browser.evaluate("document.documentElement.scrollWidth") <= width, name
            assert await browser.evaluate(SPILT) == [], name
            assert await browser.evaluate(TOUCHING) == [], name
            cut = "(chip => chip.scrollWidth > chip.clientWidth)(document.querySelector('#status b'))"
            over = make in (pictured.settled, pictured.agreed)  # why a game ended may be cut
            assert over or not await browser.evaluate(cut), name
            assert browser.console == [], name
            await browser.screenshot(SCREENSHOTS / f"{name}.png", whole=width < 600)
        await browser.open(f"{web.address}/referee", 1280, 800)
        assert await browser.evaluate("document.documentElement.scrollHeight") == 800

    run(story)


def test_every_control_for_hands_has_a_name_and_room_for_a_finger(run):
    """Real buttons and labelled fields; 44 px high on a phone, as the look asks."""

    async def story(web: Web, browser: Browser) -> None:
        web.publish(pictured.asked())
        await browser.open(f"{web.address}/seat/a", 390, 844)
        await browser.until(LIVE)
        low = "[...document.querySelectorAll('main button, summary')].filter(each => each.checkVisibility() &&"\
              " each.getBoundingClientRect().height < 44).map(each => each.textContent)"  # fmt: skip
        assert await browser.evaluate(low) == []
        nameless = "[...document.querySelectorAll('input:not([type=hidden]), select')].filter("\
                   "each => !each.labels?.length || !each.labels[0].textContent.trim()).map(each => each.name)"
        assert await browser.evaluate(nameless) == []
        web.publish(pictured.with_blank())
        await browser.until("document.querySelector('.keys input')")
        assert await browser.evaluate(nameless) == []
        board = "document.getElementById('board').clientWidth > 300"
        assert not await browser.evaluate(board)  # the blank is shown large instead
        web.publish(pictured.asked())
        await browser.until(board)

    run(story)


def test_hands_on_a_page_reach_the_table(run):
    """Words ticked, a blank named, tiles written, a second's hold: each arrives as one action; a refusal is shown."""

    async def story(web: Web, browser: Browser) -> None:
        taken: list[Action] = []
        says = [""]

        def on_action(action: Action, role: Role) -> str:
            assert role.seat == 0
            taken.append(action)
            return says[0]

        web.on_action = on_action
        web.publish(pictured.asked())
        await browser.open(f"{web.address}/seat/a", 390, 844)
        await browser.until(LIVE)
        click = "document.querySelector('{}').click()"
        said = "document.getElementById('answer').textContent"

        await browser.evaluate(click.format(".challenge summary"))
        await browser.evaluate(click.format(".challenge button"))
        assert await browser.evaluate(said) == "Primer marca les paraules."
        await browser.evaluate(click.format("[name=words][value=IS]"))
        web.publish(pictured.asked())  # news meanwhile must not undo what is ticked
        await browser.evaluate(FRAMES)
        await browser.evaluate(click.format(".challenge button"))
        await browser.until(f"{said} === ''")
        await arrived(taken, 1)
        assert taken.pop() == Action("challenge", words=("IS",))

        await browser.evaluate(click.format("[data-dialog=exchange]"))
        await browser.evaluate("document.querySelector('#exchange [name=tiles]').value = 'A E ?'")
        says[0] = "No."
        await browser.evaluate(click.format("#exchange .main"))
        await browser.until("document.querySelector('#exchange[open] .said').textContent === 'No.'")
        says[0] = ""
        await browser.evaluate(click.format("#exchange .main"))
        await browser.until("!document.querySelector('#exchange[open]')")
        assert taken == [Action("exchange", tiles="A E ?")] * 2
        taken.clear()

        await browser.evaluate("document.querySelector('[data-act=resign]').dispatchEvent("
                               "new PointerEvent('pointerdown', {bubbles: true, button: 0}))")  # fmt: skip
        await browser.evaluate("window.dispatchEvent(new PointerEvent('pointerup'))")
        await browser.evaluate(FRAMES)
        assert taken == []
        await browser.evaluate("document.querySelector('[data-act=resign]').dispatchEvent("
                               "new PointerEvent('pointerdown', {bubbles: true, button: 0}))")  # fmt: skip
        await arrived(taken, 1)
        assert taken.pop() == Action("resign")

        web.publish(pictured.with_blank())
        await browser.until("document.querySelector('.keys')")
        await browser.evaluate(click.format("[name=face][value=NY]"))
        await browser.evaluate(click.format("form.blank .main"))
        await arrived(taken, 1)
        assert taken.pop() == Action("declare", square="k12", face="NY")

    run(story)


def test_what_no_reader_tells_is_typed(run):
    """A tile named, a square emptied, tiles drawn, too many drawn: each dialog arrives as the action that it says."""

    async def story(web: Web, browser: Browser) -> None:
        taken: list[Action] = []
        web.on_action = lambda action, _role: taken.append(action) or ""
        web.publish(pictured.unread())
        await browser.open(f"{web.address}/seat/a", 390, 844)
        await browser.until(LIVE)

        async def typed(dialog: str, **fields: str) -> Action:
            await browser.evaluate(f"document.querySelector('[data-dialog={dialog}]').click()")
            for name, value in fields.items():
                await browser.evaluate(f"document.querySelector('#{dialog} [name={name}]').value = '{value}'")
            await browser.screenshot(SCREENSHOTS / f"seat-{dialog}-390.png")
            await browser.evaluate(f"document.querySelector('#{dialog} .main').click()")
            await arrived(taken, 1)
            await browser.until("!document.querySelector('dialog[open]')")
            return taken.pop()

        assert await typed("name_tile", square="h9", face="NY") == Action("name_tile", square="h9", face="NY")
        assert await typed("name_tile", square="h9", face="") == Action("name_tile", square="h9")
        await browser.evaluate("document.querySelector('#overdraw [name=other][value=\"1\"]').defaultChecked = true")
        assert await typed("overdraw", count="2") == Action("overdraw", other=1, count=2)
        await browser.evaluate("document.querySelector('[data-act=draw]').click()")
        await arrived(taken, 1)
        assert taken.pop() == Action("draw")

    run(story)


async def arrived(taken: list[Action], count: int) -> None:
    """Wait until so many actions have come; the test's own patience ends it."""
    while len(taken) < count:
        await asyncio.sleep(0.01)


def test_the_referee_corrects_from_the_list_of_turns(run):
    """The form opens with the play as it stands; what is written arrives with the turn's number."""

    async def story(web: Web, browser: Browser) -> None:
        taken: list[Action] = []

        def on_action(action: Action, role: Role) -> str:
            assert role.seat is None
            taken.append(action)
            return ""

        web.on_action = on_action
        web.publish(pictured.ruling())
        await come_in(web, browser)
        await browser.until(LIVE)
        await browser.evaluate("document.querySelector('[data-key=turn1] [data-dialog=correct]').click()")
        await browser.screenshot(SCREENSHOTS / "referee-correct-1280.png")
        assert await browser.evaluate("document.querySelector('#correct [name=play]').value") == "h5 QUINA"
        assert await browser.evaluate("document.querySelector('#correct [data-was]').textContent") == "h5 QUINA +22"
        await browser.evaluate("document.querySelector('#correct [name=play]').value = 'h5 QUINES'")
        await browser.evaluate("document.querySelector('#correct .main').click()")
        await browser.until("!document.querySelector('dialog[open]')")
        assert taken.pop() == Action("correct", turn=1, play="h5 QUINES")
        await browser.evaluate("document.querySelector('[data-act=verdict_no]').click()")
        await arrived(taken, 1)
        assert taken.pop() == Action("verdict_no")

    run(story)
