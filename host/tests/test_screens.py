"""What the displays of the two sides show: the right screen at the right moment, and every dot where it belongs."""

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from hardware_tests import needs
from host.adapters.screens import LASTING_MS, SCORE_MS, SHIFT_MS, VERDICT_MS, Screens
from host.adapters.screens.labels import LABELS, labels
from host.adapters.screens.layouts import (
    BAR_END,
    TEXT_X,
    blank_screen,
    challenge_screen,
    clock_text,
    opposite,
    play_screen,
    prompt_lines,
    prompt_screen,
    result_screen,
    score_lines,
    score_screen,
    verdict_screen,
)
from host.adapters.screens.picture import FULL, Picture, bold, small
from host.schemas import GameView, MenuView, PromptView, SealView, SeatView, TurnView, VerdictView, WordView
from host.words.numbers import clock

KEPT = Path(__file__).resolve().parents[2] / "build" / "screenshots"
ANNA = SeatView("Anna", 22, 1_692_000, True, True)
BIEL = SeatView("Biel", 24, 1_663_000, False, False)


def words(*scores: tuple[str, int]) -> tuple[WordView, ...]:
    return tuple(WordView(text, score, "", ()) for text, score in scores)


# Seed 002: SESAM laid across at i4 makes QUE, IS, NA and AM as well, 24 points.
SESAM = TurnView(
    2, 1, "play", 24, 24, start="i4", text="SESAM",
    words=words(("SESAM", 7), ("QUE", 9), ("IS", 2), ("NA", 3), ("AM", 3)),
)  # fmt: skip
MOVED = PromptView("moved", ("h7", "j9"), "La N és a j9. Posa-la a h7 i continua.")


def game(**changed: Any) -> GameView:
    """The second turn of seed 002's game, Anna to play, at 1000 ms."""
    values: dict[str, Any] = {
        "table": "Taula 1", "rulebook": "manacor", "language": "ca", "phase": "playing", "at_ms": 1000,
        "linked": True, "live": True, "seats": (ANNA, BIEL), "board": (), "laid": (), "turns": (), "prompts": (),
    }  # fmt: skip
    return GameView(**values | changed)


def dots(picture: Picture) -> bytes:
    """The picture as Pillow keeps pictures of one bit: row by row, the leftmost dot highest."""
    return b"".join(row.to_bytes(16) for row in picture.rows)


def image(picture: Picture) -> Image.Image:
    return Image.frombytes("1", (128, 64), dots(picture))


def kept(shown: Image.Image, name: str) -> None:
    """Keep a picture, four times as large, for a person to look at."""
    KEPT.mkdir(parents=True, exist_ok=True)
    shown.convert("L").resize((512, 256), Image.Resampling.NEAREST).save(KEPT / f"oled-{name}.png")


def drawn(column: int, row: int) -> Image.Image:
    """One of the six screens of the picture that fixes the look, at its own size."""
    sheet = Image.open(needs.shared("design/look/oled-4x.png")).convert("L")
    left, top = (28, 568)[column], (28, 312, 596)[row]
    return sheet.crop((left, top, left + 512, top + 256)).resize((128, 64), Image.Resampling.NEAREST).point(
        lambda grey: 255 if grey > 128 else 0, "1"
    )


# --- against the picture that fixes the look -------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_the_play_screen_is_the_one_that_was_drawn(seat: int) -> None:
    """Protects the look: large clock, totals and the other clock lie dot for dot where the look puts them.

    The word in the bar is left out: it was chosen anew after the picture was drawn.
    """
    shown, expected = image(play_screen(game(), seat, 1000)), drawn(seat, 0)
    kept(shown, f"play-{seat}")
    for part in ((0, 0, 12, 13), (80, 0, 128, 13), (0, 13, 128, 64)):
        assert shown.crop(part).tobytes() == expected.crop(part).tobytes()


