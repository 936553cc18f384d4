"""Scripts from files, played at the virtual table or straight on the rules, and what came of them.

The edge of `rehearse.py`: reads the file, keeps the journal in a folder that goes afterwards, shapes the answer.
"""

import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from engine_lite.placement import Reason
from host import games
from host.adapters.journal_lines import JournalError
from host.core import disorder
from host.core.events import Event
from host.core.phases import Phase
from host.core.state import END_REASONS, Table
from host.games import OpenGame
from host.rehearsal.deal import opening, standing_at_start, stock_of
from host.rehearsal.direct import DirectTable
from host.rehearsal.hands import Failure, Rehearsal
from host.rehearsal.reading import parse
from host.rehearsal.script import SEATS, BadScript, Script
from host.rehearsal.stage import Stage
from host.simulator.board_process import BoardDied, BoardHangs, NoMicroPython
from host.simulator.stock import Stock

# Everything that can go wrong with a script or the virtual table; each text is one sentence for people.
STAGE_ERRORS = (BadScript, NoMicroPython, BoardDied, BoardHangs, JournalError)

OUR_GAME = Path(__file__).parents[1] / "simulator" / "games" / "catalan.txt"
LONGEST_SCRIPT = 1_000_000  # bytes; a script is a page or two of text


class CannotRehearse(Exception):
    """The script or the set-up is wrong."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rehearsal came to: the events that the host received, where the game stands, what failed."""

    events: list[Event]
    table: Table
    failures: list[Failure]

    def as_json(self) -> dict[str, object]:
        """The shape of `rehearse --json`."""
        table = self.table
        return {
            "events": [{"event": type(event).__name__, **asdict(event)} for event in self.events],
            "totals": {SEATS[seat]: total for seat, total in enumerate(table.game.totals)},
            "phase": str(table.phase),
            "turn": None if table.game.on_turn is None else SEATS[table.game.on_turn],
            "ended": table.ended or None,
            "failed": [asdict(failure) for failure in self.failures],
        }

    def as_text(self, name: str) -> str:
        """One line for a script that went as expected, else a line more for each expectation that failed."""
        totals = " ".join(f"{SEATS[seat]} {total}" for seat, total in enumerate(self.table.game.totals))
        verdict = _count(len(self.failures)) if self.failures else "as expected"
        lines = [f"{name}: {verdict}; {totals}"]
        lines += [f"  line {each.line}: {each.expected}; found: {each.was}" for each in self.failures]
        return "\n".join(lines)


def _count(failures: int) -> str:
    return f"{failures} expectation{'s' if failures > 1 else ''} failed"


def names() -> dict[str, list[str]]:
    """The closed lists that scripts and screens rely on."""
    return {
        "phases": [str(phase) for phase in Phase],
        "ended": list(END_REASONS),
        "reasons": [str(reason) for reason in Reason],
        "prompts": list(disorder.PROMPTS),
    }


def script_at(path: Path) -> Script:
    """The script at `path`. Raises CannotRehearse with one sentence."""
    try:
        script = parse(read(path))
        stock_of(script)
    except BadScript as why:
        raise CannotRehearse(str(why)) from None
    return script


def rehearse(path: Path, through: str) -> Outcome:
    """Play the script at `path` through `engine` or `sensors`. Raises CannotRehearse with one sentence."""
    script = script_at(path)
    try:
        stock = stock_of(script)
        if through == "engine":
            return _played(script, stock, DirectTable(opening(script, stock), standing_at_start(stock)))
        with tempfile.TemporaryDirectory(prefix="taula-") as folder:
            return _through_sensors(script, stock, Path(folder))
    except STAGE_ERRORS as why:
        raise CannotRehearse(str(why)) from None


def read(path: Path) -> str:
    """The text of a script. Raises CannotRehearse when there is none to be had."""
    try:
        data = path.read_bytes()
    except OSError as why:
        raise CannotRehearse(f"cannot be read: {why.strerror}") from None
    if len(data) > LONGEST_SCRIPT:
        raise CannotRehearse(f"is longer than {LONGEST_SCRIPT} bytes: that is no rehearsal script")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as why:
        raise CannotRehearse(f"is not UTF-8 text (byte {why.start}): save it as UTF-8") from None


def _through_sensors(script: Script, stock: Stock, folder: Path) -> Outcome:
    from host.rehearsal.virtual import VirtualTable  # the wire's libraries are not loaded for the rules alone

    def open_game(monotonic_ns: Callable[[], int]) -> OpenGame:
        return games.begin(folder / "game.journal", opening(script, stock), monotonic_ns)

    def resume_game(monotonic_ns: Callable[[], int]) -> OpenGame:
        return games.resume(folder / "game.journal", monotonic_ns)

    with VirtualTable(open_game, seed=script.seed, standing=standing_at_start(stock),
                      resume_game=resume_game) as stage:
        return _played(script, stock, stage)


def _played(script: Script, stock: Stock, stage: Stage) -> Outcome:
    rehearsal = Rehearsal(script, stock, stage)
    rehearsal.run()
    return Outcome(stage.events, stage.table, rehearsal.failures)
