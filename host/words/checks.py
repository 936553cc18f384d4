"""What came of a check or a look, in a word.

Knows no check.
"""

from host.words.catalogue import say


def state_word(state: str, language: str) -> str:
    """The word for `ok`, `failed` or `not here`, the last for a part that a table may be without.

    >>> state_word("failed", "en"), state_word("not here", "ca")
    ('FAIL', 'no hi és')
    """
    words = {"ok": say("ok", language), "failed": say("FAIL", language), "not here": say("not here", language)}
    return words[state]
