"""A rulebook in words: what each knob settles, what its value means and where that is said, in a reader's language.

Knows no rulebook by name and applies no rule.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine_lite.choices import Choice
from engine_lite.knobs import KnobValue
from engine_lite.readings import NOT_FROM_A_SEED, TABLES_OWN, Reading, Source
from engine_lite.rulebook import KINDS, Rulebook
from host.words.catalogue import say, say_count
from host.words.numbers import decimal_point

# The headings under which knobs are printed, each with its first knob; they stand in the order of Rulebook.
SECTIONS = {
    "seats": "The game",
    "clock_s": "Time and order",
    "tile_count": "Before the first play",
    "rack_size": "Tiles and score",
    "exchange_min_bag": "Exchange and pass",
    "challenge": "Challenges",
    "overdraw": "Drawing too many",
    "zero_turns_each": "The end",
    "board_may_turn": "At the table",
}

UNITS = {
    "appeals": ("{count} appeal", "{count} appeals"),
    "challenges": ("{count} challenge", "{count} challenges"),
    "games": ("{count} game", "{count} games"),
    "minutes": ("{count} minute", "{count} minutes"),
    "passes": ("{count} pass", "{count} passes"),
    "players": ("{count} player", "{count} players"),
    "plays": ("{count} play", "{count} plays"),
    "points": ("{count} point", "{count} points"),
    "seconds": ("{count} second", "{count} seconds"),
    "sides": ("{count} side", "{count} sides"),
    "tiles": ("{count} tile", "{count} tiles"),
    "turns": ("{count} turn", "{count} turns"),
}
# What stands around the knobs on a page.
COLUMNS = ("What is settled", "Here", "Paragraph")
VARIANTS = "Variants"
READINGS = "Readings"
READINGS_ARE = "Where a document is silent or can be read in two ways, this is taken:"
LEGEND = (
    "“000 r6” is rule 6 of document 000, “001 B3” bullet 3 of document 001, “003 L19” line 19 of document 003; "
    "a heading stands for what is under it."
)
IS_SILENT = "{paragraph}, for {document} is silent"
LINE_OF = "{document} line {number}"
YES, NO = "yes", "no"

BORROWED = re.compile(r"(.+), for (\d+) is silent")
BY_LINE = re.compile(r"(\d+) line (\d+)")
NOTHING_SAID = "—"  # a text knob that is empty
ZERO = "; 0: "  # before what 0 means, at the end of a knob's text

# Knobs that settle nothing in a rulebook in which all of the others named are off.
IDLE_WITHOUT = {
    "cap_takes_back_laid": ("time_cap_s",),
    "settle_time_cap": ("time_cap_s",),
    "settle_turn_limit": ("turn_limit",),
    "settle_no_play": ("no_play_ends",),
    "settle_zero_turns": ("zero_turns_each", "zero_turns_joint", "passes_end"),
    "exchange_is_zero_turn": ("zero_turns_each", "zero_turns_joint"),
    "zero_placement_counts": ("zero_turns_each", "zero_turns_joint"),
    "touched_tile_s": ("touched_tile",),
    "senyors_bag_public": ("senyors",),
    "hold_draw_s": ("hold_s",),
    "hold_clock_runs": ("hold_s",),
    "pass_is_strike": ("strikes",),
}
WITHOUT_POINTS = ("judge", "frs_romanian")  # ways to treat overtime that count no minutes


class Line(NamedTuple):
    """One knob as a reader sees it: what it settles, what holds here, and the paragraph."""

    knob: str
    settles: str
    here: str
    paragraph: str


class Section(NamedTuple):
    """Knobs under one heading."""

    heading: str
    lines: tuple[Line, ...]


def sections(rulebook: Rulebook, language: str) -> tuple[Section, ...]:
    """A rulebook as a referee reads it: the knobs that settle something in it, under their headings.

    >>> from engine_lite.rulebooks import rulebook_named
    >>> sections(rulebook_named("manacor"), "ca")[1].lines[0][1:]
    ("temps d'un bàndol per a tota la partida", '30 minuts', '000 r28')
    """
    found: list[Section] = []
    for knob in KINDS:
        if knob in SECTIONS:
            found.append(Section(say(SECTIONS[knob], language), ()))
        if not idle(rulebook, knob):
            heading, lines = found[-1]
            found[-1] = Section(heading, (*lines, line(rulebook, knob, language)))
    return tuple(found)


def line(rulebook: Rulebook, knob: str, language: str) -> Line:
    """One knob of `rulebook` in words."""
    settles, _, _ = KINDS[knob].text.partition(ZERO)
    here = value_words(knob, getattr(rulebook, knob), language)
    return Line(knob, say(settles, language), here, source_words(rulebook.source(knob), language))


def idle(rulebook: Rulebook, knob: str) -> bool:
    """Whether `knob` settles nothing in this rulebook, because another one switches it off."""
    if knob == "overtime_points":
        return rulebook.overtime in WITHOUT_POINTS
    return knob in IDLE_WITHOUT and not any(getattr(rulebook, other) for other in IDLE_WITHOUT[knob])


def value_words(knob: str, value: KnobValue, language: str) -> str:
    """What `value` of `knob` means.

    >>> [value_words("clock_s", seconds, "en") for seconds in (1500, 90)], value_words("forfeit_after_s", 0, "en")
    (['25 minutes', '90 seconds'], 'never')
    """
    if isinstance(value, Choice):
        return say(value.text, language)
    if isinstance(value, bool):
        return say(YES if value else NO, language)
    if isinstance(value, str):
        return value or NOTHING_SAID
    kind = KINDS[knob]
    _, zero, meaning = kind.text.partition(ZERO)
    return say(meaning, language) if zero and not value else _counted(value, kind.unit, language)


def _counted(value: int, unit: str, language: str) -> str:
    if unit == "half points":
        return f"{value // 2}{f'{decimal_point(language)}5' if value % 2 else ''}"
    if unit == "seconds" and value and value % 60 == 0:
        return _counted(value // 60, "minutes", language)
    return say_count(*UNITS[unit], value, language)


def source_words(source: Source, language: str) -> str:
    """Where a value comes from, without the reading's words.

    >>> source_words(Source("001 B8, for 002 is silent"), "ca")
    '001 B8, perquè el 002 calla'
    """
    said = source.paragraphs
    if said in (NOT_FROM_A_SEED, TABLES_OWN):
        said = say(said, language)
    elif found := BORROWED.fullmatch(said):
        said = say(IS_SILENT, language, paragraph=found[1], document=found[2])
    elif found := BY_LINE.fullmatch(said):
        said = say(LINE_OF, language, document=found[1], number=found[2])
    if source.reading is None:
        return said
    return f"{said}, {say('reading {number}', language, number=source.reading.number)}"


def readings_of(rulebook: Rulebook) -> Iterator[Reading]:
    """The readings behind the knobs that settle something in `rulebook`, each once, by number."""
    found = {source.reading for knob in KINDS if not idle(rulebook, knob) and (source := rulebook.source(knob))}
    yield from sorted((reading for reading in found if reading), key=lambda reading: reading.number)
