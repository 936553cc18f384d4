"""The rulebooks that ship with the table, by name; each is one file and one frozen value.

Knows nothing of how a rule is applied.
"""

from collections.abc import Mapping
from types import MappingProxyType

from engine_lite.quoting import quoted
from engine_lite.rulebook import Rulebook, UnknownRulebook
from engine_lite.rulebooks.fisc_classic import FISC_CLASSIC
from engine_lite.rulebooks.fisc_school import FISC_SCHOOL
from engine_lite.rulebooks.frs_english import FRS_ENGLISH
from engine_lite.rulebooks.frs_romanian import FRS_ROMANIAN
from engine_lite.rulebooks.manacor import MANACOR

__all__ = ["RULEBOOKS", "UnknownRulebook", "rulebook_named"]

RULEBOOKS: Mapping[str, Rulebook] = MappingProxyType(
    {rulebook.name: rulebook for rulebook in (MANACOR, FISC_SCHOOL, FISC_CLASSIC, FRS_ENGLISH, FRS_ROMANIAN)}
)


def rulebook_named(name: str) -> Rulebook:
    """The rulebook called `name`; raises UnknownRulebook, which lists the known ones.

    >>> rulebook_named("manacor").clock_s
    1800
    """
    try:
        return RULEBOOKS[name]
    except KeyError:
        raise UnknownRulebook(quoted(name), tuple(RULEBOOKS)) from None
