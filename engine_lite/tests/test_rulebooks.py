"""The rulebooks as values: what every one of them holds, variants, and a table's own settings."""

import dataclasses
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_lite.board import Board
from engine_lite.choices import Challenge, ChallengeWindow, Choice, Order
from engine_lite.knobs import BadKnobValue, Kind, Number, OneOf, Text, YesNo
from engine_lite.placement import parse_play, wrong_with
from engine_lite.readings import NOT_FROM_A_SEED, TABLES_OWN
from engine_lite.reasons import Reason
from engine_lite.rulebook import KINDS, Rulebook, UnknownKnob, UnknownVariant, rulebook
from engine_lite.rulebooks import RULEBOOKS, UnknownRulebook, rulebook_for, rulebook_named
from engine_lite.rulings import RULINGS, Ruling
from engine_lite.tiles import CATALAN, ENGLISH, ROMANIAN, TILE_SETS

EVERY = pytest.mark.parametrize("book", [pytest.param(each, id=name) for name, each in RULEBOOKS.items()])
WITH_DOCUMENT = pytest.mark.parametrize(
    "book", [pytest.param(each, id=name) for name, each in RULEBOOKS.items() if name != "international"]
)
PLACE = r"00[0-4] (r\d+[a-e]?( [iv]+)?|B\d+|L\d+(-\d+)?|line \d+|[A-Z][^,;]+)"
SOURCE = re.compile(rf"{PLACE}(; {PLACE})*(, for 00[0-4] is silent)?")


# --- every rulebook ----------------------------------------------------------------------------------------------


def test_the_names_of_the_rulebooks() -> None:
    """Scripts, settings and journals call them so."""
    assert list(RULEBOOKS) == [
        "manacor", "fisc_school", "fisc_classic", "frs_english", "frs_romanian", "international",
    ]  # fmt: skip


@EVERY
def test_every_knob_has_a_source_and_a_sentence(book: Rulebook) -> None:
    """A paragraph that can be looked up, or the plain word that it comes from no document."""
    assert [knob.name for knob in book.knobs()] == list(KINDS)
    for knob in book.knobs():
        paragraphs = book.source(knob.name).paragraphs
        assert paragraphs == NOT_FROM_A_SEED or SOURCE.fullmatch(paragraphs), knob
        assert knob.text
        assert knob.value == getattr(book, knob.name)
        assert knob.source == str(book.source(knob.name))


@EVERY
def test_every_number_has_a_unit_and_lies_within_its_bounds(book: Rulebook) -> None:
    """A bare 7 could be tiles or minutes."""
    for name, kind in KINDS.items():
        if isinstance(kind, Number):
            assert kind.unit
            assert kind.low <= getattr(book, name) <= kind.high


def test_what_0_means_is_said_wherever_0_is_no_amount() -> None:
    """`forfeit_after_s = 0` must not read as a forfeit at the first second."""
    plain = {"win_half_points", "draw_half_points", "overtime_points", "bingo", "touched_tile_s", "hold_draw_s",
             "last_play_wait_s", "appeals"}  # fmt: skip
    assert {name for name, kind in KINDS.items() if isinstance(kind, Number) and kind.low == 0
            and "; 0: " not in kind.text} == plain  # fmt: skip


@WITH_DOCUMENT
def test_every_refusal_that_a_document_states_cites_it(book: Rulebook) -> None:
    """And no rulebook cites one for what it does not have."""
    assert all(SOURCE.fullmatch(rule) for rule in book.rules.values())
    assert {
        Reason.OFF_CENTRE, Reason.TOO_FEW, Reason.TOO_MANY, Reason.BENT, Reason.GAPPED, Reason.DETACHED,
        Reason.NOT_IN_RACK, Reason.NOT_A_FACE, Reason.BLANK_UNDECLARED, Reason.BLANK_FIXED, Reason.NOTHING_LAID,
        Reason.NOT_REMOVED, Reason.OVERDRAWN, Reason.TOO_LATE, Reason.BAG_TOO_SMALL,
    } <= set(book.rules)  # fmt: skip
    assert (Reason.Q_WITHOUT_U in book.rules) == book.q_needs_u
    assert (Reason.MUST_OPEN in book.rules) == bool(book.opening_zero_turns)
    assert (Reason.NOT_SENYORS in book.rules) == book.senyors
    assert (Reason.ALREADY_CHALLENGED in book.rules) == bool(book.challenges_per_play)


