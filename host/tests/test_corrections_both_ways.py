"""A correction comes to the same on the rules alone and through the sensors: accepted and reckoned on, or nonsense.

SOL from the centre: (1 + 1 + 1) x 2 = 6; A below its S: 1 + 1 = 2.
"""

import pytest

PLAYED = """rulebook fisc_classic
lexicon none
rack A S O L E R T A
rack B T O A E S N C
start A
lay h8 S O L
press A
draw A 3
lay 8i A
press B
"""

NONSENSE = [
    ('"h8 SO."', "gapped h10"),
    ('"h8 SO?"', "blank_undeclared h10"),
    ('"h14 SOL"', "off_board h15"),
    ('"h8 ZOZ"', "unknown_tile h8 h10"),  # there is one Z in the set
]


@pytest.fixture
def failures(both_ways):
    """What a script that goes on after PLAYED failed in."""
    return lambda more, before=PLAYED: both_ways(before + more)


@pytest.mark.parametrize(("play", "refused"), NONSENSE)
def test_a_correction_that_makes_no_sense_in_itself_is_refused_and_changes_nothing(play, refused, failures):
    assert failures(f"correct 1 {play}\nexpect refused {refused}\nexpect total A 6 B 2\nexpect quiet\n") == []


def test_a_pass_or_an_exchange_that_was_a_play_becomes_one(failures):
    """A pass entered by mistake, and an exchange: MES below the S of SOL is (2 + 1 + 1) = 4 and, with its E, OE 2."""
    more = 'draw B 1\npass A\nexchange B T O\n'
    assert failures(more + 'correct 3 "h7 .SOLA"\nexpect refused gapped h7\n') == []
    assert failures(more + 'expect bag 82\ncorrect 3 "h8 ...A"\nexpect total A 10 B 2\nexpect bag 82\n') == []
    assert failures(more + 'correct 4 "8j R"\nexpect turn A\n') == []


def test_a_turn_that_is_not_there_cannot_be_corrected(failures):
    assert failures('correct 3 "h8 SOL"\nexpect refused wrong_phase\n') == []


def test_a_word_without_the_tiles_that_it_joins_is_not_taken_for_a_play(failures):
    assert failures('correct 2 "8i A"\nexpect refused gapped h8\nexpect total A 6 B 2\n') == []


def test_all_after_a_correction_is_reckoned_anew(failures):
    """SOLZ is (1 + 1 + 1 + 8) x 2 = 22, and the A of the second turn still hangs on its S."""
    assert failures('correct 1 "h8 SOLZ"\nexpect total A 22 B 2\ncorrect 1 "h8 SOL"\nexpect total A 6 B 2\n') == []


def test_what_no_longer_fits_is_listed_until_the_correction_is_taken_back(failures):
    """SOL beside the centre: 3 points, no first play by the rules; and the A then hangs on nothing."""
    more = ('correct 1 "h9 SOL"\nexpect total A 3 B 1\nexpect prompt no_longer_fits h8\n'
            'expect prompt no_longer_fits i8\ncorrect 1 "h8 SOL"\nexpect total A 6 B 2\nexpect quiet\n')
    assert failures(more) == []


ALONE = "withdraw 1\nremove\nexpect prompt no_longer_fits h8 i8\n"  # without SOL the A begins beside the centre


@pytest.fixture
def undrawn(failures):
    """What a script failed in that goes on after PLAYED, but that nobody has drawn; so nothing must go back."""
    return lambda more: failures(more, PLAYED.replace("draw A 3\n", ""))


def test_a_play_that_no_longer_fits_and_is_withdrawn_is_listed_no_more(undrawn):
    """What does not count need not fit; reinstated it is said again."""
    more = f"{ALONE}withdraw 2\nremove\nexpect total A 0 B 0\nexpect quiet\n"
    assert undrawn(more) == []
    assert undrawn(f"{more}reinstate 2\nexpect prompt no_longer_fits h8 i8\n") == []


def test_the_referee_lets_a_play_stand_that_no_longer_fits(undrawn):
    """Kept on the trail: undone, it is said again; and so it is where the play fits in yet another way no longer."""
    more = f"{ALONE}let-stand 2\nexpect total A 0 B 1\nexpect quiet\n"
    assert undrawn(more) == []
    assert undrawn(f"{more}undo-correction 2\nexpect prompt no_longer_fits h8 i8\n") == []
    assert undrawn(f'{more}correct 1 "8h SOL"\nreinstate 1\nexpect prompt no_longer_fits i8\n') == []


