"""How the Raspberry Pi itself is: whether its supply sags or it is too hot, as its firmware answers `vcgencmd`.

On another machine there is no such program, and nothing is ever told. Knows nothing of what the table makes of it.
Source: `vcgencmd get_throttled`, documentation of Raspberry Pi OS; hardware page 7, rows 9 and 40.
"""

import asyncio
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

PROGRAM, QUESTION = "vcgencmd", "get_throttled"
ASKED_S = 10.0  # how often: the program takes some 5 ms of the Pi's time
ANSWERS_S = 2.0  # longer than this it hangs, and is asked again the next time
_ANSWER = re.compile(r"throttled=0x([0-9a-f]{1,8})\s*", re.ASCII | re.IGNORECASE)
UNDERVOLTAGE_NOW, HOT_NOW, UNDERVOLTAGE_SINCE_BOOT = 1 << 0, 1 << 3, 1 << 16


@dataclass(frozen=True, slots=True)
class Strain:
    """What strains the Pi: its supply is under 4.63 V (`undervoltage`), or it is throttled by its heat (`hot`)."""

    undervoltage: bool = False
    hot: bool = False


class PiHealth:
    """Follows the answers. A sag between two of them shows in the bit that stays set, and is told once."""

    def __init__(self) -> None:
        self.strain = Strain()
        self._sagged_before = False

    def told(self, answer: str) -> Strain | None:
        """What the Pi is now, when `answer` tells something new; None for the same as before, and for no answer.

        >>> health = PiHealth()
        >>> health.told("throttled=0x0"), health.told("throttled=0x50005"), health.told("throttled=0x50000")
        (None, Strain(undervoltage=True, hot=False), Strain(undervoltage=False, hot=False))
        """
        found = _ANSWER.fullmatch(answer)
        if found is None:
            return None
        bits = int(found[1], 16)
        sagged = bool(bits & UNDERVOLTAGE_SINCE_BOOT)
        strain = Strain(bool(bits & UNDERVOLTAGE_NOW) or (sagged and not self._sagged_before), bool(bits & HOT_NOW))
        self._sagged_before = sagged
        before, self.strain = self.strain, strain
        return strain if strain != before else None


async def watch(health: PiHealth, tell: Callable[[Strain], None], program: str | None = None) -> None:
    """Ask every ASKED_S and `tell` what is new; ends at once where there is no such program."""
    path = shutil.which(program or PROGRAM)
    while path is not None:
        if (strain := health.told(await asyncio.to_thread(_answer, path))) is not None:
            tell(strain)
        await asyncio.sleep(ASKED_S)


def _answer(path: str) -> str:
    """What the program says; "" when it cannot be run, fails or does not come to an end."""
    try:
        done = subprocess.run([path, QUESTION], stdin=subprocess.DEVNULL, capture_output=True, timeout=ANSWERS_S)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("ascii", "replace") if done.returncode == 0 else ""
