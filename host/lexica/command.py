"""The command `taula lexicon`: build a word file from a list, check words in one, list those that are there.

Reads arguments and writes text; how a list becomes a word file is `building`'s.
"""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from engine_lite.tile_sets import TILE_SETS
from host.lexica.building import STDIN, Built, CannotBuild, build, read_bytes
from host.lexica.hunspell import CannotExpand
from host.lexica.lists import ENCODINGS, BadList, LeftOut, text_of, words_of
from host.lexica.shelf import FOLDER, find, shelved
from host.lexica.sources import SOURCES
from host.lexica.spelling import Untiled
from host.lexica.tries import NoBinding
from host.lexica.wordfile import CannotOpen, Header, WordFile, open_lexicon
from host.printing import Wrong, json_text

OK, NO = 0, 1  # exit codes; 2 is CannotDo's
SHOWN_REASONS = 12  # of the report in the terminal, the commonest first; --json has them all


class CannotDo(Wrong):
    """The input or the set-up is wrong; the text says what, and what to do."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The three commands of `taula lexicon` with their arguments."""
    commands = command.add_subparsers(required=True, metavar="build|check|list", parser_class=type(command))
    build = commands.add_parser("build", help="a compact word file from a word list")
    build.add_argument("list", nargs="?", metavar="LIST", help="a text, one word a line; - reads standard input")
    build.add_argument("--from", dest="package", choices=tuple(SOURCES), help="a list that the system packages")
    build.add_argument("--tile-set", choices=tuple(TILE_SETS), help="the tiles that the words are laid with")
    build.add_argument("--name", help="what verdicts call it (with --from, the package's name unless given)")
    build.add_argument("--date", metavar="YYYY-MM-DD", help="of the list (default: of its file)")
    build.add_argument("--source", metavar="TEXT", help="where it comes from (default: its file)")
    build.add_argument("--encoding", choices=ENCODINGS, help="of LIST (default: found out)")
    build.add_argument("--no-names", action="store_true", help="leave out what is written with a capital")
    build.add_argument("--pin-length", nargs=2, action="append", default=[], metavar=("N", "FILE"),
                       help="the words of N tiles are those of FILE and no others")
    check = commands.add_parser("check", help="whether words are in a lexicon")
    check.add_argument("name", metavar="NAME", help="of a lexicon, or the path of a word file")
    check.add_argument("words", nargs="+", metavar="WORD", help="- reads standard input, one word a line")
    check.add_argument("--tile-set", choices=tuple(TILE_SETS), help="where NAME is there for several")
    listing = commands.add_parser("list", help="the lexica that are there")
    for each, run in ((build, _build), (check, _check), (listing, _list)):
        each.add_argument("--folder", type=Path, default=FOLDER, metavar="F", help=f"of word files ({FOLDER})")
        each.add_argument("--json", action="store_true")
        each.set_defaults(do=run)


def run(options: argparse.Namespace) -> int:
    """Do what `options` ask; 0, or 1 when the answer is no. Raises CannotDo."""
    do: Callable[[argparse.Namespace], int] = options.do
    try:
        return do(options)
    except (CannotBuild, BadList, CannotExpand, CannotOpen, NoBinding) as why:
        raise CannotDo(f"{why}.") from None
    except BrokenPipeError:  # whoever read the answer has seen enough
        raise
    except OSError as trouble:
        raise CannotDo(f"{trouble.filename or options.folder}: {trouble.strerror}.") from None


# --- build ----------------------------------------------------------------------------------------------------------


def _build(options: argparse.Namespace) -> int:
    built = build(options)
    print(json_text(_report(built)) if options.json else "\n".join(_report_lines(built)))
    return OK


def _report(built: Built) -> dict[str, object]:
    gathered = built.gathered
    return {
        **_described(built.path, built.header),
        "read": gathered.read,
        "again": gathered.again,
        "left_out": [{"why": why, "count": words.count, "examples": words.examples}
                     for why, words in _commonest_first(built)],
        "pinned": [{"length": length, "words": count} for length, count in gathered.pinned.items()],
        "dropped": gathered.dropped,
        "added": gathered.added,
    }


