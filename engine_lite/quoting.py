"""How an error quotes what it was given: short and printable, whatever was typed.

Knows nothing of tiles, squares or plays.
"""

LONGEST_QUOTE = 40  # characters: what fits in one line of a sentence beside its explanation


def quoted(text: str) -> str:
    """`text` in quotation marks, cut to LONGEST_QUOTE characters, with a mark for each unprintable one.

    >>> quoted("h5 QUINA")
    '“h5 QUINA”'
    >>> quoted("h5" + chr(7))
    '“h5�”'
    """
    cut = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
    return "“" + "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in cut) + "”"
