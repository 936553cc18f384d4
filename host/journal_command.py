"""The command `taula journal`: a game's file checked, repaired by a referee's choice, written out.

Reads arguments and writes text; what is found is journal_findings' to say, what becomes of it journal_mending's.
"""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from host.adapters.journal_lines import JournalError
from host.adapters.journal_repair import held
from host.journal_dump import json_lines, lines
from host.journal_findings import as_json, as_lines, bytes_of, findings, look_at, standing
from host.journal_mending import Choice, Mended, Refused, mended
from host.printing import Wrong, json_text

OK, NO = 0, 1  # exit codes; 2 is Wrong's
LEFT_AS_IT_IS = "nothing to repair; the file is left as it is"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The three commands of `taula journal` with their arguments."""
    commands = command.add_subparsers(required=True, metavar="check|repair|dump", parser_class=type(command))
    check = commands.add_parser("check", help="whether a journal is sound, and what stands in it when it is not")
    repair = commands.add_parser("repair", help="takes away what never was a record, else what the referee chooses")
    dump = commands.add_parser("dump", help="every record, a line each")
    for each, run in ((check, _check), (repair, _repair), (dump, _dump)):
        each.add_argument("file", type=Path, metavar="FILE", help="a table's journal")
        each.add_argument("--json", action="store_true")
        each.set_defaults(do=run)
    repair.add_argument("--until", type=int, metavar="RECORD", help="keep what stands before it")
    repair.add_argument("--skip", type=int, action="append", default=[], metavar="RECORD",
                        help="leave this damaged record out and keep the sound ones behind it; may be repeated")
    repair.add_argument("--accept-totals", action="store_true", help="where stored totals differ, compute them anew")
    dump.add_argument("--until", type=int, metavar="RECORD", help="only what stands before it")


def run(options: argparse.Namespace) -> int:
    """Do what `options` ask; 0, or 1 when the answer is no. Raises Wrong."""
    do: Callable[[argparse.Namespace], int] = options.do
    try:
        return do(options)
    except JournalError as why:  # in use, no room, a medium that fails
        raise Wrong(str(why)) from why


# --- check and dump ----------------------------------------------------------------------------------------


def _check(options: argparse.Namespace) -> int:
    found = look_at(options.file)
    print(json_text(as_json(found)) if options.json else "\n".join(as_lines(found)))
    return OK if found.sound else NO


def _dump(options: argparse.Namespace) -> int:
    found = look_at(options.file)
    for line in json_lines(found, options.until) if options.json else lines(found, options.until):
        print(line)
    return NO if found.damaged else OK


# --- repair ------------------------------------------------------------------------------------------------


def _repair(options: argparse.Namespace) -> int:
    bytes_of(options.file)  # a folder or a missing file gets its sentence before anything is opened for writing
    choice = Choice(options.until, tuple(options.skip), options.accept_totals)
    with held(options.file) as journal:
        found = findings(journal.data, options.file.name)
        what = mended(found, choice)
        if isinstance(what, Refused):
            name = found.name
            print(json_text(_refusal(what, name)) if options.json else "\n".join(_refusal_lines(what, name)))
            return NO
        kept: list[str] = []
        if what.data != journal.data:
            time = journal.set_time_aside() if what.goes_back else None
            kept = [path.name for path in (journal.rewrite(what.data), time) if path is not None]
    print(json_text(_report(what, kept)) if options.json else "\n".join(_report_lines(what, kept)))
    return OK


def _refusal(refused: Refused, name: str) -> dict[str, object]:
    return {
        "file": name,
        "repaired": False,
        "why": refused.why,
        "choices": refused.choices,
        "differences": [str(each) for each in refused.differences],
    }


def _refusal_lines(refused: Refused, name: str) -> Iterator[str]:
    yield f"{name}: not repaired, nothing is changed: {refused.why}"
    yield from (f"  {each}" for each in refused.differences)
    if refused.choices:
        yield "  the referee chooses:"
        yield from (f"    {each}" for each in refused.choices)


def _report(what: Mended, kept: list[str]) -> dict[str, object]:
    return {
        **as_json(what.found),
        "repaired": bool(kept),
        "kept": kept,
        "left_out": [each.as_json() for each in what.left_out],
        "totals_replaced": [str(each) for each in what.replayed.differences],
        "totals_restored": [{"turn": each.turn, "totals": each.totals} for each in what.replayed.restored],
    }


def _report_lines(what: Mended, kept: list[str]) -> Iterator[str]:
    if not kept:
        yield f"{what.found.name}: {LEFT_AS_IT_IS}"
        return
    yield f"{what.found.name}: repaired; {len(what.found.survey.kept)} records, {standing(what.found)}"
    yield f"  the file as it was is kept whole in {kept[0]}"
    yield from (f"  the game time that was kept is now in {name}" for name in kept[1:])
    yield from (f"  left out: {each}" for each in what.left_out)
    yield from (f"  replaced: {each}" for each in what.replayed.differences)
    yield from (f"  written again: the totals of turn {each.turn}" for each in what.replayed.restored)
