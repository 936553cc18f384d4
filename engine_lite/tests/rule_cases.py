"""The register of the rule cases that other engines test, numbered 1 to 90, and hands for the tests of them.

A test says with `case` which numbers it is about, a table with `rows`; so a number that nobody tests is found.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

import pytest

from engine_lite.board import Board
from engine_lite.notation import GcgStart
from engine_lite.placement import parse_play, wrong_with
from engine_lite.rulebook import Rulebook
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.scoring import Score, explain
from engine_lite.tiles import TILE_SETS

Test = TypeVar("Test", bound=Callable[..., Any])

NUMBERS = range(1, 91)
TESTED: dict[int, list[str]] = {}


def case(*numbers: int) -> Callable[[Test], Test]:
    """Enters a test under the numbers of its rule cases."""

    def entered(test: Test) -> Test:
        for number in numbers:
            TESTED.setdefault(number, []).append(f"{test.__module__}.{test.__name__}")
        return test

    return entered


def rows(names: str, table: Sequence[tuple[Any, ...]]) -> Callable[[Test], Test]:
    """The rows of a table as parameters, each named by its case, which is its first value and no parameter."""
    marked = pytest.mark.parametrize(names, [pytest.param(*row[1:], id=f"case{row[0]}") for row in table])

    def entered(test: Test) -> Test:
        return cast(Test, marked(case(*dict.fromkeys(row[0] for row in table))(test)))

    return entered


def rules_in(language: str) -> Rulebook:
    """The international rulebook with the tiles of a set named in TILE_SETS."""
    return replace(RULEBOOKS["international"], tile_set=TILE_SETS[language])


def board_of(rows_or_plays: str, language: str) -> Board:
    """A board as rows, or as plays in GCG notation, separated by commas; "": the empty one."""
    rules = rules_in(language)
    if "/" in rows_or_plays:
        return Board.from_rows(rows_or_plays, rules.tile_set)
    board = Board.EMPTY
    for play in filter(None, rows_or_plays.split(", ")):
        board = board.with_tiles(parse_play(play, board, rules.tile_set, GcgStart)[1].tiles)
    return board


def scored(rows_or_plays: str, play: str, language: str = "english") -> Score:
    """The score of a play in GCG notation, which is legal there."""
    rules, board = rules_in(language), board_of(rows_or_plays, language)
    placement = parse_play(play, board, rules.tile_set, GcgStart)[1]
    assert wrong_with(board, placement, rules) == ()
    return explain(board, placement, rules)


def words_of(score: Score, language: str = "english") -> list[str]:
    """The words of a score, blanks in lower case."""
    return [TILE_SETS[language].text(word.tiles, brackets=True) for word in score.words]
