"""What `taula run` does while its tiles are not known: the page says what is to be done, and the file is looked at.

A service that ended here would be started again and again, and nobody would be told why. Knows nothing of boards:
their lines stay free for `taula tiles register`.
"""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from host.config import Config, rulebook_of
from host.register import BadRegister
from host.schemas import GameView, PromptView, SeatView
from host.words import notice_sentence

Served = TypeVar("Served")

LOOK_S = 1.0  # between two looks at the file
NOTICE = "no_tiles"


def waiting_view(config: Config) -> GameView:
    """The page of a table that cannot tell its tiles: nobody plays, and one notice."""
    notice = PromptView(NOTICE, (), notice_sentence(NOTICE, {}, config.table.language))
    clock_ms = rulebook_of(config).clock_s * 1000
    seats = tuple(SeatView(name, 0, clock_ms, False, False) for name in config.table.seats)
    return GameView(config.table.name, config.table.rulebook, config.table.language, "setup", 0, True, True, seats,
                    (), (), (), (notice,))


class WaitingRoom:
    """Waits for the register at `path`: `told` hears why, `alive` is called all the while, `stop` ends it."""

    def __init__(self, path: Path, told: Callable[[BadRegister], None], alive: Callable[[], None],
                 stop: asyncio.Event) -> None:
        self._path, self._told, self._alive, self._stop = path, told, alive, stop

    async def opened(self, make: Callable[[contextlib.AsyncExitStack], Served],
                     parts: contextlib.AsyncExitStack) -> Served | None:
        """What `make` gives once the tiles are known, its parts closed with `parts`; None when it is to stop."""
        while not self._stop.is_set():
            tried = contextlib.AsyncExitStack()
            known = self._signature()
            try:
                served = make(tried)
            except BadRegister as why:
                await tried.aclose()  # the boards' lines too: who teaches the tiles needs them
                self._told(why)
                await self._changed(known)
            except BaseException:
                await tried.aclose()
                raise
            else:
                parts.push_async_exit(tried.pop_all())
                return served
        return None

    async def _changed(self, known: tuple[int, int, int] | None) -> None:
        """Come back once the file is another than `known`, or all is to stop."""
        while self._signature() == known and not self._stop.is_set():
            self._alive()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), LOOK_S)

    def _signature(self) -> tuple[int, int, int] | None:
        """What changes when a file is written anew; None while it is not there."""
        try:
            now = self._path.stat()
        except OSError:
            return None
        return now.st_ino, now.st_size, now.st_mtime_ns
