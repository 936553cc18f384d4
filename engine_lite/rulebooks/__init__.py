"""The rulebooks that ship with the table, by name; each is one file and one frozen value.

Knows nothing of how a rule is applied.
"""

from collections.abc import Mapping
from types import MappingProxyType

from engine_lite.quoting import quoted
from engine_lite.rulebook import BadKnobValue, Rulebook, UnknownKnob, UnknownRulebook, UnknownVariant
from engine_lite.rulebooks.fisc_classic import FISC_CLASSIC
from engine_lite.rulebooks.fisc_school import FISC_SCHOOL
from engine_lite.rulebooks.frs_english import FRS_ENGLISH
from engine_lite.rulebooks.frs_romanian import FRS_ROMANIAN
from engine_lite.rulebooks.international import INTERNATIONAL
from engine_lite.rulebooks.manacor import MANACOR

__all__ = [
    "RULEBOOKS", "BadKnobValue", "UnknownKnob", "UnknownRulebook", "UnknownVariant", "rulebook_for", "rulebook_named",
]  # fmt: skip

RULEBOOKS: Mapping[str, Rulebook] = MappingProxyType({
    rulebook.name: rulebook
    for rulebook in (MANACOR, FISC_SCHOOL, FISC_CLASSIC, FRS_ENGLISH, FRS_ROMANIAN, INTERNATIONAL)
})  # fmt: skip


def rulebook_named(name: str) -> Rulebook:
    """The rulebook called `name`; raises UnknownRulebook, which lists the known ones.

    >>> rulebook_named("manacor").clock_s
    1800
    """
    try:
        return RULEBOOKS[name]
    except KeyError:
        raise UnknownRulebook(quoted(name), tuple(RULEBOOKS)) from None


def rulebook_for(name: str, variant: str = "", overrides: Mapping[str, object] = MappingProxyType({})) -> Rulebook:
    """The rulebook `name` as one table plays it: a variant of it ("": the usual one), some knobs its own.

    Raises UnknownRulebook, UnknownVariant and UnknownKnob, which list the known ones, and BadKnobValue.

    >>> rulebook_for("fisc_school", "15min", {"overtime": "manacor"}).turn_limit
    15
    >>> rulebook_for("manacor", overrides={"clock": 20})
    Traceback (most recent call last):
    engine_lite.knobs.UnknownKnob: no knob is called “clock”; there are seats, players_a_side, ...
    """
    chosen = rulebook_named(name)
    if variant:
        chosen = chosen.variant(variant)
    return chosen.with_overrides(overrides) if overrides else chosen
