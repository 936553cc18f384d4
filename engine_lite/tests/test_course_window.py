"""Until when a play may be challenged, HOLD, and what accepts it; each by its paragraph."""

import pytest

from engine_lite import course_events as events
from engine_lite.course import Course
from engine_lite.course_events import Event
from engine_lite.reasons import Reason
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tests.course_hands import (
    A,
    B,
    after,
    everywhere,
    falls,
    fill,
    game,
    lay,
    opened,
    press,
    refused,
    rule_of,
    square,
    tiles,
    waits,
)  # fmt: skip

FISC = ("fisc_school", "fisc_classic")
FRS = ("frs_english", "frs_romanian")


def test_manacor_from_the_tiles_on_the_board_until_the_rack_is_full() -> None:
    """000 r23, r25 and reading 13: before the press; a partly filled rack is not filled."""
    assert refused(game("manacor", "A", "A"), events.Challenged(B)) == ["nothing_laid"]
    course = opened("manacor")
    assert refused(course, events.Challenged(A)) == ["out_of_turn"]
    assert after(course, events.Challenged(B)).phase == "challenged"
    two = after(course, events.Drew(A, tiles("A A")))
    assert after(two, events.Challenged(B)).phase == "challenged"
    full = after(two, events.Drew(A, tiles("A")))
    assert rule_of(full, events.Challenged(B), Reason.TOO_LATE) == "000 r25"
    assert refused(press(full), events.Challenged(B)) == ["too_late"]


def test_manacor_with_an_empty_bag_until_the_opponents_first_tile() -> None:
    """Reading 13: nothing is owed, so the press does not close it; the opponent's first tile does."""
    course = press(opened("manacor", bag=""))
    assert after(course, events.Challenged(B)).phase == "challenged"
    assert refused(after(course, events.Laid(square("g8"), tiles("T")[0])), events.Challenged(B)) == ["too_late"]


def test_manacor_refuses_to_judge_what_is_no_play() -> None:
    """r23 is about words formed; tiles that miss the centre form no play yet."""
    assert refused(lay(game("manacor", "M A R", "T"), "g8 MAR"), events.Challenged(B)) == ["off_centre"]


@pytest.mark.parametrize("name", FISC)
def test_fisc_from_the_press_to_the_movers_first_tile(name: str) -> None:
    """001 B4 and B7, 002 Final d'un torn, readings 13 and 15."""
    course = opened(name)
    assert refused(course, events.Challenged(A)) == ["out_of_turn"]
    assert after(waits(course, 90), events.Challenged(B)).phase == "challenged"
    assert refused(after(course, events.Drew(A, tiles("A", name))), events.Challenged(B)) == ["too_late"]
    unpressed = lay(game(name, "M A R", "T"), "h8 MAR")
    assert refused(unpressed, events.Challenged(B)) == ["wrong_phase"]


@pytest.mark.parametrize(
    "accepts",
    [
        events.Laid(97, tiles("T")[0]), events.Passed(B), events.PlayAccepted(B),
        events.Exchanged(B, tiles("T"), tiles("A")),
    ],
)  # fmt: skip
def test_fisc_the_opponents_next_act_accepts(accepts: Event) -> None:
    """Reading 13: its first laid tile, exchange, pass or press, and saying so."""
    assert refused(after(opened("fisc_classic"), accepts), events.Challenged(B))[0] in ("too_late", "out_of_turn")


@pytest.mark.parametrize("name", FRS)
@pytest.mark.parametrize(
    ("seconds", "drawn", "in_time"), [(10, True, True), (20, True, True), (20.001, True, False), (30, False, True),
                                      (30, True, False)],
)  # fmt: skip
def test_frs_twenty_seconds_or_until_a_tile_is_drawn(name: str, seconds: float, drawn: bool, in_time: bool) -> None:
    """003 L49, contradiction 14, reading 5: too late only when both have gone by; a challenge needs no HOLD."""
    course = waits(opened(name), seconds)
    if drawn:
        course = after(course, events.Drew(A, tiles("A", name)))
    for event, phase in ((events.Held(B), "holding"), (events.Challenged(B), "challenged")):
        if in_time:
            assert after(course, event).phase == phase
        else:
            assert refused(course, event) == ["too_late"]
            assert rule_of(course, event, Reason.TOO_LATE).startswith("003 L49")


def test_hold_has_no_limit_and_the_challengers_clock_runs() -> None:
    """003 L50: after about a minute the mover may draw; the decision may take as long as it likes."""
    held = after(opened("frs_english"), events.Held(B))
    assert (held.phase, held.clock.running) == ("holding", B)
    assert refused(held, events.Held(B)) == ["wrong_phase"]
    assert refused(held, events.Laid(97, tiles("T")[0])) == ["wrong_phase"]
    assert rule_of(waits(held, 59), events.Drew(A, tiles("D", "frs_english")), Reason.WRONG_PHASE) == "003 L50"
    drew = after(waits(held, 60), events.Drew(A, tiles("D D D", "frs_english")))
    assert after(waits(drew, 300), events.Challenged(B)).phase == "challenged"
    assert refused(drew, events.Released(A)) == ["out_of_turn"]
    free = after(drew, events.Released(B))
    assert (free.phase, refused(waits(free, 1), events.Challenged(B))) == ("playing", ["too_late"])


