"""What is exported: a game read from a table's journal or from an annotated game, racks gone while it is not over.

The one place that decides whether racks leave: every format prints what it is given here. Knows no format.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from engine_lite.game import Game
from engine_lite.gcg import BadGcg, EndBonusEntry, EndPenaltyEntry, ExchangeEntry, PassEntry, PlayEntry, Record, read
from engine_lite.gcg_game import RULEBOOK
from engine_lite.racks_told import racks_told
from engine_lite.record import CannotReplay, Replayed, replay
from engine_lite.rewriting import Misfit
from engine_lite.rulebook import Rulebook
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.sheet import opening_totals
from engine_lite.tiles import Tile
from host.adapters.journal import read_story
from host.adapters.journal_lines import JournalError
from host.adapters.journal_story import Story
from host.core.events import GameOpened
from host.core.phases import Phase
from host.core.state import Correction
from host.games import ReplayDiffers, replayed
from host.gcg_files import UnreadableFile, read_text
from host.printing import Wrong
from host.replay import rulebook_for

Tiles = tuple[Tile, ...]

GCG, JOURNAL = ".gcg", ".journal"  # how the files are called
FIRST_BYTES = 16  # of a journal: length, CRC, and the first sign of its JSON
_JOURNAL = re.compile(rb"[0-9]{6} [0-9a-f]{8} \{?")
_DATED = re.compile(r"\d+-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)\d\d")  # as `taula run` names its journals


class CannotExport(Wrong):
    """The game cannot be exported; the text is one sentence that names the file."""


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """A game as it may leave: what is known of a running one holds no rack, no exchanged tile and no tile left over.

    `racks` by turn number. `clock_ns` is what each clock had left (empty: no clocks known), `at_ns` game time.
    `board_began` and `totals_began` tell a game taken up in the middle. `record` is the annotated game that it was
    read from. `date` says where it comes from, `doubts` are sentences about the file. `corrections` are what was put
    right, undone or not, `misfits` what no longer fits since; `winner` is who has won (None: nobody yet, a tie, or
    not told by the file), `agreed` are the sides that have accepted the result, `agreed_ns` is when the last one did.
    """

    game: Game
    seats: tuple[str, ...]
    over: bool
    ended: str = ""
    phase: str = ""
    table: str = ""
    lexicon: str = ""
    description: str = ""
    date: str = ""
    at_ns: int = 0
    clock_ns: tuple[int, ...] = ()
    board_began: str = ""
    totals_began: tuple[int, ...] = ()
    racks: Mapping[int, Tiles] = field(default_factory=dict)
    record: Record | None = None
    doubts: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    winner: int | None = None
    agreed: frozenset[int] = frozenset()
    agreed_ns: int | None = None


def read_game(path: Path) -> ExportedGame:
    """The game in the file at `path`. Raises CannotExport."""
    try:
        with path.open("rb") as file:
            first = file.read(FIRST_BYTES)
        if path.suffix.lower() == GCG:
            found = _of_record(path)
        elif path.suffix == JOURNAL or _JOURNAL.match(first):
            found = _of_journal(path)
        else:
            raise CannotExport(f"{path} is no game: name a table's journal, or an annotated game ending in {GCG}.")
    except OSError as why:
        raise CannotExport(f"{path} cannot be read: {why.strerror}.") from why
    return found if found.over else without_racks(found)


def without_racks(exported: ExportedGame) -> ExportedGame:
    """The same without what tells of a rack: racks, tiles exchanged or left, whatever people wrote beside."""
    game = exported.game
    turns = tuple(replace(turn, tiles=()) for turn in game.turns)
    adjustments = tuple(replace(each, tiles=()) for each in game.adjustments)
    return replace(
        exported, game=replace(game, turns=turns, adjustments=adjustments), racks={}, record=None, description=""
    )


# --- a table's journal ---------------------------------------------------------------------------------------


def _of_journal(path: Path) -> ExportedGame:
    try:
        story = read_story(path)
        table, _ = replayed(story)
    except JournalError as why:
        raise CannotExport(str(why)) from why
    except KeyError as why:
        raise CannotExport(f"{path.name} names the tile set {why}, which this version has not.") from why
    except (ReplayDiffers, LookupError, ValueError) as why:  # a rulebook, a board or totals that this version has not
        text = str(why).rstrip(".")
        raise CannotExport(f"{path.name} cannot be replayed by this version of the rules: {text}.") from why
    opened = _opened(story)
    return ExportedGame(
        table.game,
        table.seats,
        over=bool(table.ended),
        ended=table.ended,
        phase=str(table.phase),
        table=table.name,
        lexicon=opened.lexicon,
        date=_date(path),
        at_ns=table.at_ns,
        clock_ns=table.clock.at(max(table.at_ns, table.clock.since_ns)),
        board_began=opened.board,
        totals_began=opening_totals(table.game),
        racks=racks_told(table.game),
        doubts=(f"{story.damage}",) if story.damage else (),
        corrections=table.corrections,
        misfits=table.misfits,
        winner=table.course.winner,
        agreed=table.course.agreed,
        agreed_ns=table.agreed_ns,
    )


def _opened(story: Story) -> GameOpened:
    opened = story.events[0][0]
    assert isinstance(opened, GameOpened), "read_story has seen to it"
    return opened


def _date(path: Path) -> str:
    """A journal knows game time only; the table puts the date into the file's name."""
    if found := _DATED.fullmatch(path.stem):
        year, month, day, hour, minute = found.groups()
        return f"{year}-{month}-{day} {hour}:{minute}, by the name of the file"
    written = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d")
    return f"{written}, when the file was last written; the game itself knows no date"


