"""The clock cards and the page's status: which of the page's states holds, as fill, mark and word.

The states are those that a view names; knows nothing of the rules that lead to them.
"""

from typing import NamedTuple

from host import words
from host.adapters.web.position import OVER, Position, winners
from host.schemas import GameView, SeatView
from host.words import say, say_count

LOW_MS = 60_000  # under a minute the digits are underlined


class Card(NamedTuple):
    """One side's card; `look` is turn, wait, paused or won, `mark` the shape beside the cue.

    `rack` is how many tiles stand on the rack where that is shown (004 L58-61), `rack_said` the same as a sentence.
    """

    name: str
    look: str
    mark: str
    cue: str
    clock: str
    clock_ms: int
    running: bool
    time_look: str
    under: str
    total: int
    rack: int | None
    rack_said: str


class Cards(NamedTuple):
    """All cards, and the sign between two totals when the game is over."""

    seats: tuple[Card, ...]
    between: str


class Status(NamedTuple):
    """The chip in the header: `look` names its fill and mark."""

    look: str
    text: str


def status_of(view: GameView, position: Position, language: str) -> Status:
    """Live, a replay, a board that is silent, a pause or the end."""
    if position.replayed:
        data = {"number": position.number, "count": position.of}
        return Status("replayed", say("Replay, turn {number} of {count}", language, **data))
    if view.phase in OVER:
        reason = words.ended_sentence(view.ended, language)
        return Status("over", say("Final: {reason}", language, reason=reason))
    if not view.linked:
        return Status("unlinked", say("Board not connected", language))
    if view.phase == "paused":
        return Status("paused", say("Pause", language))
    return Status("live", say("Live", language)) if view.live else Status("replayed", say("Replay", language))


def cards_of(view: GameView, position: Position, language: str) -> Cards:
    """One card a side; totals are those of the position, clocks always the newest."""
    ahead = winners(view)
    seats = tuple(
        _card(view, seat, position.totals[number], number in ahead and len(ahead) == 1, language)
        for number, seat in enumerate(view.seats)
    )
    return Cards(seats, _between(view, ahead))


def _between(view: GameView, ahead: tuple[int, ...]) -> str:
    if len(view.seats) != 2 or not ahead:
        return ""
    return "=" if len(ahead) == 2 else (">" if ahead == (0,) else "<")


def _card(view: GameView, seat: SeatView, total: int, won: bool, language: str) -> Card:
    look, mark, cue = _cue(view, seat, won)
    time_look = "overtime" if seat.clock_ms < 0 else "low" if seat.clock_ms < LOW_MS else ""
    return Card(
        name=seat.name,
        look=look,
        mark=mark,
        cue=say(cue, language),
        clock=words.clock(seat.clock_ms, language),
        clock_ms=seat.clock_ms,
        running=seat.running,
        time_look=time_look,
        under=say(_under(seat, time_look), language),
        total=total,
        rack=seat.rack_size,
        rack_said=_on_rack(seat.rack_size, language),
    )


def _on_rack(count: int | None, language: str) -> str:
    return "" if count is None else say_count(
        "{count} tile on the rack", "{count} tiles on the rack", count, language)  # fmt: skip


def _cue(view: GameView, seat: SeatView, won: bool) -> tuple[str, str, str]:
    """Look, mark and word of a card."""
    if view.phase in OVER:
        return ("won", "", "Winner") if won else ("wait", "", "Final")
    if view.phase == "paused":
        return "paused", "bars", "Pause"
    return ("turn", "triangle", "To play") if seat.on_turn else ("wait", "", "Waiting")


def _under(seat: SeatView, time_look: str) -> str:
    """The words under the clock."""
    if time_look == "overtime":
        return "overtime"
    if time_look == "low":
        return "under 1 minute"
    return "clock running" if seat.running else "clock stopped"
