"""The free word lists that Debian packages, read from where they are installed; none comes with the project.

Decides which files of a package are its word list. Knows of tiles only which sets each list can be built for.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from host.lexica import romanian
from host.lexica.hunspell import affixes
from host.lexica.lists import BadList, text_of, words_of

SCOWL_LEVEL = 80  # SCOWL's size of a large list; 95 adds what hardly anybody knows (its README)


@dataclass(frozen=True, slots=True)
class Source:
    """A packaged list: `files` are its names below the root of the system, `words` reads them.

    `tile_sets` are those that it can be built for, the first unless another is asked for. `says` stands in a verdict.
    """

    name: str
    package: str
    tile_sets: tuple[str, ...]
    files: tuple[str, ...]
    says: str
    words: Callable[[Sequence[Path]], Iterator[str]]

    def found(self, root: Path = Path("/")) -> list[Path]:
        """Its files. Raises BadList with what to type when one is missing."""
        paths = [sorted(root.glob(name)) for name in self.files]
        if not all(paths):
            raise BadList(f"the word list {self.name} is not installed; type: sudo apt install {self.package}")
        return [path for matching in paths for path in matching]


def _read(path: Path) -> str:
    try:
        return text_of(path.read_bytes(), "", None, str(path))
    except OSError as trouble:
        raise BadList(f"{path} cannot be read: {trouble.strerror}") from None


def _lists(paths: Sequence[Path]) -> Iterator[str]:
    for path in paths:
        yield from words_of(_read(path))


def _scowl(paths: Sequence[Path]) -> Iterator[str]:
    return _lists([path for path in paths if int(path.suffix[1:]) <= SCOWL_LEVEL])


def _hunspell_ro(paths: Sequence[Path]) -> Iterator[str]:
    rules, stems = (_read(path) for path in paths)
    return romanian.words(affixes(rules), stems.splitlines()[1:])  # the first line is the number of the others


SOURCES = {
    source.name: source
    for source in (
        Source("wcatalan", "wcatalan", ("catalan", "catalan_q"), ("usr/share/dict/catalan",),
               "Debian wcatalan", _lists),
        Source("hunspell-ro", "hunspell-ro", ("romanian",),
               ("usr/share/hunspell/ro_RO.aff", "usr/share/hunspell/ro_RO.dic"),
               "Debian hunspell-ro, without vocatives and stumps", _hunspell_ro),
        Source("scowl", "scowl", ("english",), ("usr/share/dict/scowl/*-words.[0-9][0-9]",),
               f"Debian scowl, all spellings up to size {SCOWL_LEVEL}", _scowl),
    )
}
