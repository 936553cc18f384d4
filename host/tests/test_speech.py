"""What a voice says, in four languages: right words, right numbers, letters called as document 004 has it."""

import msgspec
import pytest

from host.schemas import SeatView, SquareScore, TurnView, WordView
from host.tests.pictured import OPENING, disturbed, long_game, over, view_of, withdrawn
from host.words import LANGUAGES
from host.words.speech import WARNINGS, end_spoken, prompt_spoken, squares_apart, turn_spoken, warning_spoken

# Document 004 L138-145, "Tabela de anunturi", as it is printed there.
CALLING_TABLE = """
| A | - | Ana | G | - | Gheorghe | N | - | Nicolae | U | - | Udrea |
| B | - | Barbu | H | - | Haralambie | O | - | Oprea | V | - | Vasile |
| C | - | Constantin | I | - | Ion | P | - | Petre | X | - | Xenia |
| D | - | Dumitru | J | - | Jianu | R | - | Radu | Z | - | Zamfir |
| E | - | Elena | L | - | Luca | S | - | Sandu | ? | - | joker |
| F | - | Florea | M | - | Marin | T | - | Tudor | | | |
"""
CELLS = [cell.strip() for cell in CALLING_TABLE.replace("\n", "").split("|") if cell.strip()]
CALLED = dict(zip(CELLS[::3], CELLS[2::3], strict=True))
ION = (SeatView("Ion", 0, 0, False, True),)


def romanian_turn(letters: str, start: str, points: int) -> TurnView:
    """A play whose main word is `letters`; in small letters what a blank stands for."""
    squares = tuple(SquareScore(place, each.upper(), each.islower(), 0, 1, 1, True)
                    for place, each in enumerate(letters))  # fmt: skip
    words = (WordView(letters, points, "", squares),)
    return TurnView(1, 0, "play", points, points, start=start, text=letters, words=words)


def test_the_table_of_document_004_is_whole() -> None:
    """A guard for the test below: 22 letters and the joker."""
    assert len(CALLED) == 23
    assert (CALLED["Z"], CALLED["?"]) == ("Zamfir", "joker")


@pytest.mark.parametrize("letter", [letter for letter in CALLED if letter != "?"])
def test_each_letter_is_called_by_its_name(letter: str) -> None:
    """B, D, P and T sound alike: the name is the whole point."""
    said = turn_spoken(romanian_turn(letter, "h8", 2), ION, "ro", calling_names=True)
    assert f" h, 8: {CALLED[letter]}. " in said


def test_the_example_of_document_004_is_announced_with_its_joker() -> None:
    """SAC with C a joker (L121-125), across from h8 and down from 8h (L113-120): letter first, number first."""
    across = turn_spoken(romanian_turn("SAc", "h8", 4), ION, "ro", calling_names=True)
    down = turn_spoken(romanian_turn("SAc", "8h", 4), ION, "ro", calling_names=True)
    assert across == "Ion: sac. h, 8: Sandu, Ana, joker Constantin. 4 puncte, total 4."
    assert down == "Ion: sac. 8, h: Sandu, Ana, joker Constantin. 4 puncte, total 4."


def test_letters_are_called_only_where_the_rulebook_calls_them() -> None:
    """The knob calling_names decides, not the language."""
    assert "Sandu" not in turn_spoken(romanian_turn("SAC", "h8", 4), ION, "ro")


@pytest.mark.parametrize(("language", "said"), [
    ("ca", "Biel: sesam, que, is, na, am. i, 4. 24 punts, total 24."),
    ("ro", "Biel: sesam, que, is, na, am. i, 4. 24 de puncte, total 24."),
    ("en", "Biel: sesam, que, is, na, am. i, 4. 24 points, total 24."),
    ("es", "Biel: sesam, que, is, na, am. i, 4. 24 puntos, total 24."),
])  # fmt: skip
def test_a_play_is_said_with_every_word_its_place_and_its_score(language: str, said: str) -> None:
    """Seed 002's second play, 24 points. The side words count as well: who cannot see must hear them."""
    view = view_of(OPENING, (0, 0))
    assert turn_spoken(view.turns[1], view.seats, language) == said


