"""What a voice says of a game: a turn, a prompt, a clock that runs low, the end; each as one text in a language.

Pure. Everything comes from the public view, so a rack or a score before its press cannot be said. Knows nothing of
when a thing is said, nor of what speaks. Squares are told with a pause after their first part (`h, 5`): run together,
a voice takes `a 5` for the article or for a preposition.
"""

import re
from collections.abc import Sequence

from engine_lite.calling import call
from engine_lite.tiles import Tile
from host.schemas import GameView, PromptView, SeatView, TurnView
from host.words.catalogue import say, say_count
from host.words.sentences import ended_sentence

# What is said when a running clock comes down to so many milliseconds.
WARNINGS = {
    300_000: "{player}: five minutes left",
    60_000: "{player}: one minute left",
    30_000: "{player}: thirty seconds left",
    0: "{player}: the time is over",
}
SQUARE = re.compile(r"\b([a-o])(1[0-5]|[1-9])\b|\b(1[0-5]|[1-9])([a-o])\b")
MIDDLE_DOT = "\N{MIDDLE DOT}"


def turn_spoken(turn: TurnView, seats: Sequence[SeatView], language: str, *, calling_names: bool = False) -> str:
    """A turn of the score sheet: player, words with the main one first, place, score and total.

    With `calling_names` the tiles of the main word follow its place, called by the table of document 004 (L131-145).

    >>> seats = [SeatView("Anna", 22, 0, False, True)]
    >>> turn_spoken(TurnView(1, 0, "play", 22, 22, start="h5", text="QUINA"), seats, "ca")
    'Anna: quina. h, 5. 22 punts, total 22.'
    """
    player, total = seats[turn.seat].name, _number(turn.total, language)
    if turn.kind == "play":
        data = {"player": player, "words": ", ".join(_words(turn, language)), "place": squares_apart(turn.start),
                "points": _points(turn.score, language), "total": total}  # fmt: skip
        if calling_names and turn.words:
            letters = ", ".join(call(Tile(at.face, blank=at.blank)) for at in turn.words[0].squares)
            return say("{player}: {words}. {place}: {letters}. {points}, total {total}.", language, letters=letters,
                       **data)  # fmt: skip
        return say("{player}: {words}. {place}. {points}, total {total}.", language, **data)
    if turn.kind == "withdrawn":
        word = _lower(turn.text, language)
        return say("{player}: {word} withdrawn, total {total}", language, player=player, word=word, total=total)
    if turn.kind == "exchange":
        return say("{player}: exchange, total {total}", language, player=player, total=total)
    return say("{player}: pass, total {total}", language, player=player, total=total)


def prompt_spoken(prompt: PromptView) -> str:
    """What hands must put right, in the language that the prompt came in.

    >>> prompt_spoken(PromptView("missing", ("h7", "a12"), "Tile missing on h7, a12. Put it back."))
    'Tile missing on h, 7, a, 12. Put it back.'
    """
    return squares_apart(prompt.sentence)


def warning_spoken(player: str, left_ms: int, language: str) -> str:
    """That the clock of `player` has come down to `left_ms`, one of WARNINGS.

    >>> warning_spoken("Anna", 300_000, "es")
    'Anna: quedan cinco minutos'
    """
    return say(WARNINGS[left_ms], language, player=player)


def end_spoken(view: GameView) -> str:
    """Why the game is over, and every total."""
    reason = say("Final: {reason}", view.language, reason=ended_sentence(view.ended, view.language))
    totals = ", ".join(f"{seat.name}: {_points(seat.total, view.language)}" for seat in view.seats)
    return f"{reason}. {totals}."


def squares_apart(text: str) -> str:
    """`text` with a pause inside each square and each start of a play.

    >>> squares_apart("h5"), squares_apart("15o"), squares_apart("The J of h7 is on j10.")
    ('h, 5', '15, o', 'The J of h, 7 is on j, 10.')
    """
    return SQUARE.sub(lambda found: ", ".join(part for part in found.groups() if part), text)


def _words(turn: TurnView, language: str) -> list[str]:
    return [_lower(word.text, language) for word in turn.words] or [_lower(turn.text, language)]


def _lower(word: str, language: str) -> str:
    """A word in small letters, for capitals are spelt out; only Catalan voices know what the dot of L·L is."""
    word = word.lower()
    return word if language == "ca" else word.replace(MIDDLE_DOT, "")


def _points(count: int, language: str) -> str:
    points = say_count("{count} point", "{count} points", abs(count), language)
    return points if count >= 0 else say("minus {number}", language, number=points)


def _number(number: int, language: str) -> str:
    """A number with its sign as a word: the Spanish voice passes over the sign."""
    return str(number) if number >= 0 else say("minus {number}", language, number=-number)
