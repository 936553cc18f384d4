"""Who may import whom: the table of rooms below, held against every import of the project.

Tests are left out, except for the last two checks: they may look into every room.
"""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
NOT_OURS = {"node_modules", "typings", "build", "site", "__pycache__"}
PACKAGES = ("engine_lite", "firmware", "hardware_tests", "host")

# Standard library that can neither look at the outside nor at a clock, and throws no dice.
PURE = frozenset({
    "__future__", "abc", "bisect", "collections", "copy", "dataclasses", "decimal", "enum", "fractions", "functools",
    "heapq", "itertools", "math", "operator", "re", "string", "types", "typing", "unicodedata",
})
# The same for both interpreters.
SHARED_DIALECT = frozenset({"binascii", "collections", "struct"})
# Ways to a pin of the Raspberry Pi, which no other machine has.
PINS = {"RPi", "adafruit_blinka", "adafruit_ssd1306", "board", "busio", "digitalio", "gpiod", "lgpio"}


@dataclass(frozen=True)
class Room:
    """A part of the tree and what its files may import.

    `files` begins the path of each file; the longest that fits decides. `ours` are the modules of the project that
    may be imported, each with all below it. `outside` are the modules from elsewhere, None meaning all but `never`.
    """

    files: str
    ours: tuple[str, ...] = ()
    outside: frozenset[str] | None = None
    never: frozenset[str] = frozenset({"machine", "rp2"})


ADAPTERS = ("host.core", "host.schemas", "host.words")
EVERYTHING = ("engine_lite", "host", "tablewire", "hardware_tests")

ROOMS = (
    Room("engine_lite/", ("engine_lite",), PURE),
    Room("firmware/tablewire/", ("tablewire",), SHARED_DIALECT),
    Room("firmware/scan/", ("compiled", "levels", "pinout", "scan", "tablewire"),
         SHARED_DIALECT | {"array", "micropython"}),
    Room("firmware/drivers/", ("drivers", "levels", "pinout"), never=frozenset()),
    Room("firmware/pinout.py", (), frozenset()),
    Room("firmware/compiled.py", (), frozenset({"micropython", "sys"})),
    Room("firmware/levels.py", ("compiled",), frozenset()),
    Room("firmware/", ("bag", "drivers", "line", "pinout", "radio", "roles", "scan", "tablewire")),
    Room("firmware/wrong.py", ("tablewire",)),   # on every board: an error's driver would come with it
    Room("firmware/sim/", ("drivers", "pinout", "scan", "sim", "tablewire"), never=frozenset()),
    Room("host/core/", ("engine_lite", "host.core"), PURE),
    Room("host/schemas.py"),
    Room("host/words/", ("engine_lite", "host.core", "host.schemas", "host.words")),
    Room("host/view.py", ("engine_lite", "host.core", "host.possible", "host.schemas", "host.seal",
                          "host.settlement", "host.words")),
    Room("host/seal.py", ("engine_lite", "host.core"), PURE | {"base64", "hashlib"}),
    Room("host/possible.py", ("engine_lite", "host.core", "host.schemas"), PURE),
    Room("host/settlement.py", ("engine_lite", "host.core", "host.schemas"), PURE),
    Room("host/blank_menu.py", ("engine_lite", "host.core", "host.possible", "host.schemas"), PURE),
    Room("host/actions.py", ("engine_lite", "host.core", "host.schemas", "host.words"), PURE),
    Room("host/adapters/", ADAPTERS),
    Room("host/adapters/link.py", (*ADAPTERS, "tablewire")),
    Room("host/adapters/link_board.py", (*ADAPTERS, "tablewire")),
    Room("host/adapters/link_orders.py", (*ADAPTERS, "tablewire")),
    Room("host/adapters/link_words.py", (*ADAPTERS, "tablewire")),
    Room("host/simulator/", ("host.simulator", "tablewire")),
    Room("host/config.py", ("engine_lite",)),
    Room("host/lexica/", ("engine_lite", "host.lexica", "host.printing")),
    Room("host/", EVERYTHING),
    Room("hardware_tests/", ("hardware_tests", "tablewire")),
)
OUR_ROOTS = {"engine_lite", "host", "hardware_tests", "tablewire",
             "firmware", "compiled", "drivers", "levels", "line", "pinout", "radio", "roles", "scan", "sim"}


