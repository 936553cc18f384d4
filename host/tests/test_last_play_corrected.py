"""A correction of the last play leaves it open to a challenge, and its end to come, as far as they were.

On the rules alone and through the sensors. QUINAS is 8 + 1 + 1 + 1 + 1 = 12, the rack of the other side, E R Z, is
1 + 1 + 8 = 10; SOL from the centre is (1 + 1 + 1) x 2 = 6.
"""

import pytest

OUT = """rulebook fisc_classic
lexicon none
referee yes
board 15/15/15/15/15/15/15/4[QU]INA7/15/15/15/15/15/15/15
bag-left 0
rack A S{more}
rack B E R Z
start A
lay h9 S
press A
"""
IS_OUT = "expect phase settling\naccept-play B\nexpect ended out\nexpect final A 22 B -10\n"
PLAYED = """rulebook {rulebook}
lexicon none
referee yes
rack A S O L E R T A
rack B T O A E S N C
start A
lay h8 S O L
press A
"""
CHANGED = [
    "withdraw 1\nundo-correction 1\n",
    "withdraw 1\nreinstate 1\n",
    "withdraw 1\nremove\nundo-correction 1\nlay-as A h9 S\n",
    'correct 1 "h5 QUINAR"\nundo-correction 1\n',
    "pause\nwithdraw 1\nexpect phase paused\nundo-correction 1\nresume\n",
]


@pytest.mark.parametrize("changed", CHANGED)
def test_a_play_that_goes_out_still_waits_for_the_other_side_after_a_correction_taken_back(changed, both_ways):
    assert both_ways(OUT.format(more="") + changed + IS_OUT) == []


def test_a_play_that_goes_out_as_another_one_waits_too(both_ways):
    """SQUINA is 1 + 8 + 1 + 1 + 1 + 1 = 13: the square before the word has no premium."""
    more = ('correct 1 "h4 SQUINA"\nremove\nlay-as A h4 S\nexpect phase settling\nexpect total A 13 B 0\n'
            "accept-play B\nexpect final A 23 B -10\n")
    assert both_ways(OUT.format(more="") + more) == []


def test_while_it_is_withdrawn_nothing_waits_and_play_goes_on(both_ways):
    more = ("withdraw 1\naccept-play B\nexpect refused wrong_phase\nremove\nexpect phase playing\nexpect turn B\n"
            "wait 100\nexpect phase playing\nexpect total A 0 B 0\nexpect quiet\n")
    assert both_ways(OUT.format(more="") + more) == []


def test_a_play_that_a_correction_makes_go_out_waits_and_goes_on_when_that_is_taken_back(both_ways):
    more = ('expect phase playing\ncorrect 1 "h5 QUINASE"\nexpect phase settling\nlay-as A h10 E\naccept-play B\n'
            "expect ended out\nundo-correction 1\nremove\nexpect phase paused\nresume\nexpect turn B\n")
    assert both_ways(OUT.format(more=" E") + more) == []


@pytest.mark.parametrize(("rulebook", "said", "phase"), [
    ("fisc_classic", "challenge B", "challenged"), ("fisc_school", "challenge B", "challenged"),
    ("frs_english", "challenge B", "challenged"), ("frs_english", "hold B", "holding"),
])
@pytest.mark.parametrize("changed", [
    'correct 1 "h8 SAL"\n', 'correct 1 "h8 SAL"\nundo-correction 1\n', "withdraw 1\nundo-correction 1\n",
])
def test_the_last_play_may_be_challenged_after_a_correction(rulebook, said, phase, changed, both_ways):
    assert both_ways(PLAYED.format(rulebook=rulebook) + changed + f"{said}\nexpect phase {phase}\n") == []


def test_once_its_side_has_drawn_a_correction_opens_no_challenge(both_ways):
    more = 'draw A 3\ncorrect 1 "h8 SAL"\nchallenge B\nexpect refused too_late\n'
    assert both_ways(PLAYED.format(rulebook="fisc_classic") + more) == []


