"""What the displays promise: the picture arrives dot for dot, little is sent, and a lost display costs nobody else.

The bytes are those of the real adafruit_ssd1306 on a recorded bus; the display is a model of the chip.
"""

import random
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware_tests import needs
from host.adapters.displays import LAST_RETRY_NS, DisplayChanged, Displays, NoDisplays, on_i2c, window
from host.adapters.displays_chips import BLANK
from host.adapters.screens import Screens
from host.tests.fake_i2c import FakeI2c, FakeSh1106, FakeSsd1306
from host.tests.test_screens import SESAM, dots, game, kept

SECOND_NS = 1_000_000_000
ADDRESSES = (0x3C, 0x3D)


class Bench:
    """Two displays on the recorded bus, driven by the real library."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *kinds: type[FakeSsd1306], chip: str = "auto",
                 brightness: int = 100) -> None:
        needs.package("adafruit_ssd1306")
        kinds = kinds or (FakeSsd1306, FakeSsd1306)
        self.bus = FakeI2c({address: kind() for address, kind in zip(ADDRESSES, kinds, strict=True)})
        self.said: list[DisplayChanged] = []
        monkeypatch.setitem(sys.modules, "board", blinka(SCL=3, SDA=2))
        monkeypatch.setitem(sys.modules, "busio", blinka(I2C=lambda scl, sda: self.bus))
        self.displays = Displays(ADDRESSES, on_i2c(chip, brightness), self.said.append)

    def chip(self, seat: int) -> FakeSsd1306:
        return self.bus.displays[ADDRESSES[seat]]


def blinka(**names: object) -> Any:
    """A module of Blinka's with these names."""
    module = ModuleType("blinka")
    vars(module).update(names)
    return module


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(monkeypatch)


def test_both_sides_see_their_own_picture_dot_for_dot(bench: Bench) -> None:
    """Protects the whole way: picture, bytes, library, bus, chip, glass. The pictures are kept to be looked at."""
    screens = Screens()
    screens.saw(game())
    for seat in (0, 1):
        picture = screens.picture(seat, 1000)
        bench.displays.show(seat, picture.pages(), 0)
        assert bench.chip(seat).picture().tobytes() == dots(picture)
        kept(bench.chip(seat).picture(), f"display-{'AB'[seat]}")
    assert bench.said == []


def test_a_game_of_changing_pictures_never_leaves_a_trace_of_the_one_before(bench: Bench) -> None:
    """Protects the sending of changes: after each picture the glass shows that one and nothing of another."""
    screens = Screens()
    screens.saw(game())
    screens.saw(game(turns=(SESAM,)))
    for at_ms in (1000, 1100, 2500, 4999, 5000, 6000, 65_000, 300_000, 600_000):
        if at_ms == 6000:
            screens.refused(1, at_ms)
        for seat in (0, 1):
            picture = screens.picture(seat, at_ms)
            bench.displays.show(seat, picture.pages(), at_ms * 1_000_000)
            assert bench.chip(seat).picture().tobytes() == dots(picture)


def test_a_second_of_the_clock_costs_a_tenth_of_a_picture_and_the_same_picture_nothing(bench: Bench) -> None:
    """Protects the bus: at 100 kHz a whole picture of 1024 bytes takes 0.1 s, twice that for two displays."""
    screens = Screens()
    screens.saw(game())
    for at_ms in (1000, 2000):
        bench.displays.show(0, screens.picture(0, at_ms).pages(), 0)
        sent = bench.bus.sent_bytes()
    assert sent <= 128
    bench.displays.show(0, screens.picture(0, 2000).pages(), 0)
    assert bench.bus.sent_bytes() == 0


