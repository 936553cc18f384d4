"""A list of lines made shorter, as long as what it shows still shows. Knows nothing of what the lines mean."""

from collections.abc import Callable, Sequence


def shorter(lines: Sequence[str], shows: Callable[[Sequence[str]], bool]) -> list[str]:
    """As few of `lines`, in their order, as this finds for which `shows()` still holds.

    Pieces are left out from the end on, large ones first, then smaller ones down to single lines.

    >>> shorter("abcdef", lambda kept: {"b", "e"} <= set(kept))
    ['b', 'e']
    """
    kept, size = list(lines), max(1, len(lines) // 2)
    while True:
        before = len(kept)
        for begin in range(len(kept) - size, -size, -size):
            fewer = kept[: max(0, begin)] + kept[begin + size :]
            if shows(fewer):
                kept = fewer
        if size == 1 and len(kept) == before:
            return kept
        size = max(1, size // 2)
