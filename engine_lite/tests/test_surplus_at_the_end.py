"""Tiles beyond a full rack when a game ends: they go back into the bag before anybody pays for them.

What a withdrawn play's side has drawn is not its own (003 L50, 000 r28b iii); what anybody has drawn too many neither
(000 r11, 003 L29-32). Each tile here is worth one point but D, worth two: seven of one point cost 7.
"""

from dataclasses import replace

import pytest

from engine_lite import course_events as events
from engine_lite.course import Course
from engine_lite.course_end import concluded
from engine_lite.course_events import Form
from engine_lite.course_state import Ended, Overdraw
from engine_lite.course_surplus import withdrawn_surplus
from engine_lite.tests.course_hands import BOARDS, A, B, after, everywhere, game, lay, press, refused, tiles

SEVEN = "A E S T R I O"  # one point each, in every set here

# An end of each rulebook that takes the own rack off; the school's documents know none but going out.
ENDS = [("manacor", Ended.LOST_TURNS), ("manacor", Ended.TIME_CAP), ("fisc_classic", Ended.NO_PLAY),
        ("fisc_classic", Ended.ZERO_TURNS), ("frs_english", Ended.TWO_PASSES), ("frs_english", Ended.ZERO_TURNS),
        ("frs_romanian", Ended.TWO_PASSES)]  # fmt: skip


def too_many(name: str) -> Course:
    """Each side has a D too much since plays of both were withdrawn; B is the one that is asked."""
    course = game(name, SEVEN, SEVEN, bag="D D N")
    for seat in (A, B):
        course = course.with_rack(seat, (*course.rack(seat), *tiles("D")), bag=tiles("N"))
    return replace(course, overdraw=Overdraw(B, 1, course.rack(B), Form.MIXED, withdrawn=True))


@pytest.mark.parametrize(("name", "ended"), ENDS)
def test_both_sides_put_back_before_the_result_can_be_accepted(name: str, ended: Ended) -> None:
    course = concluded(too_many(name), ended)
    assert (course.prompts, course.overdraw.seat if course.overdraw else None) == (("overdraw",), B)
    assert refused(course, events.Accepted(A)) == ["overdrawn"]
    course = after(course, events.Took(A, B, 1, tiles("D")))
    assert (course.final, course.prompts) == ((-9, -7), ("overdraw",))
    done = after(course, events.Took(B, A, 1, tiles("D")))
    assert (done.final, done.prompts, done.ended) == ((-7, -7), (), ended)
    assert everywhere(done) == everywhere(course)
    assert after(done, events.Accepted(A), events.Accepted(B)).phase == "agreed"


@pytest.mark.parametrize("name", sorted(BOARDS))
def test_who_goes_out_is_paid_for_a_full_rack_and_no_more(name: str) -> None:
    """000 r20, 001 B15, 002, 003 L36: B has a D too much, an earlier play of its being withdrawn."""
    course = game(name, "A", f"{SEVEN} D", board=BOARDS[name], bag="")
    course = press(after(course, events.Laid(min(course.game.board.squares) - 15, tiles("A")[0])))
    course = after(withdrawn_surplus(course), events.PlayAccepted(B))
    points = course.game.turns[0].points
    done = after(course, events.Took(A, B, 1, tiles("D")))
    doubled = name.startswith("frs_")
    assert (course.ended, done.prompts) == ("out", ())
    assert done.final == ((points + 14, 0) if doubled else (points + 7, -7))


@pytest.mark.parametrize("ended", [Ended.RESIGNED, Ended.TURN_LIMIT, Ended.TIME_FORFEIT])
def test_where_racks_cost_nothing_nobody_is_asked(ended: Ended) -> None:
    """001 B15: nothing at the turn limit; after a forfeit or a resignation the totals stand."""
    course = concluded(too_many("fisc_school"), ended, None)
    assert (course.final, course.prompts) == ((0, 0), ())


@pytest.mark.parametrize("name", ["manacor", "fisc_classic", "frs_english", "frs_romanian"])
def test_what_was_drawn_in_excess_is_nobodys_at_the_end(name: str) -> None:
    """Not of a withdrawn play at all: its side drew an eighth tile, and the game ended before anybody took one."""
    course = game(name, SEVEN, SEVEN, bag="D D N")
    course = course.with_rack(B, tiles("A E S T R I"), bag=tiles("D D N O"))
    over = concluded(after(course, events.Overdrew(B, tiles("D D"), Form.UNSEEN)), Ended.ZERO_TURNS)
    assert (over.prompts, over.final) == (("overdraw",), (-7, -10))
    taken = 2 if name.startswith("frs_") else 1
    assert after(over, events.Took(A, B, taken, tiles("D"))).final == (-7, -8)


def test_all_that_was_drawn_for_a_withdrawn_play_goes_back_by_itself() -> None:
    """003 L50: kept apart, it is known which; the other side's surplus is asked for all the same."""
    course = too_many("frs_english")
    course = replace(course, overdraw=Overdraw(B, 1, tiles("D"), Form.UNSEEN, withdrawn=True))
    over = concluded(course, Ended.ZERO_TURNS)
    assert (over.final, over.prompts, over.overdraw.seat if over.overdraw else None) == ((-9, -7), ("overdraw",), A)


def test_of_more_tiles_drawn_than_go_back_the_side_says_which() -> None:
    """003 L50: it had room for one more before, and only one of the two was drawn for the play."""
    course = game("frs_english", SEVEN, "A E S T R I", bag="D N N")
    course = course.with_rack(B, (*course.rack(B), *tiles("D N")), bag=tiles("N"))
    course = replace(course, overdraw=Overdraw(B, 1, tiles("D N"), Form.UNSEEN, withdrawn=True))
    over = concluded(course, Ended.ZERO_TURNS)
    assert refused(over, events.Returned(B, tiles("A"))) == ["not_in_rack"]
    assert after(over, events.Returned(B, tiles("N"))).final == (-7, -8)


def test_tiles_taken_up_again_as_the_time_strikes_leave_what_was_drawn_for_them_in_the_bag() -> None:
    """000 r28e, reading 20: on the board or taken up again, the rack is that before the play."""
    course = lay(game("manacor", SEVEN, SEVEN, bag="D D N"), "h8 AE")
    course = after(course, events.Drew(A, tiles("D")))
    lifted = after(course, events.TakenUp(112), events.TakenUp(113))
    for each in (course, lifted):
        over = concluded(each, Ended.TIME_CAP)
        assert (over.final, over.prompts) == ((-7, -7), ())


def test_a_tile_owed_from_before_is_kept_when_the_time_strikes() -> None:
    """Six on the rack: the first that it draws is its own, whatever it lays then."""
    course = game("manacor", "A E S T R I", SEVEN, bag="D D N O")
    course = lay(after(course, events.Drew(A, tiles("O"))), "h8 AE")
    over = concluded(after(course, events.Drew(A, tiles("D D"))), Ended.TIME_CAP)
    assert (over.final, over.prompts) == ((-7, -7), ())


def test_a_withdrawn_play_put_right_after_the_end_leaves_a_surplus_too() -> None:
    course = concluded(game("frs_english", SEVEN, SEVEN, bag="D D N"), Ended.TWO_PASSES)
    course = course.with_rack(A, (*course.rack(A), *tiles("D")))
    assert withdrawn_surplus(course).prompts == ("overdraw",)
