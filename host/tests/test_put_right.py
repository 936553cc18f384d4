"""What a correction puts on the board must come to lie there: it is asked for, and taken when it does."""

import pytest

from engine_lite.notation import parse_square
from host.adapters.web.asks import ruling_of
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


def missing(table, name="missing"):
    return {square for prompt in table.app.view().prompts if prompt.name == name for square in prompt.squares}


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


def said(table):
    """The sentences of what hands must put right; there is no board at all in these tests, which is said too."""
    return [prompt.sentence for prompt in table.app.view().prompts if prompt.name != "unplugged"]


@pytest.fixture
def quina(tmp_path):
    """QUINA h5 has been played, and Biel has not laid anything."""
    table = Table(tmp_path, "fisc_classic")
    table.act(ANNA, "start")
    table.lay("QU I N A", "h5")
    table.press(0)
    yield table
    table.app.close()


def test_a_play_that_was_elsewhere_is_not_said_to_count_for_nothing(quina):
    """QUINA is moved to 8h: it counts, three of its tiles lie where nothing does, and three squares never had one."""
    assert quina.act(REFEREE, "correct", turn=1, play="8h QUINA") == ""
    assert quina.app.table.game.totals == (22, 0)
    assert said(quina) == [
        "After a correction nothing belongs on h5, h6, h7. Take the tiles off.",
        "After a correction the QU belongs on h8. Change the tile.",
        "After a correction the I belongs on i8. Lay it there.",
        "After a correction the N belongs on j8. Lay it there.",
        "After a correction the A belongs on k8. Lay it there.",
    ]
    assert awaited(quina).startswith("Tiles must come off the board.")


def test_a_play_that_is_withdrawn_is_still_said_to_count_for_nothing(quina):
    """By the referee; also when an earlier correction had it elsewhere."""
    withdrawn = ["The play does not count. Take the tiles off h5, h6, h7, h8."]
    assert quina.act(REFEREE, "withdraw", turn=1) == ""
    assert (said(quina), awaited(quina)) == (withdrawn, "The play does not count. Take its tiles off the board.")
    assert quina.act(REFEREE, "undo_correction", turn=1) == ""
    assert said(quina) == []


def test_a_blank_that_a_correction_wants_is_asked_for_as_one(quina):
    """An R behind QUINA was a blank and was never laid; then an E lies there."""
    assert quina.act(REFEREE, "correct", turn=1, play="h5 QUINAr") == ""
    assert said(quina) == ["After a correction a blank for R belongs on h9. Lay it there."]
    quina.lay("E", "h9")
    assert said(quina) == ["After a correction a blank for R belongs on h9. Change the tile."]


def awaited(table):
    """What is awaited, as the referee's page says it."""
    return ruling_of(table.app.view(), "en").now


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
    assert (missing(table), missing(table, "replaced")) == (set(QUINA) - {"h5"}, {"h5"})
    assert table.app.table.played == {}
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


# --- letters that have changed, or changed places ------------------------------------------------

SOL_DOWN = """rulebook fisc_classic
lexicon none
readers {readers}
rack A S O L E R T A
rack B T E R S E N C
start A
lay 8h S O L
press A
"""


@pytest.fixture
def failures(tmp_path):
    """What a script fails in that goes on after SOL_DOWN, by the readers of its table."""
    require_micropython()

    def of(readers, more):
        script = tmp_path / "script.txt"
        script.write_text(SOL_DOWN.format(readers=readers) + more, encoding="utf-8")
        return rehearse(script, "sensors").failures

    return of


@pytest.mark.parametrize("readers", ["all", "no-racks", "no-bag", "pad"])
def test_a_tile_that_was_taken_for_another_one_stays_where_it_is(readers, failures):
    """Only people can see it; lifted and put back it is right again, and it is asked for by its new letter."""
    assert failures(readers, '''correct 1 "8h SOA"
expect quiet
lift j8
expect prompt missing j8
putback j8
expect quiet
draw A 3
expect bag 83
''') == []


@pytest.mark.parametrize("readers", ["all", "no-racks", "no-bag", "pad"])
def test_a_tile_of_the_right_letter_may_take_its_place(readers, failures):
    """The A comes from the rack, where the L goes: nobody has drawn, and nothing must go back."""
    assert failures(readers, '''correct 1 "8h SOA"
replace A j8 A
wait 3
expect quiet
expect bag 86
draw A 3
expect bag 83
expect quiet
''') == []


@pytest.mark.parametrize("readers", ["all", "no-racks", "no-bag"])
def test_letters_that_have_changed_places_are_asked_for_and_taken(readers, failures):
    assert failures(readers, '''correct 1 "8h LOS"
expect prompt replaced h8
expect prompt replaced j8
swap h8 j8
expect quiet
draw A 3
expect bag 83
''') == []


