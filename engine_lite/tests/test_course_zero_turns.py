"""Turns of nothing: the table of sequences, strikes, and the opening of manacor; each by its paragraph."""

import pytest

from engine_lite import course_events as events
from engine_lite.game import AdjustmentKind
from engine_lite.reasons import Reason
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tests.course_hands import (
    BAG,
    FARM,
    RACK_A,
    RACK_B,
    A,
    B,
    after,
    everywhere,
    fill,
    game,
    lay,
    midgame,
    press,
    refused,
    rule_of,
    sequence,
    tiles,
)


@pytest.mark.parametrize(
    ("turns", "name", "ended"),
    [
        ("PP", "manacor", ""), ("PP", "fisc_classic", ""), ("PP", "frs_english", "two_passes"),
        ("PPPPP", "manacor", ""), ("PPPPP", "fisc_classic", ""),
        ("PPPPPP", "manacor", "lost_turns"), ("PPPPPP", "fisc_classic", "zero_turns"),
        ("EEEEE", "fisc_classic", ""), ("EEEEE", "frs_english", ""),
        ("EEEEEE", "manacor", ""), ("EEEEEE", "fisc_classic", "zero_turns"), ("EEEEEE", "frs_english", "zero_turns"),
        ("IIIII", "manacor", ""), ("IIIII", "fisc_classic", ""), ("IIIII", "frs_english", "three_strikes"),
        ("IIII", "frs_english", ""),
        ("IIIIII", "manacor", "lost_turns"), ("IIIIII", "fisc_classic", "zero_turns"),
        ("PEPEPE", "manacor", ""), ("PEPEPE", "fisc_classic", "zero_turns"), ("PEPEPE", "frs_english", "zero_turns"),
        ("I+I+P", "manacor", ""), ("I+I+P", "fisc_classic", ""), ("I+I+P", "frs_english", "three_strikes"),
        ("I+P+I", "frs_english", "three_strikes"), ("P+I+I", "frs_english", "three_strikes"),
        ("P+P+I", "frs_english", ""), ("I+E+I", "frs_english", ""), ("I+I+E+I", "frs_english", ""),
        ("PPPPP+", "manacor", ""), ("PIPIPI", "manacor", "lost_turns"), ("PEPPPPPP", "manacor", "lost_turns"),
    ],
)  # fmt: skip
def test_zero_turn_sequences(turns: str, name: str, ended: str) -> None:
    """000 r21, 002 Final del joc, 003 L36-40, readings 4, 19, 22 and 23: P pass, E exchange, I failed, + scores."""
    course = sequence(midgame(name), turns)
    assert (course.ended, len(course.game.turns)) == (ended, len(turns))


@pytest.mark.parametrize("turns", ["PP", "PPPPPP", "EEEEEE", "IIIIII"])
def test_the_school_goes_on_to_its_turn_limit(turns: str) -> None:
    """001 has no rule of zero turns; its tens of turns do."""
    assert sequence(midgame("fisc_school"), turns).ended == ""


def test_three_strikes_lose_whatever_the_totals() -> None:
    """003 L40: the game is lost; the totals stand without settlement."""
    course = sequence(midgame("frs_english", totals=(300, 10)), "IIIII")
    assert (course.ended, course.final, course.winner, course.settlement) == ("three_strikes", (300, 10), B, ())
    assert course.strikes == (3, 2)


def test_the_third_failed_play_can_still_be_appealed() -> None:
    """003 L44 before L40: the squares are not empty yet, and a yes brings the game back."""
    course = sequence(midgame("frs_english"), "I+I+")
    course = after(press(after(course, events.Laid(112 - 15, course.rack(A)[0]))), events.Challenged(B))
    lost = after(course, events.Ruled(False))
    assert (lost.ended, lost.winner, lost.phase) == ("three_strikes", B, "removing")
    assert after(lost, events.Removed()).phase == "over"
    saved = after(lost, events.Appealed(A), events.Ruled(True))
    assert (saved.ended, saved.phase, saved.on_turn) == ("", "playing", B)