# --- an annotated game ---------------------------------------------------------------------------------------


def _of_record(path: Path) -> ExportedGame:
    try:
        record = read(read_text(path))
        told = replay(record, _rulebook(record))
    except (BadGcg, CannotReplay) as why:
        raise CannotExport(f"{path.name}: {why}.") from why
    except UnreadableFile as why:
        raise CannotExport(f"{why}.") from why
    over = _is_over(record)
    return ExportedGame(
        told.game,
        tuple(player.name or player.nick for player in record.players),
        over=over,
        phase=str(Phase.OVER if over else Phase.PLAYING),
        table=record.title,
        lexicon=record.lexicon,
        description=record.description,
        totals_began=(0,) * told.game.seats,
        racks=dict(_racks(record)),
        record=record,
        doubts=tuple(_doubts(told)),
        misfits=tuple(Misfit(number, ()) for number in record.misfits),
    )


def _rulebook(record: Record) -> Rulebook:
    """The one that the record names, as ours do; else that of the club that plays with these tiles."""
    named = dict(record.pragmas).get(RULEBOOK, "")
    return RULEBOOKS[named] if named in RULEBOOKS else rulebook_for(record)


def _is_over(record: Record) -> bool:
    """Whether the record was written to its end: racks still held and settled by no line say that it was not."""
    if any(isinstance(entry, EndBonusEntry | EndPenaltyEntry) for entry in record.entries):
        return True
    return not record.incomplete and not record.racks_left


def _racks(record: Record) -> Iterator[tuple[int, Tiles]]:
    turns: Iterable[PlayEntry | PassEntry | ExchangeEntry] = (
        entry for entry in record.entries if isinstance(entry, PlayEntry | PassEntry | ExchangeEntry)
    )
    return ((number, entry.rack) for number, entry in enumerate(turns, 1) if entry.rack is not None)


def _doubts(told: Replayed) -> Iterator[str]:
    """Where the file states something else than the rules compute, which is what is exported."""
    for each in told.differences:
        yield f"line {each.line} states the {each.what} {each.recorded}; by the rules it is {each.computed}"
