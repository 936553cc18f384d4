"""Which game a table comes up with: the interrupted one, one brought from another table, or a new one; and its words.

Looks through the folder of journals and begins or resumes one of them. Knows nothing of lines, pages or panels.
"""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine_lite.course_state import Phase as CoursePhase
from engine_lite.lexicon import ROMANIAN_TWO_LETTER_WORDS, Lexicon, WithTwoLetterWords
from host import config as settings
from host import games
from host.adapters.journal import read_story
from host.adapters.journal_files import DISK, named, write_new
from host.adapters.journal_lines import JournalError
from host.adapters.journal_story import NeverBegun
from host.adapters.journal_time import time_path
from host.config import Config
from host.core.events import Carried, Event, GameOpened, Reopened
from host.core.reopening import OtherTiles, rebound
from host.core.state import rules_of
from host.core.table import Table
from host.lexica import shelf
from host.lexica.wordfile import CannotOpen, read_header
from host.printing import Wrong
from host.register import load_register

NS_PER_S = 1_000_000_000
LEXICA = "lexica"  # the folder of word files, beside table.toml
LONGEST_GAME = 50_000_000  # bytes of a journal from elsewhere; a long game has one or two million
_LEFT = "people have left it for another one"


class CannotRun(Wrong):
    """The table cannot be started as set up."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The game that the table comes up with; `again` is to be told to it first: it was begun before, or elsewhere."""

    game: games.OpenGame
    again: Event | None = None


@dataclass(frozen=True, slots=True)
class _Kept:
    """A journal of this table: the game in it as it stands, or why it cannot be read."""

    path: Path
    table: Table | None
    trouble: str = ""

    @property
    def interrupted(self) -> bool:
        """Whether play in it may go on."""
        return self.table is not None and not self.table.ended and not self.table.left

    @property
    def unsettled(self) -> bool:
        """Whether the game in it is over, and not every side has accepted the result."""
        return self.table is not None and bool(self.table.ended) and not _is_done(self.table)


def _is_done(table: Table) -> bool:
    """Whether nothing is left to be done with a game: its result is accepted, or people have left it."""
    return table.left or table.course.phase is CoursePhase.AGREED


def open_game(config: Config, folder: Path, brought: Path | None = None,
              monotonic_ns: Callable[[], int] = time.monotonic_ns) -> Opened:
    """The game `brought` from another table, else the last interrupted one of this table, else a new one.

    The last game of the folder is such a one too when it is over and its result not accepted yet.
    Raises CannotRun, BadConfig, and the errors of journal and register.
    """
    journals = _journals(config)
    if brought is not None:
        return _brought(brought, journals, config, folder, monotonic_ns)
    kept = list(_kept(journals))
    last = max(journals.glob("*.journal"), default=None)
    interrupted = [each for each in kept if each.interrupted or (each.unsettled and each.path == last)]
    for each in kept:
        if each.table is not None and each not in interrupted:
            set_aside(each.path)
    for each in kept:
        if each.trouble:
            print(f"Left out, for it cannot be read: {each.trouble}", flush=True)
    if interrupted:
        return _gone_on_with(interrupted[-1].path, [each.path for each in interrupted[:-1]], monotonic_ns)
    if kept and kept[-1].trouble and kept[-1].path == last:
        # Perhaps the very game that was being played: a wrong total is worse than a pause.
        raise CannotRun(kept[-1].trouble)
    return begin_another(config, folder, monotonic_ns)


