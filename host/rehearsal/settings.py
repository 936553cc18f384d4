"""The settings of a script: the lines before `start`, each read into the Script or refused with its line."""

from collections.abc import Callable, Sequence

from engine_lite.board import BadBoard, Board
from engine_lite.rulebook import Rulebook, UnknownRulebook, UnknownVariant
from engine_lite.rulebooks import RULEBOOKS, rulebook_for
from engine_lite.tiles import BLANK, Tile
from host.rehearsal import parts
from host.rehearsal.actions import read_count
from host.rehearsal.expected import read_expectation
from host.rehearsal.fault_words import read_fault
from host.rehearsal.script import SEATS, Action, BadScript, Script, WordSource

LARGEST_SEED = 2**32 - 1
MOST_TURNS = 99  # as the rulebooks' own `turn_limit`
READERS = ("all", "no-bag", "no-racks", "none", "pad")  # what of the tiles the table can read


def rulebook_of(lines: Sequence[tuple[int, str]]) -> Rulebook:
    """The rulebook and variant that the settings name. Raises BadScript."""
    number, words = _only(lines, "rulebook")
    if not number:
        raise BadScript(0, f"the script names no rulebook; `rulebook NAME` with one of {', '.join(RULEBOOKS)}")
    of_variant, variant = _only(lines, "variant")
    if of_variant and not variant:
        raise BadScript(of_variant, "`variant` needs the name of one: variant 15min")
    try:
        return rulebook_for(" ".join(words), " ".join(variant))
    except UnknownRulebook as unknown:
        raise BadScript(number, str(unknown)) from None
    except UnknownVariant as unknown:
        raise BadScript(of_variant, str(unknown)) from None


def _only(lines: Sequence[tuple[int, str]], word: str) -> tuple[int, list[str]]:
    """The one line that begins with `word`, and what follows there; 0 when there is none."""
    named = [(number, line.split()[1:]) for number, line in lines if line.split()[0] == word]
    if len(named) > 1:
        raise BadScript(named[1][0], f"the {word} stands here twice")
    return named[0] if named else (0, [])


def read_setting(script: Script, number: int, line: str) -> None:
    """Put what `line` sets into `script`, and an expectation of the draw among its draws. Raises BadScript."""
    word, *rest = line.split()
    if word == "expect" and script.draws:
        script.draws.append(read_expectation(script, number, line, rest))
        return
    setting = SETTINGS.get(word)
    if setting is None:
        raise BadScript(number, f"unknown setting '{word}'; known before `start`: {', '.join(sorted(SETTINGS))}")
    setting(script, number, rest)
    script.set_at[word] = number


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
    script.racks_at[seat] = number


def _set_totals(script: Script, number: int, words: list[str]) -> None:
    script.totals = dict(parts.pairs(number, words))


def _set_turns_used(script: Script, number: int, words: list[str]) -> None:
    used = dict(parts.pairs(number, words))
    if not all(0 <= turns <= MOST_TURNS for turns in used.values()):
        raise BadScript(number, f"a side has used between 0 and {MOST_TURNS} turns")
    script.turns_used = used


def _set_clock(script: Script, number: int, words: list[str]) -> None:
    script.clock_s = parts.clock(number, words)
    if script.clock_s < 0:
        raise BadScript(number, "no game begins with less than no time: clock 30:00; what is used is `clock-used`")


def _set_clock_used(script: Script, number: int, words: list[str]) -> None:
    used = dict(parts.clocks(number, words))
    if any(seconds < 0 for seconds in used.values()):
        raise BadScript(number, "nobody has used less than no time: clock-used A 29:58")
    script.clock_used_s |= used


def _set_seed(script: Script, number: int, words: list[str]) -> None:
    script.seed = parts.whole(number, words, LARGEST_SEED)


def _set_board(script: Script, number: int, words: list[str]) -> None:
    script.board = " ".join(words)
    try:
        Board.from_rows(script.board, script.rulebook.tile_set)
    except BadBoard as bad:
        raise BadScript(number, str(bad)) from None


