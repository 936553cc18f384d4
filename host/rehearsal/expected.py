"""What a script expects: the lines that begin with `expect`, each read into an Action or refused."""

from collections.abc import Callable, Collection
from typing import Any

from engine_lite.placement import Reason
from host.core.phases import Phase
from host.core.prompts import PROMPTS
from host.core.state import END_REASONS
from host.rehearsal import parts
from host.rehearsal.script import Action, BadScript, Script
from host.words.sentences import NOTICES

TIE = "tie"  # the winner of a game that nobody has won

Reader = Callable[[Script, int, list[str]], dict[str, Any]]


def read_expectation(script: Script, number: int, line: str, words: list[str]) -> Action:
    """The expectation of a line, `words` being what follows `expect`. Raises BadScript."""
    what = words[0] if words else ""
    read = EXPECTATIONS.get(what)
    if read is None:
        raise BadScript(number, f"unknown expectation '{what}'; known: {', '.join(sorted(EXPECTATIONS))}")
    return Action(number, line, f"expect {what}", **read(script, number, words[1:]))


def _number(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    values = parts.pairs_at(script, number, words)
    if len(values) != 1:
        raise BadScript(number, "`expect score` needs one seat and its points: expect score A 22")
    return {"values": values}


def _numbers(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"values": parts.pairs_at(script, number, words)}


def _name(known: Collection[str]) -> Reader:
    """Reads a name of the closed list `known`, and squares after it."""

    def read(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
        if not words or words[0] not in known:
            given = f"'{words[0]}' is none of them" if words else "none is given"
            raise BadScript(number, f"here stands one of {', '.join(known)}; {given}")
        return {"names": tuple(words[:1]), "squares": parts.squares(number, words[1:], None)}

    return read


def _nothing_but(_script: Script, number: int, words: list[str]) -> dict[str, Any]:
    strange = [word for word in words if word not in NOTICES]
    if strange:
        raise BadScript(number, f"behind `expect quiet` stand notices that may show, if any; {strange[0]} is none")
    return {"names": tuple(words)}


def _words(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    if not words:
        raise BadScript(number, "`expect words` needs the words of the last play")
    return {"names": parts.words(script, number, words)}


def _seat(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"seat": parts.seat_at(script, number, words)}


def _clock(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"seat": parts.seat_at(script, number, words[:1]), "seconds": parts.clock(number, words[1:])}


def _bag(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"count": parts.whole(number, words, script.rulebook.tile_set.size)}


def _winner(script: Script, number: int, words: list[str]) -> dict[str, Any]:
    return {"names": (TIE,)} if words == [TIE] else {"seat": parts.seat_at(script, number, words)}


EXPECTATIONS: dict[str, Reader] = {
    "score": _number, "total": _numbers, "turn": _seat, "words": _words, "clock": _clock, "bag": _bag,
    "phase": _name(tuple(Phase)), "refused": _name(tuple(Reason)), "prompt": _name((*PROMPTS, *NOTICES)),
    "ended": _name(END_REASONS), "quiet": _nothing_but, "final": _numbers, "winner": _winner,
}
