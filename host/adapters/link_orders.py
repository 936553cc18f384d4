"""What the host wants of a board: lamps, its whole state, a reading, a bench check; kept until the board has it.

No I/O. Lamps and the state are levels: of these only what holds now is sent. Knows nothing of what a board tells, nor
of when there is one to hear this: that is the Link's.
"""

from collections.abc import Iterable
from typing import Any

from tablewire import messages as wire
from tablewire.delivery import WINDOW, Outbox
from tablewire.frames import UNNUMBERED, frame

from host.adapters.link_lamps import LampLevels
from host.adapters.link_words import bits_of
from host.core.effects import Colour

CAPACITY = 64  # messages waiting for a board: lamps wait outside, so this holds questions and bench checks only


class Orders:
    """Those of one line. first: where this host's own numbers begin, 0..2**32 - 2."""

    def __init__(self, first: int) -> None:
        self._outbox = Outbox(CAPACITY, first)
        self._lamps = LampLevels()
        self._state_wanted = False
        self._session_frames: list[bytes] = []

    def show(self, lamps: Iterable[tuple[int, Colour]], dimmed: bool = False) -> None:
        """Show exactly these squares, each in its colour, `dimmed` or not; every other lamp goes dark."""
        self._lamps.show(lamps, dimmed)

    def light(self, squares: tuple[int, ...], colour: Colour) -> None:
        """Show exactly these squares in `colour`; every other lamp goes dark."""
        self.show((square, colour) for square in squares)

    def dark(self) -> None:
        """All lamps dark."""
        self._lamps.show(())

    def light_seat(self, seat: int | None) -> None:
        """Show at the clocks whose runs (0, 1, or None), on a table that has lamps there."""
        self._lamps.seat = seat

    def ask_state(self) -> None:
        """Have the board tell its whole state: BoardTold, a TagsRead for each tile, StateTold; or all its racks."""
        self._state_wanted = True

    @property
    def settled(self) -> bool:
        """The board has taken all that it was to be told: lamps, questions and bench checks."""
        return not (len(self._outbox) or self._state_wanted or self._lamps.differ)

    def read_again(self, square: int) -> bool:
        """Have the board read one square's tag again. False when too much is waiting already."""
        return self._post(wire.ReadAgain(square))

    def pass_on(self, nth: int, square: int, on: bool | None) -> bool:
        """Tell the board that another one feels a magnet on `square`, or none, or it stirs (None). False: no room."""
        how = wire.UNSETTLED if on is None else wire.MAGNET if on else wire.NO_MAGNET
        return self._post(wire.Stirs(nth, square, how))

    def pass_all_on(self, nth: int, on: Iterable[int]) -> bool:
        """Tell the board all squares on which another one feels a magnet. False: too much waits already."""
        return self._post(wire.Magnets(nth, bits_of(on)))

    def read_rack(self, rack: int) -> bool:
        """Have the board read `rack` (0..3): a RackTagRead for each tile, RackTold. False: too much waits already."""
        return self._post(wire.RackWanted(rack))

    def test(self, number: int, count: int) -> bool:
        """Have the board run bench check T`number` `count` times; the answer comes to `tests_done`."""
        return self._post(wire.TestWanted(number, count))

    def say(self, message: Any) -> bool:
        """Send any numbered message of the wire, for the bench checks. False when too much is waiting already."""
        return self._post(message)

    def echo(self, data: bytes) -> None:
        """Have the board send back `data` (63 bytes); the answer comes to `echoes`."""
        self._say(wire.Echo(data))

    def _frames_due(self, now_ms: int, is_open: bool) -> list[bytes]:
        """Frames without a number, each once; and in an open session those with one that are due at `now_ms`."""
        frames, self._session_frames = self._session_frames, []
        if is_open:
            self._post_levels()
            frames += [frame(number, body) for number, body in self._outbox.waiting(now_ms)]
        return frames

    @property
    def _levels_due(self) -> bool:
        """Lamps and the state are levels: they enter the outbox when they can go at once, and merge till then."""
        return len(self._outbox) < WINDOW and (self._state_wanted or self._lamps.differ)

    def _post_levels(self) -> None:
        while self._levels_due:
            self._post(wire.StateWanted() if self._state_wanted else
                       self._lamps.change(wire.LampsOff, wire.Lamp, wire.ClockLamps))
            self._state_wanted = False

    def _post(self, message: Any) -> bool:
        return self._outbox.post(wire.pack(message)) is not None

    def _say(self, message: Any) -> None:
        self._session_frames.append(frame(UNNUMBERED, wire.pack(message)))
