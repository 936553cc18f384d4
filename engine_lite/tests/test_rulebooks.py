"""The rulebooks as values: what the documents say, and where they say it."""

import dataclasses
import re

import pytest

from engine_lite.reasons import Reason
from engine_lite.rulebook import NOT_FROM_A_SEED, Order, Rulebook
from engine_lite.rulebooks import RULEBOOKS, UnknownRulebook, rulebook_named

EVERY = pytest.mark.parametrize("rulebook", [pytest.param(each, id=name) for name, each in RULEBOOKS.items()])
SOURCE = re.compile(r"00[0-4] (r\d+[a-z]?|B\d+|L\d+(-\d+)?|line \d+|[A-Z][^,]+)(, for 00[0-4] is silent)?")


def test_what_the_documents_say() -> None:
    """Tiles, time, order and Q, rulebook by rulebook; 7 tiles, 50 points and an opening of two are common to all."""
    said = {name: (r.tile_set.name, r.clock_s // 60, r.order, r.q_needs_u) for name, r in RULEBOOKS.items()}
    assert said == {
        "manacor": ("catalan", 30, Order.DRAW_THEN_PRESS, False),  # 000 r14, r28, r28a
        "fisc_school": ("catalan_q", 12, Order.PRESS_THEN_DRAW, True),  # 001 line 2, B7, B16
        "fisc_classic": ("catalan", 30, Order.PRESS_THEN_DRAW, False),
        "frs_english": ("english", 25, Order.PRESS_THEN_DRAW, False),  # 003 L15, L55-60
        "frs_romanian": ("romanian", 25, Order.PRESS_THEN_DRAW, False),
    }
    assert {(r.rack_size, r.bingo, r.opening_tiles, r.seats) for r in RULEBOOKS.values()} == {(7, 50, 2, 2)}


@EVERY
def test_every_knob_has_a_source_and_a_sentence(rulebook: Rulebook) -> None:
    """A paragraph that can be looked up, or the plain word that it comes from no document."""
    knobs = rulebook.knobs()
    assert {knob.name for knob in knobs} == set(rulebook.sources)
    for knob in knobs:
        assert knob.text
        assert knob.source == NOT_FROM_A_SEED or SOURCE.fullmatch(knob.source), knob
        assert knob.value == getattr(rulebook, knob.name)


@EVERY
def test_every_refusal_that_a_document_states_cites_it(rulebook: Rulebook) -> None:
    """And no rulebook cites one for what it does not have."""
    assert all(SOURCE.fullmatch(rule) for rule in rulebook.rules.values())
    assert {Reason.OFF_CENTRE, Reason.TOO_FEW, Reason.BENT, Reason.GAPPED, Reason.DETACHED} <= set(rulebook.rules)
    assert (Reason.Q_WITHOUT_U in rulebook.rules) == rulebook.q_needs_u


@EVERY
def test_a_rulebook_cannot_be_changed_in_place(rulebook: Rulebook) -> None:
    """It is a value; another setting is another rulebook."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        rulebook.bingo = 40
    assert hash(dataclasses.replace(rulebook, bingo=40)) != hash(rulebook)


def test_an_unknown_name_lists_the_known_ones() -> None:
    """So that nobody has to search for it."""
    with pytest.raises(UnknownRulebook, match="manacor, fisc_school, fisc_classic, frs_english, frs_romanian"):
        rulebook_named("mancor")


def test_the_closed_list_of_reasons() -> None:
    """Scripts and pages rely on these names: none may be lost or renamed."""
    names = (
        "off_board taken bent gapped off_centre too_few too_many detached not_in_rack not_a_face q_without_u "
        "blank_undeclared blank_fixed moving unknown_tile stacked disturbed not_removed overdrawn wrong_count "
        "out_of_turn too_late already_challenged bag_too_small must_open not_senyors nothing_laid wrong_phase"
    )
    assert sorted(reason.value for reason in Reason) == sorted(names.split())
