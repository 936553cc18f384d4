"""`taula run`: one real table from power-up to power-down. Builds what table.toml names and keeps it going.

The table changes in one place only, on the event loop: the line is looked at every few milliseconds, presses come in
from the GPIO library's threads by `call_soon_threadsafe`. Holds no rule of the game.
"""

import argparse
import asyncio
import contextlib
import os
import secrets
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from host import config as settings
from host import desk, games, opening, waiting_room
from host.adapters import pi_health
from host.adapters.displays import DisplayChanged, Displays, NoDisplays, on_i2c
from host.adapters.journal_lines import JournalError
from host.adapters.link import Link
from host.adapters.panel import Button, Panel, PanelEdge, Press
from host.adapters.panel_debounce import MS
from host.adapters.screens import Screens
from host.adapters.serial_port import SerialPort
from host.adapters.service_manager import ServiceManager, since_start_s
from host.adapters.voice import Espeak, NoVoice, Voice
from host.adapters.web.server import PortTaken, Web
from host.app import App, NoLamps
from host.board_notices import come_up
from host.config import BadConfig, Config
from host.core.effects import Effect, Refuse
from host.core.events import BlankDeclared, ChallengePressed, ClockPressed, Event, Paused, PiTold, Resumed
from host.core.phases import Phase
from host.core.state import BOARD
from host.core.table import Table
from host.menu_buttons import SEATS_WITH_BUTTONS, MenuButtons
from host.opening import CannotRun, Opened
from host.panel_signs import LOST_SHOWN_NS, Signs, built_panel, jammed_notices, lost_notices
from host.register import BadRegister
from host.schemas import Action, GameView, PromptView, Role