def test_the_score_screen_is_the_one_that_was_drawn() -> None:
    """Protects the look of seed 002's second play; the foot's own triangle is a row shorter than drawn."""
    shown, expected = image(score_screen(game(turns=(SESAM,)), 0, 1000)), drawn(0, 1)
    kept(shown, "score")
    for part in ((0, 0, 128, 53), (8, 53, 128, 64)):
        assert shown.crop(part).tobytes() == expected.crop(part).tobytes()


def test_the_prompt_screen_has_its_sentence_where_it_was_drawn() -> None:
    """Protects the look of the three lines beside the square."""
    shown, expected = image(prompt_screen(game(prompts=(MOVED,)), 0, 1000)), drawn(1, 1)
    kept(shown, "prompt")
    assert shown.crop((43, 13, 128, 53)).tobytes() == expected.crop((43, 13, 128, 53)).tobytes()
    assert shown.crop((0, 13, 43, 18)).tobytes() == expected.crop((0, 13, 43, 18)).tobytes()


def test_the_blank_screen_has_its_bar_and_foot_where_they_were_drawn() -> None:
    """Protects the look of the bar (what, and the square) and of the tile's place; what is said beside it is new."""
    clocks = (msgspec.structs.replace(ANNA, clock_ms=1_598_000), BIEL)
    shown = image(blank_screen(game(seats=clocks, menu=MenuView(0, "g8", "NY")), 0, 1000))
    kept(shown, "blank-menu")
    expected = drawn(0, 2)
    for part in ((0, 0, 128, 13), (8, 53, 128, 64), (4, 16, 12, 20)):
        assert shown.crop(part).tobytes() == expected.crop(part).tobytes()


# --- which screen, and when ------------------------------------------------------------------------


def test_the_score_stands_four_seconds_after_the_press_and_then_gives_way() -> None:
    """Protects both ends, and that a game resumed does not announce its last turn anew."""
    screens = Screens()
    screens.saw(game(turns=(SESAM,)))
    assert screens.picture(0, 1000).rows == play_screen(game(turns=(SESAM,)), 0, 1000).rows
    pressed = game(turns=(SESAM, SESAM), at_ms=9000)
    screens.saw(pressed)
    screens.saw(game(turns=(SESAM, SESAM), at_ms=9500))
    last_ms = 9000 + SCORE_MS - 1
    later = game(turns=(SESAM, SESAM), at_ms=9500)
    assert screens.picture(1, last_ms).rows == score_screen(later, 1, last_ms).rows
    assert screens.picture(1, last_ms + 1).rows == play_screen(later, 1, last_ms + 1).rows


def test_a_prompt_comes_before_everything_and_a_withdrawn_play_is_shown_as_such() -> None:
    """Protects: hands must put the board right before they read scores; a verdict is shown to both sides."""
    screens = Screens()
    screens.saw(game(turns=(SESAM,)))
    withdrawn = TurnView(2, 1, "withdrawn", 0, 0, start="i4", text="SESAM", words=SESAM.words)
    assert score_lines(withdrawn, labels("ca")) == [("SESAM", "0")]
    screens.saw(game(turns=(withdrawn,)))
    assert screens.picture(0, 1000).rows == score_screen(game(turns=(withdrawn,)), 0, 1000).rows
    kept(image(screens.picture(0, 1000)), "withdrawn")
    screens.saw(game(turns=(withdrawn,), prompts=(MOVED,)))
    assert screens.picture(0, 1000).rows == prompt_screen(game(prompts=(MOVED,)), 0, 1000).rows


def test_a_refused_press_inverts_that_display_for_200_ms() -> None:
    """Protects: only the side that pressed sees it, and only once."""
    screens = Screens()
    screens.saw(game())
    screens.refused(0, 1000)
    assert screens.picture(0, 1199).rows == [row ^ FULL for row in play_screen(game(), 0, 1199).rows]
    assert screens.picture(1, 1199).rows == play_screen(game(), 1, 1199).rows
    assert screens.picture(0, 1200).rows == play_screen(game(), 0, 1200).rows


