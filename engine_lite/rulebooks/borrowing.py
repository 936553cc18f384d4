"""What one rulebook takes from another document of the same federation where its own is silent.

Knows nothing of what the rows settle.
"""

from engine_lite.readings import Source
from engine_lite.rulebook import Rows


def borrowed(rows: Rows, silent: str, *knobs: str) -> Rows:
    """The rows of `knobs` out of another rulebook's `rows`, each marked that document `silent` does not say it.

    >>> borrowed({"appeals": (2, "003 L44")}, "004", "appeals")
    {'appeals': (2, Source(paragraphs='003 L44, for 004 is silent', reading=None))}
    """
    taken = {}
    for knob in knobs:
        value, said = rows[knob]
        source = Source(said) if isinstance(said, str) else said
        taken[knob] = (value, Source(f"{source.paragraphs}, for {silent} is silent", source.reading))
    return taken
