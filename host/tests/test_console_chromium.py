"""The referee's console in a real browser: it fits, clocks stay in sight, ages run on, a square is looked at."""

import msgspec
import pytest

from host.adapters.web.server import Web
from host.schemas import Action, GameView
from host.tests import pictured, refereed
from host.tests.chromium import Browser
from host.tests.test_chromium import FRAMES, LIVE, SCREENSHOTS, SPILT, TOUCHING, arrived, come_in, run

__all__ = ["run"]  # the fixture of that file: one browser for all stories

LAYERS = ("faults", "readings", "sensors")
# What of the map's column is lower than its own text.
SQUEEZED = """['.layers', '.legend', '#inspector'].filter(each => (it => it.scrollHeight > it.clientHeight + 1)(
  document.querySelector(each)))"""
PANES = ("faults", "game", "corrections")
WIDE = ((1440, 900), (1280, 800), (1100, 720))
# Panels that lie on each other, and what runs out of its panel, as their ids or texts.
LAID_OVER = """(() => {
  const boxes = [...document.querySelectorAll('main .panel, #cards, #controls, #board, .legend, #troubles, .layers')]
    .filter(each => each.checkVisibility() && !each.closest('.pane .pane'))
    .map(each => [each.id || each.className, (each.closest('.pane') ?? each).getBoundingClientRect()]);
  return boxes.flatMap(([a, one], at) => boxes.slice(at + 1).filter(([, two]) => one.left < two.right - 1
    && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1).map(([b]) => `${a} ${b}`));
})()"""
CUT_OFF = """[...document.querySelectorAll('.column')].filter(each => each.checkVisibility()
  && each.scrollHeight > each.clientHeight + 1).map(each => each.className)"""
# Texts of a clock's card that lie on each other.
CROWDED = """[...document.querySelectorAll('.card')].flatMap(card => {
  const boxes = [...card.children].filter(each => each.checkVisibility()).map(each => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return [each.textContent, range.getBoundingClientRect()];
  });
  return boxes.flatMap(([a, one], at) => boxes.slice(at + 1).filter(([, two]) => one.left < two.right - 1
    && two.left < one.right - 1 && one.top + 8 < two.bottom - 8 && two.top + 8 < one.bottom - 8)
    .map(([b]) => `${a} ${b}`));
})"""
CHOOSE = "document.getElementById('{}').click()"


async def opened(web: Web, browser: Browser, width: int, height: int, language: str = "ca", dark: bool = False):
    await browser.open(f"{web.address}/referee?lang={language}", width, height, dark, scale=2 if width < 600 else 1)
    await browser.until(LIVE)


@pytest.mark.parametrize(("width", "height"), WIDE)
@pytest.mark.parametrize("language", ["ca", "ro", "en", "es"])
def test_the_console_fits_a_screen_without_scrolling_the_window(run, width, height, language):
    """Each of its pages, in each language: nothing lies over anything, no button spills, no column is cut off."""

    async def story(web: Web, browser: Browser) -> None:
        web.publish(*refereed.troubled())
        await come_in(web, browser)
        await opened(web, browser, width, height, language, dark=language == "ro")
        for pane in PANES:
            await browser.evaluate(CHOOSE.format(f"pane-{pane}"))
            window = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            assert await browser.evaluate(window) == [width, height]
            for look in (SPILT, TOUCHING, LAID_OVER, CUT_OFF, CROWDED):
                assert await browser.evaluate(look) == [], pane
            bottom = "document.getElementById('inspector').getBoundingClientRect().bottom"
            assert await browser.evaluate(bottom) <= height - 14
            if (width, language) != (1100, "es"):
                await browser.screenshot(SCREENSHOTS / f"console-{pane}-{language}-{width}.png")
        for layer in LAYERS:
            await browser.evaluate(CHOOSE.format(f"layer-{layer}"))
            assert await browser.evaluate(bottom) <= height - 14, layer
            assert await browser.evaluate(SQUEEZED) == [], layer
        assert browser.console == []

    run(story)


