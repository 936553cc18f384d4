"""The command `taula score`: the explained score of one play on a position, or every reason for refusing it.

Reads text and writes text; the rules are engine_lite's, the sentences those of `words`.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine_lite.board import BadBoard, Board
from engine_lite.notation import BadNotation, GcgStart, OffBoard, SeedStart, square_name
from engine_lite.placement import Reading, read_play, wrong_with
from engine_lite.quoting import quoted
from engine_lite.reasons import Defect, Reason
from engine_lite.rulebook import Rulebook, UnknownRulebook
from engine_lite.rulebooks import rulebook_named
from engine_lite.scoring import Score, SquareScore, WordScore, explain, formula
from engine_lite.tiles import TILE_SETS, NotATile, Tile, TileSet
from host.printing import Wrong, json_text
from host.words import reason_sentence

SCORED, REFUSED = 0, 1  # exit codes; 2 is CannotScore's
LANGUAGE = "en"  # of this command's sentences, as of all that is typed and read in a terminal

NOTATIONS: dict[str, type[SeedStart] | type[GcgStart]] = {"seed": SeedStart, "gcg": GcgStart}


class CannotScore(Wrong):
    """The input is wrong; the text says which part, and what to write instead."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules say to one play: a score, or the defects that refuse it."""

    play: str
    notation: type[SeedStart] | type[GcgStart]
    tile_set: TileSet
    score: Score | None
    defects: tuple[Defect, ...] = ()


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of `taula score`."""
    command.add_argument("--rulebook", required=True, metavar="R", help="manacor, fisc_school, fisc_classic, ...")
    command.add_argument("--tile-set", metavar="T", help="other tiles than the rulebook's: english, catalan_q, ...")
    command.add_argument("--notation", choices=tuple(NOTATIONS), default="seed", help="of PLAY (default: seed)")
    command.add_argument("--board", metavar="ROWS", help="what has been played: 15 rows, as 15/15/...")
    command.add_argument("--rack", metavar="TILES", help="the tiles that the play must come from, ? for a blank")
    command.add_argument("--json", action="store_true")
    command.add_argument(
        "play", nargs="+", metavar="PLAY", help='"h5 QUINA"; a blank in lower case, . for an old tile'
    )


def run(options: argparse.Namespace) -> int:
    """Print the answer to `options`; 0 for a score, 1 for a refusal. Raises CannotScore when the input is wrong."""
    answer = answer_to(options)
    print(json_text(as_json(answer)) if options.json else as_text(answer))
    return REFUSED if answer.score is None else SCORED


def answer_to(options: argparse.Namespace) -> Answer:
    """What the rules say to the play; raises CannotScore."""
    try:
        rulebook = _rulebook(options.rulebook, options.tile_set)
        board = Board.from_rows(options.board, rulebook.tile_set) if options.board is not None else Board()
        rack = _rack(options.rack, rulebook) if options.rack is not None else None
        play = " ".join(options.play)
        notation = NOTATIONS[options.notation]
        reading = read_play(play, board, rulebook.tile_set, notation)
    except (UnknownRulebook, BadBoard, BadNotation) as why:
        raise CannotScore(str(why)) from why
    defects = _defects(reading, board, rulebook, rack)
    score = None if defects else explain(board, reading.placement, rulebook)
    return Answer(play, notation, rulebook.tile_set, score, defects)


def _rulebook(name: str, tile_set: str | None) -> Rulebook:
    rulebook = rulebook_named(name)
    if tile_set is None:
        return rulebook
    if tile_set not in TILE_SETS:
        raise CannotScore(f"no tile set is called {quoted(tile_set)}; there are {', '.join(TILE_SETS)}")
    return replace(rulebook, tile_set=TILE_SETS[tile_set])


def _rack(text: str, rulebook: Rulebook) -> tuple[Tile, ...]:
    try:
        tiles = tuple(tile for part in text.split() for tile in rulebook.tile_set.tiles(part))
    except NotATile as why:
        raise CannotScore(f"the rack, {why}") from why
    if len(tiles) > rulebook.rack_size:
        raise CannotScore(f"a rack holds at most {rulebook.rack_size} tiles, and {quoted(text)} has {len(tiles)}")
    for face, count in Counter(tile.face for tile in tiles).items():
        if count > (has := rulebook.tile_set.count(face)):
            raise CannotScore(f"the rack {quoted(text)} holds {count} {face}, and the set has {has}")
    if any(tile.blank and tile.named for tile in tiles):
        raise CannotScore(f"the rack {quoted(text)} names a blank; write capitals, and ? for a blank")
    return tiles


def _defects(reading: Reading, board: Board, rulebook: Rulebook, rack: Sequence[Tile] | None) -> tuple[Defect, ...]:
    """What is wrong with the text and with its tiles, each reason once."""
    found = list(reading.defects)
    if len(reading.placement) or not found:
        found += wrong_with(board, reading.placement, rulebook, rack)
    squares: dict[Reason, set[int]] = {}
    for defect in found:
        squares.setdefault(defect.reason, set()).update(defect.squares)
    return tuple(Defect(reason, tuple(sorted(where)), rulebook.rule(reason)) for reason, where in squares.items())


# --- for programs --------------------------------------------------------------------------------------------


def as_json(answer: Answer) -> dict[str, object]:
    """The published shape; `bingo` tells whether the bonus for a full rack is in the score, beside the words."""
    score = answer.score
    return {
        "play": answer.play,
        "score": score.total if score else None,
        "bingo": bool(score and score.bonus),
        "words": [_word(word, answer.tile_set) for word in score.words] if score else [],
        "refused": [_refusal(defect, answer) for defect in answer.defects],
    }


def _word(word: WordScore, tile_set: TileSet) -> dict[str, object]:
    squares = [_square(each) for each in word.squares]
    return {"text": tile_set.text(word.tiles), "score": word.score, "squares": squares}


def _square(each: SquareScore) -> dict[str, object]:
    return {
        "square": square_name(each.square),
        "tile": each.tile.face,
        "blank": each.tile.blank,
        "value": each.value,
        "letter_multiplier": each.letter_multiplier,
        "word_multiplier": each.word_multiplier,
        "fresh": each.fresh,
    }


def _refusal(defect: Defect, answer: Answer) -> dict[str, object]:
    squares = [square_name(square) for square in defect.squares]
    return {
        "reason": defect.reason.value,
        "squares": squares,
        "rule": defect.rule,
        "sentence": _sentence(defect.reason, squares, answer),
    }


def _sentence(reason: Reason, squares: list[str], answer: Answer) -> str:
    """Why, for a player; a start off the board has no square to name and is quoted instead."""
    if reason is Reason.OFF_BOARD and not squares:
        return f"{OffBoard(answer.play.split()[0])}."
    return reason_sentence(reason.value, squares, LANGUAGE)


# --- for people ----------------------------------------------------------------------------------------------


def as_text(answer: Answer) -> str:
    """The answer to read: each word with its formula and sum, then the addition; or each reason with its rule."""
    if answer.score is None:
        lines = [f"{answer.play}: refused"]
        for defect in answer.defects:
            squares = [square_name(square) for square in defect.squares]
            rule = f" [{defect.rule}]" if defect.rule else ""
            lines.append(f"  {defect.reason}: {_sentence(defect.reason, squares, answer)}{rule}")
        return "\n".join(lines)
    return "\n".join([f"{answer.play}: {answer.score.total}", *_word_lines(answer, answer.score)])


def _word_lines(answer: Answer, score: Score) -> list[str]:
    rows = [
        (answer.tile_set.text(word.tiles), str(answer.notation(word.start, word.down)), formula(word), word.score)
        for word in score.words
    ]
    widest = max(len(text) for text, *_ in rows)
    lines = [f"  {text:<{widest}}  {start:>3}  {sum_} = {points}" for text, start, sum_, points in rows]
    if len(rows) == 1 and not score.bonus:
        return lines
    terms = [str(word.score) for word in score.words] + [f"{score.bonus} for a full rack"] * bool(score.bonus)
    return [*lines, f"  {' + '.join(terms)} = {score.total}"]