@EVERY
def test_a_rulebook_cannot_be_changed_in_place(book: Rulebook) -> None:
    """It is a value; another setting is another rulebook, and what holds its sources is frozen too."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        book.bingo = 40
    with pytest.raises(TypeError):
        book.sources["bingo"] = ""
    assert hash(dataclasses.replace(book, bingo=40)) != hash(book)


def test_an_unknown_name_lists_the_known_ones() -> None:
    """So that nobody has to search for it."""
    with pytest.raises(UnknownRulebook, match="manacor, fisc_school, fisc_classic, frs_english, frs_romanian, inter"):
        rulebook_named("mancor")


def test_a_row_for_no_knob_is_refused() -> None:
    """A misspelt knob in a rulebook would silently leave the default standing."""
    with pytest.raises(UnknownKnob, match="no knob is called “bingos”"):
        rulebook("club", language="en", tile_set=ENGLISH, rows={"bingos": (50, "000 r13")}, rules={})


def test_the_closed_list_of_reasons() -> None:
    """Scripts and pages rely on these names: none may be lost or renamed."""
    names = (
        "off_board taken bent gapped off_centre too_few too_many detached not_in_rack not_a_face q_without_u "
        "blank_undeclared blank_fixed moving unknown_tile stacked disturbed not_removed overdrawn wrong_count "
        "out_of_turn too_late already_challenged bag_too_small must_open not_senyors nothing_laid wrong_phase"
    )
    assert sorted(reason.value for reason in Reason) == sorted(names.split())


# --- variants ------------------------------------------------------------------------------------------------


def test_the_school_game_has_two_classes() -> None:
    """001 line 2: 12 minutes, 10 turns; line 3: 15 and 15; all else is the same, and the younger class is usual."""
    usual, older = rulebook_named("fisc_school"), rulebook_for("fisc_school", "15min")
    assert usual == usual.variant("12min") == older.variant("12min")
    assert [a.name for a, b in zip(usual.knobs(), older.knobs(), strict=True) if a != b] == ["clock_s", "turn_limit"]
    assert (older.variant_name, older.clock_s, older.turn_limit) == ("15min", 900, 15)


def test_an_unknown_variant_lists_the_known_ones() -> None:
    """And says so when there are none."""
    with pytest.raises(UnknownVariant, match="fisc_school has no variant “20min”; there are 12min, 15min"):
        rulebook_for("fisc_school", "20min")
    with pytest.raises(UnknownVariant, match="manacor has no variant “12min”; it has none"):
        rulebook_for("manacor", "12min")


# --- a table's own settings --------------------------------------------------------------------------------------


def values_of(kind: Kind) -> st.SearchStrategy[object]:
    """What knobs of this kind may be, as settings write it."""
    match kind:
        case Number(low, high):
            return st.integers(low, high)
        case YesNo():
            return st.booleans()
        case OneOf(choices):
            return st.sampled_from([str(choice) for choice in choices])
        case Text(longest):
            return st.text(st.characters(categories=("L", "N", "P")), max_size=longest)


def wrong_for(kind: Kind) -> st.SearchStrategy[object]:
    """What knobs of this kind may not be."""
    other = st.none() | st.floats(allow_nan=False) | st.lists(st.integers(), max_size=2) | st.just("no such word")
    match kind:
        case Number(low, high):
            return st.booleans() | other | st.integers(max_value=low - 1) | st.integers(min_value=high + 1)
        case Text(longest):
            return st.integers() | st.just("x" * (longest + 1)) | st.just("two\nlines")
        case _:
            return st.integers() | other


# Knobs that another can make impossible have tests of their own below.
FREE = sorted(set(KINDS) - {"rack_size", "opening_tiles", "challenge_window", "hold_s", "blank_beyond_set"})


@given(st.data(), st.sampled_from(sorted(RULEBOOKS)), st.lists(st.sampled_from(FREE), unique=True, max_size=6))
def test_a_table_can_set_any_knob_and_no_other_changes(data: st.DataObject, name: str, knobs: list[str]) -> None:
    """Each is then the table's own, and set again to what it was the rulebook is as it was."""
    before = rulebook_named(name)
    written = {knob: data.draw(values_of(KINDS[knob]), label=knob) for knob in knobs}
    after = before.with_overrides(written)
    for knob in KINDS:
        assert getattr(after, knob) == written.get(knob, getattr(before, knob))
        assert str(after.source(knob)) == (TABLES_OWN if knob in written else str(before.source(knob)))
    assert after.with_overrides({knob: getattr(before, knob) for knob in knobs}) == before
    assert (after.name, after.rules, after.tile_set) == (before.name, before.rules, before.tile_set)


@given(st.data(), st.sampled_from(sorted(KINDS)))
def test_an_impossible_value_is_named_with_what_is_allowed(data: st.DataObject, knob: str) -> None:
    """One sentence: the knob, what stood there, and the bounds or the list."""
    value = data.draw(wrong_for(KINDS[knob]))
    with pytest.raises(BadKnobValue) as wrong:
        rulebook_for("manacor", overrides={knob: value})
    assert str(wrong.value).startswith(f"{knob} is ")
    assert str(wrong.value).endswith(f"; it must be {KINDS[knob].allowed}")
    assert "\n" not in str(wrong.value)
    assert len(str(wrong.value)) < 300


