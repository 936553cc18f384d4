"""The actions and expectations of a script: the lines after `start`, each read into an Action or refused."""

from collections.abc import Callable, Collection
from typing import Any

from engine_lite.notation import BadNotation, SeedStart
from engine_lite.placement import Reason
from host.core.disorder import PROMPTS
from host.core.phases import Phase
from host.core.state import END_REASONS
from host.rehearsal import parts
from host.rehearsal.script import Action, BadScript, Script

LONGEST_WAIT_S = 3_600.0  # an hour: a longer wait is a slip of the pen, and would run for minutes

Reader = Callable[[Script, int, list[str]], dict[str, Any]]


def read_action(script: Script, number: int, line: str) -> Action:
    word, *rest = line.split()
    if word == "expect":
        return _expectation(script, number, line, rest)
    read = ACTIONS.get(word)
    if read is None:
        raise BadScript(number, f"unknown action '{word}'; known: expect, {', '.join(sorted(ACTIONS))}")
    return Action(number, line, word, **read(script, number, rest))


def _expectation(script: Script, number: int, line: str, words: list[str]) -> Action:
    what = words[0] if words else ""
    read = EXPECTATIONS.get(what)
    if read is None:
        raise BadScript(number, f"unknown expectation '{what}'; known: {', '.join(sorted(EXPECTATIONS))}")
    return Action(number, line, f"expect {what}", **read(script, number, words[1:]))


def _read_lay(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    try:
        start = SeedStart.parse(words[0] if words else "")
    except BadNotation as bad:
        raise BadScript(number, str(bad)) from None
    tiles = parts.tiles(script, number, words[1:])
    if not tiles:
        raise BadScript(number, "`lay` needs tiles after the square: lay h5 QU I N A")
    return {"start": start, "tiles": tiles}


def _read_seat(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"seat": parts.seat_at(script, number, words)}


def _read_one(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"squares": parts.squares(number, words, 1)}


def _read_two(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"squares": parts.squares(number, words, 2)}


def _read_slide(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    tiles = parts.tiles(script, number, words[:-2])
    if len(tiles) != 1:
        raise BadScript(number, "`slide` needs one tile and two squares: slide S g5 h5")
    return {"tiles": tiles, "squares": parts.squares(number, words[-2:], 2)}


def _read_declare(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if len(words) != 2:
        raise BadScript(number, "`declare` needs a square and a face: declare h10 NY")
    return {"squares": parts.squares(number, words[:1], 1), "names": (words[1],)}


def _read_draw(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    seat = parts.seat_at(script, number, words[:1])
    if len(words) == 2 and words[1].isdigit():
        return {"seat": seat, "count": parts.whole(number, words[1:], 100)}
    return {"seat": seat, "tiles": parts.tiles(script, number, words[1:])}


def _read_wait(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    try:
        seconds = float(words[0]) if len(words) == 1 else -1.0
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_WAIT_S:
        raise BadScript(number, f"`wait` needs seconds between 0 and {LONGEST_WAIT_S:.0f}: wait 2.5")
    return {"seconds": seconds}


def _read_verdict(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if words not in (["yes"], ["no"]):
        raise BadScript(number, "`verdict` is yes (the play stands) or no")
    return {"names": tuple(words)}


def _read_fault(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if not words:
        raise BadScript(number, "`fault` and `heal` need the name of a fault of the models")
    return {"names": tuple(words)}


def _read_nothing(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if words:
        raise BadScript(number, f"nothing may follow here, but there is '{words[0]}'")
    return {}


ACTIONS: dict[str, Reader] = {
    "lay": _read_lay, "lift": _read_one, "putback": _read_one, "move": _read_two, "slide": _read_slide,
    "knock": _read_two, "swap": _read_two, "press": _read_seat, "pass": _read_seat, "declare": _read_declare,
    "draw": _read_draw, "challenge": _read_seat, "unchallenge": _read_seat, "verdict": _read_verdict,
    "remove": _read_nothing, "pause": _read_nothing, "resume": _read_nothing, "no-play": _read_nothing,
    "wait": _read_wait, "fault": _read_fault, "heal": _read_fault,
}


def _expect_number(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    values = parts.pairs_at(script, number, words)
    if len(values) != 1:
        raise BadScript(number, "`expect score` needs one seat and its points: expect score A 22")
    return {"values": values}


def _expect_numbers(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"values": parts.pairs_at(script, number, words)}


def _expect_name(known: Collection[str]) -> Reader:
    """Reads a name of the closed list `known`, and squares after it."""

    def read(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
        if not words or words[0] not in known:
            given = f"'{words[0]}' is none of them" if words else "none is given"
            raise BadScript(number, f"here stands one of {', '.join(known)}; {given}")
        return {"names": tuple(words[:1]), "squares": parts.squares(number, words[1:], None)}

    return read


def _expect_words(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if not words:
        raise BadScript(number, "`expect words` needs the words of the last play")
    return {"names": tuple(words)}


def _expect_clock(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"seat": parts.seat_at(script, number, words[:1]), "seconds": parts.clock(number, words[1:])}


EXPECTATIONS: dict[str, Reader] = {
    "score": _expect_number, "total": _expect_numbers, "turn": _read_seat, "words": _expect_words,
    "clock": _expect_clock, "phase": _expect_name(tuple(Phase)), "refused": _expect_name(tuple(Reason)),
    "prompt": _expect_name(PROMPTS), "ended": _expect_name(END_REASONS),
}
