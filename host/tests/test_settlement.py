"""How a settlement is explained: whose rack, its worth, doubled or not, by which paragraph; overtime, how much."""

from dataclasses import replace

import pytest

from engine_lite.course import Course
from engine_lite.course_end import concluded
from engine_lite.course_state import Ended
from engine_lite.game import Game
from engine_lite.placement import parse_play
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tiles import Tile
from host.settlement import points_of

SECOND = 1_000_000_000


def over(rulebook: str, clocks_s: tuple[int, int] = (60, 60)) -> Course:
    """Anna has gone out with NA; Biel has A E T left, three tiles of one point each, and the bag is empty."""
    rules = RULEBOOKS[rulebook]
    racks = ((), tuple(Tile(face) for face in "AET"))
    course = Course.new(rules, racks=racks, bag=(), clocks_left_ns=tuple(left * SECOND for left in clocks_s))
    game = Game.new(rules)
    _, placement = parse_play("h7 NA", game.board, rules.tile_set)
    return concluded(replace(course, game=game.play(placement)), Ended.OUT)


@pytest.mark.parametrize(("rulebook", "expected"), [
    ("manacor", [(0, "end_bonus", 3, 1, "000 r20"), (1, "end_penalty", -3, -1, "000 r20")]),
    ("frs_english", [(0, "end_bonus", 6, 2, "003 L36")]),
])
def test_the_rack_of_the_other_side_counts_as_the_rulebook_says(rulebook, expected):
    """000 r20: added here and taken off there; 003 L36: twice its worth for who goes out."""
    shown = points_of(over(rulebook))
    assert [(each.seat, each.kind, each.points, each.times, each.rule) for each in shown] == expected
    assert {(each.rack, each.owner, each.worth) for each in shown} == {("A E T", 1, 3)}


def test_overtime_says_how_much_over():
    """000 r28d: ten points for each minute begun; four minutes are 40."""
    shown = points_of(over("manacor", (-240, 60)))[-1]
    assert (shown.kind, shown.seat, shown.points, shown.over_ms, shown.rule) == ("time", 0, -40, 240_000, "000 r28d")