def test_what_was_claimed_for_each_other_is_mistaken_and_laid_anew_is_right_too(failures):
    """At a table with a pad nothing but a claim tells which tile is which: the referee's word goes before."""
    assert failures("pad", '''correct 1 "8h LOS"
expect quiet
swap h8 j8
wait 3
expect quiet
''') == []


@pytest.mark.parametrize("readers", ["all", "no-racks", "no-bag", "pad"])
def test_a_word_that_goes_the_other_way_is_laid_from_the_rack(readers, failures):
    """Its tiles are taken up first: on the rack they are neither drawn nor too many, and the next draw is as ever."""
    assert failures(readers, '''draw A 3
correct 1 "h8 SOL"
remove
expect prompt missing h9
expect bag 83
lay-as A h9 O L
wait 3
expect quiet
expect bag 83
lay 8i E
press B
draw B 1
expect bag 82
expect quiet
''') == []


def test_a_tile_of_which_there_is_one_is_no_unknown_one_when_it_is_taken_up_to_be_laid_anew(tmp_path):
    """ZO is (8 + 1) x 2 = 18; B's press is held until its Z is laid anew, and the bag has none meanwhile."""
    require_micropython()
    script = tmp_path / "script.txt"
    script.write_text('''rulebook fisc_classic
lexicon none
rack A Z O L E R T A
rack B T E R S E N C
start A
lay 8h Z O
press A
correct 1 "8g ZO"
remove
lay h9 T E
press B
expect refused disturbed g8 h8
lift h8
expect prompt missing g8
expect prompt missing h8
lay-as A 8g Z O
wait 3
expect quiet
expect bag 86
press B
expect turn A
draw A 2
expect bag 84
''', encoding="utf-8")
    outcome = rehearse(script, "sensors")
    assert outcome.failures == []
    assert not outcome.table.refused_tags


FARMS = """rulebook fisc_classic
lexicon none
readers {readers}
rack A F A R M E S T
rack B I R O N D E L
{bag}start A
lay h8 F A R M
press A
accept-play B
correct 1 "h8 FARMS"
lay-as A h12 S
"""
ALL_READERS = ["all", "no-bag", "no-racks", "none", "pad"]


@pytest.mark.parametrize("readers", ALL_READERS)
@pytest.mark.parametrize(("more", "bag"), [
    # B has laid six of its seven, and plays on; TE down from 9i goes out, with 8 points for B's seven tiles.
    ("pass B\nlay 9i T\npress A\nlay 12i I R O N D E\npress B\nexpect phase playing\naccept-play A\nexpect turn A\n",
     "bag-left 0\n"),
    ("pass B\nlay 9i T E\npress A\nexpect phase settling\naccept-play B\nexpect ended out\nexpect final A 32 B -8\n",
     "bag-left 0\n"),
    # A owes five: 100 - 14 - 5 = 81 are left.
    ("draw A 5\nexpect bag 81\nexpect quiet\n", ""),
])
def test_what_a_correction_adds_to_a_play_comes_from_its_sides_rack(readers, more, bag, sensed):
    """FARMS has the S that A lays for it: A has two tiles then, whoever reads its rack, and B has its seven."""
    assert sensed(FARMS.format(readers=readers, bag=bag) + more) == []


@pytest.mark.parametrize("readers", ["all", "no-bag"])
def test_no_tile_has_been_taken_for_one_that_stands_on_a_rack(readers, sensed):
    """The set has one Z, and A's loop reads it: it must be laid, and the A comes to the rack. 100 - 14 - 4 = 82."""
    assert sensed(f"""rulebook fisc_classic
lexicon none
readers {readers}
rack A F A R M E S Z
rack B I R O N D E S
start A
lay h8 F A R M
press A
accept-play B
draw A 4
pass B
correct 1 "h8 FZRM"
expect prompt replaced h9
expect bag 82
lift h9
lay-as A h9 Z
wait 3
expect quiet
expect bag 82
lay 8i E
press A
draw A 1
expect bag 81
expect quiet
""") == []


@pytest.mark.parametrize("readers", ALL_READERS)
def test_a_tile_may_be_laid_before_the_correction_that_wants_it_there(readers, sensed):
    """TOR for TO: the R that B has laid in A's turn is no play of A's. 100 - 14 - 3 - 3 = 80 in the bag."""
    assert sensed(f"""rulebook manacor
lexicon none
readers {readers}
rack A M A R E S T I
rack B T O R S E N C
bag L A E I O S N R T
start A
lay h8 M A R
draw A 3
press A
lay i8 T O
draw B 2
press B
lay-as B i10 R
correct 2 "i8 TOR"
wait 8
expect quiet
expect turn A
draw B 1
expect bag 80
lay g9 E
draw A 1
press A
expect turn B
""") == []
