"""A rulebook in words: a referee reads the rule, its value and its paragraph, in the rulebook's own language."""

import pytest

from engine_lite.readings import Source
from engine_lite.rulebook import KINDS, Rulebook
from engine_lite.rulebooks import RULEBOOKS, rulebook_for
from host.words import LANGUAGES, rules

EVERY = pytest.mark.parametrize("book", [pytest.param(each, id=name) for name, each in RULEBOOKS.items()])


def test_headings_stand_before_knobs_and_the_first_has_one() -> None:
    """Every knob comes under a heading."""
    assert set(rules.SECTIONS) <= set(KINDS)
    assert list(rules.SECTIONS) == [knob for knob in KINDS if knob in rules.SECTIONS]
    assert next(iter(KINDS)) in rules.SECTIONS


def test_every_unit_can_be_counted() -> None:
    """A new unit without words would stop the manual from building."""
    assert {kind.unit for kind in KINDS.values()} - {"", "half points"} <= set(rules.UNITS)


def test_what_is_idle_without_others_names_knobs() -> None:
    """A misspelt name would hide a rule from the referee or crash the page."""
    for knob, others in rules.IDLE_WITHOUT.items():
        assert {knob, *others} <= set(KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
@EVERY
def test_every_rulebook_can_be_read_in_every_language(book: Rulebook, language: str) -> None:
    """No empty word, no bare name, no field left open; each knob once at most, none lost but idle ones."""
    lines = [line for section in rules.sections(book, language) for line in section.lines]
    shown = [line.knob for line in lines]
    assert shown == [knob for knob in KINDS if not rules.idle(book, knob)]
    for line in lines:
        assert all(line), line
        assert "{" not in "".join(line)


def test_the_page_of_manacor_in_catalan() -> None:
    """000 r28d, r28e, r21: what a referee is asked most."""
    lines = {line.knob: line for section in rules.sections(RULEBOOKS["manacor"], "ca") for line in section.lines}
    assert lines["time_cap_s"].here == "70 minuts"
    assert lines["overtime_points"][2:] == ("10 punts", "000 r28d")
    assert lines["opening_zero_turns"][2:] == ("6 torns", "000 r21, lectura 1")
    assert lines["senyors"].here == "sí"
    assert lines["forfeit_after_s"][2:] == ("mai", "en cap document")
    assert lines["draw_tie"].paragraph == "001 B2, perquè el 000 calla"


def test_rules_that_settle_nothing_are_left_out() -> None:
    """Without HOLD nobody asks for its clock; without a turn limit nobody settles at it."""
    assert rules.idle(RULEBOOKS["manacor"], "hold_clock_runs")
    assert not rules.idle(RULEBOOKS["frs_english"], "hold_clock_runs")
    assert rules.idle(RULEBOOKS["manacor"], "settle_turn_limit")
    assert not rules.idle(RULEBOOKS["fisc_school"], "settle_turn_limit")
    assert rules.idle(RULEBOOKS["frs_romanian"], "overtime_points")  # a late play is withdrawn
    assert not rules.idle(rulebook_for("frs_romanian", overrides={"overtime": "frs_english"}), "overtime_points")


def test_readings_are_told_once_and_in_order() -> None:
    """As many as the page cites."""
    numbers = [reading.number for reading in rules.readings_of(RULEBOOKS["manacor"])]
    cited = {
        line.paragraph.rpartition("reading ")[2]
        for section in rules.sections(RULEBOOKS["manacor"], "en")
        for line in section.lines
        if "reading " in line.paragraph
    }
    assert numbers == sorted(map(int, cited))


@pytest.mark.parametrize(
    ("knob", "value", "said"),
    [
        ("clock_s", 1500, "25 minutes"), ("hold_s", 20, "20 seconds"), ("hold_s", 0, "no HOLD"),
        ("clock_s", 90, "90 seconds"), ("draw_half_points", 1, "0.5"), ("win_half_points", 2, "1"),
        ("challenges_per_play", 0, "any number"), ("appeals", 0, "0 appeals"), ("appeals", 1, "1 appeal"),
        ("lexicon", "", "—"), ("touched_tile", False, "no"), ("last_play_wait_s", 60, "1 minute"),
    ],
)  # fmt: skip
def test_values_in_words(knob: str, value: int | bool | str, said: str) -> None:
    """What 0 means is said; whole minutes are minutes."""
    assert rules.value_words(knob, value, "en") == said


def test_a_tables_own_rule_is_seen_to_be_its_own() -> None:
    """In the referee's language."""
    ours = rulebook_for("manacor", overrides={"clock_s": 1200})
    assert rules.line(ours, "clock_s", "ca")[2:] == ("20 minuts", "propi d'aquesta taula")
    assert rules.source_words(Source("003 L44, for 004 is silent"), "ro") == "003 L44, fiindcă 004 tace"