def room_of(name: str) -> Room:
    """The row of the table that decides for the file `name`: the one whose `files` fits furthest."""
    return max((room for room in ROOMS if name.startswith(room.files)), key=lambda room: len(room.files))


def sources(tree: Path) -> Iterator[tuple[str, Path]]:
    """Name below `tree` (`host/core/table.py`) and path of every Python file of the project, less its tests."""
    for package in PACKAGES:
        for path in sorted((tree / package).rglob("*.py")):
            name = path.relative_to(tree)
            if "tests" not in name.parts:
                yield name.as_posix(), path


def imports(path: Path, name: str) -> Iterator[tuple[int, str]]:
    """Line and full name of all that `path`, the file `name` (`host/core/table.py`) of the tree, imports."""
    package = name.split("/")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), name)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            stem = ".".join([*above, node.module] if node.module else above)
            yield from ((node.lineno, f"{stem}.{alias.name}") for alias in node.names)


def adapter(module: str) -> str:
    """Which outside thing a module below host.adapters is for: `journal_lines` and `journal` are one adapter."""
    return module.split(".")[2].split("_")[0]


def allowed(imported: str, name: str, room: Room) -> bool:
    root = imported.split(".", maxsplit=1)[0]
    if root not in OUR_ROOTS:
        return root not in room.never and (room.outside is None or root in room.outside)
    if imported.startswith("host.adapters.") and name.startswith("host/adapters/"):
        return adapter(imported) == adapter(name.removesuffix(".py").replace("/", "."))
    return any(imported == one or imported.startswith(f"{one}.") for one in room.ours)


def breaches(tree: Path) -> list[str]:
    """One sentence for each import below `tree` that its room does not allow."""
    found = []
    for name, path in sources(tree):
        room = room_of(name)
        found += [
            f"{name}:{line} imports {imported}, which {room.files} may not."
            for line, imported in imports(path, name)
            if not allowed(imported, name, room)
        ]
    return found


def test_every_import_stays_within_what_its_room_allows() -> None:
    """The shape of the house: what is decided in the core is never mixed with what carries it in or out."""
    assert breaches(CHECKOUT) == []


BREACHES = (
    ("engine_lite/game.py", "import random"),
    ("engine_lite/rulebooks/manacor.py", "from host.core import table"),
    ("firmware/tablewire/frames.py", "import machine"),
    ("firmware/tablewire/messages.py", "from dataclasses import dataclass"),
    ("firmware/scan/settle.py", "from machine import Pin"),
    ("firmware/scan/matrix.py", "from drivers.pn5180 import Pn5180"),
    ("firmware/drivers/pn5180.py", "from tablewire.messages import pack"),
    ("firmware/pinout.py", "import machine"),
    ("firmware/levels.py", "from scan.shown import Shown"),
    ("firmware/compiled.py", "import machine"),
    ("firmware/wrong.py", "from drivers.pn5180 import NoField"),
    ("firmware/main.py", "import rp2"),
    ("firmware/sim/machine.py", "import engine_lite.tiles"),
    ("host/core/table.py", "import asyncio"),
    ("host/core/table.py", "def step():\n    import time"),
    ("host/core/ledger.py", "from tablewire.messages import TagRead"),
    ("host/core/ledger.py", "from ..adapters import journal"),
    ("host/schemas.py", "from host.core.table import Table"),
    ("host/words/catalan.py", "from host.adapters.panel import Panel"),
    ("host/view.py", "from host.adapters.web import page"),
    ("host/possible.py", "from host.app import App"),
    ("host/seal.py", "from host.adapters.journal import Journal"),
    ("host/settlement.py", "from host.words import say"),
    ("host/blank_menu.py", "import time"),
    ("host/actions.py", "import time"),
    ("host/adapters/journal.py", "from host.adapters import link"),
    ("host/adapters/web/server.py", "from ..link import Link"),
    ("host/adapters/serial_port.py", "from tablewire import frames"),
    ("host/adapters/link.py", "from host.adapters.serial_port import SerialPort"),
    ("host/adapters/link_board.py", "from host.app import App"),
    ("host/adapters/link_orders.py", "import host.app"),
    ("host/adapters/link_words.py", "from engine_lite.tiles import Tile"),
    ("host/simulator/world.py", "from host.core.table import step"),
    ("host/config.py", "from host.core.events import Event"),
    ("host/lexica/shelf.py", "import host.app"),
    ("host/app.py", "import machine"),
    ("hardware_tests/t01.py", "from host.core.table import Table"),
)


