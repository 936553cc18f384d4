"""`taula run` as a club meets it: table.toml, a board on a serial port, buttons, a page; then off and on again."""

import asyncio
import json
import os
import socket
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from types import ModuleType

import pytest
from aiohttp import ClientSession
from tablewire import messages as wire

from engine_lite.notation import parse_square
from engine_lite.tiles import CATALAN
from host import config as settings
from host import waiting_room
from host.adapters.web.server import Web
from host.cli import main
from host.core.events import Event
from host.core.table import Table
from host.register import BadRegister, load_register
from host.schemas import Action, Role
from host.service import LOOK_S, Service
from host.simulator import motions
from host.simulator.ideal_readers import IdealReaders
from host.simulator.stock import PhysicalTile, Stock
from host.tests.board_line import require_micropython
from host.tests.fake_rpi_gpio import FakeGpio
from host.tests.real_time import RealTimeBoard, RealTimeReaders, real_time_board, real_time_readers

PATIENCE_S = 20.0  # real seconds for what takes a few tenths
NO_READERS = ["no_bag_reader", "no_rack_readers"]  # all the game, at a table without them
CLOCK_A, CLOCK_B, REFEREE, LED_A, LED_B, BUZZER = 5, 6, 22, 17, 27, 12
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

    def __init__(self, folder: Path, port: str, more: str = "", pin: str = "") -> None:
        self._folder = folder
        (folder / "table.toml").write_text(
            '[table]\nname = "Taula 7"\nrulebook = "fisc_classic"\nseats = ["Anna", "Biel"]\n'
            f'{more}[link]\nport = "{port}"\n[web]\nport = 0\nreferee_pin = "{pin}"\n[panel]\n')
        self._parts = AsyncExitStack()
        self._changed = asyncio.Event()

    async def __aenter__(self) -> "Running":
        config = settings.load(self._folder / "table.toml")
        self.service = Service(config, self._folder, self._parts)
        self.service.app.watchers.append(self._watch)
        self.web = Web(referee_pin=config.web.referee_pin)
        await self.web.start(config.web.host, config.web.port)
        self._parts.push_async_callback(self.web.stop)
        self._tasks = [asyncio.create_task(work) for work in (self.service.look(self.web), self.service.talk())]
        return self

    async def __aexit__(self, *_trouble: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
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
        assert (resumed.game.totals, resumed.clock.running, str(resumed.phase)) == ((22, 0), None, "paused")
        assert (gpio.level(LED_A), gpio.level(LED_B)) == (0, 0)
        await again.until(lambda now: now.linked and len(now.sensed.on) == 4 and not now.sensed.moving)
        assert [prompt.name for prompt in again.service.app.view().prompts] == [*NO_READERS, "resumed"]
        assert again.service.app.table.clock.left_ns == resumed.clock.left_ns  # both stand as they stood
        gpio.trace(REFEREE, BOUNCE)
        await again.until(lambda now: now.clock.running == 1)
        assert [prompt.name for prompt in again.service.app.view().prompts] == NO_READERS


async def two_bags(folder: Path, board: RealTimeBoard, bag: RealTimeReaders, second: RealTimeReaders,
                   told: pytest.CaptureFixture[str]) -> None:
    async with Running(folder, board.path, f'[readers]\nbag = "{bag.path}"\nracks = "{second.path}"\n') as table:
        await table.until(lambda now: now.linked and "bag" in now.parts)
        said = ""
        async with asyncio.timeout(PATIENCE_S):
            while "Two boards" not in said:
                await asyncio.sleep(0.02)
                said += told.readouterr().out
            doubled = table.service.app.doubled
            for _ in range(10):  # looks at all lines, each of which could say it again
                await asyncio.sleep(LOOK_S)
        said += told.readouterr().out
        (line, (part, used)), = doubled.items()
        paths = {"bag": bag.path, "racks": second.path}
        assert part == "bag"
        assert said.count("Two boards") == 1
        assert (f"Two boards read the bag: the one at {paths[used]} is used, the one at {paths[line]} is left alone."
                in said)
        assert table.service.app.table.parts == {"board", "bag"}


def test_two_boards_of_one_part_are_said_in_one_sentence_and_the_first_stays_in_use(folder, gpio, capsys):
    """Hardware page 7, row 2: both answer that they are the bag's; which of them was first is used, and named."""
    require_micropython()
    with (real_time_board() as board, real_time_readers(IdealReaders(wire.BAG, b"VIRTUAL2", seed=1)) as bag,
          real_time_readers(IdealReaders(wire.BAG, b"VIRTUAL3", seed=2)) as second):
        asyncio.run(two_bags(folder, board, bag, second, capsys))
    gpio.stop()


def test_a_turn_is_played_with_real_buttons_and_goes_on_after_a_restart(folder, stock, gpio):
    """Edges with bounces, from the GPIO library's own thread; the interrupted game is offered and stands."""
    require_micropython()
    with real_time_board() as board:
        asyncio.run(a_turn_and_a_restart(folder, stock, gpio, board))
    gpio.stop()
    assert gpio.callback_errors == []


async def a_square_that_chatters(folder: Path, board: RealTimeBoard, told: pytest.CaptureFixture[str]) -> None:
    async with Running(folder, board.path) as table:
        await table.until(lambda now: now.linked and not now.sensed.moving)
        said = ""
        async with asyncio.timeout(PATIENCE_S):
            while "c3" not in said:
                for how in ("on", "off"):
                    board.do(lambda at, how=how: at.fault("hall_stuck", "c3", how))
                    await asyncio.sleep(0.1)
                said += told.readouterr().out
        for _ in range(10):
            await asyncio.sleep(LOOK_S)
        said += told.readouterr().out
        assert said.count("The table feels something come and go again and again on c3.") == 1
        shown = {each.name: each.squares for each in table.service.app.view().prompts}
        assert shown["sensor_chatters"] == ("c3",)


def test_a_square_that_chatters_is_written_down_once_in_the_services_own_record(folder, gpio, capsys):
    """Hardware page 7, row 18."""
    require_micropython()
    with real_time_board() as board:
        asyncio.run(a_square_that_chatters(folder, board, capsys))
    gpio.stop()


# --- several boards ---------------------------------------------------------------------------------------------


async def a_play_between_all_readers(folder: Path, stock: Stock, gpio: FakeGpio, board: RealTimeBoard,
                                     bag: RealTimeReaders, racks: RealTimeReaders, crossed: bool) -> None:
    seats = (stock.move(("QU", "I", "N", "A", "S", "E", "M"), "bag", "rack A"), stock.draw(7, "rack B"))
    for seat, tiles in enumerate(seats):
        racks.do(lambda at, _now, seat=seat, tiles=tiles: at.lies_on_rack(seat, [tile.tag for tile in tiles]))
    ports = (racks.path, bag.path) if crossed else (bag.path, racks.path)
    more = '[readers]\nbag = "{}"\nracks = "{}"\n'.format(*ports)
    async with Running(folder, board.path, more) as table:
        await table.until(lambda now: now.linked and {"bag", "racks"} <= now.parts and len(now.ledger.racks) == 2)
        assert table.service.app.table.readers == {"bag", "racks"}
        gpio.trace(CLOCK_B, BOUNCE)
        await table.until(lambda now: now.clock.running == 0)
        racks.do(lambda at, _now: at.lies_on_rack(0, [tile.tag for tile in seats[0][4:]]))
        for tile, name in zip(seats[0], ("h5", "h6", "h7", "h8"), strict=False):
            lay(board, tile, name)
        await table.until(lambda now: len(now.sensed.on) == 4 and not now.sensed.moving)
        gpio.trace(CLOCK_A, BOUNCE)
        await table.until(lambda now: len(now.game.turns) == 1)
        drawn = stock.draw(4, "rack A")
        for tile in drawn:
            bag.do(lambda at, now, tile=tile: at.tile_passes(tile.tag, now, 100))
        held = {tile.tag for tile in (*seats[0][4:], *drawn)}
        racks.do(lambda at, _now: at.lies_on_rack(0, held))
        after = await table.until(lambda now: set(now.ledger.of(0)) == held)
        assert (len(after.course.bag), after.ledger.by_ring) == (82, frozenset())  # 100, less 4 laid and 14 on racks
        racks.do(lambda at, now: at.power(False, now))
        await table.until(lambda now: "racks" not in now.parts)
        assert [each.name for each in table.service.app.view().prompts] == ["no_rack_readers"]
        bag.do(lambda at, now: at.power(False, now))
        await table.until(lambda now: "bag" not in now.parts)
        assert {each.name for each in table.service.app.view().prompts} == {"no_bag_reader", "no_rack_readers"}
        for each in (bag, racks):
            each.do(lambda at, now: at.power(True, now))
        await table.until(lambda now: {"bag", "racks"} <= now.parts)
        assert table.service.app.view().prompts == ()


@pytest.mark.parametrize("crossed", [False, True])
def test_a_play_and_its_draw_are_followed_by_three_boards_on_three_ports(crossed, folder, stock, gpio):
    """Squares under the real firmware, ring and loops on lines of their own; each that falls silent is said.

    `crossed`: the two readers' plugs are in each other's ports; each says itself what it is.
    """
    require_micropython()
    with (real_time_board() as board,
          real_time_readers(IdealReaders(wire.BAG, b"VIRTUAL2")) as bag,
          real_time_readers(IdealReaders(wire.RADIO, b"VIRTUAL1", racks=2)) as racks):
        asyncio.run(a_play_between_all_readers(folder, stock, gpio, board, bag, racks, crossed))
    gpio.stop()


async def a_reader_that_was_never_plugged_in(folder: Path, board: RealTimeBoard) -> None:
    async with Running(folder, board.path, f'[readers]\nbag = "{folder}/no-such-port"\n') as table:
        await table.until(lambda now: now.linked)
        assert [each.name for each in table.service.app.view().prompts] == NO_READERS  # it was built without loops


def test_a_reader_that_is_set_up_and_missing_is_said_and_the_game_goes_on(folder, stock, gpio):
    require_micropython()
    with real_time_board() as board:
        asyncio.run(a_reader_that_was_never_plugged_in(folder, board))
    gpio.stop()


# --- another game ------------------------------------------------------------------------------------------------


async def both_sides_begin_another_game(folder: Path) -> None:
    anna, biel = Role(0, "en"), Role(1, "en")
    async with Running(folder, "no-such-port") as table:
        assert table.service.act(Action("start"), anna) == ""
        assert table.service.act(Action("new_game"), anna) == "The game is not over yet."  # nobody ends a game alone
    async with Running(folder, "no-such-port") as table:
        first = table.service.app
        assert table.service.act(Action("new_game"), anna) == ""
        asked = [each.sentence for each in first.view().prompts if each.name == "new_game_asked"]
        assert asked == ["Es demana una altra partida. Comença quan també la demani l'altre costat, o l'àrbitre."]
        assert not first.table.left
        assert table.service.act(Action("new_game"), biel) == ""
        while table.service.app is first:
            await asyncio.sleep(0.01)
        assert (str(table.service.app.table.phase), table.service.app.table.reopened) == ("setup", False)
        assert table.service.act(Action("start"), biel) == ""
    async with Running(folder, "no-such-port") as table:
        assert table.service.app.table.clock.left_ns[0] == 1_800_000_000_000  # the second game, B's clock had run
        assert table.service.act(Action("resume"), anna) == ""
        assert table.service.app.table.clock.running == 1
    assert len(list((folder / "journal").glob("*.journal"))) == 2


def test_both_sides_leave_an_interrupted_game_and_begin_another(folder, gpio):
    """One side alone cannot; and a game that was left is not offered again."""
    asyncio.run(both_sides_begin_another_game(folder))
    gpio.stop()


async def what_is_said_of_a_turn(folder: Path, stock: Stock, gpio: FakeGpio, board: RealTimeBoard) -> str:
    """The first thing that the voice says while a play is laid, pressed and scored."""
    heard: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
    pipe = os.open(folder / "said", os.O_RDWR | os.O_NONBLOCK)
    asyncio.get_running_loop().add_reader(pipe, lambda: heard.done() or heard.set_result(os.read(pipe, 4096)))
    async with Running(folder, board.path, "rated = false\n[voice]\n") as table:
        await table.until(lambda now: now.linked and not now.sensed.moving)
        gpio.trace(CLOCK_B, BOUNCE)
        await table.until(lambda now: now.clock.running == 0)
        for face, name in (("QU", "h5"), ("I", "h6"), ("N", "h7"), ("A", "h8")):
            lay(board, stock.take("bag", face), name)
        await table.until(lambda now: len(now.sensed.on) == 4 and not now.sensed.moving)
        gpio.trace(CLOCK_A, BOUNCE)
        said = await asyncio.wait_for(heard, PATIENCE_S)
    asyncio.get_running_loop().remove_reader(pipe)
    os.close(pipe)
    return said.decode()


def test_a_friendly_game_is_spoken_as_it_is_played(folder, stock, gpio, monkeypatch):
    """From the tiles to the voice: what is said is what was scored. In place of espeak-ng its text is kept."""
    require_micropython()
    os.mkfifo(folder / "said")
    program = folder / "espeak-ng"
    program.write_text(f"#!/bin/sh\nexec cat > '{folder}/said'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    with real_time_board() as board:
        said = asyncio.run(what_is_said_of_a_turn(folder, stock, gpio, board))
    gpio.stop()
    assert said == "Anna: quina. h, 5. 22 punts, total 22."


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


def test_a_start_that_fails_leaves_no_game_behind(folder, capsys):
    """The page's port is taken: the next start begins with the settings that it finds."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        (folder / "table.toml").write_text(
            f'[table]\nrulebook = "fisc_classic"\n[link]\nport = "x"\n[web]\nport = {taken.getsockname()[1]}\n')
        assert main(["run", "--config", str(folder / "table.toml")]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not (folder / "journal").exists()


async def buttons_without_pins(folder: Path) -> None:
    async with Running(folder, "no-such-port") as table:
        assert table.service.act(Action("start"), Role(0, "en")) == ""
        assert table.service.app.table.clock.running == 0


def test_buttons_that_are_set_up_where_there_are_no_pins_are_said_and_the_game_goes_on(folder, capsys, monkeypatch):
    """Every part of the panel is optional: without all of them the pages still play."""
    monkeypatch.setitem(sys.modules, "RPi", None)
    asyncio.run(buttons_without_pins(folder))
    assert capsys.readouterr().out.count("The table goes on without its buttons.") == 1


async def a_refused_press(folder: Path, gpio: FakeGpio, more: str) -> list[int]:
    """The levels of the buzzer's pin that follow a press of the side that is not on turn, or of nothing laid."""
    heard = []
    async with Running(folder, "no-such-port", more) as table:
        gpio.trace(CLOCK_B, BOUNCE)
        await table.until(lambda now: now.clock.running == 0)
        gpio.trace(CLOCK_A, BOUNCE)  # nothing is laid
        async with asyncio.timeout(PATIENCE_S):
            while table.service.app.table.refusal is None:
                await asyncio.sleep(LOOK_S)
            heard.append(gpio.level(BUZZER))
            while gpio.level(BUZZER):
                await asyncio.sleep(LOOK_S)
        heard.append(gpio.level(BUZZER))
    return heard


@pytest.mark.parametrize(("rated", "heard"), [("true", [0, 0]), ("false", [1, 0])])
def test_a_refused_press_is_heard_in_friendly_games_only(rated, heard, folder, gpio):
    """Fair play: no sound in a rated game, whatever is wired."""
    assert asyncio.run(a_refused_press(folder, gpio, f"rated = {rated}\n")) == heard
    gpio.stop()


# --- without its tiles ----------------------------------------------------------------------------------------------


def test_a_table_whose_tiles_are_not_known_says_so_on_its_page_and_begins_once_they_are(
        tmp_path: Path, stock: Stock, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Protects the first evening: a service that ended here would be started again and again, and no page would
    answer. The boards' lines are free meanwhile, for `taula tiles register`."""
    monkeypatch.setattr(waiting_room, "LOOK_S", 0.01)
    (tmp_path / "table.toml").write_text('[table]\nrulebook = "fisc_classic"\nlanguage = "en"\n'
                                         '[link]\nport = "/dev/ttyNOWHERE"\n')
    config = settings.load(tmp_path / "table.toml")
    tried: list[bool] = []
    alive: list[bool] = []
    told: list[str] = []

    def make(parts: AsyncExitStack) -> Service:
        tried.append(False)
        parts.callback(lambda: tried.__setitem__(-1, True))
        return Service(config, tmp_path, parts)

    def teach() -> None:
        alive.append(True)
        if len(alive) == 3:
            (tmp_path / "tiles.json").write_text("{}")  # not yet whole
        if len(alive) == 6:
            (tmp_path / "tiles.json").write_text(json.dumps(dict(stock.register)))

    async def scenario() -> None:
        async with AsyncExitStack() as parts:
            room = waiting_room.WaitingRoom(tmp_path / "tiles.json", lambda why: told.append(str(why)), teach,
                                            asyncio.Event())
            assert isinstance(await room.opened(make, parts), Service)
            assert tried == [True, True, False]  # what was opened for nothing was closed again
        assert tried[-1] is True

    asyncio.run(scenario())
    assert "is not there" in told[0]
    assert "is not the" in told[1]
    (notice,) = waiting_room.waiting_view(config).prompts
    assert notice.sentence.startswith("This table does not know its tiles yet.")
    assert len(list((tmp_path / "journal").glob("*.journal"))) == 1


def test_a_table_that_waits_for_its_tiles_can_be_stopped(tmp_path: Path) -> None:
    """Protects `systemctl stop`, which must not have to kill it."""
    stop = asyncio.Event()

    def make(parts: AsyncExitStack) -> Service:
        raise BadRegister("tiles.json is not there")

    async def scenario() -> None:
        room = waiting_room.WaitingRoom(tmp_path / "tiles.json", lambda why: stop.set(), lambda: None, stop)
        assert await room.opened(make, AsyncExitStack()) is None

    asyncio.run(scenario())
