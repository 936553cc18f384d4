"""`step`: the only place where the state of a table changes, event by event.

Pure and total: any event in any phase gives a table and effects, never an exception. Time and chance arrive in
events. Knows nothing of files, wires or pages. What a press means stands in turns.py, what people state in
statements.py, what readers tell of bag and racks in draws.py, what lies wrong on the board in disorder.py; the rules
themselves are those of engine_lite's course.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine_lite import course as rules
from engine_lite.course import Refused
from engine_lite.course_state import Phase as CoursePhase
from host.core import (
    adjustments,
    corrections,
    counting,
    disorder,
    draws,
    echoes,
    events,
    first_move,
    laying,
    naming,
    reopening,
    statements,
    trail,
    turns,
    unread,
)
from host.core.effects import AskState, Effect, LightSeat, LightSquares, RecordTotals, SyncJournal
from host.core.events import Event
from host.core.fusion import sensed_after
from host.core.last_look import answered, early_look
from host.core.not_put_back import not_put_back
from host.core.prompts import TOO_HOT, UNDERVOLTAGE, dimmed, lamps_of
from host.core.racks_at_end import racks_at_the_end
from host.core.refusals import undone_forgotten
from host.core.state import RACKS, Table, open_table
from host.core.telling import halted, told

__all__ = ["Table", "deadline", "open_table", "step"]

Outcome = tuple[Table, tuple[Effect, ...]]

MOST_WAITING = 16  # events that people send while one press is decided: three seconds at most


def step(table: Table, event: Event) -> Outcome:
    """The table after `event`, and what to do about it, in order."""
    handle = _HANDLERS.get(type(event))
    if handle is None:
        return table, ()
    now = replace(table, at_ns=max(table.at_ns, event.at_ns))
    if table.press is not None and type(event) not in _OF_READERS:
        now = replace(now, waiting=(*now.waiting, event)[:MOST_WAITING])
        now, effects = _consequences(now)
    else:
        now, effects = handle(now, event)
        now, more = _consequences(now)
        effects = (*effects, *more)
    now = _clocks_stand(table, now)
    now = racks_at_the_end(table, now)
    now, looks = early_look(now, event)
    now, doubts = echoes.doubted(now, event)
    effects = (*effects, *looks, *doubts)
    now = _sealed(table, reopening.gone_on(now))
    now, lamps = _lit(table, now)
    return now, (*effects, *_kept(table, now), *lamps)


def deadline(table: Table) -> int | None:
    """The next game time (ns) at which something happens by itself: the app then sends Due. None: nothing will."""
    if table.press is not None:
        return turns.decision_due(table)
    due = (rules.deadline(table.course), table.look_ns, first_move.due(table))
    return min((at_ns for at_ns in due if at_ns is not None), default=None)


def _consequences(table: Table) -> Outcome:
    """What follows from the board and the racks as they now are: a press is decided, tiles are laid and drawn."""
    table, effects = turns.decide_if_due(table)
    if table.press is None:
        table, more = _compared(table)
        effects = (*effects, *more)
        while table.waiting and table.press is None:
            event, table = table.waiting[0], replace(table, waiting=table.waiting[1:])
            table, more = _HANDLERS[type(event)](table, event)
            table, most = _compared(table)
            effects = (*effects, *more, *most)
    return _knocked(table), effects


def _compared(table: Table) -> Outcome:
    table = not_put_back(undone_forgotten(table))
    table, laid = laying.board_compared(laying.same_faces_taken(reopening.blanks_taken(table)))
    table, to_start = first_move.compared(counting.compared(table))
    table, drawn = draws.racks_compared(table)
    return table, (*laid, *to_start, *drawn)


def _knocked(table: Table) -> Table:
    """Whether a played tile is out of its place, or not yet on it, known once the board is quiet."""
    if table.sensed.moving:
        return table
    knocked = bool(disorder.out_of_order(table))
    return table if knocked == table.knocked else replace(table, knocked=knocked)


def _clocks_stand(before: Table, now: Table) -> Table:
    """The clocks stand while the board is silent, where this table is set so."""
    if not now.stands_unplugged:
        return now
    if not now.linked and now.course.phase is CoursePhase.PLAYING and not now.course.halted:
        return halted(now, True, now.at_ns)
    if now.linked and not before.linked and now.course.halted:
        return halted(now, False, now.at_ns)
    return now


def _sealed(before: Table, now: Table) -> Table:
    """When the result was agreed, as long as it stands."""
    agreed = now.course.phase is CoursePhase.AGREED
    if agreed and before.course.phase is not CoursePhase.AGREED:
        return replace(now, agreed_ns=now.at_ns)
    return now if agreed or now.agreed_ns is None else replace(now, agreed_ns=None)


def _kept(before: Table, now: Table) -> tuple[Effect, ...]:
    """A turn, a verdict, points or the end must reach the disk before anything is shown."""
    old, new = before.game, now.game
    if (old.turns, old.adjustments, old.totals) != (new.turns, new.adjustments, new.totals):
        return RecordTotals(len(new.turns), new.totals), SyncJournal()
    kept = before.course.phase != now.course.phase and now.course.phase in _KEPT_AT_ONCE
    started = before.game.on_turn is None and now.game.on_turn is not None
    return (SyncJournal(),) if kept or started else ()


_KEPT_AT_ONCE = (CoursePhase.CHALLENGED, CoursePhase.OVER, CoursePhase.AGREED)


def _lit(before: Table, now: Table) -> Outcome:
    """The lamps that change: fault lamps on the squares of every prompt, the lamp of the running clock."""
    effects: list[Effect] = []
    if any(getattr(now, name) is not getattr(before, name) for name in _SHOWN_BY_LAMPS):
        lit, dim = lamps_of(now), dimmed(now)
        if (lit, dim) != (before.lit, dimmed(before)):
            effects.append(LightSquares(lit, dim))
            now = replace(now, lit=lit)
    if now.clock.running != before.clock.running:
        effects.append(LightSeat(now.clock.running))
    return now, tuple(effects)


# What lamps are derived from: half of the time of a step would go into finding them unchanged.
_SHOWN_BY_LAMPS = (
    "course", "sensed", "played", "laid_tags", "recalled", "names", "tiles", "ledger", "parts", "press", "knocked",
    "refusal", "misfits", "refused_tags", "told_racks", "reopened", "strained",
)  # fmt: skip


def _sensed(table: Table, event: Event) -> Outcome:
    table, sensed = answered(table, event), sensed_after(table.sensed, event)
    if isinstance(event, events.TagsRead) and set(event.tags) != set(table.sensed.tags.get(event.square, ())):
        table = replace(table, refusal=None)  # a tile without a magnet's news: face down, or across a border
    if not isinstance(event, events.HallChanged):
        return replace(table, sensed=sensed), ()
    table = replace(table, sensed=sensed, refusal=None)
    if table.course.halted and table.press is None:
        table = halted(table, False, event.at_ns)
    return table, ()


def _due(table: Table, event: events.Due) -> Outcome:
    return (table, ()) if table.press is not None else (told(table, event), ())


def _board_up(table: Table, event: events.BoardUp) -> Outcome:
    # A board that started anew has forgotten that something was stirring; its state is asked for whole.
    table = replace(table, parts=table.parts | {event.part}, silent=table.silent - {event.part})
    if table.refusal is not None and table.refusal.defects == turns.UNHEARD and table.linked:
        table = replace(table, refusal=None)  # nothing is to be put right any more
    if not event.again:
        return table, ()
    if event.part == "board":
        table = replace(table, sensed=replace(table.sensed, moving=False))
    return table, (AskState(event.part),)


def _board_down(table: Table, event: events.BoardDown) -> Outcome:
    if event.part == "board" and table.press is not None:
        table = replace(table, press=replace(table.press, unheard=True))
    if event.part == RACKS:
        table = replace(table, ledger=table.ledger.unheard())
    return replace(table, parts=table.parts - {event.part}, silent=table.silent | {event.part}), ()


def _bag_sighted(table: Table, event: events.BagSighted) -> Outcome:
    try:
        return draws.sighted(first_move.passed(table, event.tag), event.tag), ()
    except Refused as why:
        return draws.refused_draw(table, event.tag, why)


def _rack_tag_read(table: Table, event: events.RackTagRead) -> Outcome:
    return replace(table, ledger=table.ledger.read(event.rack, event.tag)), ()


def _rack_told(table: Table, event: events.RackTold) -> Outcome:
    if not 0 <= event.rack < len(table.seats):
        return table, ()
    return replace(table, ledger=table.ledger.told(event.rack, event.count, event.at_ns)), ()


def _pi_told(table: Table, event: events.PiTold) -> Outcome:
    """Of the table's computer: it is said, and changes nothing in the game."""
    strained = {UNDERVOLTAGE: event.undervoltage, TOO_HOT: event.hot}
    return replace(table, strained=frozenset(name for name, is_so in strained.items() if is_so)), ()