def test_tiles_drawn_in_hold_go_back_when_the_play_falls() -> None:
    """003 L50: kept apart, those very tiles; mixed in breach of HOLD, the opponent chooses which."""
    held = waits(after(opened("frs_english"), events.Held(B)), 60)
    drew = after(held, events.Drew(A, tiles("D D N", "frs_english")))
    before = everywhere(drew)
    fallen = after(falls(drew), events.Removed())
    assert (fallen.prompts, len(fallen.rack(A)), fallen.clock.running) == (("overdraw",), 10, None)
    assert refused(fallen, events.Returned(A, tiles("M A R"))) == ["not_in_rack"]
    assert refused(fallen, events.Returned(A, tiles("D D"))) == ["wrong_count"]
    back = after(fallen, events.Returned(A, tiles("D D N")))
    assert (back.prompts, back.clock.running, everywhere(back)) == ((), B, before)
    mixed = after(falls(after(drew, events.Mixed(A))), events.Removed())
    assert refused(mixed, events.Returned(A, tiles("D D N"))) == ["out_of_turn"]
    picked = after(mixed, events.Took(B, A, 10, tiles("M A D")))
    assert (len(picked.rack(A)), everywhere(picked)) == (7, before)


def test_manacor_returns_what_was_drawn_before_the_challenge() -> None:
    """000 r23: the tiles come off the board; the two drawn for them go back, and the clock stands (r28b iii)."""
    course = after(opened("manacor"), events.Drew(A, tiles("A E")))
    fallen = after(falls(course), events.Removed())
    assert (len(fallen.rack(A)), fallen.clock.running) == (9, None)
    assert after(fallen, events.Returned(A, tiles("A E"))).clock.running == B


@pytest.mark.parametrize("name", ["manacor", *FISC])
def test_there_is_no_hold_elsewhere(name: str) -> None:
    """Only 003 knows HOLD."""
    assert refused(opened(name), events.Held(B)) == ["wrong_phase"]


def test_a_verdict_before_the_press_holds_after_it() -> None:
    """000 r23: the verdict is on the play, so one before the press is the last, with an empty bag too."""
    course = after(opened("manacor", bag=""), events.Challenged(B), events.Ruled(True))
    assert refused(press(course), events.Challenged(B)) == ["too_late"]


def test_saying_so_late_changes_nothing() -> None:
    """Drawing has accepted the play already, or the opponent has; what is no play cannot be accepted."""
    course = fill(opened("manacor"))
    assert after(course, events.PlayAccepted(B)) == course
    twice = after(opened("manacor"), events.PlayAccepted(B))
    assert after(twice, events.PlayAccepted(B)) == twice
    drawn = fill(opened("fisc_classic"), A)
    assert after(drawn, events.PlayAccepted(B)).phase == "playing"
    assert refused(lay(game("manacor", "M A R", "T"), "g8 MAR"), events.PlayAccepted(B)) == ["off_centre"]
    challenged = after(opened("fisc_classic"), events.Challenged(B))
    assert refused(challenged, events.PlayAccepted(B)) == ["wrong_phase"]
    assert refused(opened("frs_english"), events.Released(B)) == ["wrong_phase"]
    held = after(opened("frs_english"), events.Held(B))
    assert after(held, events.PlayAccepted(B)).phase == "playing"


def test_of_several_opponents_all_accept() -> None:
    """000 r11, r21 and r24 speak of opponents: any of them may challenge, so all must have given it up."""
    rules = RULEBOOKS["fisc_classic"].with_overrides({"seats": 3})
    course = after(Course.new(rules, 3, racks=(tiles("S O L"), tiles("T"), tiles("R")), bag=()), events.Started(A))
    course = after(press(lay(course, "h8 SOL")), events.PlayAccepted(2))
    assert (course.phase, after(course, events.PlayAccepted(B)).ended) == ("settling", "out")
    assert after(course, events.PlayAccepted(B)).final == (6 + 2, -1, -1)


def test_accepting_before_the_press_ends_the_window() -> None:
    """000 r23-25: the opponent gives up challenging what lies there; the mover cannot accept its own play."""
    course = opened("manacor")
    assert refused(course, events.PlayAccepted(A)) == ["wrong_phase"]
    assert refused(after(course, events.PlayAccepted(B)), events.Challenged(B)) == ["too_late"]
    assert refused(opened("fisc_classic"), events.PlayAccepted(A)) == ["out_of_turn"]
    passed = after(game("fisc_classic", "A", "A"), events.Passed(A))
    assert refused(passed, events.PlayAccepted(B)) == ["wrong_phase"]
