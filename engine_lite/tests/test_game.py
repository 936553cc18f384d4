"""A game as the score sheet tells it: plays, passes, withdrawn plays, totals and whose turn it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_lite.board import Board
from engine_lite.game import Adjustment, AdjustmentKind, Game, NothingToWithdraw, TurnKind
from engine_lite.placement import IllegalPlay, Placement, Reason, parse_play
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tests.strategies import placements_on

FISC_CLASSIC = RULEBOOKS["fisc_classic"]


def played(game: Game, text: str) -> Game:
    return game.play(parse_play(text, game.board, FISC_CLASSIC.tile_set)[1])


def test_two_plays_of_document_002_and_a_pass() -> None:
    """QUINA 22, then SESAM 24, then nothing."""
    game = played(played(Game.new(FISC_CLASSIC), "h5 QUINA"), "i4 SESAM").passed()
    assert (game.totals, game.on_turn, len(game.board)) == ((22, 24), 1, 9)
    assert [(turn.number, turn.seat, turn.kind, turn.points, turn.total_after) for turn in game.turns] == [
        (1, 0, TurnKind.PLAY, 22, 22),
        (2, 1, TurnKind.PLAY, 24, 24),
        (3, 0, TurnKind.PASS, 0, 22),
    ]
    assert [str(turn.start) for turn in game.turns] == ["h5", "i4", "None"]


def test_a_withdrawn_play_stays_on_the_sheet_and_leaves_the_board() -> None:
    """0 points, the turn over, the board as before (000 r23, 001 B6, 002); what was laid can still be shown."""
    before = played(Game.new(FISC_CLASSIC), "h5 QUINA")
    game = played(before, "i4 SESAM").withdraw()
    assert (game.board, game.totals, game.on_turn) == (before.board, (22, 0), 0)
    last = game.turns[-1]
    assert (last.kind, last.seat, last.points, last.total_after) == (TurnKind.WITHDRAWN, 1, 0, 0)
    assert (last.score.total, len(last.placement), str(last.start)) == (24, 5, "i4")
    assert played(game, "i4 SESAM").totals == (22 + 24, 0)


def test_a_withdrawn_opening_leaves_an_empty_board_to_open_again() -> None:
    """The next play is an opening: it must cover the centre."""
    game = played(Game.new(FISC_CLASSIC), "h5 QUINA").withdraw()
    with pytest.raises(IllegalPlay) as refusal:
        played(game, "i4 SESAM")
    assert [defect.reason for defect in refusal.value.defects] == [Reason.OFF_CENTRE]


def test_only_a_play_can_be_withdrawn_and_only_once() -> None:
    """A pass, a withdrawn play and a game without turns have nothing to take back."""
    opened = played(Game.new(FISC_CLASSIC), "h5 QUINA")
    for game in (Game.new(FISC_CLASSIC), opened.passed(), opened.withdraw()):
        with pytest.raises(NothingToWithdraw, match="nothing to take back"):
            game.withdraw()


def test_a_refused_play_says_everything_and_changes_nothing() -> None:
    """A game is a value; the error carries the defects."""
    game = Game.new(FISC_CLASSIC)
    with pytest.raises(IllegalPlay, match="off_centre, too_few") as refusal:
        game.play(Placement(((0, FISC_CLASSIC.tile_set.tiles("A")[0]),)))
    assert [defect.rule for defect in refusal.value.defects] == ["002 La primera jugada", "001 B3, for 002 is silent"]
    assert game == Game.new(FISC_CLASSIC)


def test_a_game_taken_up_in_the_middle() -> None:
    """With the board and the totals of a sheet, and anyone on turn."""
    board = Board.from_rows("15/15/15/15/15/15/15/4[QU]INA7/15/15/15/15/15/15/15", FISC_CLASSIC.tile_set)
    game = played(Game.new(FISC_CLASSIC, 2, board, (296, 280), on_turn=1), "4d FEINES")
    assert (game.totals, game.on_turn, game.turns[0].number) == ((296, 313), 0, 1)


@pytest.mark.parametrize(
    ("seats", "totals", "on_turn"),
    [(2, (1,), 0), (2, (1, 2, 3), 0), (2, (), 2), (1, (), -1), (0, (), None), (5, (), 0)],
)
def test_totals_and_turn_must_fit_the_seats(seats: int, totals: tuple[int, ...], on_turn: int) -> None:
    """Said at once, not turns later."""
    with pytest.raises(ValueError, match="seat"):
        Game.new(FISC_CLASSIC, seats, Board(), totals, on_turn)


def test_nobody_on_turn_plays_nothing() -> None:
    """Before the start and after the end."""
    game = Game.new(FISC_CLASSIC, on_turn=None)
    for act in (game.passed, lambda: played(game, "h5 QUINA")):
        with pytest.raises(IllegalPlay) as refusal:
            act()
        assert [defect.reason for defect in refusal.value.defects] == [Reason.WRONG_PHASE]


def test_an_exchange_costs_the_turn_and_says_what_is_known() -> None:
    """Letters or only their number, never both at odds (000 r16, 001 B12, 002, 003 L23)."""
    ana = FISC_CLASSIC.tile_set.tiles("AN[NY]")
    game = Game.new(FISC_CLASSIC).exchanged(3, ana).exchanged(2)
    assert [(turn.kind, turn.exchanged, turn.tiles, turn.points) for turn in game.turns] == [
        (TurnKind.EXCHANGE, 3, ana, 0),
        (TurnKind.EXCHANGE, 2, (), 0),
    ]
    assert (game.on_turn, game.totals) == (0, (0, 0))
    for count, tiles in ((0, ()), (2, ana)):
        with pytest.raises(ValueError, match="tiles exchanged"):
            game.exchanged(count, tiles)


def test_points_beside_the_turns_are_in_the_totals() -> None:
    """A lost challenge, overtime, racks at the end: kept with the turn after which they came, below zero too."""
    game = played(Game.new(FISC_CLASSIC, 3), "h5 QUINA")
    game = game.adjusted(Adjustment(AdjustmentKind.BONUS, 0, 5)).adjusted(Adjustment(AdjustmentKind.PENALTY, 1, -10))
    rack = FISC_CLASSIC.tile_set.tiles("NY")
    game = game.passed().adjusted(Adjustment(AdjustmentKind.END_PENALTY, 2, -10, rack))
    assert (game.totals, game.on_turn) == ((27, -10, -10), 2)
    assert [(each.points, each.after_turn) for each in game.adjustments] == [(5, 1), (-10, 1), (-10, 2)]
    with pytest.raises(ValueError, match="seat 3"):
        game.adjusted(Adjustment(AdjustmentKind.TIME, 3, -10))


def test_a_waived_reason_lets_a_play_stand_and_no_other_does() -> None:
    """A record may never have named its blank; it counts 0 all the same, and its place must still be right."""
    with_blank = Placement(((112, FISC_CLASSIC.tile_set.tiles("A")[0]), (113, FISC_CLASSIC.tile_set.tiles("?")[0])))
    game = Game.new(FISC_CLASSIC)
    with pytest.raises(IllegalPlay, match="blank_undeclared"):
        game.play(with_blank)
    assert game.play(with_blank, waived=[Reason.BLANK_UNDECLARED]).totals == (2, 0)
    with pytest.raises(IllegalPlay, match="off_centre"):
        game.play(Placement(with_blank.tiles[1:]), waived=[Reason.BLANK_UNDECLARED])


@given(st.data(), st.integers(1, 4))
def test_totals_are_the_sum_of_the_points_and_the_board_of_what_stands(data: st.DataObject, seats: int) -> None:
    """Whatever is played, passed and withdrawn, by one to four seats."""
    game = Game.new(FISC_CLASSIC, seats)
    for _ in range(data.draw(st.integers(0, 6))):
        act = data.draw(st.sampled_from(["play", "pass", "withdraw"]))
        if act == "play":
            placement = data.draw(placements_on(game.board))
            game = game.play(placement) if len(placement) else game.passed()
        elif act == "withdraw" and game.turns and game.turns[-1].kind is TurnKind.PLAY:
            game = game.withdraw()
        else:
            game = game.passed()
    standing = [turn.placement for turn in game.turns if turn.kind is TurnKind.PLAY]
    assert list(game.board) == sorted(tile for placement in standing for tile in placement.tiles)
    for seat in range(seats):
        turns = [turn for turn in game.turns if turn.seat == seat]
        assert game.totals[seat] == sum(turn.points for turn in turns)
        assert game.totals[seat] == (turns[-1].total_after if turns else 0)
    assert game.on_turn == len(game.turns) % seats
