"""While the board does not show a correction, no turn ends over it; putting it right is enough, and so is agreeing.

SOL from the centre: (1 + 1 + 1) x 2 = 6; with an E it is 8. ES below the S: 1 + 1 + 1 = 3, and 1 + 1 + 1 in SES.
"""

import pytest

from host.core import events
from host.core.prompts import prompts
from host.rehearsal.outcome import rehearse
from host.tests.board_line import require_micropython
from host.tests.test_core_refused import Played
from host.tests.test_desk import ANNA, REFEREE, Table

PLAYED = """rulebook fisc_classic
lexicon none
rack A S O L E R T I
rack B T O A E S N C
start A
lay h8 S O L
press A
draw A 3
accept-play B
"""


@pytest.fixture(params=["engine", "sensors"])
def failures(request, tmp_path):
    """What a script that goes on after PLAYED failed in."""
    if request.param == "sensors":
        require_micropython()

    def of(more, before=PLAYED):
        script = tmp_path / "script.txt"
        if request.param == "engine":  # the rules alone do not see whose hand lays what a correction wants
            more = more.replace("lay-as A", "lay")
        script.write_text(before + more, encoding="utf-8")
        return rehearse(script, request.param).failures

    return of


def test_a_press_waits_for_the_tile_that_a_correction_adds(failures):
    """Two below the S, S E S, is (1 + 1 + 1) = 3: 004 j8 and the like are no premiums of it."""
    assert failures('''correct 1 "h8 SOLE"
lay 8i E
press B
expect refused disturbed h11
expect turn B
expect total A 8 B 0
lay-as A h11 E
wait 5
expect quiet
press B
expect turn A
''') == []


@pytest.mark.parametrize("turn", ["pass B", "exchange B T O"])
def test_a_turn_without_a_play_waits_for_it_too(turn, failures):
    assert failures(f'''correct 1 "h8 SOLE"
{turn}
expect refused disturbed h11
expect turn B
lay-as A h11 E
wait 5
{turn}
expect turn A
''') == []


def test_every_square_of_a_reinstated_play_is_named(failures):
    assert failures('''withdraw 1
remove
reinstate 1
pass B
expect refused disturbed h8 h9 h10
undo-correction 2
pass B
expect turn A
''', PLAYED.replace("draw A 3\n", "")) == []


def test_a_correction_that_is_taken_back_holds_nobody_up(failures):
    """The E is nowhere to be found, and all agree to leave the play as it was."""
    assert failures('''expect bag 83
correct 1 "h8 SOLE"
expect bag 82
lay 8i E
press B
expect refused disturbed h11
undo-correction 1
expect quiet
expect bag 83
press B
expect turn A
''') == []


def test_a_correction_taken_back_before_the_draw_leaves_the_bag_as_it_was(failures):
    """The E was never laid: it is neither on the rack nor owed to the bag, and three are drawn as ever."""
    assert failures('''correct 1 "h8 SOLE"
expect bag 85
undo-correction 1
expect bag 86
draw A 3
expect bag 83
expect quiet
''', PLAYED.replace("draw A 3\naccept-play B\n", "")) == []


def test_a_tile_that_was_laid_for_a_correction_is_its_sides_again_when_that_is_taken_back(failures):
    """It was on the rack, which is full with it: nothing is drawn and nothing goes back."""
    assert failures('''correct 1 "h8 SOLE"
lay-as A h11 E
wait 5
undo-correction 1
remove
wait 3
expect quiet
expect bag 83
''') == []


def test_the_game_can_be_corrected_and_called_off_meanwhile(failures):
    assert failures('''correct 1 "h8 SOLE"
expect prompt missing h11
correct 1 "h8 SOLT"
expect prompt missing h11
resign B
expect ended resigned
''') == []


def test_letters_that_have_changed_places_are_named_both(tmp_path):
    require_micropython()
    script = tmp_path / "script.txt"
    script.write_text(PLAYED + '''correct 1 "h8 LOS"
expect phase disturbed
pass B
expect refused disturbed h8 h10
swap h8 h10
expect phase playing
pass B
expect turn A
''', encoding="utf-8")
    assert rehearse(script, "sensors").failures == []


def test_an_agreed_score_wants_nothing_on_the_board(tmp_path):
    """The points alone are put right, though the letters are still disputed: play goes on at once."""
    table = Table(tmp_path, "fisc_classic")
    table.act(ANNA, "start")
    table.lay("S O L", "h8")
    table.press(0)
    assert table.act(REFEREE, "correct", turn=1, play="h8 SOLE") == ""
    table.lay("A", "i8")
    table.press(1)
    assert [(each.name, each.squares) for each in table.app.view().prompts if each.name == "disturbed"] == [
        ("disturbed", ("h11",))]
    assert table.act(REFEREE, "undo_correction", turn=1) == ""
    assert table.act(REFEREE, "correct", turn=1, points=8) == ""
    table.press(1)
    assert (table.app.table.game.totals, table.app.table.game.on_turn) == ((8, 2), 0)
    table.app.close()


@pytest.mark.parametrize("readers", [(), ("racks",), ("bag",), ("bag", "racks")])
def test_a_tile_that_no_sensor_tells_of_is_named_by_hand(readers):
    """The square of an earlier play is dead: its side is not on turn, and the tile is its own all the same."""
    game = Played(readers=readers)
    hands = game.hands
    hands.play(3, drawing=False)
    squares = sorted(game.table.played)
    tags = dict(game.table.played)
    game.take(events.Corrected(game.table.at_ns, 1, "withdrawn"))
    hands.clear()
    game.take(events.Corrected(game.table.at_ns, 1, "reinstated"))
    for square in squares[:-1]:
        hands.put(square, tags[square])
    if "racks" in readers:  # on the rack they were read, but for the one that stands on a dead square now
        hands.read(0, [tag for tag in hands.rack_tags(0) if tag not in tags.values()])
    dead = squares[-1]
    game.says(events.Passed, 1)
    assert game.why == ["disturbed"]
    game.take(events.TileNamed(game.table.at_ns, dead, game.table.tiles[tags[dead]]))
    assert game.why == []
    assert [each for each in prompts(game.table) if dead in each.squares] == []
    game.says(events.Passed, 1)
    assert game.table.game.on_turn == 0
