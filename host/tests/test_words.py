"""Every sentence exists in every language, with the same fields, and the agreed words are the ones used."""

import ast
import re
from pathlib import Path

import jinja2
import pytest
from babel.messages.pofile import read_po
from jinja2.ext import extract_from_ast

from engine_lite import readings
from engine_lite.knobs import OneOf
from engine_lite.rulebook import KINDS
from host.adapters.web import plan, speech
from host.adapters.web.page import TEMPLATES
from host.core import disorder
from host.words import (
    LANGUAGES,
    UnknownLanguage,
    clock,
    deeds,
    log,
    prompt_sentence,
    reason_sentence,
    rules,
    say,
    say_count,
    sentences,
    titles,
)
from host.words.catalogue import DOMAINS, LOCALE
from host.words.speech import WARNINGS

HOST = Path(__file__).resolve().parents[1]
PROMPTS = (
    "between", "draw_again", "missing", "moved", "overdraw", "remove", "senyors_one", "senyors_more",
    "senyors_none", "stacked", "swapped", "touched_tile", "unreadable", "foreign", "ghost", "count_wrong",
    "owner_open", "gapped", "detached", "turned", "unplugged", "storage_full",
)  # fmt: skip
REASONS = (
    "off_board", "taken", "bent", "gapped", "off_centre", "too_few", "too_many", "detached", "not_in_rack",
    "not_a_face", "q_without_u", "blank_undeclared", "blank_fixed", "moving", "unknown_tile", "stacked",
    "disturbed", "not_removed", "overdrawn", "wrong_count", "out_of_turn", "too_late", "already_challenged",
    "bag_too_small", "must_open", "not_senyors", "nothing_laid", "wrong_phase",
)  # fmt: skip


def catalogue(language):
    """The messages of one language: sentence (or both plural sentences) to translation."""
    return {sentence: text for domain in DOMAINS for sentence, text in messages(language, domain)}


def messages(language, domain):
    """The messages of one file."""
    with (LOCALE / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return [(message.id, message.string) for message in read_po(file, locale=language) if message.id]


def fields(text):
    """The fields that a sentence has room for."""
    return set(re.findall(r"\{(\w+)\}", text))


def said_in_code():
    """Every sentence that a Python file of the host gives to say or say_count as it stands."""
    for path in HOST.rglob("*.py"):
        if "tests" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "say_count"):
                texts = [each.value for each in node.args[:2] if isinstance(each, ast.Constant)]
                if node.func.id == "say" and texts:
                    yield texts[0]
                elif len(texts) == 2:
                    yield tuple(texts)


def said_in_templates():
    """Every sentence that a template says."""
    environment = jinja2.Environment()
    for path in TEMPLATES.glob("*.html"):
        tree = environment.parse(path.read_text("utf-8"))
        for _, _, text in extract_from_ast(tree, ("say",)):
            yield text if isinstance(text, str) else next(each for each in text if each)


def said_by_name():
    """The sentences chosen by a name: prompts, reasons, ends, titles, cues of the cards."""
    for table in (sentences.PROMPTS, sentences.PROMPTS_OF_SEVERAL, sentences.NOTICES, sentences.REASONS,
                  sentences.REASONS_NOWHERE, sentences.REASONS_TOLD, sentences.PROMPTS_TOLD,
                  sentences.ENDS, titles.RULEBOOKS,
                  speech.PREMIUM_WORDS, WARNINGS):
        yield from table.values()
    yield from (sentences.MOVED, sentences.MOVED_FACE, sentences.MOVED_BLANK, sentences.REPLACED_FACE,
                sentences.TURNED_BY, sentences.IN_THE_BAG, sentences.TIME_TO_LOOK, sentences.NO_LONGER_ENDS)
    yield from (sentences.OTHER_PROMPT, sentences.OTHER_PROMPT_NOWHERE, sentences.OTHER_REASON, sentences.OTHER_END)
    yield from (sentences.MOVED, sentences.MOVED_FACE, sentences.OTHER_PROMPT, sentences.OTHER_PROMPT_NOWHERE)
    yield from (sentences.OTHER_REASON, sentences.OTHER_END)
    for table in (deeds.DEEDS, deeds.NOW, deeds.REFUSALS, deeds.POINTS, log.ACTS, log.LAST_FOR,
                  plan.EVIDENCE, plan.WHY):
        yield from table.values()
    yield from (log.TILE_NAMED, log.BY_LIST, log.BY, plan.FELT, plan.MASKED, plan.NONE)
    yield from (deeds.TO_START, deeds.YOUR_TURN, deeds.THEIR_TURN, deeds.TO_CLEAR)
    yield from ("Winner", "Final", "Pause", "To play", "Waiting", "overtime", "under 1 minute", "clock running")
    yield from ("clock stopped", "laid, not yet pressed", "last play")


