"""Before the first play: the count, the draw for the first move, the first racks and clock, the opening play."""

import pytest

from engine_lite import course_events as events
from engine_lite.course import Course
from engine_lite.course_tiles import whole_set
from engine_lite.reasons import Reason
from engine_lite.rulebooks import RULEBOOKS
from engine_lite.tests.course_hands import QUINA, A, B, after, game, lay, press, refused, rule_of, tiles, told_of

SEEDS = ("manacor", "fisc_school", "fisc_classic", "frs_english", "frs_romanian")


def drawn(name: str, text: str) -> Course:
    return after(Course.new(RULEBOOKS[name]), events.DrawnToStart(tiles(text, name)))


@pytest.mark.parametrize("name", SEEDS)
def test_the_tile_nearest_to_a_starts(name: str) -> None:
    """000 r2, 001 B2, 003 L17: the side that drew it, whichever seat it is."""
    assert drawn(name, "E A").on_turn == B
    assert drawn(name, "A E").on_turn == A


@pytest.mark.parametrize("name", SEEDS)
def test_the_blank_comes_before_a(name: str) -> None:
    """000 r2, 001 B2, 003 L17; 004 ranks it last for announcing only (reading 6)."""
    assert drawn(name, "A ?").on_turn == B


def test_a_table_may_rank_the_blank_last() -> None:
    """Contradiction 12: a Romanian handbook does; `draw_blank = last` is that table's own choice."""
    rules = RULEBOOKS["frs_romanian"].with_overrides({"draw_blank": "last"})
    course = after(Course.new(rules), events.DrawnToStart(tiles("Z ?", rules)))
    assert course.on_turn == A


@pytest.mark.parametrize(("first", "second"), [("C", "Ç"), ("L", "L·L"), ("N", "NY")])
def test_only_the_same_face_is_a_tie(first: str, second: str) -> None:
    """Contradiction 13: C and Ç, L and L·L, N and NY differ, and stand in that order."""
    assert drawn("manacor", f"{second} {first}").on_turn == B


@pytest.mark.parametrize(("name", "aside"), [("manacor", 2), ("fisc_school", 2), ("frs_english", 0)])
def test_a_tie_is_drawn_again(name: str, aside: int) -> None:
    """001 B2: equal tiles are set aside and all go back once it is decided; 003 L17: the draw is repeated."""
    tied = drawn(name, "E E")
    assert (tied.phase, tied.prompts, len(tied.aside), len(tied.bag)) == ("draw", ("draw_again",), aside, 100 - aside)
    assert refused(tied, events.Started(A)) == ["wrong_phase"]
    decided = after(tied, events.DrawnToStart(tiles("S R", name)))
    assert (decided.phase, decided.on_turn, decided.prompts, len(decided.bag)) == ("racks", B, (), 100)


def test_what_was_drawn_may_be_said_anew_until_racks_are_filled() -> None:
    """Who has mistyped a tile says it again: another side begins then, or it is a tie after all."""
    decided = drawn("fisc_school", "S R")
    anew = after(decided, events.DrawnToStart(tiles("A E", "fisc_school")))
    assert (anew.phase, anew.on_turn, len(anew.bag)) == ("racks", A, 100)
    tied = after(decided, events.DrawnToStart(tiles("E E", "fisc_school")))
    assert (tied.phase, tied.on_turn, tied.prompts) == ("draw", None, ("draw_again",))
    filled = after(decided, events.Drew(B, decided.bag[:1]))
    assert refused(filled, events.DrawnToStart(tiles("A E", "fisc_school"))) == ["wrong_phase"]


def test_tiles_set_aside_cannot_be_drawn_again() -> None:
    """001 B2: new tiles are taken from the bag; there is one NY only in it, and none is left for a second tie."""
    tied = drawn("fisc_school", "B B")
    assert refused(tied, events.DrawnToStart(tiles("B A", "fisc_school"))) == ["unknown_tile"]
    assert refused(tied, events.DrawnToStart(tiles("A", "fisc_school"))) == ["wrong_count"]


