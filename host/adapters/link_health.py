"""What a board says of itself besides the game: why it plays no part, which of its readers and loops do not work.

Pure. Knows nothing of the wire, nor of what a reader is for.
"""

from dataclasses import dataclass

_SETTINGS = {1: "cannot be read", 2: "holds an unknown word", 3: "holds a wrong value"}
BEATS = 2  # heartbeats without a word of it after which a reader works again: one word may be lost on the wire


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
    """

    def __init__(self) -> None:
        self._told: dict[str, tuple[int, int]] = {}  # what is wrong, and the heartbeats since it was told
        self._loops: tuple[tuple[int, ...], int] = ((), 0)

    def told(self, reader: str, where: int) -> None:
        """`reader` does not work, for the reason `where` (see tablewire.fields)."""
        self._told[reader] = where, 0

    def loops_told(self, bits: bytes) -> None:
        """Loops without current, the first in the highest bit of the first byte."""
        self._loops = tuple(loop for loop in range(8 * len(bits)) if bits[loop >> 3] & 0x80 >> (loop & 7)), 0

    def beat(self) -> None:
        """A heartbeat has come."""
        loops, beats = self._loops
        self._loops = (loops, beats + 1) if beats < BEATS else ((), 0)
        self._told = {reader: (where, beats + 1) for reader, (where, beats) in self._told.items() if beats < BEATS}

    def forget(self) -> None:
        """The board is not there any more, or has started anew."""
        self._told = {}
        self._loops = ((), 0)

    @property
    def loops(self) -> tuple[int, ...]:
        """The loops without current, in order."""
        return self._loops[0]

    @property
    def now(self) -> dict[str, int]:
        """Each reader that does not work, with the reason."""
        return {reader: where for reader, (where, _) in self._told.items()}
