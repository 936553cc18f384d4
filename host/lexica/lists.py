"""From a word list as people keep it to the keys of a word file, and what was left out and why.

Decides what a line of a list means. Knows no word list by name, and opens no file.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine_lite.quoting import quoted
from engine_lite.tile_set import TileSet
from host.lexica.spelling import Spelling, Untiled

SHORTEST, LONGEST = 2, 15  # tiles: a word has at least two (document 004), and 15 squares are a line of the board
EXAMPLES = 5  # of words left out, kept for each reason: enough to see what kind they are
LARGEST_LIST = 64 * 2**20  # bytes of text: nine times the largest list known (7 MB, Catalan or Romanian)

UTF_8, LATIN_1, LATIN_10 = "utf-8", "iso-8859-1", "iso-8859-16"
ENCODINGS = (UTF_8, LATIN_1, LATIN_10)
# What no word list holds: bytes that other encodings (Windows', UTF-16) use for letters.
CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")

MANY_WORDS = "more than one word in the line"
CAPITAL = "written with a capital: a name or an abbreviation"
TOO_SHORT = f"fewer than {SHORTEST} tiles"
TOO_LONG = f"more than {LONGEST} tiles"


class BadList(ValueError):
    """The word list cannot be used; the text is one sentence that names the place."""


@dataclass(slots=True)
class LeftOut:
    """The words left out for one reason: how many, and the first of them."""

    count: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, word: str) -> None:
        """Count `word`, and keep it while there are few."""
        self.count += 1
        if len(self.examples) < EXAMPLES:
            self.examples.append(word)


@dataclass(slots=True)
class Gathered:
    """What became of a list: `read` words = `keys` + `again` (the same tiles as another) + all that is `left_out`.

    `pinned` says how many words of a length (in tiles) a fixed list has put in place of all others; only then does
    the sum no longer hold, by `dropped` words less and `added` words more.
    """

    keys: set[str] = field(default_factory=set)
    read: int = 0
    again: int = 0
    left_out: dict[str, LeftOut] = field(default_factory=dict)
    pinned: dict[int, int] = field(default_factory=dict)
    dropped: int = 0
    added: int = 0

    def leave_out(self, word: str, why: str) -> None:
        """Count `word` among those left out for the reason `why`."""
        self.left_out.setdefault(why, LeftOut()).add(word)


def text_of(data: bytes, language: str, encoding: str | None, name: str) -> str:
    """The text of a list; without `encoding` UTF-8, else what old lists of `language` are written in.

    Raises BadList, which names the line.

    >>> text_of("sèsam".encode("iso-8859-1"), "ca", None, "list.txt")
    'sèsam'
    """
    if len(data) > LARGEST_LIST:
        raise BadList(f"{name} is larger than {LARGEST_LIST // 2**20} MB; it cannot be a word list")
    for candidate in (encoding,) if encoding else (UTF_8, LATIN_10 if language == "ro" else LATIN_1):
        try:
            text = data.decode("utf-8-sig" if candidate == UTF_8 else candidate)
        except UnicodeDecodeError as trouble:
            place = trouble.start
            continue
        if not (strange := CONTROLS.search(text)):
            return text
        place = len(data) - len(text[strange.start() :].encode(candidate))  # a mark may stand before the text
    line = data.count(b"\n", 0, place) + 1
    byte = f"byte 0x{data[place]:02x} in line {line}"
    raise BadList(f"{name} is not {candidate} text: {byte} is no letter; save it as UTF-8")


def words_of(text: str) -> Iterator[str]:
    """The words of a list, one a line; `#` begins a comment, empty lines count for nothing.

    >>> list(words_of("# mine\\r\\nCASA\\r\\n\\r\\n col·legi  # school\\r\\n"))
    ['CASA', 'col·legi']
    """
    for line in text.splitlines():
        if word := line.partition("#")[0].strip():
            yield word


def gather(words: Iterable[str], tile_set: TileSet, *, names: bool = True) -> Gathered:
    """The keys of `words` on the tiles of `tile_set`; without `names`, what is written with a capital is left out."""
    spelling, gathered = Spelling(tile_set), Gathered()
    keys = gathered.keys
    for word in words:
        gathered.read += 1
        try:
            key = _key(word, spelling, names)
        except Untiled as untiled:
            gathered.leave_out(word, untiled.why)
            continue
        before = len(keys)
        keys.add(key)
        gathered.again += len(keys) == before
    return gathered


def _key(word: str, spelling: Spelling, names: bool) -> str:
    """The key of a word that can be laid. Raises Untiled."""
    if not names and word != word.lower():
        raise Untiled(CAPITAL)
    if len(word.split()) > 1:
        raise Untiled(MANY_WORDS)
    key = spelling.key(word)
    if len(key) < SHORTEST:
        raise Untiled(TOO_SHORT)
    if len(key) > LONGEST:
        raise Untiled(TOO_LONG)
    return key


def pin(gathered: Gathered, length: int, words: Iterable[str], tile_set: TileSet, name: str) -> None:
    """Put `words`, of the list called `name`, in place of all words of `length` tiles. Raises BadList."""
    spelling = Spelling(tile_set)
    fixed = set()
    for word in words:
        try:
            key = _key(word, spelling, names=True)
        except Untiled as untiled:
            raise BadList(f"{name}, {quoted(word)}: {untiled.why}") from None
        if len(key) != length:
            raise BadList(f"{name}, {quoted(word)} has {len(key)} tiles; every word of this list must have {length}")
        fixed.add(key)
    if not fixed:
        raise BadList(f"{name} has no word; a list of words of {length} tiles must have one")
    before = {key for key in gathered.keys if len(key) == length}
    gathered.keys -= before
    gathered.keys |= fixed
    gathered.pinned[length] = len(fixed)
    gathered.dropped += len(before - fixed)
    gathered.added += len(fixed - before)
