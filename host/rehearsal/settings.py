"""The settings of a script: the lines before `start`, each read into the Script or refused with its line."""

from collections.abc import Callable, Sequence

from engine_lite.board import BadBoard, Board
from engine_lite.rulebook import Rulebook, UnknownRulebook
from engine_lite.rulebooks import RULEBOOKS, rulebook_named
from host.rehearsal import parts
from host.rehearsal.script import SEATS, BadScript, Script

LARGEST_SEED = 2**32 - 1


def rulebook_of(lines: Sequence[tuple[int, str]]) -> Rulebook:
    named = [(number, line.split()[1:]) for number, line in lines if line.split()[0] == "rulebook"]
    if not named:
        raise BadScript(0, f"the script names no rulebook; `rulebook NAME` with one of {', '.join(RULEBOOKS)}")
    if len(named) > 1:
        raise BadScript(named[1][0], "the rulebook stands here twice")
    number, words = named[0]
    try:
        return rulebook_named(" ".join(words))
    except UnknownRulebook as unknown:
        raise BadScript(number, str(unknown)) from None


def read_setting(script: Script, number: int, line: str) -> None:
    word, *rest = line.split()
    setting = SETTINGS.get(word)
    if setting is None:
        raise BadScript(number, f"unknown setting '{word}'; known before `start`: {', '.join(sorted(SETTINGS))}")
    setting(script, number, rest)


def _set_rack(script: Script, number: int, words: list[str]) -> None:
    seat = parts.seat(number, words[:1])
    if seat in script.racks:
        raise BadScript(number, f"the rack of {SEATS[seat]} stands here twice")
    tiles = parts.tiles(script, number, words[1:])
    if len(tiles) > script.rulebook.rack_size:
        raise BadScript(number, f"a rack holds {script.rulebook.rack_size} tiles, not {len(tiles)}")
    if any(tile.blank and tile.named for tile in tiles):
        raise BadScript(number, "a rack names its tiles in capitals, and a blank as ?")
    script.racks[seat] = tiles


def _set_totals(script: Script, number: int, words: list[str]) -> None:
    script.totals = dict(parts.pairs(number, words))


def _set_clock(script: Script, number: int, words: list[str]) -> None:
    script.clock_s = parts.clock(number, words[:1])


def _set_seed(script: Script, number: int, words: list[str]) -> None:
    script.seed = parts.whole(number, words[:1], LARGEST_SEED)


def _set_board(script: Script, number: int, words: list[str]) -> None:
    script.board = " ".join(words)
    try:
        Board.from_rows(script.board, script.rulebook.tile_set)
    except BadBoard as bad:
        raise BadScript(number, str(bad)) from None


def _set_bag(script: Script, number: int, words: list[str]) -> None:
    script.bag = parts.tiles(script, number, words)


def _set_lexicon(_script: Script, number: int, words: list[str]) -> None:
    if words != ["none"]:
        raise BadScript(number, "only `lexicon none` is known: the referee decides")


def _set_nothing(_script: Script, _number: int, _words: list[str]) -> None:
    """`rulebook` has been read before all others."""


SETTINGS: dict[str, Callable[[Script, int, list[str]], None]] = {
    "rulebook": _set_nothing, "lexicon": _set_lexicon, "clock": _set_clock, "seed": _set_seed,
    "board": _set_board, "totals": _set_totals, "rack": _set_rack, "bag": _set_bag,
}
