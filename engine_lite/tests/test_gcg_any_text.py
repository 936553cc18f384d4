"""Whatever text the reader is given: a record that comes back from the writer, or one sentence."""

import random

from hypothesis import given
from hypothesis import strategies as st

from engine_lite.tests.fuzz_gcg import CATALAN, SAMPLE, SAMPLES, SCRAPS, check, mutated

LINES = sorted({line for sample in SAMPLES for line in sample.splitlines()})


def test_the_samples_are_records() -> None:
    """Else the tests below would change what is refused already."""
    assert check(SAMPLE)
    assert check(CATALAN)


@given(st.text() | st.text(alphabet="#>p1: 8HABC\n"))
def test_any_text(text: str) -> None:
    """Signs of all scripts, and texts made of what lines are made of."""
    check(text)


@given(st.lists(st.sampled_from(LINES) | st.sampled_from(SCRAPS)))
def test_any_order_of_good_lines_and_scraps(lines: list[str]) -> None:
    """Lines in places where nobody writes them, torn by others."""
    check("\n".join(lines))


@given(st.sampled_from(SAMPLES), st.randoms(use_true_random=False), st.integers(1, 20))
def test_good_games_with_damage(sample: str, chance: random.Random, times: int) -> None:
    """Every line form with signs lost, added and changed, lines moved and doubled."""
    check(mutated(sample, chance, times))
