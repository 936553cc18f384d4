"""Too many tiles drawn: the three forms of three documents, and what stands still meanwhile."""

from collections import Counter

import pytest

from engine_lite import course_events as events
from engine_lite.course import Course
from engine_lite.course_events import Form
from engine_lite.course_overdraw import taking_told
from engine_lite.course_surplus import withdrawn_surplus
from engine_lite.reasons import Reason
from engine_lite.tests.course_hands import (
    A,
    B,
    after,
    everywhere,
    game,
    lay,
    press,
    refused,
    rule_of,
    tiles,
    told_of,
)

BAG = "D D D N N S S S"


def overdrawn(name: str, drawn: str, form: Form) -> Course:
    """A has laid three tiles and drawn `drawn` for them; where the press comes first, it has been made."""
    course = lay(game(name, "M A R E S T I", "T O R S E N C", bag=BAG), "h8 MAR")
    if course.rulebook.order == "press_then_draw":
        course = press(course)
    return after(course, events.Overdrew(A, tiles(drawn), form))


def takes(course: Course, taken: int, returns: str) -> events.Took:
    return events.Took(B, A, taken, tiles(returns, course.rulebook))


@pytest.mark.parametrize("form", list(Form))
def test_manacor_takes_one_at_random_for_each_too_many(form: Form) -> None:
    """000 r11: seen or not, the tile goes back; reading 12: once for each tile too many."""
    course = overdrawn("manacor", "D D D N N", form)
    assert (course.prompts, len(course.rack(A))) == (("overdraw",), 9)
    assert refused(course, takes(course, 3, "D D D")) == ["wrong_count"]
    assert refused(course, takes(course, 2, "D")) == ["wrong_count"]
    one = after(course, takes(course, 1, "E"))  # from the whole rack
    assert (one.prompts, refused(one, events.Pressed(A))) == (("overdraw",), ["overdrawn"])
    two = after(one, takes(one, 1, "N"))
    assert (two.prompts, len(two.rack(A)), everywhere(two)) == ((), 7, everywhere(course))
    assert press(two).game.totals == (8, 0)


@pytest.mark.parametrize("name", ["fisc_school", "fisc_classic"])
def test_the_school_puts_unseen_surplus_back(name: str) -> None:
    """001 B8: the other pair takes what is too many, out of the new tiles, and puts it into the bag."""
    course = overdrawn(name, "D D D N N", Form.UNSEEN)
    assert refused(course, takes(course, 3, "D D N")) == ["wrong_count"]
    assert refused(course, takes(course, 2, "E S")) == ["not_in_rack"]
    assert len(after(course, takes(course, 2, "D N")).rack(A)) == 7
    assert len(after(course, events.Returned(A, tiles("D N"))).rack(A)) == 7


@pytest.mark.parametrize(("drawn", "taken", "returns"), [("D D D N", 3, "E"), ("D D D N N S S", 4, "E S T D")])
def test_the_school_takes_three_of_seen_tiles(drawn: str, taken: int, returns: str) -> None:
    """001 B8: three are taken and looked at, seven stay; reading 12: the surplus if that is more."""
    course = overdrawn("fisc_school", drawn, Form.SEEN)
    assert refused(course, takes(course, taken - 1, returns)) == ["wrong_count"]
    assert refused(course, events.Returned(A, tiles(returns))) == ["out_of_turn"]
    done = after(course, takes(course, taken, returns))
    assert (len(done.rack(A)), done.prompts, everywhere(done)) == (7, (), everywhere(course))


@pytest.mark.parametrize("name", ["frs_english", "frs_romanian"])
def test_frs_takes_one_more_of_the_new_tiles(name: str) -> None:
    """003 L31: unmixed, X + 1 of the new ones, X go back. Nine tiles: X = 2, three taken, two returned."""
    course = overdrawn(name, "D D D N N", Form.SEEN)
    assert len(course.rack(A)) == 9
    assert refused(course, takes(course, 2, "D D")) == ["wrong_count"]
    assert refused(course, takes(course, 3, "E S")) == ["not_in_rack"]
    done = after(course, takes(course, 3, "D N"))
    assert Counter(done.rack(A)) == Counter(tiles("E S T I D D N"))


def test_frs_takes_of_all_tiles_when_they_were_mixed() -> None:
    """003 L32: at least one new tile among the old ones: X + 1 of the whole group."""
    course = overdrawn("frs_english", "D D D N", Form.MIXED)
    done = after(course, takes(course, 2, "E"))
    assert Counter(done.rack(A)) == Counter(tiles("S T I D D D N"))
    apart = overdrawn("frs_english", "D D D N", Form.UNSEEN)
    assert refused(apart, takes(apart, 2, "E")) == ["not_in_rack"]
    assert len(after(apart, events.Mixed(A), takes(apart, 2, "E")).rack(A)) == 7


@pytest.mark.parametrize(("name", "drawn", "form", "told"), [
    ("manacor", "D D D N N", Form.MIXED, {"taken_all": "1–2"}),
    ("fisc_school", "D D D N", Form.SEEN, {"taken": "3", "back": "1"}),
    ("frs_english", "D D D N", Form.UNSEEN, {"taken_new": "2", "back": "1"}),
    ("frs_english", "D D D N", Form.MIXED, {"taken": "2", "back": "1"}),
    ("fisc_school", "D D D N N", Form.UNSEEN, {}),
])
def test_who_may_not_put_tiles_back_is_told_how_many_the_other_side_takes(
    name: str, drawn: str, form: Form, told: dict[str, str]
) -> None:
    """000 r11, 001 B8, 003 L29-32: what is told is what is then taken; unseen surplus goes back by any hand."""
    course = overdrawn(name, drawn, form)
    assert dict(taking_told(course)) == told
    if told:
        most = int(next(iter(told.values())).split("–")[-1])
        back = course.rack(A)[-int(told.get("back", most)) :]
        assert refused(course, events.Returned(A, back)) == ["out_of_turn"]
        assert told_of(course, events.Returned(A, back)) == told == told_of(course, events.Took(B, A, 7, back))
        assert not after(course, events.Took(B, A, most, back)).overdraw


