"""Exchanges: how many, with how many in the bag, at what cost; below the minimum; and senyors with its five cases."""

from collections import Counter

import pytest

from engine_lite import course_events as events
from engine_lite.course import Course
from engine_lite.course_exchange import senyors_draws
from engine_lite.reasons import Reason
from engine_lite.tests.course_hands import QUINA, A, B, after, everywhere, game, lay, refused, rule_of, tiles

RACK = "S O L E R T A"
SEVEN = "N N N S S S T"


def exchange(course: Course, count: int) -> events.Exchanged:
    return events.Exchanged(A, course.rack(A)[:count], course.bag[:count])


@pytest.mark.parametrize(
    ("name", "bag", "most"),
    [
        ("manacor", 7, 7), ("manacor", 6, 0), ("manacor", 0, 0),
        ("fisc_school", 7, 7), ("fisc_school", 6, 6), ("fisc_school", 0, 0),
        ("fisc_classic", 7, 7), ("fisc_classic", 6, 6), ("fisc_classic", 0, 0),
        ("frs_english", 7, 7), ("frs_english", 6, 0), ("frs_english", 0, 0),
        ("frs_romanian", 7, 7), ("frs_romanian", 6, 0), ("frs_romanian", 0, 0),
    ],
)  # fmt: skip
def test_how_many_tiles_may_be_exchanged(name: str, bag: int, most: int) -> None:
    """Contradiction 21: 000 r16 and 003 L23 ask for seven in the bag, 001 B12 and 002 for as many as go in."""
    course = game(name, RACK, RACK, bag=" ".join(SEVEN.split()[:bag]))
    for count in range(1, 8):
        event = exchange(course, count)
        if count <= most:
            done = after(course, event)
            assert (len(done.bag), len(done.rack(A)), done.on_turn, done.game.totals) == (bag, 7, B, (0, 0))
            assert everywhere(done) == everywhere(course)
        else:
            assert refused(course, event) == ["bag_too_small"]


def test_an_exchange_names_its_tiles_and_draws_as_many() -> None:
    """001 B12: one to seven, the same number from the bag; what is drawn was in the bag before the others went in."""
    course = game("fisc_school", RACK, RACK, bag="N N N")
    for out, drawn, reason in (
        ("", "", "wrong_count"),
        ("S O", "N", "wrong_count"),
        ("Z", "N", "not_in_rack"),
        ("S", "S", "unknown_tile"),
    ):
        assert refused(course, events.Exchanged(A, tiles(out), tiles(drawn))) == [reason]
    assert refused(lay(course, "h8 S"), events.Exchanged(A, tiles("O"), tiles("N"))) == ["not_removed"]
    turn = after(course, events.Exchanged(A, tiles("S O"), tiles("N N"))).game.turns[0]
    assert (turn.kind, turn.exchanged, turn.tiles, turn.points) == ("exchange", 2, tiles("S O"), 0)


def test_below_the_minimum_the_opponent_picks() -> None:
    """003 L23: it sees the whole bag, the tiles put in included, picks, and its own clock starts."""
    course = game("frs_english", "A E O U R S T", "Q A N L M", bag="C I D E F G")
    picked = after(course, events.ShortExchanged(A, tiles("R S"), tiles("C I")))
    assert (Counter(picked.rack(A)), len(picked.bag)) == (Counter(tiles("A E O U T C I")), 6)
    assert (picked.on_turn, picked.clock.running, picked.game.totals) == (B, B, (0, 0))
    own = after(course, events.ShortExchanged(A, tiles("R S"), tiles("R S")))
    assert own.rack(A)[-2:] == tiles("R S")
    assert refused(course, events.ShortExchanged(A, tiles("R S"), tiles("C"))) == ["wrong_count"]
    assert refused(course, events.ShortExchanged(A, tiles("R S"), tiles("Z Z"))) == ["unknown_tile"]


def test_elsewhere_there_is_no_such_exchange() -> None:
    """Only 003 knows it, and only below seven."""
    for name in ("manacor", "fisc_classic"):
        short = events.ShortExchanged(A, tiles("S"), tiles("N"))
        assert refused(game(name, RACK, RACK, bag=""), short) == ["wrong_phase"]
    full = game("frs_english", RACK, RACK, bag=SEVEN)
    assert rule_of(full, events.ShortExchanged(A, tiles("S"), tiles("N")), Reason.WRONG_PHASE) == "003 L23"


# --- senyors, 000 r17 -------------------------------------------------------------------------------

CONSONANTS = "R S S T T N L"


def senyors(bag: str, rack: str = CONSONANTS) -> Course:
    return game("manacor", rack, RACK, bag=bag, board=QUINA)


def test_the_rack_is_exchanged_and_the_turn_kept() -> None:
    """Shown, put back whole, shuffled, seven drawn; the clock runs on."""
    course = after(senyors("A E I O U R S"), events.Senyors(A, tiles("A E I R S T N")))
    assert (course.on_turn, course.clock.running, course.prompts, len(course.bag)) == (A, A, (), 7)
    assert course.game.turns == ()
    vowels = after(senyors("R S", "A E I O U A E"), events.Senyors(A, tiles("A E I O U A R")))
    assert vowels.prompts == ()


