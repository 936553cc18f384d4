"""The command `taula replay`: recorded games played again, through the rules or through the sensors of a table.

Reads files and writes a table or JSON; what a line means is the record's, what it is worth the rules'.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from platform import python_implementation, python_version
from time import perf_counter

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from engine_lite.gcg import BadGcg, Record, read
from engine_lite.record import CannotReplay, Difference, Replayed, replay
from engine_lite.rulebook import Rulebook, UnknownRulebook
from engine_lite.rulebooks import rulebook_named
from engine_lite.rulebooks.recorded import recorded_rulebook
from host.gcg_files import UnreadableFile, read_text
from host.printing import Wrong, json_text
from host.replay_shape import as_json

AGREES, DIFFERS, REFUSED = 0, 1, 2  # exit codes; the worst game's is the command's

THROUGH = ("engine", "sensors")
TABLES = ("r1", "l1")  # the reference table and the low-cost one

# Whose rules a record is held to when nobody says: a set of tiles that one club alone plays with names its rulebook.
RULEBOOK_OF_TILES = {"catalan": "fisc_classic", "catalan_q": "fisc_school", "romanian": "frs_romanian"}

# What a record may say of its board and its game; any other would be scored wrongly.
PLAYED_HERE = {"board-layout": ("crosswordgame", "standard15", "standard"), "game-type": ("classic", "standard")}

PIPED_COLUMNS = 200  # characters: a table that nobody's window narrows keeps every file name whole


class CannotStart(Wrong):
    """The arguments are wrong; the text says which, and what to write instead."""


class NoGame(ValueError):
    """One file is no game that can be replayed; the text is the sentence, file name included."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game replayed: its file, what the file says, what came of it, and who ran the rules."""

    path: Path
    record: Record
    rulebook: str
    through: str
    interpreter: str
    replayed: Replayed


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula replay`."""
    command.add_argument("games", nargs="+", type=_place, metavar="FILE", help="a .gcg file, or a folder of them")
    command.add_argument("--rulebook", metavar="R", help="whose rules (default: by the tiles of the record)")
    command.add_argument("--through", choices=THROUGH, help="default: sensors with --table, else engine")
    command.add_argument("--table", choices=TABLES, help="which table's sensors (default: r1)")
    command.add_argument("--json", action="store_true", help="one object a game, one a line")


def _place(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("an empty name is no file")
    return Path(text)


def run(options: argparse.Namespace) -> int:
    """Replay the games of `options` and print what came of it; the exit code. Raises CannotStart."""
    if options.through == "engine" and options.table:
        raise CannotStart("--through engine plays by the rules alone, at no table; leave out --table, or play "
                          "through the sensors.")
    through = options.through or ("sensors" if options.table else "engine")
    paths = games_in(options.games)
    rulebook = _rulebook(options.rulebook)
    began = perf_counter()
    outcomes, worst = [], AGREES
    for path in _watched(paths):
        try:
            outcome = outcome_of(path, rulebook, through, options.table or TABLES[0])
        except NoGame as why:
            print(why, file=sys.stderr)
            worst = REFUSED
            continue
        outcomes.append(outcome)
        worst = max(worst, AGREES if outcome.replayed.agrees else DIFFERS)
        if options.json:
            print(json_text(_json(outcome)))
    if not options.json:
        _print_table(outcomes, len(paths), perf_counter() - began)
    return worst


def games_in(places: Sequence[Path]) -> tuple[Path, ...]:
    """The files named, and a folder's .gcg files in the order of names. Raises CannotStart for an empty folder."""
    found: list[Path] = []
    for place in places:
        if not place.is_dir():
            found.append(place)
            continue
        inside = sorted(path for path in place.iterdir() if path.suffix.lower() == ".gcg")
        if not inside:
            raise CannotStart(f"{place} holds no .gcg file; name a file or another folder.")
        found += inside
    return tuple(found)


def _rulebook(name: str | None) -> Rulebook | None:
    try:
        return None if name is None else rulebook_named(name)
    except UnknownRulebook as why:
        raise CannotStart(f"{why}.") from why


def _watched(paths: Sequence[Path]) -> Iterator[Path]:
    """The paths one by one, with a bar on a terminal's stderr; when more than one game is to come."""
    console = Console(stderr=True)
    if not console.is_terminal or len(paths) < 2:
        return iter(paths)
    return iter(_bar(paths, console))


def _bar(paths: Sequence[Path], console: Console) -> Iterator[Path]:
    # Standard output is somebody's file: the bar must not take it over.
    columns = (TextColumn("replaying"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
        yield from bar.track(paths)


def outcome_of(path: Path, rulebook: Rulebook | None, through: str, table: str = "r1") -> Outcome:
    """The game of one file replayed by `rulebook` (None: by its tiles). Raises NoGame with one sentence."""
    try:
        record = read(read_text(path), rulebook.tile_set if rulebook else None)
        _must_be_our_game(path, record)
        rules = rulebook or rulebook_for(record)
        if rules.tile_set != record.tile_set:
            raise NoGame(
                f"{path}: it is played with the {record.tile_set.name} tiles and the rulebook {rules.name} has the "
                f"{rules.tile_set.name} ones; leave --rulebook out or name another."
            )
        replayed, interpreter = play_through(record, rules, through, table)
    except (BadGcg, CannotReplay) as why:
        raise NoGame(f"{path}: {why}.") from why
    except UnreadableFile as why:
        raise NoGame(f"{why}.") from why
    return Outcome(path, record, rules.name, through, interpreter, replayed)


def _must_be_our_game(path: Path, record: Record) -> None:
    for name, text in record.pragmas:
        if name in PLAYED_HERE and text.split()[:1] and text.split()[0].lower() not in PLAYED_HERE[name]:
            raise NoGame(f"{path}: #{name} {text}: only {' or '.join(PLAYED_HERE[name])} is played here.")


def rulebook_for(record: Record) -> Rulebook:
    """The rulebook of the one club that plays with these tiles, else what all have in common.

    >>> rulebook_for(read("#player1 a A\\n#tile-distribution romanian")).name
    'frs_romanian'
    """
    name = RULEBOOK_OF_TILES.get(record.tile_set.name)
    return rulebook_named(name) if name else recorded_rulebook(record.tile_set)


def play_through(record: Record, rulebook: Rulebook, through: str, table: str) -> tuple[Replayed, str]:
    """The record replayed, and the interpreter that ran the table. Raises CannotReplay.

    Through `engine` the rules alone; through `sensors` the hands of a virtual `table`, whose host hears nothing of
    the record but what its sensors, buttons and referee tell. Raises CannotStart when no virtual table can be had.
    """
    if through == "engine":
        return replay(record, rulebook), f"{python_implementation()} {python_version()}"
    from host import replay_sensors  # a virtual table is not built for a replay on the rules

    try:
        return replay_sensors.through_sensors(record, rulebook, table)
    except replay_sensors.NoTable as why:
        raise CannotStart(f"{why}.") from None


# --- what is printed -----------------------------------------------------------------------------------------


def _json(outcome: Outcome) -> dict[str, object]:
    return as_json(outcome.path.stem, outcome.record, outcome.replayed) | {
        "rulebook": outcome.rulebook,
        "end_rule": outcome.replayed.end_rule.value,
        "through": outcome.through,
        "interpreter": outcome.interpreter,
        "agrees": outcome.replayed.agrees,
        "differences": [_difference(each) for each in outcome.replayed.differences],
        "doubts": [{"line": each.line, "sentence": each.sentence} for each in outcome.replayed.doubts],
    }


def _difference(each: Difference) -> dict[str, object]:
    return {"line": each.line, "what": each.what, "recorded": each.recorded, "computed": each.computed}


def _print_table(outcomes: Sequence[Outcome], games: int, seconds: float) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=PIPED_COLUMNS)
    table = Table("game", "tiles", "rulebook", "final", "plays", "end rule", "result", box=None, pad_edge=False)
    table.columns[0].overflow = "fold"  # a file name is whole on a narrow screen too
    for outcome in outcomes:
        table.add_row(*_row(outcome))
    if outcomes:
        console.print(table)
    for outcome in outcomes:
        for line in _remarks(outcome):
            console.print(line, markup=False, soft_wrap=True)
    console.print(_summary(outcomes, games, seconds), markup=False, soft_wrap=True)


def _row(outcome: Outcome) -> tuple[str, ...]:
    replayed = outcome.replayed
    result = "agrees" if replayed.agrees else _counted(len(replayed.differences), "difference")
    doubtful = f", {_counted(len(replayed.doubts), 'doubt')}" if replayed.doubts else ""
    return (
        escape(outcome.path.name),
        outcome.record.tile_set.name,
        outcome.rulebook,
        " ".join(map(str, replayed.game.totals)),
        str(sum(move.kind == "play" for move in replayed.moves)),
        replayed.end_rule.value,
        result + doubtful,
    )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _remarks(outcome: Outcome) -> Iterator[str]:
    """A sentence for everything in which the record and the rules differ, and for every doubt."""
    for each in outcome.replayed.differences:
        yield f"{outcome.path}: line {each.line}: {each.what} {each.recorded} recorded, {each.computed} computed"
    for doubt in outcome.replayed.doubts:
        yield f"{outcome.path}: line {doubt.line}: {doubt.sentence}"


def _summary(outcomes: Sequence[Outcome], games: int, seconds: float) -> str:
    agree = sum(outcome.replayed.agrees for outcome in outcomes)
    differ, refused = len(outcomes) - agree, games - len(outcomes)
    moves = sum(len(outcome.replayed.moves) for outcome in outcomes)
    counted = "1 game" if games == 1 else f"{games} games"
    return f"{counted}: {agree} agree, {differ} differ, {refused} refused; {moves} lines in {seconds:.2f} s"