def _set_bag(script: Script, number: int, words: list[str]) -> None:
    script.bag = parts.tiles(script, number, words)


def _set_bag_left(script: Script, number: int, words: list[str]) -> None:
    script.bag_left = parts.whole(number, words, script.rulebook.tile_set.size)


def _set_lexicon(script: Script, number: int, words: list[str]) -> None:
    if words == ["none"]:
        script.word_source = None
    elif words[:1] == ["words"] and len(words) > 1:
        script.word_source = WordSource(frozenset(parts.words(script, number, words[1:])))
    elif len(words) == 1 and words != ["words"]:
        script.word_source = WordSource(path=words[0])
    else:
        raise BadScript(number, "`lexicon` is none, the name or path of a word list, or its words: "
                                "lexicon words QUINA SAC")


def _set_referee(script: Script, number: int, words: list[str]) -> None:
    if words not in (["yes"], ["no"]):
        raise BadScript(number, "`referee` is yes (there is one) or no")
    script.referee = words == ["yes"]


def _set_readers(script: Script, number: int, words: list[str]) -> None:
    if len(words) != 1 or words[0] not in READERS:
        raise BadScript(number, f"`readers` is one of {', '.join(READERS)}")
    script.readers = words[0]


def _draw_start(script: Script, number: int, words: list[str]) -> None:
    """Each seat in order draws one tile, so that their tiles stand for their seats."""
    pairs = [words[place : place + 2] for place in range(0, len(words), 2)]
    if len(pairs) < 2 or any(len(pair) < 2 for pair in pairs):
        raise BadScript(number, "`draw-start` needs each seat and its tile: draw-start A E B blank")
    drawn = {parts.seat(number, [seat]): _one_tile(script, number, tile) for seat, tile in pairs}
    if sorted(drawn) != list(range(len(pairs))):
        raise BadScript(number, f"here draws each seat once, {', '.join(SEATS[: len(pairs)])}")
    tiles = tuple(drawn[seat] for seat in sorted(drawn))
    text = f"draw-start {' '.join(words)}"
    script.draws.append(Action(number, text, "draw-start", tiles=tiles))


def _begins(script: Script, number: int, words: list[str]) -> None:
    """People say who begins."""
    seat = parts.seat(number, words)
    script.draws.append(Action(number, f"begins {' '.join(words)}", "begins", seat=seat))


def _count(word: str) -> Callable[[Script, int, list[str]], None]:
    """The set is counted before the game."""

    def read(script: Script, number: int, words: list[str]) -> None:
        text = " ".join([word, *words])
        script.draws.append(Action(number, text, word, **read_count(script, number, words)))

    return read


def _fault(script: Script, number: int, words: list[str]) -> None:
    """A fault that is there before the game begins."""
    names = read_fault(number, "fault", words)
    script.draws.append(Action(number, f"fault {' '.join(words)}", "fault", names=names))


def _one_tile(script: Script, number: int, word: str) -> Tile:
    if word == "blank":
        return BLANK
    tiles = parts.tiles(script, number, [word])
    if len(tiles) != 1 or (tiles[0].blank and tiles[0].named):
        raise BadScript(number, f"here stands one tile in capitals, or `blank`, not '{word}'")
    return tiles[0]


def _set_nothing(_script: Script, _number: int, _words: list[str]) -> None:
    """`rulebook` and `variant` have been read before all others."""


SETTINGS: dict[str, Callable[[Script, int, list[str]], None]] = {
    "rulebook": _set_nothing, "variant": _set_nothing, "lexicon": _set_lexicon, "referee": _set_referee,
    "clock": _set_clock, "clock-used": _set_clock_used, "seed": _set_seed, "board": _set_board,
    "totals": _set_totals, "turns-used": _set_turns_used, "rack": _set_rack, "bag": _set_bag,
    "bag-left": _set_bag_left, "readers": _set_readers, "draw-start": _draw_start, "fault": _fault,
    "begins": _begins, "count": _count("count"), "counted": _count("counted"),
}
