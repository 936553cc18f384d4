"""Points that no play made: what the referee gives or takes, and the racks settled at the end.

Pure. Which rule settles a rack is the referee's or the rulebook's affair; what a rack is worth is reckoned here.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from engine_lite.course import Course
from engine_lite.course_end import concluded, resettled, surplus_asked, unsettled
from engine_lite.course_state import Ended as EndedWays
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.course_tiles import Tiles, less
from engine_lite.game import Adjustment, AdjustmentKind, Game, TurnKind
from engine_lite.placement import Reason
from engine_lite.tiles import NotATile
from host.core.beliefs import loop_reads, may_have_drawn
from host.core.effects import Effect
from host.core.events import EndRack, EndTyped, PointsGiven, RackTyped
from host.core.phases import Phase
from host.core.refusals import refused, refused_for
from host.core.state import Table
from host.core.telling import guesses, in_step, swapped

Outcome = tuple[Table, tuple[Effect, ...]]

TYPED = {str(kind): kind for kind in (AdjustmentKind.BONUS, AdjustmentKind.PENALTY, AdjustmentKind.TIME)}
MOST_TIMES = 4  # a rack may count once for each seat of the largest table


def points_given(table: Table, event: PointsGiven) -> Outcome:
    """The referee's points, at any time once the game has begun."""
    kind = TYPED.get(event.kind)
    if table.phase is Phase.SETUP or kind is None or not 0 <= event.seat < table.game.seats:
        return refused(table, event.seat, table.course.refused(Reason.WRONG_PHASE).defects)
    return _adjusted(table, Adjustment(kind, event.seat, event.points))


def end_rack(table: Table, event: EndRack) -> Outcome:
    """A rack's worth, given to a seat or taken off it; a rack that is none is refused."""
    seated = 0 <= event.seat < table.game.seats
    if table.phase is Phase.SETUP or not seated or not 0 < abs(event.times) <= MOST_TIMES:
        return refused_for(table, event.seat, Reason.WRONG_PHASE)
    tile_set = table.game.rulebook.tile_set
    try:
        tiles = tile_set.tiles(event.tiles)
        worth = sum(tile_set.value(tile) for tile in tiles)
    except NotATile:
        return refused_for(table, event.seat, Reason.NOT_A_FACE)
    kind = AdjustmentKind.END_BONUS if event.times > 0 else AdjustmentKind.END_PENALTY
    return _adjusted(table, Adjustment(kind, event.seat, event.times * worth, tiles))


def end_typed(table: Table, event: EndTyped) -> Outcome:
    """People say that the game is over: where they tell everything nothing is settled by itself."""
    course = table.course
    known = event.reason in set(EndedWays) and (event.reason != EndedWays.OUT or _may_be_out(course))
    if not known or course.ended or course.on_turn is None:
        return refused_for(table, table.game.on_turn or 0, Reason.WRONG_PHASE)
    believed = _gone_out(table) if event.reason == EndedWays.OUT else course
    if believed is None:
        return refused_for(table, table.game.on_turn or 0, Reason.WRONG_COUNT)
    course = replace(believed, clock=course.clock.stop(max(event.at_ns, course.at_ns)))
    return in_step(replace(table, course=concluded(course, EndedWays(event.reason)), refusal=None)), ()


def _may_be_out(course: Course) -> bool:
    """Whether a side can have gone out: where the racks are settled by that, only the one that has played last."""
    return course.typed or (bool(course.game.turns) and course.game.turns[-1].kind is TurnKind.PLAY)


def _gone_out(table: Table) -> Course | None:
    """The course with nothing on the rack of the side that is out; None when readers have told of tiles there."""
    course = table.course
    return course if course.typed else _of_the_size(table, course.game.turns[-1].seat, 0)


def rack_typed(table: Table, event: RackTyped) -> Outcome:
    """The rack of a seat as people say it: believed from now on, and settled by when the game is over."""
    seated = 0 <= event.seat < table.game.seats
    if not seated or table.phase is Phase.SETUP:
        return refused(table, event.seat if seated else 0, table.course.refused(Reason.WRONG_PHASE).defects)
    try:
        tiles = table.game.rulebook.tile_set.tiles(event.tiles) if event.tiles else ()
    except NotATile:
        return refused_for(table, event.seat, Reason.NOT_A_FACE)
    course = _of_the_size(table, event.seat, len(tiles))
    if course is None:
        held = str(len(table.course.rack(event.seat)))
        return refused_for(table, event.seat, Reason.WRONG_COUNT, data=(("held", held),))
    found = _with_rack(course, event.seat, tiles)
    if found is None:
        return refused_for(table, event.seat, Reason.UNKNOWN_TILE)
    settled = _still_accepted(table.course, resettled(found))
    fewer = {event.seat} if settled.room(event.seat) > 0 and settled.bag and not settled.ended else set()
    after = replace(table, course=settled, told_racks=table.told_racks | {event.seat}, refusal=None)
    return in_step(replace(after, drew_fewer=after.drew_fewer - {event.seat} | fewer)), ()


