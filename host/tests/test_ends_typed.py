"""Games of which people say how they ended and what that costs: who has won is told by the totals as they are now."""

import pytest

from engine_lite.course_state import Phase
from host.core.events import Accepted, Corrected, CorrectionUndone, EndRack, EndTyped, PointsGiven
from host.core.table import step
from host.tests.kept_games import KeptGame
from host.view import public_view

AT = 100_000_000_000  # ns


@pytest.fixture
def game(tmp_path):
    """Anna has 22 points, Biel 1; people have said that it is over, and both accept that."""
    with KeptGame(tmp_path / "g.journal", "manacor") as found:
        found.play("h5 QUINA")
        found.play("8h Any")
        for event in (EndTyped(AT, "no_play"), Accepted(0, at_ns=AT), Accepted(1, at_ns=AT)):
            found.tell(event)
        assert (found.table.phase, shown(found)) == (Phase.AGREED, (22, 1, 0))
        yield found


def shown(game):
    view = public_view(game.table, AT, "en")
    return (*(seat.total for seat in view.seats), view.winner)


@pytest.mark.parametrize(("event", "totals", "winner"), [
    (PointsGiven(AT, 1, "bonus", 30), (22, 31), 1),
    (PointsGiven(AT, 0, "time", -21), (1, 1), None),
    (EndRack(AT, 0, "QUINA?NYL·L", -1), (22 - 31, 1), 1),
    (Corrected(AT, 1, "withdrawn"), (0, 0), None),  # of A and a blank NY the blank alone is left
])  # fmt: skip
def test_points_after_the_end_tell_another_winner_and_the_result_is_accepted_anew(game, event, totals, winner):
    game.tell(event)
    assert shown(game) == (*totals, winner)
    assert (game.table.phase, game.table.course.agreed) == (Phase.OVER, frozenset())


def test_points_that_are_undone_leave_the_winner_that_was(game):
    game.tell(PointsGiven(AT, 1, "bonus", 30))
    game.tell(CorrectionUndone(AT, 1))
    assert shown(game) == (22, 1, 0)


def test_a_refusal_after_the_end_takes_back_nothing(game):
    after, _ = step(game.table, PointsGiven(AT, 1, "end_bonus", 30))
    assert after.refusal is not None
    assert (after.phase, after.course.winner) == (Phase.AGREED, 0)