def test_the_picture_moves_a_dot_every_five_minutes() -> None:
    """Protects the glass: a bar that stands for an evening is seen for ever."""
    screens = Screens()
    screens.saw(game(phase="paused", seats=(BIEL, BIEL)))
    first, second, third = (screens.picture(0, turn * SHIFT_MS).rows for turn in range(3))
    assert second == [row >> 1 for row in first]
    assert third == first


def test_before_the_first_view_and_at_an_empty_side_the_display_is_dark() -> None:
    """Protects against an old picture, and against a table of one player."""
    screens = Screens()
    assert not any(screens.picture(0, 0).rows)
    screens.saw(game(seats=(ANNA,)))
    assert not any(screens.picture(1, 0).rows)
    assert any(screens.picture(0, 0).rows)


def test_the_side_that_names_a_blank_sees_the_menu_before_all_else_and_the_other_side_does_not() -> None:
    """Protects: its buttons mean the menu as long as it is shown, and only then."""
    screens = Screens()
    screens.saw(game(menu=MenuView(0, "g8", ""), prompts=(MOVED,)))
    asked = game(menu=MenuView(0, "g8", ""))
    assert screens.picture(0, 1000).rows == blank_screen(asked, 0, 1000).rows
    assert screens.picture(1, 1000).rows == prompt_screen(game(prompts=(MOVED,)), 1, 1000).rows
    assert blank_screen(asked, 0, 1000).rows != blank_screen(game(menu=MenuView(0, "g8", "A")), 0, 1000).rows


@pytest.mark.parametrize("language", LABELS)
@pytest.mark.parametrize("face", ["", "A", "NY", "L·L", "QU"])
def test_every_face_stays_within_its_ring_and_every_word_on_the_glass(face: str, language: str) -> None:
    """Protects the longest faces and labels: nothing of the tile's face touches the ring, no label is cut."""
    shown = image(blank_screen(game(language=language, menu=MenuView(0, "o15", face)), 0, 1000))
    kept(shown, f"blank-{language}-{face or 'none'}")
    rim = [shown.getpixel((x, y)) for x in (10, 31) for y in range(26, 42)]
    assert all(rim)
    assert all(len(line) <= 13 for line in labels(language).steps)


def test_the_words_that_are_challenged_are_shown_with_both_clocks() -> None:
    """Protects: as many lines as are needed, three at a time, and no verdict before it is given."""
    view = game(phase="challenged", questioned=("SESAM", "QUE", "IS", "NA", "AM"), turns=(SESAM,))
    screens = Screens()
    screens.saw(view)
    assert screens.picture(1, 1000).rows == challenge_screen(view, 1, 1000).rows
    kept(image(screens.picture(1, 1000)), "challenged")
    many = game(phase="challenged", questioned=("VUIT",) * 20, turns=(SESAM,))
    assert challenge_screen(many, 0, 0).rows != challenge_screen(many, 0, 3000).rows


@pytest.mark.parametrize("language", LABELS)
@pytest.mark.parametrize("valid", [True, False])
def test_a_verdict_is_shown_for_a_while_before_what_follows_from_it(valid: bool, language: str) -> None:
    """Protects: it is waited for, so neither the tiles to be removed nor the points lost take its place at once."""
    verdict = VerdictView(("SESAM", "QUE"), "i4", valid, "DISC, 2026-05")
    remove = PromptView("remove", ("i4",), "Jugada retirada. Treu les fitxes.")
    after = game(verdict=verdict, turns=(SESAM,), prompts=() if valid else (remove,), language=language)
    screens = Screens()
    screens.saw(game(phase="challenged", questioned=verdict.words, turns=(SESAM,), language=language))
    screens.saw(after)
    for at_ms in (1000, 1000 + VERDICT_MS - 1):
        assert screens.picture(0, at_ms).rows == verdict_screen(after, 0, at_ms).rows
    kept(image(screens.picture(0, 1000)), f"verdict-{language}-{valid}")
    then = play_screen if valid else prompt_screen
    assert screens.picture(0, 1000 + VERDICT_MS).rows == then(after, 0, 1000 + VERDICT_MS).rows
    words = labels(language)
    assert max(len(words.valid), len(words.not_valid)) <= bold().fits(120)


