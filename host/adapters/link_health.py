"""What a board says of itself besides the game: why it plays no part, which of its readers and loops do not work,
what its supplies give, and why it has started.

Pure. Knows nothing of the wire, nor of what a reader is for.
"""

from collections import deque
from dataclasses import dataclass

_SETTINGS = {1: "cannot be read", 2: "holds an unknown word", 3: "holds a wrong value"}
BEATS = 2  # heartbeats without a word of it after which a reader works again: one word may be lost on the wire


FIVE_LEAST_MV = 4_630  # below it the Raspberry Pi on the same supply warns of itself; the lamps have given way before
HALL_LEAST_MV = 2_970  # 3.3 V less a tenth
HALL_READ_LEAST_MV = 2_400  # below it the board drops its readings: a 74HC165 might take "no magnet" for one
NOT_MEASURED_MV = 0xFFFF
TOLD_NS = 60 * 10**9  # of a start that nobody wanted: so long it is spoken of
STARTS_MOST = 3  # that nobody wanted, within STARTS_NS: with one more the board is not one to play on
STARTS_NS = 10 * 60 * 10**9
BY_POWER, BY_WATCHDOG = 1, 2  # why a board has started: `cause` on the wire


@dataclass(frozen=True, slots=True)
class Unwell:
    """Why a board runs nothing but its line: `files`, `strap` or `settings`; a count of files, millivolts, or a kind.

    >>> str(Unwell("settings", 1))
    'board.json on the board cannot be read: mend it, or delete it to go back to the defaults'
    """

    why: str
    detail: int

    def __str__(self) -> str:
        if self.why == "strap":
            return f"the role strap of the board reads {self.detail / 1000:.2f} V, which is no role's: look at GP28"
        if self.why == "settings":
            what = _SETTINGS.get(self.detail, "makes no sense")
            return f"board.json on the board {what}: mend it, or delete it to go back to the defaults"
        return f"{self.detail} files of the board are not as released: type taula flash"


class ReadersDown:
    """Of one board: which of its readers do not work, as it says after each heartbeat for as long as that is so.

    >>> down = ReadersDown()
    >>> down.told("bag", 230)
    >>> down.beat(), down.beat(), down.now, down.beat(), down.now
    (None, None, {'bag': 230}, None, {})

    So it does of loop antennas without current.

    >>> down.loops_told(bytes([1, 0, 0, 0, 64])), down.loops
    (None, (7, 33))

    And of squares whose sensors chatter.
    """

    def __init__(self) -> None:
        self._told: dict[str, tuple[int, int]] = {}  # what is wrong, and the heartbeats since it was told
        self._loops: tuple[tuple[int, ...], int] = ((), 0)
        self._chatter: tuple[tuple[int, ...], int] = ((), 0)

    def told(self, reader: str, where: int) -> None:
        """`reader` does not work, for the reason `where` (see tablewire.fields)."""
        self._told[reader] = where, 0

    def loops_told(self, bits: bytes) -> None:
        """Loops without current, the first in the highest bit of the first byte."""
        self._loops = _numbers(bits), 0

    def chatters_told(self, bits: bytes) -> None:
        """Squares whose sensors come and go too often, the first in the highest bit of the first byte."""
        self._chatter = _numbers(bits), 0

    def beat(self) -> None:
        """A heartbeat has come."""
        self._loops, self._chatter = _older(*self._loops), _older(*self._chatter)
        self._told = {reader: (where, beats + 1) for reader, (where, beats) in self._told.items() if beats < BEATS}

    def forget(self) -> None:
        """The board is not there any more, or has started anew."""
        self._told = {}
        self._loops = self._chatter = ((), 0)

    @property
    def chatters(self) -> tuple[int, ...]:
        """The squares whose sensors come and go too often, in order."""
        return self._chatter[0]

    @property
    def loops(self) -> tuple[int, ...]:
        """The loops without current, in order."""
        return self._loops[0]

    @property
    def now(self) -> dict[str, int]:
        """Each reader that does not work, with the reason."""
        return {reader: where for reader, (where, _) in self._told.items()}


