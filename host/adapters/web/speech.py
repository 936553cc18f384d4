"""What the page says to those who do not see the board: the position in a sentence, each square, the last play.

Sentences come from host.words; knows nothing of markup.
"""

from functools import lru_cache
from typing import NamedTuple

from host.adapters.web.geometry import SIDE, SQUARES, name, premium
from host.adapters.web.position import PLAYED, WITHDRAWN, Position
from host.schemas import GameView, SeatView, TileView, TurnView
from host.words import say, say_count

PREMIUM_WORDS = {"DL": "letter ×2", "TL": "letter ×3", "DW": "word ×2", "TW": "word ×3"}

SQUARE_TEXTS_KEPT = 2048  # 225 empty squares in four languages, and the tiles that come to lie on them


class Square(NamedTuple):
    """A square in the table behind the board, what is read out about it, and the words that have gone through it."""

    number: int
    text: str
    history: str


def board_sentence(view: GameView, position: Position, language: str) -> str:
    """The whole position in a sentence: the plays that stand, the last one and the totals."""
    plays = [turn for turn in position.turns if turn.kind == PLAYED]
    parts = [say_count("Board with {count} tile", "Board with {count} tiles", len(position.played), language)]
    if plays:
        parts.append(", ".join(f"{turn.text} {turn.start}" for turn in plays))
    parts.append(totals_sentence(view.seats, position.totals, language))
    return ". ".join(parts) + "."


def totals_sentence(seats: tuple[SeatView, ...], totals: tuple[int, ...], language: str) -> str:
    """Names and totals: `Anna 22, Biel 24 points`."""
    pairs = ", ".join(f"{seat.name} {total}" for seat, total in zip(seats, totals, strict=True))
    return f"{pairs} {say('points', language)}"


def turn_sentence(turn: TurnView | None, seats: tuple[SeatView, ...], language: str) -> str:
    """The newest turn for the live region: player, word, square in notation, score, total."""
    if turn is None:
        return say("No play yet", language)
    data = {
        "player": seats[turn.seat].name,
        "word": turn.text,
        "start": turn.start,
        "score": turn.score,
        "total": turn.total,
    }
    if turn.kind == PLAYED:
        return say("{player}: {word}, {start}, {score} points, total {total}", language, **data)
    if turn.kind == WITHDRAWN:
        return say("{player}: {word} withdrawn, total {total}", language, **data)
    if turn.kind == "exchange":
        return say("{player}: exchange, total {total}", language, **data)
    return say("{player}: pass, total {total}", language, **data)


def squares_table(position: Position, turned: bool, language: str) -> list[list[Square]]:
    """The 15 rows of squares as they are seen, each with what stands on it."""
    played = {tile.square: tile for tile in position.played}
    laid = {tile.square: tile for tile in position.laid}
    fresh = {tile.square for tile in position.last_play.tiles} if position.last_play else set()
    past = words_through(position)
    squares = []
    for number in range(SQUARES - 1, -1, -1) if turned else range(SQUARES):
        note = "laid, not yet pressed" if number in laid else "last play" if number in fresh else ""
        tile = laid.get(number) or played.get(number)
        squares.append(Square(number, _square_text(number, tile, note, language), " · ".join(past.get(number, ()))))
    return [squares[at : at + SIDE] for at in range(0, SQUARES, SIDE)]


def words_through(position: Position) -> dict[int, list[str]]:
    """For each square the words that have gone through it, with turn and sum: `1. QUINA 22`."""
    found: dict[int, list[str]] = {}
    for turn in position.turns:
        for word in turn.words if turn.kind == PLAYED else ():
            for part in word.squares:
                found.setdefault(part.square, []).append(f"{turn.number}. {word.text} {word.score}")
    return found


@lru_cache(maxsize=SQUARE_TEXTS_KEPT)
def _square_text(number: int, tile: TileView | None, note: str, language: str) -> str:
    """`i7, A, 1 point, letter ×2, last play`."""
    words = [name(number)]
    if tile is None:
        words.append(say("empty", language))
    else:
        points = say_count("{count} point", "{count} points", tile.value, language)
        words += [tile.face, say("blank", language) if tile.blank else points]
    if kind := premium(number):
        words.append(say(PREMIUM_WORDS[kind], language))
    if note:
        words.append(say(note, language))
    return ", ".join(words)
