"""How a game ends and what it then comes to: the tables of expected values, each by its paragraph."""

from dataclasses import replace

import pytest

from engine_lite import course_events as events
from engine_lite.clock import NS_PER_S
from engine_lite.course import Course
from engine_lite.course_end import ending, overtime_points
from engine_lite.rulebooks import RULEBOOKS, rulebook_for
from engine_lite.tests.course_hands import (
    BAG,
    BOARDS,
    FARM,
    MARE,
    QUINA,
    RACK_A,
    RACK_B,
    A,
    B,
    after,
    everywhere,
    game,
    lay,
    midgame,
    press,
    refused,
    sequence,
    tiles,
    waits,
)

# --- going out --------------------------------------------------------------------------------------

LEFT = {"frs_english": "Q A ? ?", "frs_romanian": "Z A ? ?"}  # 10 + 1, as NY and A in Catalan


def out(name: str, before: int = 280) -> Course:
    """A lays its last tile over the first of the word on row h and presses; B has 280 and 11 points on the rack."""
    course = game(name, "A", LEFT.get(name, "NY A ? ?"), board=BOARDS[name], bag="", totals=(before, 280))
    return press(after(course, events.Laid(min(course.game.board.squares) - 15, tiles("A", name)[0])))


@pytest.mark.parametrize(
    ("name", "final"),
    [("manacor", (311, 269)), ("fisc_school", (311, 269)), ("fisc_classic", (311, 269)), ("frs_english", (322, 280)),
     ("frs_romanian", (322, 280))],
)  # fmt: skip
def test_going_out(name: str, final: tuple[int, int]) -> None:
    """000 r20, 001 B15, 002 and 003 L36: 300 against 280 with 11 on the rack; the same difference, other totals."""
    course = out(name, before=300 - out(name).game.turns[0].points)
    assert (course.phase, course.game.totals, course.clock.running) == ("settling", (300, 280), None)
    assert course.ended == ""
    over = after(course, events.PlayAccepted(B))
    assert (over.ended, over.final, over.winner, over.phase) == ("out", final, A, "over")
    assert everywhere(over) == everywhere(course)


@pytest.mark.parametrize(("name", "seconds"), [("manacor", 60), ("fisc_school", 60), ("fisc_classic", 60),
                                               ("frs_english", 20), ("frs_romanian", 20)])  # fmt: skip
def test_the_last_play_waits_and_nobody_pays_for_it(name: str, seconds: int) -> None:
    """Reading 13: no time is charged until the opponent accepts, or 60 s (frs: 20 s without HOLD) have gone."""
    course = out(name)
    assert waits(course, seconds - 0.001).ended == ""
    over = waits(course, seconds)
    assert (over.ended, over.clock.left_ns) == ("out", course.clock.left_ns)
    late = waits(course, seconds + 500)
    assert (late.ended, late.clock.left_ns) == ("out", course.clock.left_ns)
    for event in (events.Passed(B), events.Challenged(B), events.PlayAccepted(B)):
        assert refused(late, event) == ["wrong_phase"]


@pytest.mark.parametrize("name", ["manacor", "fisc_school", "fisc_classic", "frs_english", "frs_romanian"])
def test_the_last_play_can_be_challenged(name: str) -> None:
    """A withdrawn last play gives its tiles back, and the opponent plays on; a sound one ends the game."""
    course = out(name)
    fallen = after(course, events.Challenged(B), events.Ruled(False), events.Removed())
    assert (fallen.ended, fallen.on_turn, fallen.rack(A), fallen.clock.running) == ("", B, tiles("A", name), B)
    sound = after(course, events.Challenged(B), events.Ruled(True))
    assert sound.ended == "out"


@pytest.mark.parametrize("event", [events.Passed(B), events.Pressed(B)])
def test_the_opponents_press_or_pass_accepts_the_last_play(event: events.Passed | events.Pressed) -> None:
    """Reading 13: with an empty bag its first act accepts; the mover's own changes nothing."""
    for name in BOARDS:
        assert after(out(name), event).ended == "out"
        assert refused(out(name), replace(event, seat=A)) == ["out_of_turn"]