def test_each_layer_of_the_map_shows_its_own_signs_and_legend(run):
    """They are one choice of three, which news does not take back."""

    async def story(web: Web, browser: Browser) -> None:
        web.publish(*refereed.troubled())
        await come_in(web, browser)
        await opened(web, browser, 1440, 900)
        seen = "['readings', 'sensors'].map(each => getComputedStyle(document.querySelector("\
               "`#plan .of-${each}`)).display !== 'none')"
        assert await browser.evaluate(seen) == [False, False]
        await browser.evaluate(CHOOSE.format("layer-readings"))
        assert await browser.evaluate(seen) == [True, False]
        await browser.screenshot(SCREENSHOTS / "console-readings-1440.png")
        await browser.evaluate(CHOOSE.format("layer-sensors"))
        assert await browser.evaluate(seen) == [False, True]
        legend = "[...document.querySelectorAll('.legend li')].filter(each => each.checkVisibility()).length"
        assert await browser.evaluate(legend) == 3
        web.publish(*refereed.troubled(rulebook="manacor"))  # news must not take the choice back
        await browser.evaluate(FRAMES)
        assert await browser.evaluate(seen) == [False, True]
        await browser.screenshot(SCREENSHOTS / "console-sensors-1440.png")

    run(story)


def test_a_square_that_is_pressed_is_looked_at_and_stays_so(run):
    """What each reader says of it; the buttons beside it are for that square."""

    async def story(web: Web, browser: Browser) -> None:
        taken: list[Action] = []
        web.on_action = lambda action, _role: taken.append(action) or ""
        web.publish(*refereed.troubled())
        await come_in(web, browser)
        await opened(web, browser, 1440, 900, "en")
        told = "document.querySelector('#inspector .told').textContent"
        assert (await browser.evaluate(told)).startswith("h7")
        await browser.evaluate("""(box => document.elementFromPoint(box.left + (.62 + 6.5) / 16.24 * box.width,
            box.top + (.62 + 10.5) / 16.24 * box.height).dispatchEvent(new MouseEvent('click', { bubbles: true,
            clientX: box.left + (.62 + 6.5) / 16.24 * box.width,
            clientY: box.top + (.62 + 10.5) / 16.24 * box.height })))(
            document.getElementById('board').getBoundingClientRect())""")
        assert (await browser.evaluate(told)).startswith("k7Magnet felt")
        assert "Since 29 min ago" in await browser.evaluate(told)
        web.publish(*refereed.troubled(rulebook="manacor"))
        await browser.evaluate(FRAMES)
        assert (await browser.evaluate(told)).startswith("k7Magnet felt")
        await browser.evaluate("document.querySelector('#inspector [data-act]').click()")
        await arrived(taken, 1)
        assert taken.pop() == Action("read_again", text="k7")
        view, referee = refereed.troubled()
        web.publish(view, msgspec.structs.replace(referee, reads_again=False))  # the radio has fallen silent
        await browser.evaluate(FRAMES)
        assert await browser.evaluate("document.querySelector('#inspector [data-act]') === null")
        assert (await browser.evaluate(told)).startswith("k7Magnet felt")
        web.publish(view, referee)
        await browser.evaluate(FRAMES)
        assert await browser.evaluate("document.querySelector('#inspector [data-act]').dataset.text") == "k7"
        await browser.evaluate("document.querySelector('#told [data-square=\"1\"]').focus()")
        await browser.press("Home")
        assert (await browser.evaluate(told)).startswith("a1")
        await browser.evaluate("document.querySelector('#inspector [data-dialog]').click()")
        assert await browser.evaluate("document.querySelector('#name_tile [name=square]').value") == "a1"
        assert browser.console == []

    run(story)


def test_a_fault_leads_to_what_can_be_done_about_it(run):
    """Read again names all its squares, a tile is named on its own, a play that no longer fits leads to its page."""

    async def story(web: Web, browser: Browser) -> None:
        taken: list[Action] = []
        web.on_action = lambda action, _role: taken.append(action) or ""
        web.publish(*refereed.troubled())
        await come_in(web, browser)
        await opened(web, browser, 1280, 800)
        await browser.evaluate("document.querySelector('#troubles .fault .main').click()")
        await arrived(taken, 1)
        assert taken.pop() == Action("read_again", text="h7 j9")
        await browser.evaluate("document.querySelector('#troubles [data-dialog=name_tile][data-square=k7]').click()")
        await browser.evaluate("document.querySelector('#name_tile [name=face]').value = 'M'")
        await browser.evaluate("document.querySelector('#name_tile .main').click()")
        await arrived(taken, 1)
        assert taken.pop() == Action("name_tile", square="k7", face="M")
        await browser.evaluate("document.querySelector('#controls [data-pane]').click()")
        assert await browser.evaluate("document.getElementById('turns').checkVisibility()")

    run(story)


