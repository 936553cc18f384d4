"""Challenges: of what, how often, what a verdict does, appeals, and what a wrong one costs."""

import pytest

from engine_lite import course_events as events
from engine_lite.course import Course, step
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tests.course_hands import (
    QUINA,
    A,
    B,
    after,
    everywhere,
    falls,
    fill,
    game,
    lay,
    opened,
    play,
    press,
    refused,
    square,
    tiles,
    told_of,
    waits,
)

FISC = ("fisc_school", "fisc_classic")
FRS = ("frs_english", "frs_romanian")


# --- what is judged ---------------------------------------------------------------------------------


def sesam(name: str, words: frozenset[str]) -> Course:
    """B has laid SESAM at i4 beside QUINA, forming QUE, IS, NA and AM; the lexicon holds `words`."""
    course = game(name, "A", "S E S A M", board=QUINA if name != "fisc_school" else "", seat=B, lexicon=words)
    course = lay(course, "i4 SESAM")
    return course if name == "manacor" else press(course)


ALL = frozenset({"SESAM", "QUE", "IS", "NA", "AM"})


@pytest.mark.parametrize(
    ("name", "named", "stands"),
    [
        ("manacor", (), False), ("manacor", ("SESAM",), False),
        ("fisc_classic", (), False), ("fisc_classic", ("SESAM",), True), ("fisc_classic", ("IS",), False),
        ("fisc_classic", ("SESAM", "IS"), False), ("fisc_classic", ("QUE", "NA"), True),
    ],
)  # fmt: skip
def test_the_scope_of_a_challenge(name: str, named: tuple[str, ...], stands: bool) -> None:
    """Contradiction 17: 000 judges the whole play whatever was named; 002 only what the challenger chose.

    IS is not in the lexicon.
    """
    course = after(sesam(name, ALL - {"IS"}), events.Challenged(A, named), events.Ruled(None))
    assert course.phase == ("playing" if stands else "removing")
    assert course.game.totals == ((0, 24) if stands and name != "manacor" else (0, 0))


def test_only_words_of_the_play_can_be_challenged() -> None:
    """002 Impugnar: words that it formed; small letters mean the same."""
    course = sesam("fisc_classic", ALL)
    assert refused(course, events.Challenged(A, ("QUINA",))) == ["wrong_phase"]
    assert told_of(course, events.Challenged(A, ("QUINA",)))["formed"].split(", ")[0] == "SESAM"
    assert after(course, events.Challenged(A, ("sesam",))).phase == "challenged"


def test_words_are_challenged_one_by_one() -> None:
    """003 L42: several at once or one after another; a word found valid is not challenged again."""
    course = press(lay(game("frs_english", "F A R M E S T", "T I E O N D L"), "h8 FARM"))
    course = press(lay(after(course, events.PlayAccepted(B)), "i8 TI"))
    first = after(course, events.Held(A), events.Challenged(A, ("TI",)), events.Ruled(True))
    assert (first.phase, first.clock.running) == ("playing", A)
    assert refused(first, events.Challenged(A, ("TI",))) == ["already_challenged"]
    second = after(waits(first, 60), events.Challenged(A, ("FT",)), events.Ruled(False))
    assert (second.phase, second.game.totals[B]) == ("removing", 0)


@pytest.mark.parametrize("name", ["manacor", *FISC])
def test_one_challenge_a_play(name: str) -> None:
    """001 B5: no further challenges of the same play; 000 r23: the verdict is on the play."""
    course = after(opened(name), events.Challenged(B), events.Ruled(True))
    assert refused(course, events.Challenged(B)) == ["already_challenged"]
    if name == "manacor":
        other = after(course, events.Moved(square("h10"), square("h11")), events.Laid(square("h10"), tiles("S")[0]))
        assert after(other, events.Challenged(B)).phase == "challenged"  # another play now stands there


