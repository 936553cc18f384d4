"""What a bench check is, what it asks of a table, and what it finds.

Knows neither ports nor models: a check sees a Bench, so the same checks run on the virtual table and on a real one.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from hardware_tests.person import Person

SIDE = 15  # squares in a row
ROWS = "abcdefghijklmno"  # rows as the rule documents name them, from the top; columns are 1 to 15 from the left
OK, FAILED, NOT_HERE = "ok", "failed", "not here"  # what may come of a check
MEETS_S, ASKED_S = 2.0, 5.0  # until a board has introduced itself, and has tried a chip once
NOWHERE = 255  # in Counted.where: nothing is bad, or it cannot be said where


class Unanswered(Exception):
    """There is nothing to measure: no board, no answer, or a line that went down; the text says what to look at."""


class NotHere(Exception):
    """This table can have no such part: a model of a table has no plug to pull. The text says what it lacks."""


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


class Told(NamedTuple):
    """A numbered message of the board, and the second at which it came."""

    at_s: float
    message: Any


class Beat(NamedTuple):
    """The board's last heartbeat: when it came, the board's own milliseconds, and its scans since the start.

    five_mv, hall_mv: the least that its 5 V and its sensors' 3.3 V gave between two of them; None: not measured.
    """

    at_s: float
    board_ms: int
    scans: int
    five_mv: int | None = None
    hall_mv: int | None = None


class Edge(NamedTuple):
    """A button's pin has changed, `at_ns` of one clock; `down`: it reads pressed."""

    at_ns: int
    down: bool


@dataclass(frozen=True, slots=True)
class Notes:
    """What is known of a table beforehand.

    expected: the roles that the board of this line may have; (): those of the board of the magnets. gains: of each
    loop, from the report of the day on which the table was calibrated. letters: how many tiles of the set have each
    face. register: the face of each tag, 16 hexadecimal digits, as it was taught to the table.
    """

    expected: tuple[int, ...] = ()
    gains: Mapping[int, int] = field(default_factory=dict)
    letters: Mapping[str, int] = field(default_factory=dict)
    register: Mapping[str, str] = field(default_factory=dict)


class Buttons(Protocol):
    """The buttons beside the table, by their names in table.toml."""

    names: tuple[str, ...]

    def edges(self, name: str) -> list[Edge]:
        """What has happened to this button since it was asked last, bounces and all."""
        ...

    def pulse(self) -> int | None:
        """Raise SYNC for a moment; when, by the clock of the edges, or None where that line is not there."""
        ...


class Faces(Protocol):
    """The displays beside the table; `names`: of each side's."""

    names: tuple[str, ...]

    def late_ms(self, side: int, turns: int, wait: Callable[[float], None]) -> tuple[float, ...]:
        """How many ms after its moment each of `turns` seconds of this side's running clock was shown; () if dark."""
        ...


