"""A correction after the end: an end that the turns do not bring any more is none, on the rules alone and at a table.

The game stands then in a pause, which is told, and nothing of the end is settled or can be accepted. TRAIN from the
centre is (1 + 1 + 1 + 1 + 1) x 2 = 10; SOL there is (1 + 1 + 1) x 2 = 6.
"""

import pytest

from host.rehearsal.outcome import rehearse
from host.tests.board_line import require_micropython

FAILED = "lay h6 T R A I N\npress A\nchallenge B\nverdict no\n"
THREE_STRIKES = f"""rulebook frs_english
lexicon none
rack A T R A I N S E
rack B O E E N S T D
start A
{FAILED}remove
pass B
{FAILED}remove
exchange B E E
{FAILED}expect ended three_strikes
expect winner B
"""
OUT = """rulebook fisc_classic
lexicon none
bag-left 0
rack A S O L
rack B T E R
start A
lay h8 S O L
press A
accept-play B
expect ended out
expect final A 9 B -3
"""
TWO_PASSES = """rulebook frs_english
lexicon none
rack A T R A I N S E
rack B O E E N S T D
bag I I A A O
start A
lay h6 T R A I N
press A
accept-play B
draw A 5
pass B
pass A
expect ended two_passes
"""
RESIGNED = """rulebook fisc_classic
lexicon none
rack A QU I N A E S T
rack B S E S A M T O
start A
lay h5 QU I N A
press A
"""
TOLD = "expect phase paused\nexpect prompt no_longer_fits\naccept A\nexpect refused wrong_phase\n"


def test_a_play_reinstated_after_three_strikes_leaves_two(both_ways):
    assert both_ways(THREE_STRIKES + "reinstate 5\nexpect total A 10 B 0\n" + TOLD) == []


def test_a_side_that_has_its_tiles_again_is_not_out(both_ways):
    """Its bonus and the other rack's cost are gone; what is withdrawn leaves the board, and the game goes on."""
    assert both_ways(OUT + "withdraw 1\nexpect total A 0 B 0\n" + TOLD + "expect prompt remove h8 h9 h10\n"
                    "resume\nremove\nexpect turn B\nexpect quiet\npass B\nlay h8 S O L\npress A\naccept-play B\n"
                    "expect ended out\nexpect final A 9 B -3\n") == []


def test_a_side_goes_on_when_the_withdrawn_tiles_were_taken_off_in_the_pause(both_ways):
    assert both_ways(OUT + "withdraw 1\nremove\nresume\nexpect turn B\nexpect quiet\n") == []


def test_a_correction_that_is_undone_brings_the_end_back(both_ways):
    assert both_ways(OUT + "withdraw 1\nundo-correction 1\nexpect ended out\nexpect final A 9 B -3\nexpect quiet\n"
                    "accept A\naccept B\nexpect phase agreed\n") == []
    more = "reinstate 5\nundo-correction 1\nexpect ended three_strikes\nexpect winner B\n"
    assert both_ways(THREE_STRIKES + more) == []


@pytest.mark.parametrize("meanwhile", ["", "remove\npass B\n"])
def test_who_has_gone_out_is_out_when_the_correction_is_undone_though_play_has_gone_on(meanwhile, both_ways):
    """Its rack is empty, and so is the bag: no turn is left to it."""
    more = f"withdraw 1\nresume\n{meanwhile}undo-correction 1\nexpect ended out\nexpect final A 9 B -3\n"
    assert both_ways(OUT + more) == []


def test_an_earlier_play_that_goes_out_as_it_is_corrected_ends_the_game(both_ways):
    """SARTS is 1 + 1 + 1 + 1 + 2 = 6, for l8 doubles its letter; A is left with E R I N, 4 points."""
    more = ('correct 2 "8h SARTS"\nexpect ended out\nexpect final A 2 B 10\n'
            "undo-correction 1\nexpect phase paused\nresume\nexpect turn B\nexpect total A 6 B 3\n")
    assert both_ways("""rulebook fisc_classic
lexicon none
rack A S O L E R I N
rack B A R T S
bag-left 0
start A
lay h8 S O L
press A
lay 8i A R
press B
pass A
""" + more) == []


