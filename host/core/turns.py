"""What a press of the clock comes to, and the blank that is named before it.

Pure. A press first *declares*: the board may still be coming to rest, so it is decided when SETTLE_NS have gone
by since the press, all squares are settled and read, and the board has looked once more beyond the ends of the play
(last_look.py); the clock is switched as of the press itself. Until then time stands still for the rules, and what
people state meanwhile waits.
"""

from dataclasses import replace

from engine_lite.choices import Order
from engine_lite.course import Refused
from engine_lite.course_conditions import asks_first
from engine_lite.course_draw import refuse_unbegun
from engine_lite.course_events import Declared, Event, Exchanged, Pressed, Started
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.course_tiles import Tiles
from engine_lite.placement import Defect, Reason, wrong_with
from engine_lite.reasons import PLAIN
from engine_lite.tiles import BLANK, NotATile
from host.core import disorder
from host.core.beliefs import all_believed, loop_reads
from host.core.draws import drawn_before, filled_from_racks, filled_unseen, loop_believed
from host.core.effects import Effect
from host.core.events import BlankDeclared, ClockPressed
from host.core.fusion import stuck
from host.core.last_look import last_look
from host.core.laying import brought_in, too_late
from host.core.refusals import refused, refused_for
from host.core.state import BOARD, Press, Table
from host.core.telling import exchanged, faces_of, halted, in_step, told
from host.core.unread import exchange_followed

Outcome = tuple[Table, tuple[Effect, ...]]

# A last tile may touch the board a tenth of a second after the press: two hands are not one. Its 20 Hz sensor and the
# 100 Hz scan see it within 60 ms, and the link tells it within the rest; what frames noise has damaged, the board's
# answer to the last look brings before itself.
SETTLE_NS = 200_000_000
# In a game without the last look, as all were that an earlier version began: two looks of the firmware at a square.
SETTLE_UNSEEN_NS = 120_000_000
# Hands that still move tiles this long after their press did not mean it: refused, and the clock goes on.
MOVING_LIMIT_NS = 3_000_000_000

# The board is not heard: what lies on it is not known, so no square can be named.
UNHEARD = (Defect(Reason.DISTURBED, (), ""),)

BEFORE_THE_GAME = (CoursePhase.SETUP, CoursePhase.COUNT, CoursePhase.DRAW, CoursePhase.RACKS)


def pressed(table: Table, event: ClockPressed) -> Outcome:
    """A press by the side on turn declares the play; any other is refused and changes nothing.

    Before the game it starts the other side's clock, as on every chess clock (003 L78-84): that of the side which
    the draw has chosen, if there was one.
    """
    seats, course = len(table.seats), table.course
    if not 0 <= event.seat < seats:
        return refused_for(table, 0, Reason.OUT_OF_TURN)
    if course.phase in BEFORE_THE_GAME:
        chosen = course.on_turn if course.on_turn is not None else (event.seat + 1) % seats
        return started(table, Started(chosen, at_ns=event.at_ns), event.seat)
    if course.ended or course.phase not in (CoursePhase.PLAYING, CoursePhase.SETTLING):
        return refused(table, event.seat, (_in_the_way(table),))
    if course.phase is CoursePhase.PLAYING and event.seat != course.on_turn:
        return refused_for(table, event.seat, Reason.OUT_OF_TURN)
    at_ns = max(event.at_ns, table.ran_since_ns)  # heard late; never before the clock that it stops was started
    press = Press(event.seat, at_ns, unheard=not table.linked)
    return last_look(replace(table, press=press, refusal=None))


def _in_the_way(table: Table) -> Defect:
    removing = table.course.phase is CoursePhase.REMOVING
    return disorder.not_removed(table) if removing else table.course.refused(Reason.WRONG_PHASE).defects[0]


def started(table: Table, event: Started, by: int) -> Outcome:
    """The first clock runs; the racks are what their readers tell, or believed full."""
    quiet = replace(table, sensed=replace(table.sensed, masked=stuck(table.sensed, table.played)))
    try:
        refuse_unbegun(table.course)  # before any rack is looked at
        return told(filled_from_racks(quiet), event), ()
    except Refused as why:
        return refused(table, by, why.defects)


def decision_due(table: Table) -> int | None:
    """When a pending press is decided though nothing more is heard (ns of game time); None without one."""
    if table.press is None:
        return None
    if _unsettled(table):
        return table.press.at_ns + MOVING_LIMIT_NS
    return table.press.at_ns + (SETTLE_NS if table.looks else SETTLE_UNSEEN_NS)


def _unsettled(table: Table) -> bool:
    """Whether a press must wait: tiles move, a square is still to be read, or the board does not speak."""
    silent = table.looks and not table.linked
    return table.sensed.moving or silent or (table.press is not None and bool(table.press.unread))


