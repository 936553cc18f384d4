"""What browsers send: an action of a page, the referee's number. Checked here, done by whoever `on_action` is.

Nothing is taken from another site's page, in another form than JSON, or in more bytes than an action needs.
Knows no action by name and no rule of the game.
"""

import asyncio
from collections.abc import Callable
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from host.adapters.web.door import SESSION_S, Door, Limit, TooMany
from host.schemas import SEAT_LETTERS, Action, Role
from host.words import action_refusal, say

MAX_BYTES = 8192  # an action with every field full is a third of this
READ_S = 5.0  # seconds that a browser has for sending it
ACTS_EACH = 40  # in ten seconds from one address: more than hands can press
ACTS_ALL = 400
ACTS_WITHIN_S = 10.0
REFEREE = "referee"
PAGES = (*SEAT_LETTERS, REFEREE)

OnAction = Callable[[Action, Role], str]


class Turned(Exception):
    """A request that is not taken: the status of the answer, and the refusal's name in host/words."""

    def __init__(self, status: int, name: str) -> None:
        super().__init__(name)
        self.status = status
        self.name = name


class Acting:
    """The way in. `on_action` is what carries an action out and answers in one sentence, "" when it is done."""

    def __init__(self, referee_pin: str, seat_pins: tuple[str, ...], now: Callable[[], float]) -> None:
        seats = zip(SEAT_LETTERS, seat_pins, strict=False)
        self.doors = {REFEREE: Door(referee_pin, now), **{letter: Door(pin, now) for letter, pin in seats}}
        self.on_action: OnAction | None = None
        self._limit = Limit(ACTS_EACH, ACTS_ALL, ACTS_WITHIN_S, now)

    def may_open(self, request: web.Request, page: str) -> bool:
        """Whether this browser has typed the number of `page`; a seat's page without one is open to all."""
        door = self.doors.get(page)
        if door is None or (page != REFEREE and not door.there):
            return page in PAGES
        return door.knows(request.cookies.get(_cookie(page), ""))

    async def act(self, request: web.Request, language: str) -> web.Response:
        """Answer POST /act?page=a: `{"said": ""}` when the action is done, else a sentence for who pressed."""
        try:
            role = self._role(request, language)
            action = await self._action(request)
            if self.on_action is None:
                raise Turned(503, "not_yet")
        except Turned as turned:
            return _said(turned.status, action_refusal(turned.name, {}, language))
        said = self.on_action(action, role)
        return _said(409 if said else 200, said)

    async def enter(self, request: web.Request, page: str, language: str) -> str:
        """Let in who has typed the number of `page`; else why not, in one sentence.

        Raises HTTPSeeOther, back to the page and with a cookie, when the number is right.
        """
        door = self.doors.get(page)
        if door is None or not _same_origin(request) or request.content_type != "application/x-www-form-urlencoded":
            return action_refusal("unreadable", {}, language)
        try:
            form = await asyncio.wait_for(request.post(), READ_S)
            token = door.enter(str(form.get("pin", "")), _caller(request))
        except (TimeoutError, web.HTTPRequestEntityTooLarge, ValueError):
            return action_refusal("unreadable", {}, language)
        except TooMany:
            return action_refusal("too_many", {}, language)
        if not token:
            return action_refusal("wrong_pin", {}, language)
        answer = web.HTTPSeeOther(request.path)
        answer.set_cookie(_cookie(page), token, max_age=int(SESSION_S), path="/", httponly=True, samesite="Strict")
        raise answer

    def leave(self, request: web.Request) -> web.Response:
        """End the referee's session in this browser."""
        if not _same_origin(request):
            return _said(403, say("That cannot be done now.", "en"))
        self.doors[REFEREE].leave(request.cookies.get(_cookie(REFEREE), ""))
        answer = web.Response(status=303, headers={"Location": "/referee"})
        answer.del_cookie(_cookie(REFEREE), path="/")
        return answer

    def _role(self, request: web.Request, language: str) -> Role:
        if not _same_origin(request):
            raise Turned(403, "not_yours")
        if self._limit.full(_caller(request)):
            raise Turned(429, "too_fast")
        self._limit.count(_caller(request))
        page = request.query.get("page", "")
        if not self.may_open(request, page):
            raise Turned(403, "not_yours")
        return Role(None if page == REFEREE else SEAT_LETTERS.index(page), language)

    async def _action(self, request: web.Request) -> Action:
        if request.content_type != "application/json":
            raise Turned(415, "unreadable")
        try:
            body = await asyncio.wait_for(request.read(), READ_S)
            return msgspec.json.decode(body, type=Action)
        except web.HTTPRequestEntityTooLarge:
            raise Turned(413, "unreadable") from None
        except TimeoutError:
            raise Turned(408, "unreadable") from None
        except (msgspec.DecodeError, ValueError):
            raise Turned(400, "unreadable") from None


def _cookie(page: str) -> str:
    """The cookie that holds the session of `page`."""
    return page if page == REFEREE else f"seat-{page}"


def _same_origin(request: web.Request) -> bool:
    """Whether one of our own pages sent this: a browser says so itself, and no page can make it lie."""
    origin = urlsplit(request.headers.get("Origin", "")).netloc.lower()
    return bool(origin) and origin == request.host.lower()


def _caller(request: web.Request) -> str:
    return request.remote or ""


def _said(status: int, sentence: str) -> web.Response:
    return web.json_response({"said": sentence}, status=status, headers={"Cache-Control": "no-store"})
