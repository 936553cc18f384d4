"""Whether the chain of a board's sensors fails too often, each time too shortly for the board to speak of it:
hardware page 7, row 20.

Pure. Knows nothing of the wire, nor of where the chain fails.
"""

from collections import deque

MOST = 10  # failures within WITHIN_NS; with one more its plugs are to be looked at
WITHIN_NS = 10 * 60 * 10**9
_ROUND = 1 << 16  # a board's count begins again


class ChainFailures:
    """Counts them by the readings that the board has dropped from heartbeat to heartbeat.

    One failure may lie across two heartbeats and counts once; readings that fail on and on count every second one.
    What the sensors' supply has cost is no fault of the chain, nor is what the board tells of itself.

    >>> failures = ChainFailures()
    >>> for nth in range(2 * MOST + 3):
    ...     failures.beat(nth // 2, whole=True)
    ...     failures.supplied(True, nth)
    >>> failures.often(nth), failures.often(nth + WITHIN_NS)
    (True, False)
    """

    def __init__(self) -> None:
        self._failed_ns: deque[int] = deque(maxlen=MOST + 1)
        self.began()

    def began(self) -> None:
        """The board has started anew, or is another one."""
        self._dropped: int | None = None
        self._fresh = self._counted = False
        self._supplied = True

    def beat(self, dropped: int, whole: bool) -> None:
        """The board has dropped so many readings since its start, modulo 2**16; `whole`: and no word of its chain."""
        self._fresh = self._dropped is not None and dropped != self._dropped and whole
        self._dropped = dropped % _ROUND

    def supplied(self, enough: bool, now_ns: int) -> None:
        """What the sensors have got since the heartbeat before was `enough` all the time, as told at `now_ns`."""
        failed = self._fresh and enough and self._supplied
        self._counted = failed and not self._counted
        if self._counted:
            self._failed_ns.append(now_ns)
        self._fresh, self._supplied = False, enough

    def often(self, now_ns: int) -> bool:
        """Whether there were too many lately."""
        return len(self._failed_ns) > MOST and now_ns - self._failed_ns[0] <= WITHIN_NS
