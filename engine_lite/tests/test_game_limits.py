"""A game at its limits: how many sides, which seats, exchanges of none and of one, what stays when a play goes."""

import re
from dataclasses import replace

import pytest

from engine_lite.game import Adjustment, AdjustmentKind, Game, TurnKind
from engine_lite.placement import Placement
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tiles import Tile

ENGLISH = RULEBOOKS["frs_english"]
A = Tile("A")


def opened(seats: int) -> Game:
    return Game.new(ENGLISH, seats).play(Placement(((112, A), (113, A))))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_turns_are_numbered_over_all_seats_and_go_round(seats: int) -> None:
    """1, 2, 3 ... whatever each turn is; the seat after the last is the first."""
    game = opened(seats).passed().exchanged(1).exchanged(2, (A, A)).passed()
    game = game.play(Placement(((114, A),)))
    assert [turn.number for turn in game.turns] == [1, 2, 3, 4, 5, 6]
    assert [turn.seat for turn in game.turns] == [number % seats for number in range(6)]
    assert game.on_turn == 6 % seats
    assert [turn.exchanged for turn in game.turns] == [0, 0, 1, 2, 0, 0]


def test_a_withdrawal_leaves_every_earlier_turn_on_the_sheet() -> None:
    """Only the last line changes, and keeps its number (001 B6: a dash and 0)."""
    before = opened(2).passed().exchanged(3).passed()  # the side that has points is on turn again
    game = before.play(Placement(((114, A),))).withdraw()
    assert game.turns[:-1] == before.turns
    assert (game.turns[-1].number, game.turns[-1].kind) == (5, TurnKind.WITHDRAWN)
    assert game.totals == before.totals
    assert before.totals[0] > 0


@pytest.mark.parametrize("count", [-1, 0])
def test_an_exchange_of_no_tile_is_none(count: int) -> None:
    """One is (000 r16: any number; 001 B12: 1 to 7)."""
    assert opened(2).exchanged(1).turns[-1].exchanged == 1
    with pytest.raises(ValueError, match=f"{count} tiles exchanged, 0 of them named"):
        opened(2).exchanged(count)


def test_tiles_named_are_all_of_them() -> None:
    """Neither more nor fewer."""
    for tiles in ((A,), (A, A, A)):
        with pytest.raises(ValueError, match=f"2 tiles exchanged, {len(tiles)} of them named"):
            opened(2).exchanged(2, tiles)


@pytest.mark.parametrize("seat", [-1, 2, 3])
def test_a_seat_that_nobody_sits_on_has_no_total(seat: int) -> None:
    """A negative number must not count from the end."""
    with pytest.raises(ValueError, match=re.escape(f"seat {seat} has no total to adjust; the seats are 0 to 1")):
        opened(2).adjusted(Adjustment(AdjustmentKind.TIME, seat, -10))
    with pytest.raises(ValueError, match=re.escape(f"seat {seat} cannot be on turn; the seats are 0 to 1")):
        Game.new(ENGLISH, 2, on_turn=seat)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_points_go_to_their_seat_only(seat: int) -> None:
    """The first, one between and the last."""
    game = replace(opened(3), totals=(1, 10, 100)).adjusted(Adjustment(AdjustmentKind.BONUS, seat, 1000))
    assert game.totals == tuple(total + 1000 * (each == seat) for each, total in enumerate((1, 10, 100)))


@pytest.mark.parametrize("seats", [-1, 0, 5])
def test_a_game_has_one_to_four_sides(seats: int) -> None:
    """Racks at one board."""
    with pytest.raises(ValueError, match=f"{seats} seats; a game has 1 to 4"):
        Game.new(ENGLISH, seats)


@pytest.mark.parametrize(("totals", "said"), [((7,), "1 totals for 2 seats"), ((7, 8, 9), "3 totals for 2 seats")])
def test_a_total_for_each_seat(totals: tuple[int, ...], said: str) -> None:
    """As many as there are seats; none means 0 for each."""
    with pytest.raises(ValueError, match=said):
        Game.new(ENGLISH, 2, totals=totals)
    assert Game.new(ENGLISH, 4).totals == (0, 0, 0, 0)
    assert Game.new(ENGLISH, 2, totals=(7, 8)).totals == (7, 8)


def test_a_new_game_is_between_two_and_the_first_seat_begins() -> None:
    """What holds unless somebody says otherwise."""
    game = Game.new(ENGLISH)
    assert (game.seats, game.on_turn, game.totals, game.adjustments, game.turns) == (2, 0, (0, 0), (), ())


def test_an_adjustment_before_the_first_turn_comes_after_turn_0() -> None:
    """And it names no tiles unless a rack was settled."""
    penalty = Adjustment(AdjustmentKind.PENALTY, 1, -5)
    assert (penalty.tiles, penalty.after_turn) == ((), 0)
    assert Game.new(ENGLISH).adjusted(penalty).adjustments == (penalty,)
    assert opened(2).passed().adjusted(penalty).adjustments[0].after_turn == 2
