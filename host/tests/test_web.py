"""The page's server: what it answers, what it pushes, and that no browser can harm or delay the table."""

import asyncio
import gc
import json
import re
import socket
import warnings
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager

import msgspec
import pytest
from aiohttp import ClientSession
from yarl import URL

from host.adapters.web.page import Wish
from host.adapters.web.server import PortTaken, Web
from host.adapters.web.stream import Stage, aged
from host.schemas import GameView
from host.tests import pictured

PATIENCE_S = 10


class HandClock:
    """Seconds that pass only when the test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@asynccontextmanager
async def serving(view: GameView | None = None, now: HandClock | None = None):
    """A running page and a browser without a screen."""
    web = Web(now=now or HandClock())
    await web.start(port=0)
    if view is not None:
        web.publish(view)
    try:
        async with ClientSession(web.address) as session:
            yield web, session
    finally:
        await web.stop()


def run(story: Callable[[], Awaitable[None]]) -> None:
    """Play a story to its end, or fail when it hangs."""
    asyncio.run(asyncio.wait_for(story(), PATIENCE_S))


async def next_news(answer) -> dict:
    """The next frame of a stream that carries news."""
    while True:
        line = (await answer.content.readline()).decode()
        assert line, "the stream has ended"
        if line.startswith("data: {\"view\""):
            return json.loads(line.removeprefix("data: "))


def test_the_page_answers_with_the_game_and_a_strict_policy():
    """No script or style but our own files; nothing to cache; HEAD answers like GET without a body."""

    async def story():
        async with serving(pictured.opening()) as (_, session):
            async with session.get("/") as answer:
                page = await answer.text()
                assert answer.status == 200
                assert "SESAM" in page
                assert "default-src 'none'; style-src 'self'; script-src 'self'" in (
                    answer.headers["Content-Security-Policy"]
                )
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.headers["Cache-Control"] == "no-store"
            async with session.head("/") as answer:
                assert answer.status == 200
                assert await answer.read() == b""

    run(story)


def test_every_file_the_page_asks_for_is_there():
    """A missing style or script shows only in a browser, so ask for each one named."""
    async def story():
        async with serving(pictured.opening()) as (_, session):
            page = await (await session.get("/")).text()
            names = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
            assert len(names) >= 7
            for name in sorted(names):
                async with session.get(name) as answer:
                    assert answer.status == 200, name
                    tag = answer.headers["ETag"]
                async with session.get(name, headers={"If-None-Match": tag}) as again:
                    assert again.status == 304, name

    run(story)


@pytest.mark.parametrize(
    "path",
    ["/static/../server.py", "/static/..%2Fserver.py", "/static/%2e%2e/server.py", "/static/", "/etc/passwd",
     "/static/taula.po", "/%00", "/<script>alert(1)</script>"],
)  # fmt: skip
def test_nothing_outside_the_folder_of_files_can_be_asked_for(path):
    """Whatever the address, a page of our own says that there is no such page, and repeats nothing of it."""
    async def story():
        async with serving(pictured.opening()) as (web, session):
            answer = await session.get(URL(web.address + path, encoded=True))
            assert answer.status == 404
            page = await answer.text()
            assert "Aquesta taula no té aquesta pàgina." in page
            assert "alert(1)" not in page
            assert "Content-Security-Policy" in answer.headers

    run(story)


def test_what_a_browser_sends_is_not_repeated():
    """Neither the Host header nor an odd choice in the address or a cookie reaches the page."""

    async def story():
        async with serving(pictured.opening()) as (_, session):
            for query in ("?lang=zz<b>", "?turn=-1", "?turn=9e9", "?turn=٣", "?theme=</html>", "?turn=1&turn=x"):
                headers = {"Host": "evil.example", "Cookie": "lang=<script>; theme=blue"}
                async with session.get("/" + query, headers=headers) as answer:
                    page = await answer.text()
                    assert answer.status == 200, query
                    assert "evil.example" not in page
                    assert '<html lang="ca"' in page

    run(story)


def test_choices_are_remembered():
    """Language, theme, side and digits are kept by the browser, in cookies of closed values."""

    async def story():
        async with serving(pictured.opening()) as (_, session):
            async with session.get("/?lang=ro&theme=dark&turned=1&large=1") as answer:
                assert {cookie.key for cookie in answer.cookies.values()} == {"lang", "theme", "turned", "large"}
            cookie = "lang=ro; theme=dark; turned=1; large=1"
            async with session.get("/", headers={"Cookie": cookie}) as answer:
                page = await answer.text()
                assert '<html lang="ro" data-theme="dark" class="large">' in page
                assert "La mutare" in page

    run(story)


def test_other_programs_get_the_view_itself():
    """/api/game is the published view, its clocks run on to the moment of the answer."""

    async def story():
        now = HandClock()
        async with serving(pictured.opening(), now) as (_, session):
            now.seconds += 2.5
            async with session.get("/api/game") as answer:
                view = msgspec.json.decode(await answer.read(), type=GameView)
            assert view == aged(pictured.opening(), 2500)
            assert view.seats[0].clock_ms == 1_692_000 - 2500
            assert view.seats[1].clock_ms == 1_663_000

    run(story)


def test_before_the_first_view_the_page_waits():
    """A browser that is early gets a page that comes back by itself, not an error."""

    async def story():
        async with serving() as (web, session):
            async with session.get("/") as answer:
                assert answer.status == 503
                assert '<meta http-equiv="refresh" content="2">' in await answer.text()
            assert (await session.get("/api/game")).status == 503
            web.publish(pictured.opening())
            assert (await session.get("/")).status == 200

    run(story)


def test_the_stream_begins_with_everything_and_goes_on_with_what_changed():
    """A browser that comes back after a break needs nothing but the stream; a play does not send the sheet twice."""

    async def story():
        async with serving(pictured.opening(turns=())) as (web, session), session.get("/events") as answer:
            assert answer.headers["Content-Type"].startswith("text/event-stream")
            first = await next_news(answer)
            assert set(first["parts"]) > {"cards", "tiles", "overlay", "sheet", "squares", "replay"}
            web.publish(pictured.opening())
            second = await next_news(answer)
            assert "SESAM" in second["parts"]["last"]
            assert "tiles" in second["parts"]
            assert "faults" not in second["parts"]
            web.publish(pictured.opening())
            assert (await next_news(answer))["parts"] == {}

    run(story)


def test_clocks_in_the_stream_are_as_old_as_the_frame():
    """A page that opens 40 seconds after the last press must not start 40 seconds late."""

    async def story():
        now = HandClock()
        async with serving(pictured.opening(), now) as (_, session):
            now.seconds += 40
            async with session.get("/events") as answer:
                clocks = (await next_news(answer))["clocks"]
            assert clocks == [{"ms": 1_652_000, "running": True}, {"ms": 1_663_000, "running": False}]

    run(story)


def test_a_slow_browser_skips_views():
    """A hundred views published at once reach a browser as one: the newest."""

    async def story():
        async with serving(pictured.opening()) as (web, session), session.get("/events") as answer:
            await next_news(answer)
            for _ in range(100):
                web.publish(pictured.opening())
            assert (await next_news(answer))["view"] == 101

    run(story)


def test_a_browser_that_takes_nothing_does_not_hold_up_others():
    """One follower never reads; another gets every view at once."""

    async def story():
        async with serving(pictured.long_game()) as (web, session):
            _, writer = await asyncio.open_connection("127.0.0.1", int(web.address.rsplit(":", 1)[1]))
            try:
                writer.write(b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
                await writer.drain()
                async with session.get("/events") as answer:
                    await next_news(answer)
                    for number in range(60):
                        web.publish(pictured.long_game(at_ms=number) if number % 2 else pictured.opening())
                        assert (await next_news(answer))["view"] == number + 2
            finally:
                writer.close()

    run(story)


def test_a_taken_port_is_said_in_one_sentence():
    """Two tables on one machine: the second must say what to do."""

    async def story():
        async with serving() as (web, _):
            port = int(web.address.rsplit(":", 1)[1])
            with pytest.raises(PortTaken, match=rf"port {port} is taken .*: choose another with --port"):
                await Web().start(port=port)

    run(story)


def test_stopping_ends_the_streams():
    """A stopped table leaves no connection behind and can start again on the same port."""

    async def story():
        async with serving(pictured.opening()) as (web, session):
            async with session.get("/events") as answer:
                await next_news(answer)
                await web.stop()
                rest = await answer.content.read()
                assert b"view" not in rest
            again = Web()
            await again.start(port=int(web.address.rsplit(":", 1)[1]))
            await again.stop()

    run(story)


def test_readers_who_wish_the_same_share_one_rendering():
    """Three hundred phones in a hall cost one rendering a view and language."""

    async def story():
        stage = Stage(HandClock())
        stage.show(pictured.opening())
        assert stage.parts(Wish("ca")) is stage.parts(Wish("ca"))
        assert stage.parts(Wish("ca")) is not stage.parts(Wish("ro"))

    run(story)


@pytest.mark.parametrize("turns", range(6))
def test_who_comes_in_while_the_page_is_closed_leaves_no_socket_behind(turns):
    """At whichever turn of the loop after the browser's connection: on a busy machine any of them is met."""

    async def story():
        web = Web(now=HandClock())
        await web.start(port=0)
        with socket.create_connection((URL(web.address).host, URL(web.address).port)):
            for _ in range(turns):
                await asyncio.sleep(0)
            await web.stop()

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run(story)
        gc.collect()
    assert [str(each.message) for each in caught if each.category is ResourceWarning] == []