@pytest.mark.parametrize(("language", "passed", "exchanged", "withdrew"), [
    ("ca", "passa", "canvi", "sesam retirada"), ("ro", "pas", "schimb", "sesam retrasă"),
    ("en", "pass", "exchange", "sesam withdrawn"), ("es", "pasa", "cambio", "sesam retirada"),
])  # fmt: skip
def test_other_turns_are_said_by_their_kind(language: str, passed: str, exchanged: str, withdrew: str) -> None:
    view = view_of((*OPENING, "pass", "exchange"), (0, 0))
    assert turn_spoken(view.turns[2], view.seats, language) == f"Anna: {passed}, total 22"
    assert turn_spoken(view.turns[3], view.seats, language) == f"Biel: {exchanged}, total 24"
    fallen = withdrawn()
    assert turn_spoken(fallen.turns[1], fallen.seats, language) == f"Biel: {withdrew}, total 0"


def test_capitals_and_the_catalan_dot_are_not_spelt_out() -> None:
    """A voice spells AI in capitals, and reads the dot of VIL·LA as a sign in any language but Catalan."""
    view = long_game()
    assert turn_spoken(view.turns[12], view.seats, "ca").startswith("Anna: vil·la")
    assert turn_spoken(view.turns[12], view.seats, "es").startswith("Anna: villa")
    assert turn_spoken(view.turns[2], view.seats, "ca").startswith("Anna: canya")


@pytest.mark.parametrize(("language", "said"), [
    ("ca", "menys 8 punts, total menys 8."), ("ro", "minus 8 puncte, total minus 8."),
    ("en", "minus 8 points, total minus 8."), ("es", "menos 8 puntos, total menos 8."),
])  # fmt: skip
def test_a_number_below_zero_is_said_with_a_word(language: str, said: str) -> None:
    """The Spanish voice passes over the sign: eight points would be heard as won."""
    turn = TurnView(1, 0, "play", -8, -8, start="h8", text="AI")
    assert turn_spoken(turn, ION, language).endswith(said)


@pytest.mark.parametrize(("language", "five", "one", "half", "none"), [
    ("ca", "queden cinc minuts", "queda un minut", "queden trenta segons", "s'ha acabat el temps"),
    ("ro", "au rămas cinci minute", "a rămas un minut", "au rămas treizeci de secunde", "timpul s-a terminat"),
    ("en", "five minutes left", "one minute left", "thirty seconds left", "the time is over"),
    ("es", "quedan cinco minutos", "queda un minuto", "quedan treinta segundos", "se ha acabado el tiempo"),
])  # fmt: skip
def test_clocks_warn_at_five_minutes_one_half_and_none(language, five, one, half, none) -> None:
    assert list(WARNINGS) == [300_000, 60_000, 30_000, 0]
    assert [warning_spoken("Anna", mark, language) for mark in WARNINGS] == [
        f"Anna: {words}" for words in (five, one, half, none)
    ]


def test_a_prompt_is_its_sentence_with_the_squares_apart() -> None:
    said = [prompt_spoken(prompt) for prompt in disturbed().prompts]
    assert said[0] == "La N de h, 7 és a j, 9. Torna-la a h, 7."


@pytest.mark.parametrize("square", ["a1", "o15", "1a", "15o"])
def test_every_square_is_told_apart(square: str) -> None:
    letter, number = sorted(square, key=str.isdigit)[0], "".join(filter(str.isdigit, square))
    apart = squares_apart(f"({square})")
    assert apart == (f"({letter}, {number})" if square[0] == letter else f"({number}, {letter})")


@pytest.mark.parametrize("text", ["24 points", "p7", "h16", "Anna2b", "x1", "100a"])
def test_what_is_no_square_is_left_as_it_is(text: str) -> None:
    assert squares_apart(text) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_is_said_with_every_total(language: str) -> None:
    said = end_spoken(msgspec.structs.replace(over(), language=language))
    assert "Anna: 22 " in said
    assert "Biel: 24 " in said
    assert said.startswith("Final: ")
