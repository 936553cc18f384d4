"""The word file: a marisa trie of keys, then a footer that names the list, then a check sum over both.

The trie stands first, so that both Python bindings of marisa map it straight from the file, and processes share its
pages. Knows nothing of word lists and their spelling beyond the keys that `spelling` makes.
"""

import hashlib
import json
import os
import struct
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine_lite.quoting import quoted
from engine_lite.tile_sets import TILE_SETS
from host.lexica import tries
from host.lexica.spelling import Spelling

FORMAT = 1  # raised when the meaning of keys or footer changes
SUFFIX = ".words"
MAGIC = b"TAULALEX"
DIGEST_BYTES = 16  # BLAKE2b: no damage goes unseen, and 128 bits are read in no time
TAIL = struct.Struct(f"<I{DIGEST_BYTES}s{len(MAGIC)}s")  # length of the footer, digest of trie and footer, magic
LONGEST_FOOTER = 65_536  # bytes: a hundred times what it holds
LARGEST_FILE = 64 * 2**20  # bytes: twenty times the file of the largest list known (Romanian, 1.3 million words)
CHUNK = 65_536  # bytes read at a time for the check sum, so that checking does not fill the memory
LONGEST_TEXT = 200  # characters of name and source: they must fit in a sentence

BUILD_AGAIN = "build it again with `taula lexicon build`"


class CannotOpen(ValueError):
    """There is no usable word file; the text says what is wrong with it and what to do."""


class Damaged(CannotOpen):
    """The file is not what was written."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a word file says of itself: enough for a verdict to name its source.

    `letters` are the key letters with their faces (`Spelling.letters`), `date` is YYYY-MM-DD, `count` words.
    """

    format: int
    tile_set: str
    letters: dict[str, str]
    name: str
    date: str
    source: str
    count: int


class WordFile:
    """An open word file: the `Lexicon` that the rules ask.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "trial.words"
    ...     _ = write(path, ["COaEGI"], "catalan", name="trial", date="2024-05-01", source="typed")
    ...     lexicon = open_lexicon(path)
    >>> "COL·LEGI" in lexicon, "COLLEGI" in lexicon, lexicon.lists("Col·legi")
    (True, False, True)
    """

    def __init__(self, path: Path, header: Header, has_key: Callable[[str], bool]) -> None:
        self.path = path
        self.header = header
        self.spelling = Spelling(TILE_SETS[header.tile_set])
        self._has_key = has_key
        self._key_of_tiles = self.spelling.key_of_tiles

    def __contains__(self, word: str, /) -> bool:
        """Whether laid tiles spell a word of the list; `word` as `TileSet.text` writes them, blanks in capitals."""
        key = self._key_of_tiles(word)
        return key is not None and self._has_key(key)

    def lists(self, word: str) -> bool:
        """Whether a word as people write it (either case, accents or none) is in the list. Raises Untiled."""
        return self._has_key(self.spelling.key(word))


def write(path: Path, keys: Iterable[str], tile_set: str, *, name: str, date: str, source: str) -> Header:
    """Write `keys` as a word file at `path`, whole or not at all; what stood there is replaced. Raises OSError."""
    ordered = sorted(set(keys))
    letters = Spelling(TILE_SETS[tile_set]).letters
    header = Header(FORMAT, tile_set, letters, name[:LONGEST_TEXT], date, source[:LONGEST_TEXT], len(ordered))
    footer = json.dumps(asdict(header), ensure_ascii=False).encode()
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    os.close(descriptor)
    try:
        tries.save(ordered, draft)
        digest = _digest(Path(draft), Path(draft).stat().st_size, footer)
        with Path(draft).open("ab") as file:
            file.write(footer + TAIL.pack(len(footer), digest, MAGIC))
            file.flush()
            os.fsync(file.fileno())
        Path(draft).chmod(0o644)
        Path(draft).replace(path)
    finally:
        Path(draft).unlink(missing_ok=True)
    return header


def read_header(path: Path) -> Header:
    """What the word file at `path` says of itself, once its check sum has been found right. Raises CannotOpen."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            file.seek(max(0, size - TAIL.size))
            length, digest, magic = _tail(file.read(), path)
            trie_bytes = size - TAIL.size - length
            if magic != MAGIC or length > LONGEST_FOOTER or trie_bytes < 0 or size > LARGEST_FILE:
                raise Damaged(f"{path} is no word file, or its end is damaged: {BUILD_AGAIN}")
            file.seek(trie_bytes)
            footer = file.read(length)
        if _digest(path, trie_bytes, footer) != digest:
            raise Damaged(f"{path} is damaged, its check sum is not that of what was written: {BUILD_AGAIN}")
    except OSError as trouble:
        raise CannotOpen(f"{path} cannot be read: {trouble.strerror}") from None
    return _header(footer, path)


def _tail(data: bytes, path: Path) -> tuple[int, bytes, bytes]:
    if len(data) != TAIL.size:
        raise Damaged(f"{path} is no word file, it is far too short: {BUILD_AGAIN}")
    length, digest, magic = TAIL.unpack(data)
    return length, digest, magic


def _digest(path: Path, trie_bytes: int, footer: bytes) -> bytes:
    """The check sum over the first `trie_bytes` of the file at `path` and `footer` with its length."""
    sum_ = hashlib.blake2b(digest_size=DIGEST_BYTES)
    with path.open("rb") as file:
        left = trie_bytes
        while left and (data := file.read(min(CHUNK, left))):
            sum_.update(data)
            left -= len(data)
    sum_.update(footer + struct.pack("<I", len(footer)))
    return sum_.digest()


def _header(footer: bytes, path: Path) -> Header:
    """The footer read; it is as it was written, but perhaps by another version of this file."""
    written: dict[str, Any] = json.loads(footer)
    if written.get("format") != FORMAT:
        raise CannotOpen(f"{path} has format {written.get('format')}, this version reads {FORMAT}: {BUILD_AGAIN}")
    header = Header(**written)
    tile_set = TILE_SETS.get(header.tile_set)
    if tile_set is None:
        known = ", ".join(TILE_SETS)
        raise CannotOpen(f"{path} is for the tile set {quoted(header.tile_set)}, and this version knows {known}")
    if Spelling(tile_set).letters != header.letters:
        raise CannotOpen(f"{path} was built for other tiles than those of the {header.tile_set} set: {BUILD_AGAIN}")
    return header


def open_lexicon(path: Path, tile_set: str | None = None) -> WordFile:
    """The word file at `path`, mapped into memory; with `tile_set`, only if it was built for that one.

    Raises CannotOpen (Damaged when the check sum is wrong).
    """
    header = read_header(path)
    if tile_set is not None and header.tile_set != tile_set:
        raise CannotOpen(
            f"{path} is for the tile set {header.tile_set}, not {tile_set}: build the list for {tile_set} as well"
        )
    return WordFile(path, header, tries.mapped(str(path)))