def decide_if_due(table: Table) -> Outcome:
    """Commit or refuse a pending press once the board is quiet, or has not become so in time."""
    due, press = decision_due(table), table.press
    if press is None or due is None:
        return table, ()
    if table.at_ns < due:  # the look goes on beside the settling
        return last_look(table)
    pressed_ns = press.at_ns
    if _unsettled(table):
        return _not_committed(table, _still_open(table, press))
    table, effects = last_look(table)
    if effects and table.at_ns < pressed_ns + MOVING_LIMIT_NS:  # a tile came that lengthened the play
        return table, effects
    if defects := _board_defects(table):
        return _not_committed(table, defects)
    if late := _late_at_an_end(table, press):
        return _not_committed(table, (Defect(Reason.MOVING, late, ""),))
    if gone := _taken_up_since(table):  # half the picture of the press, half of a later one
        return _not_committed(table, (Defect(Reason.MOVING, gone, ""),))
    if table.course.phase is CoursePhase.PLAYING:
        table, defects = _laid_and_drawn(table, press)
        if defects:
            return _not_committed(table, defects)
    return _committed(table, pressed_ns)


def _laid_and_drawn(table: Table, press: Press) -> tuple[Table, tuple[Defect, ...]]:
    """The game with what lay on the board at `press`, and with what was drawn for it; and why it is not taken."""
    laid = table.course.laid
    table, defects, _tags = brought_in(table, press.at_ns)
    return (table if defects or table.course.laid == laid else drawn_before(table, press.seat)), defects


def _still_open(table: Table, press: Press) -> tuple[Defect, ...]:
    """Why a press that has waited its time is not decided: nobody knows what moves on a board that is not heard."""
    if not table.linked:
        return UNHEARD
    return (Defect(Reason.MOVING, tuple(sorted(press.unread)), ""),)


def _late_at_an_end(table: Table, press: Press) -> tuple[int, ...]:
    """Tiles right beyond the play that were heard of late: the other side's, or the play's own over a bad line."""
    return tuple(square for square, _ in disorder.laid(table) if square in press.asked and too_late(table, square))


def _taken_up_since(table: Table) -> tuple[int, ...]:
    """Squares whose tile was laid when the clock was pressed and has left the board since."""
    on_board = table.sensed_tags
    return tuple(sorted(square for square, tag in table.laid_tags.items()
                        if square not in table.sensed.on and tag not in on_board))


def _committed(table: Table, at_ns: int) -> Outcome:
    press = table.press
    assert press is not None, "a press is being decided"
    try:
        then = _as_of(table, at_ns)
        asks = asks_first(then.course, at_ns)  # a touched tile comes first: nothing that ends a turn happens yet
        filled, event = _turn_of(then if asks else racks_filled(then, press.seat), press.seat, at_ns)
        if both := _two_turns(filled, press.seat):
            return _not_committed(replace(table, unwinds=len(table.game.turns)), both)
        after = told(filled, event)
    except Refused as why:
        return _not_committed(table, why.defects)
    if isinstance(event, Exchanged):
        after = exchanged(after, press.seat, *exchange_seen(filled, press.seat))
    return replace(after, press=None, refusal=None, refused_tags=frozenset()), ()


def _as_of(table: Table, at_ns: int) -> Table:
    """The table as it was at the moment of the press: what was heard before it, but came later, has cost no time.

    The clock that runs has run since then without a break: that is what `ran_since_ns` is for.
    """
    course, clock = table.course, table.clock
    late = clock.since_ns - at_ns
    if late <= 0:
        return table
    left = tuple(each + late if seat == clock.running else each for seat, each in enumerate(clock.left_ns))
    clock = replace(clock, left_ns=left, since_ns=at_ns)
    return replace(table, course=replace(course, at_ns=at_ns, clock=clock))


def _turn_of(table: Table, seat: int, at_ns: int) -> tuple[Table, Event]:
    """What the press of `seat` ends: a play, or an exchange that its readers have followed."""
    course = table.course
    if len(course.laid) or course.phase is not CoursePhase.PLAYING or course.touched:
        return table, Pressed(seat, at_ns=at_ns)
    out, drawn = exchange_seen(table, seat)
    if not out or (not loop_reads(table, seat) and len(out) != len(drawn)):  # the ring has missed a tile
        return table, Pressed(seat, at_ns=at_ns)
    gone = faces_of(table, out)
    return all_believed(table, seat, gone), Exchanged(seat, gone, faces_of(table, drawn), at_ns=at_ns)


