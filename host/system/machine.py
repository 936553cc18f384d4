"""How the computer in the table is: settings, disk, boards' ports, pins, displays, service. One line each.

Looks and never changes anything; opens no line that the service holds. Every place is an argument of `Machine`, so
the same looks run on a folder that stands for a Pi.
"""

import contextlib
import fcntl
import importlib.util
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from host import config as settings
from host.adapters import pi_health
from host.adapters.journal_files import ROOM_BYTES
from host.adapters.panel_edges import CallbackEdges, Clocks, best_edges
from host.adapters.panel_stamps import share, wake_ups
from host.config import BadConfig, Config, DisplaySettings

LATE_NS = 5_000_000  # an edge may be stamped so late, one in twenty: bench check T24
MS = 1_000_000
ANSWERS_S = 3.0
BUS = "i2c-1"  # of the header; a Pi has others, for its screens
_I2C_SLAVE = 0x0703  # Source: Linux, include/uapi/linux/i2c-dev.h


class Look(NamedTuple):
    """What was looked at, whether it is well, what was found, and what to do when it is not.

    here: False for what this computer may be without, and is.
    """

    name: str
    well: bool
    found: str
    advice: str = ""
    here: bool = True


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the computer's things are; `run` gives what a program says, None when it cannot be run.

    `answers`: whether anything does on an I2C bus at an address.
    """

    settings: Path
    root: Path = Path("/")
    run: Callable[[tuple[str, ...]], str | None] = lambda words: _said(words)
    delays: Callable[[], tuple[int, ...]] = wake_ups
    answers: Callable[[Path, int], bool] = lambda bus, address: _answers(bus, address)

    def path(self, name: str) -> Path:
        """A file of the computer."""
        return self.root / name.lstrip("/")


def looks(machine: Machine) -> Iterator[Look]:
    """Every look, in the order in which they rely on each other."""
    yield _computer(machine)
    try:
        config = settings.load(machine.settings)
        settings.port_of(config)
    except BadConfig as why:
        yield Look("settings", False, "not good", f"{why}.")
        return
    yield Look("settings", True, str(machine.settings))
    yield from _disk(config)
    yield from _boards(machine, config)
    if config.panel is not None:
        yield _pins(machine)
        yield _stamps(machine)
    if config.displays is not None:
        yield _displays(machine, config.displays)
    yield _service(machine)
    yield _page(config)


def _computer(machine: Machine) -> Look:
    with contextlib.suppress(OSError):
        model = machine.path("/proc/device-tree/model").read_text("utf-8", "replace").rstrip("\0\n")
        health = pi_health.PiHealth()
        health.told(machine.run((pi_health.PROGRAM, pi_health.QUESTION)) or "")
        if health.strain.undervoltage:
            return Look("computer", False, f"{model}, short of current",
                        "Use the supply of 5 V and 5 A, and a short cable.")
        if health.strain.hot:
            return Look("computer", False, f"{model}, too hot", "Give it air; it runs slower until it is cool.")
        return Look("computer", True, model)
    return Look("computer", True, f"{os.uname().machine}, no Raspberry Pi")


def _disk(config: Config) -> Iterator[Look]:
    folder = Path(config.table.journal)
    there = next((each for each in (folder, *folder.parents) if each.exists()), Path("/"))
    free = shutil.disk_usage(there).free
    found = f"{free / 1e9:.1f} GB free for the games in {folder}"
    if not os.access(there, os.W_OK):
        yield Look("disk", False, f"{there} cannot be written",
                   "Ask as root. If root cannot write there either the card is worn out: copy the games off it.")
    else:
        yield Look("disk", free >= ROOM_BYTES, found, "" if free >= ROOM_BYTES else
                   "Make room: move old games to another disk; a full one pauses the game.")


def _boards(machine: Machine, config: Config) -> Iterator[Look]:
    plugged = [path.name for path in sorted(machine.path("/dev/serial/by-id").glob("*"))]
    for part, port in {"board": settings.port_of(config), **settings.readers_of(config)}.items():
        path = machine.path(port) if port.startswith("/") else Path(port)
        if not path.exists():
            there = f"plugged in are {', '.join(plugged)}" if plugged else "no board is plugged in"
            yield Look(part, False, f"{port} is not there", f"Look at the cable; {there}.")
        elif not os.access(path, os.R_OK | os.W_OK):
            yield Look(part, False, f"{port} may not be opened", "Let this user into the group dialout.")
        else:
            yield Look(part, True, port)


def _pins(machine: Machine) -> Look:
    if not _has("RPi.GPIO"):
        return Look("pins", False, "no package for them",
                    "Type .venv/bin/pip install '.[pi]' in the checkout.")
    chips = [path.name for path in machine.path("/dev").glob("gpiochip*")]
    if not chips:
        return Look("pins", False, "this computer has none", "Take [panel] out of table.toml, or use a Raspberry Pi.")
    if not any(os.access(machine.path(f"/dev/{chip}"), os.R_OK | os.W_OK) for chip in chips):
        return Look("pins", False, "they may not be opened", "Let this user into the group gpio.")
    return Look("pins", True, ", ".join(sorted(chips)))


def _stamps(machine: Machine) -> Look:
    """Who stamps the edges, and how far a stamp that is taken in a callback would be from the edge."""
    gpio: Any = None  # only asked where no kernel stamps, and then only for its name
    edges = best_edges(gpio, Clocks(time.monotonic_ns, time.time_ns), machine.path("/dev"))
    delays = machine.delays()
    usual, worst = share(delays, 95), max(delays)
    measured = f"{usual / MS:.2f} ms (19 of 20), {worst / MS:.2f} ms at worst of {len(delays)}"
    if not isinstance(edges, CallbackEdges):
        edges.close()
        return Look("stamps", True, f"{edges.stamps}: exact; in a callback they would be late by {measured}")
    well = usual <= LATE_NS
    return Look("stamps", well, f"{edges.stamps}: late by {measured}, the interrupt not counted",
                "" if well else "Type sudo apt install python3-lgpio: the kernel then stamps the edges itself.")


def _displays(machine: Machine, displays: DisplaySettings) -> Look:
    bus = machine.path(f"/dev/{BUS}")
    if not bus.exists():
        return Look("displays", False, f"no {BUS}", "Switch it on: sudo raspi-config, Interface Options, I2C.")
    if not os.access(bus, os.R_OK | os.W_OK):
        return Look("displays", False, "the bus may not be opened", "Let this user into the group i2c.")
    if not _has("adafruit_ssd1306"):
        return Look("displays", False, "no package for them", "Type .venv/bin/pip install '.[pi]' in the checkout.")
    silent = [(side, f"0x{address:02X}") for side, address in (("A", displays.address_a), ("B", displays.address_b))
              if not machine.answers(bus, address)]
    if silent:
        sides, places = (" and ".join(words) for words in zip(*silent, strict=True))
        return Look("displays", False, f"nothing answers at {places}",
                    f"Look at the wires of side {sides}, and at the strap on the display's back.")
    return Look("displays", True, f"0x{displays.address_a:02X} and 0x{displays.address_b:02X} answer on {BUS}")


def _service(machine: Machine) -> Look:
    said = machine.run(("systemctl", "show", "taula", "--property=LoadState,ActiveState,NRestarts,Result"))
    told = dict(line.split("=", 1) for line in (said or "").splitlines() if "=" in line)
    if told.get("LoadState") != "loaded":
        return Look("service", True, "not installed (taula install)", here=False)
    restarts = told.get("NRestarts", "0")
    if told.get("ActiveState") == "active":
        return Look("service", True, f"active, started anew {restarts} times since it was started by hand")
    return Look("service", False, f"{told.get('ActiveState', '?')} ({told.get('Result', '?')})",
                "Its last words: journalctl -u taula -n 20")


def _page(config: Config) -> Look:
    host = "127.0.0.1" if config.web.host in ("0.0.0.0", "") else config.web.host
    address = f"http://{f'[{host}]' if ':' in host else host}:{config.web.port}/api/game"
    started = time.monotonic()
    try:
        with urllib.request.urlopen(address, timeout=ANSWERS_S) as answer:
            answer.read()
    except (OSError, ValueError) as why:
        reason = why.reason if isinstance(why, urllib.error.URLError) else why
        return Look("page", False, f"no answer at {address} ({reason})", "It answers while the service runs.")
    return Look("page", True, f"{address} answers in {(time.monotonic() - started) * 1000:.0f} ms")


def _has(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError, RuntimeError):
        return False


def _answers(bus: Path, address: int) -> bool:
    """One byte is read: the status of a display, which takes no notice."""
    try:
        with bus.open("rb", buffering=0) as line:
            fcntl.ioctl(line, _I2C_SLAVE, address)
            return line.read(1) != b""
    except OSError:
        return False


def _said(words: tuple[str, ...]) -> str | None:
    program = shutil.which(words[0])
    if program is None:
        return None
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        done = subprocess.run((program, *words[1:]), stdin=subprocess.DEVNULL, capture_output=True, timeout=ANSWERS_S)
        return done.stdout.decode("utf-8", "replace")
    return None

