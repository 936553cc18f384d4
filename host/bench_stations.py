"""Which boards `taula doctor --table` means, and how the bench of each is opened: virtual ones, and ports.

A real line is opened when its turn comes and closed after it: nobody reads it meanwhile. Knows no check.
"""

import functools
import secrets
import select
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tablewire.messages import BAG, BOARD, RADIO, WHOLE

from hardware_tests.bench import Unanswered
from hardware_tests.person import AskedPerson
from host import config as settings
from host.config import Config
from host.model_buttons import ModelButtons
from host.model_person import ModelPerson
from host.printing import Wrong
from host.simulator.board_process import BoardProcess
from host.workbench import NS_PER_US, SerialLine, VirtualLine, Workbench

VIRTUAL, R1, L1, SETTINGS, NONE = "virtual", "r1", "l1", "settings", "none"
MODELS = (VIRTUAL, R1, L1)
PARTS = {"board": (WHOLE, BOARD), "racks": (RADIO,), "bag": (BAG,)}  # the boards of a table, and what each may be
LISTEN_S = 0.05  # between two looks at the keyboard
FIRST_BITS = 31  # of the first number of this life of the host


class NoStation(Wrong):
    """The table that is named cannot be checked."""


class Station(NamedTuple):
    """A board of the table: its name in table.toml, what it is on screen, the roles that it may have, its bench.

    modelled: it is a virtual one.
    """

    name: str
    heading: str
    expected: tuple[int, ...]
    open: Callable[[], Workbench]
    modelled: bool = False


def stations(tables: Sequence[str], config: Config) -> tuple[Station, ...]:
    """The boards that these words of `--table` name, the one of the magnets first; none: the virtual table's.

    One port may be that of any table's first board; of several, the first is the board's, then racks, then bag. With
    NONE no board is asked: a person alone is at the bench. Raises NoStation, and BadConfig where the settings are to
    name the ports.
    """
    words = list(tables) or [VIRTUAL]
    models = [word for word in words if word in MODELS]
    if models and len(words) > 1:
        raise NoStation(f"--table {models[0]} is a whole table: name no other beside it.")
    if models:
        return _models(models[0])
    if NONE in words:
        if len(words) > 1:
            raise NoStation(f"--table {NONE} means that no board is asked: name no port beside it.")
        return (Station("table", "No board is asked: a person looks and measures.", (), _by_hand),)
    if SETTINGS in words:
        if len(words) > 1:
            raise NoStation(f"--table {SETTINGS} means every board that table.toml names: name no port beside it.")
        return _ports({"board": settings.port_of(config), **settings.readers_of(config)})
    if len(words) > len(PARTS):
        raise NoStation(f"a table has {len(PARTS)} boards at most, and {len(words)} ports are named.")
    if len(set(words)) < len(words):
        raise NoStation("each board has a port of its own: one is named twice.")
    return _ports(dict(zip(PARTS, words, strict=False)))


def _ports(ports: Mapping[str, str]) -> tuple[Station, ...]:
    several = len(ports) > 1
    return tuple(Station(part, f"The table at {ports[part]}; no tile may lie on it." if not several else
                         f"The {part} at {ports[part]}; no tile may lie there.",
                         PARTS[part], functools.partial(_at_port, ports[part]))
                 for part in PARTS if part in ports)


def _models(word: str) -> tuple[Station, ...]:
    says = "its chips are models, and so is every figure."
    if word == R1:
        roles = {"board": "board", "racks": "radio", "bag": "bag"}
        return tuple(Station(part, f"The virtual {part}: {says}", PARTS[part],
                             functools.partial(_virtual, {"role": roles[part]}, f"VIRTUAL{number}"), modelled=True)
                     for number, part in enumerate(PARTS))
    low_cost = {"radio": False, "pad": True} if word == L1 else {}
    return (Station("board", f"The virtual table: {says}", PARTS["board"],
                    functools.partial(_virtual, low_cost, "VIRTUAL0"), modelled=True),)


def _virtual(board_json: Mapping[str, object], uid: str) -> Workbench:
    board = BoardProcess(board_json, uid=uid)
    bench = Workbench(VirtualLine(board))
    buttons = ModelButtons(board, bench.wait)
    bench.buttons = buttons
    bench.person = ModelPerson(board, bench.wait, edges="pad" in board_json, buttons=buttons)
    return bench


class NoLine:
    """The line where no board is: for checks that ask a person and nothing else."""

    def now_us(self) -> int:
        return time.monotonic_ns() // NS_PER_US

    def exchange(self, out: bytes, until_us: int) -> bytes:
        raise Unanswered("no board is asked: name its port with --table")

    def close(self) -> None:
        """There is nothing to let go."""


def _by_hand() -> Workbench:
    bench = Workbench(NoLine())
    if sys.stdin and sys.stdin.isatty():
        bench.person = AskedPerson(_line)
    return bench


def _at_port(path: str) -> Workbench:
    bench = Workbench(SerialLine(path), first=secrets.randbits(FIRST_BITS))
    if sys.stdin and sys.stdin.isatty():
        bench.person = AskedPerson(functools.partial(_typed, bench))
    return bench


def _typed(bench: Workbench, sentence: str) -> str | None:
    """What is typed after `sentence`; None at the end of input. The board is listened to while somebody thinks."""
    return _line(sentence, lambda: bench.wait(LISTEN_S))


def _line(sentence: str, meanwhile: Callable[[], None] | None = None) -> str | None:
    """The same; `meanwhile` is called over and over. On standard error: standard output may be JSON."""
    print(sentence, end=" ", file=sys.stderr, flush=True)
    while meanwhile and not select.select([sys.stdin], [], [], 0)[0]:
        meanwhile()
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None
