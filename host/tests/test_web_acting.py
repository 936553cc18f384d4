"""What browsers send: only our own pages act, each only for its side, and the referee's door holds."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from aiohttp import ClientSession, CookieJar

from host.adapters.web.acting import ACTS_EACH, ACTS_WITHIN_S, MAX_BYTES
from host.adapters.web.door import GUESSES_ALL, GUESSES_EACH, SESSION_S, WITHIN_S, Door, TooMany
from host.adapters.web.server import Web
from host.schemas import Action, LogView, RefereeView, Role
from host.tests import pictured

PATIENCE_S = 10
PIN = "314159"


class HandClock:
    """Seconds that pass only when the test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@dataclass
class Desk:
    """Notes what reaches the table, and answers as it is told."""

    said: str = ""
    taken: list[tuple[Action, Role]] = field(default_factory=list)

    def __call__(self, action: Action, role: Role) -> str:
        self.taken.append((action, role))
        return self.said


@asynccontextmanager
async def serving(pin: str = PIN, now: HandClock | None = None):
    """A page with a desk behind it, and a browser without a screen."""
    web, desk = Web(now=now or HandClock(), referee_pin=pin), Desk()
    web.on_action = desk
    await web.start(port=0)
    web.publish(pictured.opening())
    jar = CookieJar(unsafe=True)  # takes cookies from an address without a name
    async with ClientSession(web.address, cookie_jar=jar) as session:
        yield web, desk, session
    await web.stop()


def run(story: Callable[[], Awaitable[None]]) -> None:
    """Play a story to its end, or fail when it hangs."""
    asyncio.run(asyncio.wait_for(story(), PATIENCE_S))


async def act(web: Web, session: ClientSession, page: str = "a", **changes) -> tuple[int, str]:
    """Status and sentence that a page gets for an action; `changes` replace parts of an honest request."""
    request = {"json": {"action": "pass"}, "headers": {"Origin": web.address}} | changes
    async with session.post(f"/act?page={page}", **request) as answer:
        said = (await answer.json())["said"] if answer.content_type == "application/json" else ""
        return answer.status, said


async def enter(web: Web, session: ClientSession, pin: str, **headers: str) -> tuple[int, str]:
    """Type the referee's number; the status and the page after it."""
    origin = {"Origin": web.address} | headers
    async with session.post("/referee", data={"pin": pin}, headers=origin) as answer:
        return answer.status, await answer.text()


def test_an_action_reaches_the_table_with_the_side_of_its_page():
    """The page says whose it is, not the action; the language is the reader's."""

    async def story():
        async with serving() as (web, desk, session):
            assert await act(web, session) == (200, "")
            assert await act(web, session, "b&lang=ro", json={"action": "challenge", "words": ["IS"]}) == (200, "")
            challenge = Action("challenge", words=("IS",))
            assert desk.taken == [(Action("pass"), Role(0, "ca")), (challenge, Role(1, "ro"))]
            desk.said = "És el torn de l'altre costat."
            assert await act(web, session) == (409, "És el torn de l'altre costat.")

    run(story)


@pytest.mark.parametrize(
    ("status", "page", "changes"),
    [
        (403, "a", {"headers": {"Origin": "http://evil.example"}}),
        (403, "a", {"headers": {"Origin": "null"}}),
        (403, "a", {"headers": {}}),
        (403, "a", {"headers": {"Host": ""}}),
        (415, "a", {"json": None, "data": b'{"action": "pass"}', "type": "text/plain"}),
        (415, "a", {"json": None, "data": b"action=pass", "type": "application/x-www-form-urlencoded"}),
        (403, "referee", {}),
        (403, "z", {}),
        (403, "", {}),
        (400, "a", {"json": {}}),
        (400, "a", {"json": []}),
        (400, "a", {"json": {"action": "pass", "rack": "QUINA"}}),
        (400, "a", {"json": {"action": "pass", "seat": 4}}),
        (400, "a", {"json": {"action": 5}}),
        (400, "a", {"json": {"action": "kind", "text": "x" * 201}}),
        (400, "a", {"json": None, "data": b"\xff\xfe", "type": "application/json"}),
        (400, "a", {"json": None, "data": b"[" * 5000, "type": "application/json"}),
        (413, "a", {"json": {"action": "kind", "text": "x" * MAX_BYTES}}),
    ],
)
def test_what_is_not_an_action_of_our_own_page_reaches_nobody(status, page, changes):
    """Another site's form, an unknown page, a body that is none: each is answered in one sentence."""

    async def story():
        async with serving() as (web, desk, session):
            request = {key: value for key, value in changes.items() if key != "type"}
            if "type" in changes:
                request["headers"] = {"Origin": web.address, "Content-Type": changes["type"]}
            got, said = await act(web, session, page, **request)
            assert got == status
            assert said.endswith(".")
            assert desk.taken == []

    run(story)


def test_a_flood_is_stopped_and_passes():
    """Each action may cost a line of the journal: more than hands can press in ten seconds is not taken."""

    async def story():
        now = HandClock()
        async with serving(now=now) as (web, desk, session):
            answers = [(await act(web, session))[0] for _ in range(ACTS_EACH + 2)]
            assert answers == [200] * ACTS_EACH + [429] * 2
            assert (await act(web, session))[1] == "Massa coses alhora. Espera deu segons."
            assert ACTS_WITHIN_S == 10
            now.seconds += 11
            assert (await act(web, session))[0] == 200
            assert len(desk.taken) == ACTS_EACH + 1

    run(story)


