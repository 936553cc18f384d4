"""Clocks in the course of a game: which one runs when, what ends by time alone, and the play after the time."""

import pytest

from engine_lite import course_events as events
from engine_lite.clock import NS_PER_S
from engine_lite.course import Course, deadline
from engine_lite.reasons import Reason
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tests.course_hands import (
    BAG,
    FARM,
    QUINA,
    RACK_A,
    RACK_B,
    A,
    B,
    after,
    everywhere,
    fill,
    game,
    later,
    lay,
    press,
    refused,
    rule_of,
    sequence,
    square,
    tiles,
    waits,
)


def left_s(course: Course) -> tuple[float, ...]:
    return tuple(left / NS_PER_S for left in course.clock.at(course.at_ns))


def test_the_press_hands_the_time_over() -> None:
    """000 r28a, 003 L57: from that instant on the time of the other counts."""
    course = waits(lay(game("fisc_classic", "S O L E", RACK_B), "h8 SOL"), 90)
    course = waits(press(course), 10)
    assert left_s(course) == (1710, 1790)
    assert after(course, later(course, -50, events.Passed(B))).clock.left_ns[B] == 1790 * NS_PER_S  # late news


@pytest.mark.parametrize("name", ["manacor", "fisc_school", "fisc_classic", "frs_english", "frs_romanian"])
def test_no_clock_runs_before_the_start(name: str) -> None:
    """The allotted time of each document or preset, and nobody is charged for drawing."""
    course = waits(Course.new(RULEBOOKS[name]), 100)
    allotted = {"manacor": 1800, "fisc_school": 720, "fisc_classic": 1800}.get(name, 1500)
    assert left_s(course) == (allotted, allotted)


@pytest.mark.parametrize("name", ["manacor", "fisc_school", "fisc_classic", "frs_english", "frs_romanian"])
def test_clocks_stand_from_the_challenge_to_the_empty_squares(name: str) -> None:
    """000 r28b i, 001 B4, 003 L51: while the word is judged, and until the tiles are off."""
    course = lay(game(name, "M A R E S T I", "T O R S E N C"), "h8 MAR")
    course = course if name == "manacor" else press(course)
    before = left_s(course)
    fallen = waits(after(waits(after(course, events.Challenged(B)), 100), events.Ruled(False)), 100)
    assert left_s(fallen) == before
    assert left_s(waits(after(fallen, events.Removed()), 7)) == (before[A], before[B] - 7)


def test_clocks_run_on_where_a_table_has_it_so() -> None:
    """Each stop is a knob; without it the side on turn pays."""
    rules = RULEBOOKS["fisc_classic"].with_overrides({"stops_for_challenge": False, "stops_for_referee": False})
    course = after(press(lay(game(rules, "S O L E", RACK_B), "h8 SOL")), events.Challenged(B))
    assert course.clock.running == B
    assert after(course, events.Ruled(True), events.Paused()).clock.running == B
    held = RULEBOOKS["frs_english"].with_overrides({"hold_clock_runs": False})
    course = press(lay(game(held, "F A R M", RACK_B), "h8 FARM"))
    assert after(course, events.Held(B)).clock.running is None


@pytest.mark.parametrize("stop", [events.Paused(), events.Disputed(B)])
def test_clocks_stand_for_the_referee_and_for_a_disputed_score(stop: events.Paused | events.Disputed) -> None:
    """000 r28b ii and iv, 003 L65, reading 29: no thinking time; nothing is played meanwhile."""
    course = after(game("manacor", RACK_A, RACK_B), stop)
    assert (course.phase, course.clock.running, left_s(waits(course, 60))) == ("paused", None, (1800, 1800))
    assert refused(course, events.Passed(A)) == ["wrong_phase"]
    assert refused(course, stop) == ["wrong_phase"]
    course = after(waits(course, 60), events.Resumed())
    assert (course.phase, course.clock.running) == ("playing", A)
    assert refused(course, events.Resumed()) == ["wrong_phase"]


def test_a_pause_goes_back_to_what_it_interrupted() -> None:
    """A HOLD goes on as a HOLD, and a last play gets its whole wait again."""
    held = after(press(lay(game("frs_english", "F A R M", RACK_B), "h8 FARM")), events.Held(B))
    assert after(held, events.Paused(), events.Resumed()).phase == "holding"
    last = press(lay(game("fisc_classic", "S O L", RACK_B, bag=""), "h8 SOL"))
    again = after(waits(after(waits(last, 50), events.Paused()), 100), events.Resumed())
    assert (waits(again, 59).ended, waits(again, 60).ended) == ("", "out")