def test_the_words_of_the_last_play_are_challenged_one_by_one() -> None:
    """003 L42: the wait begins anew after each; with the last of them found valid the game is over."""
    course = game("frs_english", "A T", "Q A ? ?", board=FARM, bag="")
    course = press(lay(course, "i8 TA"))  # under the F and the A: TA, FT, AA
    for word in ("FT", "TA"):
        course = waits(after(course, events.Challenged(B, (word,)), events.Ruled(True)), 19)
        assert (course.phase, course.clock.running) == ("settling", None)
    assert after(course, events.Challenged(B), events.Ruled(True)).ended == "out"
    assert after(course, events.Challenged(B, ("AA",)), events.Ruled(True)).ended == "out"
    assert waits(course, 1).ended == "out"


def test_hold_on_the_last_play_runs_the_challengers_clock() -> None:
    """Reading 13: in a HOLD it runs, without limit."""
    course = out("frs_english")
    held = after(course, events.Held(B))
    assert (held.clock.running, waits(held, 100).ended) == (B, "")
    assert after(held, events.Released(B)).ended == "out"


def test_blanks_are_worth_nothing_at_the_end() -> None:
    """000 r9, 001 B13, 004 L44: a rack of blanks settles nothing."""
    course = game("fisc_classic", "A", "? ?", board=QUINA, bag="", totals=(9, 9))
    course = after(press(lay(course, "g8 A")), events.PlayAccepted(B))
    assert (course.ended, course.settlement) == ("out", ())
    course = sequence(game("manacor", "?", "A", board=QUINA, bag=""), "PPPPPP")
    assert [each.seat for each in course.settlement] == [B]
    assert ending(Course.new(RULEBOOKS["manacor"])) is None


def test_the_last_tiles_with_tiles_in_the_bag_end_nothing() -> None:
    """001 B15, 002: the bag must be empty."""
    course = game("fisc_classic", "A", RACK_B, board=QUINA, bag="S")
    assert press(after(course, events.Laid(94, tiles("A")[0]))).phase == "playing"


def test_the_last_tiles_of_the_bag_may_be_owed_to_the_other_side() -> None:
    """001 B7 and B15: B had not refilled when A laid its last tile; once it has, the bag is empty and A is out."""
    course = game("fisc_classic", "A", "S N D M C", board=QUINA, bag="S S")
    course = press(lay(course, "g8 A"))
    assert course.phase == "playing"
    course = after(course, events.Drew(B, tiles("S S")))
    assert (course.phase, after(course, events.PlayAccepted(B)).ended) == ("settling", "out")


# --- turn limit -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "limit"), [("12min", 10), ("15min", 15)])
def test_the_turn_limit(variant: str, limit: int) -> None:
    """001 lines 2-3 and B15, reading 7: the second pair completes its last turn; nothing is settled."""
    rules = rulebook_for("fisc_school", variant)
    course = game(rules, RACK_A, RACK_B, bag=BAG, turns_used=(limit - 1, limit - 1), totals=(3, 2))
    course = sequence(course, "P")
    assert course.ended == ""
    over = after(course, events.Exchanged(B, tiles("S"), tiles("S")))
    assert (over.ended, over.final, over.winner, over.settlement) == ("turn_limit", (3, 2), A, ())


def test_a_failed_play_uses_a_turn_and_the_last_one_can_be_challenged() -> None:
    """Reading 7: pass, exchange and withdrawn play are rows of the sheet."""
    course = midgame("fisc_school", turns_used=(9, 9))
    course = sequence(course, "I")
    assert course.turns_of(A) == 10
    course = press(after(course, events.Laid(97, tiles("S")[0])))
    assert (course.phase, course.clock.running) == ("settling", None)
    assert after(course, events.PlayAccepted(A)).ended == "turn_limit"
    assert after(course, events.Drew(B, tiles("S"))).ended == "turn_limit"
    fallen = after(course, events.Challenged(A), events.Ruled(False))
    assert (fallen.ended, fallen.phase, fallen.final) == ("turn_limit", "removing", (0, 0))
    assert after(fallen, events.Removed()).phase == "over"


def test_going_out_in_the_last_turn_is_settled() -> None:
    """001 B15: the first sentence of it stands before the second."""
    course = game("fisc_school", "S", "A", board=MARE, bag="", turns_used=(10, 9), seat=B)
    course = after(press(after(course, events.Laid(97, tiles("A")[0]))), events.PlayAccepted(A))
    assert (course.ended, course.final) == ("out", (-1, course.game.turns[0].points + 1))


