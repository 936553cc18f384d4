"""Boards, plays, games and rulebooks are values: nothing changes them in place, and they hold their fields only."""

import dataclasses

import pytest

from engine_lite.board import Board
from engine_lite.choices import Order
from engine_lite.game import Adjustment, AdjustmentKind, Game
from engine_lite.knobs import Number, OneOf, Says, Text, YesNo
from engine_lite.placement import Placement, read_play
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.scoring import explain

RULEBOOK = RULEBOOKS["fisc_classic"]
QUINA = read_play("h5 QUINA", Board(), RULEBOOK.tile_set)
GAME = Game.new(RULEBOOK).play(QUINA.placement)
SCORE = explain(Board(), QUINA.placement, RULEBOOK)
VALUES = [
    Board(), QUINA, QUINA.placement, GAME, GAME.turns[0], SCORE, SCORE.words[0],
    Adjustment(AdjustmentKind.TIME, 0, -10), RULEBOOK,
    Number(0, 1, "turns", ""), Says(""), YesNo(""), OneOf(Order, ""), Text(1, ""),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_cannot_be_changed_in_place(value: object) -> None:
    """A board kept with an earlier turn must still show that turn."""
    for field in dataclasses.fields(value):  # type: ignore[arg-type]
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, field.name, None)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_holds_its_fields_and_nothing_beside(value: object) -> None:
    """No dictionary of its own: a game keeps thousands of them on a small computer."""
    assert not hasattr(value, "__dict__")


def test_a_rulebook_is_made_by_names_only() -> None:
    """Eighty values in a row, one left out, would be another rulebook."""
    with pytest.raises(TypeError):
        type(RULEBOOK)("club", "ca", RULEBOOK.tile_set)


def test_equal_tiles_on_equal_squares_are_equal_placements_in_any_order() -> None:
    """Hands lay in any order; the play is the same."""
    tiles = QUINA.placement.tiles
    assert Placement(tiles[::-1]) == Placement(tiles)
    assert hash(Placement(tiles[::-1])) == hash(Placement(tiles))


def test_a_rulebook_equals_another_by_its_values_and_not_by_its_citations() -> None:
    """What two tables play is the same game, wherever it is written."""
    uncited = dataclasses.replace(RULEBOOK, sources={}, rules={}, variants={})
    assert uncited == RULEBOOK
    assert hash(uncited) == hash(RULEBOOK)
    assert not {"sources", "rules", "variants"} & {part.partition("=")[0] for part in repr(RULEBOOK).split(", ")}
