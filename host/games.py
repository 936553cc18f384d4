"""A game begun or gone on with: journal, game time and table brought to the same moment.

The journal is the game: the table of a resumed game is what its events come to, and the totals that were stored
after each turn must come out again. Starts no task and opens no line.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine_lite.lexicon import Lexicon
from host.adapters.game_time import GameTime
from host.adapters.journal import Journal
from host.adapters.journal_files import DISK, Files
from host.adapters.journal_story import Damage, Story
from host.adapters.journal_time import GameTimeFile, time_path
from host.core.effects import RecordTotals
from host.core.events import GameOpened
from host.core.table import Table, open_table, step
from host.referee_log import RefereeLog


class ReplayDiffers(Exception):
    """A journal whose stored totals are not what its events come to: the game must not go on unseen."""


@dataclass(slots=True)
class OpenGame:
    """One game ready to be played: `resume` tells for each board the boot and number to go on from."""

    path: Path
    opened: GameOpened
    table: Table
    journal: Journal
    time: GameTime
    time_file: GameTimeFile
    resume: dict[str, tuple[int, int]]
    damage: Damage | None = None
    log: RefereeLog = field(default_factory=RefereeLog)


def begin(path: Path, opened: GameOpened, monotonic_ns: Callable[[], int], files: Files = DISK,
          lexicon: Lexicon | None = None) -> OpenGame:
    """A new game with its journal at `path`. Raises the journal's errors and those of `open_table`."""
    table = open_table(opened, lexicon)
    journal = Journal.create(path, opened, files)
    time_file = GameTimeFile.create(time_path(path), files)
    log = RefereeLog()
    log.begin(opened, table)
    return OpenGame(path, opened, table, journal, GameTime(0, monotonic_ns), time_file, {}, log=log)


def resume(path: Path, monotonic_ns: Callable[[], int], files: Files = DISK, *, until: int | None = None) -> OpenGame:
    """The game in the journal at `path`, as it stood; the time in between is charged to nobody.

    Raises the journal's errors, and ReplayDiffers.
    """
    journal, story = Journal.open(path, files, until=until)
    log = RefereeLog()
    table, records = replayed(story, log)
    for record in records[len(story.totals) :]:  # the power went between a turn and its totals
        journal.record_totals(record.turn, record.totals)
    time_file, base_ns = GameTimeFile.open(time_path(path), story.last_ns, files)
    time = GameTime(base_ns, monotonic_ns)
    return OpenGame(path, opened_by(story), table, journal, time, time_file, dict(story.sources), story.damage, log)


def opened_by(story: Story) -> GameOpened:
    """The first record of a game."""
    opened = story.events[0][0]
    assert isinstance(opened, GameOpened)
    return opened


def replayed(story: Story, log: RefereeLog | None = None) -> tuple[Table, list[RecordTotals]]:
    """The table that the events of `story` lead to, and the totals after each turn on the way; `log` is told of them.

    Raises ReplayDiffers when totals that the journal stored are others.
    """
    records: list[RecordTotals] = []
    for moved, found in course(story, log):
        table = moved
        records += found
    for number, stored in enumerate(story.totals):
        computed = records[number] if number < len(records) else None
        if computed is None or (stored.turn, stored.totals) != (computed.turn, computed.totals):
            raise ReplayDiffers(
                f"turn {stored.turn}: the journal says {stored.totals}, its events come to "
                f"{computed.totals if computed else 'no such turn'}; "
                "another version of the rules wrote it: open it with that version, or let the referee decide by "
                "`taula journal repair`."
            )
    return table, records


def course(story: Story, log: RefereeLog | None = None) -> Iterator[tuple[Table, list[RecordTotals]]]:
    """For each event of `story` the table after it, and the totals of the turns that it ended."""
    opened = opened_by(story)
    table = open_table(opened)
    if log is not None:
        log.begin(opened, table)
    yield table, []
    for event, _ in story.events[1:]:
        table, effects = step(table, event)
        if log is not None:
            log.happened(event, table, effects)
        yield table, [effect for effect in effects if isinstance(effect, RecordTotals)]