def test_a_pass_that_was_a_play_ends_nothing(both_ways):
    """ROE down from the R of TRAIN: the two passes are not two any more, and its tiles do not lie there."""
    more = "expect prompt missing\nresume\nexpect turn B\n"
    assert both_ways(TWO_PASSES + 'correct 2 "7h ROE"\n' + TOLD + more) == []


def test_an_end_that_holds_is_settled_anew_and_stays(both_ways):
    """The withdrawn TRAIN leaves two passes what they were."""
    assert both_ways(TWO_PASSES + "withdraw 1\nexpect ended two_passes\n") == []


def test_what_was_drawn_for_a_play_withdrawn_after_the_end_is_paid_for_by_nobody(both_ways):
    """003 L50: A holds twelve, and five go back; S E T R A I N is 7 then, and O E E N S T D 8."""
    assert both_ways(TWO_PASSES + "withdraw 1\nexpect prompt overdraw\naccept A\nexpect refused overdrawn\n"
                    "take B FROM A 5 returns I I A A O\nexpect quiet\nexpect final A -7 B -8\naccept A\naccept B\n"
                    "expect phase agreed\n") == []


def test_a_correction_taken_back_after_the_end_leaves_no_surplus(both_ways):
    assert both_ways(TWO_PASSES + "withdraw 1\nexpect prompt overdraw\nundo-correction 1\nexpect quiet\n"
                    "expect final A 3 B -8\n") == []


def test_what_an_earlier_correction_withdrew_must_leave_the_board_once_the_game_goes_on(both_ways):
    """After the first correction the end still held, and nobody had to clear anything away."""
    assert both_ways(TWO_PASSES + 'withdraw 1\nexpect ended two_passes\ncorrect 3 "8f STAR"\n' + TOLD +
                    "expect prompt remove h6 h7 h9 h10\n") == []


def test_the_racks_are_not_asked_for_where_they_count_nothing(both_ways):
    assert both_ways(RESIGNED + "resign B\nwithdraw 1\nexpect quiet\naccept A\naccept B\nexpect phase agreed\n") == []


def test_withdrawn_tiles_are_on_the_rack_again_at_the_end(both_ways):
    """QUINA is 8 + 1 + 1 + 1 = 11 on the rack of A, with E, S and T 14; S E S A M T O is 8."""
    assert both_ways(RESIGNED + "no-play\nwithdraw 1\nexpect quiet\nexpect final A -14 B -8\naccept A\naccept B\n"
                    "expect phase agreed\n") == []


@pytest.mark.parametrize("readers", ["no-racks", "no-bag", "pad"])
def test_the_surplus_is_put_back_at_a_table_without_some_readers(readers, tmp_path):
    """What no loop tells of the racks is typed afterwards, and every tile is where it is said to be."""
    require_micropython()
    script = tmp_path / "script.txt"
    more = ("withdraw 1\nexpect prompt overdraw\naccept A\nexpect refused overdrawn\n"
            "take B FROM A 5 returns I I A A O\nexpect quiet\nexpect final A -7 B -8\naccept A\naccept B\n")
    script.write_text(f"readers {readers}\n" + TWO_PASSES + more, encoding="utf-8")
    assert rehearse(script, "sensors").failures == []


@pytest.mark.parametrize("readers", ["no-racks", "no-bag"])
def test_the_same_at_a_table_without_some_readers(readers, tmp_path):
    require_micropython()
    script = tmp_path / "script.txt"
    more = "no-play\nwithdraw 1\nexpect quiet\nexpect final A -14 B -8\naccept A\naccept B\nexpect phase agreed\n"
    script.write_text(f"readers {readers}\n" + RESIGNED + more, encoding="utf-8")
    assert rehearse(script, "sensors").failures == []


@pytest.mark.parametrize("play", ["h8 SOLE", "h8 SOR"])
def test_a_correction_after_the_end_that_is_undone_brings_end_and_settlement_back(play, both_ways):
    """The tile that it took from B's rack is B's again, so that A, who went out with SOL, has none left.

    B's T, E and R are worth 3: A has 6 + 3, B 0 - 3.
    """
    more = f'correct 1 "{play}"\nundo-correction 1\nexpect ended out\nexpect final A 9 B -3\nexpect quiet\n'
    assert both_ways(OUT + more + "accept A\naccept B\nexpect phase agreed\n") == []


