"""The power goes in mid game, again and again: what was synced is there, nothing is doubled, the clocks come back.

The disk forgets what was not synced and tears its last write; every second time the boards lose their power too. All
readers are in the chain, and every procedure of a game is in what is played.
"""

import pytest

from host.tests.course_players import CoursePlayers
from host.tests.dark import SECOND_NS, Toll, dark_game

CUTS = 30


@pytest.mark.parametrize("seed", [3, 7])
def test_thirty_power_cuts_lose_no_synced_turn_and_keep_both_clocks_within_a_second(seed):
    players, toll = CoursePlayers(), Toll()
    stage = dark_game(players, seed, CUTS, toll)
    assert toll.cuts >= CUTS
    assert (toll.lost, toll.doubled) == (0, 0)
    assert stage.table.game.totals == (431, 522)
    assert len(toll.clock_errors_ns) > CUTS / 2
    assert max(toll.clock_errors_ns) <= SECOND_NS
    assert toll.decided < CUTS / 5  # only what no order of writing explains is for the referee
