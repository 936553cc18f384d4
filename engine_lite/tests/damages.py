"""One thing wrong in the text of a game at a time: the slips that a person at a keyboard makes, and which of them
leave a game that could be meant.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine_lite.gcg import BadGcg, EndBonusEntry, EndPenaltyEntry, Entry, PlayEntry, Record, WithdrawEntry, read
from engine_lite.layout import SIDE, SQUARES
from engine_lite.notation import BadNotation, GcgStart
from engine_lite.record import CannotReplay, Replayed, replay
from engine_lite.tiles import NAMELESS, Tile, TileSet

KINDS = ("score", "total", "letter", "direction", "square", "blank", "rack", "end line")

_NUMBERS = re.compile(r"(?<=\s)(?P<score>[+-]*\d+)(?P<gap>\s+)(?P<total>-?\d+)(?=\s|$)")


class Damage(NamedTuple):
    """What was changed, in which line (from 1), the text of the whole game with it, and why it may go unseen."""

    kind: str
    line: int
    text: str
    excuse: str = ""


def damages(text: str) -> Iterator[Damage]:
    """Every damage of every kind that the lines of `text`, a consistent game, can take, one at a time."""
    record = read(text)
    lines = text.splitlines()
    played = replay(record)
    for index, entry in enumerate(record.entries):
        taken_back = isinstance((*record.entries, entry)[index + 1], WithdrawEntry)
        for kind, line, excuse in _changed(lines[entry.line - 1], entry, record.tile_set, _laid(played, index)):
            changed = "\n".join([*lines[: entry.line - 1], *line, *lines[entry.line :]])
            yield Damage(kind, entry.line, changed, "a play that is taken back" if taken_back else excuse)


def noticed(damage: Damage, record: Record, doubts: int = 0) -> bool:
    """Whether the damaged text cannot be read or replayed, differs, or has more doubts than `record` has."""
    try:
        replayed = replay(read(damage.text, record.tile_set))
    except (BadGcg, CannotReplay):
        return True
    return not replayed.agrees or len(replayed.doubts) > doubts


Change = tuple[str, list[str], str]  # the kind, the line or none, the excuse


def _changed(line: str, entry: Entry, tile_set: TileSet, laid: frozenset[int]) -> Iterator[Change]:
    found = _NUMBERS.search(line)
    assert found, line
    before, after = line[: found.start()], line[found.end() :]
    ending = isinstance(entry, EndBonusEntry | EndPenaltyEntry)
    score = f"{before}{entry.score + 3:+}{found['gap']}{entry.total}{after}"
    yield "end line" if ending else "score", [score], ""
    yield "total", [f"{before}{found['score']}{found['gap']}{entry.total + 10}{after}"], ""
    if isinstance(entry, EndBonusEntry | EndPenaltyEntry):
        yield "end line", [], ""
        for place, tile in enumerate(entry.tiles):
            tiles = [*entry.tiles[:place], _other(tile, tile_set), *entry.tiles[place + 1 :]]
            yield "end line", [re.sub(r"\([^)]*\)", f"({tile_set.text(tiles, brackets=True)})", line)], ""
    for place, tile in enumerate(entry.rack or ()):
        assert entry.rack is not None
        rack = tile_set.text([*entry.rack[:place], _other(tile, tile_set), *entry.rack[place + 1 :]], brackets=True)
        yield "rack", [line.replace(f" {entry.rack_text} ", f" {rack} ", 1)], "a tile of the rack that is not played"
    if isinstance(entry, PlayEntry):
        yield from _moved(line, entry)
        yield from _respelled(line, entry, tile_set, laid)


def _moved(line: str, entry: PlayEntry) -> Iterator[Change]:
    """The play turned, and one square further or back in its row and its column."""
    start = entry.start
    written = next(token for token in line.split() if _starts(token, start))
    others = [("direction", GcgStart(start.square, not start.down))]
    squares = [start.square + step for step in (1, -1, SIDE, -SIDE)]
    others += [("square", GcgStart(square, start.down)) for square in squares if 0 <= square < SQUARES]
    for kind, other in others:
        yield kind, [line.replace(f" {written} ", f" {other} ", 1)], "it fits there too, for the same points"


def _starts(token: str, start: GcgStart) -> bool:
    try:
        return GcgStart.parse(token) == start
    except BadNotation:
        return False


def _respelled(line: str, entry: PlayEntry, tile_set: TileSet, laid: frozenset[int]) -> Iterator[Change]:
    """Each letter as another one, and each tile laid as a blank, or a blank as the tile."""
    step = SIDE if entry.start.down else 1
    for place, letter in enumerate(entry.letters):
        if letter is None or not letter.named or place in entry.said_old:
            continue
        other = _other(letter, tile_set)
        excuse = _same_worth(entry, letter, other, tile_set)
        yield "letter", [_spelled(line, entry, place, other, tile_set)], excuse
        if entry.start.square + place * step in laid:
            as_blank = Tile(letter.face, not letter.blank)
            excuse = "worth nothing more, from a rack that nobody knows" if entry.rack is None else ""
            if tile_set.holds(as_blank):
                yield "blank", [_spelled(line, entry, place, as_blank, tile_set)], excuse


def _same_worth(entry: PlayEntry, letter: Tile, other: Tile, tile_set: TileSet) -> str:
    if letter.blank:
        return "the letter of a blank"
    if tile_set.value(letter) != tile_set.value(other):
        return ""
    if entry.rack is None:
        return "a letter of the same worth, from a rack that nobody knows"
    return "a letter of the same worth, from the same rack" if other in entry.rack else ""


def _spelled(line: str, entry: PlayEntry, place: int, tile: Tile, tile_set: TileSet) -> str:
    letters = [*entry.letters[:place], tile, *entry.letters[place + 1 :]]
    signs = ("." if each is None else "_" if not each.named else tile_set.text([each], True) for each in letters)
    word = "".join(signs)
    return line.replace(f" {entry.word_text} ", f" {word} ", 1)


def _other(tile: Tile, tile_set: TileSet) -> Tile:
    """The next face of the set, after the last the first; as a blank, if the tile is one with a name."""
    faces = [kind.face for kind in tile_set.faces if kind.face != NAMELESS]
    if tile.face not in faces:
        return Tile(faces[0], tile.blank and tile.named)
    return Tile(faces[(faces.index(tile.face) + 1) % len(faces)], tile.blank)


def _laid(replayed: Replayed, index: int) -> frozenset[int]:
    return frozenset(row * SIDE + column for row, column, _, _ in replayed.moves[index].tiles)