@settings(deadline=None)  # a busy machine is no failure
@given(st.binary(min_size=1024, max_size=1024), st.dictionaries(st.integers(0, 1023), st.integers(0, 255)))
def test_the_window_holds_every_difference_and_no_more_than_it_must(before: bytes, changes: dict[int, int]) -> None:
    """Protects: what lies outside the window may stay as it is, and each of its four sides is needed."""
    after = bytearray(before)
    for place, byte in changes.items():
        after[place] = byte
    differing = {(place % 128, place // 128) for place in range(1024) if before[place] != after[place]}
    found = window(before, bytes(after))
    if found is None:
        assert not differing
        return
    columns, pages = zip(*differing, strict=True)
    assert (found.left, found.right, found.top, found.bottom) == (min(columns), max(columns), min(pages), max(pages))
    assert len(found.cut(bytes(after))) == (found.right - found.left + 1) * (found.bottom - found.top + 1)


@pytest.mark.parametrize("chip", ["auto", "sh1106"])
def test_an_sh1106_is_recognised_and_shows_the_same_picture_dot_for_dot(
    monkeypatch: pytest.MonkeyPatch, chip: str
) -> None:
    """Protects a club that bought the look-alike: beside an SSD1306, and through a game of changing pictures."""
    kinds = (FakeSh1106, FakeSsd1306) if chip == "auto" else (FakeSh1106, FakeSh1106)
    bench = Bench(monkeypatch, *kinds, chip=chip)
    screens = Screens()
    screens.saw(game())
    for at_ms in (1000, 1100, 2500, 6000, 65_000, 300_000):
        if at_ms == 2500:
            screens.saw(game(turns=(SESAM,)))
        for seat in (0, 1):
            picture = screens.picture(seat, at_ms)
            bench.displays.show(seat, picture.pages(), at_ms * 1_000_000)
            assert bench.chip(seat).picture().tobytes() == dots(picture)
    kept(bench.chip(0).picture(), f"display-sh1106-{chip}")
    bench.displays.close()
    assert not bench.chip(0).on
    assert bench.said == []


def test_an_sh1106_plugged_in_for_an_ssd1306_in_mid_game_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Protects the spare display from the drawer: it is asked again what it is when it is found again."""
    bench = Bench(monkeypatch)
    screens = Screens()
    screens.saw(game())
    bench.displays.show(0, screens.picture(0, 1000).pages(), 0)
    unplug(bench.chip(0))
    bench.displays.show(0, screens.picture(0, 2000).pages(), SECOND_NS)
    bench.bus.displays[ADDRESSES[0]] = FakeSh1106()
    picture = screens.picture(0, 3000)
    bench.displays.show(0, picture.pages(), 3 * SECOND_NS)
    assert bench.chip(0).picture().tobytes() == dots(picture)


@pytest.mark.parametrize("kind", [FakeSsd1306, FakeSh1106])
@pytest.mark.parametrize(("brightness", "contrast"), [(1, 2), (40, 102), (100, 255)])
def test_the_brightness_of_the_settings_reaches_the_chip(
    monkeypatch: pytest.MonkeyPatch, kind: type[FakeSsd1306], brightness: int, contrast: int
) -> None:
    """Protects eyes in a dark hall, and the life of the glass."""
    bench = Bench(monkeypatch, kind, kind, brightness=brightness)
    bench.displays.show(0, BLANK, 0)
    assert bench.chip(0).registers[0x81][0] == contrast


# --- displays that fail ----------------------------------------------------------------------------


def unplug(chip: FakeSsd1306) -> None:
    chip.plugged = False


def hang(chip: FakeSsd1306) -> None:
    chip.hung = True


@pytest.mark.parametrize("trouble", [unplug, hang])
def test_a_lost_display_is_told_once_and_the_other_goes_on(
    bench: Bench, trouble: Callable[[FakeSsd1306], None]
) -> None:
    """Protects the game: one cable may not stop the other side's clock from being seen, nor fill the log."""
    screens = Screens()
    screens.saw(game())
    for second in range(30):
        if second == 10:
            trouble(bench.chip(0))
        for seat in (0, 1):
            picture = screens.picture(seat, second * 1000)
            bench.displays.show(seat, picture.pages(), second * SECOND_NS)
        assert bench.chip(1).picture().tobytes() == dots(picture)
    (said,) = bench.said
    assert (said.seat, said.present) == (0, False)
    assert "0x3C does not answer" in said.sentence


def test_a_display_plugged_in_again_is_started_anew_and_told(bench: Bench) -> None:
    """Protects: a display that lost its power starts dark and full of rubbish; all must be sent again."""
    screens = Screens()
    screens.saw(game())
    pages = screens.picture(1, 1000).pages()
    bench.displays.show(1, pages, 0)
    unplug(bench.chip(1))
    bench.displays.show(1, screens.picture(1, 2000).pages(), SECOND_NS)
    bench.chip(1).power_up()
    bench.chip(1).plugged = True
    bench.displays.show(1, pages, 2 * SECOND_NS - 1)
    assert not bench.chip(1).on
    bench.displays.show(1, pages, 2 * SECOND_NS)
    assert bench.chip(1).picture().tobytes() == dots(screens.picture(1, 1000))
    assert [(said.seat, said.present) for said in bench.said] == [(1, False), (1, True)]


def test_an_absent_display_is_tried_at_growing_distances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Protects the bus of the display that works: each try of an absent one takes time from it."""
    tried: list[int] = []
    now = 0

    def start(address: int) -> Any:
        tried.append(now // SECOND_NS)
        raise ValueError(f"No I2C device at address: {address:#x}")

    displays = Displays((0x3C,), start, lambda said: None)
    for now in range(0, 300 * SECOND_NS, SECOND_NS // 2):
        displays.show(0, BLANK, now)
    assert tried == [0, 1, 3, 7, 15, 31, 63, 123, 183, 243]
    assert tried[-1] - tried[-2] == LAST_RETRY_NS // SECOND_NS


def test_closing_darkens_what_still_answers(bench: Bench) -> None:
    """Protects: no clock stays on the glass when nothing runs behind it, and a lost display hinders no stop."""
    for seat in (0, 1):
        bench.displays.show(seat, random.Random(seat).randbytes(1024), 0)
    hang(bench.chip(0))
    bench.displays.close()
    assert not bench.chip(1).on


# --- without displays ------------------------------------------------------------------------------


def test_without_the_packages_the_sentence_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Protects a club that wired displays but installed without the extra."""
    monkeypatch.setitem(sys.modules, "board", None)
    with pytest.raises(NoDisplays, match=r"pip install '\.\[pi\]'"):
        on_i2c()


def test_a_pi_whose_bus_is_off_is_told_how_to_switch_it_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Protects the usual first mistake: I2C is off on a new Raspberry Pi OS."""

    def none(scl: object, sda: object) -> None:
        raise ValueError("No Hardware I2C on (scl,sda)=(3, 2)")

    for name, module in (("board", SimpleNamespace(SCL=3, SDA=2)), ("busio", SimpleNamespace(I2C=none))):
        monkeypatch.setitem(sys.modules, name, module)  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "adafruit_ssd1306", blinka())
    with pytest.raises(NoDisplays, match="raspi-config"):
        on_i2c()


def test_importing_the_displays_reaches_for_no_board() -> None:
    """Protects every machine without displays."""
    code = (
        "import sys, host.adapters.displays, host.adapters.screens\n"
        "print(sorted({'board', 'busio', 'adafruit_ssd1306', 'PIL'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
