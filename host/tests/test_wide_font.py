"""The pages on a bare Linux, which has DejaVu alone, a seventh wider than other faces: the narrowest of them hold."""

from pathlib import Path

import pytest

from hardware_tests import needs
from host.adapters.web.server import Web
from host.tests import pictured, refereed, test_chromium, test_console_chromium
from host.tests.chromium import Browser
from host.tests.test_chromium import SCREENSHOTS

DEJAVU = "/usr/share/fonts/truetype/dejavu"
# Whether a face is there: else the text is as wide as in the face that comes after it.
IS_THERE = """(pen => ['"{0}", monospace', 'monospace'].map(face => (pen.font = `20px ${{face}}`,
  pen.measureText('Million').width)))(document.createElement('canvas').getContext('2d'))"""

# Between what is written as a clock and as the total beside it, of each side.
GAPS = """[...document.querySelectorAll('.card')].map(card => {
  const [clock, total] = ['.clock', '.total'].map(each => {
    const range = document.createRange();
    range.selectNodeContents(card.querySelector(each));
    return range.getBoundingClientRect();
  });
  return total.left - clock.right;
})"""
A_SPACE = 4  # px


@pytest.fixture(scope="module")
def run():
    needs.file(f"{DEJAVU}/DejaVuSans.ttf", "fonts-dejavu-core")
    yield from test_chromium.stories(Browser(Path(DEJAVU)))


@pytest.fixture(autouse=True)
def _pictures_of_their_own(monkeypatch):
    for module in (test_chromium, test_console_chromium):
        monkeypatch.setattr(module, "SCREENSHOTS", SCREENSHOTS / "dejavu")


def test_this_browser_finds_no_other_face(run):
    async def story(web: Web, browser: Browser) -> None:
        web.publish(pictured.view_of(pictured.WIDE[:1], (587_000, 725_000)))
        await browser.open(web.address)
        there, without = await browser.evaluate(IS_THERE.format("DejaVu Sans"))
        assert there != without
        there, without = await browser.evaluate(IS_THERE.format("Liberation Sans"))
        assert there == without

    run(story)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_long_words_stay_in_their_cards(run, width, height):
    test_chromium.test_long_words_stay_in_their_cards(run, width, height)


@pytest.mark.parametrize("language", ["ro", "es"])
def test_the_console_fits_a_small_screen(run, language):
    test_console_chromium.test_the_console_fits_a_screen_without_scrolling_the_window(run, 1100, 720, language)


def test_both_clocks_stay_in_sight_on_a_phone(run):
    test_console_chromium.test_both_clocks_stay_in_sight_on_a_phone_and_under_a_dialog(run)


def test_a_clock_does_not_run_into_its_total_on_a_phone(run):
    async def story(web: Web, browser: Browser) -> None:
        web.publish(*refereed.troubled())
        await test_console_chromium.come_in(web, browser)
        await test_console_chromium.opened(web, browser, 390, 844, "ro")
        assert min(await browser.evaluate(GAPS)) >= A_SPACE

    run(story)
