"""The command `taula rehearse`: scripts named, played one after the other, each with its verdict."""

import argparse
from pathlib import Path

from host.printing import Wrong, json_text
from host.rehearsal.builds import BUILDS, WHOLE
from host.rehearsal.outcome import CannotRehearse, names, rehearse, script_at

AS_EXPECTED, NOT_AS_EXPECTED = 0, 1  # exit codes


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula rehearse`."""
    command.add_argument("scripts", nargs="*", type=Path, metavar="SCRIPT")
    command.add_argument("--through", choices=("engine", "sensors"), default="sensors")
    command.add_argument("--table", choices=BUILDS, default=WHOLE,
                         help="which sensors: of one board that carries all (the default, the quickest), of the"
                              " reference table's three boards, or of the low-cost table with its pad")
    command.add_argument("--names", action="store_true", help="print the closed lists of names and end")
    command.add_argument("--json", action="store_true")


def run(options: argparse.Namespace) -> int:
    """Play the scripts, all read before the first is played; 1 when an expectation fails.

    Raises Wrong at the end, with a sentence for each script that could not be played through.
    """
    if options.names:
        return _print_names(names(), options.json)
    if not options.scripts:
        raise Wrong("taula rehearse: name at least one script; `taula rehearse --names` lists phases and reasons.")
    if options.through == "engine" and options.table != WHOLE:
        raise Wrong("taula rehearse: --through engine plays by the rules alone, at no table; leave out --table.")
    worst = AS_EXPECTED
    broken = []
    _read_all(options.scripts, options.through, options.table)
    for path in options.scripts:
        try:
            outcome = rehearse(path, options.through, options.table)
        except CannotRehearse as why:
            broken.append(f"{path}: {why}")
            continue
        print(json_text(outcome.as_json()) if options.json else outcome.as_text(str(path)))
        worst = max(worst, NOT_AS_EXPECTED if outcome.failures else AS_EXPECTED)
    if broken:
        raise Wrong("\n".join(broken))
    return worst


def _read_all(scripts: list[Path], through: str, table: str) -> None:
    """Raises Wrong for the first script that is none, before any is played."""
    for path in scripts:
        try:
            script_at(path, through, table)
        except CannotRehearse as why:
            raise Wrong(f"{path}: {why}") from None


def _print_names(lists: dict[str, list[str]], as_json: bool) -> int:
    if as_json:
        print(json_text(lists))
    else:
        for kind, known in lists.items():
            print(f"{kind}: {' '.join(known)}")
    return AS_EXPECTED
