"""`taula demo`: the virtual table plays a game at the pace of hands, told in the terminal and shown on the live page.

Joins a script, the virtual table and the page. The table runs in a thread of its own, so a slow page never holds it.
"""

import argparse
import asyncio
import contextlib
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from engine_lite.game import Turn
from host import games
from host.adapters.web.server import PortTaken, Web
from host.core.effects import Effect
from host.core.events import Event
from host.core.table import Table
from host.games import OpenGame
from host.printing import Wrong
from host.rehearsal.deal import opening, standing_at_start, stock_of
from host.rehearsal.hands import Rehearsal
from host.rehearsal.outcome import OUR_GAME, STAGE_ERRORS, CannotRehearse, read
from host.rehearsal.reading import parse
from host.rehearsal.script import Script
from host.rehearsal.virtual import VirtualTable
from host.schemas import GameView
from host.words import ended_sentence

PLAYERS = ("Anna", "Biel", "Carla", "Dídac")
SLOWEST, FASTEST = 0.1, 1000.0  # times the pace of hands: slower is no show, faster is not to be seen
HIGHEST_PORT = 65_535
HOST = "127.0.0.1"  # a demonstration is for this machine; a table in a hall is `taula run`


class CannotPlay(Wrong):
    """The demonstration cannot be given as asked."""


class Stopped(Exception):
    """The demonstration is to end now."""


class Pace:
    """Holds virtual time back to the wall clock, `speed` times as fast."""

    def __init__(self, speed: float) -> None:
        self._speed = speed
        self._began_s: float | None = None
        self._stop = threading.Event()

    def __call__(self, now_us: int) -> None:
        """Return when the wall clock has come to virtual `now_us`. Raises Stopped."""
        self._began_s = self._began_s or time.monotonic()
        ahead_s = now_us / 1_000_000 / self._speed - (time.monotonic() - self._began_s)
        if self._stop.wait(max(0.0, ahead_s)):
            raise Stopped

    def stop(self) -> None:
        """From any thread: the next call raises Stopped."""
        self._stop.set()


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula demo`."""
    command.add_argument("--game", type=Path, metavar="FILE", help="a rehearsal script (default: a game of our own)")
    command.add_argument("--speed", type=float, default=1.0, metavar="N", help="N times as fast as hands (0.1-1000)")
    command.add_argument("--once", action="store_true", help="end with the game instead of showing it until Ctrl-C")
    command.add_argument("--port", type=int, default=8000, metavar="P", help="of the page (default 8000; 0: any)")


def run(options: argparse.Namespace) -> int:
    """Give the demonstration; the exit code: 0, or 1 when the script expected something else. Raises CannotPlay."""
    path, port = options.game, options.port
    if not SLOWEST <= options.speed <= FASTEST:
        raise CannotPlay(f"--speed {options.speed:g} is out of range; it lies between {SLOWEST:g} and {FASTEST:g}.")
    if not 0 <= port <= HIGHEST_PORT:
        raise CannotPlay(f"--port {port} is no port; it lies between 0 and {HIGHEST_PORT}.")
    try:
        script = parse(read(path or OUR_GAME))
        return asyncio.run(_show(script, Pace(options.speed), options.once, port))
    except KeyboardInterrupt:
        return 0  # how a demonstration is meant to end
    except (CannotRehearse, PortTaken, *STAGE_ERRORS) as why:
        raise CannotPlay(f"{path}: {why}" if path else str(why)) from None


async def _show(script: Script, pace: Pace, once: bool, port: int) -> int:
    console = Console(highlight=False)
    web = Web()
    await web.start(HOST, port)
    loop = asyncio.get_running_loop()

    def publish(view: GameView) -> None:
        loop.call_soon_threadsafe(web.publish, view)

    console.print(f"The page: [bold]{web.address}[/bold]   (Ctrl-C ends)")
    try:
        failed = await asyncio.to_thread(_play, script, pace, console, publish)
        if not once:
            console.print(f"The game is over; the page stays: {web.address}   (Ctrl-C ends)")
            await asyncio.Event().wait()
        return 1 if failed else 0
    finally:
        pace.stop()
        await web.stop()


def _play(script: Script, pace: Pace, console: Console, publish: Callable[[GameView], None]) -> int:
    """Play the script; how many expectations failed."""
    stock = stock_of(script)
    names = PLAYERS[: script.seats]

    def open_game(monotonic_ns: Callable[[], int], folder: str) -> OpenGame:
        return games.begin(Path(folder) / "demo.journal", opening(script, stock, names, "Taula 1"), monotonic_ns)

    with contextlib.suppress(Stopped), tempfile.TemporaryDirectory(prefix="taula-demo-") as folder:
        with VirtualTable(lambda monotonic_ns: open_game(monotonic_ns, folder), seed=script.seed,
                          standing=standing_at_start(stock), pace=pace) as stage:
            teller = _Teller(console, names)

            def watch(_event: Event, table: Table, _effects: tuple[Effect, ...]) -> None:
                teller.told(table)
                publish(stage.app.view())

            stage.app.watchers.append(watch)
            failures = Rehearsal(script, stock, stage).run()
        for failure in failures:
            console.print(f"line {failure.line}: {failure.expected}: was {failure.was}", markup=False)
        return len(failures)
    return 0


class _Teller:
    """Prints a line a turn: number, who, where, what, points, all totals; and one for the end, racks settled."""

    def __init__(self, console: Console, names: tuple[str, ...]) -> None:
        self._console = console
        self._names = names
        self._told = 0
        self._ended = False

    def told(self, table: Table) -> None:
        """Print the turns that `table` has beyond those already printed."""
        for turn in table.game.turns[self._told :]:
            self._console.print(self._line(table, turn), markup=False)
        self._told = len(table.game.turns)
        if table.ended and not self._ended:
            self._ended = True
            self._console.print(f"     {ended_sentence(table.ended, 'en'):32} {self._totals(table)}", markup=False)

    def _line(self, table: Table, turn: Turn) -> str:
        start = str(turn.start or "")
        text = table.game.rulebook.tile_set.text
        play = text(turn.score.words[0].tiles) if turn.score else str(turn.kind)
        who = self._names[turn.seat]
        return f"{turn.number:3}  {who:6} {start:>4} {play:<15} {turn.points:+4}   {self._totals(table)}"

    def _totals(self, table: Table) -> str:
        return "   ".join(f"{name} {total}" for name, total in zip(self._names, table.game.totals, strict=True))
