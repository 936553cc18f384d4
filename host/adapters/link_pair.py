"""Two boards that read one set of squares, one its magnets, the other its tags: told to the game as if they were one.

What the magnets' board feels is passed on to the radio's board, which reads those squares; the game hears that all is
at rest when both have said so, and neither is behind the other. A table whose board carries both needs none of this,
and nothing is altered there. No I/O; knows nothing of the game.
"""

from collections import deque
from collections.abc import Callable, Iterable

from host.adapters.link import Link
from host.adapters.link_board import Board
from host.adapters.link_words import AllRead, Received, SquareStirs
from host.core import events

_BOARD = "board"
_COUNTS = 1 << 16  # `nth` counts through 16 bits


class Pair:
    """magnets: the line of the board under the squares; radio: that of the board that may read their tags, if any."""

    def __init__(self, magnets: Link, radio: Link | None) -> None:
        self._magnets, self._radio = magnets, radio
        self._on: set[int] = set()
        self._waiting: deque[Callable[[], bool]] = deque()  # to be passed on as soon as there is room
        self._nth = 0
        self._stirs = self._reads = False  # magnets unsettled; tags unread
        self._told_up = False  # the game holds the squares to be read
        self._met: Board | None = None  # the radio's board, as long as it is there
        self._asked = False  # the radio's board has been asked for its whole state, for the game

    @property
    def active(self) -> bool:
        """Whether the magnets' board has no radio, and another board is there to have it."""
        return self._radio is not None and self._magnets.lacks_radio

    @property
    def reading(self) -> bool:
        """Tags are still to be read."""
        return self.active and self._reads

    def taken(self, link: Link, received: Iterable[Received]) -> list[Received]:
        """What `link` has told, as the game is to hear it. One without an event is to be kept, and no more."""
        if not self.active or link not in (self._magnets, self._radio):
            return list(received)
        take = self._of_magnets if link is self._magnets else self._of_radio
        return [told for each in received for told in take(each)]

    def read_again(self, square: int) -> bool:
        """Have the tag of `square` read again. False when too much is waiting already."""
        link = self._radio if self.active and self._radio else self._magnets
        return link.read_again(square)

    def flush(self) -> None:
        """Hand over what could not be passed on for want of room."""
        while self._waiting and self._waiting[0]():
            self._waiting.popleft()

    # --- what each of them tells -----------------------------------------------------------------

    def _of_magnets(self, received: Received) -> list[Received]:
        match received.event:
            case SquareStirs(square):
                self._pass_on(square, None)
                return [_kept(received)]
            case events.HallChanged(square=square, on=on):
                (self._on.add if on else self._on.discard)(square)
                self._pass_on(square, on)
            case events.BoardTold(on=told):
                self._on = set(told)
                self._pass_all_on()
            case events.StateTold():
                self._asked = True
                if self._radio:
                    self._radio.ask_state()
                return [_kept(received)]
            case events.Stirred():
                self._stirs = True
            case events.Calmed(at_ns=at_ns):
                self._stirs = False
                return [self._calm(at_ns, received)]
            case events.BoardUp(at_ns=at_ns, again=again):
                return self._up(at_ns, again)
            case events.BoardDown(at_ns=at_ns):
                return self._down(at_ns)
        return [received]

    def _of_radio(self, received: Received) -> list[Received]:
        match received.event:
            case events.Stirred():
                self._reads = True
            case AllRead(at_ns, nth):
                self._reads = nth != self._nth
                return [self._calm(at_ns, received)]
            case events.StateTold() if not self._asked:
                return [_kept(received)]  # the racks alone were asked for
            case events.StateTold():
                self._asked = False
            case events.BoardUp(at_ns=at_ns):
                return [received, *self._radio_up(at_ns)]
            case events.BoardDown(at_ns=at_ns):
                return [received, *self._radio_down(at_ns)]
        return [received]

    def _radio_up(self, at_ns: int) -> list[Received]:
        """The radio's board is there; nothing but its reader was not, if it is the one that was met."""
        assert self._radio is not None
        if self._met == self._radio.board:
            return []
        self._met = self._radio.board
        self._waiting.clear()
        self._pass_all_on()
        return self._up(at_ns, again=True)

    def _radio_down(self, at_ns: int) -> list[Received]:
        """The radio's board has gone; while it is there without its reader, the squares' magnets are still read."""
        assert self._radio is not None
        if self._radio.carries:
            return []
        self._met = None
        self._waiting.clear()
        self._reads = False
        return self._down(at_ns)

    def _calm(self, at_ns: int, received: Received) -> Received:
        """At rest, if the other board is so too."""
        if self._stirs or self._reads:
            return _kept(received)
        return Received(events.Calmed(at_ns), received.source)

    def _up(self, at_ns: int, again: bool) -> list[Received]:
        """One of the boards is there: the squares are read once both are."""
        self._told_up = self._magnets.connected and self._radio is not None and self._radio.connected
        self._met = self._radio.board if self._told_up and self._radio else self._met
        return [Received(events.BoardUp(at_ns, again, _BOARD), None)] if self._told_up else []

    def _down(self, at_ns: int) -> list[Received]:
        """One of the boards has gone: the squares are not read any more."""
        was, self._told_up = self._told_up, False
        return [Received(events.BoardDown(at_ns, _BOARD), None)] if was else []

    # --- passing on ------------------------------------------------------------------------------

    def _next(self) -> int:
        self._nth = (self._nth + 1) % _COUNTS
        self._reads = True
        return self._nth

    def _pass_on(self, square: int, on: bool | None) -> None:
        if self._radio is not None and self._radio.connected:
            radio, nth = self._radio, self._next()
            self._waiting.append(lambda: radio.pass_on(nth, square, on))
            self.flush()

    def _pass_all_on(self) -> None:
        if self._radio is not None and self._radio.connected:
            radio, nth, on = self._radio, self._next(), tuple(self._on)
            self._waiting.append(lambda: radio.pass_all_on(nth, on))
            self.flush()


def _kept(received: Received) -> Received:
    """It has done its work: the journal need not hold it, the board may forget it."""
    return Received(None, received.source)
