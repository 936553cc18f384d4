"""`step`: the only place where the state of a table changes, event by event.

Pure and total: any event in any phase gives a table and effects, never an exception. Time and chance arrive in
events. Knows nothing of files, wires or pages. What a press means stands in turns.py, what lies wrong in disorder.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine_lite.placement import Reason
from host.core import adjustments, challenges, disorder, turns
from host.core.effects import AskState, Colour, Effect, LightSeat, LightSquares
from host.core.events import (
    BlankDeclared,
    BoardDown,
    BoardTold,
    BoardUp,
    Calmed,
    ChallengePressed,
    ClockPressed,
    Due,
    Ended,
    EndRack,
    Event,
    Exchanged,
    HallChanged,
    Passed,
    Paused,
    PointsGiven,
    Resumed,
    Ruled,
    Started,
    StateTold,
    Stirred,
    TagsRead,
)
from host.core.fusion import sensed_after
from host.core.phases import Trigger, after
from host.core.refusals import refused_for
from host.core.state import Table, open_table

__all__ = ["Table", "deadline", "open_table", "step"]



def step(table: Table, event: Event) -> tuple[Table, tuple[Effect, ...]]:
    """The table after `event`, and what to do about it, in order."""
    handle = _HANDLERS.get(type(event))
    if handle is None:
        return table, ()
    now = replace(table, at_ns=max(table.at_ns, event.at_ns))
    now, effects = handle(now, event)
    now, more = _consequences(now)
    return now, (*effects, *more, *_lamps(table, now))


def deadline(table: Table) -> int | None:
    """The next game time (ns) at which something happens by itself: the app then sends Due. None: nothing will."""
    return turns.decision_due(table)


def _consequences(table: Table) -> tuple[Table, tuple[Effect, ...]]:
    """What follows from the board as it now lies: a pending press is decided, a disturbance comes or goes."""
    table, effects = turns.decide_if_due(table)
    table, removed = challenges.removed_if_empty(table)
    if not table.sensed.moving:
        trigger = Trigger.KNOCKED if disorder.disturbed(table) else Trigger.RESTORED
        table = replace(table, phase=after(table.phase, trigger) or table.phase)
    return table, (*effects, *removed)


def _lamps(before: Table, now: Table) -> tuple[Effect, ...]:
    """The lamps that change: fault lamps on the squares of every prompt, the lamp of the running clock."""
    effects: list[Effect] = []
    squares = disorder.wrong_squares(now)
    if squares != disorder.wrong_squares(before):
        effects.append(LightSquares(squares, Colour.FAULT))
    if now.clock.running != before.clock.running:
        effects.append(LightSeat(now.clock.running))
    return tuple(effects)


def _started(table: Table, event: Started) -> tuple[Table, tuple[Effect, ...]]:
    return turns.started(table, event.seat, event.at_ns)


def _sensed(table: Table, event: Event) -> tuple[Table, tuple[Effect, ...]]:
    refusal = None if isinstance(event, HallChanged) else table.refusal
    return replace(table, sensed=sensed_after(table.sensed, event), refusal=refusal), ()


def _board_up(table: Table, event: BoardUp) -> tuple[Table, tuple[Effect, ...]]:
    # A board that started anew has forgotten that something was stirring; its state is asked for whole.
    sensed = replace(table.sensed, moving=False) if event.again else table.sensed
    return replace(table, linked=True, sensed=sensed), (AskState(),) if event.again else ()


def _board_down(table: Table, _event: BoardDown) -> tuple[Table, tuple[Effect, ...]]:
    return replace(table, linked=False), ()


def _paused(table: Table, event: Paused) -> tuple[Table, tuple[Effect, ...]]:
    phase = after(table.phase, Trigger.CALLED)
    if phase is None:
        return _out_of_place(table)
    return replace(table, phase=phase, clock=table.clock.stop(event.at_ns)), ()


def _resumed(table: Table, event: Resumed) -> tuple[Table, tuple[Effect, ...]]:
    phase = after(table.phase, Trigger.RESUMED)
    if phase is None or table.game.on_turn is None:
        return _out_of_place(table)
    return replace(table, phase=phase, clock=table.clock.start(table.game.on_turn, event.at_ns)), ()


def _ended(table: Table, event: Ended) -> tuple[Table, tuple[Effect, ...]]:
    phase = after(table.phase, Trigger.ENDED)
    if phase is None:
        return _out_of_place(table)
    return replace(table, phase=phase, ended=event.reason, press=None, challenge=None,
                   clock=table.clock.stop(event.at_ns)), ()


def _out_of_place(table: Table) -> tuple[Table, tuple[Effect, ...]]:
    """What the referee asks for does not belong in this phase: refused, and said to who is on turn."""
    return refused_for(table, table.game.on_turn or 0, Reason.WRONG_PHASE)


def _nothing(table: Table, _event: Event) -> tuple[Table, tuple[Effect, ...]]:
    return table, ()


_HANDLERS: Mapping[type[Event], Callable[[Table, Any], tuple[Table, tuple[Effect, ...]]]] = {
    Started: _started,
    ClockPressed: turns.pressed,
    Passed: turns.passed,
    Exchanged: turns.exchanged,
    PointsGiven: adjustments.points_given,
    EndRack: adjustments.end_rack,
    BlankDeclared: turns.blank_declared,
    ChallengePressed: challenges.pressed,
    Ruled: challenges.ruled,
    Paused: _paused,
    Resumed: _resumed,
    Ended: _ended,
    Due: _nothing,
    BoardUp: _board_up,
    BoardDown: _board_down,
    HallChanged: _sensed,
    TagsRead: _sensed,
    BoardTold: _sensed,
    StateTold: _nothing,
    Stirred: _sensed,
    Calmed: _sensed,
}
