"""`taula run` as a club meets it: table.toml, a board on a serial port, buttons, a page; then off and on again."""

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from types import ModuleType

import pytest
from aiohttp import ClientSession

from engine_lite.notation import parse_square
from engine_lite.tiles import CATALAN
from host import config as settings
from host import games
from host.adapters.web.server import Web
from host.cli import main
from host.core.events import Ended, Event, GameOpened, Started
from host.core.table import Table
from host.register import BadRegister, load_register
from host.service import CannotRun, Service, open_game
from host.simulator import motions
from host.simulator.stock import PhysicalTile, Stock
from host.tests.board_line import require_micropython
from host.tests.fake_rpi_gpio import FakeGpio
from host.tests.real_time import RealTimeBoard, real_time_board

PATIENCE_S = 20.0  # real seconds for what takes a few tenths
CLOCK_A, CLOCK_B, LED_A, LED_B = 5, 6, 17, 27
BOUNCE = ((0, 0), (400, 1), (900, 0), (150_000, 1), (700, 0), (1_200, 1))  # down with bounces, and up again


@pytest.fixture
def stock() -> Stock:
    return Stock((face.face for face in CATALAN.faces for _ in range(face.count)), seed=3)


@pytest.fixture
def folder(tmp_path: Path, stock: Stock) -> Path:
    """What stands on the Pi: settings and the register of the tiles."""
    (tmp_path / "tiles.json").write_text(json.dumps(dict(stock.register)))
    return tmp_path


@pytest.fixture
def gpio(monkeypatch: pytest.MonkeyPatch) -> FakeGpio:
    fake = FakeGpio()
    package = ModuleType("RPi")
    package.GPIO = fake
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", fake)
    return fake


class Running:
    """One life of the service, with its page, for the length of an `async with`."""

    def __init__(self, folder: Path, port: str) -> None:
        self._folder = folder
        (folder / "table.toml").write_text(
            '[table]\nname = "Taula 7"\nrulebook = "fisc_classic"\nseats = ["Anna", "Biel"]\n'
            f'[link]\nport = "{port}"\n[web]\nport = 0\n[panel]\n')
        self._parts = AsyncExitStack()
        self._changed = asyncio.Event()

    async def __aenter__(self) -> "Running":
        config = settings.load(self._folder / "table.toml")
        self.service = Service(config, self._folder, self._parts)
        self.service.app.watchers.append(self._watch)
        self.web = Web()
        await self.web.start(config.web.host, config.web.port)
        self._parts.push_async_callback(self.web.stop)
        self._task = asyncio.create_task(self.service.look(self.web))
        return self

    async def __aexit__(self, *_trouble: object) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])
        await self._parts.aclose()

    def _watch(self, _event: Event, _table: Table, _effects: object) -> None:
        self._changed.set()

    async def until(self, holds: Callable[[Table], bool]) -> Table:
        """Wait until the table is so."""
        while not holds(self.service.app.table):
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), PATIENCE_S)
        return self.service.app.table


def lay(board: RealTimeBoard, tile: PhysicalTile, name: str) -> None:
    square = parse_square(name)
    board.do(lambda at: at.pose(
        tile.number, bytes.fromhex(tile.tag), *motions.setting_down(square, at.now_us + motions.SETTING_DOWN_US)))


async def a_turn_and_a_restart(folder: Path, stock: Stock, gpio: FakeGpio, board: RealTimeBoard) -> None:
    async with Running(folder, board.path) as table:
        await table.until(lambda now: now.linked and not now.sensed.moving)
        gpio.trace(CLOCK_B, BOUNCE)  # B starts A's clock
        await table.until(lambda now: now.clock.running == 0)
        assert (gpio.level(LED_A), gpio.level(LED_B)) == (1, 0)
        for face, name in (("QU", "h5"), ("I", "h6"), ("N", "h7"), ("A", "h8")):
            lay(board, stock.take("bag", face), name)
        await table.until(lambda now: len(now.sensed.on) == 4 and not now.sensed.moving)
        gpio.trace(CLOCK_A, BOUNCE)
        after = await table.until(lambda now: len(now.game.turns) == 1)
        assert (after.game.totals, after.clock.running) == ((22, 0), 1)
        assert (gpio.level(LED_A), gpio.level(LED_B)) == (0, 1)
        async with ClientSession() as browser, browser.get(f"{table.web.address}/api/game") as answer:
            shown = await answer.json()
    assert [(turn["start"], turn["text"], turn["score"]) for turn in shown["turns"]] == [("h5", "QUINA", 22)]
    assert shown["table"] == "Taula 7"
    async with Running(folder, board.path) as again:
        resumed = again.service.app.table
        assert (resumed.game.totals, resumed.clock.running) == ((22, 0), 1)
        await again.until(lambda now: now.linked and len(now.sensed.on) == 4 and not now.sensed.moving)
        assert again.service.app.view().prompts == ()


