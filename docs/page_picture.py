"""The picture of the live page in the README: the demonstration after fifteen turns, as a real browser shows it.

`python docs/page_picture.py docs/pages/pictures/page.png`, in the checkout. Needs Chromium.
"""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

from host.tests.chromium import Browser

CHECKOUT = Path(__file__).resolve().parents[1]
SIZE, SCALE = (1920, 1080), 2 / 3   # a large screen, made smaller for the README
TURNS, LAST = 15, "VERDESCA"     # of the demonstration's own game; the play that is shown
SPEED = 8                        # seconds from a turn to the next: time to look at it, on a busy machine too


async def taken(picture: Path) -> str:
    """Write `picture`; what the page said then. Raises EOFError when the demonstration ends before that turn."""
    command = [sys.executable, "-m", "host.cli", "demo", "--port", "0", "--speed", str(SPEED), "--once"]
    demo = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, cwd=CHECKOUT,
                                                env={**os.environ, "PYTHONUNBUFFERED": "1"})
    assert demo.stdout is not None
    try:
        address = await _line(demo.stdout, r"(http://\S+)")
        async with Browser() as browser:
            await browser.open(f"{address}/?lang=en", *SIZE, scale=SCALE)
            await _line(demo.stdout, rf"^\s*{TURNS} .*({LAST})")
            await browser.until(f"document.body.innerText.includes('{LAST}')")
            await browser.screenshot(picture)
            return str(await browser.evaluate("document.body.innerText"))
    finally:
        demo.send_signal(signal.SIGINT)
        await demo.wait()


async def _line(told: asyncio.StreamReader, pattern: str) -> str:
    """What stands in the first line with `pattern`."""
    while line := (await told.readline()).decode():
        if found := re.search(pattern, line):
            return found[1]
    raise EOFError(f"the demonstration never said {pattern}")


if __name__ == "__main__":
    asyncio.run(taken(Path(sys.argv[1])))