def _numbers(bits: bytes) -> tuple[int, ...]:
    return tuple(number for number in range(8 * len(bits)) if bits[number >> 3] & 0x80 >> (number & 7))


def _older(numbers: tuple[int, ...], beats: int) -> tuple[tuple[int, ...], int]:
    """What was told so many heartbeats ago, after another one."""
    return (numbers, beats + 1) if beats < BEATS else ((), 0)


class Supplies:
    """Of one board: what its supplies give, as it says with each heartbeat; and whether it has started by itself.

    `five_mv`, `hall_mv`: of the 5 V and of the Hall sensors' 3.3 V the least between the last two heartbeats, in mV;
    `five_least_mv`, `hall_least_mv`: since the board's start. None: not measured, or never told, as by a board whose
    program is older.

    >>> supplies = Supplies()
    >>> supplies.told((BY_POWER, 4500, 4500, 3300, 3300), 0)
    >>> supplies.low, supplies.started
    ({'five': 4500}, '')
    >>> for _ in range(BEATS + 1):
    ...     supplies.told((BY_POWER, 5100, 4500, 3300, 3300), 0)
    >>> supplies.low
    {}

    A start in the midst that nobody has wanted is spoken of for TOLD_NS.

    >>> supplies.began(5, again=True)
    False
    >>> supplies.told((BY_WATCHDOG, 5100, 5100, 3300, 3300), 5)
    >>> supplies.started, supplies.pass_time(5 + TOLD_NS), supplies.started
    ('watchdog', None, '')
    """

    def __init__(self) -> None:
        self.start_wanted = False  # the next one is
        self._starts_ns: deque[int] = deque(maxlen=STARTS_MOST + 1)
        self.began(0, again=False)

    def began(self, now_ns: int, again: bool) -> bool:
        """The board has started; `again`: it was there before, with the same program.

        True at one start too many that nobody has wanted: more than STARTS_MOST of them within STARTS_NS. From there
        they are counted anew.
        """
        self.five_mv: int | None
        self.five_least_mv: int | None
        self.hall_mv: int | None
        self.hall_least_mv: int | None
        self.five_mv = self.five_least_mv = self.hall_mv = self.hall_least_mv = None
        self._low: dict[str, tuple[int, int]] = {}  # of each rail what it gave, and the heartbeats since
        self._cause, self._told_ns = 0, 0
        self._news = again and not self.start_wanted
        self.start_wanted = False
        return self._news and self._one_too_many(now_ns)

    def _one_too_many(self, now_ns: int) -> bool:
        starts = self._starts_ns
        starts.append(now_ns)
        if len(starts) <= STARTS_MOST or now_ns - starts[0] > STARTS_NS:
            return False
        starts.clear()
        return True

    def forget(self) -> None:
        """The board is not heard any more: nobody knows what it gets."""
        self._low = {}

    def told(self, said: tuple[int, int, int, int, int], now_ns: int) -> None:
        """The board has said cause and supplies, as wire.Supply has them after its time, at game time `now_ns`."""
        cause, *rails = said
        self.five_mv, self.five_least_mv, self.hall_mv, self.hall_least_mv = (
            None if mv == NOT_MEASURED_MV else mv for mv in rails)
        self._low = {rail: (mv, beats + 1) for rail, (mv, beats) in self._low.items() if beats < BEATS}
        for rail, mv, least_mv in (("five", self.five_mv, FIVE_LEAST_MV), ("hall", self.hall_mv, HALL_LEAST_MV)):
            if mv is not None and mv < least_mv:
                self._low[rail] = mv, 0
        if self._news:
            self._news, self._cause, self._told_ns = False, cause, now_ns

    def pass_time(self, now_ns: int) -> None:
        """It is game time `now_ns`."""
        if now_ns - self._told_ns >= TOLD_NS:
            self._cause = 0

    @property
    def low(self) -> dict[str, int]:
        """`five` and `hall`, where that supply gives too little, with its mV."""
        return {rail: mv for rail, (mv, _) in self._low.items()}

    @property
    def started(self) -> str:
        """Why the board has started anew a moment ago: `power`, `watchdog`, or "" if it has not."""
        return {BY_POWER: "power", BY_WATCHDOG: "watchdog"}.get(self._cause, "")
