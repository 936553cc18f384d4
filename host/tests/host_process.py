"""A host in a process of its own that can be killed at any instant, and the App that stands for it in the test.

    python host_process.py JOURNAL LIFE KILL_AT

The parent sends one line of JSON a step (time, bytes from the board, events from the panel) and gets one back (bytes
for the board, when the host next wants to be asked, where the game stands). With KILL_AT the host kills itself with
SIGKILL around its KILL_AT-th call to the file system: odd numbers just before it, even ones just after, so that every
place between journal and acknowledgement is met. Everything else is the host as it runs.
"""

import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from host import games
from host.adapters.journal_files import DISK
from host.adapters.link import Link
from host.app import App
from host.core import events
from host.core.events import Event, GameOpened

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
    """What VirtualTable asks of an App, answered by a host in another process. Raises HostDied."""

    def __init__(self, journal: Path, monotonic_ns: Any, opened: GameOpened | None, life: int, kill_at: int) -> None:
        arguments = [sys.executable, __file__, str(journal), str(life), str(kill_at)]
        self._process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._monotonic_ns = monotonic_ns
        self._received = b""
        self._events: list[list[Any]] = []
        self.watchers: list[Any] = []
        first = None if opened is None else msgspec.to_builtins(opened)
        self.told = self._ask({"now_ns": monotonic_ns(), "opened": first})
        self._offset_ns = self.told["game_ns"] - monotonic_ns()
        self.time = SimpleNamespace(now=lambda: self._monotonic_ns() + self._offset_ns)

    @property
    def table(self) -> Any:
        """Where the game stands, as the host last said: the parts of a Table that hands look at."""
        said = SimpleNamespace(**self.told["table"])
        return SimpleNamespace(
            linked=said.linked, sensed=SimpleNamespace(moving=said.moving), press=said.pressing or None,
            clock=SimpleNamespace(running=said.running, left_ns=said.clock_ns), refusal=said.phase,
            game=SimpleNamespace(turns=said.turns, totals=said.totals))

    def receive(self, data: bytes) -> None:
        self._received += data

    def happened(self, event: Event) -> None:
        self._events.append([type(event).__name__, asdict(event)])

    def tick(self) -> None:
        step = {"now_ns": self._monotonic_ns(), "data": self._received.hex(), "events": self._events}
        self._received, self._events = b"", []
        self.told = self._ask(step)

    def outgoing(self) -> bytes:
        out = bytes.fromhex(self.told["out"])
        self.told["out"] = ""
        return out

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
    return {
        "out": app.outgoing().hex(), "due_ns": app.next_due_ns(), "game_ns": now_ns,
        "table": {
            "turns": [[turn.seat, list(turn.placement.squares) if turn.placement else [], turn.points]
                      for turn in table.game.turns],
            "totals": list(table.game.totals), "running": table.clock.running,
            "clock_ns": list(table.clock.at(now_ns)), "linked": table.linked, "moving": table.sensed.moving,
            "pressing": table.press is not None, "phase": str(table.phase),
        },
    }


def main(journal: str, life: str, kill_at: str) -> None:
    """Serve the parent until it closes the line."""
    moment = {"now_ns": 0}

    def monotonic_ns() -> int:
        return moment["now_ns"]

    first = json.loads(sys.stdin.readline())
    moment["now_ns"] = first["now_ns"]
    files: Any = DeadlyDisk(int(kill_at)) if int(kill_at) else DISK
    if first["opened"] is not None and not Path(journal).exists():
        game = games.begin(Path(journal), msgspec.convert(first["opened"], GameOpened), monotonic_ns, files)
    else:
        game = games.resume(Path(journal), monotonic_ns, files)
    app = App(game, Link(game.resume, first=int(life)))
    print(json.dumps(_state(app)), flush=True)
    for line in sys.stdin:
        step = json.loads(line)
        moment["now_ns"] = step["now_ns"]
        if step["data"]:
            app.receive(bytes.fromhex(step["data"]))
        for kind, values in step["events"]:
            app.happened(KINDS[kind](**values))
        app.tick()
        print(json.dumps(_state(app)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
