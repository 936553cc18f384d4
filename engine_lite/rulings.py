"""What a challenge comes to when the play is sound, rule by rule: a row a rule, no branches.

Knows nothing of who challenged what, or in how much time.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine_lite.choices import Challenge

__all__ = ["RULINGS", "Ruling"]


class Ruling(NamedTuple):
    """The price of a wrong challenge.

    `bonus` points go to the challenged side, once for each challenged word if `per_word`; `cost` points are taken
    off the challenger, whose total may fall below zero; `turn_lost`: the challenger misses the next turn.
    `allowed` is False where nothing can be challenged, for invalid words are refused at once.
    """

    bonus: int = 0
    per_word: bool = False
    cost: int = 0
    turn_lost: bool = False
    allowed: bool = True

    def points(self, words: int) -> int:
        """What the challenged side adds when `words` sound words were challenged; ValueError for fewer than one.

        >>> [RULINGS[rule].points(3) for rule in (Challenge.SINGLE, Challenge.FIVE_POINTS, Challenge.FIVE_PER_WORD)]
        [0, 5, 15]
        """
        if words < 1:
            raise ValueError(f"{words} words were challenged; a challenge names one at least")
        return self.bonus * words if self.per_word else self.bonus


# Source: the rules in use among clubs; the seeds' own rulebooks all have SINGLE.
RULINGS: Mapping[Challenge, Ruling] = MappingProxyType({
    Challenge.VOID: Ruling(allowed=False),
    Challenge.SINGLE: Ruling(),
    Challenge.DOUBLE: Ruling(turn_lost=True),
    Challenge.FIVE_POINTS: Ruling(bonus=5),
    Challenge.TEN_POINTS: Ruling(bonus=10),
    Challenge.FIVE_PER_WORD: Ruling(bonus=5, per_word=True),
    Challenge.MINUS_TEN: Ruling(cost=10),
})  # fmt: skip