def test_a_play_that_fits_is_not_let_stand(undrawn):
    assert undrawn("let-stand 1\nexpect refused wrong_phase\nlet-stand 9\nexpect refused wrong_phase\n") == []


def test_a_turn_whose_square_is_taken_keeps_its_points(failures):
    """SOL down from the centre lies where the A is: the A keeps its line, and nothing is told too late."""
    assert failures('correct 1 "8h SOL"\nexpect total A 6 B 2\nexpect prompt no_longer_fits i8\n') == []


def test_tiles_that_a_correction_puts_where_none_lie_are_asked_for(failures):
    """A pass that was a play, and a play reinstated after its squares were emptied."""
    assert failures('draw B 1\npass A\nexpect quiet\ncorrect 3 "h8 ...A"\nexpect prompt missing h11\n') == []
    assert failures("draw B 1\npass A\nwithdraw 2\nremove\nreinstate 2\nexpect prompt missing i8\n") == []
    assert failures("draw B 1\npass A\nwithdraw 2\nreinstate 2\nexpect quiet\n") == []


def test_a_tile_that_a_correction_took_off_comes_back_from_the_rack_when_that_is_taken_back(failures):
    """The L of SOL: 100 tiles without two racks, three drawn by A and one by B, are 82 all the time."""
    more = ('draw B 1\nexpect bag 82\ncorrect 1 "h8 SO"\nremove\nexpect bag 82\nundo-correction 1\nexpect bag 82\n'
            'expect total A 6 B 2\nexpect prompt missing h10\n')
    assert failures(more) == []


@pytest.mark.parametrize("back", ["undo-correction 1", 'correct 1 "h8 SOL"'])
def test_a_tile_that_a_correction_took_from_the_bag_is_there_again_when_the_turn_is_put_back(back, failures):
    """The referee types one letter too many, and puts that right: nobody has drawn a tile too many for it."""
    more = f'draw B 1\nexpect bag 82\ncorrect 1 "h8 SOLZ"\n{back}\nexpect bag 82\nexpect total A 6 B 2\n'
    assert failures(more + "expect quiet\npass A\nexpect turn B\n") == []


def test_what_a_side_laid_for_a_correction_is_that_sides_again_when_it_is_undone(failures):
    """The E was believed to come from the bag, and A, who had one, laid it."""
    more = ('draw B 1\ncorrect 1 "h8 SOLE"\nlay h11 E\nwait 2\nundo-correction 1\nexpect prompt remove h11\n'
            'lift h11\nwait 2\nexpect bag 82\nexpect quiet\npass A\nexpect turn B\n')
    assert failures(more) == []


def test_what_a_side_lays_for_a_correction_leaves_its_rack(failures):
    """The bag has the E again that was believed to come from it; A has six, and draws one."""
    assert failures('draw B 1\ncorrect 1 "h8 SOLE"\nexpect bag 81\nlay h11 E\nwait 2\nexpect bag 82\ndraw A 1\n'
                    'expect bag 81\nexpect quiet\npass A\nexpect turn B\n') == []


def test_an_exchange_that_was_no_play_after_all_leaves_no_rack_overfull(failures):
    """The tiles of the play, which B had exchanged away, are in the bag again and not on B's rack."""
    more = ('draw B 1\npass A\nexchange B T O\nexpect bag 82\ncorrect 4 "9i TO"\nundo-correction 1\nexpect bag 82\n'
            'expect quiet\npass A\nexpect turn B\n')
    assert failures(more) == []


def test_no_clock_runs_while_the_tiles_of_a_play_that_the_referee_withdraws_lie_on_the_board(failures):
    """As after a verdict; and the clock of the side on turn goes on when they are off."""
    assert failures('at A 29:40\nwithdraw 2\nexpect phase removing\nwait 60\nexpect clock A 29:40\n'
                    'remove\nwait 20\nexpect clock A 29:20\n') == []


@pytest.mark.parametrize("undone", [(3, 2, 1), (1, 2, 3), (2, 3, 1)])
def test_corrections_undone_in_any_order_leave_racks_and_bag_as_they_were(undone, failures):
    """Two of the first turn, one of the second, each with tiles that nobody had laid."""
    made = 'draw B 1\nexpect bag 82\ncorrect 2 "9h OR"\ncorrect 1 "h8 SOLZ"\ncorrect 1 "h8 TOT"\n'
    back = "".join(f"undo-correction {number}\n" for number in undone)
    after = "expect bag 82\nexpect total A 6 B 2\nexpect quiet\npass A\nexpect turn B\n"
    assert failures(made + back + after) == []


