"""A turn: the order of play, press and draw, tiles moved and touched, blanks, passes; each by its paragraph."""

from dataclasses import replace

import pytest

from engine_lite import course_events as events
from engine_lite.course import deadline
from engine_lite.game import TurnKind
from engine_lite.reasons import Reason
from engine_lite.tests.course_hands import (
    FARM,
    QUINA,
    A,
    B,
    after,
    everywhere,
    fill,
    game,
    lay,
    play,
    press,
    refused,
    rule_of,
    square,
    tiles,
    waits,
)


def test_manacor_refills_and_then_presses() -> None:
    """000 r28a: laid, noted, refilled, pressed; the clock of the other starts with the press."""
    course = lay(game("manacor", "M A R E S T I", "T O R S E N C"), "h8 MAR")
    assert refused(course, events.Pressed(A)) == ["wrong_count"]
    assert rule_of(course, events.Pressed(A), Reason.WRONG_COUNT) == "000 r28a"
    course = press(fill(course))
    assert (course.game.totals, course.on_turn, course.clock.running, len(course.bag)) == ((8, 0), B, B, 83)


@pytest.mark.parametrize("name", ["fisc_school", "fisc_classic", "frs_english", "frs_romanian"])
def test_the_others_press_and_then_refill(name: str) -> None:
    """001 B7, 002 Final d'un torn (reading 14), 003 L55-60: the mover's tiles come after the press."""
    course = lay(game(name, "M A R E S T I", "T O R S E N C"), "h8 MAR")
    assert refused(course, events.Drew(A, tiles("A A A", name))) == ["wrong_phase"]
    course = press(course)
    assert (len(course.rack(A)), course.clock.running) == (4, B)
    course = fill(course, A)
    assert (len(course.rack(A)), len(course.bag)) == (7, 83)
    assert refused(course, events.Drew(A, course.bag[:1])) == ["overdrawn"]


def test_a_small_bag_is_taken_whole() -> None:
    """002 Final d'un torn: if fewer are left than are needed, all of them are taken."""
    course = press(lay(game("fisc_classic", "M A R E S T I", "T O R S E N C", bag="O L"), "h8 MAR"))
    course = fill(course, A)
    assert (len(course.rack(A)), course.bag) == (6, ())
    manacor = fill(lay(game("manacor", "M A R E S T I", "T O R S E N C", bag="O L"), "h8 MAR"))
    assert press(manacor).on_turn == B


def test_the_score_is_confirmed() -> None:
    """003 L56-59: the opponent confirms it, not the mover, and only where a document asks."""
    course = press(lay(game("frs_english", "F A R M E S T", "T I E O N D L"), "h8 FARM"))
    assert refused(course, events.Confirmed(A)) == ["out_of_turn"]
    confirmed = after(course, events.Confirmed(B))
    assert confirmed.standing is not None
    assert confirmed.standing.confirmed
    assert refused(press(lay(game("fisc_classic", "S O L"), "h8 SOL")), events.Confirmed(B)) == ["wrong_phase"]


def test_only_the_side_on_turn_plays() -> None:
    """Every event that ends a turn is refused to the other side, and a seat that is not there is out of turn."""
    course = game("fisc_classic", "S O L E R T A", "T O R S E N C")
    for event in (events.Pressed(B), events.Passed(B), events.Exchanged(B, tiles("T"), tiles("A")), events.Passed(7)):
        assert refused(course, event) == ["out_of_turn"]
    assert refused(course, events.Pressed(A)) == ["nothing_laid"]


def test_tiles_are_laid_from_the_rack_on_free_squares() -> None:
    """002 Col·locar una paraula: a player combines his own tiles; a square takes one."""
    course = game("fisc_classic", "A T I C", "S", board=QUINA)
    assert refused(course, events.Laid(square("g7"), tiles("S")[0])) == ["not_in_rack"]
    assert refused(course, events.Laid(square("h5"), tiles("A")[0])) == ["taken"]
    assert refused(course, events.Laid(225, tiles("A")[0])) == ["off_board"]
    course = after(course, events.Laid(square("g7"), tiles("A")[0]))
    assert refused(course, events.Laid(square("g7"), tiles("T")[0])) == ["taken"]
    assert refused(course, events.Moved(square("g7"), square("h6"))) == ["taken"]
    assert refused(course, events.Moved(square("h6"), square("g8"))) == ["disturbed"]
    assert refused(course, events.Moved(square("g7"), 225)) == ["off_board"]
    assert refused(course, events.TakenUp(square("a1"))) == ["nothing_laid"]
    assert refused(game("manacor", "? A"), events.Laid(112, tiles("?")[0]._replace(face="K"))) == ["not_a_face"]
    assert refused(course, events.TakenUp(-1)) == ["off_board"]
    back = after(course, events.TakenUp(square("g7")))
    assert (len(back.rack(A)), len(back.laid)) == (4, 0)