def test_a_verdict_says_whether_the_play_stands_and_which_list_has_said_so() -> None:
    """Protects: yes and no look different, a list is named where one has answered, long words stay on the glass."""
    views = [game(turns=(SESAM,), verdict=VerdictView(("AV",), "i4", valid, by_list))
             for valid in (True, False) for by_list in ("", "DISC, 2026-05")]
    assert len({dots(verdict_screen(view, 0, 1000)) for view in views}) == 4
    long = game(verdict=VerdictView(("EXCEL·LENTS",) * 9, "15l", True, "D" * 40 + ", 2026-05"))
    shown = image(verdict_screen(long, 0, 1000))
    kept(shown, "verdict-long")
    assert not any(shown.getpixel((x, y)) for x in (124, 125, 126, 127) for y in range(14, 52))


def test_an_old_verdict_is_not_shown_when_the_game_is_taken_up_again_or_when_it_is_appealed_against() -> None:
    """Protects: what has been seen by nobody as it happened is no news, and an appeal ends what it is about."""
    verdict = VerdictView(("SESAM",), "i4", True)
    screens = Screens()
    screens.saw(game(verdict=verdict))
    assert screens.picture(0, 1000).rows == play_screen(game(), 0, 1000).rows
    screens.saw(game(verdict=VerdictView(("SESAM",), "i4", False)))
    appealed = game(phase="challenged", questioned=("SESAM",), at_ms=2000)
    screens.saw(appealed)
    assert screens.picture(0, 2000).rows == challenge_screen(appealed, 0, 2000).rows


def test_the_result_names_the_winner_and_then_shows_the_seal() -> None:
    """Protects: the winner that the rules name, not the higher total (three strikes lose whatever the score)."""
    ended = {"phase": "over", "ended": "three_strikes", "seats": (ANNA, BIEL)}
    anna, biel = (result_screen(game(**ended, winner=seat), 0, 1000) for seat in (0, 1))
    assert anna.rows != biel.rows
    sealed = game(**ended | {"phase": "agreed"}, winner=0, seal=SealView(1, "K7QM-2XTA"))
    screens = Screens()
    screens.saw(sealed)
    assert screens.picture(0, 9000).rows == result_screen(sealed, 0, 9000).rows
    kept(image(screens.picture(0, 9000)), "agreed")


def test_a_silent_reader_is_said_for_a_while_and_then_only_marked() -> None:
    """Protects the clocks: what nobody can mend in mid game must not hide them for good."""
    silent = PromptView("no_bag_reader", (), "No es llegeix la bossa. Digues a la pàgina què es canvia.")
    screens = Screens()
    screens.saw(game(at_ms=500))
    screens.saw(game(prompts=(silent,)))
    assert screens.picture(0, 1000 + LASTING_MS - 1).rows == prompt_screen(
        game(prompts=(silent,)), 0, 1000 + LASTING_MS - 1).rows
    later = screens.picture(0, 1000 + LASTING_MS)
    assert later.rows == play_screen(game(prompts=(silent,)), 0, 1000 + LASTING_MS).rows
    assert later.rows != play_screen(game(), 0, 1000 + LASTING_MS).rows
    screens.saw(game(prompts=(MOVED, silent)))
    assert screens.picture(0, 20_000).rows == prompt_screen(game(prompts=(MOVED,)), 0, 20_000).rows


