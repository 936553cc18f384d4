"""The parts of a script's line: seats, squares, tiles, numbers and clocks, each read or refused with its line."""

import re
from collections.abc import Sequence

from engine_lite.notation import BadNotation, parse_square
from engine_lite.tiles import NotATile, Tile
from host.rehearsal.script import SEATS, BadScript, Script


def seat(number: int, words: Sequence[str]) -> int:
    if len(words) == 1 and len(words[0]) == 1 and words[0] in SEATS:
        return SEATS.index(words[0])
    given = f", not '{' '.join(words)}'" if words else ""
    raise BadScript(number, f"here stands one seat, A to {SEATS[-1]}{given}")


def seat_at(script: Script, number: int, words: Sequence[str]) -> int:
    """A seat that this script has."""
    found = seat(number, words)
    if found >= script.seats:
        raise BadScript(number, f"nobody sits on {SEATS[found]}: the seats are {', '.join(SEATS[: script.seats])}")
    return found


def squares(number: int, words: Sequence[str], count: int | None) -> tuple[int, ...]:
    if count is not None and len(words) != count:
        raise BadScript(number, f"here stand {count} squares, such as h8; there are {len(words)}")
    try:
        return tuple(parse_square(word) for word in words)
    except BadNotation as bad:
        raise BadScript(number, str(bad)) from None


def tiles(script: Script, number: int, words: Sequence[str]) -> tuple[Tile, ...]:
    found: list[Tile] = []
    for word in words:
        try:
            found += script.rulebook.tile_set.tiles(word)
        except NotATile as bad:
            raise BadScript(number, str(bad)) from None
    return tuple(found)


def words(script: Script, number: int, named: Sequence[str]) -> tuple[str, ...]:
    """Words as their tiles read, in capitals and blanks like any tile: `quina`, `QUINA` and `QINA` are one word."""
    tile_set = script.rulebook.tile_set
    return tuple(tile_set.text(Tile(tile.face) for tile in tiles(script, number, [word.lower()])) for word in named)


def pairs(number: int, words: Sequence[str]) -> tuple[tuple[int, int], ...]:
    if len(words) < 2 or len(words) % 2:
        raise BadScript(number, "here stand seats and numbers in turn: A 22 B 0")
    return tuple(
        (seat(number, words[place : place + 1]), signed(number, words[place + 1]))
        for place in range(0, len(words), 2)
    )


def pairs_at(script: Script, number: int, words: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Seats that this script has, each with a number."""
    found = pairs(number, words)
    for each, _ in found:
        seat_at(script, number, SEATS[each])
    return found


def signed(number: int, word: str) -> int:
    if not re.fullmatch(r"-?\d{1,6}", word, re.ASCII):
        raise BadScript(number, f"'{word}' is not a whole number")
    return int(word)


def whole(number: int, words: Sequence[str], most: int) -> int:
    if len(words) != 1 or not re.fullmatch(r"\d{1,10}", words[0], re.ASCII) or int(words[0]) > most:
        raise BadScript(number, f"here stands a whole number up to {most}")
    return int(words[0])


def clocks(number: int, words: Sequence[str]) -> tuple[tuple[int, float], ...]:
    """Seats, each with minutes and seconds."""
    if len(words) < 2 or len(words) % 2:
        raise BadScript(number, "here stand seats and clocks in turn: A 29:58 B 12:00")
    return tuple(
        (seat(number, words[place : place + 1]), clock(number, words[place + 1 : place + 2]))
        for place in range(0, len(words), 2)
    )


def clock(number: int, words: Sequence[str]) -> float:
    found = re.fullmatch(r"(-?)(\d{1,3}):([0-5]\d)", words[0], re.ASCII) if len(words) == 1 else None
    if found is None:
        raise BadScript(number, "here stands a clock as minutes and seconds: 29:40")
    sign = -1 if found[1] else 1
    return sign * (int(found[2]) * 60 + int(found[3]))
