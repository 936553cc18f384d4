"""Clocks and points that the referee sets: kept with the turns that are put right, and undone as those are.

Pure. What a clock that is set comes to is for the rules to say; here it is kept who, when, why, before and after.
"""

from dataclasses import replace

from engine_lite.clock import NS_PER_S
from engine_lite.course_events import ClockCorrected
from engine_lite.game import Adjustment, Game
from engine_lite.rewriting import Change
from host.core.adjustments import TYPED, points_given, with_points
from host.core.effects import Effect
from host.core.events import PointsGiven
from host.core.state import Correction, Table
from host.core.statements import stated

Outcome = tuple[Table, tuple[Effect, ...]]

NOTHING_CHANGED = Change()  # of the turns


def clock_set(table: Table, event: ClockCorrected) -> Outcome:
    """The clock of a side put right, while the game is played or after its end; refused where the rules say so."""
    after, effects = stated(table, event)
    if effects:
        return after, effects
    was_ns, is_ns = table.clock.at(table.at_ns)[event.seat], after.clock.at(after.at_ns)[event.seat]
    before, now = str(was_ns // NS_PER_S), str(is_ns // NS_PER_S)
    return _kept(after, Correction(event, NOTHING_CHANGED, before, now, given_ns=is_ns - was_ns)), ()


def points_set(table: Table, event: PointsGiven) -> Outcome:
    """Points given or taken off; refused before the game has begun."""
    after, effects = points_given(table, event)
    if effects:
        return after, effects
    before, now = str(table.game.totals[event.seat]), str(after.game.totals[event.seat])
    return _kept(after, Correction(event, NOTHING_CHANGED, before, now, after_turn=len(table.game.turns))), ()


def taken_back(table: Table, place: int, by: str, at_ns: int) -> Outcome:
    """The table without correction `place` (0, 1, ...) of a clock or of points; it stays on the record as undone."""
    put = table.corrections[place]
    kept = (*table.corrections[:place], replace(put, undone=by), *table.corrections[place + 1 :])
    match put.event:
        case ClockCorrected(seat=seat):
            if (later := _set_again(table, place, seat)) is not None:  # that one stands, and has given the more
                given_ns = kept[later].given_ns + put.given_ns
                kept = (*kept[:later], replace(kept[later], given_ns=given_ns), *kept[later + 1 :])
                return replace(table, corrections=kept, refusal=None), ()
            left_ns = table.clock.at(at_ns)[seat] - put.given_ns  # what has run since then has run
            after, effects = stated(table, ClockCorrected(seat, left_ns, at_ns=at_ns))
            return (after, effects) if effects else (replace(after, corrections=kept), ())
        case PointsGiven(kind=kind, seat=seat, points=points):
            gone = Adjustment(TYPED[kind], seat, points, after_turn=put.after_turn)
            return replace(with_points(table, lambda game: _less(game, gone)), corrections=kept), ()
    raise ValueError(f"correction {place + 1} is of a turn")


def _set_again(table: Table, place: int, seat: int) -> int | None:
    """Where the next correction in force of the clock of `seat` is, after `place`; None without any."""
    later = range(place + 1, len(table.corrections))
    return next((number for number in later if not (each := table.corrections[number]).undone
                 and isinstance(each.event, ClockCorrected) and each.event.seat == seat), None)


def _kept(table: Table, correction: Correction) -> Table:
    if table.undo_counts_turns:  # a game of an earlier version: its corrections are numbered without this one
        return table
    return replace(table, corrections=(*table.corrections, correction))


def _less(game: Game, gone: Adjustment) -> Game:
    """The game without points that were given: the last of those that are alike."""
    given, totals = list(game.adjustments), list(game.totals)
    del given[len(given) - 1 - given[::-1].index(gone)]
    totals[gone.seat] -= gone.points
    return replace(game, adjustments=tuple(given), totals=tuple(totals))
