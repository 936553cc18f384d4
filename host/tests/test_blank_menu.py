"""A blank named at the table with two buttons: the menu's steps, the buttons' edges, the picture on the glass."""

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from engine_lite.notation import parse_square
from engine_lite.tiles import CATALAN
from hardware_tests import needs
from host import blank_menu
from host import config as settings
from host.adapters.journal import read_story
from host.config import PanelSettings
from host.core.events import BlankDeclared, ClockPressed, Due, GameOpened, HallChanged, Started, TagsRead
from host.core.state import Table, open_table
from host.core.table import step
from host.panel_signs import pins_of
from host.possible import blank_faces
from host.service import Service
from host.tests.fake_i2c import FakeI2c, FakeSsd1306
from host.tests.fake_rpi_gpio import FakeGpio
from host.tests.test_screens import kept

SECOND = 1_000_000_000
TAGS = {f"e00401000000{number:04x}": kind.face for number, kind in enumerate(
    kind for kind in CATALAN.faces for _ in range(kind.count))}
PINS = pins_of(PanelSettings())
BOUNCE = ((0, 0), (400, 1), (900, 0), (150_000, 1), (700, 0), (1_200, 1))  # down with bounces, and up again
FACES = blank_faces(CATALAN)
PATIENCE_S = 20


def laid(now: Table, faces: str, first: str) -> Table:
    """`now` with tiles on the squares from `first` on."""
    used = set(now.sensed_tags)
    for square, face in enumerate(faces.split(), parse_square(first)):
        tag = next(tag for tag, other in TAGS.items() if other == face and tag not in used)
        used.add(tag)
        for told in (HallChanged(2 * SECOND, square, True), TagsRead(2 * SECOND, square, (tag,))):
            now, _ = step(now, told)
    return now


@pytest.fixture
def playing() -> Table:
    """Anna is on turn at a table whose board tells every tile."""
    opened = GameOpened(0, "fisc_classic", ("Anna", "Biel"), (1_800 * SECOND,) * 2, tuple(TAGS.items()),
                        self_ending=True)
    return step(open_table(opened), Started(0, at_ns=SECOND))[0]


def test_the_menu_opens_for_a_blank_without_a_face_and_closes_when_it_has_one(playing: Table) -> None:
    """One blank after the other; not while a press is being read, and never for a tile that is no blank."""
    assert blank_menu.brought(None, laid(playing, "A S", "h8")) is None
    now = laid(playing, "? A ?", "h8")
    menu = blank_menu.brought(None, now)
    assert menu == blank_menu.BlankMenu(0, parse_square("h8"))
    assert blank_menu.brought(menu, step(now, ClockPressed(3 * SECOND, 0))[0]) is None
    now, _ = step(now, BlankDeclared(3 * SECOND, parse_square("h8"), "S"))
    second = blank_menu.brought(menu, now)
    assert second == blank_menu.BlankMenu(0, parse_square("h10"))
    now, _ = step(now, BlankDeclared(3 * SECOND, parse_square("h10"), "NY"))
    assert blank_menu.brought(second, now) is None


def test_the_faces_come_in_alphabetical_order_and_round_again(playing: Table) -> None:
    """Brief: always the same order whatever fits; before the first step nothing is shown that could be said."""
    now = laid(playing, "?", "h8")
    menu = blank_menu.brought(None, now)
    assert menu is not None
    shown = [blank_menu.face_of(menu, now)]
    for _ in range(len(FACES) + 1):
        menu = blank_menu.stepped(menu, now)
        assert blank_menu.brought(menu, now) is menu
        shown.append(blank_menu.face_of(menu, now))
    assert shown == ["", *FACES, FACES[0]]


class Seats:
    """The service of a table with buttons and displays; the board is told by hand."""

    def __init__(self, service: Service, gpio: FakeGpio, bus: FakeI2c, folder: Path) -> None:
        self.service, self.gpio, self.bus, self.folder = service, gpio, bus, folder

    async def pressed(self, pin: int, count: int = 1) -> None:
        for _ in range(count):
            self.gpio.now_ns += SECOND // 5
            self.gpio.trace(pin, BOUNCE)
            await asyncio.sleep(0)  # the edges wait on the event loop
            await asyncio.sleep(0)

    def lay(self, faces: str, first: str) -> None:
        used = set(self.service.app.table.sensed_tags)
        for square, face in enumerate(faces.split(), parse_square(first)):
            tag = next(tag for tag, other in TAGS.items() if other == face and tag not in used)
            used.add(tag)
            at_ns = self.service.app.time.now()
            self.service.app.happened(HallChanged(at_ns, square, True))
            self.service.app.happened(TagsRead(at_ns, square, (tag,)))

    def laid(self) -> list[tuple[str, bool]]:
        return [(tile.face, tile.blank) for tile in self.service.app.view().laid]

    def story(self) -> list[object]:
        (path,) = self.folder.glob("journal/*.journal")
        return [event for event, _ in read_story(path).events]


@pytest.fixture
def gpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeGpio]:
    fake = FakeGpio()
    package = ModuleType("RPi")
    vars(package)["GPIO"] = fake
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", fake)
    yield fake
    fake.stop()


