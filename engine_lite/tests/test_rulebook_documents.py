"""The rulebooks against the rule documents: every value that a document gives, where it gives it, and its words."""

import pytest

from engine_lite.knobs import Number
from engine_lite.rulebook import KINDS, NOT_FROM_A_SEED, Rulebook
from engine_lite.rulebooks import RULEBOOKS, fisc_school, frs_english, rulebook_for
from engine_lite.tests.document_rows import TABLES, Said, rows
from engine_lite.tests.seed_paragraphs import cited, paragraph

LENDERS = {"fisc_classic": ("002", fisc_school.ROWS), "frs_romanian": ("004", frs_english.ROWS)}
CASES = [
    pytest.param(rulebook_for(*of), said, id=f"{said.section} {':'.join(filter(None, of))} {said.knob}")
    for of, table in TABLES.items()
    for said in rows(table)
]


@pytest.mark.parametrize(("rulebook", "said"), CASES)
def test_a_rulebook_says_what_its_document_says(rulebook: Rulebook, said: Said) -> None:
    """Value, paragraph and reading, typed here from the document and there from nowhere else."""
    source = rulebook.source(said.knob)
    assert getattr(rulebook, said.knob) == said.value
    assert type(getattr(rulebook, said.knob)) is int or not isinstance(KINDS[said.knob], Number)
    assert source.paragraphs == said.paragraph
    assert (source.reading.number if source.reading else 0) == said.reading


@pytest.mark.parametrize(("rulebook", "said"), CASES)
def test_the_words_stand_in_the_paragraph_that_is_cited(rulebook: Rulebook, said: Said) -> None:
    """A wrong number of a rule would send a referee to the wrong page in the middle of a dispute."""
    texts = [paragraph(each) for each in cited(said.paragraph)]
    assert bool(texts) == bool(said.words) == (said.paragraph != NOT_FROM_A_SEED)
    assert all(said.words in text for text in texts), texts


@pytest.mark.parametrize("name", [name for name, _ in TABLES])
def test_every_knob_with_a_source_stands_in_the_table_or_is_borrowed_as_it_is(name: str) -> None:
    """No value comes from a document unseen; what is borrowed is what the lender has."""
    rulebook = RULEBOOKS[name]
    silent, lender = LENDERS.get(name, ("", {}))
    typed = {said.knob for (of, _), table in TABLES.items() if of == name for said in rows(table)}
    for knob in set(rulebook.sources) - typed:
        value, source = lender[knob]
        assert getattr(rulebook, knob) == value
        assert rulebook.source(knob).short.startswith(f"{str(source).split(', reading')[0]}, for {silent} is silent")


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_paragraph_that_a_rulebook_cites_is_there(name: str) -> None:
    """Those behind refusals too."""
    rulebook = RULEBOOKS[name]
    citations = [source.paragraphs for source in rulebook.sources.values()] + list(rulebook.rules.values())
    assert all(paragraph(each) for citation in citations for each in cited(citation))


def test_no_knob_is_without_a_document_but_those_that_only_other_clubs_need() -> None:
    """A knob that no document and no reading speaks of would be an invention; every one has a source somewhere."""
    sourced = {knob for rulebook in RULEBOOKS.values() for knob in rulebook.sources}
    assert set(KINDS) - sourced == set()


def test_every_reading_stands_behind_a_knob() -> None:
    """Readings 1 to 30 are shown by `taula rulebooks` and can be set otherwise: each belongs to a knob."""
    sources = [source for rulebook in RULEBOOKS.values() for source in rulebook.sources.values()]
    assert {source.reading.number for source in sources if source.reading} == set(range(1, 31))


def test_the_pages_of_the_comparison_that_differ_between_documents_differ_here() -> None:
    """Going out: +v and −v in 000, 001 and 002, +2v in 003 (and so 004); exchanges from 7 in the bag or from 1."""
    assert {name: (each.settle_out, each.exchange_min_bag) for name, each in RULEBOOKS.items()} == {
        "manacor": ("deducted", 7),
        "fisc_school": ("deducted", 1),
        "fisc_classic": ("deducted", 1),
        "frs_english": ("doubled", 7),
        "frs_romanian": ("doubled", 7),
        "international": ("doubled", 7),
    }
