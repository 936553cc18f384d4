"""Before the first play, and every tile that is drawn within a rack: count, draw for the first move, racks, start.

Knows nothing of chance: which tiles came out of the bag is in the event.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine_lite.choices import Count, DrawBlank, DrawTie, FirstClock, Order
from engine_lite.clock import NS_PER_S
from engine_lite.course_end import ending
from engine_lite.course_events import Counted, DrawnToStart, Drew, Started, StarterNamed
from engine_lite.course_state import Course, Ended, Phase
from engine_lite.course_tiles import Tiles, less, whole_set
from engine_lite.course_window import challengeable, last_play, settled
from engine_lite.readings import NOT_FROM_A_SEED
from engine_lite.reasons import RACK_FULL, Data, Reason
from engine_lite.tiles import BLANK, Tile

# What must come before tiles are drawn, or before the first clock.
TIE: Data = (("tie", ""),)
STARTED: Data = (("started", ""),)
COUNT_FIRST: Data = (("count_first", ""),)
STARTER_FIRST: Data = (("starter_first", ""),)
RACKS_FIRST: Data = (("racks_first", ""),)
HELD: Data = (("hold", ""),)
PRESS_FIRST: Data = (("press_first", ""),)


def counted(course: Course, event: Counted) -> Course:
    """The set is counted before the game, and after it where the rules say so; what does not add up is named."""
    before = counts_before(course)
    if not before and not counts_after(course):
        raise course.refused(Reason.WRONG_PHASE, knob="tile_count")
    of_the_set, found = Counter(whole_set(course.rulebook.tile_set)), Counter(event.tiles)
    lacking, surplus = tuple((of_the_set - found).elements()), tuple((found - of_the_set).elements())
    course, whole = replace(course, lacking=lacking, surplus=surplus), not (lacking or surplus)
    if not before:
        return replace(course, counted_after=whole)
    return replace(course, phase=Phase.DRAW if whole else Phase.COUNT, counted=whole)


def asks_for_count(course: Course) -> bool:
    """Whether the rules of this game ask for a count before it: a club whose document does not, may go on without."""
    return course.rulebook.source("tile_count").paragraphs != NOT_FROM_A_SEED


def counts_before(course: Course) -> bool:
    """Whether the set may be counted before the game now: no tile of it is set aside or on a rack."""
    return course.phase in (Phase.SETUP, Phase.COUNT, Phase.DRAW) and not course.drawing_again


def counts_after(course: Course) -> bool:
    """Whether the game is over, and the set is counted again then (000 r1)."""
    return course.phase in (Phase.OVER, Phase.AGREED) and course.rulebook.tile_count is Count.BEFORE_AND_AFTER


def may_begin(course: Course) -> bool:
    """Whether the first move may be drawn for, or named: not with a set that lacks tiles where rules want it whole.

    >>> from engine_lite.rulebooks.manacor import MANACOR
    >>> course = Course.new(MANACOR)
    >>> may_begin(course), may_begin(counted(course, Counted(())))
    (True, False)
    """
    wrong = course.phase is Phase.COUNT and not asks_for_count(course)
    return course.phase in (Phase.SETUP, Phase.DRAW) or wrong


def drawn_to_start(course: Course, event: DrawnToStart) -> Course:
    """The side with the tile nearest to A starts; equal tiles are drawn again (000 r2, 001 B2, 003 L17).

    Until racks are filled people may say anew what was drawn.
    """
    unfilled = course.given or not any(course.racks)
    if not may_begin(course) and not (course.phase is Phase.RACKS and unfilled):
        raise course.refused(Reason.WRONG_PHASE)
    if len(event.tiles) != course.game.seats:
        raise course.refused(Reason.WRONG_COUNT)
    if less(course.bag, event.tiles) is None:
        raise course.refused(Reason.UNKNOWN_TILE)
    first = nearest_to_a(course, event.tiles)
    if len(first) > 1:
        return _tied(course, tuple(event.tiles[seat] for seat in first))
    return _begun_by(course, first[0])


def starter_named(course: Course, event: StarterNamed) -> Course:
    """People say who begins, whatever was drawn; they may think better of it until the first clock runs."""
    if not may_begin(course) and course.phase is not Phase.RACKS:
        raise course.refused(Reason.WRONG_PHASE)
    return _begun_by(course, event.seat)


def _begun_by(course: Course, seat: int) -> Course:
    """`seat` begins, and every tile that was drawn for that goes back into the bag."""
    game, bag = replace(course.game, on_turn=seat), (*course.bag, *course.aside)
    return replace(course, game=game, phase=Phase.RACKS, bag=bag, aside=(), drawing_again=False)


def nearest_to_a(course: Course, tiles: Sequence[Tile]) -> tuple[int, ...]:
    """The places in `tiles`, faces of the set, of the one nearest to A: several where it is a tie.

    >>> from engine_lite.rulebooks.manacor import MANACOR
    >>> nearest_to_a(Course.new(MANACOR), (Tile("E"), BLANK)), nearest_to_a(Course.new(MANACOR), (Tile("E"),) * 2)
    ((1,), (0, 1))
    """
    ranks = [_rank(course, tile) for tile in tiles]
    return tuple(place for place, rank in enumerate(ranks) if rank == min(ranks))


def _rank(course: Course, tile: Tile) -> int:
    """The place of `tile` in the alphabet of the set, the blank first or last."""
    order = [kind.face for kind in course.rulebook.tile_set.faces]
    last = tile == BLANK and course.rulebook.draw_blank is DrawBlank.LAST
    return len(order) if last else order.index(tile.face)


def _tied(course: Course, equal: Tiles) -> Course:
    """The equal tiles are set aside until it is decided, or go back at once."""
    course = replace(course, phase=Phase.DRAW, drawing_again=True, game=replace(course.game, on_turn=None))
    if course.rulebook.draw_tie is DrawTie.PUT_BACK:
        return course
    return replace(course, bag=less(course.bag, equal) or (), aside=(*course.aside, *equal))


def started(course: Course, event: Started) -> Course:
    """The first clock runs: that of the side which the draw has chosen, once it may (003 L78-84)."""
    refuse_unbegun(course)
    if not may_begin(course) and course.phase is not Phase.RACKS:
        raise course.refused(Reason.WRONG_PHASE, data=STARTED if course.phase is Phase.PLAYING else ())
    if course.overdraw:
        raise course.refused(Reason.OVERDRAWN)
    chosen = course.on_turn
    if chosen is not None and chosen != event.seat:
        raise course.refused(Reason.OUT_OF_TURN)
    if not course.given and course.phase is Phase.RACKS and not _ready(course, event.seat):
        raise course.refused(Reason.WRONG_COUNT, knob="first_clock", data=RACKS_FIRST)
    game = replace(course.game, on_turn=event.seat)
    return replace(course, game=game, phase=Phase.PLAYING, fresh=_none(course), lacking=(), surplus=())


def refuse_unbegun(course: Course) -> None:
    """Raise Refused while a tie of the draw is open, or a count that must be right is not.

    Another draw decides, or people say who begins; and the set is counted again.
    """
    if course.drawing_again:
        raise course.refused(Reason.WRONG_PHASE, data=TIE)
    if course.phase is Phase.COUNT and asks_for_count(course):
        raise course.refused(Reason.WRONG_PHASE, knob="tile_count", data=COUNT_FIRST)


def _ready(course: Course, starter: int) -> bool:
    if course.rulebook.first_clock is FirstClock.TILE_SEEN:
        return bool(course.rack(starter))
    return all(_full(course, seat) for seat in range(course.game.seats))


def _full(course: Course, seat: int) -> bool:
    return course.room(seat) <= 0 or not course.bag


def _none(course: Course) -> tuple[Tiles, ...]:
    return ((),) * course.game.seats


def drew(course: Course, event: Drew) -> Course:
    """Tiles from the bag to the rack of `seat`, no more than it holds."""
    seat = event.seat
    may_draw(course, seat)
    if not event.tiles:
        raise course.refused(Reason.WRONG_COUNT)
    if len(event.tiles) > course.room(seat):
        raise course.refused(Reason.OVERDRAWN, data=() if course.overdraw else RACK_FULL)
    course = taken_from_bag(course, seat, event.tiles)
    if course.phase is Phase.PLAYING and not len(course.laid) and ending(course) is Ended.OUT:
        course = last_play(course)  # the other side was out, and only tiles owed before were left in the bag
    over = course.phase is Phase.SETTLING and not challengeable(course)
    return settled(course) if over else course


def taken_from_bag(course: Course, seat: int, tiles: Tiles) -> Course:
    """`tiles` from the bag on the rack of `seat`; the mover's first tile closes what it closes."""
    bag = less(course.bag, tiles)
    if bag is None:
        raise course.refused(Reason.UNKNOWN_TILE)
    course = course.with_rack(seat, (*course.rack(seat), *tiles), bag=bag)
    course = course.with_fresh(seat, (*course.fresh[seat], *tiles))
    standing = course.standing
    if standing and standing.pressed and standing.seat == seat:
        course = replace(course, standing=replace(standing, drawn=True))
    return course


def may_draw(course: Course, seat: int) -> None:
    """Raise Refused where `seat` may not draw now."""
    rules, phase = course.rulebook, course.phase
    if phase is Phase.RACKS and rules.starter_racks_first:
        starter = course.on_turn
        if starter is not None and seat != starter and not _full(course, starter):
            raise course.refused(Reason.OUT_OF_TURN, knob="starter_racks_first", data=STARTER_FIRST)
        return
    if phase is Phase.HOLDING and course.standing and course.standing.held_ns is not None:
        waited = course.at_ns - course.standing.held_ns
        if seat == course.standing.seat and waited < rules.hold_draw_s * NS_PER_S:
            raise course.refused(Reason.WRONG_PHASE, knob="hold_draw_s", data=HELD)
    elif phase not in (Phase.PLAYING, Phase.SETTLING) and (not may_begin(course) or course.drawing_again):
        raise course.refused(Reason.WRONG_PHASE)
    laid_first = rules.order is Order.PRESS_THEN_DRAW and seat == course.on_turn and len(course.laid)
    if phase is Phase.PLAYING and laid_first:
        raise course.refused(Reason.WRONG_PHASE, knob="order", data=PRESS_FIRST)
