"""`taula doctor`: runs the numbered bench checks on the virtual table or on a real one, and tells what they found.

Knows neither what a check measures nor how a line works. On the virtual table every figure is a model's and says so.
"""

import argparse
import secrets

from rich.console import Console
from rich.text import Text

from hardware_tests.bench import Check, Finding
from hardware_tests.plan import UnknownCheck, chosen
from host.adapters.serial_port import PortTrouble
from host.printing import Wrong, json_text
from host.simulator.board_process import BoardDied, BoardProcess, NoMicroPython
from host.workbench import SerialLine, VirtualLine, Workbench

VIRTUAL = "virtual"
FIRST_BITS = 31  # of the first number of this life of the host


class CannotCheck(Wrong):
    """The checks cannot be run as asked."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula doctor`."""
    command.add_argument("checks", nargs="*", metavar="T01", help="which (default: all)")
    command.add_argument("--table", default=VIRTUAL, metavar="virtual|PORT")
    command.add_argument("--json", action="store_true")


def run(options: argparse.Namespace) -> int:
    """Run the checks that are named (T01 ...; all when none is) at the virtual table or at the path of a port.

    Tells each finding as it is made, or all of them as JSON:
    `[{"check", "passed", "measured", "limit", "advice"}]`. The exit code: 1 when a check has failed, else 0.
    Raises CannotCheck.
    """
    try:
        checks = chosen(options.checks)
        bench = open_bench(options.table)
    except (UnknownCheck, PortTrouble, NoMicroPython, BoardDied) as why:
        raise CannotCheck(f"{why}.") from None
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
    if options.json:
        print(json_text([as_row(*each, modelled) for each in zip(checks, findings, strict=True)]))
    return 0 if all(finding.passed for finding in findings) else 1


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
