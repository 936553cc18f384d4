"""What a bench check is, what it asks of a table, and what it finds.

Knows neither ports nor models: a check sees a Bench, so the same checks run on the virtual table and on a real one.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple, Protocol

SIDE = 15  # squares in a row
ROWS = "abcdefghijklmno"  # rows as the rule documents name them, from the top; columns are 1 to 15 from the left
NOWHERE = 255  # in Counted.where: nothing is bad, or it cannot be said where


class Unanswered(Exception):
    """There is nothing to measure: no board, no answer, or a line that went down; the text says what to look at."""


class Hello(NamedTuple):
    """A board that has introduced itself `after_s` seconds after the line was opened.

    role: BOARD, RADIO or BAG of the wire. build: CRC-32 of its firmware's files. refusal: why this program cannot
    talk to it, a sentence, else "" (then role and build are not known).
    """

    role: int
    build: int
    after_s: float
    refusal: str


class Damaged(NamedTuple):
    """Frames that came damaged: `here` at the host since the line was opened, `there` at the board since its boot.

    `there` counts through 16 bits and is as old as the last heartbeat.
    """

    here: int
    there: int


class Counted(NamedTuple):
    """A board's own check: how many were `tried` and `failed`, and the first bad square or row, or what was
    wrong with a chip (WHERE_... of the wire), else NOWHERE."""

    tried: int
    failed: int
    where: int


class Bench(Protocol):
    """A table under check. Every method raises Unanswered when the line goes down."""

    def hellos(self, within_s: float) -> tuple[Hello, ...]:
        """The boards that have introduced themselves; waits for the first until `within_s` after the opening."""
        ...

    def damaged(self) -> Damaged:
        """Frames damaged so far, both ways."""
        ...

    def echo(self, data: bytes, within_s: float) -> float | None:
        """Seconds until the board has sent back these 63 bytes; None when it has not, `within_s` later."""
        ...

    def run_test(self, number: int, count: int, within_s: float) -> Counted:
        """Have the board run its check T`number` `count` times. Raises Unanswered after `within_s` seconds."""
        ...

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        ...


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has found: `measured` and `limit` with units; `advice`: what to look at, "" when all is well."""

    passed: bool
    measured: str
    limit: str
    advice: str


@dataclass(frozen=True, slots=True)
class Check:
    """A numbered check. `does` says in a sentence what happens at the table, `limit` what passes."""

    id: str
    title: str
    does: str
    limit: str
    measure: Callable[[Bench], Finding]

    def run(self, bench: Bench) -> Finding:
        """Measure; a table that does not answer has not passed."""
        try:
            return self.measure(bench)
        except Unanswered as why:
            return Finding(False, "nothing", self.limit, str(why))


def absent(bench: Bench, without: Collection[int], what: str, limit: str) -> Finding | None:
    """What a check finds that the board has not: nothing wrong if its role is one of `without`, else None."""
    if any(hello.role in without for hello in bench.hellos(0)):
        return Finding(True, f"no {what} on this board", limit, "")
    return None


def square_name(square: int) -> str:
    """`square` (0..224) as the rule documents name it.

    >>> square_name(0), square_name(112), square_name(224)
    ('a1', 'h8', 'o15')
    """
    return f"{ROWS[square // SIDE]}{square % SIDE + 1}"


def first_and_more(counted: Counted) -> str:
    """The first bad square, and how many more there are.

    >>> first_and_more(Counted(20, 1, 112)), first_and_more(Counted(20, 3, 0))
    ('h8', 'a1 and 2 more')
    """
    return square_name(counted.where) + (f" and {counted.failed - 1} more" if counted.failed > 1 else "")


def rows_near(row: int) -> str:
    """The rows between which a chain is broken whose first wrong sentinel is that of `row` (0..14).

    An open wire reads 1, which is what the sentinels of rows a, c, e ... are: the row before may be the broken one.

    >>> rows_near(3), rows_near(0)
    ('row d or the row before it', 'row a')
    """
    return f"row {ROWS[row]}{' or the row before it' if row else ''}"