def test_zero_turns_cost_each_its_own_rack() -> None:
    """000 r21, 002, 003 L38; after six zero turns in 003 too (reading 4): S N D M C P B is 16 in English."""
    assert sequence(midgame("manacor"), "PPPPPP").final == (-7, -14)
    assert sequence(midgame("fisc_classic"), "PPPPPP").final == (-7, -14)
    assert sequence(midgame("frs_english"), "PP").final == (-7, -16)
    assert sequence(midgame("frs_english"), "PEPEPE").final == (-7, -15)  # S 1, N 1, D 2 for S S S
    kinds = {each.kind for each in sequence(midgame("manacor"), "PPPPPP").settlement}
    assert kinds == {AdjustmentKind.END_PENALTY}




def test_a_placement_worth_nothing() -> None:
    """Reading 18: a zero turn in 003 L36, which counts 0-point plays; elsewhere it breaks the series."""
    for name, ended in (("frs_english", "zero_turns"), ("fisc_classic", "")):
        course = game(name, RACK_A, "S N D M C P ?", board=FARM.replace("FARM", "asas"), bag=BAG)
        course = press(lay(sequence(course, "EEEEE"), "8g ea"))
        assert (course.game.turns[-1].points, len(course.game.turns)) == (0, 6)
        assert after(course, events.PlayAccepted(A)).ended == ended


def test_what_was_drawn_for_the_last_failed_play_is_not_deducted() -> None:
    """000 r21 and r23: the rack that is deducted is the one before the play: S N D M C P B is 14."""
    course = sequence(midgame("manacor"), "PPPPP")
    course = after(lay(course, "g5 SN"), events.Drew(B, tiles("S")))
    over = after(course, events.Challenged(A), events.Ruled(False), events.Removed())
    assert (over.ended, over.final, everywhere(over)) == ("lost_turns", (-7, -14), everywhere(course))
    assert (len(over.rack(B)), over.overdraw) == (7, None)


# --- manacor's opening ------------------------------------------------------------------------------


def test_six_zero_turns_are_allowed_on_an_empty_board() -> None:
    """000 r21 and reading 1: they do not end the game; the seventh must be a play."""
    course = sequence(midgame("manacor", board=""), "PPPPPP")
    assert course.ended == ""
    assert rule_of(course, events.Passed(A), Reason.MUST_OPEN) == "000 r21"
    assert refused(course, events.Exchanged(A, tiles("A"), tiles("S"))) == ["must_open"]
    opened = press(fill(lay(course, "h8 ASE")))
    assert (opened.game.totals[A], opened.ended) == (6, "")
    assert after(opened, events.Passed(B)).ended == ""


def test_an_exchange_breaks_the_opening_series() -> None:
    """Reading 19: as r21 says of exchanges, until the opening is forced."""
    course = sequence(midgame("manacor", board=""), "PPPPPEPPPPP")
    assert course.ended == ""
    assert after(course, events.Passed(course.on_turn)).ended == ""
    assert refused(sequence(course, "P"), events.Passed(A)) == ["must_open"]


def test_a_failed_opening_leaves_the_board_to_be_opened() -> None:
    """000 r21: six lost turns by failed plays; the seventh, failed again, still leaves it to be opened."""
    course = midgame("manacor", board="")
    for _ in range(7):
        laid = lay(course, "h8 AS" if course.on_turn == A else "h8 SN")
        course = after(laid, events.Challenged(1 - course.on_turn), events.Ruled(False), events.Removed())
    assert (course.ended, refused(course, events.Passed(course.on_turn))) == ("", ["must_open"])


def test_the_other_opening_reading_is_a_setting() -> None:
    """Contradiction 8: where the sixth itself must be a play, the constant is 5."""
    rules = RULEBOOKS["manacor"].with_overrides({"opening_zero_turns": 5})
    course = sequence(game(rules, RACK_A, RACK_B, bag=BAG), "PPPPP")
    assert refused(course, events.Passed(B)) == ["must_open"]
