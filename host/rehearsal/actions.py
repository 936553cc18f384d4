"""The actions of a script: the lines after `start` that move something, each read into an Action or refused."""

import re
from collections.abc import Callable
from typing import Any

from engine_lite.notation import BadNotation, SeedStart
from host.rehearsal import parts
from host.rehearsal.expected import read_expectation
from host.rehearsal.fault_words import read_fault
from host.rehearsal.script import Action, BadScript, Script

LONGEST_WAIT_S = 3_600.0  # an hour: a longer wait is a slip of the pen, and would run for minutes
MOST_TURNS = 999  # lines of a sheet
MOST_TILES = 100  # of a hand that reaches into the bag
MOST_PRESSES = 20  # one after the other
SHORT_EXCHANGE, TAKE = "short-exchange A R S keeps C I", "take B FROM A 3 returns E S"  # examples
OVERDRAW_FORMS = ("seen", "unseen", "mixed")

Reader = Callable[[Script, int, list[str]], dict[str, Any]]


def read_action(script: Script, number: int, line: str) -> Action:
    """The action or expectation of one line after `start`. Raises BadScript."""
    word, *rest = line.split()
    if word == "expect":
        return read_expectation(script, number, line, rest)
    read = ACTIONS.get(word)
    if read is None:
        raise BadScript(number, f"unknown action '{word}'; known: expect, {', '.join(sorted(ACTIONS))}")
    return Action(number, line, word, **read(script, number, rest))


# --- tiles and squares ---------------------------------------------------------------------------