@pytest.mark.parametrize(
    "rack",
    ["R S S T T N ?", "A E I O U A ?", "R S S T T N A", "R S S T T N", "QU A E I O U A"],
)
def test_what_is_no_senyors(rack: str) -> None:
    """Six and a blank are none, nor six tiles, nor a mixed rack; QU is a consonant (reading of 9.5)."""
    course = senyors("A E I O U R S", rack)
    assert refused(course, events.Senyors(A, course.bag[:7])) == ["not_senyors"]


@pytest.mark.parametrize("rack", ["QU Ç L·L NY S T N", "R R R S S S S"])
def test_consonants_are_all_that_is_no_vowel(rack: str) -> None:
    """Vowels are A E I O U."""
    assert after(senyors("A E", rack), events.Senyors(A, (*tiles(rack)[:6], *tiles("A")))).on_turn == A


def test_case_1_the_one_needed_tile_goes_on_the_rack() -> None:
    """One vowel or one blank is left: it is put on the rack, the rest goes back, six are drawn."""
    for needed in ("A", "?"):
        course = after(senyors(f"{needed} R S S T T N L"), events.Senyors(A, tiles("R S S T T N L")))
        assert (course.prompts, senyors_draws(course), course.on_turn) == (("senyors_one",), 6, A)
        assert refused(course, events.Senyors(A, tiles("R S S T T N L"))) == ["wrong_count"]
        assert refused(course, events.Senyors(A, tiles(f"{needed} R S S T T"))) == ["unknown_tile"]
        done = after(course, events.Senyors(A, tiles("R S S T T N")))
        assert (Counter(done.rack(A)), done.prompts) == (Counter(tiles(f"{needed} R S S T T N")), ())
        assert everywhere(done) == everywhere(course)
        assert refused(done, events.Senyors(A, done.bag[:7])) == ["not_senyors"]


def test_case_2_all_back_until_the_rack_is_mixed() -> None:
    """Two or more needed tiles are left, a vowel and a blank count as two: draw again, as often as it takes."""
    course = senyors("O ? R S S T D D L")
    for drawn in ("R S S T D D L", "R R S S T T N"):
        course = after(course, events.Senyors(A, tiles(drawn)))
        assert (course.prompts, senyors_draws(course)) == (("senyors_more",), 7)
    course = after(course, events.Senyors(A, tiles("O R S T N L D")))
    assert (course.prompts, course.on_turn, len(course.bag)) == ((), A, 9)


@pytest.mark.parametrize("bag", ["A R S S T T N L", "O ? R S S T T N L"])
def test_cases_1_and_2_are_carried_out_before_the_turn_goes_on(bag: str) -> None:
    """The operation is repeated until the rack is mixed: no pass, exchange or tile on the board comes before that."""
    course = after(senyors(bag), events.Senyors(A, tiles("R S S T T N L")))
    assert course.prompts in (("senyors_one",), ("senyors_more",))
    assert refused(course, events.Passed(A)) == ["wrong_phase"]
    assert refused(course, exchange(course, 2)) == ["wrong_phase"]
    assert refused(course, events.Laid(0, course.rack(A)[0])) == ["wrong_phase"]


def test_case_3_without_a_needed_tile_the_rack_stays() -> None:
    """The player keeps it and plays on; there is nothing more to exchange in this turn."""
    course = after(senyors("R S S T D D L"), events.Senyors(A, tiles("R S S T D D L")))
    assert course.prompts == ("senyors_none",)
    assert refused(course, events.Senyors(A, course.bag[:7])) == ["not_senyors"]
    assert after(course, events.Passed(A)).on_turn == B


def test_case_4_a_single_tile_in_the_bag_must_be_the_needed_one() -> None:
    """One tile is enough if it is of the other kind or a blank; an empty bag is never enough."""
    for bag, allowed in (("A", True), ("?", True), ("R", False), ("", False)):
        course = senyors(bag)
        event = events.Senyors(A, tiles(f"{bag} R S S T T N")[:7])
        assert after(course, event).on_turn == A if allowed else refused(course, event) == ["not_senyors"]


def test_case_5_nobody_has_to() -> None:
    """A rack all consonants may be played, passed or exchanged."""
    course = senyors("A E I O U R S")
    assert after(course, events.Passed(A)).on_turn == B
    assert after(course, exchange(course, 2)).on_turn == B


@pytest.mark.parametrize("name", ["fisc_school", "fisc_classic", "frs_english", "frs_romanian"])
def test_only_manacor_has_senyors(name: str) -> None:
    """000 r17 only."""
    assert refused(game(name, CONSONANTS, RACK), events.Senyors(A, tiles("A E I O R S T"))) == ["wrong_phase"]
