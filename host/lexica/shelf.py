"""The folder of word files: which lexica are there, and which one a name means.

Decides names of files. Knows nothing of what is in a lexicon.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from engine_lite.lexicon import AnyWord, Lexicon
from engine_lite.quoting import quoted
from engine_lite.tile_sets import TILE_SETS
from host.lexica.wordfile import SUFFIX, CannotOpen, Header, open_lexicon, read_header

FOLDER = Path("lexica")  # beside table.toml, as the journal is
NO_LEXICON = "none"
# A name stands in verdicts and in the name of a file: a letter or digit first, nothing that folders are written with.
NAME = re.compile(r"[^\W_][\w .+-]{0,39}(?<! )")


def checked_name(name: str) -> str:
    """`name` if a lexicon can have it. Raises CannotOpen.

    >>> checked_name("DISC 2.18")
    'DISC 2.18'
    """
    if name.lower() == NO_LEXICON or not NAME.fullmatch(name):
        raise CannotOpen(f"{quoted(name)} is no name for a lexicon: write up to 40 letters, digits, spaces, . + - _, "
                         f"a letter or digit first, and not {NO_LEXICON!r}, which means no list")
    return name


def path_of(name: str, tile_set: str, folder: Path = FOLDER) -> Path:
    """Where the lexicon `name` for `tile_set` is kept. Raises CannotOpen for what can be no name."""
    return folder / f"{checked_name(name)}.{tile_set}{SUFFIX}"


def find(name: str, tile_set: str | None = None, folder: Path = FOLDER) -> Path:
    """The word file that `name` means: a name in `folder`, or the path of a file. Raises CannotOpen.

    Without `tile_set` the name must be there for one tile set only.
    """
    if name.endswith(SUFFIX):
        return Path(name)
    there = [kind for kind in TILE_SETS if path_of(name, kind, folder).is_file()]
    if tile_set is None and len(there) > 1:
        raise CannotOpen(f"{name} is there for the tile sets {' and '.join(there)}: say which with --tile-set")
    wanted = there if tile_set is None else [kind for kind in there if kind == tile_set]
    if not wanted:
        raise CannotOpen(_nothing(name, tile_set, folder))
    return path_of(name, wanted[0], folder)


def _nothing(name: str, tile_set: str | None, folder: Path) -> str:
    others = sorted(path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}"))
    known = f"there are {', '.join(others)}" if others else "there is none at all"
    which = f"{name} for the tile set {tile_set}" if tile_set else name
    return f"no lexicon is called {which} in {folder}; {known}: make one with `taula lexicon build`"


def lexicon(name: str, tile_set: str, folder: Path = FOLDER) -> Lexicon:
    """What a table asks: the word file `name`, or for `none` a lexicon that has every word. Raises CannotOpen."""
    return AnyWord() if name == NO_LEXICON else open_lexicon(find(name, tile_set, folder), tile_set)


def shelved(folder: Path = FOLDER) -> Iterator[tuple[Path, Header | CannotOpen]]:
    """Every word file in `folder` with what it says of itself, or why it cannot be used; by name."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            yield path, read_header(path)
        except CannotOpen as why:
            yield path, why
