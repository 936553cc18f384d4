"""A set of tiles laid out: what is learned of it, what a count finds, and that every flaw is named with its place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_lite.notation import parse_square
from engine_lite.tiles import CATALAN, NAMELESS, TILE_SETS
from host.core.events import BoardTold, HallChanged, StateTold, TagsRead
from host.core.registration import CENTRE, Finding, Flaw, Seen, counted, learned, plan, single
from host.core.tile_register import NotInSet, Register, TagTaken, WrongFace
from host.tile_sentences import picture, sentence

SQUARES = range(225)


def tag(number: int) -> str:
    return f"e004{number:012x}"


def at(*names: str) -> tuple[int, ...]:
    return tuple(parse_square(name) for name in names)


PLAN = plan(CATALAN)
SET = Register(tuple((tag(square), face) for square, face in PLAN))
BY_PLAN = {square: (tag(square),) for square, _ in PLAN}


def seen(tags: dict[int, tuple[str, ...]], also_on: tuple[int, ...] = (), off: tuple[int, ...] = ()) -> Seen:
    """A magnet under every tag, but for `off`; and those without tags."""
    return Seen(frozenset(tags) - set(off) | set(also_on), tags)


def less(*names: str) -> dict[int, tuple[str, ...]]:
    """The set by the plan without what lies on those squares."""
    return {square: tags for square, tags in BY_PLAN.items() if square not in at(*names)}


# ---- the plan ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile_set", TILE_SETS.values(), ids=TILE_SETS)
def test_the_plan_holds_every_tile_once_by_the_alphabet_with_the_blanks_last(tile_set):
    faces = [face for _, face in plan(tile_set)]
    assert [square for square, _ in plan(tile_set)] == list(range(tile_set.size))
    assert {face: faces.count(face) for face in faces} == {kind.face: kind.count for kind in tile_set.faces}
    blanks = tile_set.count(NAMELESS)
    assert faces[-blanks:] == [NAMELESS] * blanks
    letters = [kind.face for kind in tile_set.faces if kind.face != NAMELESS]
    assert list(dict.fromkeys(faces[:-blanks])) == letters
    assert tile_set.size <= CENTRE, "h8 must stay free for the tile that is shown alone"


def test_the_picture_shows_the_plan_row_by_row():
    """What a person lays by: column 1 of row b is the sixteenth tile of document 000's alphabet, C."""
    lines = list(picture(CATALAN))
    assert lines[1].split() == ["a", *"AAAAAAAAAAAA", "B", "B", "C"]
    assert lines[2].split()[:4] == ["b", "C", "C", "Ç"]
    assert lines[-1].split() == ["g", "T", "U", "U", "U", "U", "V", "X", "Z", "?", "?"]


# ---- what the board tells ---------------------------------------------------------------------------------------


def test_the_board_is_known_from_its_whole_state_and_from_what_changes_after_it():
    told = Seen()
    for event in (BoardTold(0, (1, 2, 3)), TagsRead(0, 1, (tag(1),)), TagsRead(0, 2, (tag(2),)), StateTold(0),
                  TagsRead(0, 3, ()), HallChanged(0, 1, False), HallChanged(0, 9, True)):
        told = told.after(event)
    assert told == Seen(frozenset((2, 3, 9)), {2: (tag(2),)})
    assert told.after(BoardTold(0, (5,))) == Seen(frozenset((5,)))


# ---- learning ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile_set", TILE_SETS.values(), ids=TILE_SETS)
def test_a_set_laid_by_the_plan_is_learned_whole(tile_set):
    laid = seen({square: (tag(square),) for square, _ in plan(tile_set)})
    verdict = learned(tile_set, laid)
    assert verdict.whole
    assert verdict.there == tile_set.size
    assert verdict.register == Register(tuple((tag(square), face) for square, face in plan(tile_set)))


COPY = {**BY_PLAN, 2: BY_PLAN[0]}
TWO = (tag(12), tag(500))


@pytest.mark.parametrize(("laid", "finding"), [
    (seen(less("a3")), Finding(Flaw.MISSING, at("a3"), ("A",))),
    (seen(less("a3", "a5")), Finding(Flaw.MISSING, at("a3", "a5"), ("A", "A"))),
    (seen(less("g10")), Finding(Flaw.MISSING, at("g10"), ("?",))),
    (seen(COPY), Finding(Flaw.DOUBLED, at("a1", "a3"), ("A", "A"), (tag(0),))),
    (seen(BY_PLAN | {12: TWO}), Finding(Flaw.STACKED, at("a13"), ("B",), TWO)),
    (seen(less("a13"), also_on=at("a13")), Finding(Flaw.UNREADABLE, at("a13"), ("B",))),
    (seen(BY_PLAN, also_on=at("o15")), Finding(Flaw.UNREADABLE, at("o15"))),
    (seen(BY_PLAN, off=at("a13")), Finding(Flaw.TURNED, at("a13"), ("B",), (tag(12),))),
    (seen(BY_PLAN | {100: (tag(500),)}), Finding(Flaw.SURPLUS, at("g11"), (), (tag(500),))),
], ids=lambda value: value.flaw if isinstance(value, Finding) else "")
def test_each_flaw_is_named_alone_and_nothing_is_learned(laid, finding):
    verdict = learned(CATALAN, laid)
    assert verdict.findings == (finding,)
    assert verdict.register is None


