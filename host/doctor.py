"""`taula doctor`: runs the numbered bench checks on the virtual table or on a real one, and tells what they found.

Knows neither what a check measures nor how a line works. On the virtual table every figure is a model's and says so.
"""

import argparse
import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from hardware_tests.bench import FAILED, NOT_HERE, OK, Check, Finding, Notes
from hardware_tests.plan import UnknownCheck, chosen
from hardware_tests.report import NoReport, kept_gains, page, report
from hardware_tests.several import Part, joined
from host import config as settings
from host.adapters.panel import NoGpio
from host.adapters.serial_port import PortTrouble
from host.bench_buttons import PanelButtons
from host.bench_displays import PanelDisplays, displays_of
from host.bench_stations import MODELS, Station, stations
from host.config import BadConfig, Config
from host.learning import Learning
from host.panel_signs import pins_of
from host.printing import Wrong, json_text
from host.register import BadRegister, read_register
from host.simulator.board_process import BoardDied, NoMicroPython
from host.system.machine import Look, Machine, looks
from host.whole_file import put
from host.words import LANGUAGES, state_word
from host.workbench import Workbench

CONFIG = Path("table.toml")
BUTTONS = "T24"  # run at the bag's board, where the copies of the clock buttons are
JIG = {"T09", "T10"}  # these are told by a clock button's pin when a tile touches the contact jig
CLOCKS = "T25"  # shows seconds on the displays
WALK = "T07"  # what --learn learns from
TUNING = "T17"  # what --new-gains is for
COLOURS = {OK: "green", FAILED: "bold red", NOT_HERE: "dim"}
WORD_LETTERS = max(len(state_word(state, language)) for state in COLOURS for language in LANGUAGES)


class CannotCheck(Wrong):
    """The checks cannot be run as asked."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula doctor`."""
    command.add_argument("checks", nargs="*", metavar="T01",
                         help="which; `all`: those too that need a person or long (default: the daily ones)")
    command.add_argument("--table", metavar="virtual|r1|l1|settings|none|PORT", action="append", default=[],
                         help="where: a virtual table, of one board or as a design has it; the boards that table.toml"
                              " names; ports, one after each --table: board, racks, bag; or none, for what a person"
                              " alone can do (default: virtual)")
    command.add_argument("--config", type=Path, metavar="table.toml",
                         help="look over the computer that these settings are for; checks are run only if named")
    command.add_argument("--json", action="store_true")
    command.add_argument("--report", type=Path, metavar="FILE.html",
                         help="also write a page to print, and FILE.json; an earlier one is compared with")
    command.add_argument("--new-gains", action="store_true",
                         help="with --report: T17 compares with no earlier report, and from now on with this one")
    command.add_argument("--learn", action="store_true",
                         help="after T07: have the board keep the order in which its sensors are wired")
    command.add_argument("--mask", action="store_true",
                         help="with --learn: leave out the squares that feel nothing")
    command.add_argument("--restore", action="store_true",
                         help="give the board back what was learned, from the file that table.toml names;"
                              " checks are run only if named")


def run(options: argparse.Namespace) -> int:
    """Run the checks that are named (T01 ...; the daily ones when none is) at a virtual table or at ports.

    Tells each finding as it is made, or all of them as JSON:
    `[{"check", "state", "passed", "measured", "limit", "advice"}]`, with `state` ok, failed or not here. What several
    boards have found is joined, a row a check. The exit code: 1 when a check has failed, else 0; a part that is not
    here is no failure. With settings the computer is looked over, in the same shape. With `learn` a board that has
    failed T07 alone, and has learned from it, ends in 0. Raises CannotCheck.
    """
    _must_fit(options)
    wanted = options.checks or options.restore or _runs_daily(options)
    teller = Teller(_language(options), options.json)
    rows = [teller.look(look) for look in looks(Machine(options.config))] if options.config else []
    if wanted:
        return _checked(options, teller, rows)
    if options.json:
        print(json_text(rows))
    return 0 if all(row["passed"] for row in rows) else 1


def _must_fit(options: argparse.Namespace) -> None:
    """Raises CannotCheck when the words do not go together."""
    named = {name.lower() for name in options.checks}
    if options.mask and not options.learn:
        raise CannotCheck("--mask goes with --learn: taula doctor T07 --learn --mask.")
    if options.new_gains and not (options.report and {TUNING.lower(), "all"} & named):
        raise CannotCheck(f"--new-gains goes with {TUNING} and --report: taula doctor {TUNING} --report table.html"
                          " --new-gains.")
    if options.learn and not {WALK.lower(), "all"} & named:
        raise CannotCheck("--learn learns from T07: taula doctor T07 --learn.")
    if options.learn and options.restore:
        raise CannotCheck("--learn and --restore exclude each other: type one of them.")
    if options.report:
        if not named and (options.restore or not _runs_daily(options)):
            raise CannotCheck("--report is a page of the numbered checks, and none is run here: name some, as T05, or"
                              " all.")
        _must_be_a_page(options.report)


