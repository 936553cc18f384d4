"""`taula doctor`: runs the numbered bench checks on the virtual table or on a real one, and tells what they found.

Knows neither what a check measures nor how a line works. On the virtual table every figure is a model's and says so.
"""

import argparse
import functools
import secrets
import select
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.text import Text

from hardware_tests.bench import Check, Finding, Notes
from hardware_tests.person import AskedPerson
from hardware_tests.plan import UnknownCheck, chosen
from hardware_tests.report import kept_gains, page, report
from host import config as settings
from host.adapters.panel import NoGpio
from host.adapters.serial_port import PortTrouble
from host.bench_buttons import PanelButtons
from host.config import BadConfig, Config
from host.model_person import ModelPerson
from host.panel_signs import pins_of
from host.printing import Wrong, json_text
from host.register import BadRegister, read_register
from host.simulator.board_process import BoardDied, BoardProcess, NoMicroPython
from host.system.machine import Look, Machine, looks
from host.workbench import SerialLine, VirtualLine, Workbench

VIRTUAL = "virtual"
CONFIG = Path("table.toml")
LISTEN_S = 0.05  # between two looks at the keyboard
FIRST_BITS = 31  # of the first number of this life of the host


class CannotCheck(Wrong):
    """The checks cannot be run as asked."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula doctor`."""
    command.add_argument("checks", nargs="*", metavar="T01",
                         help="which; `all`: those too that need a person or long (default: the daily ones)")
    command.add_argument("--table", metavar="virtual|PORT", help="where the checks are run (default: virtual)")
    command.add_argument("--config", type=Path, metavar="table.toml",
                         help="look over the computer that these settings are for; checks are run only if named")
    command.add_argument("--json", action="store_true")
    command.add_argument("--report", type=Path, metavar="FILE.html",
                         help="also write a page to print, and FILE.json; an earlier one is compared with")


def run(options: argparse.Namespace) -> int:
    """Run the checks that are named (T01 ...; all when none is) at the virtual table or at the path of a port.

    Tells each finding as it is made, or all of them as JSON:
    `[{"check", "passed", "measured", "limit", "advice"}]`. The exit code: 1 when a check has failed, else 0.
    With settings the computer is looked over, in the same shape. Raises CannotCheck.
    """
    wanted = options.config is None or options.checks or options.table
    options.table = options.table or VIRTUAL
    rows = [_told(look, options.json) for look in looks(Machine(options.config))] if options.config else []
    if wanted:
        return _checked(options, rows)
    if options.json:
        print(json_text(rows))
    return 0 if all(row["passed"] for row in rows) else 1


def _told(look: Look, quiet: bool) -> dict[str, object]:
    """One look at the computer: a line, and one for what is to be done."""
    console = Console(highlight=False, quiet=quiet)
    verdict = Text("ok  ", "green") if look.well else Text("FAIL", "bold red")
    console.print(Text.assemble(f"{look.name:<9} ", verdict, f" {look.found}"), soft_wrap=True)
    if look.advice:
        console.print(f"{'':15}{look.advice}", markup=False, soft_wrap=True)
    return {"check": look.name, "passed": look.well, "measured": look.found, "limit": "", "advice": look.advice}


def _checked(options: argparse.Namespace, rows: list[dict[str, object]]) -> int:
    """The checks at the table; `rows` are what has been looked at before."""
    try:
        checks = chosen(options.checks)
        notes = notes_of(options)
        buttons = buttons_of(options) if any(check.id == "T24" for check in checks) else None
        bench = open_bench(options.table)
    except (UnknownCheck, PortTrouble, NoMicroPython, BoardDied, BadConfig, BadRegister, NoGpio) as why:
        raise CannotCheck(f"{str(why).removesuffix('.')}.") from None
    bench.notes, bench.buttons = notes, buttons
    modelled = options.table == VIRTUAL
    console = Console(highlight=False, quiet=options.json)
    console.print(_heading(options.table), markup=False)
    findings = []
    try:
        for check in checks:
            finding = check.run(bench)
            findings.append(finding)
            _tell(console, check, finding, modelled)
    finally:
        bench.close()
        if buttons:
            buttons.close()
    if options.json:
        print(json_text([*rows, *(as_row(*each, modelled) for each in zip(checks, findings, strict=True))]))
    if options.report:
        _write(options.report, _heading(options.table), list(zip(checks, findings, strict=True)))
    return 0 if all(finding.passed for finding in findings) and all(row["passed"] for row in rows) else 1


