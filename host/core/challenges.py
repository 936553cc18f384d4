"""A challenge, its verdict, and the removal of a withdrawn play.

Pure. Who may challenge what by when is the rulebook's affair and grows there; here stands the one order of things:
clocks stand from the challenge to the verdict and until a withdrawn play has left the board.
"""

from dataclasses import replace

from engine_lite.game import IllegalPlay
from engine_lite.placement import Reason, wrong_with
from host.core import disorder
from host.core.effects import Effect, RecordTotals, SyncJournal
from host.core.events import ChallengePressed, Ruled
from host.core.phases import Trigger, after
from host.core.refusals import refused, refused_for
from host.core.state import Challenge, Table

Outcome = tuple[Table, tuple[Effect, ...]]


def pressed(table: Table, event: ChallengePressed) -> Outcome:
    """A side challenges the other's play, or withdraws its own challenge by pressing again."""
    if table.challenge is not None:
        return _unchallenged(table, event)
    phase = after(table.phase, Trigger.CHALLENGED)
    found = _challengeable(table, event.seat)
    if phase is None or isinstance(found, Reason):
        reason = found if isinstance(found, Reason) else Reason.WRONG_PHASE
        return refused_for(table, event.seat, reason)
    if not found.played and (defects := wrong_with(table.game.board, found.placement, table.game.rulebook)):
        return refused(table, event.seat, defects)
    clock = table.clock.stop(event.at_ns)
    return replace(table, phase=phase, challenge=found, clock=clock, refusal=None), ()


def ruled(table: Table, event: Ruled) -> Outcome:
    """The verdict: the play stands and the clock runs again, or it is withdrawn and must leave the board."""
    phase = after(table.phase, Trigger.STANDS if event.valid else Trigger.FALLS)
    if phase is None or table.challenge is None:
        return refused_for(table, table.game.on_turn or 0, Reason.WRONG_PHASE)
    table = replace(table, phase=phase)
    return _stands(table, event.at_ns) if event.valid else _falls(table)


def removed_if_empty(table: Table) -> Outcome:
    """Once a withdrawn play has left the board, the side on turn plays on and its clock runs."""
    phase = after(table.phase, Trigger.REMOVED)
    if phase is None or table.sensed.moving or disorder.challenged_left(table) or table.game.on_turn is None:
        return table, ()
    clock = table.clock.start(table.game.on_turn, table.at_ns)
    return replace(table, phase=phase, removing=(), clock=clock), ()


def _challengeable(table: Table, seat: int) -> Challenge | Reason:
    """What `seat` challenges now, or why it cannot: the tiles laid by the other side, else its last play."""
    if seat != table.game.on_turn:
        placed = disorder.placement(table)
        if table.sensed.moving:
            return Reason.MOVING
        if not placed.tiles:
            return Reason.OUT_OF_TURN
        found = Challenge(seat, placed, played=False)
    else:
        last = table.game.turns[-1] if table.game.turns else None
        if last is None or last.placement is None or last.kind != "play" or last.seat == seat:
            return Reason.TOO_LATE
        found = Challenge(seat, last.placement, played=True)
    return Reason.ALREADY_CHALLENGED if found.placement == table.ruled else found


def _unchallenged(table: Table, event: ChallengePressed) -> Outcome:
    phase = after(table.phase, Trigger.UNCHALLENGED)
    if phase is None or table.challenge is None or table.challenge.by != event.seat:
        return refused_for(table, event.seat, Reason.ALREADY_CHALLENGED)
    return _running(replace(table, phase=phase, challenge=None), event.at_ns), ()


def _stands(table: Table, at_ns: int) -> Outcome:
    assert table.challenge is not None
    return _running(replace(table, ruled=table.challenge.placement, challenge=None), at_ns), ()


def _falls(table: Table) -> Outcome:
    """The mover's turn is over with nothing; the tiles' squares must be empty before anything else."""
    assert table.challenge is not None
    placement = table.challenge.placement
    try:
        game = table.game if table.challenge.played else table.game.play(placement)
    except IllegalPlay as illegal:
        return refused(table, table.challenge.by, illegal.defects)
    squares = tuple(square for square, _ in placement.tiles)
    played = {square: tag for square, tag in table.played.items() if square not in squares}
    names = {tag: face for tag, face in table.names.items() if tag in set(played.values())}
    game = game.withdraw()
    table = replace(table, game=game, played=played, names=names, removing=squares, challenge=None)
    return table, (RecordTotals(len(game.turns), game.totals), SyncJournal())


def _running(table: Table, at_ns: int) -> Table:
    if table.game.on_turn is None:
        return table
    return replace(table, clock=table.clock.start(table.game.on_turn, at_ns))