def test_a_challenge_taken_back_does_not_count() -> None:
    """003, other rules of conduct: who gives a challenge up says so; by itself only."""
    course = after(opened("fisc_school"), events.Challenged(B))
    assert refused(course, events.Unchallenged(A)) == ["out_of_turn"]
    assert refused(course, events.Challenged(B)) == ["already_challenged"]
    course = after(course, events.Unchallenged(B))
    assert (course.phase, course.clock.running) == ("playing", B)
    assert after(course, events.Challenged(B)).phase == "challenged"
    assert refused(course, events.Unchallenged(B)) == ["wrong_phase"]


def test_the_referee_challenges_where_the_document_says_so() -> None:
    """004 L100-101: words are accepted by the partner or by the referee."""
    assert after(opened("frs_romanian"), events.Challenged(None)).phase == "challenged"
    assert refused(opened("frs_english"), events.Challenged(None)) == ["out_of_turn"]


def test_without_a_word_list_somebody_must_rule() -> None:
    """A verdict of the table needs a list; a referee's does not, and overrules it (reading 11)."""
    course = after(opened("fisc_classic"), events.Challenged(B))
    assert refused(course, events.Ruled(None)) == ["wrong_phase"]
    listed = after(opened("fisc_classic", lexicon=frozenset({"MAR"})), events.Challenged(B))
    assert after(listed, events.Ruled(None)).phase == "playing"
    assert after(listed, events.Ruled(False)).phase == "removing"
    assert refused(opened("fisc_classic"), events.Ruled(True)) == ["wrong_phase"]


# --- the verdict ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["manacor", *FISC, *FRS])
def test_a_play_that_falls_is_removed_and_counts_nothing(name: str) -> None:
    """000 r23, 001 B6, 002, 003 L50: tiles back, the turn lost, 0; nothing else before the squares are empty."""
    course = opened(name)
    fallen = falls(course)
    assert (fallen.phase, fallen.prompts, fallen.squares_of("remove")) == ("removing", ("remove",), (112, 113, 114))
    assert (fallen.game.totals, fallen.clock.running, fallen.on_turn) == ((0, 0), None, B)
    assert refused(fallen, events.Passed(B)) == ["not_removed"]
    assert refused(course, events.Removed()) == ["wrong_phase"]
    assert refused(after(course, events.Challenged(B)), events.Drew(A, course.bag[:1])) == ["wrong_phase"]
    assert refused(fallen, events.TakenUp(0)) == ["not_removed"]
    done = after(fallen, events.Removed())
    assert (done.phase, done.clock.running, len(done.rack(A)), done.prompts) == ("playing", B, 7, ())
    assert everywhere(done) == everywhere(course)
    by_hand = after(fallen, *(events.TakenUp(s) for s in (112, 113, 114)))
    assert (by_hand.phase, by_hand.racks) == (done.phase, done.racks)


@pytest.mark.parametrize("name", ["manacor", *FISC, *FRS])
def test_a_wrong_challenge_costs_nothing(name: str) -> None:
    """000 r23 and contradiction 23: no points, no turn; the clock that stood runs again."""
    challenged = after(opened(name), events.Challenged(B))
    assert challenged.clock.running is None
    stands = after(challenged, events.Ruled(True))
    mover = A if name == "manacor" else B
    assert (stands.phase, stands.clock.running, stands.on_turn) == ("playing", mover, mover)
    assert stands.game.adjustments == ()


def test_premiums_are_free_again_after_a_withdrawal() -> None:
    """002: factors count in the turn in which tiles are laid on them; a withdrawn play has laid none. 22, then 24."""
    course = play(game("fisc_classic", "QU I N A S E S", "A C I T O M R", bag="A M L T"), "h5 QUINA")
    course = press(lay(fill(course, A), "7g ANTIC"))
    course = after(course, events.Challenged(A), events.Ruled(False), events.Removed())
    assert press(lay(course, "i4 SESAM")).game.totals == (46, 0)