def test_a_forgotten_clock_is_the_referees() -> None:
    """000 r28c and reading 25: one's own fault; only the referee's order puts it right."""
    course = waits(game("manacor", RACK_A, RACK_B), 100)
    assert rule_of(course, events.ClockCorrected(A, 0, by=B), Reason.OUT_OF_TURN) == "000 r28c"
    course = waits(after(course, events.ClockCorrected(A, 1790 * NS_PER_S)), 5)
    assert left_s(course) == (1785, 1800)
    excused = RULEBOOKS["manacor"].with_overrides({"forgotten_clock_excused": True})
    assert left_s(after(game(excused, RACK_A, RACK_B), events.ClockCorrected(B, 60 * NS_PER_S, by=A))) == (1800, 60)
    assert refused(Course.new(RULEBOOKS["manacor"]), events.ClockCorrected(A, 1)) == ["wrong_phase"]


# --- the sum of both clocks -------------------------------------------------------------------------


def test_manacor_ends_above_seventy_minutes() -> None:
    """000 r28e and reading 2: at 70:00.000 of both clocks it goes on; above, racks and time are deducted.

    50:00 and 20:00: 20 minutes over cost 200; racks 7 and 14. No bonus passes.
    """
    course = game("manacor", RACK_A, RACK_B, board=QUINA, bag=BAG, totals=(400, 300), left_s=(-1199, 600))
    assert waits(course, 1).ended == ""
    assert deadline(waits(course, 1)) == course.at_ns + 1_001_000_000
    over = waits(course, 1.001)
    assert (over.ended, over.final, over.winner) == ("time_cap", (400 - 210 - 7, 286), B)
    exact = game("manacor", RACK_A, RACK_B, board=QUINA, bag=BAG, left_s=(-1200, 600), seat=B)
    assert waits(exact, 0.0005).ended == ""


def test_tiles_laid_and_not_pressed_are_deducted() -> None:
    """Reading 20: they go back to the rack; what was drawn for them goes back into the bag."""
    course = game("manacor", "QU A S T R I O", RACK_B, board=QUINA, bag=BAG, left_s=(-1199, 600))
    laid = fill(after(course, events.Laid(square("g6"), tiles("QU")[0])))
    over = waits(laid, 2)
    assert (over.ended, len(over.rack(A)), over.final) == ("time_cap", 7, (-210 - 8 - 6, -14))
    assert everywhere(over) == everywhere(course)


def test_the_cap_counts_from_the_time_that_was_allotted() -> None:
    """A table that allots 20 minutes a side has used 35 of its 70 when 2:30 are left to each."""
    given = {"board": QUINA, "bag": BAG, "allotted_ns": 1200 * NS_PER_S, "left_s": (150, 150)}
    course = game("manacor", RACK_A, RACK_B, **given)
    assert (waits(course, 2100).ended, waits(course, 2100.001).ended) == ("", "time_cap")


@pytest.mark.parametrize("name", ["fisc_school", "fisc_classic", "frs_english", "frs_romanian"])
def test_no_other_document_has_a_cap(name: str) -> None:
    """Only 000 r28e."""
    course = game(name, RACK_A, RACK_B, bag=BAG, left_s=(-590, -5000), seat=A)
    assert waits(course, 5).ended == ""


# --- forfeit ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("over_s", "ended"), [(599, ""), (600, ""), (600.001, "time_forfeit"), (601, "time_forfeit")]
)
def test_frs_english_forfeits_above_ten_minutes(over_s: float, ended: str) -> None:
    """003 L15 and reading 3: lost from the first millisecond above 10:00.000, whatever the totals."""
    course = game("frs_english", RACK_A, RACK_B, board=FARM, bag=BAG, totals=(300, 200), left_s=(-500, 700))
    course = waits(course, over_s - 500)
    assert course.ended == ended
    if ended:
        assert (course.final, course.winner, course.settlement) == ((300, 200), B, ())
        assert refused(course, events.Passed(A)) == ["wrong_phase"]