def test_all_flaws_are_told_at_once():
    laid = seen(less("a1", "a13") | {20: TWO, 130: (tag(600),)}, also_on=at("a13"))
    assert [finding.flaw for finding in learned(CATALAN, laid).findings] == [
        Flaw.MISSING, Flaw.STACKED, Flaw.UNREADABLE, Flaw.SURPLUS]


def test_the_echoes_of_a_copied_tag_are_no_stacked_tiles():
    """Radio finds a square by its row and its column: copies on a3 and b4 answer on a4 and b3 too."""
    copy = BY_PLAN[2][0]
    laid = seen(BY_PLAN | {18: (copy,), 3: (BY_PLAN[3][0], copy), 17: (BY_PLAN[17][0], copy)})
    assert learned(CATALAN, laid).findings == (Finding(Flaw.DOUBLED, at("a3", "b4"), ("A", "D"), (copy,)),)


def test_where_echoes_hide_what_a_square_holds_only_the_copies_are_named():
    """The board tells two tags of a square; both may be echoes of copies elsewhere."""
    one, other = BY_PLAN[2][0], tag(700)
    laid = seen(BY_PLAN | {18: (one,), 33: (other,), 47: (other,), 3: (one, other)})
    assert {finding.flaw for finding in learned(CATALAN, laid).findings} == {Flaw.DOUBLED}


def test_a_set_that_is_known_otherwise_is_not_learned_over_it():
    """One A too few and everything after it pushed up: radio alone would teach a whole set of wrong letters."""
    one_short = {square: (tag(square + (square >= 3)),) for square, _ in PLAN}
    verdict = learned(CATALAN, seen(one_short), SET)
    assert Finding(Flaw.MISPLACED, at("a12"), ("B", "A"), (tag(12),)) in verdict.findings
    assert Finding(Flaw.FOREIGN, at("g10"), ("?",), (tag(100),)) in verdict.findings
    assert verdict.register is None
    assert learned(CATALAN, seen(one_short)).whole


def test_learning_again_keeps_the_spares_that_are_not_in_the_set():
    before = Register((*SET.tiles[1:], (tag(900), "A")), ((tag(0), "A"), (tag(901), "B"), (tag(902), "K")))
    verdict = learned(CATALAN, seen(BY_PLAN), before)
    assert verdict.whole, "a spare laid in the place of a lost tile is known"
    assert verdict.register == Register(SET.tiles, ((tag(901), "B"),))


# ---- counting ---------------------------------------------------------------------------------------------------

layouts = st.permutations(SQUARES).map(lambda squares: dict(zip(squares, BY_PLAN.values(), strict=False)))


@settings(deadline=None)  # machines under load
@given(layouts)
def test_a_registered_set_is_whole_however_it_lies(laid):
    verdict = counted(SET, seen(laid))
    assert (verdict.findings, verdict.there) == ((), 100)


@settings(deadline=None)  # machines under load
@given(layouts, st.sampled_from(SET.tiles))
def test_any_single_tile_that_is_taken_away_is_named(laid, gone):
    verdict = counted(SET, seen({square: tags for square, tags in laid.items() if tags != (gone[0],)}))
    assert verdict.findings == (Finding(Flaw.MISSING, (), (gone[1],), (gone[0],)),)
    assert verdict.there == 99