def said_of_rulebooks():
    """The sentences of a rulebook's page: knobs, what their values mean, sources, readings."""
    for kind in KINDS.values():
        yield from filter(None, kind.text.partition(rules.ZERO)[::2])
        yield from (choice.text for choice in (kind.choices if isinstance(kind, OneOf) else ()))
    yield from (each.text for each in vars(readings).values() if isinstance(each, readings.Reading))
    yield from (*rules.SECTIONS.values(), *rules.UNITS.values(), *rules.COLUMNS, rules.YES, rules.NO, rules.LEGEND)
    yield from (rules.VARIANTS, rules.READINGS, rules.READINGS_ARE, rules.IS_SILENT, rules.LINE_OF)
    yield from (readings.NOT_FROM_A_SEED, readings.TABLES_OWN)


USED = {*said_in_code(), *said_in_templates(), *said_by_name(), *said_of_rulebooks()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_used_is_translated(language):
    """A page must not mix languages."""
    known = catalogue(language)
    assert sorted(map(str, USED - known.keys())) == []
    assert [sentence for sentence, text in known.items() if not all(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_left_over(language):
    """A sentence that nothing says any more is work for nothing."""
    assert sorted(map(str, catalogue(language).keys() - USED)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_stands_in_two_files(language):
    """The one read last would hide the other's translation."""
    known = [sentence for domain in DOMAINS for sentence, _ in messages(language, domain)]
    assert sorted(map(str, {sentence for sentence in known if known.count(sentence) > 1})) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_fields(language):
    """A translation without its {squares} would send the players looking at the whole board."""
    for sentence, text in catalogue(language).items():
        for one in text if isinstance(text, tuple) else (text,):
            assert fields(one) == fields(sentence if isinstance(sentence, str) else sentence[1]), sentence


# Words for which the pages have another one, as the manual's glossary has them.
NOT_OUR_WORDS = {
    "ca": r"sac|robad\w+", "es": r"robad\w+|pieza\w*", "ro": r"pies(?:ă|a|e|ele|ei|elor)|sac|sacul|sacului",
}  # fmt: skip


@pytest.mark.parametrize("language", NOT_OUR_WORDS)
def test_a_thing_has_one_word_on_the_pages_of_a_language(language):
    """A tile, the bag and drawing are the same in every sentence, whoever has written it."""
    texts = [text if isinstance(text, str) else " ".join(text) for _, text in messages(language, "taula")]
    assert [text for text in texts if re.search(rf"\b(?:{NOT_OUR_WORDS[language]})\b", text, re.I)] == []


def test_every_prompt_and_reason_of_the_design_has_its_own_sentence():
    """The closed lists of names: none may fall back to the sentence for the unknown."""
    assert {*PROMPTS, *disorder.PROMPTS} - {"moved"} <= sentences.PROMPTS.keys()
    assert set(REASONS) == sentences.REASONS.keys()


def test_a_moved_tile_is_sent_back_in_the_agreed_words():
    """The sentence of the table of words, in each language."""
    said = {language: prompt_sentence("moved", ["h7", "j9"], {"face": "N"}, language) for language in LANGUAGES}
    assert said == {
        "ca": "La N de h7 és a j9. Torna-la a h7.",
        "ro": "Litera N de pe h7 este pe j9. Pune-o pe h7.",
        "en": "The N of h7 is on j9. Put it back on h7.",
        "es": "La N de h7 está en j9. Vuelve a ponerla en h7.",
    }


def test_a_tag_without_a_magnet_is_said_with_every_cause_that_the_readings_leave_open():
    """Hardware page 7, rows 17 and 22: the same two readings, a tile face down or a sensor that does not work."""
    said = prompt_sentence("turned", ["h9"], {}, "en")
    assert all(cause in said for cause in ("h9", "face down", "askew", "sensor", "name it on the page"))


def test_a_turned_board_is_told_by_how_much_and_a_mirror_from_a_turn():
    """A board that is read as in a mirror cannot be put right by turning it."""
    turned = prompt_sentence("board_turned", ["h5"], {"turn": "90"}, "ca")
    assert turned == "El tauler s'ha girat 90°. Torna'l a girar."
    mirrored = prompt_sentence("board_turned", ["h5"], {"turn": "rows_for_columns"}, "ca")
    assert mirrored == "Les fitxes es llegeixen com en un mirall. Mira els cables del tauler."


def test_a_replaced_tile_is_named_when_it_is_known():
    """The letter that belongs there, not the one that lies there."""
    assert prompt_sentence("replaced", ["h7"], {"face": "N"}, "en") == "A wrong tile lies on h7. Put the N back."
    assert prompt_sentence("replaced", ["h7"], {}, "en") == "A wrong tile lies on h7. Put the right one back."


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_name_or_no_square_still_gives_a_sentence(language):
    """A screen never shows a bare name, an empty field or a crash."""
    for sentence in (
        prompt_sentence("no_such_prompt", ["h7"], {}, language),
        prompt_sentence("missing", [], {}, language),
        prompt_sentence("moved", ["h7"], {}, language),
        reason_sentence("no_such_reason", [], language),
        reason_sentence("bent", [], language),
    ):
        assert sentence.endswith(".")
        assert "_" not in sentence
        assert "{" not in sentence


def test_plurals_follow_the_language():
    """Romanian has three forms: 1 punct, 2 puncte, 20 de puncte."""
    said = [say_count("{count} point", "{count} points", count, "ro") for count in (0, 1, 2, 19, 20, 101)]
    assert said == ["0 puncte", "1 punct", "2 puncte", "19 puncte", "20 de puncte", "101 puncte"]


def test_an_unknown_language_is_named_with_the_known_ones():
    """Settings are typed by people."""
    with pytest.raises(UnknownLanguage, match=r"no words in language 'xx'; expected one of ca, ro, en, es"):
        say("To play", "xx")


def test_clocks_at_their_edges():
    """The turn of a minute, of ten seconds, of zero and of an hour."""
    shown = [clock(ms, "ca") for ms in (3_599_999, 60_000, 59_999, 10_000, 9_999, 0, -1, -1000, -3_600_000)]
    assert shown == ["59:59", "01:00", "00:59", "00:10", "00:09,9", "00:00,0", "−00:00", "−00:01", "−1:00:00"]


def test_a_refusal_of_which_more_is_known_says_it_as_a_prompt_does():
    """The words that a play forms, how a correction is to be written: in each language, with no field left open."""
    known = {
        ("wrong_phase", "formed"): {"formed": "SESAM, AM"},
        ("wrong_phase", "touched"): {"touched": ""},
        ("wrong_phase", "unlisted"): {"unlisted": "SESAM, AM"},
        ("wrong_phase", "untold"): {"untold": ""},
        ("not_removed", "exchanged"): {"exchanged": "2"},
        ("out_of_turn", "taken"): {"taken": "3–7", "back": "2"},
        ("wrong_count", "taken_all"): {"taken_all": "1–2"},
        ("wrong_count", "taken_new"): {"taken_new": "4", "back": "3"},
        ("not_a_face", "plain"): {"plain": ""},
        ("gapped", "dots"): {"dots": ""},
        ("gapped", "whole"): {"whole": "8h SA"},
        ("unknown_tile", "no_blank"): {"no_blank": ""},
        ("unknown_tile", "no_tile"): {"no_tile": "L·L"},
        ("racks_wanted", "player"): {"player": "Anna"},
        ("already_challenged", "judged"): {"judged": "SESAM"},
        ("not_a_face", "named"): {"named": "W"},
        ("unknown_tile", "known"): {"known": "A"},
        ("unknown_tile", "named"): {"named": "Z"},
        ("wrong_count", "held"): {"held": "7"},
        ("wrong_count", "surplus"): {"surplus": "2"},
        ("wrong_phase", "no_turn"): {"no_turn": "12"},
        ("wrong_phase", "not_so"): {"not_so": "3"},
        ("missing", "blank"): {"blank": "M", "face": "M"},
        ("replaced", "blank"): {"blank": "M", "face": "M"},
        ("missing", "wanted"): {"wanted": "L·L"},
        ("missing", "wanted_blank"): {"wanted_blank": "L·L"},
        ("replaced", "wanted"): {"wanted": "A"},
        ("replaced", "wanted_blank"): {"wanted_blank": "A"},
        ("remove", "corrected"): {"corrected": ""},
    }
    known |= {each: {each[1]: ""} for each in sentences.REASONS_TOLD.keys() - known.keys()
              if fields(sentences.REASONS_TOLD[each]) <= {"squares"}}
    assert {sentences.REASONS_TOLD[each] for each in known} == set(sentences.REASONS_TOLD.values())
    for language in LANGUAGES:
        for (reason, _), data in known.items():
            said = reason_sentence(reason, ["h7"], language, data)
            assert said == prompt_sentence(reason, ["h7"], data, language)
            assert said != reason_sentence(reason, ["h7"], language)
            assert all(text in said for text in data.values())
            assert "{" not in said


def test_an_overfull_rack_is_told_with_who_takes_how_many():
    """Where its side may put the tiles back itself, nothing of the other side is said."""
    told = {"player": "Biel", "count": "2"}
    for language in LANGUAGES:
        alone, taken = (prompt_sentence("overdraw", (), {**told, **more}, language)
                        for more in ({}, {"taken": "2–7", "back": "2"}))
        assert taken.startswith(f"{alone} ")
        assert "2–7" in taken.removeprefix(alone)


def test_tiles_that_must_go_back_are_counted_in_each_language():
    """Who has drawn how many too many: the number decides the form, and no letter is named."""
    for language in LANGUAGES:
        for name in ("overdraw", "put_back"):
            one, two = (prompt_sentence(name, (), {"player": "Biel", "count": count}, language) for count in "12")
            assert one != two
            assert all("Biel" in said for said in (one, two))
            assert prompt_sentence(name, (), {}, language) not in (one, two)