LOOK_S = 0.005  # a quarter of the 20 ms that our work may take between a frame and the page
PULSE_NS = 10_000 * MS  # from pulse to pulse on SYNC: in it two crystals of 30 ppm come apart by 0.6 ms
STUCK_ASKED_NS = 1_000 * MS  # how often it is asked whether a button is jammed
DRAW_S = 0.2  # at the latest; a running clock is drawn when its second turns: bench check T25 allows 50 ms


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula run`."""
    command.add_argument("--config", type=Path, default=Path("table.toml"), metavar="table.toml")
    command.add_argument("--game", type=Path, metavar="JOURNAL",
                         help="go on with this game, of this table or brought from another")


def run(options: argparse.Namespace) -> int:
    """Serve the table that the settings describe until SIGINT or SIGTERM. Raises CannotRun."""
    path: Path = options.config
    try:
        config = settings.load(path)
        asyncio.run(_serve(config, path.parent, options.game))
    except (BadConfig, BadRegister, JournalError, games.ReplayDiffers, PortTaken) as why:
        raise CannotRun(str(why)) from None
    return 0


async def _serve(config: Config, folder: Path, brought: Path | None) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    manager = ServiceManager(os.environ, time.monotonic_ns)
    async with contextlib.AsyncExitStack() as parts:
        parts.callback(manager.stopping)
        web = Web(referee_pin=config.web.referee_pin, seat_pins=config.web.seat_pins)
        await web.start(config.web.host, config.web.port)
        parts.push_async_callback(web.stop)
        print(f"{config.table.name}: {web.address}", flush=True)
        def unknown(why: BadRegister) -> None:
            print(f"{why}. Until then the page says so.", flush=True)
            web.publish(waiting_room.waiting_view(config))
            manager.ready(f"{config.table.name}: {web.address} (its tiles are not known)")

        room = waiting_room.WaitingRoom(folder / config.table.tiles, unknown, manager.alive, stop)
        service = await room.opened(lambda tried: Service(config, folder, tried, brought), parts)
        if service is None:
            return
        web.on_action = service.act
        took_s = since_start_s()
        ready = "Ready." if took_s is None else f"Ready {took_s:.1f} s after the start."
        print(ready, flush=True)
        manager.ready(f"{config.table.name}: {web.address}")
        works = (service.look(web, manager.alive), service.draw(), service.talk(), service.watch_pi())
        tasks = [asyncio.create_task(work) for work in works]
        waiting = asyncio.create_task(stop.wait())
        done, _ = await asyncio.wait([*tasks, waiting], return_when=asyncio.FIRST_COMPLETED)
        for task in [*tasks, waiting]:
            task.cancel()
        for task in done - {waiting}:
            task.result()  # a task that ended has failed: its error is the service's


class Service:
    """The parts of one real table; what it opens is closed with `parts`. `app` is the host of the game played now.

    `brought` is the journal of a game that is to be gone on with, of this table or of another.
    """

    def __init__(self, config: Config, folder: Path, parts: contextlib.AsyncExitStack,
                 brought: Path | None = None) -> None:
        self._config, self._folder, self._parts = config, folder, parts
        self._another = asyncio.Event()  # another game has begun
        self._ports = {part: SerialPort(path, config.link.baud)
                       for part, path in {BOARD: settings.port_of(config), **settings.readers_of(config)}.items()}
        for port in self._ports.values():
            parts.callback(port.close)
        self._signs: Signs | None = None
        self._panel = self._built_panel(config, parts)
        self._dark: set[int] = set()  # seats whose display does not answer
        self._displays = self._built_displays(config, parts)
        opened = opening.open_game(config, folder, brought)  # last: a start that fails must not leave a game behind
        self._screens = Screens()
        self._changed = True
        self._has_referee = bool(config.web.referee_pin)
        self._trouble = ""
        self._notices: tuple[PromptView, ...] = ()
        self._doubled: dict[str, tuple[str, str]] = {}
        self._asked_ns = 0
        self._jammed: tuple[Button, ...] = ()
        self._unheard: dict[Button, int] = {}  # pressed and not heard; until when that is shown
        self._pulsed_ns = time.monotonic_ns() - PULSE_NS
        self._menu = MenuButtons(self._shows)
        self.app = self._app_of(opened)
        parts.callback(lambda: self.app.close())
        self._voice = built_voice(config, self.app.table, parts)

    def _app_of(self, opened: Opened) -> App:
        """The host of a game, each board greeted anew; a game that was begun before stands until people go on."""
        self._path = opened.game.path
        links = {part: Link(opened.game.resume, secrets.randbits(31), part) for part in self._ports}
        app = App(opened.game, links.pop(BOARD), readers=links, lamps=self._panel or NoLamps(),
                  language=self._config.table.language, lexicon=opening.lexicon_of(opened.game, self._folder))
        if opened.again is not None:
            app.happened(opened.again)
        app.watchers.append(self._watch)
        return app

    def _begin_another(self) -> None:
        """People have left the game for another one; where none can be begun, the service ends and says why."""
        opened = opening.begin_another(self._config, self._folder)
        self.app.close()
        opening.set_aside(self._path)
        self.app = self._app_of(opened)
        self._screens = Screens()
        self._menu.close()
        self._voice = built_voice(self._config, self.app.table, self._parts)
        self._another.set()
        self._changed = True
        print(f"Another game has begun, in {opened.game.path}.", flush=True)

    def _built_panel(self, config: Config, parts: contextlib.AsyncExitStack) -> Panel | None:
        if config.panel is None:
            return None
        loop = asyncio.get_running_loop()

        def post(edge: PanelEdge) -> None:
            loop.call_soon_threadsafe(self.edge, edge)

        panel = built_panel(config.panel, post, time.monotonic_ns, _say)
        if panel is not None:
            parts.callback(panel.close)
            self._signs = Signs(panel, config.panel.beep_ms)
            print(f"The buttons' edges are stamped {panel.stamps}.", flush=True)
        return panel

    def _built_displays(self, config: Config, parts: contextlib.AsyncExitStack) -> Displays | None:
        if config.displays is None:
            return None
        try:
            start = on_i2c(config.displays.chip, config.displays.brightness)
            displays = Displays((config.displays.address_a, config.displays.address_b), start, self._say_display)
        except NoDisplays as why:
            print(why, flush=True)  # a game needs no displays: the pages show the same
            return None
        parts.callback(displays.close)
        return displays

    async def look(self, web: Web, alive: Callable[[], None] = lambda: None) -> None:
        """Look at the line and the clock for ever; publish what has changed. `alive` hears of every look."""
        while True:
            self._look_once()
            alive()
            notices = self.app.notices()
            for sentence in come_up(self._notices, notices):
                print(sentence, flush=True)
            if self._changed or self.app.trouble != self._trouble or notices != self._notices:
                self._changed, self._notices = False, notices
                self._say_trouble()
                view = self.view()
                if self._voice is not None:
                    self._voice.saw(view)
                web.publish(view, self.app.for_referee(view) if self._has_referee else None)
            await asyncio.sleep(LOOK_S)

    def _say_trouble(self) -> None:
        """A disk that takes nothing more, or takes it again, is said once in the service's own record."""
        if self.app.trouble != self._trouble:
            self._trouble = self.app.trouble
            print(self._trouble or "The game is written down again.", flush=True)

    def _look_once(self) -> None:
        for part, port in self._ports.items():
            self._read(part, port)
        self.look_at_buttons()
        self._pulse()
        self.app.tick()
        for part, port in self._ports.items():
            if out := self.app.outgoing(part):
                port.write(out)
        self._say_doubled()
        if self.app.table.left:
            self._begin_another()

    def _pulse(self) -> None:
        """Raise SYNC when it is time for that."""
        now_ns = time.monotonic_ns()
        if self._panel is None or now_ns - self._pulsed_ns < PULSE_NS:
            return
        self._pulsed_ns = now_ns
        if (at_ns := self._panel.pulse()) is not None:
            self.app.pulsed(self.app.time.of(at_ns))

    def _say_doubled(self) -> None:
        """Two boards that read the same are said once, with both ports."""
        doubled = dict(self.app.doubled)
        for line, (part, used) in doubled.items() if doubled != self._doubled else ():
            what = "squares" if part == BOARD else part
            print(f"Two boards read the {what}: the one at {self._ports[used].path} is used, the one at "
                  f"{self._ports[line].path} is left alone. Unplug one of them.", flush=True)
        self._doubled = doubled

    def _read(self, part: str, port: SerialPort) -> None:
        if port.reopen(time.monotonic_ns()):
            self.app.cut(part)
        was_open = port.is_open
        if data := port.read():
            self.app.receive(data, part)
        if was_open and not port.is_open:
            self.app.cut(part)

    def look_at_buttons(self) -> None:
        """What a button does by being held: it steps a menu on, or is said to be jammed; and what the lamps show."""
        now_ns, panel, times = time.monotonic_ns(), self._panel, self._config.panel
        if panel is not None and times is not None:
            self._changed |= self._menu.held(lambda button: panel.held_ns(button, now_ns), times, self.app.table)
        if self._signs is not None:
            self._signs.tick(self.app.table.linked and not self.app.trouble, now_ns)
        if self._panel is not None and now_ns - self._asked_ns >= STUCK_ASKED_NS:
            self._asked_ns = now_ns
            self._ask(self._panel, now_ns)

    def _ask(self, panel: Panel, now_ns: int) -> None:
        """What is wrong with the buttons: said, and shown on the screens."""
        panel.mend(now_ns)
        for button in panel.stuck(now_ns):
            _say(f"The button {button} has been down for longer than panel.stuck_s: free it or look at its wire.")
        lost = dict.fromkeys(panel.lost(now_ns), now_ns + LOST_SHOWN_NS)
        unheard = {button: end_ns for button, end_ns in (self._unheard | lost).items() if end_ns > now_ns}
        jammed = panel.jammed(now_ns)
        self._changed |= (jammed, unheard) != (self._jammed, self._unheard)
        self._jammed, self._unheard = jammed, unheard

    async def draw(self) -> None:
        """Draw the displays, in a thread: a whole frame takes 23 ms on their bus at 400 kHz, 94 ms at 100."""
        while self._displays is not None:
            await self.show_once()
            turn_ms = self._screens.until_turn_ms(self.app.time.now() // MS)
            await asyncio.sleep(DRAW_S if turn_ms is None else min(DRAW_S, turn_ms / 1000))
        await asyncio.Event().wait()

    async def show_once(self) -> None:
        """Bring both displays to what now stands."""
        if self._displays is None:
            return
        self._screens.saw(self.view())
        at_ns = self.app.time.now()
        for seat in (0, 1):
            pages = self._screens.picture(seat, at_ns // 1_000_000).pages()
            await asyncio.to_thread(self._displays.show, seat, pages, time.monotonic_ns())

    async def watch_pi(self) -> None:
        """Let the table say when its own computer is short of current or too hot."""
        await pi_health.watch(pi_health.PiHealth(), self._strained)
        await asyncio.Event().wait()

    def _strained(self, strain: pi_health.Strain) -> None:
        self.app.happened(PiTold(self.app.time.now(), strain.undervoltage, strain.hot))

    def _say_display(self, change: DisplayChanged) -> None:
        """A display has gone or is back; said in the service's own record."""
        self._dark = self._dark - {change.seat} if change.present else self._dark | {change.seat}
        print(change.sentence, flush=True)

    async def talk(self) -> None:
        """Let the voice say what is new: that of each game in its turn, where it has one."""
        while True:
            works: list[asyncio.Task[Any]] = [asyncio.create_task(self._another.wait())]
            if self._voice is not None:
                works.append(asyncio.create_task(self._voice.talk(lambda: self.app.time.now() // 1_000_000)))
            try:
                done, _ = await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for work in works:
                    work.cancel()
            for work in done:
                work.result()  # a voice that ended has failed
            self._another.clear()

    def edge(self, edge: PanelEdge) -> None:
        """An edge from the panel, on the event loop."""
        if self._panel is None or (press := self._panel.press(edge)) is None:
            return
        if not self._menu.asks(press.button):
            self.app.happened(self._event_of(press))
        elif said := self._menu.pressed(press, self.app.table):
            self.app.happened(BlankDeclared(self.app.time.of(press.at_ns), *said))
        else:
            self._changed = True

    def view(self) -> GameView:
        """What everybody may see now, the menu on a display included."""
        view = self.app.view()
        if self._jammed or self._unheard:
            seats, language = self.app.table.seats, self.app.language
            notices = jammed_notices(self._jammed, seats, language) + lost_notices(self._unheard, seats, language)
            view = msgspec.structs.replace(view, prompts=(*view.prompts, *notices))
        return self._menu.over(view, self.app.table)

    def _shows(self, seat: int) -> bool:
        """Whether `seat` has a display that answers."""
        return self._displays is not None and seat not in self._dark and seat < len(self.app.table.seats)

    def act(self, action: Action, role: Role) -> str:
        """What a page asks for, on the event loop; "" when it is done, else why not."""
        return desk.act(self.app, action, role, self._has_referee)

    def _event_of(self, press: Press) -> Event:
        at_ns = self.app.time.of(press.at_ns)
        if press.button is Button.REFEREE:
            return Resumed(at_ns=at_ns) if self.app.table.phase is Phase.PAUSED else Paused(at_ns=at_ns)
        seat = SEATS_WITH_BUTTONS[press.button]
        clock = press.button in (Button.CLOCK_A, Button.CLOCK_B)
        return ClockPressed(at_ns, seat) if clock else ChallengePressed(at_ns, seat)

    def _watch(self, event: Event, _table: Table, effects: tuple[Effect, ...]) -> None:
        self._changed = True
        self._menu.saw(self.app.table)
        for effect in effects:
            if isinstance(effect, Refuse):
                if self._signs is not None:
                    self._signs.refused(self.app.table.rated, time.monotonic_ns())
                if effect.seat is not None:
                    self._screens.refused(effect.seat, event.at_ns // 1_000_000)


def built_voice(config: Config, table: Table, parts: contextlib.AsyncExitStack) -> Voice | None:
    """The voice of [voice]; none in a rated game, whatever table.toml has come to say since it began."""
    if config.voice is None or not config.voice.enabled:
        return None
    if table.rated:
        print("This game is rated, so the voice is off; a game begun with rated = false in [table] is spoken.",
              flush=True)
        return None
    try:
        espeak = Espeak(config.voice.rate, config.voice.volume)
    except NoVoice as why:
        print(why, flush=True)  # a game needs no voice
        return None
    parts.callback(espeak.close)
    return Voice(espeak.speak, _say, calling_names=table.game.rulebook.calling_names)


def _say(sentence: str) -> None:
    print(sentence, flush=True)
