"""The rule cases that other engines test, 1 to 90: each is tested here, or is no rule of ours and says why."""

from engine_lite.choices import Challenge
from engine_lite.tests import (
    test_rule_cases_challenges,
    test_rule_cases_ends,
    test_rule_cases_refusals,
    test_rule_cases_scores,
)
from engine_lite.tests.rule_cases import NUMBERS, TESTED

MODULES = (
    test_rule_cases_challenges,
    test_rule_cases_ends,
    test_rule_cases_refusals,
    test_rule_cases_scores,
)

NOT_OURS = {
    57: "triple challenge, where the loser of a challenge loses the game: not among the values of `challenge`",
    61: "100 points off the challenger for each word: not among the values of `challenge`",
}


def test_every_number_is_tested_or_accounted_for() -> None:
    """A forgotten number fails, and so does one that is both."""
    assert len(MODULES) == 4
    assert set(TESTED) | set(NOT_OURS) == set(NUMBERS)
    assert not set(TESTED) & set(NOT_OURS)


def test_what_is_not_ours_is_no_value_of_the_knob() -> None:
    """So that the table is looked at again when a rule of challenges is added."""
    assert {each.value for each in Challenge} == {
        "void", "single", "double", "five_points", "ten_points", "five_per_word", "minus_ten",
    }  # fmt: skip
