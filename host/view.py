"""Table -> what a screen may show: the public view, derived afresh each time and kept by nobody.

Pure. A rack, an unseen tile or the score of an unpressed placement never gets here.
"""

import msgspec

from engine_lite.board import Board
from engine_lite.game import Turn
from engine_lite.notation import square_name
from engine_lite.scoring import WordScore, formula
from engine_lite.tiles import Tile, TileSet
from host import schemas
from host.core import disorder
from host.core.phases import Phase
from host.core.state import Table
from host.words import prompt_sentence, reason_sentence

NS_PER_MS = 1_000_000


def public_view(table: Table, at_ns: int, language: str, live: bool = True) -> schemas.GameView:
    """The public view of `table` at game time `at_ns`, its sentences in `language` (ca, ro, en, es)."""
    tile_set = table.game.rulebook.tile_set
    return schemas.GameView(
        table=table.name,
        rulebook=table.game.rulebook.name,
        language=language,
        phase=str(table.phase),
        at_ms=at_ns // NS_PER_MS,
        linked=table.linked,
        live=live,
        seats=_seats(table, at_ns),
        board=_tiles(table.game.board, tile_set),
        laid=tuple(_tile(square, tile, tile_set) for square, tile in disorder.placement(table).tiles),
        turns=tuple(_turn(turn, tile_set) for turn in table.game.turns),
        prompts=_prompts(table, language),
        ended=table.ended,
    )


def _seats(table: Table, at_ns: int) -> tuple[schemas.SeatView, ...]:
    left = table.clock.at(max(at_ns, table.clock.since_ns))
    on_turn = None if table.phase in (Phase.SETUP, Phase.OVER) else table.game.on_turn
    return tuple(
        schemas.SeatView(name, total, left_ns // NS_PER_MS, seat == table.clock.running, seat == on_turn)
        for seat, (name, total, left_ns) in enumerate(zip(table.seats, table.game.totals, left, strict=True))
    )


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
    found = [
        schemas.PromptView(prompt.name, _names(prompt.squares),
                           prompt_sentence(prompt.name, _names(prompt.squares), prompt.data, language),
                           dict(prompt.data))
        for prompt in disorder.prompts(table)
    ]
    if table.refusal:
        found += [
            schemas.PromptView(str(defect.reason), _names(defect.squares),
                               reason_sentence(str(defect.reason), _names(defect.squares), language))
            for defect in table.refusal.defects
        ]
    return tuple(found)


def _names(squares: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(square_name(square) for square in squares)
