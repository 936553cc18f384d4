"""Table -> what a screen may show: the public view, derived afresh each time and kept by nobody.

Pure. A rack, an unseen tile or the score of an unpressed placement never gets here.
"""

import msgspec

from engine_lite.board import Board
from engine_lite.course_events import ClockCorrected
from engine_lite.game import Turn
from engine_lite.notation import square_name
from engine_lite.placement import Defect
from engine_lite.scoring import WordScore, formula
from engine_lite.tiles import Tile, TileSet
from host import possible, schemas, seal, settlement
from host.core import disorder
from host.core.beliefs import sees_draws, unsure_racks
from host.core.disorder import Prompt
from host.core.events import Corrected
from host.core.phases import Phase
from host.core.prompts import prompts
from host.core.state import Correction, Table
from host.words import prompt_sentence, reason_sentence

NS_PER_MS = 1_000_000
MS_PER_S = 1_000


def public_view(
    table: Table, at_ns: int, language: str, live: bool = True, judges: bool = False
) -> schemas.GameView:
    """The public view of `table` at game time `at_ns`, its sentences in `language` (ca, ro, en, es).

    `judges`: a word list gives verdicts at this table.
    """
    tile_set = table.game.rulebook.tile_set
    return schemas.GameView(
        table=table.name,
        rulebook=table.game.rulebook.name,
        language=language,
        phase=str(table.phase),
        at_ms=at_ns // NS_PER_MS,
        linked=table.linked,
        live=live,
        seats=_seats(table, at_ns, judges),
        board=_tiles(table.game.board, tile_set),
        laid=tuple(_tile(square, tile, tile_set) for square, tile in disorder.placement(table).tiles),
        turns=tuple(_turn(turn, tile_set) for turn in table.game.turns),
        prompts=_prompts(table, language),
        ended=table.ended,
        faces=possible.blank_faces(tile_set),
        questioned=possible.questioned_words(table),
        chosen_words=possible.chosen_words(table),
        points=settlement.points_of(table.course, unsure_racks(table)),
        winner=table.course.winner if table.ended else None,
        corrections=tuple(_correction(number, each) for number, each in enumerate(table.corrections, start=1)),
        misfits=tuple(misfit.turn for misfit in table.misfits),
        seal=_seal(table),
        verdict=_verdict(table),
        look_ms=table.game.rulebook.look_s * MS_PER_S,
    )


def _seats(table: Table, at_ns: int, judges: bool) -> tuple[schemas.SeatView, ...]:
    left = table.clock.at(max(at_ns, table.clock.since_ns))
    nobody = table.phase is Phase.SETUP or bool(table.ended)
    on_turn = None if nobody else table.game.on_turn
    return tuple(
        schemas.SeatView(
            name, total, left_ns // NS_PER_MS, seat == table.clock.running, seat == on_turn,
            possible.actions_of(table, seat, at_ns, judges), seat in table.course.agreed,
            possible.follows(table, seat), _rack_size(table, seat),
        )
        for seat, (name, total, left_ns) in enumerate(zip(table.seats, table.game.totals, left, strict=True))
    )


def _rack_size(table: Table, seat: int) -> int | None:
    """What the other side could count on a rack of wood (004 L58-61), never which tiles they are."""
    if not table.game.rulebook.rack_sizes_shown or table.course.typed or table.phase is Phase.SETUP:
        return None
    return len(table.course.rack(seat)) if sees_draws(table) else None


def _correction(number: int, each: Correction) -> schemas.CorrectionView:
    event, at_ms = each.event, each.event.at_ns // NS_PER_MS
    if isinstance(event, Corrected):
        return schemas.CorrectionView(number, at_ms, event.turn, event.what, event.value, event.by, event.why,
                                      each.before, each.after, each.undone)
    what, by = ("clock", event.who) if isinstance(event, ClockCorrected) else (event.kind, event.by)
    return schemas.CorrectionView(number, at_ms, 0, what, "", by, event.why, each.before, each.after, each.undone,
                                  event.seat)


def _seal(table: Table) -> schemas.SealView | None:
    code = seal.seal_of(table)
    return schemas.SealView((table.agreed_ns or 0) // NS_PER_MS, code) if code else None


def _verdict(table: Table) -> schemas.VerdictView | None:
    verdict = table.course.verdict
    if verdict is None or verdict.before.challenge is None:
        return None
    turn = table.game.turns[-1] if table.game.turns else None
    start = str(turn.start) if turn is not None and turn.start is not None else ""
    return schemas.VerdictView(verdict.before.challenge.words, start, verdict.valid, verdict.by_list)


def _tiles(board: Board, tile_set: TileSet) -> tuple[schemas.TileView, ...]:
    return tuple(_tile(square, tile, tile_set) for square, tile in board)


def _tile(square: int, tile: Tile, tile_set: TileSet) -> schemas.TileView:
    return schemas.TileView(square, tile.face, tile.blank, tile_set.value(tile))


def _turn(turn: Turn, tile_set: TileSet) -> schemas.TurnView:
    shown = schemas.TurnView(turn.number, turn.seat, str(turn.kind), turn.points, turn.total_after)
    if turn.placement is None or turn.score is None or turn.start is None:
        return shown
    words = tuple(_word(word, tile_set) for word in turn.score.words)
    tiles = tuple(_tile(square, tile, tile_set) for square, tile in turn.placement.tiles)
    return msgspec.structs.replace(
        shown, start=str(turn.start), text=words[0].text, down=turn.start.down, bingo=turn.score.bonus,
        tiles=tiles, words=words,
    )


def _word(word: WordScore, tile_set: TileSet) -> schemas.WordView:
    squares = tuple(
        schemas.SquareScore(part.square, part.tile.face, part.tile.blank, part.value,
                            part.letter_multiplier, part.word_multiplier, part.fresh)
        for part in word.squares
    )
    return schemas.WordView(tile_set.text(word.tiles), word.score, formula(word), squares)


def _prompts(table: Table, language: str) -> tuple[schemas.PromptView, ...]:
    found = [_prompt(prompt, language) for prompt in prompts(table)]
    if table.refusal:
        found += [
            schemas.PromptView(str(defect.reason), square_names(defect.squares), refusal_sentence(defect, language),
                               dict(defect.data), table.refusal.seat)
            for defect in table.refusal.defects
        ]
    return tuple(found)


def refusal_sentence(defect: Defect, language: str) -> str:
    """Why something was refused, as it is said wherever it is shown."""
    return reason_sentence(str(defect.reason), square_names(defect.squares), language, dict(defect.data))


def _prompt(prompt: Prompt, language: str) -> schemas.PromptView:
    names, data = square_names(prompt.squares), dict(prompt.data)
    return schemas.PromptView(prompt.name, names, prompt_sentence(prompt.name, names, data, language), data)


def square_names(squares: tuple[int, ...]) -> tuple[str, ...]:
    """The names of squares 0..224 (`h8`), as sentences have them."""
    return tuple(square_name(square) for square in squares)
