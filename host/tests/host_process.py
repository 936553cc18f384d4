"""A host in a process of its own that can be killed at any instant, and the App that stands for it in the test.

    python host_process.py JOURNAL LIFE KILL_AT

The parent sends one line of JSON a step (time, bytes from each board, events from the panel) and gets one back (bytes
for each board, when the host next wants to be asked, where the game stands). With KILL_AT the host kills itself with
SIGKILL around its KILL_AT-th call to the file system: odd numbers just before it, even ones just after, so that every
place between journal and acknowledgement is met. Everything else is the host as it runs.
"""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from host import games
from host.adapters.journal_files import DISK
from host.adapters.journal_story import NeverBegun
from host.adapters.link import Link
from host.app import App
from host.core import events
from host.core.events import Event, GameOpened
from host.core.state import BOARD
from host.rehearsal.readers import parts_beside

KINDS = {name: kind for name, kind in vars(events).items() if isinstance(kind, type)}
CALLS = ("write", "write_at", "sync")


class DeadlyDisk:
    """The real disk, whose `kill_at`-th call to write or sync (half before, half after it) is the last."""

    def __init__(self, kill_at: int) -> None:
        self._left = kill_at

    def __getattr__(self, name: str) -> Any:
        call = getattr(DISK, name)
        return self._counted(call) if name in CALLS else call

    def _counted(self, call: Any) -> Any:
        def counted(*arguments: Any) -> Any:
            self._step()
            answer = call(*arguments)
            self._step()
            return answer

        return counted

    def _step(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


class HostDied(Exception):
    """The host's process has been killed."""


class RemoteApp:
    """What VirtualTable asks of an App, answered by a host in another process. Raises HostDied.

    `ready_s`: real seconds from the start of its process to its first answer.
    """

    def __init__(self, journal: Path, monotonic_ns: Any, opened: GameOpened | None, life: int, kill_at: int) -> None:
        arguments = [sys.executable, __file__, str(journal), str(life), str(kill_at)]
        began_s = time.perf_counter()
        self._process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._monotonic_ns = monotonic_ns
        self._received: dict[str, bytes] = {}
        self._events: list[list[Any]] = []
        self.watchers: list[Any] = []
        first = None if opened is None else msgspec.to_builtins(opened)
        self.told = self._ask({"now_ns": monotonic_ns(), "opened": first})
        self.ready_s = time.perf_counter() - began_s
        self._offset_ns = self.told["game_ns"] - monotonic_ns()
        self.time = SimpleNamespace(now=lambda: self._monotonic_ns() + self._offset_ns)

    @property
    def table(self) -> Any:
        """Where the game stands, as the host last said: the parts of a Table that hands look at."""
        said = SimpleNamespace(**self.told["table"])
        return SimpleNamespace(
            readers=frozenset(said.readers), radio=True, seats=("A", "B"), linked=said.linked, phase=said.phase,
            sensed=SimpleNamespace(moving=said.moving), press=said.pressing or None,
            clock=SimpleNamespace(running=said.running, left_ns=said.clock_ns), refusal=said.phase,
            game=SimpleNamespace(turns=said.turns, totals=said.totals))

    def receive(self, data: bytes, part: str = BOARD) -> None:
        self._received[part] = self._received.get(part, b"") + data

    def happened(self, event: Event) -> None:
        self._events.append([type(event).__name__, asdict(event)])

    def tick(self) -> None:
        data = {part: received.hex() for part, received in self._received.items()}
        step = {"now_ns": self._monotonic_ns(), "data": data, "events": self._events}
        self._received, self._events = {}, []
        self.told = self._ask(step)

    def outgoing(self, part: str = BOARD) -> bytes:
        return bytes.fromhex(self.told["out"].pop(part, ""))

    def next_due_ns(self) -> int:
        return max(int(self.told["due_ns"]), self.time.now())

    def kill(self) -> None:
        """SIGKILL, from outside, now."""
        self._process.kill()
        self._end()

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
        self._end()

    def _ask(self, step: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(step) + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            self._end()
            raise HostDied
        return dict(json.loads(answer))

    def _end(self) -> None:
        self._process.wait(timeout=30)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue


# --- the host's own side -------------------------------------------------------------------------------------


def _state(app: App) -> dict[str, Any]:
    table = app.table
    now_ns = app.time.now()
    parts = (BOARD, *parts_beside(table.readers))
    return {
        "out": {part: app.outgoing(part).hex() for part in parts}, "due_ns": app.next_due_ns(), "game_ns": now_ns,
        "table": {
            "turns": [[turn.seat, list(turn.placement.squares) if turn.placement else [], turn.points]
                      for turn in table.game.turns], "readers": list(table.readers),
            "totals": list(table.game.totals), "running": table.clock.running,
            "clock_ns": list(table.clock.at(now_ns)), "linked": table.linked, "moving": table.sensed.moving,
            "pressing": table.press is not None, "phase": str(table.phase),
        },
    }


def _game(journal: Path, opened: dict[str, Any] | None, monotonic_ns: Any, files: Any) -> games.OpenGame:
    """The game there, or a new one, also where the last host died before it had written the first record."""
    if journal.exists():
        try:
            return games.resume(journal, monotonic_ns, files)
        except NeverBegun:
            journal.unlink()
    return games.begin(journal, msgspec.convert(opened, GameOpened), monotonic_ns, files)


def main(journal: str, life: str, kill_at: str) -> None:
    """Serve the parent until it closes the line."""
    moment = {"now_ns": 0}

    def monotonic_ns() -> int:
        return moment["now_ns"]

    first = json.loads(sys.stdin.readline())
    moment["now_ns"] = first["now_ns"]
    files: Any = DeadlyDisk(int(kill_at)) if int(kill_at) else DISK
    game = _game(Path(journal), first["opened"], monotonic_ns, files)
    links = {part: Link(game.resume, int(life), part) for part in parts_beside(game.table.readers)}
    app = App(game, Link(game.resume, first=int(life)), readers=links)
    print(json.dumps(_state(app)), flush=True)
    for line in sys.stdin:
        step = json.loads(line)
        moment["now_ns"] = step["now_ns"]
        for part, data in step["data"].items():
            app.receive(bytes.fromhex(data), part)
        for kind, values in step["events"]:
            app.happened(KINDS[kind](**values))
        app.tick()
        print(json.dumps(_state(app)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
