"""What a correction puts on the board must come to lie there: it is asked for, and taken when it does."""

import pytest

from engine_lite.notation import parse_square
from host.core.events import HallChanged, TagsRead
from host.core.prompts import prompts
from host.rehearsal.outcome import rehearse
from host.tests.board_line import require_micropython
from host.tests.test_desk import ANNA, BIEL, REFEREE, Table

QUINA = ("h5", "h6", "h7", "h8")


def lift(table, *squares):
    for square in squares:
        table.app.happened(HallChanged(table.now_ns, parse_square(square), False))
        table.app.happened(TagsRead(table.now_ns, parse_square(square), ()))


def missing(table):
    return {square for prompt in table.app.view().prompts if prompt.name == "missing" for square in prompt.squares}


def test_a_reinstated_play_is_asked_for_and_laid_again(tmp_path):
    """QUINA h5 is 22; it fell, its squares were emptied, and the referee has brought it back."""
    table = Table(tmp_path, "fisc_classic")
    table.act(ANNA, "start")
    table.lay("QU I N A", "h5")
    table.press(0)
    assert table.act(BIEL, "challenge", words=("QUINA",)) == ""
    assert table.act(REFEREE, "verdict_no") == ""
    lift(table, *QUINA)
    assert table.act(REFEREE, "reinstate", turn=1) == ""
    assert (missing(table), table.app.table.game.totals) == (set(QUINA), (22, 0))
    table.lay("QU I", "h5")
    assert missing(table) == {"h7", "h8"}
    table.lay("N A", "h7")
    assert table.prompts() == {"unplugged"}  # there is no board at all in this test
    assert sorted(table.app.table.played) == [parse_square(square) for square in QUINA]
    table.app.close()


def test_a_tile_with_another_letter_is_not_taken_for_one_of_a_reinstated_play(tmp_path):
    """Of QUINA h5, withdrawn, only the A is on the board again, where the QU was, when the play is brought back."""
    table = Table(tmp_path, "fisc_classic")
    table.act(ANNA, "start")
    table.lay("QU I N A", "h5")
    a = table.app.table.laid_tags[parse_square("h8")]
    table.press(0)
    table.act(BIEL, "challenge", words=("QUINA",))
    table.act(REFEREE, "verdict_no")
    lift(table, *QUINA)
    table.app.happened(HallChanged(table.now_ns, parse_square("h5"), True))
    table.app.happened(TagsRead(table.now_ns, parse_square("h5"), (a,)))
    assert table.act(REFEREE, "reinstate", turn=1) == ""
    assert (missing(table), table.app.table.played) == (set(QUINA), {})
    table.app.close()


def test_a_tile_that_a_correction_adds_is_asked_for_and_taken(tmp_path):
    """SOLE is (1 + 1 + 1 + 1) x 2 = 8; its E was never laid, and the side that lays it is not on turn."""
    require_micropython()
    script = tmp_path / "script.txt"
    script.write_text('''rulebook fisc_classic
lexicon none
rack A S O L E R T I
rack B T O A S E N C
start A
lay h8 S O L
press A
draw A 3
accept-play B
correct 1 "h8 SOLE"
expect total A 8 B 0
expect prompt missing h11
lay-as A h11 E
wait 5
expect quiet
expect turn B
''', encoding="utf-8")
    assert rehearse(script, "sensors").failures == []


@pytest.mark.parametrize("readers", ["all", "no-racks", "no-bag"])
def test_the_tiles_of_a_reinstated_play_come_from_the_mover_and_go_to_the_board(readers, tmp_path):
    """They are on the rack when the referee brings the play back, and the bag has lost none of its tiles.

    SOL is (1 + 1 + 1) x 2 = 6; 100 tiles without two racks are 86, and 83 when three are drawn.
    """
    require_micropython()
    script = tmp_path / "script.txt"
    script.write_text(f'''rulebook fisc_classic
lexicon none
readers {readers}
rack A S O L E R T I
rack B T O A S E N C
start A
lay h8 S O L
press A
challenge B
verdict no
remove
reinstate 1
expect total A 6 B 0
expect prompt missing h10
expect bag 86
lay-as A h8 S O L
wait 4
expect turn B
expect quiet
draw A 3
expect quiet
expect bag 83
''', encoding="utf-8")
    assert rehearse(script, "sensors").failures == []


def test_tiles_on_a_rack_that_a_correction_wants_on_the_board_are_not_asked_for_in_the_bag(tmp_path):
    require_micropython()
    script = tmp_path / "script.txt"
    script.write_text('''rulebook fisc_classic
lexicon none
rack A S O L E R T I
rack B T O A S E N C
start A
lay h8 S O L
press A
challenge B
verdict no
remove
reinstate 1
lay-as A h8 S O
wait 4
''', encoding="utf-8")
    table = rehearse(script, "sensors").table
    assert [(each.name, each.squares) for each in prompts(table)] == [("missing", (parse_square("h10"),))]
