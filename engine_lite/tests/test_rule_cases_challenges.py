"""Rule cases of other engines, 49 to 67 and 77: who begins, and what a challenge does by each rule in use."""

from collections import Counter
from dataclasses import replace

import pytest

from engine_lite import course_events as events
from engine_lite.board import Board
from engine_lite.course import Course
from engine_lite.game import Game, TurnKind
from engine_lite.record import replay
from engine_lite.rulebook import Rulebook
from engine_lite.rulebooks import RULEBOOKS, rulebook_for
from engine_lite.tests.course_hands import A, B, after, fill, game, lay, press, refused, tiles
from engine_lite.tests.gcg_samples import of
from engine_lite.tests.rule_cases import case, rows
from engine_lite.tiles import Face, TileSet

C = 2
NINE = "B I L E S O N"  # a rack worth 9
FARM = "15/15/15/15/15/15/15/7FARM4/15/15/15/15/15/15/15"
# A V on row 1 and a P on row 15.
V_AND_P = "/".join(["6V8", "6A8", *["15"] * 11, "3A11", "3P11"])


def by(challenge: str) -> Rulebook:
    """The international rulebook with one rule of challenges."""
    return rulebook_for("international", overrides={"challenge": challenge})


def judged(course: Course, valid: bool, who: int = B) -> Course:
    """`who` challenges; after a no the tiles are taken off the board too."""
    course = after(course, events.Challenged(who), events.Ruled(valid))
    return course if valid or course.phase != "removing" else after(course, events.Removed())


@case(49)
def test_the_first_move_may_be_a_pass() -> None:
    """The game goes on."""
    course = after(game("international", "A E", "T", bag="S S"), events.Passed(A))
    assert (course.phase, course.on_turn, course.ended) == ("playing", B, "")


@case(50)
def test_player_2_may_start() -> None:
    """On the table and in a record."""
    assert game("international", "A", "F A R M", seat=B, bag="S").on_turn == B
    assert replay(of(2, ">p2: FARM 8H FARM +18 18", ">p1: - +0 0")).game.totals == (0, 18)


@case(51)
def test_an_upheld_challenge_gives_everything_back() -> None:
    """Score, rack and squares; the premiums count again: FARM 18 falls, and is 18 again in the next turn."""
    before = game("international", "F A R M E S T", "T I E O N D L", bag="S" * 9)
    course = press(lay(before, "h8 FARM"))
    assert course.game.totals == (18, 0)
    back = judged(course, valid=False)
    assert (back.game.totals, Counter(back.rack(A)), len(back.game.board)) == ((0, 0), Counter(before.rack(A)), 0)
    again = press(lay(after(back, events.Passed(B)), "h8 FARM"))
    assert again.game.totals == (18, 0)


@case(52)
def test_the_challenger_may_still_play() -> None:
    """1D KNI.EW 63 is taken back, which leaves 62; then 15C S.HEROID is 92."""
    course = game("international", "K N I E W A A", "S H E R O I D", board=V_AND_P, bag="S" * 9, totals=(62, 0))
    course = press(lay(course, "a4 KNIVEW"))
    assert course.game.totals == (125, 0)
    course = judged(course, valid=False)
    assert (course.game.totals, course.on_turn) == ((62, 0), B)
    assert course.game.turns[-1].kind is TurnKind.WITHDRAWN
    assert press(lay(course, "o3 SPHEROID")).game.totals == (62, 92)


@rows(
    "challenge,totals,on_turn",
    [(53, "single", (18, 0), B), (54, "double", (18, 0), A), (55, "five_points", (23, 0), B),
     (59, "minus_ten", (18, -10), B)],
)  # fmt: skip
def test_what_a_failed_challenge_costs(challenge: str, totals: tuple[int, int], on_turn: int) -> None:
    """Nothing, the next turn, five points at once, or ten of the challenger's, who may fall below zero."""
    course = judged(press(lay(game(by(challenge), "F A R M", "T I E", bag="S" * 9), "h8 FARM")), valid=True)
    assert (course.game.totals, course.on_turn) == (totals, on_turn)


@case(54)
def test_the_lost_turn_is_on_the_sheet() -> None:
    """As a turn of the challenger that scored nothing."""
    course = judged(press(lay(game(by("double"), "F A R M", "T I E", bag="S" * 9), "h8 FARM")), valid=True)
    assert [(turn.seat, turn.kind, turn.points) for turn in course.game.turns] == [
        (A, TurnKind.PLAY, 18),
        (B, TurnKind.PASS, 0),
    ]


@case(56)
def test_ten_points_for_a_sound_play() -> None:
    """Norwegian: ÅMA 14 and 10 are 24, and the challenger is on turn."""
    norwegian = TileSet("some_norwegian", "no", (Face("?", 2, 0), Face("Å", 2, 4), Face("M", 3, 2), Face("A", 7, 1)))
    rules = replace(by("ten_points"), tile_set=norwegian)
    course = press(lay(game(rules, "Å M A", "A A", bag="A A"), "h8 ÅMA"))
    assert course.game.totals == (14, 0)
    assert (judged(course, valid=True).game.totals, judged(course, valid=True).on_turn) == ((24, 0), B)


@case(58)
def test_without_challenges_a_bad_word_is_refused_before_it_scores() -> None:
    """Rule void."""
    course = lay(game(by("void"), "F A R M", "T I E", bag="S" * 9, lexicon=frozenset({"FARM"})), "h8 FAR")
    assert refused(course, events.Pressed(A)) == ["wrong_phase"]
    assert course.game.totals == (0, 0)


