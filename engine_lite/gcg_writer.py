"""The strict writer of annotated games (GCG): a record as the text that even the strictest readers take.

Knows nothing of rules: it writes what the record says, right or wrong. What GCG has no form for is hidden in a
`#note taula LINE`, which `gcg.read` reads as that line and other programs as a note.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine_lite.gcg_lines import AGREED, CHALLENGE, GIVEN, PASS, TIME, WITHDRAWN
from engine_lite.gcg_record import (
    AgreedEntry,
    BonusEntry,
    EndBonusEntry,
    EndPenaltyEntry,
    Entry,
    ExchangeEntry,
    GivenEntry,
    Letters,
    Note,
    PassEntry,
    PenaltyEntry,
    PlayEntry,
    RackLeft,
    Record,
    TimeEntry,
    WithdrawEntry,
)
from engine_lite.gcg_sheet import BLANKS, NOTE, OURS, hides
from engine_lite.gcg_tiles import THROUGH, UNKNOWN, UNNAMED
from engine_lite.layout import SIDE
from engine_lite.tiles import Tile, TileSet

# The pragmas without a field in the record that macondo and MAGPIE both read; others go into notes.
COMMON = frozenset({"board-layout", "game-type", "tile-set"})

# The lines that strict readers have no form for; the totals of the lines behind count them.
HIDDEN = (PenaltyEntry, AgreedEntry, GivenEntry)


def write(record: Record) -> str:
    """The text of `record`, UTF-8 by its first line; `read` reads `plain(record)` from it.

    Tiles of several characters stand in brackets, old ones are `.`; a rack that the record does not know is left
    out, never made up.

    >>> from engine_lite.gcg_record import Player
    >>> from engine_lite.tiles import CATALAN
    >>> print(write(Record((Player("a", "Ann"), Player("b", "Bo")), CATALAN, lexicon="DISC2")), end="")
    #character-encoding UTF-8
    #player1 a Ann
    #player2 b Bo
    #lexicon DISC2
    #tile-distribution catalan
    """
    said = plain(record)
    return "".join(f"{line}\n" for line in (*_header(said), *_game(said), *_racks_left(said)))


def plain(record: Record) -> Record:
    """The same record as the writer says it.

    Old tiles are None; a withdrawn play has its play's rack and an end penalty the rack that it counts, which strict
    readers want; notes stand behind the first entry at the earliest.
    """
    first = min(1, len(record.entries))
    return replace(
        record,
        entries=tuple(_with_racks(_with_old_tiles(record.entries))),
        notes=tuple(replace(note, after=max(first, note.after)) for note in record.notes),
    )


def _with_old_tiles(entries: tuple[Entry, ...]) -> Iterator[Entry]:
    """The entries, their letters replaced by None where the same face lies on the square already."""
    board: dict[int, Tile] = {}
    laid: dict[int, Tile] = {}
    for entry in entries:
        if isinstance(entry, WithdrawEntry):
            board = {square: tile for square, tile in board.items() if square not in laid}
        laid = {}
        if isinstance(entry, PlayEntry):
            entry = _with_old(entry, board)
            laid = {square: tile for square, tile in _squares(entry) if tile and square not in board}
            board |= laid
        yield entry


def _with_racks(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries, with a rack where another one or the line itself tells it."""
    before: Entry | None = None
    for entry in entries:
        if isinstance(entry, EndPenaltyEntry):
            tiles = entry.rack or entry.tiles
            entry = replace(entry, rack=tiles, tiles=tiles)
        elif isinstance(entry, WithdrawEntry) and isinstance(before, PlayEntry) and before.seat == entry.seat:
            entry = replace(entry, rack=entry.rack or before.rack)
        yield entry
        before = entry


def _squares(entry: PlayEntry) -> Iterator[tuple[int, Tile | None]]:
    step = SIDE if entry.start.down else 1
    return ((entry.start.square + place * step, letter) for place, letter in enumerate(entry.letters))


def _with_old(entry: PlayEntry, board: dict[int, Tile]) -> PlayEntry:
    """The play with None for its old tiles; as it is when it would lay none, which no reader takes."""
    letters: Letters = tuple(
        None if letter and square in board and board[square].face == letter.face else letter
        for square, letter in _squares(entry)
    )
    if not any(letters):
        return entry
    return replace(entry, letters=letters, said_old=tuple(at for at in entry.said_old if letters[at]))


def _header(record: Record) -> Iterator[str]:
    yield "#character-encoding UTF-8"
    for number, player in enumerate(record.players, 1):
        yield _pragma(f"player{number}", f"{player.nick} {player.name}")
    if _is_common_identity(record.identity):
        yield _pragma("id", record.identity)
    facts = (("title", record.title), ("description", record.description), ("lexicon", record.lexicon))
    yield from (_pragma(name, text) for name, text in facts if text)
    yield _pragma("tile-distribution", record.tile_set.name)
    yield from (_pragma(name, text) for name, text in record.pragmas if name in COMMON)