def _commonest_first(built: Built) -> list[tuple[str, LeftOut]]:
    return sorted(built.gathered.left_out.items(), key=lambda item: -item[1].count)


def _report_lines(built: Built) -> Iterator[str]:
    header, gathered = built.header, built.gathered
    yield f"{built.path}: {header.count:,} words of {header.name} ({header.date}) for the tile set {header.tile_set}"
    yield f"  read {gathered.read:,} words; {gathered.again:,} have the same tiles as another"
    reasons = _commonest_first(built)
    for why, words in reasons[:SHOWN_REASONS]:
        more = ", …" if words.count > len(words.examples) else ""
        yield f"  left out {words.count:,}: {why}; {', '.join(words.examples)}{more}"
    if rest := reasons[SHOWN_REASONS:]:
        count = sum(words.count for _, words in rest)
        yield f"  left out {count:,} for {len(rest)} other reasons (--json has them all)"
    for length, count in gathered.pinned.items():
        yield f"  words of {length} tiles: the fixed list of {count}"
    if gathered.pinned:
        yield f"  fixed lists dropped {gathered.dropped:,} words and added {gathered.added:,}"


# --- check ----------------------------------------------------------------------------------------------------------


def _check(options: argparse.Namespace) -> int:
    lexicon = open_lexicon(find(options.name, options.tile_set, options.folder), options.tile_set)
    answers = [(word, *_answer(word, lexicon)) for word in _words(options.words, lexicon)]
    if not answers:
        raise CannotDo("taula lexicon check: there is no word to check.")
    if options.json:
        words = [{"word": word, "valid": valid, "why": why} for word, valid, why in answers]
        print(json_text({**_described(lexicon.path, lexicon.header), "words": words}))
    else:
        for word, valid, why in answers:
            print(f"{word}: {'yes' if valid else 'no'}{f' ({why})' if why else ''}")
    return OK if all(valid for _, valid, _ in answers) else NO


def _words(written: list[str], lexicon: WordFile) -> Iterator[str]:
    language = TILE_SETS[lexicon.header.tile_set].language
    for word in written:
        if word == STDIN:
            yield from words_of(text_of(read_bytes(STDIN), language, None, "standard input"))
        else:
            yield word


def _answer(word: str, lexicon: WordFile) -> tuple[bool, str | None]:
    """Whether the word is in the list, and why not where its tiles already tell."""
    try:
        return lexicon.lists(word), None
    except Untiled as untiled:
        return False, untiled.why


# --- list -----------------------------------------------------------------------------------------------------------


def _list(options: argparse.Namespace) -> int:
    there = list(shelved(options.folder))
    if options.json:
        print(json_text([_described(path, found) for path, found in there]))
    elif there:
        print("\n".join(_rows(there)))
    else:
        print(f"No lexicon in {options.folder}: the referee decides. Make one with `taula lexicon build`.")
    return NO if any(isinstance(found, CannotOpen) for _, found in there) else OK


def _described(path: Path, found: Header | CannotOpen) -> dict[str, object]:
    if isinstance(found, CannotOpen):
        return {"path": str(path), "wrong": str(found)}
    return {
        "path": str(path),
        "name": found.name,
        "date": found.date,
        "tile_set": found.tile_set,
        "count": found.count,
        "source": found.source,
        "bytes": path.stat().st_size,
    }


def _megabytes(path: Path) -> str:
    return f"{path.stat().st_size / 1e6:.1f} MB"


def _rows(there: list[tuple[Path, Header | CannotOpen]]) -> Iterator[str]:
    """The table for people; a file that cannot be used has its sentence in place of a row."""
    rows = [("name", "date", "tiles", "words", "size", "source")]
    rows += [
        (found.name, found.date, found.tile_set, f"{found.count:,}", _megabytes(path), found.source)
        for path, found in there
        if isinstance(found, Header)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows if len(rows) > 1 else ():
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
    yield from (f"{found}." for _, found in there if isinstance(found, CannotOpen))