WITHDRAWN_AND_LAID_OVER = """rulebook fisc_classic
lexicon none
rack A S O L E R T A
rack B T O A E S N I
bag M M M O
start A
lay h8 S O L
press A
draw A 3
lay 8i A
press B
withdraw 2
remove
lay 8i E R
press A
accept-play B
"""


def test_a_play_on_squares_that_a_correction_has_cleared_is_put_right_with_its_own_tiles_alone(failures):
    """Nothing on the other rack or in the bag has to do with SET for SER; 100 - 3 - 2 - 5 - 7 = 83 are in the bag."""
    assert failures('''correct 3 "8h SET"
expect bag 83
undo-correction 2
expect bag 83
draw A 2
expect bag 81
pass B
expect turn A
''', WITHDRAWN_AND_LAID_OVER) == []


def test_a_play_that_a_correction_taken_back_pushes_off_the_board_is_its_own_sides_again(failures):
    """E and R are A's while SA lies there: seven, nothing is owed, nobody has a tile too many; then they are laid."""
    assert failures('''undo-correction 1
expect prompt no_longer_fits
expect phase removing
expect bag 83
withdraw 2
expect quiet
draw A 2
expect bag 81
pass B
expect turn A
''', WITHDRAWN_AND_LAID_OVER) == []


def test_what_lies_where_a_play_is_on_the_sheet_again_is_of_the_side_that_laid_it(failures):
    """B's ER, which must come off, on two squares of A's SOLA: that withdrawn once more, B has its own two tiles."""
    assert failures('''challenge A
verdict no
undo-correction 1
withdraw 1
remove
expect bag 86
expect quiet
pass A
lay 8h E R
expect quiet
''', """rulebook fisc_classic
lexicon none
rack A S O L A R T A
rack B T O A E S R I
start A
lay 8g S O L A
press A
withdraw 1
remove
lay 8h E R
press B
""") == []


def test_a_play_one_square_along_is_laid_with_its_own_tiles(failures):
    """PE that was TE from the square before: its E comes off and is A's to lay, and nothing was drawn for it."""
    assert failures('''correct 1 "8g TE"
remove
expect bag 86
expect prompt missing g8
''', """rulebook fisc_classic
lexicon none
readers no-bag
rack A P E L A E N A
rack B T O A E S R I
start A
lay 8h P E
press A
""") == []


def test_tiles_that_a_correction_wants_on_the_board_are_not_drawn_however_they_come_to_the_rack(failures):
    """B has put back its whole rack for an exchange that is refused, SO of its withdrawn play with it."""
    assert failures("""pass A
withdraw 2
remove
undo-correction 1
expect prompt missing
senyors B
expect refused wrong_phase
expect bag 82
expect prompt missing
""", """rulebook fisc_classic
lexicon none
rack A P E L A E N A
rack B T O A E S R I
start A
lay 8h P E
press A
draw A 2
lay h9 S O
press B
draw B 2
""") == []


def test_a_tile_laid_again_is_not_taken_for_one_that_a_later_correction_gives_back(failures):
    """A has laid the S of SOLA again; B's SE, withdrawn after that, is B's, and B lays it again."""
    assert failures("""withdraw 2
remove
lay 8h S E
expect bag 86
""", """rulebook fisc_classic
lexicon none
rack A S O L A R T A
rack B T O A E S R I
start A
lay 8g S O L A
press A
withdraw 1
remove
lay 8h S E
press B
lay h9 O L S
press A
""") == []


def test_a_tile_laid_from_the_rack_leaves_the_bag_alone_where_one_like_it_comes_off_the_board(failures):
    """SOL from h8 lay from h7: A lays its second S there, and has the one from h8 back. 100 - 14 - 4 = 82."""
    assert failures("""draw A 3
lay 8i E
press B
draw B 1
correct 1 "h7 SOL"
expect bag 82
lay h7 S
expect bag 82
undo-correction 1
expect bag 82
""", """rulebook fisc_classic
lexicon none
readers none
bag S N N E
rack A S O L A R T E
rack B T E L A S R I
start A
lay h8 S O L
press A
""") == []


def test_a_tile_like_one_of_a_play_that_was_pushed_off_is_its_own_sides_still(failures):
    """A's T and B's TNPE share g8: whichever lies there, each has its own T. 100 - 14 = 86 are in the bag."""
    assert failures("""withdraw 2
remove
lay g5 T N P E
press B
undo-correction 1
withdraw 2
expect quiet
expect bag 86
expect turn A
lay 9h T I
expect quiet
""", """rulebook fisc_classic
lexicon none
rack A T S O L E R I
rack B R A T N P E S
start B
lay h7 R A
press B
lay g8 T
press A
""") == []
