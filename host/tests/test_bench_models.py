"""What `make bench` says of the boards: every figure that the design names, beside what physics takes and the budget,
with what the models charge; and what is skipped is compared with nothing."""

import io
import re

import pytest
from rich.console import Console

from host.simulator.board_process import FIRMWARE
from host.tests.bench import Figure, printed
from host.tests.board_figures import model_figures
from host.tests.board_line import require_micropython
from host.tests.readers_figures import reader_figures

# What the design asks for, as the figures begin.
ASKED = (
    "one tile, alone", "one tile in a row and a column of 7", "seven tiles at once, alone",
    "seven tiles at once in a full row", "60 tiles from nothing", "a known board of 60", "bag of 100",
    "a tag on the pad", "a rack of seven", "one scan of the Hall chain",
)
CHARGES = FIRMWARE / "sim" / "costs.py"
SKIPPED = "one more tile on a known board of 60"


@pytest.fixture(scope="module")
def figures() -> list[Figure]:
    require_micropython()
    return [Figure(*row) for row in (*model_figures(), *reader_figures())]


@pytest.mark.parametrize("begins", ASKED)
def test_each_figure_of_the_models_stands_beside_floor_and_budget_and_keeps_them(
        figures: list[Figure], begins: str) -> None:
    (figure,) = [each for each in figures if each.what.startswith(begins)]
    assert figure.budget is not None
    assert not figure.missed
    assert float(figure.ratio) > 0
    assert figure.floor is not None
    assert float(figure.over_floor) >= 1


def test_what_is_skipped_is_reported_apart_and_compared_with_nothing(figures: list[Figure]) -> None:
    (figure,) = [each for each in figures if each.what.startswith(SKIPPED)]
    assert (figure.budget, figure.floor, figure.ratio, figure.over_floor) == (None, None, "-", "-")
    assert "skipped" in figure.what


def test_the_table_says_model_at_each_and_once_what_the_models_charge(figures: list[Figure]) -> None:
    text = io.StringIO()
    Console(file=text, width=200).print(printed(figures))
    assert text.getvalue().count("(model)") == len(figures) + 1
    (charged,) = re.findall(r"^CPU_US = (\d+)", CHARGES.read_text("utf-8"), re.M)
    assert text.getvalue().count(f"CPU_US: {charged} us a transfer on a bus") == 1