def _still_accepted(before: Course, after: Course) -> Course:
    """The course settled anew; who has accepted that very result, as it was `before`, need not do so again."""
    was, now = ((each.settlement, each.game.totals, each.winner) for each in (before, after))
    return replace(after, agreed=before.agreed, phase=before.phase) if was == now and after.ended else after


def _of_the_size(table: Table, seat: int, count: int) -> Course | None:
    """The course with `count` tiles on the rack of `seat`: where no loop reads it, its size is a guess too.

    What people say of it may be wrong only by what readers have told; None when it is. Who says at the end that it
    has fewer forgot to draw for its plays, else it has left out a tile: unless a correction has put such there as
    were never drawn, or never laid.
    """
    course, rack = table.course, table.course.rack(seat)
    more = count - len(rack)
    if not more:
        return course
    put_right = bool(table.corrections) and more < 0
    asked_back = course.overdraw is not None and not (put_right and asked_by_a_correction(table, seat))
    out = course.ended == EndedWays.OUT and seat == course.game.turns[-1].seat
    left_out = bool(course.ended) and not put_right and -more > _laid_in_all(table, seat)
    unread = 0 < more <= may_have_drawn(table, seat)
    if (loop_reads(table, seat) and not unread) or left_out or out:
        return None
    if asked_back or more > min(course.room(seat), len(course.bag)):
        return None
    if more > 0:
        return course.with_rack(seat, (*rack, *course.bag[:more]), bag=course.bag[more:])
    gone = guesses(table, seat)[:-more]
    if len(gone) < -more:
        return None
    fresh = course.fresh[seat]
    kept = (Counter(fresh) & Counter(less(rack, gone) or ())).elements()
    course = course.with_rack(seat, less(rack, gone) or (), bag=(*course.bag, *gone)).with_fresh(seat, tuple(kept))
    return surplus_asked(replace(course, overdraw=None)) if course.overdraw else course


def _laid_in_all(table: Table, seat: int) -> int:
    """How many tiles `seat` has laid in its plays, for which it may have forgotten to draw."""
    own = (turn.placement for turn in table.game.turns if turn.seat == seat and turn.kind is TurnKind.PLAY)
    return sum(len(placement) for placement in own if placement is not None)


def asked_by_a_correction(table: Table, seat: int) -> bool:
    """Whether `seat` is to put back what only a correction has put on its rack.

    Where no loop reads that, it may have none of it.
    """
    over = table.course.overdraw
    asked = bool(table.corrections) and over is not None and over.withdrawn and over.seat == seat
    return asked and not loop_reads(table, seat)


def _with_rack(course: Course, seat: int, tiles: Tiles) -> Course | None:
    """The course with `tiles` on a rack, its old ones where those come from; None when the set has them not left."""
    for tile in (Counter(tiles) - Counter(course.rack(seat))).elements():
        give = next((Counter(course.rack(seat)) - Counter(tiles)).elements())
        others = [other for other in range(course.game.seats) if other != seat and tile in course.rack(other)]
        if tile in course.bag:
            course = swapped(course, seat, give, tile, None)
        elif others:
            course = swapped(course, seat, give, tile, others[0])
        else:
            return None
    return course


def _adjusted(table: Table, adjustment: Adjustment) -> Outcome:
    return with_points(table, lambda game: game.adjusted(adjustment)), ()


def with_points(table: Table, change: Callable[[Game], Game]) -> Table:
    """The table with a `change` of the points that people have given; a game that is over is settled anew."""
    course = unsettled(table.course) if table.ended else table.course
    course = resettled(replace(course, game=change(course.game)))
    if course.phase is CoursePhase.AGREED:  # other totals than those that were accepted
        course = replace(course, phase=CoursePhase.OVER, agreed=frozenset())
    return replace(table, course=course, refusal=None)
