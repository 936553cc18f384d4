"""The seven prices of a wrong challenge, each figure by itself, and what games recorded anywhere are played by."""

import pytest

from engine_lite.choices import Challenge
from engine_lite.rulebooks.recorded import recorded_rulebook
from engine_lite.rulings import RULINGS
from engine_lite.tiles import ROMANIAN

# As they are in use among clubs: bonus, for each word, cost, turn lost, may be challenged at all.
PRICES = {
    "void": (0, False, 0, False, False),
    "single": (0, False, 0, False, True),  # every rule document's own: no penalty (000 r23)
    "double": (0, False, 0, True, True),
    "five_points": (5, False, 0, False, True),
    "ten_points": (10, False, 0, False, True),
    "five_per_word": (5, True, 0, False, True),
    "minus_ten": (0, False, 10, False, True),
}


def test_the_price_of_a_wrong_challenge_figure_by_figure() -> None:
    """What is not named in a row is 0, also where nothing is said."""
    found = {
        rule.value: (each.bonus, each.per_word, each.cost, each.turn_lost, each.allowed)
        for rule, each in RULINGS.items()
    }
    assert found == PRICES


@pytest.mark.parametrize("rule", PRICES)
@pytest.mark.parametrize("words", [1, 2, 7])
def test_a_bonus_is_paid_once_or_for_each_word(rule: str, words: int) -> None:
    """One word is enough to be paid for; five for each word are as many fives."""
    bonus, per_word, *_ = PRICES[rule]
    assert RULINGS[Challenge(rule)].points(words) == bonus * (words if per_word else 1)


@pytest.mark.parametrize("words", [-1, 0])
@pytest.mark.parametrize("rule", PRICES)
def test_a_challenge_of_no_word_is_none(rule: str, words: int) -> None:
    """Whatever the rule pays."""
    with pytest.raises(ValueError, match=f"{words} words were challenged"):
        RULINGS[Challenge(rule)].points(words)


def test_a_recorded_game_may_have_a_blank_for_a_letter_without_tiles() -> None:
    """K Q W Y by a blank (004 L41-42): a record does not say whose rules were played, so it must not be refused."""
    assert sorted(recorded_rulebook(ROMANIAN).tile_set.blank_only) == ["K", "Q", "W", "Y"]