def open_bench(table: str) -> Workbench:
    """The bench of `table`. Raises PortTrouble, NoMicroPython and BoardDied."""
    if table == VIRTUAL:
        board = BoardProcess()
        bench = Workbench(VirtualLine(board))
        bench.person = ModelPerson(board, bench.wait)
        return bench
    bench = Workbench(SerialLine(table), first=secrets.randbits(FIRST_BITS))
    if sys.stdin and sys.stdin.isatty():
        bench.person = AskedPerson(functools.partial(_typed, bench))
    return bench


def _typed(bench: Workbench, sentence: str) -> str | None:
    """What is typed after `sentence`; None at the end of input. The board is listened to while somebody thinks.

    On standard error: standard output may be JSON.
    """
    print(sentence, end=" ", file=sys.stderr, flush=True)
    while not select.select([sys.stdin], [], [], 0)[0]:
        bench.wait(LISTEN_S)
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None


def buttons_of(options: argparse.Namespace) -> PanelButtons | None:
    """The buttons that table.toml names, at a real table. Raises NoGpio."""
    config = _config(options)[1]
    if options.table == VIRTUAL or config.panel is None:
        return None
    return PanelButtons(pins_of(config.panel), time.monotonic_ns)


def _config(options: argparse.Namespace) -> tuple[Path, Config]:
    """The folder of table.toml, and what it says. Raises BadConfig."""
    path: Path | None = options.config or (CONFIG if CONFIG.exists() else None)
    return (path.parent, settings.load(path)) if path else (Path(), Config())


def notes_of(options: argparse.Namespace) -> Notes:
    """What the checks compare with: the gains of an earlier report; tile set and register of table.toml."""
    folder, config = _config(options)
    tile_set = settings.rulebook_of(config).tile_set
    file = folder / config.table.tiles
    register = dict(read_register(file).tiles) if file.exists() and options.table != VIRTUAL else {}
    return Notes(kept_gains(options.report.with_suffix(".json")) if options.report else {},
                 {kind.face: kind.count for kind in tile_set.faces}, register)


def _write(path: Path, heading: str, found: list[tuple[Check, Finding]]) -> None:
    """The page and its JSON. Raises CannotCheck."""
    try:
        path.write_text(page(heading, found), encoding="utf-8")
        path.with_suffix(".json").write_text(json_text(report(heading, found)) + "\n", encoding="utf-8")
    except OSError as why:
        raise CannotCheck(f"the report cannot be written to {path} ({why.strerror}): name another file.") from None


def as_row(check: Check, finding: Finding, modelled: bool) -> dict[str, object]:
    """A finding in the shape of `--json`."""
    return {"check": check.id, "passed": finding.passed, "measured": _measured(finding, modelled),
            "limit": finding.limit, "advice": finding.advice}


def _heading(table: str) -> str:
    if table == VIRTUAL:
        return "The virtual table: its chips are models, and so is every figure."
    return f"The table at {table}; no tile may lie on it."


def _measured(finding: Finding, modelled: bool) -> str:
    return f"{finding.measured} (model)" if modelled else finding.measured


def _tell(console: Console, check: Check, finding: Finding, modelled: bool) -> None:
    """A line for what was measured, one for the limit, and one for what is to be done."""
    verdict = Text("ok  ", "green") if finding.passed else Text("FAIL", "bold red")
    console.print(Text.assemble(f"{check.id} ", verdict, f" {check.title:<12} {_measured(finding, modelled)}"),
                  soft_wrap=True)
    console.print(f"{'':22}limit: {finding.limit}", markup=False, soft_wrap=True)
    if finding.advice:
        console.print(f"{'':22}{finding.advice}", markup=False, soft_wrap=True)