@pytest.mark.parametrize("name", ["manacor", "fisc_school", "fisc_classic", "frs_romanian"])
def test_the_others_never_forfeit(name: str) -> None:
    """000 r28d, 001, 002 and 004 name no loss on time."""
    assert waits(game(name, RACK_A, RACK_B, bag=BAG, left_s=(-700, 1800)), 60).ended == ""


def test_a_later_event_finds_the_game_ended() -> None:
    """Time goes by before the event: a press two seconds too late is no press any more."""
    course = game("frs_english", RACK_A, RACK_B, bag=BAG, left_s=(-599, 700))
    assert refused(course, later(course, 2, events.Passed(A))) == ["wrong_phase"]
    assert after(course, later(course, 1, events.Passed(A))).ended == ""


# --- a play after the time, frs_romanian ------------------------------------------------------------


def late(turns: str = "") -> Course:
    course = sequence(game("frs_romanian", RACK_A, RACK_B, board=FARM, bag=BAG, left_s=(0.5, 900)), turns)
    return waits(after(course, events.Laid(97, course.rack(A)[0])), 0.501)


def test_a_late_play_is_withdrawn_and_counts_nothing() -> None:
    """004 L99-102, readings 6 and 30: the tiles come off, 0 points, no loss of the game."""
    course = press(late())
    assert (course.phase, course.game.turns[0].kind, course.game.totals) == ("removing", "withdrawn", (0, 0))
    course = after(course, events.Removed())
    assert (course.on_turn, course.clock.running, len(course.rack(A)), course.ended) == (B, B, 7, "")
    assert refused(course, events.Challenged(B)) == ["too_late"]
    in_time = game("frs_romanian", RACK_A, RACK_B, board=FARM, bag=BAG, left_s=(0.5, 900))
    assert press(waits(after(in_time, events.Laid(97, tiles("A")[0])), 0.5)).game.turns[0].points > 0


def test_a_late_play_is_a_zero_turn_and_no_strike() -> None:
    """Reading 30: nobody challenged it; six zero turns end the game, three such plays lose nothing."""
    course = game("frs_romanian", RACK_A, RACK_B, board=FARM, bag=BAG, left_s=(-1, 900))
    for _ in range(3):
        assert course.ended == ""
        course = after(press(after(course, events.Laid(97, course.rack(A)[0]))), events.Removed())
        course = sequence(course, "E")
    assert (course.ended, course.strikes[A], len(course.game.turns)) == ("zero_turns", 0, 6)


def test_a_side_out_of_time_can_only_pass() -> None:
    """Reading 30."""
    course = game("frs_romanian", RACK_A, RACK_B, board=FARM, bag=BAG, left_s=(-1, 900))
    assert rule_of(course, events.Exchanged(A, tiles("A"), tiles("S")), Reason.TOO_LATE) == "004 L99-102"
    assert after(course, events.Passed(A)).on_turn == B


def test_frs_romanian_may_be_played_with_the_overtime_of_the_english_game() -> None:
    """Reading 6: selectable; then a late play counts and time costs points."""
    rules = RULEBOOKS["frs_romanian"].with_overrides({"overtime": "frs_english"})
    course = game(rules, RACK_A, RACK_B, board=FARM, bag=BAG, left_s=(-1, 900))
    assert press(after(course, events.Laid(97, tiles("A")[0]))).game.turns[0].points > 0


# --- what comes next by itself -----------------------------------------------------------------------


def test_the_next_deadline() -> None:
    """HOLD closes after 20 s, drawing in it opens after 60 s, a last play has its wait, a tile is missed."""
    pressed = press(lay(game("frs_english", "F A R M E S T", RACK_B), "h8 FARM"))
    assert deadline(pressed) == 20 * NS_PER_S
    assert deadline(after(pressed, events.Held(B))) == 60 * NS_PER_S
    assert deadline(waits(pressed, 21)) == (1500 + 600) * NS_PER_S + NS_PER_S // 1000
    assert deadline(press(lay(game("fisc_classic", "S O L", RACK_B, bag=""), "h8 SOL"))) == 60 * NS_PER_S
    assert deadline(game("fisc_classic", RACK_A, RACK_B)) is None
    off = after(lay(game("manacor", "M A R E S T I", RACK_B), "h8 MAR"), events.TakenUp(square("h8")))
    assert waits(off, (deadline(off) or 0) / NS_PER_S).prompts == ("touched_tile",)
