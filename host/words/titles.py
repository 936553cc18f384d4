"""What a table and a rulebook are called on a page, in the reader's language.

Knows nothing of what a rulebook rules.
"""

from host.words.catalogue import say

RULEBOOKS = {
    "manacor": "Manacor rules",
    "fisc_classic": "Classic game",
    "fisc_school": "School game",
    "frs_english": "FRS rules, English",
    "frs_romanian": "FRS rules, Romanian",
    "international": "International rules",
}


def rulebook_title(name: str, language: str) -> str:
    """A rulebook's title; the name itself for a club's own rulebook.

    >>> rulebook_title("fisc_classic", "ca"), rulebook_title("our_club", "ca")
    ('Partida clàssica', 'our_club')
    """
    return say(RULEBOOKS[name], language) if name in RULEBOOKS else name


def table_title(name: str, language: str) -> str:
    """A table's heading: a bare number says that it is a table.

    >>> table_title("3", "ca"), table_title("Finals", "ca")
    ('Taula 3', 'Finals')
    """
    if name and not name.isdigit():
        return name
    return say("Table {name}", language, name=name).strip()