def test_at_the_limit_with_an_empty_bag_nothing_is_settled() -> None:
    """Contradiction 5: the text excludes it only when tiles are left in the bag; taken: none."""
    course = game("fisc_school", RACK_A, RACK_B, bag="", turns_used=(9, 9), totals=(5, 5))
    over = sequence(course, "PP")
    assert (over.ended, over.final, over.winner) == ("turn_limit", (5, 5), None)


# --- no play, giving up, agreeing -------------------------------------------------------------------


def test_no_play_possible() -> None:
    """002 Final del joc and reading 8: both sides agree, or the referee says so; each subtracts its own rack."""
    course = midgame("fisc_classic")
    one = after(course, events.NoPlay(A))
    assert one.ended == ""
    assert after(one, events.NoPlay(A)).ended == ""
    for over in (after(one, events.NoPlay(B)), after(course, events.NoPlay())):
        assert (over.ended, over.final, over.winner) == ("no_play", (-7, -14), A)
    assert after(after(one, events.Passed(A)), events.NoPlay(B)).ended == ""  # said anew on each turn
    for name in ("manacor", "frs_english"):
        assert refused(midgame(name), events.NoPlay()) == ["wrong_phase"]


@pytest.mark.parametrize("event", [events.Resigned(A), events.Disqualified(A)])
def test_the_other_side_wins_whatever_the_totals(event: events.Resigned | events.Disqualified) -> None:
    """003 L66 and reading 28: nothing is settled."""
    over = after(midgame("frs_english", totals=(300, 10)), event)
    name = "resigned" if isinstance(event, events.Resigned) else "disqualified"
    assert (over.ended, over.final, over.winner) == (name, (300, 10), B)
    assert refused(over, events.Passed(A)) == ["wrong_phase"]


def test_the_final_score_is_accepted_by_both() -> None:
    """Both sides sign; only then is the game agreed."""
    over = after(midgame("manacor"), events.Resigned(A))
    assert refused(midgame("manacor"), events.Accepted(A)) == ["wrong_phase"]
    one = after(over, events.Accepted(A))
    assert (one.phase, after(one, events.Accepted(B)).phase) == ("over", "agreed")


def test_most_points_win_and_equal_points_tie() -> None:
    """000 r22, 003 L21 and L38, 004 L9; a drawn game has no winner."""
    assert sequence(midgame("fisc_classic", totals=(0, 7)), "PPPPPP").winner is None
    assert sequence(midgame("fisc_classic", totals=(0, 8)), "PPPPPP").winner == B


# --- overtime ---------------------------------------------------------------------------------------

OVER = ["0:00", "0:01", "0:59", "1:00", "1:01", "3:59", "4:00", "4:01", "9:59", "10:00"]
POINTS = {
    "manacor": [0, 10, 10, 10, 20, 40, 40, 50, 100, 100],
    "frs_english": [0, 10, 10, 20, 20, 40, 50, 50, 100, 110],
    "fisc_school": [0] * 10,
    "frs_romanian": [0] * 10,
}


def seconds(text: str) -> int:
    minutes, rest = text.split(":")
    return int(minutes) * 60 + int(rest)


@pytest.mark.parametrize(
    ("name", "over", "points"),
    [(name, over, points) for name, row in POINTS.items() for over, points in zip(OVER, row, strict=True)],
)
def test_overtime_to_the_second(name: str, over: str, points: int) -> None:
    """000 r28d by minutes begun; 003 L15 by its example, 4:00 costs 50; 001 leaves it to the judge (reading 7)."""
    assert overtime_points(RULEBOOKS[name], seconds(over) * NS_PER_S) == points
    turns = "PPPPPP" if name == "manacor" else "PP"
    used = (9, 9) if name == "fisc_school" else (0, 0)
    course = sequence(midgame(name, left_s=(-seconds(over), 600), totals=(300, 200), turns_used=used), turns)
    racks = {"manacor": (7, 14), "fisc_school": (0, 0), "frs_english": (7, 16), "frs_romanian": (7, 20)}[name]
    assert course.final == (300 - racks[0] - points, 200 - racks[1])


def test_manacor_charges_on_beyond_ten_minutes() -> None:
    """9.9: 10:01 over is 110 and no forfeit; 20 minutes over, 200 points (contradiction 3)."""
    assert overtime_points(RULEBOOKS["manacor"], 601 * NS_PER_S) == 110
    assert overtime_points(RULEBOOKS["manacor"], 1200 * NS_PER_S) == 200
    assert waits(midgame("manacor", left_s=(-601, 1800)), 10).ended == ""
