"""The command `taula export`: a game as an annotated game (GCG), as JSON, as rows (CSV) or as a score sheet.

Reads one file and writes to standard output; what may leave is export_source's to say, a sheet engine_lite's.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from engine_lite.gcg import write
from engine_lite.gcg_game import NotInGcg, record_of
from engine_lite.sheet import Sheet, sheet_text
from host.export_shape import csv_text, export_view, table_of
from host.export_source import CannotExport, ExportedGame, read_game
from host.export_trail import trail_of
from host.seal import seal_of
from host.words import clock, ended_sentence, rulebook_title

__all__ = ["FORMATS", "CannotExport", "add_arguments", "exported_text", "run"]

DONE = 0  # exit code; 2 is CannotExport's
LANGUAGE = "en"  # of this command's sentences, as of all that is typed and read in a terminal
NS_PER_MS = 1_000_000


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula export`."""
    command.add_argument("game", type=Path, metavar="GAME", help="a table's journal, or an annotated game (.gcg)")
    command.add_argument("--format", required=True, choices=tuple(FORMATS), help="txt is the score sheet")


def run(options: argparse.Namespace) -> int:
    """Write the game of `options` in its format to standard output. Raises CannotExport.

    Always UTF-8, whatever the terminal: an annotated game says so of itself.
    """
    text = exported_text(read_game(options.game), options.format, options.game.name)
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    return DONE


def exported_text(exported: ExportedGame, format: str, name: str) -> str:
    """A game in one of FORMATS; `name` is what errors call it. Raises CannotExport."""
    try:
        return FORMATS[format](exported)
    except NotInGcg as why:
        raise CannotExport(f"{name} cannot be an annotated game: {why}; export it as json, csv or txt.") from why


def _gcg(exported: ExportedGame) -> str:
    if exported.record is not None:
        return write(exported.record)
    return write(record_of(
        exported.game, exported.seats, exported.racks, over=exported.over, ended=exported.ended,
        title=exported.table, lexicon=exported.lexicon,
        remarks=[f"{name}: {text}" for name, text in trail_of(exported)],
    ))  # fmt: skip


def _json(exported: ExportedGame) -> str:
    return msgspec.json.encode(export_view(exported)).decode() + "\n"


def _txt(exported: ExportedGame) -> str:
    return sheet_text(Sheet(
        exported.game, exported.seats, exported.racks, tuple(_heading(exported)), tuple(_closing(exported))
    ))  # fmt: skip


FORMATS: Mapping[str, Callable[[ExportedGame], str]] = {"gcg": _gcg, "json": _json, "csv": csv_text, "txt": _txt}


def _heading(exported: ExportedGame) -> Iterator[tuple[str, str]]:
    rulebook = exported.game.rulebook
    variant = f" {rulebook.variant_name}" if rulebook.variant_name else ""
    yield "table", exported.table
    yield "game", exported.description
    yield "rulebook", f"{rulebook.name}{variant} ({rulebook_title(rulebook.name, LANGUAGE)})"
    yield "lexicon", exported.lexicon or "none named"
    yield "tiles", f"{rulebook.tile_set.name}, {rulebook.tile_set.size} tiles"
    yield "date", exported.date or "not known"
    if exported.board_began or any(exported.totals_began):
        totals = " ".join(map(str, exported.totals_began))
        yield "began", f"in the middle: totals {totals}, board {exported.board_began or 'empty'}"
    if not exported.over:
        yield "racks", "not shown: the game is not over"
    elif exported.racks:
        yield "racks", "in alphabetical order, ? last"


def _closing(exported: ExportedGame) -> Iterator[tuple[str, str]]:
    if exported.clock_ns:
        left = (clock(ns // NS_PER_MS, LANGUAGE) for ns in exported.clock_ns)
        yield "time left", ", ".join(f"{name} {face}" for name, face in zip(exported.seats, left, strict=True))
    if exported.ended:
        yield "ended", f"{exported.ended}: {ended_sentence(exported.ended, LANGUAGE)}"
    elif not exported.over:
        yield "ended", "not over"
    if exported.ended:
        yield "winner", "a tie" if exported.winner is None else exported.seats[exported.winner]
    if code := seal_of(table_of(exported)):
        yield "seal", code
    yield from trail_of(exported)
    for sentence in exported.doubts:
        yield "file", sentence