@rows("before,after_it", [(59, (0, 24), (-10, 24)), (59, (24, 20), (14, 20))])
def test_ten_points_off_the_challenger(before: tuple[int, int], after_it: tuple[int, int]) -> None:
    """German: 24:0 becomes 24:-10, and 24:20 becomes 14:20 when the side with 24 challenges."""
    points = press(lay(game(by("minus_ten"), "A", "T I E", board=FARM, seat=B), "i8 TIE")).game.totals[B]
    course = game(by("minus_ten"), "A", "T I E", board=FARM, seat=B, totals=(before[A], before[B] - points), bag="S")
    course = press(lay(course, "i8 TIE"))
    assert course.game.totals == before
    assert judged(course, valid=True, who=A).game.totals == after_it


@case(60)
def test_a_challenge_without_a_play_changes_nothing() -> None:
    """Before the first play of the game."""
    course = game("international", "F A R M", "T I E", bag="S" * 9)
    assert refused(course, events.Challenged(B)) == ["nothing_laid"]


@pytest.mark.parametrize(("challenge", "totals"), [("minus_ten", (18, 0, -10)), ("double", (18, 0, 0))])
@case(62)
def test_a_third_side_challenges(challenge: str, totals: tuple[int, int, int]) -> None:
    """Who is not next pays too and the order of turns stays; a lost turn is the challenger's next one."""
    rules = by(challenge)
    course = Course.new(rules, 3, racks=tuple(tiles(rack, rules) for rack in ("F A R M", "T I E", "O N D")))
    course = press(lay(after(course, events.Started(A)), "h8 FARM"))
    course = judged(course, valid=True, who=C)
    assert (course.game.totals, course.on_turn) == (totals, B)
    assert after(course, events.Passed(B)).on_turn == (A if challenge == "double" else C)


@case(63)
def test_nobody_challenges_his_own_play() -> None:
    """Neither on the other's turn nor while the last play waits."""
    course = press(lay(game("international", "F A R M", "T I E", bag="S" * 9), "h8 FARM"))
    assert refused(course, events.Challenged(A)) == ["out_of_turn"]
    assert refused(last_play((0, 0)), events.Challenged(A)) == ["out_of_turn"]


def last_play(totals: tuple[int, int], rules: Rulebook | None = None, left: str = "T I L E S") -> Course:
    """A lays its last tiles, ER under FARM, with the bag empty, after which the totals are these; B has `left`."""
    rules = rules or RULEBOOKS["international"]
    gone = lay(game(rules, "E R", left, board=FARM, bag=""), "i8 ER")
    points = press(gone).game.totals[A]
    course = press(lay(game(rules, "E R", left, board=FARM, bag="", totals=(totals[A] - points, totals[B])), "i8 ER"))
    assert course.game.totals == totals
    return course


@case(64)
def test_the_last_play_waits_and_an_upheld_challenge_lets_the_game_go_on() -> None:
    """Tiles and points go back: 364 to 372."""
    points = last_play((0, 0)).game.turns[-1].points
    course = last_play((364 + points, 372))
    assert (course.phase, course.ended) == ("settling", "")
    back = judged(course, valid=False)
    assert (back.ended, back.game.totals, back.on_turn) == ("", (364, 372), B)
    assert Counter(back.rack(A)) == Counter(tiles("E R", "international"))


@rows(
    "challenge,left,before,final",
    [(65, "five_points", "T I L E S", (394, 365), (409, 365)), (65, "five_points", NINE, (305, 446), (328, 446)),
     (65, "double", NINE, (305, 446), (323, 446))],
)  # fmt: skip
def test_the_bonus_comes_before_the_racks(
    challenge: str, left: str, before: tuple[int, int], final: tuple[int, int]
) -> None:
    """394 + 5 + 10 are 409, 305 + 5 + 18 are 328; by the double challenge there is no bonus: 305 + 18 are 323."""
    over = judged(last_play(before, by(challenge), left), valid=True)
    assert (over.ended, over.final) == ("out", final)
    kinds = [each.kind.value for each in over.game.adjustments]
    assert kinds == (["bonus", "end_bonus"] if challenge == "five_points" else ["end_bonus"])


@case(66)
def test_a_failed_challenge_with_tiles_on_the_rack_ends_nothing() -> None:
    """The bag is empty, and the side that played has tiles left."""
    course = press(lay(game("international", "E R S", "T I", board=FARM, bag=""), "i8 ER"))
    course = judged(course, valid=True)
    assert (course.ended, course.phase, course.on_turn) == ("", "playing", B)


@case(67)
def test_the_same_bonus_more_than_once() -> None:
    """Each belongs to the play that was challenged: five points to each side, after turns 1 and 2."""
    course = judged(press(lay(game("international", "F A R M E", "T I E", bag="S" * 9), "h8 FARM")), valid=True)
    course = judged(press(lay(fill(course, A), "i8 TI")), valid=True, who=A)
    bonuses = [(each.seat, each.points, each.after_turn) for each in course.game.adjustments]
    assert bonuses == [(A, 5, 1), (B, 5, 2)]


@case(77)
def test_the_reply_to_a_withdrawn_last_play_does_not_end_the_game() -> None:
    """A went out with a play that fell; B plays and has tiles left, and A is on turn."""
    course = press(lay(judged(last_play((100, 90)), valid=False), "i8 TI"))
    course = after(course, events.PlayAccepted(A))
    assert (course.ended, course.on_turn, len(course.rack(A))) == ("", A, 2)


@case(51)
def test_a_withdrawn_play_leaves_the_board_as_it_was() -> None:
    """On the sheet too: 0 points, and the seat after it on turn."""
    empty = Game.new(RULEBOOKS["international"])
    course = press(lay(game("international", "F A R M", "T", bag="S"), "h8 FARM"))
    withdrawn = course.game.withdraw()
    assert (withdrawn.board, withdrawn.totals, withdrawn.on_turn) == (Board.EMPTY, empty.totals, B)
