"""`taula bundle`: what a bug report needs, in one file: what the service said, its games, its settings, how it is.

Decides what may leave the table: no code of a page, and of a game that is not over neither a rack nor which tag is
which tile.
"""

import argparse
import io
import platform
import re
import tarfile
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import distributions
from pathlib import Path

from host import config as settings
from host.adapters.journal_lines import JournalError
from host.config import BadConfig, Config
from host.config_command import HIDDEN, effective, toml_lines, without_secrets
from host.journal_dump import lines
from host.journal_findings import look_at
from host.printing import Wrong
from host.system.machine import Look, Machine, looks

GAMES = 20  # the newest so many; a season of a club would not go into a letter
LOG_LINES = 5000
CODE = re.compile(r"(web\.(?:referee_pin|seat_pins) is ).*?(; it must be )", re.DOTALL)  # of a bad one
LOG = ("journalctl", "--unit=taula", "--no-pager", "--no-hostname", f"--lines={LOG_LINES}", "--output=short-iso")
NO_LOG = "journalctl told nothing: the service never ran under systemd here, or this user may not read its record.\n"


class CannotBundle(Wrong):
    """The file cannot be written."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula bundle`."""
    command.add_argument("--config", type=Path, default=Path("table.toml"), metavar="table.toml")
    command.add_argument("--out", type=Path, metavar="FILE", help="default: taula-DATE.tar.gz in this folder")


def run(options: argparse.Namespace) -> int:
    """Write the bundle and tell what is in it. Raises CannotBundle."""
    now = time.time()
    out: Path = options.out or Path(time.strftime("taula-%Y%m%d-%H%M%S.tar.gz", time.localtime(now)))
    members = list(contents(Machine(options.config)))
    try:
        with tarfile.open(out, "x:gz") as tar:
            for name, data in members:
                told = tarfile.TarInfo(f"taula/{name}")
                told.size, told.mtime, told.mode = len(data), int(now), 0o644
                tar.addfile(told, io.BytesIO(data))
    except OSError as why:
        raise CannotBundle(f"{out} cannot be written: {why.strerror}; name another file with --out.") from None
    for name, data in members:
        print(f"{len(data):>9}  {name}")
    print(f"{out}: codes of pages are hidden; so are the racks of games that are not over.")
    return 0


def contents(machine: Machine) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each part."""
    yield "about.txt", _text(about())
    config: Config | None = None
    try:
        config = settings.load(machine.settings)
        yield "settings.toml", _text(toml_lines(without_secrets(effective(config))))
    except BadConfig as why:
        yield "settings.toml", _hidden(f"# {why}\n", None).encode()
    yield "doctor.txt", _hidden("".join(f"{_line(look)}\n" for look in looks(machine)), config).encode()
    yield "service.log", _hidden(machine.run(LOG) or NO_LOG, config).encode()
    if config is not None:
        yield from _games(Path(config.table.journal))


def about() -> Iterator[str]:
    """Versions: the computer's, Python's, and of every package beside this one."""
    yield f"{platform.platform()}, {platform.machine()}, Python {platform.python_version()}"
    yield from sorted({f"{each.name} {each.version}" for each in distributions()})


def _line(look: Look) -> str:
    return f"{look.name:<9} {'ok  ' if look.well else 'FAIL'} {look.found}{'  ' if look.advice else ''}{look.advice}"


def _hidden(text: str, config: Config | None) -> str:
    """`text` without any code of a page, should one ever have been said.

    >>> _hidden("web.referee_pin is '123'; it must be 6 to 40 letters", None)
    'web.referee_pin is hidden; it must be 6 to 40 letters'
    """
    text = CODE.sub(rf"\1{HIDDEN}\2", text)
    for code in (config.web.referee_pin, *config.web.seat_pins) if config else ():
        text = text.replace(code, HIDDEN) if code else text
    return text


def _games(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The newest games: one that is over whole, one that is not as `taula journal dump` tells it."""
    newest = sorted(folder.glob("*.journal"), key=lambda path: (path.stat().st_mtime_ns, path.name))[-GAMES:]
    for path in newest:
        try:
            found = look_at(path)
            if found.over and found.sound:
                yield f"games/{path.name}", path.read_bytes()
            else:
                yield f"games/{path.name}.txt", _text(lines(found))
        except (OSError, JournalError, Wrong) as why:
            yield f"games/{path.name}.txt", f"{why}\n".encode()


def _text(told: Iterator[str] | Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in told).encode()
