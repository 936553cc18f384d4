"""`taula demo` as a newcomer meets it: the command in a process of its own, a real browser on its page meanwhile.

Pictures are kept in the folder that TAULA_SCREENSHOTS names, else in build/screenshots.
"""

import asyncio
import os
import re
import signal
import socket
import sys
from pathlib import Path

from hardware_tests import needs
from host.cli import main
from host.rehearsal.outcome import OUR_GAME
from host.tests.chromium import Browser

SCREENSHOTS = Path(os.environ.get("TAULA_SCREENSHOTS", needs.CHECKOUT / "build" / "screenshots"))
TURN = re.compile(r"\s*(\d+)\s+(Anna|Biel)\s+(\S+) (\S+)\s+\+(\d+)\s+Anna (\d+)\s+Biel (\d+)")
PATIENCE_S = 60


class Demo:
    """The command, its lines read one by one."""

    async def __aenter__(self) -> "Demo":
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "host.cli", "demo", "--port", "0", "--speed", "30",
            stdout=asyncio.subprocess.PIPE, cwd=needs.CHECKOUT, env={**os.environ, "PYTHONUNBUFFERED": "1"})
        self.address = re.search(r"http://\S+", await self.line())[0]
        return self

    async def __aexit__(self, *_trouble) -> None:
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGINT)
        self.code = await asyncio.wait_for(self.process.wait(), PATIENCE_S)

    async def line(self) -> str:
        return (await asyncio.wait_for(self.process.stdout.readline(), PATIENCE_S)).decode()

    async def turn(self) -> re.Match[str] | None:
        """The next turn told in the terminal; None when the game is over."""
        self.told = await self.line()
        return TURN.match(self.told)


async def watched() -> tuple[list[re.Match[str]], dict[str, object]]:
    """Watch the demonstration from its fifth turn on; what the terminal told, and what the page says at its end."""
    told = []
    async with Demo() as demo, Browser() as browser:
        while len(told) < 5:
            told.append(await demo.turn())
        await browser.open(demo.address + "/?lang=ca", 1920, 1080)
        await browser.until("document.body.innerText.includes('QUINA')")
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        await browser.screenshot(SCREENSHOTS / "demo-1920.png")
        while (turn := await demo.turn()) is not None:
            told.append(turn)
        await browser.until("document.body.innerText.includes('Final')")
        page = {"text": await browser.evaluate("document.body.innerText"),
                "game": await browser.evaluate("fetch('/api/game').then(r => r.json())")}
        await browser.open(demo.address + "/?lang=ca", 390, 1040)
        await browser.screenshot(SCREENSHOTS / "demo-390.png", whole=True)
        page["complaints"] = browser.console
        page["end"] = demo.told.split()
    page["code"] = demo.code
    return told, page


def test_the_page_says_what_the_terminal_says_and_what_the_script_expects():
    told, page = asyncio.run(watched())
    expected = [line.split() for line in OUR_GAME.read_text().splitlines() if line.startswith("expect score")]
    assert [int(turn[5]) for turn in told] == [int(words[3]) for words in expected]
    assert (told[0][3], told[0][4], told[0][5]) == ("h5", "QUINA", "22")  # rule document 002
    game = page["game"]
    assert [(turn["start"], turn["score"]) for turn in game["turns"]] == [(turn[3], int(turn[5])) for turn in told]
    totals = [seat["total"] for seat in game["seats"]]
    assert (int(told[-1][6]), int(told[-1][7])) == (431, 522)
    assert totals == [430, 523]  # rule document 002: the R that is left over counts for Biel, who is out
    assert page["end"] == ["all", "tiles", "played", "Anna", "430", "Biel", "523"]
    for total in totals:
        assert str(total) in page["text"]
    for word in ("QUINA", "AL·LE", "HEXAGON", "FUSOS"):
        assert word in page["text"]
    assert page["complaints"] == []
    assert page["code"] == 0


def test_a_port_that_is_taken_ends_in_one_sentence(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["demo", "--port", str(port), "--once"]) == 2
    assert f"port {port} is taken" in capsys.readouterr().err


def test_arguments_out_of_range_end_in_one_sentence(capsys):
    wrong = (["--speed", "0"], ["--speed", "nan"], ["--port", "99999"], ["--speed", "x"], ["--game", "none"])
    for arguments in wrong:
        assert main(["demo", "--once", "--port", "0", *arguments]) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1