@pytest.mark.parametrize(
    ("name", "face", "stands"),
    [("manacor", "NY", True), ("manacor", "K", False), ("fisc_school", "Q", True), ("fisc_school", "QU", False),
     ("fisc_classic", "L·L", True), ("frs_romanian", "K", True), ("frs_romanian", "W", True),
     ("frs_romanian", "Ă", False), ("frs_english", "K", True), ("frs_english", "Ç", False)],
)  # fmt: skip
def test_a_blank_stands_for_one_tile_face(name: str, face: str, stands: bool) -> None:
    """000 r9 and r15, 001 B13, 004 L41-42 (K Q W Y in Romanian too), reading 10."""
    course = after(game(name, "? A"), events.Laid(112, tiles("?")[0]))
    assert refused(after(course, events.Laid(113, tiles("A")[0])), events.Pressed(A)) == ["blank_undeclared"]
    declared = events.Declared(112, face)
    if stands:
        assert after(course, declared).laid.tiles[0][1] == (face, True)
    else:
        assert refused(course, declared) == ["not_a_face"]


def test_a_blank_keeps_its_face_once_played() -> None:
    """000 r9: it cannot change in the whole game; before the press it may be named anew, another tile never."""
    course = after(lay(game("manacor", "S E ? A L R T", "A O R S N T C"), "h8 SEnyAL"), events.Declared(114, "N"))
    assert refused(course, events.Declared(113, "N")) == ["not_a_face"]
    course = press(fill(after(course, events.Declared(114, "NY"))))
    assert (course.game.totals, refused(course, events.Declared(114, "N"))) == ((10, 0), ["blank_fixed"])


def test_a_touched_tile_may_be_moved_and_must_be_played() -> None:
    """000 r10 and reading 9: free squares are free until the turn ends; off the board for 3 s it is asked for."""
    course = lay(game("manacor", "M A R E S T I", "T O R S E N C"), "g8 MAR")
    moves = [events.Moved(square(f"g{n}"), square(f"h{n}")) for n in (8, 9, 10)]
    assert press(fill(after(course, *moves))).game.totals == (8, 0)
    off = after(course, events.TakenUp(square("g10")))
    assert waits(off, 3).prompts == ()
    assert waits(off, 3.001).prompts == ("touched_tile",)
    again = after(waits(off, 4), events.Laid(square("g10"), tiles("R")[0]))
    assert again.prompts == ()


def test_a_pause_counts_no_second_of_a_touched_tile() -> None:
    """Reading 9 with 000 r28b iv: nothing is missed while the clocks stand, and the 3 s begin anew after that."""
    off = after(lay(game("manacor", "M A R E S T I", "T O R S E N C"), "h8 MAR"), events.TakenUp(square("h10")))
    stands = after(waits(off, 2), events.Paused())
    assert (waits(stands, 60).prompts, deadline(stands)) == ((), None)
    goes_on = after(waits(stands, 60), events.Resumed())
    assert waits(goes_on, 3).prompts == ()
    assert waits(goes_on, 3.001).prompts == ("touched_tile",)


def test_a_touched_tile_left_out_costs_the_turn() -> None:
    """000 r10: take everything back and pass; one of the lost turns of r21. In the other rulebooks it is free."""
    for name, kind, total in (("manacor", TurnKind.PASS, 0), ("fisc_classic", TurnKind.PLAY, 6)):
        course = lay(game(name, "M A R E S T I", "T O R S E N C"), "h8 MAR")
        course = after(course, events.TakenUp(square("h8")), events.TakenUp(square("h10")))
        course = after(course, events.Laid(square("h8"), tiles("S")[0]), events.Laid(square("h10"), tiles("T")[0]))
        course = press(waits(course, 4))
        assert (course.game.turns[0].kind, course.game.totals, course.on_turn) == (kind, (total, 0), B)
    course = lay(game("manacor", "M A R E S T I", "T O R S E N C"), "h8 MAR")
    course = fill(course)
    off = after(course, *(events.TakenUp(s) for s in course.laid.squares))
    assert refused(after(off, events.Laid(112, tiles("M")[0])), events.Passed(A)) == ["not_removed"]
    lost = press(waits(off, 4))
    assert (lost.game.turns[0].kind, lost.prompts, everywhere(lost)) == ("pass", ("overdraw",), everywhere(course))
    back = after(lost, events.Returned(A, course.fresh[A]))
    assert (len(back.rack(A)), back.prompts, everywhere(back)) == (7, (), everywhere(course))