def exchange_seen(table: Table, seat: int, out: Tiles = ()) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tags that `seat` has put away and those that it has drawn for them, as loops or ring have told.

    `out` are the tiles that it says it has put away, if it does.
    """
    if not loop_reads(table, seat):
        return exchange_followed(table, seat, out)
    drawn = tuple(tag for tag in table.ledger.new(seat) if tag in table.tiles)
    return table.ledger.missing(seat, table.sensed_tags), drawn


def _two_turns(table: Table, seat: int) -> tuple[Defect, ...]:
    """Why `seat` may not end a turn in which it has laid a play and put tiles of its rack into the bag; () if it may.

    Who exchanges lays nothing in that turn, in every rulebook (000 r16, 001 B12, 002, 003 L23). It may take up the
    one, or take back the other. Only what its loop has read before and the ring has seen go in counts. How many is
    said to everybody, which is not: they were its own.
    """
    course = table.course
    if not len(course.laid) or course.phase is not CoursePhase.PLAYING or course.typed or not loop_reads(table, seat):
        return ()
    put_in = table.ledger.gone_in - table.ledger.by_ring
    gone = [tag for tag in table.ledger.missing(seat, table.sensed_tags | table.placed_tags) if tag in put_in]
    data = (("exchanged", str(len(gone))),)
    refusal = course.refused(Reason.NOT_REMOVED, course.laid.squares, knob="exchange_min_bag", data=data)
    return refusal.defects if gone else ()


def racks_filled(table: Table, seat: int) -> Table:
    """The table before `seat` ends its turn: who must have drawn by now has, as far as no reader tells.

    What the loops do not read has not been drawn, but for what `seat` may still have in its hand. Raises Refused.
    """
    if table.ledger.doubted:  # at the end of the turn before
        table = replace(table, ledger=replace(table.ledger, doubted={}))
    draws_now = table.course.rulebook.order is Order.DRAW_THEN_PRESS and len(table.course.laid) > 0
    for each in range(table.game.seats):
        if each != seat or not draws_now:
            table = loop_believed(table, each)
        if each != seat or draws_now:
            table = filled_unseen(table, each)
    return table


def _board_defects(table: Table) -> tuple[Defect, ...]:
    """Why this board cannot be committed whatever the rules say of the placement: nobody knows one that is silent."""
    if BOARD in table.silent:
        return UNHEARD
    if squares := disorder.out_of_order(table):
        return (Defect(Reason.DISTURBED, squares, ""),)
    unsure = disorder.unsure(table)
    placed = disorder.placement(table)
    badly_laid = wrong_with(table.game.board, placed, table.game.rulebook) if unsure and len(placed) else ()
    return (*unsure, *badly_laid)


def _not_committed(table: Table, defects: tuple[Defect, ...]) -> Outcome:
    """The press is as if it had not been; the clock of the side on turn goes on, or stands where that is set."""
    assert table.press is not None
    seat = table.press.seat
    table = replace(table, press=None)
    if table.course.halts and table.course.phase is CoursePhase.PLAYING and _wants_hands(defects):
        table = halted(table, True, table.at_ns)
    return refused(table, seat, defects)


def _wants_hands(defects: tuple[Defect, ...]) -> bool:
    """Whether something on the board must be put right first: a clock that stood for less would stand for free."""
    return any(defect.squares and defect.reason is not Reason.BLANK_UNDECLARED for defect in defects)


def blank_declared(table: Table, event: BlankDeclared) -> Outcome:
    """The blank on a square is named; it may be renamed until its play is committed."""
    seat = table.game.on_turn or 0
    if not 0 <= event.square < 225:
        return refused_for(table, seat, Reason.OFF_BOARD)
    tag = table.sensed.tag_at(event.square)
    if played := table.game.board.at(event.square):
        why, data = (Reason.BLANK_FIXED, ()) if played.blank else (Reason.NOT_A_FACE, PLAIN)
        return refused_for(table, seat, why, (event.square,), data)
    if event.square not in table.sensed.occupied():
        return refused_for(table, seat, Reason.NOTHING_LAID, (event.square,))
    if tag is None or tag not in table.tiles:
        return refused_for(table, seat, Reason.UNKNOWN_TILE, (event.square,))
    if table.tiles[tag] != BLANK.face:
        return refused_for(table, seat, Reason.NOT_A_FACE, (event.square,), PLAIN)
    face = _face(table, event.face)
    if face is None:
        return refused_for(table, seat, Reason.NOT_A_FACE, (event.square,))
    said = {square: each for square, each in table.said.items() if each[0] != tag}  # the last word counts
    named = replace(table, names={**table.names, tag: face}, said=said, refusal=None)
    if event.square not in table.laid_tags:
        return named, ()
    try:
        return in_step(told(named, Declared(event.square, face, at_ns=event.at_ns))), ()
    except Refused as why:
        return refused(table, seat, why.defects)


def _face(table: Table, text: str) -> str | None:
    """The tile face that `text` means in the game's tile set, None when a blank cannot be that.

    A face is taken by its name, digraphs too where words must put them in brackets. Any other text is read as words
    are. Written in small letters, for a face that only a blank may be (K Q W Y in Romanian) has no tile in capitals.
    """
    tile_set = table.game.rulebook.tile_set
    if tile_set.can_be(text.upper()):
        return text.upper()
    try:
        tiles = tile_set.tiles(text.lower())
    except NotATile:
        return None
    return tiles[0].face if len(tiles) == 1 and tile_set.can_be(tiles[0].face) else None