def _runs_daily(options: argparse.Namespace) -> bool:
    """Whether checks are run though none is named."""
    return options.config is None or bool(options.table)


def _must_be_a_page(path: Path) -> None:
    """Raises CannotCheck when no report can be written to `path`: before the checks, which take their time."""
    try:
        if not path.name or path.is_dir():
            raise CannotCheck("--report wants the name of a file: taula doctor --report table.html.")
        if path.suffix.lower() == ".json":
            raise CannotCheck(f"--report names the page, and {path.name} lies beside it: {path.stem}.html.")
        if not path.parent.is_dir():
            raise CannotCheck(f"there is no folder {path.parent} for the report: name another file.")
    except OSError as why:
        raise CannotCheck(_unwritten(path, why)) from None


class Beside(NamedTuple):
    """What stands beside a real table's boards, on the Raspberry Pi."""

    buttons: PanelButtons | None
    displays: PanelDisplays | None


class Teller:
    """Tells findings on a terminal, the verdicts in `language`; `quiet`: tells nothing, only gives rows."""

    def __init__(self, language: str, quiet: bool) -> None:
        self._console = Console(highlight=False, quiet=quiet)
        self._language = language

    def words(self) -> dict[str, str]:
        """The verdict of each state."""
        return {state: state_word(state, self._language) for state in COLOURS}

    def heading(self, text: str) -> None:
        """What the lines below are about."""
        self._console.print(text, markup=False, soft_wrap=True)

    def look(self, look: Look) -> dict[str, object]:
        """One look at the computer: a line, and one for what is to be done."""
        state = NOT_HERE if not look.here else OK if look.well else FAILED
        self._line(f"{look.name:<9}", state, look.found)
        self._more(look.advice, 10)
        return {"check": look.name, "state": state, "passed": look.well, "measured": look.found, "limit": "",
                "advice": look.advice}

    def finding(self, check: Check, finding: Finding, modelled: bool) -> None:
        """A line for what was measured, one for the limit, and one for what is to be done."""
        self._line(check.id, finding.state, f"{check.title:<12} {_measured(finding, modelled)}")
        if finding.here:
            self._more(f"limit: {finding.limit}", 17)
            self._more(finding.advice, 17)

    def _line(self, name: str, state: str, told: str) -> None:
        word = Text(f"{state_word(state, self._language):<{WORD_LETTERS}}", COLOURS[state])
        self._console.print(Text.assemble(f"{name} ", word, f" {told}"), soft_wrap=True)

    def _more(self, text: str, column: int) -> None:
        if text:
            self._console.print(f"{'':{column + WORD_LETTERS + 1}}{text}", markup=False, soft_wrap=True)


def _checked(options: argparse.Namespace, teller: Teller, rows: list[dict[str, object]]) -> int:
    """The checks at the table; `rows` are what has been looked at before."""
    settled: set[str] = set()   # checks whose failure has been learned from

    def learn(check: Check, finding: Finding, bench: Workbench) -> None:
        if options.learn and check.id == WALK and finding.here:
            teller.heading(_learning(options).learn(bench, finding))
            settled.add(WALK)

    try:
        checks = chosen(options.checks) if options.checks or not options.restore else ()
        stored = kept_gains(options.report.with_suffix(".json")) if options.report else {}
        boards = stations(options.table, _config(options)[1])
        if options.restore:
            teller.heading(_restored(options, boards[0]))
        notes = notes_of(options, {} if options.new_gains else stored)
        with contextlib.ExitStack() as beside:
            parts = _at_all(boards, checks, notes, _beside(options, checks, beside), teller, learn)
    except (UnknownCheck, PortTrouble, NoMicroPython, BoardDied, BadConfig, BadRegister, NoGpio, NoReport) as why:
        raise CannotCheck(f"{str(why).removesuffix('.')}.") from None
    modelled = is_modelled(options)
    found = [(check, joined(check, parts[check.id])) for check in checks]
    for check, finding in found if len(boards) > 1 else ():
        if not finding.here:
            teller.finding(check, finding, modelled)
    if options.json:
        print(json_text([*rows, *(as_row(*each, modelled) for each in found)]))
    if options.report:
        heading, when = " ".join(board.heading for board in boards), time.strftime("%Y-%m-%d %H:%M")
        _write(options.report, page(heading, when, found, teller.words()),
               report(heading, when, found, stored, options.new_gains))
    passed = all(finding.passed or check.id in settled for check, finding in found)
    return 0 if passed and all(row["passed"] for row in rows) else 1


def _learning(options: argparse.Namespace) -> Learning:
    """What the table is called, and where the computer's copy of its calibration lies. Raises BadConfig."""
    folder, config = _config(options)
    file = None if is_modelled(options) else folder / config.table.calibration
    return Learning(config.table.name, file, options.mask)


def _restored(options: argparse.Namespace, board: Station) -> str:
    """Give the board of the magnets back what was learned; the sentence that says so. Raises CannotLearn."""
    bench = board.open()
    try:
        return _learning(options).restore(bench)
    finally:
        bench.close()