@settings(deadline=None)  # machines under load
@given(layouts, st.sampled_from(SET.tiles), st.sampled_from(("dead", "turned", "foreign", "stacked", "copied")))
def test_any_single_tile_that_is_at_fault_is_named_with_its_square(laid, tile, fault):
    its, face = tile
    square = next(square for square, tags in laid.items() if tags == (its,))
    other = next(each for each in laid if each != square)
    match fault:
        case "dead":
            shown, expected = seen({**laid, square: ()}), Finding(Flaw.UNREADABLE, (square,), (face,))
        case "turned":
            shown, expected = seen(laid, off=(square,)), Finding(Flaw.TURNED, (square,), (face,), (its,))
        case "foreign":
            shown, expected = seen({**laid, square: (tag(999),)}), Finding(Flaw.FOREIGN, (square,), (), (tag(999),))
        case "stacked":
            both = (*laid[other], its)
            lying = {each: tags for each, tags in laid.items() if each != square} | {other: both}
            faces = tuple(SET.face(each) for each in both)
            shown, expected = seen(lying), Finding(Flaw.STACKED, (other,), faces, both)
        case _:
            squares = tuple(sorted((square, other)))
            shown, expected = seen({**laid, other: (its,)}), Finding(Flaw.DOUBLED, squares, (face,), (its,))
    found = counted(SET, shown).findings
    assert expected in found
    missing = {each.tags for each in found if each.flaw is Flaw.MISSING}
    lost = {"dead": {(its,)}, "foreign": {(its,)}, "copied": {laid[other]}}
    assert missing == lost.get(fault, set())
    assert len(found) == 1 + len(missing)


def test_a_spare_among_the_set_and_a_tile_of_another_set_are_told_apart():
    register = Register(SET.tiles, ((tag(300), "QU"),))
    mesa_5 = Register(((tag(400), "A"), (tag(401), "B")))
    laid = BY_PLAN | {200: (tag(300),), 201: (tag(400),), 202: (tag(401),), 203: (tag(402),)}
    assert counted(register, seen(laid), {"mesa5.json": mesa_5}).findings == (
        Finding(Flaw.SURPLUS, (200,), ("QU",), (tag(300),)),
        Finding(Flaw.FOREIGN, (201, 202), ("A", "B"), (tag(400), tag(401)), "mesa5.json"),
        Finding(Flaw.FOREIGN, (203,), (), (tag(402),)),
    )


def test_an_empty_board_lacks_every_face():
    verdict = counted(SET, Seen())
    assert {each.flaw for each in verdict.findings} == {Flaw.MISSING}
    assert sum(len(each.faces) for each in verdict.findings) == 100
    assert verdict.there == 0


few_tags = st.lists(st.sampled_from([tag(n) for n in (*range(12), 300, 900)]), max_size=2, unique=True).map(tuple)
any_square = st.sampled_from(SQUARES)
any_board = st.builds(Seen, st.frozensets(any_square), st.dictionaries(any_square, few_tags))


@settings(deadline=None)  # machines under load
@given(any_board)
def test_whatever_the_board_tells_gives_a_verdict_and_a_sentence_for_each_finding(told):
    """No reading may end in a trace: sensors tell nonsense when they break."""
    known = Register(SET.tiles, ((tag(300), "A"),))
    for verdict in (learned(CATALAN, told), learned(CATALAN, told, known), counted(known, told)):
        assert not verdict.whole, "there are never enough tags for a set"
        assert all(sentence(finding) for finding in verdict.findings)
        squares = [square for finding in verdict.findings for square in finding.squares]
        assert set(squares) <= set(SQUARES)


# ---- one tile ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("told", "found"), [
    (seen({CENTRE: (tag(1),)}), tag(1)),
    (Seen(), Finding(Flaw.MISSING, (CENTRE,))),
    (Seen(frozenset((CENTRE,))), Finding(Flaw.UNREADABLE, (CENTRE,))),
    (seen({CENTRE: TWO}), Finding(Flaw.STACKED, (CENTRE,), (), TWO)),
    (seen({CENTRE: (tag(1),)}, off=(CENTRE,)), Finding(Flaw.TURNED, (CENTRE,), (), (tag(1),))),
], ids=["tile", "empty", "dead", "two", "turned"])
def test_a_tile_shown_alone_is_taken_only_when_it_is_sound(told, found):
    assert single(told) == found
    assert isinstance(found, str) or sentence(found).startswith("h8: ")


def test_a_spare_takes_the_place_of_a_tile_and_is_no_spare_any_more():
    with_spare = SET.with_spare(tag(300), "B")
    after = with_spare.replaced(tag(12), tag(300))
    assert after.spares == ()
    assert after.face(tag(300)) == "B"
    assert after.face(tag(12)) is None
    assert len(after.tiles) == 100


@pytest.mark.parametrize(("left", "came", "error"), [
    (tag(900), tag(300), NotInSet), (tag(12), tag(13), TagTaken), (tag(12), tag(12), TagTaken),
    (tag(0), tag(300), WrongFace),
])
def test_a_replacement_that_would_spoil_the_set_is_refused(left, came, error):
    with pytest.raises(error):
        SET.with_spare(tag(300), "B").replaced(left, came)


@pytest.mark.parametrize("known", [tag(12), tag(300)])
def test_a_tile_that_is_known_is_no_new_spare(known):
    with pytest.raises(TagTaken):
        SET.with_spare(tag(300), "B").with_spare(known, "B")