@pytest.mark.parametrize(("name", "line"), BREACHES)
def test_a_planted_breach_is_named_with_its_file_and_line(tmp_path: Path, name: str, line: str) -> None:
    """A checker that cannot fail protects nothing."""
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(f'"""A file."""\n\n{line}\n', encoding="utf-8")
    (sentence,) = breaches(tmp_path)
    assert re.match(rf"{re.escape(name)}:[34] imports \S+, which \S+ may not\.$", sentence)


def test_every_row_of_the_table_has_a_planted_breach() -> None:
    """A new row comes with the proof that it refuses something."""
    assert {room_of(name) for name, _ in BREACHES} == set(ROOMS)


ALLOWED = (
    ("engine_lite/scoring.py", "from engine_lite.tiles import Tile\nfrom fractions import Fraction"),
    ("firmware/scan/inventory.py", "from tablewire.messages import TagRead"),
    ("firmware/drivers/hall_chain.py", "from machine import SPI"),
    ("firmware/main.py", "import asyncio\nfrom scan.settle import Settle\nfrom drivers import hall_chain"),
    ("host/core/table.py", "from engine_lite import game\nfrom . import phases\nfrom .events import Event"),
    ("host/adapters/web/server.py", "from aiohttp import web\nfrom . import live\nfrom host.schemas import GameView"),
    ("host/adapters/link.py", "from tablewire.messages import pack\nfrom host.core.events import Event"),
    ("host/adapters/journal_story.py", "from host.adapters.journal_lines import Line"),
    ("host/app.py", "from host.adapters import journal, link\nfrom host.core import table"),
)


@pytest.mark.parametrize(("name", "text"), ALLOWED)
def test_what_the_table_allows_passes(tmp_path: Path, name: str, text: str) -> None:
    """Nor may it refuse what the architecture needs."""
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    assert breaches(tmp_path) == []


def project_texts() -> Iterator[tuple[str, str]]:
    """Name and text of every file of the project that is text, tests included."""
    for folder, folders, names in os.walk(CHECKOUT):
        folders[:] = [f for f in folders if f == ".ci" or not (f in NOT_OURS or f.startswith(".") or "egg-info" in f)]
        for path in (Path(folder, name) for name in names if Path(folder, name).is_file()):
            try:
                yield path.relative_to(CHECKOUT).as_posix(), path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue  # a picture or a word file


def test_no_file_holds_a_path_of_one_machine() -> None:
    """The project runs from any folder of any machine: no file may name where it once stood."""
    root = re.compile(r"(?<![\w.}>~-])/(?:" + "|".join(("work", "tmp", "home", "root", "Users")) + r")/")
    found = [
        f"{name}:{number} names {line.strip()[:80]}"
        for name, text in project_texts()
        for number, line in enumerate(text.splitlines(), 1)
        if root.search(line)
    ]
    assert found == []


def roots_after(script: str) -> set[str]:
    """The top names of all modules that a fresh interpreter holds after `script`."""
    script += "\nimport sys; print(*{name.split('.')[0] for name in sys.modules})"
    run = subprocess.run([sys.executable, "-c", script], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    return set(run.stdout.split())


def test_importing_the_host_reaches_for_no_hardware() -> None:
    """Every module of the host can be imported on a machine without pins or their libraries."""
    script = (
        "import importlib, pkgutil, host\n"
        "for found in pkgutil.walk_packages(host.__path__, 'host.'):\n"
        "    if '.tests' not in found.name: importlib.import_module(found.name)"
    )
    assert roots_after(script) & PINS == set()


def test_the_command_itself_loads_neither_port_nor_page() -> None:
    """`taula score` answers at once and on any machine: a port's and a page's libraries come with who needs them."""
    assert roots_after("import host.cli") & (PINS | {"serial", "aiohttp", "jinja2"}) == set()