def test_what_is_left_of_a_lost_turn_leaves_the_board_while_no_clock_runs() -> None:
    """000 r10: the other side pays no second for tiles that lie in its way, and lays none before they are gone."""
    course = lay(game("manacor", "M A R E S T I", "T O R S E N C"), "h8 MAR")
    lost = waits(press(waits(after(course, events.TakenUp(square("h10"))), 4)), 30)
    assert (lost.phase, lost.removing.squares, lost.clock.running) == ("removing", (square("h8"), square("h9")), None)
    assert refused(lost, events.Laid(square("g8"), tiles("T")[0])) == ["not_removed"]
    assert refused(lost, events.Passed(B)) == ["not_removed"]
    clear = after(lost, events.TakenUp(square("h8")), events.TakenUp(square("h9")))
    assert (clear.phase, clear.on_turn, clear.clock.running) == ("playing", B, B)
    assert clear.clock.left_ns[B] == course.clock.left_ns[B]
    assert len(clear.rack(A)) == 7


def test_what_was_drawn_in_a_turn_that_is_lost_goes_back_before_anything_else() -> None:
    """000 r10 and r28b iii: as after a challenge, no clock runs, the other side waits, and no other tiles will do."""
    course = fill(lay(game("manacor", "M A R E S T I", "T O R S E N C"), "h8 MAR"))
    lost = press(waits(after(course, events.TakenUp(square("h10"))), 4))
    clear = waits(after(lost, events.TakenUp(square("h8")), events.TakenUp(square("h9"))), 30)
    assert (clear.phase, clear.on_turn, clear.clock.running, clear.prompts) == ("playing", B, None, ("overdraw",))
    assert refused(clear, events.Passed(B)) == ["overdrawn"]
    assert refused(clear, events.Returned(A, tiles("M A R"))) == ["not_in_rack"]
    back = after(clear, events.Returned(A, course.fresh[A]))
    assert (len(back.rack(A)), back.clock.running, back.prompts) == (7, B, ())


def test_a_pass_does_not_save_a_touched_tile() -> None:
    """000 r10: the turn is lost either way, and what was drawn for the play goes back."""
    course = fill(lay(game("manacor", "M A R E S T I", "T O R S E N C"), "h8 MAR"))
    off = after(course, *(events.TakenUp(s) for s in course.laid.squares))
    lost = after(waits(off, 4), events.Passed(A))
    assert (lost.game.turns[0].kind, lost.prompts, lost.on_turn) == ("pass", ("overdraw",), B)
    waived = after(off, events.Waived())
    assert refused(waived, events.Passed(A)) == ["overdrawn"]  # seven and the three drawn: something must be laid


@pytest.mark.parametrize("ends", [events.Pressed(A), events.Passed(A)])
def test_no_turn_is_lost_for_a_touched_tile_that_was_not_asked_for(ends: events.Event) -> None:
    """Reading 9: the prompt comes before the turn is lost, and stands for a second: no double press loses it."""
    course = lay(game("manacor", "M A R E S T I", "T O R S E N C"), "h8 M")
    off = after(course, events.TakenUp(square("h8")))
    asked = after(off, ends)
    assert (asked.prompts, asked.on_turn, asked.game.turns, asked.clock.running) == (("touched_tile",), A, (), A)
    assert after(waits(asked, 0.9), ends).game.turns == ()
    assert after(waits(asked, 1), ends).game.turns[0].kind is TurnKind.PASS
    laid = after(asked, events.Laid(square("h8"), tiles("M")[0]), events.Laid(square("h9"), tiles("A")[0]))
    assert (laid.prompts, press(fill(laid)).game.turns[0].kind) == ((), TurnKind.PLAY)
    waived = after(asked, events.Waived(B))
    assert (waived.prompts, after(waived, events.Passed(A)).game.turns[0].kind) == ((), TurnKind.PASS)


