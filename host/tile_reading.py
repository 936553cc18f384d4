"""Reads every tile that lies on a board: its whole state until it tells the same twice, and what is in doubt again.

Knows nothing of faces, registers or what is wrong with what it has read.
"""

from collections.abc import Iterable

from hardware_tests.bench import Unanswered
from host.core.effects import Colour
from host.core.events import BoardTold, Event, HallChanged, StateTold, TagsRead
from host.core.registration import Seen
from host.workbench import Line, Workbench

STEADY_S = 1.0  # between two tellings that must agree; the radio reads a square within a tenth of that
REST_S = 30.0  # a full set is read in some three seconds; a board that still changes then is at fault
TOLD_S = 5.0  # a telling of 100 tiles takes 35 ms on the line
AGAIN_S = 30.0  # for squares that are read again: 225 take some ten seconds
SHOWN_S = 2.0  # the time for the lamps' messages to be taken


class TileReader:
    """A board at `line`; see Workbench for `first`. Every method raises Unanswered when the board does not answer."""

    def __init__(self, line: Line, first: int = 0) -> None:
        self._bench = Workbench(line, first, self._take)
        self._seen = Seen()
        self._told: Seen | None = None  # as the last whole telling left it
        self._telling = False
        self._news = 0  # what was told of squares but for whole tellings
        self._read: set[int] = set()  # squares whose tags were told since they were asked for
        self._nth = 0  # of what another board has felt, as passed on

    def board(self) -> Seen:
        """What lies on the board, once it has come to rest."""
        self._bench.meet()
        before = None
        for _ in range(round(REST_S / STEADY_S)):
            now = self._state()
            if now == before and not self._news:
                return now
            before, self._news = now, 0
            self._bench.wait(STEADY_S)
        raise Unanswered(f"the board has not come to rest in {REST_S:g} s: take the hands off it and try again")

    def read_again(self, squares: Iterable[int]) -> Seen:
        """What lies on the board, after `squares` have been read once more: tags without a magnet are found so.

        A board reads by itself only where a magnet came or went.
        """
        waiting = list(squares)
        self._read.clear()
        asked: set[int] = set()
        while waiting:
            while waiting and self._bench.link.read_again(waiting[0]):
                asked.add(waiting.pop(0))
            self._await(asked)
        return self._seen

    def read_felt(self, on: frozenset[int]) -> Seen:
        """The tags on the squares on which another board feels a magnet; this one has no sensors of its own."""
        self._bench.meet()
        self._nth += 1
        self._read.clear()
        if not self._bench.within(lambda: self._bench.link.pass_all_on(self._nth, on), TOLD_S):
            raise Unanswered("the radio's board takes nothing any more: restart it and try again")
        self._await(set(on))
        return self._seen

    def show(self, squares: Iterable[int]) -> None:
        """Light `squares` in the colour of faults; every other lamp goes dark."""
        self._bench.link.light(tuple(squares), Colour.FAULT)
        self._bench.within(lambda: self._bench.link.settled, SHOWN_S)

    def close(self) -> None:
        """Let the line go."""
        self._bench.close()

    def _await(self, asked: set[int]) -> None:
        if not self._bench.within(lambda: asked <= self._read, AGAIN_S):
            raise Unanswered(f"the board has not read {len(asked - self._read)} squares in {AGAIN_S:g} s:"
                             " restart it and try again; a table that has a pad and no loops wants --pad")

    def _state(self) -> Seen:
        self._told = None
        self._bench.link.ask_state()
        if not self._bench.within(lambda: self._told is not None, TOLD_S) or self._told is None:
            raise Unanswered(f"the board has not told its state in {TOLD_S:g} s: restart it and try again")
        return self._told

    def _take(self, event: Event) -> None:
        self._seen = self._seen.after(event)
        if isinstance(event, BoardTold):
            self._telling = True
        elif isinstance(event, StateTold):
            self._telling, self._told = False, self._seen
        elif isinstance(event, TagsRead | HallChanged) and not self._telling:
            self._news += 1
        if isinstance(event, TagsRead):
            self._read.add(event.square)


class PairReader:
    """Two boards of one table, read as one: `magnets` feels its tiles, `radio` reads their tags.

    Every method raises Unanswered when one of them does not answer.
    """

    def __init__(self, magnets: TileReader, radio: TileReader) -> None:
        self._magnets, self._radio = magnets, radio
        self._on: frozenset[int] = frozenset()

    def board(self) -> Seen:
        """What lies on the board, once it has come to rest."""
        self._on = self._magnets.board().on
        return Seen(self._on, self._radio.read_felt(self._on).tags)

    def read_again(self, squares: Iterable[int]) -> Seen:
        """What lies on the board, after `squares` have been read once more."""
        return Seen(self._on, self._radio.read_again(squares).tags)

    def show(self, squares: Iterable[int]) -> None:
        """Light `squares` in the colour of faults; every other lamp goes dark."""
        self._magnets.show(squares)

    def close(self) -> None:
        """Let both lines go."""
        self._magnets.close()
        self._radio.close()
