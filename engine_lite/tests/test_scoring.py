"""What holds for the score of every play, whatever is played where."""

from collections import Counter
from math import prod

from hypothesis import given

from engine_lite.board import Board
from engine_lite.layout import SIDE, STANDARD
from engine_lite.notation import GcgStart, SeedStart
from engine_lite.placement import Placement, main_line, wrong_with
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.scoring import WordScore, explain, formula
from engine_lite.tests.strategies import Position, positions

RULEBOOK = RULEBOOKS["manacor"]


def transposed(square: int) -> int:
    row, column = divmod(square, SIDE)
    return column * SIDE + row


def transpose(position: Position) -> Position:
    board = Board().with_tiles((transposed(square), tile) for square, tile in position.board)
    return Position(board, Placement(tuple((transposed(square), tile) for square, tile in position.placement.tiles)))


@given(positions())
def test_a_score_is_the_sum_of_its_explained_parts(position: Position) -> None:
    """Values, premiums and freshness as shown give each word's points; the words and the bonus give the total."""
    score = explain(*position, RULEBOOK)
    for word in score.words:
        letters = sum(each.value * each.letter_multiplier for each in word.squares)
        assert word.score == letters * prod(each.word_multiplier for each in word.squares)
    assert score.total == sum(word.score for word in score.words) + score.bonus
    assert score.bonus == (50 if len(position.placement) == 7 else 0)


@given(positions())
def test_premiums_count_under_fresh_tiles_and_only_there(position: Position) -> None:
    """Every fresh tile carries its square's premiums into each of its words; no old tile carries any."""
    fresh = set(position.placement.squares)
    for word in explain(*position, RULEBOOK).words:
        for each in word.squares:
            multipliers = (each.letter_multiplier, each.word_multiplier)
            square = (STANDARD.letter_multiplier(each.square), STANDARD.word_multiplier(each.square))
            assert each.fresh == (each.square in fresh)
            assert multipliers == (square if each.fresh else (1, 1))
            assert each.value == RULEBOOK.tile_set.value(each.tile)


@given(positions())
def test_words_are_the_main_word_then_the_cross_words_along_the_line(position: Position) -> None:
    """Each at least two squares long, each holding a fresh tile, none twice; the order in which a page shows them."""
    board, placement = position
    score = explain(board, placement, RULEBOOK)
    main, *cross = score.words
    assert (main.start, main.down) == main_line(board, placement)
    assert all(len(word.squares) > 1 for word in score.words)
    crossings = [next(each.square for each in word.squares if each.fresh) for word in cross]
    assert crossings == sorted(set(crossings))
    assert all(word.down != main.down for word in cross)


@given(positions())
def test_the_mirrored_board_scores_the_same_and_is_another_play(position: Position) -> None:
    """Why scores alone cannot show that rows and columns were exchanged: squares and directions must be compared."""
    mirror = transpose(position)
    assert wrong_with(*mirror, RULEBOOK) == ()
    words, mirrored = (explain(*each, RULEBOOK).words for each in (position, mirror))
    assert Counter(map(shape, words)) == Counter(shape(word, transposed) for word in mirrored)
    start, down = main_line(*position)
    if len(position.placement) > 1:
        assert main_line(*mirror) == (transposed(start), not down)
        assert str(SeedStart(start, down)) == str(GcgStart(transposed(start), not down)).lower()


def shape(word: WordScore, place=lambda square: square) -> tuple:  # type: ignore[no-untyped-def]
    """A word as its squares, tiles and points, without its direction."""
    return tuple(place(each.square) for each in word.squares), word.tiles, word.score


@given(positions())
def test_a_formula_comes_to_its_score(position: Position) -> None:
    """What is written beside a word can be worked out by hand, and gives what is written behind it."""
    for word in explain(*position, RULEBOOK).words:
        assert eval(formula(word).replace("×", "*").replace(") ", ")")) == word.score