def _noted(table: Table, _event: Event) -> Outcome:
    return table, ()


_Handler = Callable[[Table, Any], Outcome]

_OF_READERS: Mapping[type[Event], _Handler] = {
    events.Due: _due,
    events.BoardUp: _board_up,
    events.BoardDown: _board_down,
    events.HallChanged: _sensed,
    events.TagsRead: _sensed,
    events.BoardTold: _sensed,
    events.StateTold: _sensed,
    events.Stirred: _sensed,
    events.Calmed: _sensed,
    events.PadTouched: _sensed,
    events.BagSighted: _bag_sighted,
    events.RackTagRead: _rack_tag_read,
    events.RackTold: _rack_told,
    events.PiTold: _pi_told,
    events.Carried: reopening.carried,
}

_STATED = (
    events.Accepted, events.Appealed, events.Challenged, events.Confirmed, events.Counted,
    events.Disputed, events.Disqualified, events.DrawnToStart, events.Exchanged, events.Held, events.KindTold,
    events.Looked, events.Mixed, events.NoPlay, events.Overdrew, events.Passed, events.Paused, events.PlayAccepted,
    events.Released, events.Resigned, events.Resumed, events.Returned, events.Ruled, events.Senyors,
    events.ShortExchanged, events.Started, events.StarterNamed, events.Took, events.Unchallenged, events.Waived,
)  # fmt: skip

_HANDLERS: Mapping[type[Event], _Handler] = {
    **_OF_READERS,
    **dict.fromkeys(_STATED, statements.stated),
    events.ClockPressed: turns.pressed,
    events.ChallengePressed: statements.challenge_pressed,
    events.BlankDeclared: turns.blank_declared,
    events.DrawTyped: unread.draw_typed,
    events.OverdrawTyped: unread.overdraw_typed,
    events.ExchangeTyped: statements.exchange_typed,
    events.ClockCorrected: trail.clock_set,
    events.PointsGiven: trail.points_set,
    events.EndRack: adjustments.end_rack,
    events.EndTyped: adjustments.end_typed,
    events.RackTyped: adjustments.rack_typed,
    events.Corrected: corrections.corrected,
    events.CorrectionUndone: corrections.undone,
    events.TileNamed: naming.tile_named,
    events.TileReplaced: reopening.replaced,
    events.Reopened: reopening.reopened,
    events.Left: reopening.left,
    events.Noted: _noted,
}

