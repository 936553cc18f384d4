"""The gettext catalogues: from an English sentence to the same in a user's language.

The .po files are read as they are at first use, so a translator's change needs no compile step.
Knows no sentence itself.
"""

from functools import lru_cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = ("ca", "ro", "en", "es")
OWN_NAMES = {"ca": "Català", "ro": "Română", "en": "English", "es": "Español"}
LOCALE = Path(__file__).parent / "locale"
DOMAINS = ("taula", "rulebooks")  # a file each: what the table says while a game is played; what a rulebook settles


class UnknownLanguage(ValueError):
    """Taula has no words in the language asked for."""


def language_name(language: str) -> str:
    """The language's name in itself.

    >>> language_name("ro")
    'Română'
    """
    return OWN_NAMES[_known(language)]


def say(sentence: str, language: str, **data: object) -> str:
    """`sentence` (as it stands in English) in `language`, its {fields} filled from `data`.

    A sentence that a catalogue lacks is said in English: a page never fails for want of a word.
    Raises UnknownLanguage.

    >>> say("To play", "ca"), say("turn {number} of {count}", "en", number=5, count=13)
    ('Juga', 'turn 5 of 13')
    """
    return _fill(_catalogue(_known(language)).gettext(sentence), data)


def say_count(one: str, many: str, count: int, language: str, **data: object) -> str:
    """The sentence for `count` things, in the plural form that `language` asks for; `{count}` is filled too.

    >>> [say_count("{count} point", "{count} points", count, "ro") for count in (1, 2, 20)]
    ['1 punct', '2 puncte', '20 de puncte']
    """
    return _fill(_catalogue(_known(language)).ngettext(one, many, count), data | {"count": count})


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise UnknownLanguage(f"no words in language '{language}'; expected one of {', '.join(LANGUAGES)}")
    return language


def _fill(sentence: str, data: dict[str, object]) -> str:
    return sentence.format(**data) if data else sentence


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(language: str) -> GNUTranslations:
    """The catalogue of `language`, all domains in one, compiled in memory."""
    catalogue = Catalog(locale=language)
    for domain in DOMAINS:
        with (LOCALE / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
            for message in read_po(file, locale=language, abort_invalid=True):
                catalogue[message.id] = message
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
