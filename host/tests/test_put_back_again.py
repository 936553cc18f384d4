"""A tile of a withdrawn play that stands on the board again must leave it again, whichever turn's play it was.

SOL from the centre is (1 + 1 + 1) x 2 = 6; OT below its O and T, REN further down, are no matter here.
"""

import pytest

from engine_lite.notation import parse_square
from host.rehearsal.outcome import rehearse
from host.tests.board_line import require_micropython

PLAYED = """rulebook fisc_classic
lexicon none
readers {readers}
rack A S O L E R T A
rack B T E R S E N C
start A
lay h8 S O L
press A
draw A 3
lay 8i E
press B
draw B 1
"""
READERS = ["all", "no-racks", "no-bag", "pad"]


@pytest.fixture
def outcome(tmp_path):
    """What a script comes to that goes on after PLAYED, by the readers of its table."""
    require_micropython()

    def of(readers, more):
        script = tmp_path / "script.txt"
        script.write_text(PLAYED.format(readers=readers) + more, encoding="utf-8")
        return rehearse(script, "sensors")

    return of


@pytest.mark.parametrize("readers", READERS)
def test_a_tile_of_an_earlier_play_is_asked_for_again(readers, outcome):
    """The first play is withdrawn after the second: it is no longer the last turn's, and its side is on turn."""
    found = outcome(readers, """withdraw 1
expect prompt remove h8 h9 h10
lift h9
expect prompt remove h8 h10
putback h9
expect prompt remove h8 h9 h10
press A
expect refused not_removed h8 h9 h10
""")
    assert found.failures == []
    square = parse_square("h9")
    assert (found.table.laid_by[square], found.table.recalled[square]) == (0, found.table.sensed.tag_at(square))


@pytest.mark.parametrize("readers", READERS)
def test_a_tile_of_an_earlier_play_that_is_put_elsewhere_is_asked_for(readers, outcome):
    found = outcome(readers, """withdraw 1
move h9 k4
expect prompt remove h8 h10 k4
lift k4
expect prompt remove h8 h10
""")
    assert found.failures == []


@pytest.mark.parametrize("readers", READERS)
def test_a_tile_of_one_of_two_withdrawn_plays_is_asked_for_again(readers, outcome):
    """The second play's tile has been cleared, and comes back while the first play's still lie there."""
    found = outcome(readers, """withdraw 2
lift i8
withdraw 1
putback i8
expect prompt remove h8 h9 h10 i8
lift i8
expect prompt remove h8 h9 h10
""")
    assert found.failures == []
    assert set(found.table.removing) == {parse_square(name) for name in ("h8", "h9", "h10")}


@pytest.mark.parametrize("readers", READERS)
def test_tiles_that_were_put_back_and_left_again_are_their_own_sides(readers, outcome):
    """Not of the side that played last: on a rack again, they are neither drawn nor another side's."""
    found = outcome(readers, """withdraw 1
lift h9
putback h9
remove
expect prompt overdraw
""")
    assert found.failures == []
    laid = [tag for tag, face in found.table.tiles.items() if face in "SOL" and found.table.ledger.held.get(tag) == 0]
    assert len(laid) >= 3


@pytest.mark.parametrize("readers", READERS)
def test_another_letter_on_a_square_of_a_withdrawn_play_is_no_tile_of_it(readers, outcome):
    """The N is not taken for the E that stood there; where loops and ring tell whose it is, it is asked for too."""
    whole = "expect prompt remove h8 h9 h10 i8" if readers == "all" else ""
    found = outcome(readers, f"""withdraw 2
lift i8
withdraw 1
lay-as B i8 N
{whole}
""")
    assert found.failures == []
    assert parse_square("i8") not in found.table.removing


@pytest.mark.parametrize("readers", READERS)
def test_a_tile_that_a_correction_takes_off_is_asked_for_again(readers, outcome):
    """SOL was SO for one tile, say; with the S another one stays to be cleared."""
    found = outcome(readers, """correct 1 "h8 S"
lift h9
expect prompt remove h10
putback h9
expect prompt remove h9 h10
""")
    assert found.failures == []