class Bench(Protocol):
    """A table under check. Every method raises Unanswered when the line goes down.

    buttons, displays: None where this bench has none.
    """

    person: "Person"
    notes: Notes
    buttons: Buttons | None
    displays: Faces | None

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

    def now_s(self) -> float:
        """Seconds of the clock by which everything here is stamped."""
        ...

    def say(self, message: Any) -> None:
        """Have the board get this numbered message of the wire; waits until it has it."""
        ...

    def told(self, within_s: float, until: Callable[[Any], bool] = lambda message: False) -> list[Told]:
        """What the board has told since it was asked last, after `within_s`, or once a message is as `until` says."""
        ...

    def beat(self) -> Beat | None:
        """The last heartbeat."""
        ...

    def loops_out(self) -> tuple[int, ...]:
        """The loop antennas that the board has said to be without current since the line was opened, in order."""
        ...

    def pulse(self) -> None:
        """Have the board stamp a pulse on SYNC, where there are buttons and that line beside them."""
        ...

    def moment_s(self, at_us: int) -> float | None:
        """The board's last `at_us` (wrapping at 2^30) by the clock of now_s(); None before it has told a pulse."""
        ...

    def boot(self) -> int:
        """Which start of the board this is; 0 while none is there."""
        ...


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has found: `measured` and `limit` with units; `advice`: what to look at, "" when all is well.

    here: False where this table has no such part; `measured` then says which. Nothing was measured, nothing is wrong.

    For the map of the board: `squares`, what is wrong with a square; `margins`, the part of
    the nominal field, in per cent, that a tile needs there; and `gains` of the loops, to be kept for the next time.

    Of the magnet walk: `answers`, of a square the one that answered clearly when a tile was laid there, and `silent`,
    squares where none did.
    """

    passed: bool
    measured: str
    limit: str
    advice: str
    squares: Mapping[int, str] = field(default_factory=dict)
    margins: Mapping[int, float] = field(default_factory=dict)
    gains: Mapping[int, int] = field(default_factory=dict)
    here: bool = True
    answers: Mapping[int, int] = field(default_factory=dict)
    silent: tuple[int, ...] = ()

    @property
    def state(self) -> str:
        """OK, FAILED or NOT_HERE."""
        return NOT_HERE if not self.here else OK if self.passed else FAILED


class Part(NamedTuple):
    """A part that boards of the roles `without` have not; any other too, where its check T`asked` tries nothing."""

    name: str
    without: tuple[int, ...]
    asked: int = 0

    def missing(self, bench: Bench) -> bool:
        """Whether the board of `bench` has no such part. Raises Unanswered."""
        if any(hello.role in self.without for hello in bench.hellos(MEETS_S)):
            return True
        return bool(self.asked) and not bench.run_test(self.asked, 1, ASKED_S).tried


@dataclass(frozen=True, slots=True)
class Check:
    """A numbered check. `does` says in a sentence what happens at the table, `limit` what passes.

    needs_person: somebody must be at the table. daily: it takes a minute at most, and disturbs nothing. once: it is
    of the table and not of a board, so of several boards one is enough. part: without it there is nothing to check.
    """

    id: str
    title: str
    does: str
    limit: str
    measure: Callable[[Bench], Finding]
    needs_person: bool = False
    daily: bool = True
    once: bool = False
    part: Part | None = None

    def run(self, bench: Bench) -> Finding:
        """Measure; a table that does not answer has not passed."""
        try:
            if self.part and self.part.missing(bench):
                return not_here(f"no {self.part.name} on this board", self.limit)
            return self.measure(bench)
        except Unanswered as why:
            return Finding(False, "nothing", self.limit, str(why))
        except NotHere as why:
            return not_here(str(why), self.limit)


def not_here(what: str, limit: str) -> Finding:
    """What a check finds where there is no such part; `what` says which."""
    return Finding(True, what, limit, "", here=False)


def absent(bench: Bench, without: Collection[int], what: str, limit: str) -> Finding | None:
    """What a check finds on a board that lacks the part: NOT_HERE if its role is one of `without`, else None."""
    if any(hello.role in without for hello in bench.hellos(MEETS_S)):
        return not_here(f"no {what} on this board", limit)
    return None


def square_name(square: int) -> str:
    """`square` (0..224) as the rule documents name it.

    >>> square_name(0), square_name(112), square_name(224)
    ('a1', 'h8', 'o15')
    """
    return f"{ROWS[square // SIDE]}{square % SIDE + 1}"


def first_and_more(squares: Collection[int]) -> str:
    """The first of `squares`, one at least, and how many more there are.

    >>> first_and_more({112}), first_and_more([16, 0, 3])
    ('h8', 'a1 and 2 more')
    """
    return square_name(min(squares)) + (f" and {len(squares) - 1} more" if len(squares) > 1 else "")


def rows_near(row: int) -> str:
    """The rows between which a chain is broken whose first wrong sentinel is that of `row` (0..14).

    An open wire reads 1, which is what the sentinels of rows a, c, e ... are: the row before may be the broken one.

    >>> rows_near(3), rows_near(0)
    ('row d or the row before it', 'row a')
    """
    return f"row {ROWS[row]}{' or the row before it' if row else ''}"
