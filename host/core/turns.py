"""What a press of the clock, a pass and a declared blank come to.

Pure. A press first *declares*: the board may still be coming to rest, so it is decided when SETTLE_NS have gone
by since the press and all squares are settled and read; the clock is switched as of the press itself.
"""

from dataclasses import replace

from engine_lite.game import IllegalPlay
from engine_lite.placement import Defect, Reason
from engine_lite.tiles import BLANK, NotATile
from host.core import disorder
from host.core.effects import Effect, RecordTotals, SyncJournal
from host.core.events import BlankDeclared, ClockPressed, Exchanged, Passed
from host.core.phases import Phase, Trigger, after
from host.core.refusals import refused, refused_for
from host.core.state import Press, Table

Outcome = tuple[Table, tuple[Effect, ...]]

# A tile set down at the very press is seen by its 20 Hz sensor and the 100 Hz scan within 60 ms; the link and one
# lost frame's resending stay within the rest. It is also the firmware's settling time: two looks at every square.
SETTLE_NS = 120_000_000
# Hands that still move tiles this long after their press did not mean it: refused, and the clock goes on.
MOVING_LIMIT_NS = 3_000_000_000


def started(table: Table, seat: int, at_ns: int) -> Outcome:
    """`seat` is on turn and its clock runs; nothing happens in a game that has begun, or for a seat not there."""
    phase = after(table.phase, Trigger.STARTED)
    if phase is None or not 0 <= seat < len(table.seats):
        return table, ()
    game = replace(table.game, on_turn=seat)
    return replace(table, phase=phase, game=game, clock=table.clock.start(seat, at_ns)), (SyncJournal(),)


def pressed(table: Table, event: ClockPressed) -> Outcome:
    """A press by the side on turn declares the play; any other is refused and changes nothing.

    Before the game it starts the other side's clock, as on every chess clock (003 L78-84 leave it to the players).
    """
    if after(table.phase, Trigger.STARTED) is not None:
        return started(table, (event.seat + 1) % len(table.seats), event.at_ns)
    phase = after(table.phase, Trigger.PRESSED)
    if phase is None:
        return refused_for(table, event.seat, Reason.WRONG_PHASE)
    if event.seat != table.game.on_turn:
        return refused_for(table, event.seat, Reason.OUT_OF_TURN)
    return replace(table, phase=phase, press=Press(event.seat, event.at_ns), refusal=None), ()


def decision_due(table: Table) -> int | None:
    """When a pending press is decided though nothing more is heard (ns of game time); None without one."""
    if table.press is None:
        return None
    return table.press.at_ns + (MOVING_LIMIT_NS if table.sensed.moving else SETTLE_NS)


def decide_if_due(table: Table) -> Outcome:
    """Commit or refuse a pending press once the board is quiet, or has not become so in time."""
    due = decision_due(table)
    if table.press is None or due is None or table.at_ns < due:
        return table, ()
    if table.sensed.moving:
        return _not_committed(table, (Defect(Reason.MOVING, (), ""),))
    defects = _board_defects(table)
    if defects:
        return _not_committed(table, defects)
    try:
        game = table.game.play(disorder.placement(table))
    except IllegalPlay as illegal:
        return _not_committed(table, illegal.defects)
    return _committed(replace(table, game=game, played={**table.played, **dict(disorder.laid(table))}))


def passed(table: Table, event: Passed) -> Outcome:
    """The side on turn gives up its turn, with nothing of its own on the board."""
    refusal = _why_no_turn(table, event.seat)
    if refusal is not None:
        return refused_for(table, event.seat, *refusal)
    return _turn_over(replace(table, game=table.game.passed(), refusal=None), event.at_ns)


def exchanged(table: Table, event: Exchanged) -> Outcome:
    """The side on turn changes tiles instead of playing, with nothing of its own on the board."""
    refusal = _why_no_turn(table, event.seat)
    if refusal is None and not 1 <= event.count <= table.game.rulebook.rack_size:
        refusal = Reason.WRONG_COUNT, ()
    if refusal is not None:
        return refused_for(table, event.seat, *refusal)
    return _turn_over(replace(table, game=table.game.exchanged(event.count), refusal=None), event.at_ns)


def _why_no_turn(table: Table, seat: int) -> tuple[Reason, tuple[int, ...]] | None:
    """Why `seat` cannot end its turn without a play now, with the squares that stand in its way."""
    if table.phase is not Phase.PLAYING:
        return Reason.WRONG_PHASE, ()
    if seat != table.game.on_turn:
        return Reason.OUT_OF_TURN, ()
    left = tuple(square for square, _ in disorder.laid(table))
    return (Reason.NOT_REMOVED, left) if left else None


def blank_declared(table: Table, event: BlankDeclared) -> Outcome:
    """The blank on a square is named; it may be renamed until its play is committed."""
    seat = table.game.on_turn or 0
    tag = table.sensed.tag_at(event.square)
    if event.square in table.played:
        return refused_for(table, seat, Reason.BLANK_FIXED, (event.square,))
    if tag is None or tag not in table.tiles:
        return refused_for(table, seat, Reason.UNKNOWN_TILE, (event.square,))
    face = _face(table, event.face)
    if face is None or table.tiles[tag] != BLANK.face:
        return refused_for(table, seat, Reason.NOT_A_FACE, (event.square,))
    return replace(table, names={**table.names, tag: face}, refusal=None), ()


def _face(table: Table, text: str) -> str | None:
    """The tile face that `text` means in the game's tile set, None when a blank cannot be that.

    Written in small letters, for a face that only a blank may be (K Q W Y in Romanian) has no tile in capitals.
    """
    tile_set = table.game.rulebook.tile_set
    try:
        tiles = tile_set.tiles(text.lower())
    except NotATile:
        return None
    return tiles[0].face if len(tiles) == 1 and tile_set.can_be(tiles[0].face) else None


def _board_defects(table: Table) -> tuple[Defect, ...]:
    """Why this board cannot be committed whatever the rules say of the placement."""
    if squares := disorder.disturbed(table):
        return (Defect(Reason.DISTURBED, squares, ""),)
    if defects := disorder.unsure(table):
        return defects
    return () if disorder.laid(table) else (Defect(Reason.NOTHING_LAID, (), ""),)


def _not_committed(table: Table, defects: tuple[Defect, ...]) -> Outcome:
    """The press is as if it had not been: the clock of the side on turn has gone on running."""
    assert table.press is not None
    phase = after(table.phase, Trigger.REFUSED) or table.phase
    return refused(replace(table, phase=phase, press=None), table.press.seat, defects)


def _committed(table: Table) -> Outcome:
    assert table.press is not None
    pressed_at = table.press.at_ns
    on_board = set(table.played.values())
    names = {tag: face for tag, face in table.names.items() if tag in on_board}
    phase = after(table.phase, Trigger.COMMITTED) or table.phase
    return _turn_over(replace(table, phase=phase, press=None, names=names, ruled=None), pressed_at)


def _turn_over(table: Table, at_ns: int) -> Outcome:
    """The other side's clock runs from `at_ns`; the turn is safe on disk before anything is shown."""
    clock = table.clock.stop(at_ns)
    if table.game.on_turn is not None:
        clock = clock.start(table.game.on_turn, at_ns)
    table = replace(table, clock=clock)
    return table, (RecordTotals(len(table.game.turns), table.game.totals), SyncJournal())
