"""A real headless Chromium for tests: opens pages, evaluates scripts, takes pictures. Speaks its debugging protocol.

Nothing is guessed by waiting: a page is ready when the browser says so, a condition holds when its script says so.
"""

import asyncio
import base64
import os
import re
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiohttp import ClientSession, ClientWebSocketResponse

from hardware_tests import needs

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-extensions", "--hide-scrollbars",
    "--remote-debugging-port=0",
)  # fmt: skip
PATIENCE_S = 20.0  # a browser that has not answered by then never will
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>{fonts}</dir>
<include ignore_missing="yes">/etc/fonts/conf.d</include><cachedir>{cache}</cachedir></fontconfig>"""
LISTENING = re.compile(r"DevTools listening on (ws://\S+)")


class ScriptFailed(AssertionError):
    """A script in the page threw."""


class Browser:
    """`async with Browser() as browser`: one browser with one page. Ends the test in one line without Chromium.

    fonts: the folder of the only fonts that it finds; None: all that the system has.
    """

    def __init__(self, fonts: Path | None = None) -> None:
        self._program = needs.program("chromium", "chromium-browser", "google-chrome")
        self._profile = tempfile.TemporaryDirectory(prefix="taula-chromium-", ignore_cleanup_errors=True)
        self._environment = dict(os.environ)
        if fonts is not None:
            file = Path(self._profile.name) / "fonts.conf"
            file.write_text(FONTS.format(fonts=fonts, cache=self._profile.name), encoding="utf-8")
            self._environment["FONTCONFIG_FILE"] = str(file)
        self._process: asyncio.subprocess.Process | None = None
        self._session: ClientSession | None = None
        self._line: ClientWebSocketResponse | None = None
        self._target = ""
        self._number = 0
        self.console: list[str] = []

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            self._program, *FLAGS, f"--user-data-dir={self._profile.name}", "about:blank",
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE, limit=2**20, env=self._environment,
        )  # fmt: skip
        address = await asyncio.wait_for(self._listening(), PATIENCE_S)
        self._drain = asyncio.create_task(self._read_away(), name="chromium stderr")
        self._session = ClientSession()
        self._line = await self._session.ws_connect(address, max_msg_size=0)
        targets = await self._ask("Target.getTargets", target="")
        page = next(each for each in targets["targetInfos"] if each["type"] == "page")
        attached = await self._ask("Target.attachToTarget", target="", targetId=page["targetId"], flatten=True)
        self._target = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            await self._ask(f"{domain}.enable")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._line is not None:
            await self._line.close()
        if self._session is not None:
            await self._session.close()
        if self._process is not None:
            self._process.terminate()
            await self._process.wait()
            await self._drain
        self._profile.cleanup()

    async def open(
        self, url: str, width: int = 1920, height: int = 1080, dark: bool = False, scale: float = 1
    ) -> None:
        """Show `url` in a window of `width` x `height` CSS pixels and wait until everything has loaded.

        The reader wants no motion, so that what is read or pictured is what stands.
        """
        await self._ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                        mobile=width < 600)  # fmt: skip
        wishes = {"prefers-color-scheme": "dark" if dark else "light", "prefers-reduced-motion": "reduce"}
        features = [{"name": name, "value": value} for name, value in wishes.items()]
        await self._ask("Emulation.setEmulatedMedia", features=features)
        self.console.clear()
        await self._ask("Page.navigate", url=url)
        await self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    async def evaluate(self, script: str) -> Any:
        """The value of `script` in the page; a promise is awaited. Raises ScriptFailed."""
        answer = await self._ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise ScriptFailed(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    async def until(self, condition: str) -> None:
        """Return once the script `condition` is true; the page itself looks, sixty times a second."""
        look = f"const look = () => ({condition}) ? done(true) : setTimeout(look, 16); look()"
        look = f"new Promise(done => {{ {look} }})"
        for _ in range(3):  # a navigation ends the old page's script: ask the new page
            try:
                await asyncio.wait_for(self.evaluate(look), PATIENCE_S)
                return
            except ScriptFailed as failed:
                if "destroyed" not in str(failed) and "navigated" not in str(failed):
                    raise
        raise ScriptFailed(f"the page went away before {condition}")

    async def screenshot(self, path: Path, whole: bool = False) -> None:
        """Keep a picture of the window, or of the `whole` page, as PNG."""
        answer = await self._ask("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(answer["data"]))

    async def press(self, key: str) -> None:
        """Press and let go of `key` (`c`, `ArrowRight`, `Home`)."""
        text = {"text": key} if len(key) == 1 else {}
        await self._ask("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        await self._ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def forget(self) -> None:
        """Leave the page and drop all cookies, so that the next page meets a new reader."""
        await self._ask("Page.navigate", url="about:blank")
        await self._ask("Network.clearBrowserCookies")

    async def _ask(self, method: str, target: str | None = None, **parameters: Any) -> dict[str, Any]:
        assert self._line is not None
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session := (self._target if target is None else target):
            message["sessionId"] = session
        await self._line.send_json(message)
        while True:
            answer = await self._line.receive_json(timeout=PATIENCE_S)
            self._note(answer)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise ScriptFailed(f"{method}: {answer['error']['message']}")
                return dict(answer["result"])

    def _note(self, message: dict[str, Any]) -> None:
        """Keep what the page complains about."""
        if message.get("method") == "Runtime.exceptionThrown":
            details = message["params"]["exceptionDetails"]
            self.console.append(details.get("exception", {}).get("description", details["text"]))
        if message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
            self.console.append(message["params"]["entry"]["text"])

    async def _listening(self) -> str:
        assert self._process is not None
        assert self._process.stderr is not None
        while line := await self._process.stderr.readline():
            if found := LISTENING.search(line.decode(errors="replace")):
                return found[1]
        raise ScriptFailed("Chromium ended before it listened")

    async def _read_away(self) -> None:
        """Read what the browser writes, lest its pipe fill up."""
        assert self._process is not None
        assert self._process.stderr is not None
        while await self._process.stderr.read(65536):
            pass