def _game(record: Record) -> Iterator[str]:
    """The entries, each with its notes behind it; the hidden pragmas behind the first."""
    hidden = [*_hidden_pragmas(record), *_notes(record, 0)]
    for number, entry in enumerate(record.entries, 1):
        line = _event(entry, record)
        yield f"{NOTE}{OURS}{line}" if isinstance(entry, HIDDEN) else line
        yield from hidden
        hidden = []
        yield from _notes(record, number)
    yield from hidden


def _hidden_pragmas(record: Record) -> Iterator[str]:
    ours = [(name, text) for name, text in record.pragmas if name not in (*COMMON, "incomplete")]
    if record.identity and not _is_common_identity(record.identity):
        ours.append(("id", record.identity))
    if record.incomplete:
        rack = [_rack_text(left, record.tile_set) for left in record.racks_left if left.seat is None]
        ours.append(("incomplete", "".join(rack)))
    return (f"{NOTE}{OURS}{_pragma(name, text)}" for name, text in ours)


def _is_common_identity(identity: str) -> bool:
    """Whether it is an authority and a number, which is the one form that all read."""
    return len(re.split(f"[{BLANKS}]+", identity)) == 2


def _racks_left(record: Record) -> Iterator[str]:
    for left in record.racks_left:
        if left.seat is not None:
            yield _pragma(f"rack{left.seat + 1}", _rack_text(left, record.tile_set))


def _rack_text(left: RackLeft, tile_set: TileSet) -> str:
    return tile_set.text(left.tiles, brackets=True) or UNKNOWN


def _pragma(name: str, text: str) -> str:
    return f"#{name} {_one_line(text)}".rstrip(BLANKS)


def _one_line(text: str) -> str:
    return re.sub(r"[\r\n]+", " ", text).strip(BLANKS)


def _notes(record: Record, after: int) -> Iterator[str]:
    return (line for note in record.notes if note.after == after for line in _note(note))


def _note(note: Note) -> Iterator[str]:
    """A note's lines; one that would be taken for an event or a pragma begins a note of its own."""
    lines = [line.strip(BLANKS) for line in re.split(r"[\r\n]+", note.text)]
    for number, line in enumerate(line for line in lines if line):
        if number and line[0] not in "#>":
            yield line
        else:
            yield f"{NOTE}{OURS}{NOTE}{line}" if hides(line) else f"{NOTE}{line}"


def _event(entry: Entry, record: Record) -> str:
    """The entry's line. Two blanks stand for a missing rack, as the readers of `(challenge)` lines want it."""
    nick = record.players[entry.seat].nick
    rack = "" if entry.rack is None else record.tile_set.text(entry.rack, brackets=True)
    missing = [] if isinstance(entry, EndBonusEntry) else [""]
    words = [f">{nick}:", *([rack] if rack else missing), _action(entry, record.tile_set)]
    words += [_score(entry), str(entry.total), *([_one_line(entry.free_text)] if entry.free_text else [])]
    return " ".join(words)


def _action(entry: Entry, tile_set: TileSet) -> str:
    match entry:
        case PlayEntry():
            return f"{entry.start} {_word(entry, tile_set)}"
        case ExchangeEntry(tiles=tiles, count=count):
            return PASS + (str(count) if tiles is None else tile_set.text(tiles, brackets=True))
        case EndBonusEntry(tiles=tiles) | EndPenaltyEntry(tiles=tiles):
            return f"({tile_set.text(tiles, brackets=True)})"
        case BonusEntry() | PenaltyEntry():
            return CHALLENGE
        case AgreedEntry():
            return AGREED
        case GivenEntry():
            return GIVEN
        case TimeEntry():
            return TIME
        case WithdrawEntry():
            return WITHDRAWN
        case PassEntry():
            return PASS
    raise TypeError(f"{type(entry).__name__} is no entry of a record")


def _word(entry: PlayEntry, tile_set: TileSet) -> str:
    """The word in brackets where a tile needs them, and `_` for a blank without a name."""
    texts = [_letter(letter, tile_set) for letter in entry.letters]
    return "".join(f"({text})" if at in entry.said_old else text for at, text in enumerate(texts))


def _letter(letter: Tile | None, tile_set: TileSet) -> str:
    if letter is None:
        return THROUGH
    return tile_set.text([letter], brackets=True) if letter.named else UNNAMED


def _score(entry: Entry) -> str:
    """With its sign; 0 points off is -0, which tells an end penalty from an end bonus."""
    takes_off = isinstance(entry, WithdrawEntry | PenaltyEntry | EndPenaltyEntry | TimeEntry)
    return f"-{-entry.score}" if takes_off else f"{entry.score:+d}"