def test_the_referee_comes_in_by_his_number_only():
    """Without it the page is a door; with it there is a cookie that no script and no other site can use."""

    async def story():
        async with serving() as (web, desk, session):
            door = await (await session.get("/referee")).text()
            assert 'name="pin"' in door
            assert 'data-page="referee"' not in door
            assert (await session.get("/events?page=referee")).status == 403
            status, page = await enter(web, session, "271828")
            assert status == 403
            assert "Aquest no és el número correcte." in page
            assert (await enter(web, session, PIN, Origin="http://evil.example"))[0] == 403
            async with session.post("/referee", data={"pin": PIN}, headers={"Origin": web.address},
                                    allow_redirects=False) as answer:  # fmt: skip
                assert answer.status == 303
                cookie = answer.headers["Set-Cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=Strict" in cookie
            assert PIN not in cookie
            assert 'data-page="referee"' in await (await session.get("/referee")).text()
            clock = {"action": "set_clock", "seat": 1, "clock": "9:00"}
            assert await act(web, session, "referee", json=clock) == (200, "")
            assert desk.taken[-1][1] == Role(None, "ca")
            await session.post("/referee/leave", headers={"Origin": web.address})
            assert (await act(web, session, "referee"))[0] == 403

    run(story)


def test_what_the_referee_sees_leaves_by_no_other_way():
    """A word that stands in the referee's log alone is on that page, behind its door, and nowhere else."""

    async def story():
        async with serving() as (web, _, session):
            web.publish(pictured.opening(), RefereeView(log=(LogView(0, "noted", (), {"text": "whisper"}),)))
            for path in ("/", "/seat/a", "/seat/b", "/api/game", "/referee"):
                assert "whisper" not in await (await session.get(path)).text(), path
            for page in ("", "a", "referee"):
                async with session.get(f"/events?page={page}") as answer:
                    await answer.content.readuntil(b"\n\n") if answer.status == 200 else None
                    news = await answer.content.readline() if answer.status == 200 else b""
                    assert b"whisper" not in news, page
            await enter(web, session, PIN)
            assert "whisper" in await (await session.get("/referee")).text()
            assert "whisper" not in await (await session.get("/")).text()

    run(story)


def test_a_seats_page_may_have_a_number_of_its_own():
    """In a hall a stranger must not resign for a player; one side's number opens no other page."""

    async def story():
        web = Web(seat_pins=("2718", "2818"))
        desk = web.on_action = Desk()
        await web.start(port=0)
        web.publish(pictured.opening())
        async with ClientSession(web.address, cookie_jar=CookieJar(unsafe=True)) as session:
            door = await (await session.get("/seat/a")).text()
            assert "<h1>Anna</h1>" in door
            assert 'data-page="a"' not in door
            assert (await act(web, session, "a"))[0] == 403
            assert (await session.get("/events?page=a")).status == 403
            origin = {"Origin": web.address}
            async with session.post("/seat/a", data={"pin": "2818"}, headers=origin) as answer:
                assert answer.status == 403
            async with session.post("/seat/a", data={"pin": "2718"}, headers=origin) as answer:
                assert 'data-page="a"' in await answer.text()
            assert (await act(web, session, "a"))[0] == 200
            assert (await act(web, session, "b"))[0] == 403
            assert len(desk.taken) == 1
        await web.stop()

    run(story)


def test_a_table_without_a_number_has_no_referees_page():
    """Nobody can log in where nothing was set, not even with nothing."""

    async def story():
        async with serving(pin="") as (web, desk, session):
            assert (await session.get("/referee")).status == 404
            assert (await enter(web, session, ""))[0] == 404
            assert (await act(web, session, "referee"))[0] == 403
            assert desk.taken == []

    run(story)


def test_guessing_is_slowed_for_each_and_for_all():
    """Five wrong numbers a minute from one place, sixty from all; who is in stays in."""
    now = HandClock()
    door = Door(PIN, now)
    token = door.enter(PIN, "10.0.0.1")
    assert door.knows(token)
    for _ in range(GUESSES_EACH):
        assert door.enter("nothing", "10.0.0.2") == ""
    with pytest.raises(TooMany):
        door.enter(PIN, "10.0.0.2")
    assert door.enter(PIN, "10.0.0.3")
    now.seconds += WITHIN_S + 1
    assert door.enter(PIN, "10.0.0.2")
    for place in range(GUESSES_ALL):
        assert door.enter("nothing", f"10.0.1.{place}") == ""
    with pytest.raises(TooMany):
        door.enter(PIN, "10.0.2.1")
    assert door.knows(token)
    now.seconds += SESSION_S
    assert not door.knows(token)
    assert not Door("", now).enter("", "10.0.0.1")


def test_each_seat_has_a_page_and_no_more():
    """A two-seat table has /seat/a and /seat/b."""

    async def story():
        async with serving() as (_, _desk, session):
            found = [(await session.get(f"/seat/{letter}")).status for letter in ("a", "b", "c", "A", "ab")]
            assert found == [200, 200, 404, 404, 404]

    run(story)


def test_verdicts_leave_the_seats_pages_where_there_is_a_referee():
    """The same view: with a referee a side cannot rule; without one it may say what goes against it."""
    view = pictured.offering(pictured.opening(phase="challenged"), (), ("verdict_no", "verdict_auto"))

    async def story():
        for pin, offered in ((PIN, False), ("", True)):
            async with serving(pin) as (web, _desk, session):
                web.publish(view)
                page = await (await session.get("/seat/b")).text()
                assert ('data-act="verdict_no"' in page) is offered

    run(story)
