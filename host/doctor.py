"""`taula doctor`: runs the numbered bench checks on the virtual table or on a real one, and tells what they found.

Knows neither what a check measures nor how a line works. On the virtual table every figure is a model's and says so.
"""

import argparse
import secrets
from pathlib import Path

from rich.console import Console
from rich.text import Text

from hardware_tests.bench import Check, Finding
from hardware_tests.plan import UnknownCheck, chosen
from host.adapters.serial_port import PortTrouble
from host.printing import Wrong, json_text
from host.simulator.board_process import BoardDied, BoardProcess, NoMicroPython
from host.system.machine import Look, Machine, looks
from host.workbench import SerialLine, VirtualLine, Workbench

VIRTUAL = "virtual"
FIRST_BITS = 31  # of the first number of this life of the host


class CannotCheck(Wrong):
    """The checks cannot be run as asked."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula doctor`."""
    command.add_argument("checks", nargs="*", metavar="T01", help="which (default: all)")
    command.add_argument("--table", metavar="virtual|PORT", help="where the checks are run (default: virtual)")
    command.add_argument("--config", type=Path, metavar="table.toml",
                         help="look over the computer that these settings are for; checks are run only if named")
    command.add_argument("--json", action="store_true")


def run(options: argparse.Namespace) -> int:
    """Run the checks that are named (T01 ...; all when none is) at the virtual table or at the path of a port.

    Tells each finding as it is made, or all of them as JSON:
    `[{"check", "passed", "measured", "limit", "advice"}]`. The exit code: 1 when a check has failed, else 0.
    With settings the computer is looked over, in the same shape. Raises CannotCheck.
    """
    if options.config is None:
        return _checked(options, [])
    rows = [_told(look, options.json) for look in looks(Machine(options.config))]
    if options.checks or options.table:
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
    table = options.table or VIRTUAL
    try:
        checks = chosen(options.checks)
        bench = open_bench(table)
    except (UnknownCheck, PortTrouble, NoMicroPython, BoardDied) as why:
        raise CannotCheck(f"{why}.") from None
    modelled = table == VIRTUAL
    console = Console(highlight=False, quiet=options.json)
    console.print(_heading(table), markup=False)
    findings = []
    try:
        for check in checks:
            finding = check.run(bench)
            findings.append(finding)
            _tell(console, check, finding, modelled)
    finally:
        bench.close()
    if options.json:
        print(json_text([*rows, *(as_row(*each, modelled) for each in zip(checks, findings, strict=True))]))
    return 0 if all(finding.passed for finding in findings) and all(row["passed"] for row in rows) else 1


def open_bench(table: str) -> Workbench:
    """The bench of `table`. Raises PortTrouble, NoMicroPython and BoardDied."""
    if table == VIRTUAL:
        return Workbench(VirtualLine(BoardProcess()))
    return Workbench(SerialLine(table), first=secrets.randbits(FIRST_BITS))


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
