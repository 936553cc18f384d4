"""A refusal as a failed expectation tells it: its name, its squares, and the sentence that the pages say.

Holds no rule and no sentence of its own.
"""

from collections.abc import Iterable

from engine_lite.notation import square_name
from engine_lite.reasons import Defect
from host.words import reason_sentence


def why_refused(defects: Iterable[Defect]) -> str:
    """What was refused, in English, "" for nothing.

    >>> from engine_lite.reasons import Reason
    >>> why_refused([Defect(Reason.GAPPED, (112,))])
    'gapped h8: There is a gap at h8.'
    """
    return "; ".join(_told(defect) for defect in defects)


def _told(defect: Defect) -> str:
    squares = [square_name(square) for square in defect.squares]
    sentence = reason_sentence(str(defect.reason), squares, "en", dict(defect.data))
    return f"{' '.join([str(defect.reason), *squares])}: {sentence}"


def with_refusal(was: str, word: str, defects: Iterable[Defect]) -> str:
    """What was found instead, for an expectation `word`, with why the line before was refused, if it was."""
    why = why_refused(defects)
    if not why:
        return was
    return why if word == "expect refused" else f"{was} (refused: {why})"