def played(story: Callable[[Seats], object], gpio: FakeGpio, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play `story` at a service with the panel on the fake pins and two displays on the recorded bus."""
    needs.package("adafruit_ssd1306")
    bus = FakeI2c({address: FakeSsd1306() for address in (0x3C, 0x3D)})
    monkeypatch.setitem(sys.modules, "board", SimpleNamespace(SCL=3, SDA=2))
    monkeypatch.setitem(sys.modules, "busio", SimpleNamespace(I2C=lambda scl, sda: bus))
    (folder / "tiles.json").write_text(json.dumps(TAGS))
    (folder / "table.toml").write_text(
        '[table]\nrulebook = "fisc_classic"\nseats = ["Anna", "Biel"]\n'
        '[link]\nport = "/dev/null/none"\n[web]\nport = 0\n[panel]\n[displays]\n')
    monkeypatch.chdir(folder)
    clock = SimpleNamespace(monotonic_ns=lambda: gpio.now_ns, monotonic=lambda: gpio.now_ns / SECOND)
    monkeypatch.setattr("host.service.time", clock)  # time goes by only as the fingers press

    async def whole() -> None:
        async with AsyncExitStack() as parts:
            service = Service(settings.load(folder / "table.toml"), folder, parts)
            await asyncio.wait_for(story(Seats(service, gpio, bus, folder)), PATIENCE_S)  # type: ignore[arg-type]

    asyncio.run(whole())
    assert gpio.callback_errors == []


def test_two_buttons_name_a_blank_and_the_display_shows_it(gpio, tmp_path, monkeypatch):
    """Stepped to NY by A's challenge button, said by A's clock button: one declaration, no press, no challenge."""

    async def story(seats: Seats) -> None:
        await seats.pressed(PINS.clock_b)  # starts A's clock
        seats.lay("C A ? A", "g6")
        assert seats.service.view().menu.face == ""
        await seats.pressed(PINS.challenge_a, FACES.index("NY") + 1)
        assert (seats.service.view().menu.square, seats.service.view().menu.face) == ("g8", "NY")
        await seats.service.show_once()
        kept(seats.bus.displays[0x3C].picture(), "blank")
        glass = seats.bus.displays[0x3C].picture()
        assert glass.getpixel((6, 30))  # the tile, lit
        assert not glass.getpixel((8, 30))  # and the ring cut out of it
        assert seats.bus.displays[0x3D].picture().tobytes() != glass.tobytes()
        await seats.pressed(PINS.clock_a)
        assert seats.laid() == [("C", False), ("A", False), ("NY", True), ("A", False)]
        assert seats.service.view().menu is None
        told = [type(event) for event in seats.story() if type(event) not in (HallChanged, TagsRead)]
        assert told == [GameOpened, ClockPressed, BlankDeclared]
        await seats.pressed(PINS.clock_a)  # and now it is the clock again
        assert isinstance(seats.story()[-1], ClockPressed | Due)

    played(story, gpio, tmp_path, monkeypatch)


def test_a_button_held_down_steps_on_by_itself(gpio, tmp_path, monkeypatch):
    """Z is the 25th face: after seven tenths of a second four a second, until the finger is off."""

    async def story(seats: Seats) -> None:
        await seats.pressed(PINS.clock_b)
        seats.lay("C A ? A", "g6")
        gpio.trace(PINS.challenge_a, BOUNCE[:3])
        await asyncio.sleep(0)
        shown = []
        for _ in range(5):
            seats.service.look_at_buttons()
            shown.append(seats.service.view().menu.face)
            gpio.now_ns += SECOND // 4
        assert shown == ["A", "A", "A", "B", "C"]
        gpio.trace(PINS.challenge_a, BOUNCE[3:])
        await asyncio.sleep(0)
        gpio.now_ns += SECOND
        seats.service.look_at_buttons()
        assert seats.service.view().menu.face == "C"

    played(story, gpio, tmp_path, monkeypatch)


def test_a_press_too_soon_names_nothing_and_the_other_side_keeps_its_buttons(gpio, tmp_path, monkeypatch):
    """No face has been shown: the press is one of the clock, refused for the blank; B's button is B's challenge."""

    async def story(seats: Seats) -> None:
        await seats.pressed(PINS.clock_b)
        seats.lay("C A ? A", "g6")
        await seats.pressed(PINS.challenge_b)
        assert type(seats.story()[-1]).__name__ == "ChallengePressed"
        await seats.pressed(PINS.clock_a)
        assert isinstance(seats.story()[-1], ClockPressed)
        assert ("?", True) in seats.laid()

    played(story, gpio, tmp_path, monkeypatch)


def test_without_its_display_a_side_names_its_blank_on_the_page(gpio, tmp_path, monkeypatch):
    """Nobody says a face that he cannot see: with the display gone the buttons are the game's again."""

    async def story(seats: Seats) -> None:
        seats.bus.displays[0x3C].plugged = False
        await seats.service.show_once()
        await seats.pressed(PINS.clock_b)
        seats.lay("C A ? A", "g6")
        assert seats.service.view().menu is None
        await seats.pressed(PINS.challenge_a)
        assert type(seats.story()[-1]).__name__ == "ChallengePressed"

    played(story, gpio, tmp_path, monkeypatch)
