"""The pages' server: answers a browser with the whole page, then pushes what changes; takes what a page sends.

It knows the newest published view and no other; the table never waits for a browser. No rule of the game is here.
"""

import errno
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime

import msgspec
from aiohttp import web

from host.adapters.web.acting import MAX_BYTES, PAGES, REFEREE, Acting, OnAction
from host.adapters.web.assets import Assets
from host.adapters.web.entrance import Entrance
from host.adapters.web.page import Wish, prepare, render_door, render_notice, render_page
from host.adapters.web.stream import Stage, follow
from host.adapters.web.wish import remember, wish_of
from host.schemas import SEAT_LETTERS, GameView, RefereeView
from host.words import say

MAX_FOLLOWERS = 300  # browsers at one table: a hall; each costs a socket and some 20 kB
STOP_S = 1.0  # seconds that open connections get when the server stops
NEVER_CACHED = "no-store"
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # none to other sites; without any, a form says nothing of where it comes from
}
Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PortTaken(OSError):
    """Another program listens where the page should be served."""


class Web:
    """The live pages of one table: for all, for each seat, and for the referee if there is a `referee_pin`.

    `seat_pins` are asked for at the seats' pages, in their order; without them these are open to all.
    `now` gives seconds that never go back, `wall` the time of day for people.
    """

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], datetime] = datetime.now,
        referee_pin: str = "",
        seat_pins: tuple[str, ...] = (),
    ) -> None:
        self._stage = Stage(now)
        self._acting = Acting(referee_pin, seat_pins, now)
        self._wall = wall
        self._assets = Assets()
        self._runner: web.AppRunner | None = None
        self._followers = 0
        self.address = ""

    @property
    def on_action(self) -> OnAction | None:
        """What carries out the actions that pages send; until it is set they are answered that it cannot be yet."""
        return self._acting.on_action

    @on_action.setter
    def on_action(self, carry_out: OnAction) -> None:
        self._acting.on_action = carry_out

    async def start(self, host: str = "127.0.0.1", port: int = 8000) -> None:
        """Serve on `host`:`port` (0: any free port; see `address`). Raises PortTaken."""
        prepare()
        runner = web.AppRunner(self._application(), access_log=None, handle_signals=False, shutdown_timeout=STOP_S)
        await runner.setup()
        try:
            await Entrance(runner, host, port).start()
        except OSError as error:
            await runner.cleanup()
            if error.errno != errno.EADDRINUSE:
                raise
            raise PortTaken(f"port {port} is taken by another program: choose another with --port") from None
        self._runner = runner
        self.address = f"http://{_shown(host)}:{runner.addresses[0][1]}"

    def publish(self, view: GameView, referee: RefereeView | None = None) -> None:
        """Show `view` from now on, and `referee` besides on that page alone.

        Costs nothing: each browser fetches the newest when it is ready for it.
        """
        self._stage.show(view, referee)

    async def stop(self) -> None:
        """Close the page and every open stream."""
        self._stage.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def _application(self) -> web.Application:
        application = web.Application(middlewares=[_guarded], client_max_size=MAX_BYTES)
        application.router.add_get("/", self._page)
        application.router.add_get("/events", self._events, allow_head=False)
        application.router.add_get("/api/game", self._game)
        application.router.add_get("/static/{name}", self._assets.answer)
        application.router.add_get("/seat/{letter}", self._seat)
        application.router.add_post("/act", self._act)
        application.router.add_post("/seat/{letter}", self._seat)
        if self._acting.doors[REFEREE].there:
            application.router.add_get("/referee", self._referee)
            application.router.add_post("/referee", self._referee)
            application.router.add_post("/referee/leave", self._leave)
        return application

    async def _page(self, request: web.Request) -> web.Response:
        return self._whole(request, self._wish(request, ""))

    async def _seat(self, request: web.Request) -> web.Response:
        letter, view = request.match_info["letter"], self._stage.view
        seats = len(view.seats) if view is not None else len(SEAT_LETTERS)
        if letter not in tuple(SEAT_LETTERS[:seats]):
            raise web.HTTPNotFound()
        return await self._behind_door(request, self._wish(request, letter))

    async def _referee(self, request: web.Request) -> web.Response:
        return await self._behind_door(request, self._wish(request, REFEREE))

    async def _behind_door(self, request: web.Request, wish: Wish) -> web.Response:
        wrong = await self._acting.enter(request, wish.page, wish.language) if request.method == "POST" else ""
        if wrong or not self._acting.may_open(request, wish.page):
            return _html(render_door(self._stage.view, wish, wrong), status=403 if wrong else 200)
        return self._whole(request, wish)

    async def _leave(self, request: web.Request) -> web.Response:
        return self._acting.leave(request)

    async def _act(self, request: web.Request) -> web.Response:
        return await self._acting.act(request, wish_of(request, self._stage.view).language)

    def _wish(self, request: web.Request, page: str) -> Wish:
        return replace(wish_of(request, self._stage.view), page=page, refereed=self._acting.doors[REFEREE].there)

    def _whole(self, request: web.Request, wish: Wish) -> web.Response:
        """A page as a browser first gets it; before the first view, one that asks again by itself."""
        view = self._stage.aged()
        if view is None:
            sentence = say("The table is not ready yet. This page opens by itself.", wish.language)
            return _html(render_notice(sentence, wish.language, again=True), status=503)
        answer = _html(render_page(view, wish, f"{self._wall():%H:%M:%S}", self._stage.referee))
        remember(request, answer)
        return answer

    async def _game(self, request: web.Request) -> web.Response:
        view = self._stage.aged()
        if view is None:
            return web.json_response({"error": "no game yet"}, status=503)
        headers = {"Cache-Control": NEVER_CACHED, "Access-Control-Allow-Origin": "*"}
        return web.Response(body=msgspec.json.encode(view), content_type="application/json", headers=headers)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        if self._followers >= MAX_FOLLOWERS:
            raise web.HTTPServiceUnavailable(text="too many pages follow this table", headers={"Retry-After": "10"})
        page = request.query.get("page", "")
        page = page if page in PAGES else ""
        if page and not self._acting.may_open(request, page):
            raise web.HTTPForbidden()
        self._followers += 1
        try:
            return await follow(request, self._stage, lambda _view: self._wish(request, page))
        finally:
            self._followers -= 1


@web.middleware
async def _guarded(request: web.Request, handler: Answer) -> web.StreamResponse:
    """Add the security headers to every answer and say what went wrong in a page of our own."""
    wish = wish_of(request, None)
    try:
        response = await handler(request)
    except web.HTTPException as problem:
        if problem.status not in (404, 405):
            raise
        sentence = say("There is no such page at this table.", wish.language)
        response = _html(render_notice(sentence, wish.language, again=False), status=problem.status)
    if not response.prepared:
        response.headers.update(HEADERS)
    return response


def _html(text: str, status: int = 200) -> web.Response:
    headers = {"Cache-Control": NEVER_CACHED}
    return web.Response(text=text, status=status, content_type="text/html", headers=headers)


def _shown(host: str) -> str:
    """The host as a browser on this machine can reach it."""
    return {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, host)
