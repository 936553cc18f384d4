"""What a page asks for -> the event that the core is told, or a named refusal.

Reads squares, tiles and clocks as people write them. Knows neither pages nor whether the rules allow what is asked.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine_lite import course_events as events
from engine_lite.course_tiles import Tiles, less, whole_set
from engine_lite.notation import BadNotation, parse_square
from engine_lite.tiles import NotATile, TileSet
from host.core.events import (
    BlankDeclared,
    ClockPressed,
    Corrected,
    CorrectionUndone,
    DrawTyped,
    ExchangeTyped,
    Left,
    Noted,
    OverdrawTyped,
    PointsGiven,
    RackTyped,
    TileNamed,
)
from host.schemas import ACTIONS, Action, Role
from host.words import action_refusal

AnyEvent = events.Event

NS_PER_S = 1_000_000_000
MOST_LEFT_S = 10_800  # the longest clock that a rulebook may have
MOST_OVER_S = 3_600  # an hour of overtime: more is a slip of the pen
CLOCK = re.compile(r"([-\N{MINUS SIGN}]?)(?:(\d):)?(\d{1,3}):([0-5]\d)", re.ASCII)
POINTS_KINDS = ("bonus", "penalty", "time")


class BadAction(ValueError):
    """What a page asked for cannot be understood; `name` is one of the refusals in host/words, `data` its fields."""

    def __init__(self, name: str, **data: str) -> None:
        super().__init__(name)
        self.name = name
        self.data = data

    def sentence(self, language: str) -> str:
        """Why, and what to do, for who asked."""
        return action_refusal(self.name, self.data, language)


@dataclass(frozen=True, slots=True)
class Asked:
    """One action with all that its meaning depends on; `by` is the seat that acts, None the referee."""

    action: Action
    by: int | None
    seats: int
    tile_set: TileSet
    at_ns: int

    def seat(self) -> int:
        """The seat that acts or is acted upon. Raises BadAction when none is named or it is not there."""
        return self._there(self.by if self.by is not None else self.action.seat)

    def somebody(self) -> int | None:
        """The seat that acts, or None for the referee. Raises BadAction for a seat that is not there."""
        named = self.by if self.by is not None else self.action.seat
        return None if named is None else self._there(named)

    def other(self) -> int:
        """The seat from whom tiles were taken; with two seats it need not be named."""
        if self.action.other is None and self.seats == 2:
            return 1 - self.seat()
        return self._there(self.action.other)

    def whose(self) -> int:
        """The seat of which something is said: another one where it is named, else the one that acts."""
        return self.seat() if self.action.other is None else self._there(self.action.other)

    def tiles(self, text: str) -> Tiles:
        """The tiles that `text` names, spaces between them or not, small letters as capitals. Raises BadAction."""
        pieces = text.upper().split()
        try:
            found = tuple(tile for piece in pieces for tile in self._piece(piece, alone=len(pieces) == 1))
        except NotATile:
            raise BadAction("bad_tiles", tiles=text) from None
        if not found:
            raise BadAction("no_tiles")
        return found

    def some_tiles(self) -> Tiles:
        """The tiles named, () when none are: then readers have followed them. Raises BadAction."""
        return self.tiles(self.action.tiles) if self.action.tiles.strip() else ()

    def square(self) -> int:
        """The square named. Raises BadAction."""
        try:
            return parse_square(self.action.square)
        except BadNotation:
            raise BadAction("bad_square", square=self.action.square) from None

    def face(self) -> str:
        """What the blank stands for, in capitals. Raises BadAction."""
        try:
            found = self.tile_set.tiles(self.action.face.lower())
        except NotATile:
            found = ()
        if len(found) != 1 or not self.tile_set.can_be(found[0].face):
            raise BadAction("bad_face", face=self.action.face)
        return found[0].face

    def words(self) -> tuple[str, ...]:
        """The words challenged, in capitals."""
        return tuple(word.strip().upper() for word in self.action.words if word.strip())

    def text(self) -> str:
        """What is told or written. Raises BadAction for nothing."""
        if not self.action.text.strip():
            raise BadAction("no_text")
        return self.action.text.strip()

    def _piece(self, piece: str, alone: bool) -> Tiles:
        """What stands between spaces: one tile (`CH`), else several run together. Raises NotATile."""
        if len(piece) > 1 and not alone and "[" not in piece:
            try:
                return self.tile_set.tiles(f"[{piece}]")
            except NotATile:
                pass
        return self.tile_set.tiles(piece)

    def _there(self, seat: int | None) -> int:
        if seat is None:
            raise BadAction("no_seat")
        if not seat < self.seats:
            raise BadAction("bad_seat", count=str(self.seats))
        return seat


def event_of(action: Action, role: Role, seats: int, tile_set: TileSet, at_ns: int) -> AnyEvent:
    """The event that `action` of `role` is, at game time `at_ns`. Raises BadAction.

    >>> from engine_lite.tiles import CATALAN
    >>> event_of(Action("pass"), Role(1, "ca"), 2, CATALAN, 5)
    Passed(at_ns=5, seat=1)
    >>> event_of(Action("exchange", tiles="a l·l ?"), Role(None, "ca"), 2, CATALAN, 5)
    Traceback (most recent call last):
    host.actions.BadAction: no_seat
    """
    asked = Asked(action, role.seat, seats, tile_set, at_ns)
    if action.action not in ACTIONS:
        raise BadAction("unknown_action", action=action.action)
    return {**MAKERS, **OF_THE_TABLE}[action.action](asked)


def rack_before(action: Action, role: Role, seats: int, tile_set: TileSet, at_ns: int) -> AnyEvent | None:
    """The rack that a senyors exchange puts back, where `keeps` names it: said before. Raises BadAction."""
    if action.action != "senyors" or not action.keeps.strip():
        return None
    asked = Asked(action, role.seat, seats, tile_set, at_ns)
    return RackTyped(at_ns, asked.seat(), tile_set.text(asked.tiles(action.keeps), brackets=True))


def clock_ns(text: str) -> int:
    """What a clock is to show, in nanoseconds; below zero in overtime. Raises BadAction.

    >>> clock_ns("12:30"), clock_ns("1:02:00"), clock_ns("-0:30")
    (750000000000, 3720000000000, -30000000000)
    """
    found = CLOCK.fullmatch(text.strip())
    if found is None or (found[2] and int(found[3]) > 59):
        raise BadAction("bad_clock", clock=text)
    seconds = int(found[2] or 0) * 3600 + int(found[3]) * 60 + int(found[4])
    if seconds > (MOST_OVER_S if found[1] else MOST_LEFT_S):
        raise BadAction("clock_out_of_bounds", clock=text)
    return (-seconds if found[1] else seconds) * NS_PER_S


def _short_exchanged(asked: Asked) -> AnyEvent:
    out, keeps = asked.tiles(asked.action.tiles), asked.tiles(asked.action.keeps)
    return events.ShortExchanged(asked.seat(), out, keeps, at_ns=asked.at_ns)


def _took(asked: Asked) -> AnyEvent:
    taken = asked.action.count
    returns = asked.some_tiles()
    if not taken or len(returns) > taken:
        raise BadAction("bad_count")
    return events.Took(asked.seat(), asked.other(), taken, returns, at_ns=asked.at_ns)


def _counted(asked: Asked) -> AnyEvent:
    """The set as people have counted it, but for what they name as missing (`tiles`) or too many (`keeps`).

    Without either: as the table reads what is laid out, else whole.
    """
    gone, more = asked.some_tiles(), asked.tiles(asked.action.keeps) if asked.action.keeps.strip() else ()
    if not gone and not more:
        return events.Counted((), at_ns=asked.at_ns)
    rest = less(whole_set(asked.tile_set), gone)
    if rest is None:
        raise BadAction("bad_tiles", tiles=asked.action.tiles)
    return events.Counted((*rest, *more), at_ns=asked.at_ns)


def _drawn_to_start(asked: Asked) -> AnyEvent:
    """What each side drew for the first move, in the order of seats; nothing: as the loops of the racks read it."""
    drawn = asked.some_tiles()
    if len(drawn) not in (0, asked.seats):
        raise BadAction("bad_draw", count=str(asked.seats))
    return events.DrawnToStart(drawn, at_ns=asked.at_ns)


def _declared(asked: Asked) -> AnyEvent:
    return BlankDeclared(asked.at_ns, asked.square(), asked.face())


def _clock_corrected(asked: Asked) -> AnyEvent:
    left_ns, who, why = clock_ns(asked.action.clock), _who(asked), asked.action.why
    return events.ClockCorrected(asked.seat(), left_ns, asked.by, who, why, at_ns=asked.at_ns)


def _exchanged(asked: Asked) -> AnyEvent:
    """Tiles named, or only how many, or neither where readers have followed them.

    What was drawn is seen by the bag's reader, or guessed: a page that could say it would show a rack.
    """
    if asked.action.count and not asked.action.tiles.strip():
        return ExchangeTyped(asked.at_ns, asked.seat(), asked.action.count)
    return events.Exchanged(asked.seat(), asked.some_tiles(), (), at_ns=asked.at_ns)


Maker = Callable[[Asked], AnyEvent]

MAKERS: Mapping[str, Maker] = {
    "start": lambda asked: events.Started(asked.seat(), at_ns=asked.at_ns),
    "counted": _counted,
    "drawn": _drawn_to_start,
    "begins": lambda asked: events.StarterNamed(asked.whose(), at_ns=asked.at_ns),
    "pass": lambda asked: events.Passed(asked.seat(), at_ns=asked.at_ns),
    "exchange": _exchanged,
    "short_exchange": _short_exchanged,
    "senyors": lambda asked: events.Senyors(asked.seat(), asked.some_tiles(), at_ns=asked.at_ns),
    "declare": _declared,
    "confirm": lambda asked: events.Confirmed(asked.seat(), at_ns=asked.at_ns),
    "accept_play": lambda asked: events.PlayAccepted(asked.seat(), at_ns=asked.at_ns),
    "hold": lambda asked: events.Held(asked.seat(), at_ns=asked.at_ns),
    "release": lambda asked: events.Released(asked.seat(), at_ns=asked.at_ns),
    "challenge": lambda asked: events.Challenged(asked.somebody(), asked.words(), at_ns=asked.at_ns),
    "unchallenge": lambda asked: events.Unchallenged(asked.somebody(), at_ns=asked.at_ns),
    "verdict_yes": lambda asked: events.Ruled(True, at_ns=asked.at_ns),
    "verdict_no": lambda asked: events.Ruled(False, at_ns=asked.at_ns),
    "verdict_auto": lambda asked: events.Ruled(None, at_ns=asked.at_ns),
    "appeal": lambda asked: events.Appealed(asked.somebody(), at_ns=asked.at_ns),
    "kind": lambda asked: events.KindTold(asked.text(), at_ns=asked.at_ns),
    "waive": lambda asked: events.Waived(asked.somebody(), at_ns=asked.at_ns),
    "mix": lambda asked: events.Mixed(asked.seat(), at_ns=asked.at_ns),
    "take": _took,
    "return": lambda asked: events.Returned(asked.seat(), asked.some_tiles(), at_ns=asked.at_ns),
    "pause": lambda asked: events.Paused(at_ns=asked.at_ns),
    "resume": lambda asked: events.Resumed(at_ns=asked.at_ns),
    "dispute": lambda asked: events.Disputed(asked.seat(), at_ns=asked.at_ns),
    "no_play": lambda asked: events.NoPlay(asked.somebody(), at_ns=asked.at_ns),
    "resign": lambda asked: events.Resigned(asked.seat(), at_ns=asked.at_ns),
    "disqualify": lambda asked: events.Disqualified(asked.seat(), at_ns=asked.at_ns),
    "accept": lambda asked: events.Accepted(asked.seat(), at_ns=asked.at_ns),
    "set_clock": _clock_corrected,
}


# --- actions whose events the table has beside the course of a game ---------------------------------


def _points_given(asked: Asked) -> AnyEvent:
    kind = asked.action.text or "bonus"
    if asked.action.points is None or kind not in POINTS_KINDS:
        raise BadAction("no_points")
    return PointsGiven(asked.at_ns, asked.seat(), kind, asked.action.points, _who(asked), asked.action.why)


def _rack_typed(asked: Asked) -> AnyEvent:
    tiles = asked.some_tiles()
    return RackTyped(asked.at_ns, asked.seat(), asked.tile_set.text(tiles, brackets=True))


def _tile_named(asked: Asked) -> AnyEvent:
    found = asked.tiles(asked.action.face) if asked.action.face.strip() else ()
    if len(found) > 1:
        raise BadAction("bad_tiles", tiles=asked.action.face)
    return TileNamed(asked.at_ns, asked.square(), asked.tile_set.text(found))


def _turn(asked: Asked) -> int:
    if not asked.action.turn:
        raise BadAction("no_turn")
    return asked.action.turn


def _who(asked: Asked) -> str:
    return "referee" if asked.by is None else f"seat {asked.by + 1}"


def _corrected(what: str) -> Maker:
    def make(asked: Asked) -> AnyEvent:
        action, kind, value = asked.action, what, ""
        if kind == "play" and action.points is not None:
            kind, value = "score", str(action.points)
        elif kind == "play":
            value = action.play.strip()
            if not value:
                raise BadAction("no_correction")
        return Corrected(asked.at_ns, _turn(asked), kind, value, _who(asked), action.why)

    return make


def _undone(asked: Asked) -> AnyEvent:
    return CorrectionUndone(asked.at_ns, _turn(asked), _who(asked), asked.action.why)


OF_THE_TABLE: Mapping[str, Maker] = {
    "press": lambda asked: ClockPressed(asked.at_ns, asked.seat()),
    "draw": lambda asked: DrawTyped(asked.at_ns, asked.seat(), asked.action.count or 0),
    "overdraw": lambda asked: OverdrawTyped(asked.at_ns, asked.whose(), asked.action.count or 1),
    "rack": _rack_typed,
    "name_tile": _tile_named,
    "points": _points_given,
    "correct": _corrected("play"),
    "undo_correction": _undone,
    "withdraw": _corrected("withdrawn"),
    "reinstate": _corrected("reinstated"),
    "let_stand": _corrected("stands"),
    "seen": lambda asked: events.Looked(asked.seat(), at_ns=asked.at_ns),
    "note": lambda asked: Noted(asked.at_ns, asked.text()),
    "new_game": lambda asked: Left(asked.at_ns, asked.somebody()),
}
