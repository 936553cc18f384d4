"""What several boards of one table have found, as one finding a check.

Pure: findings in, a finding out. A part that one of the boards has is here, whatever the others lack.
"""

from collections.abc import Iterable, Sequence

from hardware_tests.bench import Check, Finding, not_here

Part = tuple[str, Finding]  # what a board is called, and what it has found


def joined(check: Check, parts: Sequence[Part]) -> Finding:
    """The finding of the table: passed when every board that has the part has passed.

    >>> from hardware_tests.plan import CHECKS
    >>> hello = Finding(True, "board of protocol 1", "", "")
    >>> found = joined(CHECKS[0], [("board", hello), ("bag", Finding(False, "no board", "", "look at its plug"))])
    >>> found.passed, found.measured, found.advice
    (False, 'board: board of protocol 1; bag: no board', 'bag: look at its plug')
    """
    if len(parts) == 1:
        return parts[0][1]
    here = [(name, finding) for name, finding in parts if finding.here]
    if not here:
        return not_here("; ".join(dict.fromkeys(finding.measured for _, finding in parts)), check.limit)
    limits = {finding.limit for _, finding in here}
    return Finding(
        all(finding.passed for _, finding in here),
        _told((name, finding.measured) for name, finding in here),
        limits.pop() if len(limits) == 1 else _told((name, finding.limit) for name, finding in here),
        _told((name, finding.advice) for name, finding in here if finding.advice),
        {square: what for _, finding in here for square, what in finding.squares.items()},
        {square: margin for _, finding in here for square, margin in finding.margins.items()},
        {loop: gain for _, finding in here for loop, gain in finding.gains.items()})


def _told(rows: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{name}: {text}" for name, text in rows)