After = Callable[[Check, Finding, Workbench], None]  # what follows a check, its board still at hand


def _at_all(boards: Sequence[Station], checks: Sequence[Check], notes: Notes, beside: Beside, teller: Teller,
            after: After) -> dict[str, list[Part]]:
    """What each board has found, by check; told as it is found. Raises what opening a line raises."""
    parts: dict[str, list[Part]] = {check.id: [] for check in checks}
    for board in boards if checks else ():
        wanted = [check for check in checks if not check.once or board is _only_at(check, boards)]
        displays = beside.displays if board is boards[0] else None
        here = beside._replace(displays=displays)
        for check, finding in _at_one(board, wanted, notes, here, teller, after, several=len(boards) > 1):
            parts[check.id].append((board.name, finding))
    return parts


def _only_at(check: Check, boards: Sequence[Station]) -> Station:
    """The board at which a check of the whole table is run."""
    return next((board for board in boards if check.id == BUTTONS and board.name == "bag"), boards[0])


def _at_one(board: Station, checks: Sequence[Check], notes: Notes, beside: Beside, teller: Teller, after: After,
            *, several: bool) -> list[tuple[Check, Finding]]:
    """What one board has found. Of several boards, what one lacks is not told: another may have it."""
    bench = board.open()
    bench.notes = replace(notes, expected=board.expected)
    bench.buttons = bench.buttons or beside.buttons
    bench.displays = beside.displays
    teller.heading(board.heading)
    found = []
    try:
        for check in checks:
            finding = check.run(bench)
            found.append((check, finding))
            if finding.here or not several:
                teller.finding(check, finding, board.modelled)
            after(check, finding, bench)
    finally:
        bench.close()
    return found


def is_modelled(options: argparse.Namespace) -> bool:
    """Whether the table is a virtual one."""
    return not options.table or options.table[0] in MODELS


def _beside(options: argparse.Namespace, checks: Sequence[Check], parts: contextlib.ExitStack) -> Beside:
    """What these checks need of it; closed with `parts`. Raises NoGpio and BadConfig."""
    wanted = {check.id for check in checks}
    buttons = None
    try:
        buttons = buttons_of(options) if wanted & {BUTTONS, *JIG} else None
    except NoGpio:
        if BUTTONS in wanted:
            raise
    if buttons:
        parts.callback(buttons.close)
    config = _config(options)[1]
    displays = None
    if CLOCKS in wanted and config.displays is not None and not is_modelled(options):
        displays = displays_of(config.displays, time.monotonic_ns)
    if displays:
        parts.callback(displays.close)
    return Beside(buttons, displays)


def buttons_of(options: argparse.Namespace) -> PanelButtons | None:
    """The buttons that table.toml names, at a real table. Raises NoGpio."""
    config = _config(options)[1]
    if is_modelled(options) or config.panel is None:
        return None
    return PanelButtons(pins_of(config.panel), time.monotonic_ns)


def _config(options: argparse.Namespace) -> tuple[Path, Config]:
    """The folder of table.toml, and what it says. Raises BadConfig."""
    path: Path | None = options.config or (CONFIG if CONFIG.exists() else None)
    return (path.parent, settings.load(path)) if path else (Path(), Config())


def notes_of(options: argparse.Namespace, gains: Mapping[int, int]) -> Notes:
    """What the checks compare with: the `gains` of an earlier report; tile set and register of table.toml."""
    folder, config = _config(options)
    tile_set = settings.rulebook_of(config).tile_set
    file = folder / config.table.tiles
    register = dict(read_register(file).tiles) if file.exists() and not is_modelled(options) else {}
    return Notes((), gains, {kind.face: kind.count for kind in tile_set.faces}, register)


def _language(options: argparse.Namespace) -> str:
    """The language of the table whose settings are known, else English. Raises CannotCheck."""
    if options.config is None and not CONFIG.exists():
        return "en"
    try:
        return _config(options)[1].table.language
    except BadConfig as why:
        if options.config:  # the look at the settings says so
            return "en"
        raise CannotCheck(f"{why}.") from None


def _write(path: Path, text: str, kept: dict[str, object]) -> None:
    """The page and its JSON. Raises CannotCheck."""
    try:
        path.write_text(text, encoding="utf-8")
        put(path.with_suffix(".json"), (json_text(kept) + "\n").encode())  # whole: T17 compares with it
    except OSError as why:
        raise CannotCheck(_unwritten(path, why)) from None


def _unwritten(path: Path, why: OSError) -> str:
    return f"the report cannot be written to {path} ({why.strerror}): name another file."


def as_row(check: Check, finding: Finding, modelled: bool) -> dict[str, object]:
    """A finding in the shape of `--json`."""
    return {"check": check.id, "state": finding.state, "passed": finding.passed,
            "measured": _measured(finding, modelled), "limit": finding.limit, "advice": finding.advice}


def _measured(finding: Finding, modelled: bool) -> str:
    return f"{finding.measured} (model)" if modelled else finding.measured