def test_a_misplaced_play_is_refused_before_a_touched_tile_is_asked_for() -> None:
    """000 r10: what lies wrong can be put right, and the tile be laid with it."""
    course = lay(game("manacor", "M A R E S T I", "T O R S E N C"), "g8 MAR")
    off = after(course, events.TakenUp(square("g9")))
    assert "gapped" in refused(off, events.Pressed(A))


def test_where_the_clocks_stand_after_a_refused_press_they_stand_for_a_touched_tile_too() -> None:
    """The table's own setting; they go on when the tile is waived."""
    course = lay(replace(game("manacor", "M A R E S T I", "T O R S E N C"), halts=True), "h8 M")
    asked = press(after(course, events.TakenUp(square("h8"))))
    assert (asked.clock.running, after(asked, events.Waived(B)).clock.running) == (None, A)


def test_opponent_and_referee_may_waive_it() -> None:
    """Reading 9; the mover may not, and there must be something to waive."""
    course = lay(game("manacor", "M A R E S T I", "T O R S E N C"), "h8 MAR")
    assert refused(course, events.Waived(B)) == ["wrong_phase"]
    off = after(course, events.TakenUp(square("h10")))
    assert refused(off, events.Waived(A)) == ["out_of_turn"]
    for by in (B, None):
        waived = after(off, events.Waived(by))
        assert press(fill(waived)).game.turns[0].kind is TurnKind.PLAY


def test_nothing_is_exchanged_instead_of_a_touched_tile() -> None:
    """000 r10: what was put down must be played."""
    course = lay(game("manacor", "M A R E S T I", "T O R S E N C"), "h8 M")
    off = after(course, events.TakenUp(square("h8")))
    assert rule_of(off, events.Exchanged(A, tiles("M"), tiles("A")), Reason.WRONG_PHASE) == "000 r10"


@pytest.mark.parametrize("name", ["manacor", "fisc_school", "fisc_classic", "frs_english", "frs_romanian"])
def test_a_pass_is_a_whole_turn_of_nothing(name: str) -> None:
    """000 r18, 001 B11, 002 Passar, 003 L25: 0 points, the other's clock runs; no tiles lie on the board."""
    course = game(name, "S O L E R T A", "T O R S E N C", bag="A")
    assert refused(lay(course, "h8 S"), events.Passed(A)) == ["not_removed"]
    course = after(course, events.Passed(A))
    assert (course.game.turns[0].kind, course.game.totals, course.clock.running) == ("pass", (0, 0), B)


def test_a_lone_q_is_refused_in_the_school_game() -> None:
    """001 B16 and reading 21: in every word formed; 000 r14 and 002 have the U on the tile."""
    school = game("fisc_school", "Q A U I N", "S")
    assert refused(lay(school, "h8 QA"), events.Pressed(A)) == ["q_without_u"]
    assert press(lay(school, "h8 QUINA")).game.totals[0] > 0
    assert press(lay(game("fisc_classic", "QU I N A", "S"), "h5 QUINA")).game.totals == (22, 0)


def test_seven_tiles_earn_fifty_and_six_do_not() -> None:
    """000 r13, 001 B14, 002, 004 L110-111; contradiction 22: the last six of a rack earn nothing more."""
    seven = press(lay(game("fisc_classic", "S O L E R T A", "S"), "h8 SOLERTA"))
    # S doubled as a word: (1 + 1 + 1 + 1 + 1x2 + 1 + 1) x 2 = 16, and 50
    assert seven.game.totals == (66, 0)
    six = press(lay(game("fisc_classic", "S O L E R T", "S", bag=""), "h8 SOLERT"))
    assert six.game.totals == (14, 0)


def test_the_next_play_starts_from_the_board_that_stands() -> None:
    """003 L19: it ties to the word on the board."""
    course = play(play(game("frs_english", "F A R M E S T", "T I E O N D L"), "h8 FARM"), "10g IRE")
    assert course.game.turns[-1].kind is TurnKind.PLAY
    assert refused(lay(game("frs_english", "S E", "T", board=FARM), "a1 SE"), events.Pressed(A)) == ["detached"]