def test_at_most_all_new_tiles_are_taken() -> None:
    """Reading 12: one more than the surplus, or all there are."""
    course = after(game("frs_english", "M A R E S T I", "T"), events.Overdrew(A, tiles("D"), Form.SEEN))
    assert len(after(course, takes(course, 1, "D")).rack(A)) == 7


def test_clocks_stand_until_the_surplus_is_back() -> None:
    """000 r28b iii: the clock stands while tiles drawn in excess go back."""
    for name, runs in (("manacor", A), ("fisc_classic", B)):
        course = overdrawn(name, "D D D N", Form.UNSEEN)
        assert course.clock.running is None
        assert after(course, takes(course, 1, "N")).clock.running == runs


def test_nothing_else_goes_on_meanwhile() -> None:
    """No turn ends before, whoever is on turn, and the offender handles no tiles."""
    course = overdrawn("fisc_classic", "D D D N", Form.UNSEEN)
    for event in (events.Passed(B), events.Exchanged(B, tiles("T"), tiles("D"))):
        assert refused(course, event) == ["overdrawn"]
    manacor = overdrawn("manacor", "D D D N", Form.UNSEEN)
    for event in (events.TakenUp(112), events.Laid(115, tiles("E")[0]), events.Pressed(A)):
        assert refused(manacor, event) == ["overdrawn"]


def withdrawn_late(name: str, *lifted: int) -> Course:
    """B has laid three tiles when it gets back two of an earlier play, and has taken up some of the three again."""
    course = lay(press(lay(game(name, "M A R E S T I", "T O R S E N C", bag=BAG), "h8 MAR")), "11h TOS")
    course = withdrawn_surplus(course.with_rack(B, (*course.rack(B), *tiles("D D")), bag=tiles("D N N S S S")))
    return after(course, *map(events.TakenUp, lifted))


@pytest.mark.parametrize("lifted", [(), (115,), (115, 130, 145)])
def test_tiles_of_a_withdrawn_play_are_asked_back_wherever_those_of_this_turn_are(lifted: tuple[int, ...]) -> None:
    """003 L50: nine tiles in all, two of them go back; this turn's may lie on the board or be taken up."""
    course = withdrawn_late("fisc_classic", *lifted)
    assert (course.prompts, taking_told(course)[1]) == (("overdraw",), ("back", "2"))
    assert refused(course, events.Pressed(B)) == ["overdrawn"]
    done = after(course, events.Took(A, B, 2, tiles("D D")))
    assert (done.prompts, len(done.rack(B)) + len(done.laid)) == ((), 7)


def test_two_sides_whose_plays_are_withdrawn_are_asked_one_after_the_other() -> None:
    """003 L50: what the second has too many does not stay with it."""
    course = game("fisc_classic", "M A R E S T I", "T O R S E N C", bag=BAG)
    for seat in (A, B):
        course = course.with_rack(seat, (*course.rack(seat), *tiles("D")))
    course = withdrawn_surplus(course)
    assert refused(course, events.Took(A, B, 1, tiles("D"))) == ["wrong_phase"]
    course = after(course, events.Took(B, A, 1, tiles("D")))
    assert course.prompts == ("overdraw",)
    assert after(course, events.Took(A, B, 1, tiles("D"))).prompts == ()


def test_only_who_was_overdrawn_upon_takes() -> None:
    """000 r11, 001 B8, 003 L31: the opponent; and only when there is something to take."""
    course = overdrawn("manacor", "D D D N", Form.UNSEEN)
    assert refused(course, events.Took(A, A, 1, tiles("D"))) == ["out_of_turn"]
    assert refused(course, events.Took(A, B, 1, tiles("T"))) == ["wrong_phase"]
    assert refused(course, events.Overdrew(A, tiles("N"))) == ["overdrawn"]
    assert refused(course, events.Overdrew(2, tiles("N"))) == ["out_of_turn"]
    clean = game("manacor", "M A R E S T I", "T O R S E N C")
    assert rule_of(clean, events.Mixed(A), Reason.WRONG_PHASE) == "000 r11"
    assert refused(clean, events.Returned(A, tiles("A"))) == ["wrong_phase"]
    assert refused(clean, events.Overdrew(A, ())) == ["wrong_count"]


def test_a_new_tile_that_lies_on_the_board_is_none_of_those_that_go_back() -> None:
    """B lays a tile that it has just drawn, out of turn, and draws too many: what may be taken is on its rack."""
    course = game("frs_english", "M A R E S T I", "T O R S E N C", bag=BAG)
    course = course.with_rack(B, tiles("O R S E N C")).with_fresh(B, tiles("T N C"))
    over = after(course, events.Overdrew(B, tiles("D D"), Form.UNSEEN))
    assert refused(over, events.Took(A, B, 2, tiles("T"))) == ["not_in_rack"]
    assert len(after(over, events.Took(A, B, 2, tiles("N"))).rack(B)) == 7
