"""Points that no play made -> each with what explains it: whose rack, its worth, how often, by which rule.

Pure. Reckons nothing anew: what is explained is what the rules have settled. A rack is told once the game is over.
"""

from engine_lite.course import Course
from engine_lite.course_state import Ended
from engine_lite.game import Adjustment, AdjustmentKind
from engine_lite.readings import NOT_FROM_A_SEED, TABLES_OWN
from host import schemas

NS_PER_MS = 1_000_000

# The knob of the rulebook that says what becomes of the racks, by how the game ended; the others are zero turns.
KNOBS = {
    Ended.OUT: "settle_out", Ended.TURN_LIMIT: "settle_turn_limit", Ended.TIME_CAP: "settle_time_cap",
    Ended.NO_PLAY: "settle_no_play",
}
OF_RACKS = (AdjustmentKind.END_BONUS, AdjustmentKind.END_PENALTY)


def points_of(course: Course, unsure: frozenset[int] = frozenset()) -> tuple[schemas.PointsView, ...]:
    """Every adjustment of the game in its order, explained as far as the rules made it.

    Of the racks of the seats `unsure` only the points are told, and that they are not certain yet; of those that
    nobody has told, that there are none yet.
    """
    given = course.game.adjustments
    settled = len(given) - len(course.settlement)
    told = (_points(course, each, at >= settled, unsure) for at, each in enumerate(given))
    return (*told, *(_not_told(course, seat) for seat in sorted(course.untold)))


def _not_told(course: Course, seat: int) -> schemas.PointsView:
    """The line of a rack of which nobody has said what is left: no points yet."""
    out = course.game.turns[-1].seat if course.ended == Ended.OUT else None
    kind = AdjustmentKind.END_PENALTY if out is None else AdjustmentKind.END_BONUS
    gets = seat if out is None else out
    return schemas.PointsView(gets, str(kind), 0, owner=seat, rule=_rule_of_racks(course), unsure=True)


def _points(course: Course, each: Adjustment, settled: bool, unsure: frozenset[int]) -> schemas.PointsView:
    view = schemas.PointsView(each.seat, str(each.kind), each.points)
    if each.kind in OF_RACKS:
        if settled and _owners(course, each) & unsure:
            return schemas.PointsView(each.seat, str(each.kind), each.points, owner=_owner(course, each),
                                      rule=_rule_of_racks(course), unsure=True)
        return _of_a_rack(course, each, settled) if course.ended else view
    if settled and each.kind is AdjustmentKind.TIME:
        over_ms = max(0, -course.clock.left_ns[each.seat]) // NS_PER_MS
        return schemas.PointsView(each.seat, str(each.kind), each.points, over_ms=over_ms,
                                  rule=_rule(course, "overtime"))
    return view


def _of_a_rack(course: Course, each: Adjustment, settled: bool) -> schemas.PointsView:
    tile_set = course.rulebook.tile_set
    worth = sum(tile_set.value(tile) for tile in each.tiles)
    times = each.points // worth if worth else 0
    rule = _rule_of_racks(course) if settled else ""
    return schemas.PointsView(each.seat, str(each.kind), each.points, " ".join(tile.face for tile in each.tiles),
                              _owner(course, each), worth, times, rule=rule)


def _owner(course: Course, each: Adjustment) -> int | None:
    """The seat whose rack it was, None when the racks of several were added up."""
    owners = _owners(course, each)
    return min(owners) if len(owners) == 1 else None


def _owners(course: Course, each: Adjustment) -> set[int]:
    """The seats whose racks were settled: the own one, or those of all others."""
    own = each.kind is AdjustmentKind.END_PENALTY
    return {seat for seat in range(course.game.seats) if (seat == each.seat) is own}


def _rule_of_racks(course: Course) -> str:
    return _rule(course, KNOBS.get(Ended(course.ended), "settle_zero_turns"))


def _rule(course: Course, knob: str) -> str:
    """The paragraph behind a knob, "" where no document says it."""
    paragraphs = course.rulebook.source(knob).paragraphs
    return "" if paragraphs in (NOT_FROM_A_SEED, TABLES_OWN) else paragraphs