def test_a_turn_is_played_with_real_buttons_and_goes_on_after_a_restart(folder, stock, gpio):
    """Edges with bounces, from the GPIO library's own thread; the interrupted game is offered again by itself."""
    require_micropython()
    with real_time_board() as board:
        asyncio.run(a_turn_and_a_restart(folder, stock, gpio, board))
    gpio.stop()
    assert gpio.callback_errors == []


@pytest.mark.parametrize(("written", "says"), [
    ("", "is not there"), ("[]", "one JSON object"), ("{", "must be JSON"), ('{"x": "A"}', "is no tag"),
    ('{"e004000000000001": 3}', "one JSON object"),
    ('{"e004000000000001": "A"}', "is not the catalan set: missing ? ?"),
])
def test_a_tile_register_that_cannot_be_used_ends_in_one_sentence(written, says, tmp_path):
    path = tmp_path / "tiles.json"
    if written:
        path.write_text(written)
    with pytest.raises(BadRegister, match=says.replace("?", r"\?")):
        load_register(path, CATALAN)


@pytest.mark.parametrize(("text", "says"), [
    ("", "link.port is missing"), ("[tabel]\n", "unknown section 'tabel'"), ("[link]\nport = 3\n", "link.port is 3"),
])
def test_settings_that_cannot_be_used_end_the_service_in_one_sentence(text, says, folder, capsys):
    (folder / "table.toml").write_text(text)
    assert main(["run", "--config", str(folder / "table.toml")]) == 2
    told = capsys.readouterr().err.strip()
    assert says in told
    assert len(told.splitlines()) == 1


def a_game(folder: Path, stock: Stock, name: str, over: bool) -> None:
    """A game in the folder of journals, finished or not."""
    opened = GameOpened(0, "fisc_classic", (name, "B"), (60 * 10**9,) * 2, stock.register)
    game = games.begin(folder / "journal" / f"{name}.journal", opened, lambda: 0)
    game.journal.append(Started(1, 0))
    if over:
        game.journal.append(Ended(2, "no_play"))
    game.journal.close()
    game.time_file.close()


def test_the_interrupted_game_is_found_behind_a_finished_one(folder, stock, capsys):
    """A Pi that has lost its clock dates its games wrongly; an open game must not be dropped for that."""
    (folder / "journal").mkdir()
    for name, over in (("0001-a", False), ("0002-b", False), ("0003-c", True)):
        a_game(folder, stock, name, over)
    (folder / "table.toml").write_text('[link]\nport = "x"\n')
    game = open_game(settings.load(folder / "table.toml"), folder)
    assert game.table.seats == ("0002-b", "B")
    told = capsys.readouterr().out
    assert "Going on with the interrupted game of 0002-b, B (fisc_classic)" in told
    assert "0001-a.journal" in told
    game.journal.close()


def test_a_new_game_is_numbered_after_all_others(folder, stock):
    (folder / "journal").mkdir()
    a_game(folder, stock, "0007-x", over=True)
    (folder / "table.toml").write_text('[table]\nrulebook = "fisc_classic"\n[clock]\nminutes = 10\n')
    game = open_game(settings.load(folder / "table.toml"), folder)
    assert game.table.clock.left_ns == (600 * 10**9,) * 2
    assert sorted(path.name[:5] for path in (folder / "journal").glob("*.journal")) == ["0007-", "0008-"]
    game.journal.close()


def test_a_folder_that_cannot_hold_games_ends_in_one_sentence(folder):
    (folder / "file").write_text("")
    (folder / "table.toml").write_text('[table]\njournal = "file"\n')
    with pytest.raises(CannotRun, match="cannot be used for the games"):
        open_game(settings.load(folder / "table.toml"), folder)


def test_a_start_that_fails_leaves_no_game_behind(folder, capsys):
    """Buttons are named, and this machine has no pins: the next start begins with the settings that it finds."""
    (folder / "table.toml").write_text(
        '[table]\nrulebook = "fisc_classic"\n[link]\nport = "x"\n[web]\nport = 0\n[panel]\n')
    assert main(["run", "--config", str(folder / "table.toml")]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not (folder / "journal").exists()