def test_who_starts_takes_the_first_rack() -> None:
    """001 B2 and 000 r6: seven tiles each, first the side that starts; the clock waits for both racks."""
    course = drawn("fisc_school", "A E")
    seven, other = tiles("S O L E R T A", "fisc_school"), tiles("T O R S E N C", "fisc_school")
    assert refused(course, events.Drew(B, other)) == ["out_of_turn"]
    assert refused(course, events.Drew(A, ())) == ["wrong_count"]
    assert refused(course, events.Drew(A, tiles("B B B", "fisc_school"))) == ["unknown_tile"]
    over = after(course, events.Overdrew(A, course.bag[:8]))
    assert refused(over, events.Started(A)) == ["overdrawn"]
    back = after(over, events.Took(B, A, 1, over.rack(A)[:1]))
    assert len(back.rack(A)) == 7
    assert refused(course, events.Started(A)) == ["wrong_count"]
    course = after(course, events.Drew(A, seven), events.Drew(B, other))
    assert refused(course, events.Drew(A, tiles("E", "fisc_school"))) == ["overdrawn"]
    assert refused(course, events.Started(B)) == ["out_of_turn"]
    course = after(course, events.Started(A))
    assert (course.phase, course.clock.running, len(course.bag)) == ("playing", A, 86)


def test_the_first_clock_may_be_started_when_a_tile_is_seen() -> None:
    """003 L78-84: as soon as the first player has seen a letter or put one on the rack."""
    course = drawn("frs_english", "A E")
    assert refused(course, events.Started(A)) == ["wrong_count"]
    course = after(course, events.Drew(A, tiles("S", "frs_english")), events.Started(A))
    course = after(course, events.Drew(A, tiles("O L E R T A", "frs_english")))
    assert (course.clock.running, len(course.rack(A))) == (A, 7)


def test_the_set_is_counted_before_the_game() -> None:
    """000 r1, 003 L70: both sides check number and distribution; a set that lacks a tile is not played with."""
    rules = RULEBOOKS["manacor"]
    whole = whole_set(rules.tile_set)
    short = after(Course.new(rules), events.Counted(whole[1:]))
    assert (short.phase, short.prompts) == ("count", ("count_wrong",))
    assert refused(short, events.Started(A)) == ["wrong_phase"]
    full = after(short, events.Counted(whole))
    assert (full.phase, full.prompts) == ("draw", ())
    assert rule_of(after(full, events.Started(A)), events.Counted(whole), Reason.WRONG_PHASE) == "000 r1"


def test_a_set_that_is_not_whole_is_counted_again_before_the_first_clock() -> None:
    """000 r1: and the refusal says so."""
    wrong = after(Course.new(RULEBOOKS["manacor"]), events.Counted(()))
    assert refused(wrong, events.Started(A)) == ["wrong_phase"]
    assert told_of(wrong, events.Started(A)) == {"count_first": ""}


def test_manacor_counts_after_the_game_too() -> None:
    """000 r1: the tiles go back on the template; 003 L70 counts before the game only."""
    for name, allowed in (("manacor", True), ("frs_english", False)):
        over = after(game(name, "A E S T R I O", "A E S T R I O"), events.Resigned(A))
        counted = events.Counted(whole_set(over.rulebook.tile_set))
        if allowed:
            assert after(over, counted).prompts == ()
            assert after(over, events.Counted(())).prompts == ("count_wrong",)
        else:
            assert refused(over, counted) == ["wrong_phase"]


@pytest.mark.parametrize("name", SEEDS)
def test_the_first_play_covers_the_centre_with_two_tiles(name: str) -> None:
    """000 r6, 001 B3, 002 La primera jugada, 003 L19, 004 L84-86."""
    course = game(name, "S A L E R T I", "T O R S E N C")
    aside = lay(course, "g8 SA")
    assert refused(aside, events.Pressed(A)) == ["off_centre"]
    assert refused(lay(course, "h8 S"), events.Pressed(A)) == ["too_few"]
    assert rule_of(aside, events.Pressed(A), Reason.OFF_CENTRE) == course.rulebook.rules[Reason.OFF_CENTRE]


def test_a_game_taken_up_in_the_middle() -> None:
    """Scripts and recovered games begin there: board, totals and turns used are given."""
    given = {"board": QUINA, "totals": (22, 0), "turns_used": (1, 0), "bag": "A"}
    course = game("fisc_classic", "S", "A C I T O M S", seat=B, **given)
    assert (course.game.totals, course.turns_of(A), course.on_turn, len(course.bag)) == ((22, 0), 1, B, 1)
    assert press(lay(course, "7g ANTIC")).game.totals == (22, 8)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"racks": (tiles("NY NY"), ())}, "the set has 1 of the tile NY"),
        ({"racks": ((),)}, "1 racks for 2 seats"),
        ({"turns_used": (1,)}, "1 turns used for 2 seats"),
        ({"clocks_left_ns": (1, 2, 3)}, "3 clocks for 2 seats"),
    ],
)
def test_a_game_that_cannot_be_is_not_begun(more: dict[str, object], words: str) -> None:
    """More tiles than the set has, or a tuple that does not fit the seats."""
    with pytest.raises(ValueError, match=words):
        Course.new(RULEBOOKS["manacor"], **more)
