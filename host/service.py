"""`taula run`: one real table from power-up to power-down. Builds what table.toml names and keeps it going.

The table changes in one place only, on the event loop: the line is looked at every few milliseconds, presses come in
from the GPIO library's threads by `call_soon_threadsafe`. Holds no rule of the game.
"""

import argparse
import asyncio
import contextlib
import secrets
import signal
import time
from datetime import datetime
from pathlib import Path

from host import config as settings
from host import games
from host.adapters.displays import DisplayChanged, Displays, NoDisplays, on_i2c
from host.adapters.journal import read_story
from host.adapters.journal_lines import JournalError
from host.adapters.link import Link
from host.adapters.panel import Button, NoGpio, Panel, PanelEdge, PanelPins, Press
from host.adapters.screens import Screens
from host.adapters.serial_port import SerialPort
from host.adapters.web.server import PortTaken, Web
from host.app import App, NoLamps
from host.config import BadConfig, Config
from host.core.effects import Effect, Refuse
from host.core.events import ChallengePressed, ClockPressed, Event, GameOpened, Paused, Resumed
from host.core.phases import Phase
from host.core.state import rules_of
from host.core.table import Table
from host.printing import Wrong
from host.register import BadRegister, load_register

NS_PER_S = 1_000_000_000
LOOK_S = 0.005  # a quarter of the 20 ms that our work may take between a frame and the page
STUCK_ASKED_S = 1.0  # how often it is asked whether a button is jammed
DRAW_S = 0.2  # a display is drawn five times a second: tenths of the last seconds stay readable
SEATS_WITH_BUTTONS = {Button.CLOCK_A: 0, Button.CLOCK_B: 1, Button.CHALLENGE_A: 0, Button.CHALLENGE_B: 1}


class CannotRun(Wrong):
    """The table cannot be started as set up."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula run`."""
    command.add_argument("--config", type=Path, default=Path("table.toml"), metavar="table.toml")


def run(options: argparse.Namespace) -> int:
    """Serve the table that the settings describe until SIGINT or SIGTERM. Raises CannotRun."""
    path: Path = options.config
    try:
        config = settings.load(path)
        asyncio.run(_serve(config, path.parent))
    except (BadConfig, BadRegister, JournalError, games.ReplayDiffers, NoGpio, PortTaken) as why:
        raise CannotRun(str(why)) from None
    return 0


async def _serve(config: Config, folder: Path) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with contextlib.AsyncExitStack() as parts:
        web = Web()
        await web.start(config.web.host, config.web.port)
        parts.push_async_callback(web.stop)
        service = Service(config, folder, parts)
        print(f"{config.table.name}: {web.address}", flush=True)
        tasks = [asyncio.create_task(service.look(web)), asyncio.create_task(service.draw())]
        waiting = asyncio.create_task(stop.wait())
        done, _ = await asyncio.wait([*tasks, waiting], return_when=asyncio.FIRST_COMPLETED)
        for task in [*tasks, waiting]:
            task.cancel()
        for task in done - {waiting}:
            task.result()  # a task that ended has failed: its error is the service's