def _read_lay(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    start = _start(number, words[0] if words else "")
    tiles = parts.tiles(script, number, words[1:])
    if not tiles:
        raise BadScript(number, "`lay` needs tiles after the square: lay h5 QU I N A")
    return {"start": start, "tiles": tiles}


def _start(number: int, word: str) -> SeedStart:
    try:
        return SeedStart.parse(word)
    except BadNotation as bad:
        raise BadScript(number, str(bad)) from None


def _read_one(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"squares": parts.squares(number, words, 1)}


def _read_two(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"squares": parts.squares(number, words, 2)}


def _tile_and_squares(example: str, squares: int) -> Reader:
    """Reads one tile and as many squares as `example` has."""

    def read(script: Script, number: int, words: list[str]) -> dict[str, Any]:
        tiles = parts.tiles(script, number, words[:-squares])
        if len(tiles) != 1:
            raise BadScript(number, f"here stand one tile and {squares} squares: {example}")
        return {"tiles": tiles, "squares": parts.squares(number, words[-squares:], squares)}

    return read


def _read_declare(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if len(words) != 2:
        raise BadScript(number, "`declare` needs a square and a face: declare h10 NY")
    return {"squares": parts.squares(number, words[:1], 1), "names": (words[1],)}


def _read_name(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if len(words) != 2:
        raise BadScript(number, "`name` needs a square and the tile that stands on it, or `nothing`: name h10 L")
    tiles = () if words[1] == "nothing" else parts.tiles(script, number, words[1:])
    return {"squares": parts.squares(number, words[:1], 1), "tiles": tiles}


def _read_waive(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if words != ["touched"]:
        raise BadScript(number, "what can be waived is a touched tile: waive touched")
    return {"names": ("touched",)}


# --- seats, racks and the bag --------------------------------------------------------------------


def read_count(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    """A count of the set, and the tiles that are not found."""
    if not words:
        return {}
    if words[0] != "without":
        raise BadScript(number, "after a count may stand what is missing: count without A E")
    return {"tiles": _some_tiles(script, number, words[1:], "count without A E")}


def _read_seat(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"seat": parts.seat_at(script, number, words)}


def _read_draw(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    seat = parts.seat_at(script, number, words[:1])
    if len(words) == 2 and words[1].isdigit():
        if not (count := parts.whole(number, words[1:], MOST_TILES)):
            raise BadScript(number, "at least one tile is drawn: draw A 4, or draw A E S")
        return {"seat": seat, "count": count}
    return {"seat": seat, "tiles": _some_tiles(script, number, words[1:], "draw A 4, or draw A E S")}


def _seat_and_tiles(example: str) -> Reader:
    """Reads a seat and the tiles after it, as `example` has them."""

    def read(script: Script, number: int, words: list[str]) -> dict[str, Any]:
        seat = parts.seat_at(script, number, words[:1])
        return {"seat": seat, "tiles": _some_tiles(script, number, words[1:], example)}

    return read


def _some_tiles(script: Script, number: int, words: list[str], example: str) -> tuple[Any, ...]:
    tiles = parts.tiles(script, number, words)
    if not tiles:
        raise BadScript(number, f"here stand tiles: {example}")
    if any(tile.blank and tile.named for tile in tiles):
        raise BadScript(number, f"here stand tiles in capitals, and a blank as ?: {example}")
    return tiles


def _read_short_exchange(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if "keeps" not in words:
        raise BadScript(number, f"`short-exchange` needs what goes and what the opponent picks: {SHORT_EXCHANGE}")
    cut = words.index("keeps")
    kept = _some_tiles(script, number, words[cut + 1 :], SHORT_EXCHANGE)
    return {**_seat_and_tiles(SHORT_EXCHANGE)(script, number, words[:cut]), "kept": kept}


def _read_overdraw(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if len(words) != 3 or words[2] not in OVERDRAW_FORMS:
        raise BadScript(number, f"`overdraw` needs a seat, what the rack then holds, and one of "
                                f"{', '.join(OVERDRAW_FORMS)}: overdraw A 8 seen")
    seat = parts.seat_at(script, number, words[:1])
    return {"seat": seat, "count": parts.whole(number, words[1:2], MOST_TILES), "names": (words[2],)}


def _read_take(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if len(words) < 4 or words[1].lower() != "from" or (len(words) > 4 and words[4] != "returns"):
        raise BadScript(number, f"`take` needs who takes how many from whom, and what goes to the bag: {TAKE}")
    count = parts.whole(number, words[3:4], MOST_TILES)
    kept = _some_tiles(script, number, words[5:], TAKE) if len(words) > 4 else ()
    if not count >= 1 or len(kept) > count:
        raise BadScript(number, "at least one tile is taken, and no more go to the bag than are taken")
    return {"seat": parts.seat_at(script, number, words[:1]), "other": parts.seat_at(script, number, words[2:3]),
            "count": count, "kept": kept}


def _read_lay_as(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    seat = parts.seat_at(script, number, words[:1])
    return {"seat": seat, **_read_lay(script, number, words[1:])}


def _read_replace(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if len(words) != 3:
        raise BadScript(number, "`replace` needs a seat, the square of an old tile, and a tile of the rack for it: "
                                "replace B h9 O")
    seat = parts.seat_at(script, number, words[:1])
    return {"seat": seat, **_tile_and_squares("replace B h9 O", 1)(script, number, [words[2], words[1]])}


def _read_presses(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    """The seats in the order of their presses; `values` has each with how many came before it."""
    if len(words) < 1 or len(words) > MOST_PRESSES:
        raise BadScript(number, f"`presses` needs 1 to {MOST_PRESSES} seats, in the order of pressing: presses A B")
    return {"values": tuple((parts.seat_at(script, number, [word]), place) for place, word in enumerate(words))}


# --- challenges, the referee and the clock -------------------------------------------------------


def _read_challenge(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"seat": parts.seat_at(script, number, words[:1]), "names": parts.words(script, number, words[1:])}


def _read_verdict(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if words not in (["yes"], ["no"], ["auto"]):
        raise BadScript(number, "`verdict` is yes (the play stands), no, or auto (as the word list says)")
    if words == ["auto"] and script.word_source is None:
        raise BadScript(number, "`verdict auto` needs a word list: write `lexicon words QUINA SAC` before `start`")
    return {"names": tuple(words)}


def _text(what: str, example: str) -> Reader:
    """Reads any words; `what` they are is said where there are none."""

    def read(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
        if not words:
            raise BadScript(number, f"here stands {what}: {example}")
        return {"names": (" ".join(words),)}

    return read


def _read_correct(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    said = re.fullmatch(r'(\d+) "?(\S+) ([^\s"]+)"?', " ".join(words), re.ASCII)
    if said is None:
        raise BadScript(number, '`correct` needs the number of a turn and its play: correct 3 "h5 QUINA"')
    turn = parts.whole(number, [said[1]], MOST_TURNS)
    parts.tiles(script, number, [said[3].replace(".", "")])
    return {"count": turn, "start": _start(number, said[2]), "names": (f"{said[2]} {said[3]}",)}


def _number_of(what: str, example: str) -> Reader:
    """Reads the number of `what`, counted from 1."""

    def read(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
        if len(words) != 1 or not re.fullmatch(r"[1-9]\d{0,2}", words[0], re.ASCII):
            raise BadScript(number, f"here stands the number of {what}, 1 to {MOST_TURNS}: {example}")
        return {"count": int(words[0])}

    return read


def _read_wait(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    try:
        seconds = float(words[0]) if len(words) == 1 else -1.0
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_WAIT_S:
        raise BadScript(number, f"`wait` needs seconds between 0 and {LONGEST_WAIT_S:.0f}: wait 2.5")
    return {"seconds": seconds}


def _read_at(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"seat": parts.seat_at(script, number, words[:1]), "seconds": parts.clock(number, words[1:])}


def _fault_or_heal(word: str) -> Reader:
    return lambda _script, number, words: {"names": read_fault(number, word, words)}


def _read_nothing(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if words:
        raise BadScript(number, f"nothing may follow here, but there is '{words[0]}'")
    return {}


ACTIONS: dict[str, Reader] = {
    "lay": _read_lay, "lift": _read_one, "putback": _read_one, "move": _read_two,
    "slide": _tile_and_squares("slide S g5 h5", 2), "stack": _tile_and_squares("stack S h5", 1),
    "slide-on": _tile_and_squares("slide-on S i9 i4", 2), "hover": _tile_and_squares("hover S h5", 1),
    "lay-as": _read_lay_as, "presses": _read_presses, "dip": _seat_and_tiles("dip A S"), "replace": _read_replace,
    "knock": _read_two, "swap": _read_two, "facedown": _read_one, "between": _read_two,
    "declare": _read_declare, "name": _read_name, "waive": _read_waive,
    "count": read_count, "counted": read_count,
    "press": _read_seat, "confirm": _read_seat, "accept-play": _read_seat, "pass": _read_seat,
    "draw": _read_draw, "return": _seat_and_tiles("return A E S"), "overdraw": _read_overdraw, "take": _read_take,
    "mix": _read_seat, "exchange": _seat_and_tiles("exchange A E S"), "short-exchange": _read_short_exchange,
    "senyors": _read_seat,
    "hold": _read_seat, "release": _read_seat, "challenge": _read_challenge, "unchallenge": _read_seat,
    "verdict": _read_verdict, "appeal": _read_seat, "remove": _read_nothing,
    "kind": _text("what is told to all", "kind noun, plural"),
    "accept": _read_seat, "resign": _read_seat, "disqualify": _read_seat, "no-play": _read_nothing,
    "pause": _read_nothing, "resume": _read_nothing, "dispute": _read_seat,
    "referee": _text("what is written down", "referee the clock was set back"),
    "correct": _read_correct, "withdraw": _number_of("a turn", "withdraw 3"),
    "reinstate": _number_of("a turn", "reinstate 3"), "let-stand": _number_of("a turn", "let-stand 3"),
    "undo-correction": _number_of("a correction", "undo-correction 1"), "wait": _read_wait, "at": _read_at,
    "fault": _fault_or_heal("fault"), "heal": _fault_or_heal("heal"),
}