def test_ages_run_on_between_two_views(run):
    async def story(web: Web, browser: Browser) -> None:
        web.publish(*refereed.troubled())
        await come_in(web, browser)
        await opened(web, browser, 1280, 800, "en")
        age = "document.querySelector('#troubles .age').textContent"
        first = await browser.evaluate(age)
        assert first.endswith(" s ago")
        await browser.until(f"({age}) !== '{first}'")

    run(story)


def test_a_key_speaks_both_clocks_but_not_while_something_is_written(run):
    async def story(web: Web, browser: Browser) -> None:
        web.publish(*refereed.troubled())
        await come_in(web, browser)
        await opened(web, browser, 1280, 800, "en")
        said = "document.getElementById('clocks-said').textContent"
        await browser.evaluate("document.querySelector('[data-dialog=set_clock]').focus()")
        await browser.evaluate("document.activeElement.click()")
        await browser.evaluate("document.querySelector('#set_clock [name=why]').focus()")
        await browser.press("c")
        assert await browser.evaluate(said) == ""
        await browser.evaluate("document.getElementById('set_clock').close()")
        await browser.press("c")
        assert "Anna 09:47, Biel 12:0" in await browser.evaluate(said)

    run(story)


def test_both_clocks_stay_in_sight_on_a_phone_and_under_a_dialog(run):
    """One column, 44 px for a finger, nothing wider than the window; scrolled down or asked, the clocks are there."""

    async def story(web: Web, browser: Browser) -> None:
        web.publish(*refereed.troubled())
        await come_in(web, browser)
        for pane in PANES:
            await opened(web, browser, 390, 844, "ro")
            await browser.evaluate(CHOOSE.format(f"pane-{pane}"))
            assert await browser.evaluate("document.documentElement.scrollWidth") <= 390
            assert await browser.evaluate(SPILT) == []
            assert await browser.evaluate(TOUCHING) == []
            low = "[...document.querySelectorAll('main button, .panes label, .layers label')].filter("\
                  "each => each.checkVisibility() && each.getBoundingClientRect().height < 43.5)"\
                  ".map(each => each.textContent)"
            assert await browser.evaluate(low) == []
            await browser.screenshot(SCREENSHOTS / f"console-{pane}-390.png", whole=True)
        await browser.evaluate("window.scrollTo(0, 900)")
        await browser.evaluate(FRAMES)
        clocks = "(box => [box.top, box.bottom])(document.getElementById('cards').getBoundingClientRect())"
        top, bottom = await browser.evaluate(clocks)
        assert top >= 0
        assert bottom <= 844
        for dialog in ("named", "set_clock", "points", "name_tile"):
            await browser.evaluate(f"document.getElementById('{dialog}').showModal()")
            over = f"document.getElementById('{dialog}').getBoundingClientRect().top"
            assert await browser.evaluate(over) >= bottom - 1, dialog
            await browser.evaluate(f"document.getElementById('{dialog}').close()")
        assert browser.console == []

    run(story)


def long_clocks() -> GameView:
    """Two hours each, and one side in overtime."""
    return pictured.view_of(pictured.LONG, (-3_725_000, 7_200_000))


STATES = (pictured.agreed, pictured.ruling, pictured.corrected, pictured.opening, long_clocks)


@pytest.mark.parametrize("make", STATES)
def test_every_state_of_a_game_fits_the_console(run, make):
    """A result, a verdict asked for, corrections, nothing wrong, clocks of more than an hour."""

    async def story(web: Web, browser: Browser) -> None:
        view = make()
        web.publish(view, refereed.calm(view))
        await come_in(web, browser)
        await opened(web, browser, 1280, 800, "ro")
        assert await browser.evaluate("document.documentElement.scrollHeight") == 800
        for look in (SPILT, TOUCHING, LAID_OVER, CUT_OFF, CROWDED):
            assert await browser.evaluate(look) == []
        await browser.screenshot(SCREENSHOTS / f"console-{make.__name__}-1280.png")

    run(story)
