"""What may happen in the course of a game: one frozen value for each thing that hands, voices and the referee do.

Chance (which tiles were drawn) and time (`at_ns`, nanoseconds of game time) come in with them; decides nothing.
Seats count from 0; None stands for the referee. Squares are 0..224.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine_lite.course_tiles import Tiles
from engine_lite.tiles import Tile


class Form(StrEnum):
    """How tiles beyond a full rack were drawn: not looked at, looked at, or mixed with those on the rack."""

    UNSEEN = "unseen"
    SEEN = "seen"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened at `at_ns`; one that is older than the course counts as happening now."""

    at_ns: int = 0


@dataclass(frozen=True, slots=True)
class Due(Event):
    """Nothing but time has gone by."""


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """The tiles of the set were laid out and counted (000 r1, 003 L70)."""

    tiles: Tiles


@dataclass(frozen=True, slots=True)
class DrawnToStart(Event):
    """Each side drew one tile for the first move, in the order of seats (000 r2, 001 B2, 003 L17)."""

    tiles: Tiles


@dataclass(frozen=True, slots=True)
class StarterNamed(Event):
    """People say that `seat` begins: they have seen the draw, or have settled it otherwise."""

    seat: int


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The first clock was started: that of `seat`."""

    seat: int


# A turn


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """The side on turn put a tile on a square; a blank may have its face already."""

    square: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class TakenUp(Event):
    """A tile of this turn went back to the rack; a tile of a withdrawn play left the board."""

    square: int


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A tile of this turn was moved from `source` to `target`."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """The blank on `square` was said to be `face`."""

    square: int
    face: str


@dataclass(frozen=True, slots=True)
class Pressed(Event):
    """`seat` pressed the clock to end its turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """`seat` gave up its turn, the press included."""

    seat: int


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """`seat` put `out` aside, drew `drawn` and put `out` into the bag: its whole turn, the press included."""

    seat: int
    out: Tiles
    drawn: Tiles


@dataclass(frozen=True, slots=True)
class ShortExchanged(Event):
    """`seat` exchanged `out` with too few tiles in the bag; the opponent picked `keeps` for it (003 L23)."""

    seat: int
    out: Tiles
    keeps: Tiles


@dataclass(frozen=True, slots=True)
class Senyors(Event):
    """`seat` put its rack back and drew: seven, or the six beside the needed tile in case 1 (000 r17)."""

    seat: int
    drawn: Tiles


@dataclass(frozen=True, slots=True)
class Waived(Event):
    """The opponent or the referee lets a touched tile be taken back (000 r10, reading 9)."""

    by: int | None = None


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """`seat` drew tiles, within its rack."""

    seat: int
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Overdrew(Event):
    """`seat` drew `tiles` and has more than a rack holds."""

    seat: int
    tiles: Tiles
    form: Form = Form.UNSEEN


@dataclass(frozen=True, slots=True)
class Mixed(Event):
    """`seat` mixed tiles that it had to keep apart with its rack."""

    seat: int


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """`seat` has looked at tiles that it drew beyond a full rack (001 B8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Took(Event):
    """`by` took `taken` tiles off the rack of `from_seat`; `returns` of them went into the bag, the others back."""

    by: int
    from_seat: int
    taken: int
    returns: Tiles


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """`seat` put tiles back into the bag that were not its to keep."""

    seat: int
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Confirmed(Event):
    """`by` confirmed the score that was announced (003 L59)."""

    by: int


@dataclass(frozen=True, slots=True)
class PlayAccepted(Event):
    """`by` accepted the play and gave up challenging it."""

    by: int


@dataclass(frozen=True, slots=True)
class Held(Event):
    """`by` said HOLD (003 L48-49)."""

    by: int


@dataclass(frozen=True, slots=True)
class Released(Event):
    """`by` gave up its HOLD without a challenge."""

    by: int


@dataclass(frozen=True, slots=True)
class Challenged(Event):
    """`by` challenged the play, or `words` of it, in capitals."""

    by: int | None
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unchallenged(Event):
    """`by` took its challenge back before the verdict."""

    by: int | None


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """The verdict on what was challenged; None asks the table's lexicon.

    `by_list` is the name and date of the word list that gave it, "" when people did.
    """

    valid: bool | None
    by_list: str = ""


@dataclass(frozen=True, slots=True)
class Appealed(Event):
    """`by` appealed against the verdict with new arguments (003 L44)."""

    by: int | None


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """The tiles of a withdrawn play were taken off the board."""


@dataclass(frozen=True, slots=True)
class KindTold(Event):
    """Without a referee everybody was told what kind of word it is (000 r24)."""

    text: str


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The referee was called."""


@dataclass(frozen=True, slots=True)
class Halted(Event):
    """This table's clocks stand since a press was refused, or while its board is silent; `on` False: no more."""

    on: bool


@dataclass(frozen=True, slots=True)
class Disputed(Event):
    """`by` disputes the score (000 r28b ii)."""

    by: int


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """The referee, or the sides, let the game go on."""


@dataclass(frozen=True, slots=True)
class ClockCorrected(Event):
    """The clock of `seat` was set to `left_ns`, for somebody forgot it; `by` None: the referee ordered it (r28c).

    `who` and `why` are for the record.
    """

    seat: int
    left_ns: int
    by: int | None = None
    who: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class NoPlay(Event):
    """`by` says that no play is possible; None: the referee says so, or all sides together (reading 8)."""

    by: int | None = None


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """`seat` gave the game up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Disqualified(Event):
    """The referee disqualified `seat` (003 L66)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Accepted(Event):
    """`seat` accepted the final score."""

    seat: int