@pytest.mark.parametrize("phase", ["holding", "removing", "settling"])
def test_each_wait_has_its_word_in_the_bar(phase: str) -> None:
    """Protects: both sides see what the table waits for."""
    assert play_screen(game(phase=phase), 0, 1000).rows != play_screen(game(), 0, 1000).rows
    kept(image(play_screen(game(phase=phase), 0, 1000)), phase)


# --- what stands on a screen -----------------------------------------------------------------------


def test_the_running_clock_goes_on_between_two_views_and_the_other_stands() -> None:
    """Protects: a display that is drawn twice a second from one view still counts every second."""
    assert play_screen(game(), 0, 4000).rows == play_screen(
        game(seats=(SeatView("Anna", 22, 1_689_000, True, True), BIEL)), 0, 1000
    ).rows


@settings(deadline=None)  # a busy machine is no failure
@given(st.integers(-(10**8), 10**8), st.sampled_from(list(LABELS)))
def test_a_clock_reads_as_on_the_pages_less_the_tenths(clock_ms: int, language: str) -> None:
    """Protects: the display on the table and the page on the wall never disagree on what is left."""
    assert clock_text(clock_ms) == re.sub(r"[.,]\d$", "", clock(clock_ms, language))


@pytest.mark.parametrize(("seat", "name"), [(0, "Biel"), (1, "Anna"), (2, "Anna"), (3, "Anna")])
def test_at_a_table_of_four_the_side_on_turn_is_the_other_clock(seat: int, name: str) -> None:
    """Protects: with more than two sides the clock that matters is the one that runs."""
    other = opposite(game(seats=(ANNA, BIEL, SeatView("Caterina", 0, 0, False, False), BIEL)), seat)
    assert other is not None
    assert other.name == name


SEATS = st.builds(
    SeatView, st.text(max_size=30), st.integers(-2000, 3000), st.integers(-10**7, 10**8), st.booleans(), st.booleans()
)
WORDS = st.lists(st.tuples(st.text(max_size=20), st.integers(0, 900)))
TURNS = st.builds(
    lambda kind, terms, bingo, text: TurnView(
        1, 0, kind, sum(score for _, score in terms) + bingo, 0,
        start="15h", text=text, bingo=bingo, words=words(*terms),
    ),
    st.sampled_from(["play", "pass", "exchange", "withdrawn"]), WORDS, st.sampled_from([0, 50]), st.text(max_size=20),
)  # fmt: skip
PROMPTS = st.builds(PromptView, st.just("moved"), st.tuples() | st.just(("h15", "l1")), st.text(max_size=200))
GAMES = st.builds(
    game, language=st.sampled_from([*LABELS, "de"]), phase=st.sampled_from(["playing", "paused", "challenged"]),
    seats=st.lists(SEATS, min_size=1, max_size=4).map(tuple), turns=st.lists(TURNS, max_size=2).map(tuple),
    prompts=st.lists(PROMPTS, max_size=2).map(tuple), ended=st.sampled_from(["", "out"]),
)  # fmt: skip


@settings(deadline=None)  # a busy machine is no failure
@given(GAMES, GAMES, st.integers(0, 10**7))
def test_every_view_is_drawn_within_the_glass(before: GameView, after: GameView, at_ms: int) -> None:
    """Protects: no name, total or sentence, however long or strange, stops the displays or leaves the glass."""
    screens = Screens()
    screens.saw(before)
    screens.saw(after)
    for seat in (0, 1):
        picture = screens.picture(seat, at_ms)
        assert all(0 <= row <= FULL for row in picture.rows)
        assert len(picture.pages()) == 1024


