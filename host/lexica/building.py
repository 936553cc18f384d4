"""Builds a word file: from a list that somebody brings or the system packages, with the words of a length fixed.

Reads options, files and the calendar; what a list, a spelling and a word file are is decided elsewhere.
"""

import argparse
import sys
from collections.abc import Iterable
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple

from engine_lite.lexicon import ROMANIAN_TWO_LETTER_WORDS
from engine_lite.quoting import quoted
from engine_lite.tile_sets import TILE_SETS
from host.lexica.lists import LARGEST_LIST, LONGEST, SHORTEST, Gathered, gather, pin, text_of, words_of
from host.lexica.shelf import path_of
from host.lexica.sources import SOURCES
from host.lexica.wordfile import Header, write

STDIN = "-"
OFFICIAL_TWO_LETTERS = "the official list of document 004"


class CannotBuild(ValueError):
    """The options do not say what to build; the text says which, and what to write instead."""


class Built(NamedTuple):
    """What has been built: the file, what it says of itself, and what became of the words of the list."""

    path: Path
    header: Header
    gathered: Gathered


class WordList(NamedTuple):
    """What is to be built: words as they were written, and what the word file will say of them."""

    words: Iterable[str]
    names: bool  # whether what is written with a capital belongs to it
    source: str
    date: str



def build(options: argparse.Namespace) -> Built:
    """Build the word file that the options of `taula lexicon build` ask for.

    Raises CannotBuild, BadList, CannotExpand, CannotOpen, NoBinding, OSError.
    """
    if (options.list is None) == (options.package is None):
        raise CannotBuild("taula lexicon build: name one word list, LIST or --from PACKAGE")
    if options.package is None and not (options.name and options.tile_set):
        raise CannotBuild("taula lexicon build: a list needs --name, for verdicts, and --tile-set")
    tile_set = options.tile_set or SOURCES[options.package].tile_sets[0]
    name = options.name or options.package
    path = path_of(name, tile_set, options.folder)
    wanted = _packaged(options, tile_set) if options.package else _brought(options, tile_set)
    gathered = gather(wanted.words, TILE_SETS[tile_set], names=wanted.names)
    if not gathered.keys:
        raise CannotBuild(f"{wanted.source} has no word of {SHORTEST} to {LONGEST} tiles of the {tile_set} set"
                       f"{_first_left_out(gathered)}")
    _pin_all(gathered, options.pin_length, tile_set)
    options.folder.mkdir(parents=True, exist_ok=True)
    header = write(path, gathered.keys, tile_set, name=name, date=wanted.date, source=wanted.source)
    return Built(path, header, gathered)


def _packaged(options: argparse.Namespace, tile_set: str) -> WordList:
    source = SOURCES[options.package]
    if tile_set not in source.tile_sets:
        known = ", ".join(source.tile_sets)
        raise CannotBuild(f"{source.name} is no list for the tile set {tile_set}; it is for {known}")
    paths = source.found()
    return WordList(source.words(paths), False, options.source or source.says, _date(options.date, paths[-1]))


def _brought(options: argparse.Namespace, tile_set: str) -> WordList:
    text = text_of(read_bytes(options.list), TILE_SETS[tile_set].language, options.encoding, options.list)
    path = None if options.list == STDIN else Path(options.list)
    source = options.source or (path.name if path else "standard input")
    return WordList(words_of(text), not options.no_names, source, _date(options.date, path))


def read_bytes(name: str) -> bytes:
    """The whole list, or one byte more than a list may have."""
    if name == STDIN:
        return sys.stdin.buffer.read(LARGEST_LIST + 1)
    with Path(name).open("rb") as file:
        return file.read(LARGEST_LIST + 1)


def _date(written: str | None, path: Path | None) -> str:
    """The day of the list: as written, or of its file, or today."""
    if written is None:
        return (date.fromtimestamp(path.stat().st_mtime) if path else date.today()).isoformat()
    try:
        return datetime.strptime(written, "%Y-%m-%d").date().isoformat()
    except ValueError:
        raise CannotBuild(f"--date {quoted(written)} is no day; write it as 2024-11-03") from None


def _pin_all(gathered: Gathered, pins: list[list[str]], tile_set: str) -> None:
    """Fix the words of each length that is asked for, and in Romanian those of two letters (004 L152-160)."""
    kind = TILE_SETS[tile_set]
    lengths = set()
    for written, name in pins:
        if not (written.isascii() and written.isdigit() and SHORTEST <= int(written) <= LONGEST):
            raise CannotBuild(f"--pin-length {quoted(written)} is no length from {SHORTEST} to {LONGEST} tiles")
        pin(gathered, int(written), words_of(text_of(read_bytes(name), kind.language, None, name)), kind, name)
        lengths.add(int(written))
    if kind.language == "ro" and 2 not in lengths:
        pin(gathered, 2, sorted(ROMANIAN_TWO_LETTER_WORDS), kind, OFFICIAL_TWO_LETTERS)


def _first_left_out(gathered: Gathered) -> str:
    for why, words in gathered.left_out.items():
        return f"; the first is {quoted(words.examples[0])}: {why}"
    return ""
