"""Reads tiles at a table that has an identify pad and no loops: each tile is touched to the pad when it is asked for.

Gives what host.tile_reading gives: the squares are those that each tile was asked for, whatever lies on the board.
Knows nothing of registers or what is wrong with what it has read.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from hardware_tests.bench import Unanswered
from host.core.events import Event, PadTouched
from host.core.registration import Seen
from host.workbench import Line, Workbench

TOUCH_S = 60.0  # somebody looks for the next tile
NO_MORE_S = 20.0  # of tiles in any order: then those that are left are not there

Order = Sequence[tuple[int, str]]  # the square that stands for a tile, and what is asked for


class PadReader:
    """A board at `line`, whose pad is touched by the tiles of `order`; `tell` says to somebody which comes next.

    whole: every one of them must come; else those are enough that have come NO_MORE_S after the last. `first` as in
    Workbench. Every method raises Unanswered when the board does not answer.
    """

    def __init__(self, line: Line, order: Order, tell: Callable[[str], None], *, whole: bool = True,
                 first: int = 0) -> None:
        self._bench = Workbench(line, first, self._take)
        self._order, self._tell, self._whole = order, tell, whole
        self._touches: deque[str] = deque()
        self._seen = Seen()

    def board(self) -> Seen:
        """All tiles of the order, each on its square."""
        self._bench.meet()
        tags: dict[int, tuple[str, ...]] = {}
        for square, what in self._order:
            tag = self._touched(what, {each for (each,) in tags.values()})
            if not tag:
                break
            tags[square] = (tag,)
        self._seen = Seen(frozenset(tags), tags)
        return self._seen

    def read_again(self, squares: Iterable[int]) -> Seen:
        """The same: nothing lies on a pad to be read once more."""
        return self._seen

    def show(self, squares: Iterable[int]) -> None:
        """Nothing: the squares are no places on the board."""

    def close(self) -> None:
        """Let the line go."""
        self._bench.close()

    def _touched(self, what: str, before: set[str]) -> str:
        """The tag of the next tile that was not there before; "" when no more come."""
        self._tell(f"Touch the pad with {what}.")
        while self._bench.within(lambda: bool(self._touches), TOUCH_S if self._whole else NO_MORE_S):
            tag = self._touches.popleft()
            if tag not in before:
                return tag
            self._tell(f"A tile with that tag has been read already; touch the pad with {what}.")
        if self._whole:
            raise Unanswered(f"no other tile has touched the pad for {TOUCH_S:g} s: lay each flat on its middle, and"
                             " begin again; taula doctor T14 says whether the pad works")
        return ""

    def _take(self, event: Event) -> None:
        if isinstance(event, PadTouched):
            self._touches.append(event.tag)