@settings(deadline=None)  # a busy machine is no failure
@given(
    st.lists(st.tuples(st.text("ABÇL·", min_size=1, max_size=6), st.integers(0, 120)), max_size=8),
    st.sampled_from([0, 50]),
)
def test_the_lines_of_a_score_always_add_up_to_it(terms: list[tuple[str, int]], bingo: int) -> None:
    """Protects the reckoning at the table: nothing that was scored is left out of the four lines."""
    lines = score_lines(TurnView(1, 0, "play", 0, 0, bingo=bingo, words=words(*terms)), labels("ca"))
    assert len(lines) <= 4
    shared = sum(int(text.split(" · ")[0].split()[-1]) for text, _ in lines if " · " in text)
    assert shared + sum(int(points) for _, points in lines) == sum(score for _, score in terms) + bingo


def test_a_bonus_has_a_line_of_its_own_and_long_words_are_cut_before_their_points() -> None:
    """Protects: + 50 is never hidden in a sum."""
    turn = TurnView(12, 0, "play", 124, 124, start="15h", text="EXCEL·LENTS", bingo=50,
                    words=words(("EXCEL·LENTS", 60), ("AÇÒ", 4), ("ES", 4), ("ON", 3), ("UN", 3)))  # fmt: skip
    kept(image(score_screen(game(turns=(turn,)), 1, 1000)), "score-bonus")
    assert score_lines(turn, labels("ca")) == [("EXCEL·LENTS", "60"), ("AÇÒ", "4"), ("…", "10"), ("7 fitxes", "50")]


def test_a_long_sentence_takes_turns_three_lines_at_a_time() -> None:
    """Protects: no word of a prompt is lost, and none is cut that fits a line."""
    prompt = PromptView("moved", ("h7",), "Litera Ș de pe h15 este pe l1. Pune-o pe h15 și continuă când e gata.")
    _, shown = prompt_lines(prompt)
    assert " ".join(line for lines in shown for line in lines).replace("- ", "-") == prompt.sentence
    assert all(len(lines) <= 3 and all(len(line) <= 13 for line in lines) for lines in shown)
    first, second = (prompt_screen(game(language="ro", prompts=(prompt,)), 0, at_ms).rows for at_ms in (0, 3000))
    assert first != second


@pytest.mark.parametrize("language", LABELS)
def test_every_word_of_a_bar_fits_beside_a_clock(language: str) -> None:
    """Protects translators: a longer word would be cut at the table."""
    texts, clock_x = LABELS[language], BAR_END - len("28:12") * bold().width
    signs = {texts.on_turn: ">", texts.waiting: "=", texts.paused: "=", texts.challenged: "!", texts.ended: ""}
    for text, sign in signs.items():
        assert len(text) <= bold().fits(clock_x - 3 - TEXT_X[sign])
    assert len(texts.bingo) <= small().fits(126 - 60 - 3 * small().width)


# --- letters ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", "aàçéèíïòóúüñ·ăâîșțşţĂÂÎȘȚÀÇ×−…•¿¡'")
def test_both_fonts_hold_the_letters_of_the_four_languages(letter: str) -> None:
    """Protects names and sentences: none of these may turn into a question mark."""
    for font in (small(), bold()):
        assert letter in font.glyphs
        assert len(font.rows(letter)) == font.height
        assert all(row < 1 << font.width for row in font.rows(letter))


def test_a_letter_is_drawn_alike_however_it_is_encoded() -> None:
    """Protects names typed on other systems: an e and a combining accent is one letter, one cell."""
    composed, combined = Picture(), Picture()
    composed.text(0, 20, "Té×", bold())
    combined.text(0, 20, "Te\u0301×", bold())
    assert composed.rows == combined.rows


def test_pages_hold_the_lowest_bit_uppermost() -> None:
    """Protects the order of bytes against the data sheet, dot by dot."""
    picture, chance = Picture(), random.Random(8)
    picture.rows = [chance.getrandbits(128) for _ in range(64)]
    pages = picture.pages()
    for y in range(64):
        for x in range(128):
            assert pages[y // 8 * 128 + x] >> y % 8 & 1 == picture.rows[y] >> 127 - x & 1