def test_two_appeals_then_the_last_word() -> None:
    """003 L44: no, no again, then yes: the play stands. By whom the verdict went against; twice at most."""
    course = falls(opened("frs_english"))
    assert refused(course, events.Appealed(B)) == ["out_of_turn"]
    again = after(course, events.Appealed(A), events.Ruled(False), events.Appealed(A))
    assert (again.phase, again.clock.running) == ("challenged", None)
    stands = after(again, events.Ruled(True))
    assert (stands.phase, stands.game.totals, stands.on_turn) == ("playing", (10, 0), B)
    third = after(again, events.Ruled(False))
    assert refused(third, events.Appealed(A)) == ["already_challenged"]
    assert refused(after(course, events.Removed()), events.Appealed(A)) == ["wrong_phase"]


def test_the_challenger_may_appeal_against_a_yes() -> None:
    """003 L44: the decision on a contested word, whichever way it went."""
    course = after(opened("frs_english"), events.Challenged(B), events.Ruled(True))
    fallen = after(course, events.Appealed(B), events.Ruled(False))
    assert (fallen.phase, fallen.game.totals) == ("removing", (0, 0))
    assert refused(after(course, events.Laid(97, tiles("T")[0])), events.Appealed(B)) == ["wrong_phase"]


@pytest.mark.parametrize("name", ["manacor", *FISC])
def test_no_appeal_elsewhere(name: str) -> None:
    """Only 003 L44 has it."""
    assert refused(falls(opened(name)), events.Appealed(A)) == ["wrong_phase"]


def test_without_a_referee_the_kind_of_word_is_told() -> None:
    """000 r24 and reading 11: only there, only after a challenge, and not where a referee rules."""
    told = after(falls(opened("manacor")), events.KindTold("substantiu"))
    assert told.told == ("substantiu",)
    kind = events.KindTold("verb")
    assert refused(opened("manacor"), kind) == ["wrong_phase"]
    assert refused(falls(opened("manacor", referee=True)), kind) == ["wrong_phase"]
    assert refused(falls(opened("fisc_classic")), kind) == ["wrong_phase"]
    removed = after(falls(opened("manacor")), events.Removed())
    assert after(removed, kind).told == ("verb",)
    assert refused(after(removed, events.Passed(B)), kind) == ["wrong_phase"]


# --- what a wrong challenge costs elsewhere ----------------------------------------------------------


@pytest.mark.parametrize(
    ("challenge", "totals", "on_turn"),
    [
        ("single", (0, 24), A), ("double", (0, 24), B), ("five_points", (0, 29), A), ("ten_points", (0, 34), A),
        ("five_per_word", (0, 49), A), ("minus_ten", (-10, 24), A),
    ],
)  # fmt: skip
def test_the_price_of_a_wrong_challenge(challenge: str, totals: tuple[int, int], on_turn: int) -> None:
    """The rules in use among clubs, one knob: SESAM with its four cross words was sound."""
    rules = RULEBOOKS["fisc_classic"].with_overrides({"challenge": challenge})
    course = press(lay(game(rules, "A", "S E S A M", board=QUINA, seat=B), "i4 SESAM"))
    course = after(course, events.Challenged(A), events.Ruled(True))
    assert (course.game.totals, course.on_turn) == (totals, on_turn)


def test_without_challenges_an_invalid_word_is_refused() -> None:
    """Challenge rule `void`: nobody can challenge, and the play does not come about."""
    rules = RULEBOOKS["international"].with_overrides({"challenge": "void"})
    course = lay(game(rules, "F A R M", "T I E", lexicon=frozenset({"FARM"})), "h8 FAR")
    assert refused(course, events.Pressed(A)) == ["wrong_phase"]
    course = press(after(course, events.Laid(square("h11"), tiles("M", rules)[0])))
    assert refused(course, events.Challenged(B)) == ["wrong_phase"]
    assert step(course, events.Laid(square("i8"), tiles("T", rules)[0])).on_turn == B