@given(st.text(max_size=20).filter(lambda name: name not in KINDS and name != "tile_set"))
def test_an_unknown_knob_is_an_error_that_lists_the_known_ones(name: str) -> None:
    """A typing slip must not leave a table playing by other rules than its club believes."""
    with pytest.raises(UnknownKnob) as unknown:
        rulebook_for("frs_english", overrides={name: 1})
    assert all(knob in str(unknown.value) for knob in (*KINDS, "tile_set"))


def test_a_choice_is_kept_as_a_member_and_equals_its_name() -> None:
    """The core compares members, settings and scripts compare names."""
    ours = rulebook_for("international", overrides={"order": "draw_then_press"})
    assert ours.order is Order.DRAW_THEN_PRESS
    assert ours.order == "draw_then_press"
    assert f"{ours.order}" == "draw_then_press"


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        ({"rack_size": 6, "opening_tiles": 7}, "opening_tiles is 7; it must be at most rack_size, which is 6"),
        ({"challenge_window": "hold"}, "hold_s is 0; it must be above 0, for challenge_window is hold"),
        ({"clock_s": True}, r"clock_s is true; it must be a whole number between 10 and 10800 \(seconds\)"),
        ({"tile_set": "klingon"}, "tile_set is “klingon”; it must be one of catalan, "),
        ({"challenge": "tripple"}, "challenge is “tripple”; it must be one of void, single, double, five_points, "),
    ],
)
def test_what_is_impossible_together_or_alone(overrides: dict[str, object], sentence: str) -> None:
    """The sentence names the knob to change."""
    with pytest.raises(BadKnobValue, match=sentence):
        rulebook_for("manacor", overrides=overrides)


def test_knobs_that_go_together() -> None:
    """HOLD with its time; a shorter rack with a shorter opening."""
    ours = rulebook_for("manacor", overrides={"challenge_window": "hold", "hold_s": 15, "rack_size": 2})
    assert (ours.challenge_window, ours.hold_s, ours.opening_tiles) == (ChallengeWindow.HOLD, 15, 2)


@pytest.mark.parametrize("name", TILE_SETS)
def test_other_clubs_choose_their_tiles(name: str) -> None:
    """`international` is English only until a table says otherwise."""
    assert rulebook_for("international", overrides={"tile_set": name}).tile_set == TILE_SETS[name]


def test_a_blank_stands_for_k_only_where_the_rulebook_lets_it() -> None:
    """004 L40-42: K, Q, W, Y by joker only; a club may do without."""
    _, play = parse_play("h8 kA", Board(), ROMANIAN)
    romanian = rulebook_named("frs_romanian")
    assert wrong_with(Board(), play, romanian) == ()
    (defect,) = wrong_with(Board(), play, romanian.with_overrides({"blank_beyond_set": False}))
    assert (defect.reason, defect.rule) == (Reason.NOT_A_FACE, "004 L40-42")


def test_a_draw_with_the_blank_last_is_marked_as_the_tables_own() -> None:
    """Reading 6: a Romanian handbook has it last; selectable, and seen to be no rule of the document."""
    ours = rulebook_for("frs_romanian", overrides={"draw_blank": "last", "overtime": "frs_english"})
    assert (ours.draw_blank, ours.overtime) == ("last", "frs_english")
    assert {knob.source for knob in ours.knobs() if knob.name in ("draw_blank", "overtime")} == {TABLES_OWN}


# --- challenges of other clubs -----------------------------------------------------------------------------------


def test_the_price_of_a_wrong_challenge() -> None:
    """One row a rule: the seven in use, each differing from every other; the documents' own costs nothing."""
    assert {
        "void": Ruling(allowed=False), "single": Ruling(), "double": Ruling(turn_lost=True),
        "five_points": Ruling(bonus=5), "ten_points": Ruling(bonus=10),
        "five_per_word": Ruling(bonus=5, per_word=True), "minus_ten": Ruling(cost=10),
    } == RULINGS  # fmt: skip
    assert set(RULINGS) == set(Challenge)
    assert len(set(RULINGS.values())) == len(RULINGS)
    assert {book.challenge for name, book in RULEBOOKS.items() if name != "international"} == {Challenge.SINGLE}


def test_a_challenge_names_a_word() -> None:
    """A bonus for no word at all would be a gift."""
    with pytest.raises(ValueError, match="0 words were challenged"):
        RULINGS[Challenge.FIVE_PER_WORD].points(0)


def test_every_choice_says_what_it_means() -> None:
    """Pages print the sentence, never the bare name; two answers of one list differ."""
    for kind in KINDS.values():
        if isinstance(kind, OneOf):
            assert issubclass(kind.choices, Choice)
            assert len({choice.text for choice in kind.choices}) == len(kind.choices) > 1


def test_the_catalan_set_has_no_letters_beyond_its_tiles() -> None:
    """So `blank_beyond_set` changes nothing there."""
    assert rulebook_named("manacor").with_overrides({"blank_beyond_set": True}).tile_set == CATALAN
