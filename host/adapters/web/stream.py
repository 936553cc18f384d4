"""The pushed stream: the newest view to every browser that follows, as server-sent events.

A slow browser skips views and never holds anything up; a new one gets the whole state. Knows nothing of the game.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from aiohttp import web

from host.adapters.web.page import Wish, render_parts
from host.schemas import GameView, RefereeView

BEAT_S = 4.0  # seconds without news after which the stream says that it is alive
STUCK_S = 20.0  # seconds after which a browser that takes nothing is let go
KEPT = 32  # renderings of one view that are kept: four languages, two sides, a few replayed turns
HEADERS = {"Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
GREETING = b"retry: 1000\n\n"  # a browser that lost us tries again after a second
BEAT = b"event: beat\ndata: {}\n\n"


def aged(view: GameView, passed_ms: int) -> GameView:
    """`view` as it is `passed_ms` later when nothing else has happened: the running clocks have run on."""
    seats = tuple(
        msgspec.structs.replace(seat, clock_ms=seat.clock_ms - passed_ms) if seat.running else seat
        for seat in view.seats
    )
    return msgspec.structs.replace(view, at_ms=view.at_ms + passed_ms, seats=seats)


class Stage:
    """The one view on show, and a signal for those who wait for the next."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._shown_at = 0.0
        self._changed = asyncio.Event()
        self._parts: dict[Wish, dict[str, str]] = {}
        self.view: GameView | None = None
        self.referee: RefereeView | None = None  # for that page alone
        self.number = 0
        self.closed = False

    def show(self, view: GameView, referee: RefereeView | None = None) -> None:
        """Replace the view, and what the referee sees besides, and wake all who wait."""
        self.view, self.referee, self._shown_at = view, referee, self._now()
        self.number += 1
        self._parts.clear()
        self._wake()

    def close(self) -> None:
        """Nothing more will be shown."""
        self.closed = True
        self._wake()

    def aged(self) -> GameView | None:
        """The view with its running clocks as they are now; None before the first."""
        return None if self.view is None else aged(self.view, round((self._now() - self._shown_at) * 1000))

    def parts(self, wish: Wish) -> dict[str, str]:
        """The parts of the page for `wish`, rendered once a view for all who wish the same."""
        if self.view is None:
            return {}
        if wish not in self._parts:
            if len(self._parts) >= KEPT:
                self._parts.clear()
            self._parts[wish] = render_parts(self.view, wish, self.referee)
        return self._parts[wish]

    async def news(self, seen: int) -> bool:
        """Wait until there is a view newer than number `seen`; False when BEAT_S passed without one."""
        if self.number == seen and not self.closed:
            try:
                await asyncio.wait_for(self._changed.wait(), BEAT_S)
            except TimeoutError:
                return False
        return self.number != seen

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


async def follow(
    request: web.Request, stage: Stage, wish_for: Callable[[GameView | None], Wish]
) -> web.StreamResponse:
    """Send the newest view's parts to one browser, then what changes, until either side leaves."""
    response = web.StreamResponse(headers=HEADERS)
    await response.prepare(request)
    sent: dict[str, str] = {}
    seen = 0
    try:
        await response.write(GREETING)
        while not stage.closed:
            frame = BEAT
            if await stage.news(seen):
                seen = stage.number
                frame = _frame(stage, wish_for(stage.view), sent)
            await asyncio.wait_for(response.write(frame), STUCK_S)
    except (ConnectionError, TimeoutError):
        pass  # the browser has gone, or takes nothing: it comes back by itself and gets the whole state
    return response


def _frame(stage: Stage, wish: Wish, sent: dict[str, str]) -> bytes:
    """One event: the parts that differ from those `sent`, and the clocks as they are now."""
    parts = stage.parts(wish)
    changed = {name: text for name, text in parts.items() if sent.get(name) != text}
    sent.update(changed)
    view = stage.aged()
    clocks: list[dict[str, Any]] = [
        {"ms": seat.clock_ms, "running": seat.running} for seat in (view.seats if view else ())
    ]
    at_ms = view.at_ms if view else 0
    body = msgspec.json.encode({"view": stage.number, "parts": changed, "clocks": clocks, "at": at_ms})
    return b"data: " + body + b"\n\n"
