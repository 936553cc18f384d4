"""Scripts from files, played at the virtual table or straight on the rules, and what came of them.

The edge of `taula rehearse`: reads the file, keeps the journal in a folder that goes afterwards, shapes the answer.
"""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine_lite.course import Course
from engine_lite.course_events import Event as CourseEvent
from engine_lite.lexicon import Lexicon
from engine_lite.tiles import Tile
from host import games
from host.adapters.journal_lines import JournalError
from host.core.events import Event
from host.core.state import Table
from host.games import OpenGame
from host.rehearsal.builds import L1, R1, WHOLE
from host.rehearsal.deal import opening, standing_at_start, stock_of
from host.rehearsal.engine import hands_of
from host.rehearsal.engine_hands import EngineHands
from host.rehearsal.hands import Failure, Rehearsal
from host.rehearsal.names import names
from host.rehearsal.playable import refuse_unplayable
from host.rehearsal.reading import parse
from host.rehearsal.script import SEATS, BadScript, Script
from host.rehearsal.word_list import word_list
from host.simulator.board_process import BoardDied, BoardHangs, NoMicroPython
from host.simulator.stock import Stock

__all__ = ["OUR_GAME", "STAGE_ERRORS", "CannotRehearse", "Outcome", "names", "read", "rehearse", "script_at"]

# Everything that can go wrong with a script or the virtual table; each text is one sentence for people.
STAGE_ERRORS = (BadScript, NoMicroPython, BoardDied, BoardHangs, JournalError)

OUR_GAME = Path(__file__).parents[1] / "simulator" / "games" / "catalan.txt"
LONGEST_SCRIPT = 1_000_000  # bytes; a script is a page or two of text


class CannotRehearse(Exception):
    """The script or the set-up is wrong."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rehearsal came to: the events of the game, where it stands, what failed.

    `table` is the host's own through the sensors, the course of the game on the rules alone.
    """

    events: Sequence[Event | CourseEvent]
    table: Table | Course
    failures: list[Failure]

    def as_json(self) -> dict[str, object]:
        """The shape of `rehearse --json`."""
        table = self.table
        return {
            "events": [{"event": type(event).__name__, **_written(asdict(event))} for event in self.events],
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


def _written(values: dict[str, Any]) -> dict[str, Any]:
    """The fields of an event with each tile as people write it: a capital face, in small letters on a blank."""
    return {name: _tiles_written(value) for name, value in values.items()}


def _tiles_written(value: Any) -> Any:
    if isinstance(value, Tile):
        return value.face.lower() if value.blank else value.face
    return [_tiles_written(each) for each in value] if isinstance(value, tuple) else value


def _count(failures: int) -> str:
    return f"{failures} expectation{'s' if failures > 1 else ''} failed"


def script_at(path: Path, through: str = "sensors", boards: str = WHOLE) -> Script:
    """The script at `path`, which can be played that way: see rehearse(). Raises CannotRehearse."""
    try:
        script = parse(read(path))
        _refuse_other_readers(script, boards)
        refuse_unplayable(script, through)
        stock_of(script)
    except BadScript as why:
        raise CannotRehearse(str(why)) from None
    return script


def _refuse_other_readers(script: Script, boards: str) -> None:
    """Raise BadScript where the table of this build cannot read tiles as the script says."""
    if boards == L1 and script.readers != "pad":
        raise BadScript(0, "table l1 reads tiles by its pad alone; say `readers pad`, or play at another table")
    if boards == R1 and script.readers == "pad":
        raise BadScript(0, "table r1 has no pad for its tiles; leave out `readers pad`, or play at table l1")


def rehearse(path: Path, through: str, boards: str = WHOLE) -> Outcome:
    """Play the script at `path` through `engine` or `sensors`, at a table of this build (see host.rehearsal.builds).

    Raises CannotRehearse with one sentence.
    """
    script = script_at(path, through, boards)
    try:
        stock = stock_of(script)
        if through == "engine":
            return _through_engine(script, stock, path.parent)
        with tempfile.TemporaryDirectory(prefix="taula-") as folder:
            return _through_sensors(script, stock, Path(folder), word_list(script, path.parent), boards)
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


def _through_engine(script: Script, stock: Stock, folder: Path) -> Outcome:
    hands = hands_of(script, stock, folder)
    _play_to_the_end(hands)
    return Outcome(hands.history, hands.course, hands.failures)


def _play_to_the_end(hands: Rehearsal | EngineHands) -> None:
    """Play every line; after a failed expectation, one that cannot be carried out is one more failure."""
    try:
        hands.run()
    except BadScript as why:
        if not hands.failures:
            raise
        hands.failures.append(Failure(why.number, "a line that can be carried out", str(why)))


def _through_sensors(script: Script, stock: Stock, folder: Path, lexicon: Lexicon | None, boards: str) -> Outcome:
    from host.rehearsal.small_disk import SmallDisk
    from host.rehearsal.virtual import VirtualTable  # the wire's libraries are not loaded for the rules alone

    disk = SmallDisk()

    def open_game(monotonic_ns: Callable[[], int]) -> OpenGame:
        return games.begin(folder / "game.journal", opening(script, stock), monotonic_ns, disk, lexicon=lexicon)

    def resume_game(monotonic_ns: Callable[[], int]) -> OpenGame:
        return games.resume(folder / "game.journal", monotonic_ns, disk)

    with VirtualTable(open_game, seed=script.seed, standing=standing_at_start(stock), resume_game=resume_game,
                      lexicon=lexicon, disk=disk, boards=boards) as stage:
        rehearsal = Rehearsal(script, stock, stage)
        _play_to_the_end(rehearsal)
        if complaint := stage.board.words.splitlines():
            raise BoardDied(f"the virtual board complains: {complaint[-1]}")
        return Outcome(stage.events, stage.table, rehearsal.failures)