@pytest.mark.parametrize("other", ["SAL", "SIL"])
def test_a_corrected_play_that_falls_is_its_sides_again_and_so_when_the_correction_is_taken_back(other, both_ways):
    """TOA from the centre is (1 + 1 + 1) x 2 = 6: side B has no tile less for what A has corrected."""
    more = (f'correct 1 "h8 {other}"\nchallenge B\nverdict no\nexpect prompt remove h8 h9 h10\nremove\n'
            "undo-correction 1\nexpect total A 0 B 0\nexpect bag 86\nexpect quiet\nlay h8 T O A\npress B\n"
            "expect total A 0 B 6\nexpect quiet\n")
    assert both_ways(PLAYED.format(rulebook="fisc_classic") + more) == []


@pytest.mark.parametrize("other", ["SAL", "SIL"])
def test_a_later_correction_leaves_the_racks_after_that_verdict_alone(other, both_ways):
    more = (f'correct 1 "h8 {other}"\nchallenge B\nverdict no\nremove\nlay h8 T O A\npress B\n'
            'correct 2 "h8 TAO"\nexpect total A 0 B 6\nexpect bag 86\n'
            "undo-correction 2\nundo-correction 1\nexpect bag 86\nexpect quiet\n")
    assert both_ways(PLAYED.format(rulebook="fisc_classic") + more) == []

FARM = """rulebook fisc_classic
lexicon none
readers {readers}
rack A F A R M E S T
rack B I R O N D E L
start A
lay h8 F A R M
press A
"""


@pytest.mark.parametrize("readers", ["all", "none"])
@pytest.mark.parametrize("play", ["h8 FARMS", "h8 FaRM", "h6 ZEFARM"])
def test_what_nobody_has_laid_is_not_asked_back_when_the_play_falls(play, readers, both_ways):
    """A has the seven tiles that it began with: 100 - 14 = 86 are in the bag."""
    more = (f'correct 1 "{play}"\nchallenge B\nverdict no\nremove\nexpect quiet\nexpect bag 86\npass B\n'
            "expect turn A\nlay h8 F A R M\nexpect quiet\npress A\nexpect turn B\n")
    assert both_ways(FARM.format(readers=readers) + more) == []


@pytest.mark.parametrize("readers", ["all", "no-bag", "no-racks", "none"])
def test_who_must_clear_tiles_away_is_told_so_whoever_reads_the_racks(readers, both_ways):
    more = 'accept-play B\ncorrect 1 "h8 FAR"\npass B\nexpect refused not_removed h11\n'
    assert both_ways(FARM.format(readers=readers) + more) == []


def test_what_a_correction_has_left_on_the_board_must_come_off_too_when_its_play_falls(both_ways):
    """The last turn of B: OR lies on i9 and j9 still, and ROR in row 10 was never laid."""
    more = ("accept-play B\ndraw A 4\nlay 9i O R\npress B\n"
            'correct 2 "10h ROR"\nchallenge A\nverdict no\nexpect phase removing\nremove\nexpect phase over\n')
    start = FARM.replace("fisc_classic", "fisc_school\nturns-used A 9 B 9").replace("D E L", "D E L\nbag N N N N")
    assert both_ways(start.format(readers="all") + more) == []


def test_a_verdict_may_be_appealed_against_after_a_correction_taken_back(both_ways):
    """003 L44. While the game is another one than the verdict left, it may not."""
    more = ("challenge B\nverdict no\nreinstate 1\nappeal A\nexpect refused wrong_phase\nundo-correction 1\n"
            "appeal A\nexpect phase challenged\nverdict yes\nexpect total A 6 B 0\n")
    assert both_ways(PLAYED.format(rulebook="frs_english") + more) == []


@pytest.mark.parametrize("waited", ["accept-play B\n", "wait 100\n"])
def test_play_goes_on_when_the_side_that_was_out_has_a_tile_again(waited, both_ways):
    """The L that A had laid before is withdrawn while SOE waits: it is A's again, once the wait is over."""
    assert both_ways(f"""rulebook fisc_classic
lexicon none
rack A S O L E
rack B A R T S I
bag-left 0
start A
lay h8 S O
press A
lay 8i A R
press B
lay 8k L
press A
pass B
lay h10 E
press A
withdraw 3
{waited}expect phase removing
remove
expect phase playing
expect turn B
expect quiet
""") == []