class Service:
    """The parts of one real table; what it opens is closed with `parts`."""

    def __init__(self, config: Config, folder: Path, parts: contextlib.AsyncExitStack) -> None:
        self._port = SerialPort(settings.port_of(config), config.link.baud)
        parts.callback(self._port.close)
        self._panel = self._built_panel(config, parts)
        self._displays = self._built_displays(config, parts)
        game = open_game(config, folder)  # last: a start that fails must not leave a game behind
        link = Link(game.resume, first=secrets.randbits(31))
        self._screens = Screens()
        self._changed = True
        self._trouble = ""
        self._asked_s = 0.0
        self.app = App(game, link, lamps=self._panel or NoLamps(), language=config.table.language)
        parts.callback(self.app.close)
        self.app.watchers.append(self._watch)

    def _built_panel(self, config: Config, parts: contextlib.AsyncExitStack) -> Panel | None:
        if config.panel is None:
            return None
        pins = PanelPins(**{name: getattr(config.panel, name) for name in config.panel.__struct_fields__})
        loop = asyncio.get_running_loop()

        def post(edge: PanelEdge) -> None:
            loop.call_soon_threadsafe(self.edge, edge)

        panel = Panel(pins, post, time.monotonic_ns)
        parts.callback(panel.close)
        return panel

    def _built_displays(self, config: Config, parts: contextlib.AsyncExitStack) -> Displays | None:
        if config.displays is None:
            return None
        try:
            displays = Displays((config.displays.address_a, config.displays.address_b), on_i2c(), _say_display)
        except NoDisplays as why:
            print(why, flush=True)  # a game needs no displays: the pages show the same
            return None
        parts.callback(displays.close)
        return displays

    async def look(self, web: Web) -> None:
        """Look at the line and the clock for ever; publish what has changed."""
        while True:
            self._look_once()
            if self._changed or self.app.trouble != self._trouble:
                self._changed = False
                self._say_trouble()
                view = self.app.view()
                self._screens.saw(view)
                web.publish(view)
            await asyncio.sleep(LOOK_S)

    def _say_trouble(self) -> None:
        """A disk that takes nothing more, or takes it again, is said once in the service's own record."""
        if self.app.trouble != self._trouble:
            self._trouble = self.app.trouble
            print(self._trouble or "The game is written down again.", flush=True)

    def _look_once(self) -> None:
        if self._port.reopen(time.monotonic_ns()):
            self.app.cut()
        was_open = self._port.is_open
        if data := self._port.read():
            self.app.receive(data)
        if was_open and not self._port.is_open:
            self.app.cut()
        self._look_at_buttons()
        self.app.tick()
        if out := self.app.outgoing():
            self._port.write(out)

    def _look_at_buttons(self) -> None:
        now_s = time.monotonic()
        if self._panel is not None and now_s - self._asked_s >= STUCK_ASKED_S:
            self._asked_s = now_s
            for button in self._panel.stuck(time.monotonic_ns()):
                print(f"The button {button} has been down for ten seconds: free it or look at its wire.", flush=True)

    async def draw(self) -> None:
        """Draw the displays, in a thread: a whole frame takes 23 ms on their bus at 400 kHz, 94 ms at 100."""
        while self._displays is not None:
            at_ns = self.app.time.now()
            for seat in (0, 1):
                pages = self._screens.picture(seat, at_ns // 1_000_000).pages()
                await asyncio.to_thread(self._displays.show, seat, pages, time.monotonic_ns())
            await asyncio.sleep(DRAW_S)
        await asyncio.Event().wait()

    def edge(self, edge: PanelEdge) -> None:
        """An edge from the panel, on the event loop."""
        if self._panel is not None and (press := self._panel.press(edge)) is not None:
            self.app.happened(self._event_of(press))

    def _event_of(self, press: Press) -> Event:
        at_ns = self.app.time.of(press.at_ns)
        if press.button is Button.REFEREE:
            return Resumed(at_ns) if self.app.table.phase is Phase.PAUSED else Paused(at_ns)
        seat = SEATS_WITH_BUTTONS[press.button]
        clock = press.button in (Button.CLOCK_A, Button.CLOCK_B)
        return ClockPressed(at_ns, seat) if clock else ChallengePressed(at_ns, seat)

    def _watch(self, event: Event, _table: Table, effects: tuple[Effect, ...]) -> None:
        self._changed = True
        for effect in effects:
            if isinstance(effect, Refuse):
                self._screens.refused(effect.seat, event.at_ns // 1_000_000)


def open_game(config: Config, folder: Path) -> games.OpenGame:
    """The interrupted game of this table, or a new one. Raises CannotRun and the errors of journal and register."""
    journals = Path(config.table.journal)
    try:
        journals.mkdir(parents=True, exist_ok=True)
        written = sorted(journals.glob("*.journal"))
    except OSError as why:
        raise CannotRun(f"the folder {journals} cannot be used for the games: {why.strerror}") from None
    interrupted = [path for path in written if games.replayed(read_story(path))[0].phase is not Phase.OVER]
    if interrupted:
        return _gone_on_with(interrupted[-1], interrupted[:-1])
    rulebook = settings.rulebook_of(config)
    seats = config.table.seats
    opened = GameOpened(
        at_ns=0, rulebook=rulebook.name, seats=seats, clock_ns=(rulebook.clock_s * NS_PER_S,) * len(seats),
        tiles=load_register(folder / config.table.tiles, rulebook.tile_set), table_name=config.table.name,
        variant=config.table.variant, rules=rules_of(rulebook),
    )
    # Numbered, not only dated: a Pi that has lost its clock must not sort its games wrongly.
    number = 1 + max((int(path.name[:4]) for path in written if path.name[:4].isdigit()), default=0)
    return games.begin(journals / f"{number:04}-{datetime.now():%Y%m%d-%H%M%S}.journal", opened, time.monotonic_ns)


def _gone_on_with(path: Path, others: list[Path]) -> games.OpenGame:
    game = games.resume(path, time.monotonic_ns)
    players = ", ".join(game.table.seats)
    print(f"Going on with the interrupted game of {players} ({game.table.game.rulebook.name}) in {path};"
          " what table.toml says counts from the next game on.", flush=True)
    if game.damage is not None:
        print(f"The end of its journal was cut off: {game.damage}.", flush=True)
    if others:
        print(f"Also unfinished, and left as they are: {', '.join(map(str, others))}.", flush=True)
    return game


def _say_display(change: DisplayChanged) -> None:
    print(change.sentence, flush=True)