def test_racks_that_people_have_told_are_settled_with_what_a_correction_brings_back(tmp_path):
    """A's seven cost 7 at the end, and 10 with SOL, though nobody has said yet which three go back."""
    require_micropython()
    script = tmp_path / "script.txt"
    script.write_text("""rulebook fisc_classic
lexicon none
readers none
rack A S O L E R T A
rack B T O A E S N R
bag A A A
start A
lay h8 S O L
press A
draw A 3
no-play
expect total A -1 B -7
withdraw 1
expect total A -10 B -7
expect prompt overdraw
take B FROM A 3 returns A A A
expect total A -7 B -7
expect quiet
""", encoding="utf-8")
    assert rehearse(script, "sensors").failures == []


def test_what_is_laid_while_the_last_play_can_be_challenged_counts_when_play_goes_on(both_ways):
    """B lays an E beside SOL, which then falls: nothing is said before, and the E is of B's turn."""
    assert both_ways(OUT.split("accept-play")[0] + "expect phase settling\nlay 8i E\nchallenge B\nverdict no\n"
                    "remove\nexpect turn B\nlift i8\nwait 4\npass B\nexpect turn A\n") == []


def test_racks_that_people_have_told_need_not_be_told_again_when_an_end_comes_back(tmp_path):
    """The correction was a mistake, and nobody has drawn meanwhile; A lays for it, and must clear that away."""
    require_micropython()
    script = tmp_path / "script.txt"
    script.write_text("""rulebook frs_romanian
lexicon none
readers none
rack A S O L E R T A
rack B T O A E S N R
start A
pass A
pass B
expect ended two_passes
expect total A -7 B -7
correct 1 "h8 SO"
expect phase paused
lay h8 S
undo-correction 1
expect ended two_passes
expect total A -7 B -7
""", encoding="utf-8")
    assert rehearse(script, "sensors").failures == []


GIVEN_UP = """rulebook manacor
lexicon none
referee yes
rack A M A R E S T I
rack B T O R S E N C
start A
lay h8 M A R
draw A 3
press A
resign B
"""


def test_once_all_agree_no_tile_is_asked_for_that_a_correction_has_elsewhere(both_ways):
    """After the end nobody lays anything again, before the result is accepted or after."""
    more = 'correct 1 "8h MAR"\nexpect quiet\naccept A\nexpect quiet\naccept B\nexpect phase agreed\nexpect quiet\n'
    assert both_ways(GIVEN_UP + more) == []


def test_once_all_agree_the_set_is_asked_for_where_the_rules_want_it_counted(both_ways):
    """000 r1: before the game and after it."""
    asked = "accept A\naccept B\nexpect phase agreed\nexpect prompt count_set\ncounted\n"
    assert both_ways(GIVEN_UP + asked + "expect phase agreed\nexpect quiet\n") == []


def test_a_play_withdrawn_again_after_the_end_is_on_its_rack_as_the_first_time(both_ways):
    """Once RE is withdrawn B has nine tiles, worth 9: A has OLS 3 + 9. With RE: ROLS 4 + 7, and 4 - 7 for B."""
    more = "expect final A 12 B -9\nundo-correction 1\nexpect final A 11 B -3\nwithdraw 1\nexpect final A 12 B -9\n"
    assert both_ways("""rulebook fisc_classic
lexicon none
bag-left 2
bag N T
rack A S O L
rack B T E R A L N I
start B
lay h8 R E
press B
draw B 2
lay 8i O L S
press A
withdraw 1
remove
accept-play B
""" + more) == []


def test_what_is_laid_after_the_end_is_on_its_rack_for_the_settlement(both_ways):
    """SOL is 6, and each side has seven tiles of one point, wherever people put them while they clear the table."""
    assert both_ways("""rulebook fisc_classic
lexicon none
rack A S O L E R T A
rack B T O A E S N R
bag A A A
start A
lay h8 S O L
press A
draw A 3
no-play
expect final A -1 B -7
correct 1 "h7 SOL"
lay-as B h7 S
wait 3
expect final A -1 B -7
expect quiet
""") == []