def begin_another(config: Config, folder: Path, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> Opened:
    """A new game as table.toml has it. Raises CannotRun, BadConfig, and the errors of journal and register."""
    journals = _journals(config)
    rulebook = settings.rulebook_of(config)
    seats = config.table.seats
    opened = GameOpened(
        at_ns=0, rulebook=rulebook.name, seats=seats, clock_ns=(rulebook.clock_s * NS_PER_S,) * len(seats),
        tiles=load_register(folder / config.table.tiles, rulebook.tile_set), table_name=config.table.name,
        variant=config.table.variant, rules=rules_of(rulebook), self_ending=True, last_look=True,
        sees_opening=True,
        rated=config.table.rated, readers=tuple(settings.readers_of(config)),
        halts=config.table.refused_press == "stand", stands_unplugged=config.table.unplugged == "stand",
        lexicon=_lexicon_named(config, folder, rulebook.tile_set.name),
    )
    return Opened(games.begin(_next_in(journals), opened, monotonic_ns))


# --- the journals of this table --------------------------------------------------------------------------------


def _journals(config: Config) -> Path:
    journals = Path(config.table.journal)
    try:
        journals.mkdir(parents=True, exist_ok=True)
        list(journals.glob("*.journal"))
    except OSError as why:
        raise CannotRun(f"the folder {journals} cannot be used for the games: {why.strerror}") from None
    return journals


def _kept(journals: Path) -> Iterator[_Kept]:
    """Every game of the folder that is not known to be over, the oldest first."""
    for path in sorted(journals.glob("*.journal")):
        if _is_set_aside(path):
            continue
        try:
            yield _Kept(path, games.replayed(read_story(path))[0])
        except NeverBegun:
            yield _Kept(path, None)  # the power went before a game was there: nothing is lost
        except games.ReplayDiffers as why:
            yield _Kept(path, None, f"{path.name}: {why}")
        except JournalError as why:
            yield _Kept(path, None, str(why))


def set_aside(path: Path) -> None:
    """Note beside the journal that its game is over or left, and how long it was then.

    To play a whole game again takes a second, and a folder holds a hundred. The note may be lost: it is made again.
    """
    with contextlib.suppress(OSError):
        _note_of(path).write_text(str(path.stat().st_size))


def _is_set_aside(path: Path) -> bool:
    try:
        return _note_of(path).read_text() == str(path.stat().st_size)
    except (OSError, ValueError):
        return False


def _note_of(path: Path) -> Path:
    return path.with_name(path.name + ".over")


def _next_in(journals: Path) -> Path:
    """Numbered, not only dated: a Pi that has lost its clock must not sort its games wrongly."""
    numbers = (int(path.name[:4]) for path in journals.glob("*.journal") if path.name[:4].isdigit())
    return journals / f"{1 + max(numbers, default=0):04}-{datetime.now():%Y%m%d-%H%M%S}.journal"


def _gone_on_with(path: Path, others: list[Path], monotonic_ns: Callable[[], int]) -> Opened:
    """The game in `path`. Raises CannotRun when people have left it: the table would begin another at once."""
    game = games.resume(path, monotonic_ns)
    if game.table.left:
        game.journal.close()
        game.time_file.close()
        raise CannotRun(f"{path} cannot be gone on with: {_LEFT}")
    players = ", ".join(game.table.seats)
    print(f"Going on with {_which(game.table)} of {players} ({game.table.game.rulebook.name}) in {path};"
          " what table.toml says counts from the next game on.", flush=True)
    _say_damage(game)
    if others:
        print(f"Also unfinished, and left as they are: {', '.join(map(str, others))}.", flush=True)
    return Opened(game, Reopened(game.time.now()))


def _which(table: Table) -> str:
    """What has become of a game by now, for a sentence."""
    if not table.ended:
        return "the interrupted game"
    return "the accepted game" if table.course.phase is CoursePhase.AGREED else "the game, not accepted yet,"


def _say_damage(game: games.OpenGame) -> None:
    if game.damage is not None:
        print(f"The end of its journal was cut off: {game.damage}.", flush=True)


# --- a game from another table ---------------------------------------------------------------------------------


def _brought(source: Path, journals: Path, config: Config, folder: Path, monotonic_ns: Callable[[], int]) -> Opened:
    """The game in the file `source`, which is copied here; its tiles are those of this table from now on."""
    if source.resolve().parent == journals.resolve():
        return _gone_on_with(source, [], monotonic_ns)
    table, _ = games.replayed(read_story(source))
    if _is_done(table):
        why = _LEFT if table.left else "its result is accepted"
        raise CannotRun(f"{source} cannot be gone on with: {why}")
    data = _bytes_of(source)
    path = next((each for each in sorted(journals.glob("*.journal")) if _begins_with(each, data)), None)
    if path is not None:
        return _gone_on_with(path, [], monotonic_ns)  # it was brought here before
    tiles = load_register(folder / config.table.tiles, table.game.rulebook.tile_set)
    try:
        rebound(table.tiles.items(), tiles)
    except OtherTiles as why:
        raise CannotRun(f"{source} cannot be played with the tiles of this table: {why}") from None
    game = games.resume(_copied(source, data, _next_in(journals)), monotonic_ns)
    print(f"Going on with the game of {', '.join(game.table.seats)} from {source}, now in {game.path}:"
          " lay out the board again as the page shows it.", flush=True)
    _say_damage(game)
    return Opened(game, Carried(game.time.now(), tiles, tuple(settings.readers_of(config)), config.table.name))


def _copied(source: Path, data: bytes, path: Path) -> Path:
    """A copy at `path` of the journal and of the game time beside it. Raises the errors of journal_files."""
    beside = time_path(source)
    try:
        if beside.exists():
            write_new(time_path(path), _bytes_of(beside), DISK)
        write_new(path, data, DISK)
    except OSError as why:
        raise named(why, path.name) from None
    return path


def _bytes_of(path: Path) -> bytes:
    try:
        if path.stat().st_size > LONGEST_GAME:
            raise CannotRun(f"{path} is longer than {LONGEST_GAME} bytes: that is no game")
        return path.read_bytes()
    except OSError as why:
        raise CannotRun(f"{path} cannot be read: {why.strerror}") from None


def _begins_with(path: Path, data: bytes) -> bool:
    with path.open("rb") as file:
        return os.fstat(file.fileno()).st_size >= len(data) and file.read(len(data)) == data


# --- the word list -----------------------------------------------------------------------------------------------


def _lexicon_named(config: Config, folder: Path, tile_set: str) -> str:
    """The list of table.toml as a game names it: with its date. "" for none. Raises CannotRun."""
    name = config.table.lexicon
    if name == shelf.NO_LEXICON:
        return ""
    try:
        header = read_header(shelf.find(name, tile_set, folder / LEXICA))
    except CannotOpen as why:
        raise CannotRun(f"table.lexicon: {why}") from None
    return f"{name}, {header.date}"


def lexicon_of(game: games.OpenGame, folder: Path) -> Lexicon | None:
    """The list that the game named when it began; None, and said, when it is there no more: the referee rules."""
    name, _, date = game.opened.lexicon.rpartition(", ")
    if not name:
        return None
    rulebook = game.table.game.rulebook
    try:
        path = shelf.find(name, rulebook.tile_set.name, folder / LEXICA)
        found = read_header(path)
        if found.date != date:
            raise CannotOpen(f"{path} is of {found.date}, and the game began with that of {date}")
        words = shelf.lexicon(str(path), rulebook.tile_set.name)
    except CannotOpen as why:
        print(f"The word list of this game is not used, the referee rules: {why}.", flush=True)
        return None
    return WithTwoLetterWords(words, ROMANIAN_TWO_LETTER_WORDS) if rulebook.two_letter_list else words
