"""What the table asks of the world after an event: carried out by the app, in order, and never replayed.

Frozen values. Knows nothing of how a lamp is lit or a file is written.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine_lite.placement import Defect


class Effect:
    """Something to be done; the core does not learn whether or when."""


class Colour(StrEnum):
    """What a lamp on the board says."""

    DARK = "dark"
    FAULT = "fault"
    PLAYED = "played"


@dataclass(frozen=True, slots=True)
class LightSquares(Effect):
    """Show exactly these squares, each in its colour; every other lamp on the board goes dark.

    `dimmed`: the supply is short of current, and the lamps are to take less of it.
    """

    lamps: tuple[tuple[int, Colour], ...]
    dimmed: bool = False


@dataclass(frozen=True, slots=True)
class LightSeat(Effect):
    """The lamp in the clock button of `seat` is lit, all other button lamps dark; None: all dark."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class SyncJournal(Effect):
    """A turn has been committed: the journal must reach the disk before anything is shown."""


@dataclass(frozen=True, slots=True)
class RecordTotals(Effect):
    """Write the totals after turn `turn` (1, 2, ...) beside it, so that a replay can be checked."""

    turn: int
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AskState(Effect):
    """The board that reads `part` must tell its whole state."""

    part: str = "board"


@dataclass(frozen=True, slots=True)
class ReadAgain(Effect):
    """The board must read these squares once more and tell what answers there."""

    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refuse(Effect):
    """What `seat` (None: the referee) asked for changed nothing; `defects` say why, all with their squares."""

    seat: int | None
    defects: tuple[Defect, ...]
