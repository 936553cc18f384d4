"""How a game ends: which turns end it, what the racks and the overtime cost then, and who has won.

Knows nothing of what may still be challenged; asked when a turn is over.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from engine_lite.choices import Overtime, Settlement, SettleOut
from engine_lite.clock import NS_PER_S
from engine_lite.course_state import Course, Ended, Phase
from engine_lite.course_surplus import put_back_at_the_end, withdrawn_surplus
from engine_lite.course_tiles import Tiles
from engine_lite.game import Adjustment, AdjustmentKind, Game, TurnKind
from engine_lite.rulebook import Rulebook

MINUTE_NS = 60 * NS_PER_S
OF_TURNS = {
    Ended.OUT, Ended.THREE_STRIKES, Ended.TWO_PASSES, Ended.ZERO_TURNS, Ended.LOST_TURNS, Ended.TURN_LIMIT,
}  # the others are brought by time, or said
WITHOUT_SETTLEMENT = {Ended.TIME_FORFEIT, Ended.THREE_STRIKES, Ended.RESIGNED, Ended.DISQUALIFIED}


def ending(course: Course) -> Ended | None:
    """What the last turn has brought the game to; None when it goes on. Strikes come before zero turns (9.9)."""
    rules, game = course.rulebook, course.game
    if not game.turns or course.typed:
        return None
    if _is_out(course):
        return Ended.OUT
    if _struck_out(course):
        return Ended.THREE_STRIKES
    if rules.passes_end and _running(game, {TurnKind.PASS}) >= rules.passes_end:
        return Ended.TWO_PASSES
    zero, each = zero_turns(game), rules.zero_turns_each * game.seats
    opening = rules.opening_zero_turns and not len(game.board)
    if not opening and ((each and zero >= each) or (rules.zero_turns_joint and zero >= rules.zero_turns_joint)):
        return Ended.ZERO_TURNS if rules.exchange_is_zero_turn else Ended.LOST_TURNS
    if rules.turn_limit and all(course.turns_of(seat) >= rules.turn_limit for seat in range(game.seats)):
        return Ended.TURN_LIMIT
    return None


def ending_again(course: Course) -> Ended | None:
    """As `ending`, when a turn was put right: the racks are those that belong to the turns as they are now.

    In a game that was over once what was put back into the bag then brings back no side that is out. And a side whose
    last play goes out now is out, though others have had turns since, which they would not have had.
    """
    was = course.ended or course.undecided
    last = course.game.turns[-1] if course.game.turns else None
    if was == Ended.OUT and last is not None and last.kind is TurnKind.PLAY and not course.rack(last.seat):
        return Ended.OUT
    ended = ending(course)
    return Ended.OUT if ended is None and not course.typed and _out_before(course) is not None else ended


def _out_before(course: Course) -> int | None:
    """The side that has gone out with its last turn, before the turns of others; None when none has."""
    last = {turn.seat: turn for turn in course.game.turns}
    out = (seat for seat, turn in last.items() if turn.kind is TurnKind.PLAY and not course.rack(seat))
    return None if course.bag else next(out, None)


def zero_turns(game: Game) -> int:
    """How many turns of all sides together were zero turns, up to the last (000 r21, 002, 003 L36)."""
    rules = game.rulebook
    count = 0
    for turn in reversed(game.turns):
        counts = {
            TurnKind.EXCHANGE: rules.exchange_is_zero_turn,
            TurnKind.PLAY: rules.zero_placement_counts and not turn.points,
        }
        if not counts.get(turn.kind, True):
            break
        count += 1
    return count


def _running(game: Game, kinds: set[TurnKind]) -> int:
    turns = [turn.kind in kinds for turn in reversed(game.turns)]
    return turns.index(False) if False in turns else len(turns)


def _is_out(course: Course) -> bool:
    last = course.game.turns[-1]
    return last.kind is TurnKind.PLAY and not course.bag and not course.rack(last.seat)


def _struck_out(course: Course) -> bool:
    """Whether the last turns of the side that has just played are failed plays, one pass at most among them."""
    rules, seat = course.rulebook, course.game.turns[-1].seat
    turns = course.last_turns(seat)
    if not rules.strikes or len(turns) < rules.strikes:
        return False
    passed = sum(turn.kind is TurnKind.PASS for turn in turns)
    return course.strikes[seat] + min(passed, int(rules.pass_is_strike)) == rules.strikes


def concluded(course: Course, ended: Ended, loser: int | None = None) -> Course:
    """The course at its end: racks and overtime settled, the winner known.

    With a `loser` another side wins whatever the totals, which stand. A withdrawn play must still leave the board,
    and what a rack has too much must still go back where nobody knows which tiles those are.
    """
    course = put_back_at_the_end(course, ended is Ended.TIME_CAP and course.rulebook.cap_takes_back_laid)
    course = surplus_asked(replace(course, ended=ended))
    settled = _settled(course, ended)
    game = course.game
    for each in settled:
        game = game.adjusted(each)
    return replace(
        course,
        game=game,
        phase=Phase.REMOVING if course.removing else Phase.OVER,
        winner=_winner(game, loser),
        loser=loser,
        settlement=settled,
        standing=None,
        challenge=None,
        verdict=None,
        undecided="",
        misses_turn=None,
        settling_ns=None,
        again=None,
        off_since_ns=None,
        paused=None,
        halted=False,
    )


def judged_again(before: Course, course: Course) -> Course:
    """The course after a correction, its end judged by the turns as they are now; `before` is it as it was.

    An end that the turns had brought and do not bring any more is none: the game stands in a pause, nothing settled
    and nothing to accept, until people go on. Until the next turn a correction may bring an end back.
    """
    if course.ended not in OF_TURNS or course.typed or ending_again(before) != course.ended:
        return course
    now = ending_again(course)
    if now == course.ended:
        return course
    if now is not None:
        return concluded(unsettled(course), now, _loser(course, now))
    return doubted(course)


def doubted(course: Course) -> Course:
    """The course in a pause before an end that is none any more, if people do not bring it back."""
    ended, course = course.ended, unsettled(course)
    goes_on = Phase.REMOVING if course.removing else Phase.PLAYING
    return replace(
        course, phase=Phase.PAUSED, paused=goes_on, ended="", undecided=ended, winner=None, loser=None,
        agreed=frozenset(), untold=frozenset(),
    )


def brought_back(course: Course, at_ns: int) -> Course:
    """The course at its end again, if a correction has brought that back before the next turn."""
    ended = ending_again(course) if course.undecided else None
    return course if ended is None else concluded_by_turns(course, ended, at_ns)


def concluded_by_turns(course: Course, ended: Ended, at_ns: int) -> Course:
    """The course at an end that its turns bring, every clock stopped at `at_ns`."""
    course = replace(course, clock=course.clock.stop(max(at_ns, course.at_ns)))
    return concluded(course, ended, _loser(course, ended))


def _loser(course: Course, ended: Ended) -> int | None:
    return course.game.turns[-1].seat if ended is Ended.THREE_STRIKES else None


def resettled(course: Course) -> Course:
    """A game that is over, its racks and overtime settled anew: a turn was put right, or a rack became known.

    Where people tell what the end costs nothing is settled; but who has won, and that all accept it, is anew too.
    """
    if not course.ended:
        return course
    ended = Ended(course.ended)
    course = unsettled(course)
    settled = _settled(course, ended)
    game = course.game
    for each in settled:
        game = game.adjusted(each)
    phase = Phase.OVER if course.phase is Phase.AGREED else course.phase
    winner = _winner(game, course.loser)
    return replace(course, game=game, settlement=settled, winner=winner, agreed=frozenset(), phase=phase)


def unsettled(course: Course) -> Course:
    """The course before its racks and overtime were settled."""
    game, count = course.game, len(course.settlement)
    totals = list(game.totals)
    for each in course.settlement:
        totals[each.seat] -= each.points
    kept = game.adjustments[: len(game.adjustments) - count]
    return replace(course, game=replace(game, totals=tuple(totals), adjustments=kept), settlement=())


def surplus_asked(course: Course) -> Course:
    """The course with what a side has beyond a full rack to go back first; after the end where racks count."""
    if course.ended and not counts_racks(course):
        return replace(course, overdraw=None)
    return withdrawn_surplus(course)


def _settled(course: Course, ended: Ended) -> tuple[Adjustment, ...]:
    """What the racks and the overtime come to."""
    if ended in WITHOUT_SETTLEMENT or course.typed:
        return ()
    return (*_racks_settled(course, ended), *_overtime(course))


def _racks_settled(course: Course, ended: Ended) -> Iterator[Adjustment]:
    """The adjustments for the tiles left on the racks."""
    seats = range(course.game.seats)
    worths = [0 if seat in course.untold else _worth(course, seat) for seat in seats]
    if ended is Ended.OUT:
        before, last = _out_before(course), course.game.turns[-1].seat
        yield from _settled_out(course, last if before is None or not course.rack(last) else before, worths)
    elif _at_end(course.rulebook, ended) is Settlement.OWN_RACK:
        for seat in seats:
            if worths[seat]:
                yield Adjustment(AdjustmentKind.END_PENALTY, seat, -worths[seat], course.rack(seat))


def _settled_out(course: Course, out: int, worths: list[int]) -> Iterator[Adjustment]:
    doubled = course.rulebook.settle_out is SettleOut.DOUBLED
    others = [seat for seat in range(course.game.seats) if seat != out and seat not in course.untold]
    left: Tiles = tuple(tile for seat in others for tile in course.rack(seat))
    if points := sum(worths[seat] for seat in others):
        yield Adjustment(AdjustmentKind.END_BONUS, out, 2 * points if doubled else points, left)
    for seat in others:
        if worths[seat] and not doubled:
            yield Adjustment(AdjustmentKind.END_PENALTY, seat, -worths[seat], course.rack(seat))


def counts_racks(course: Course) -> bool:
    """Whether the tiles left on the racks cost or bring anything at the end that the game has."""
    if course.typed or not course.ended or course.ended in WITHOUT_SETTLEMENT:
        return False
    return course.ended == Ended.OUT or _at_end(course.rulebook, Ended(course.ended)) is Settlement.OWN_RACK


def _at_end(rules: Rulebook, ended: Ended) -> Settlement:
    by_end = {
        Ended.TURN_LIMIT: rules.settle_turn_limit,
        Ended.TIME_CAP: rules.settle_time_cap,
        Ended.NO_PLAY: rules.settle_no_play,
    }
    return by_end.get(ended, rules.settle_zero_turns)


def _worth(course: Course, seat: int) -> int:
    return sum(course.rulebook.tile_set.value(tile) for tile in course.rack(seat))


def _overtime(course: Course) -> Iterator[Adjustment]:
    """What the time beyond the allotted costs each side."""
    for seat, left_ns in enumerate(course.clock.left_ns):
        if points := overtime_points(course.rulebook, -left_ns):
            yield Adjustment(AdjustmentKind.TIME, seat, -points)


def overtime_points(rules: Rulebook, over_ns: int) -> int:
    """Points that `over_ns` nanoseconds beyond the allotted time cost (000 r28d, 003 L15).

    >>> from engine_lite.rulebooks import RULEBOOKS
    >>> [overtime_points(RULEBOOKS[name], 240 * NS_PER_S) for name in ("manacor", "frs_english", "fisc_school")]
    [40, 50, 0]
    """
    if over_ns <= 0:
        return 0
    if rules.overtime is Overtime.MANACOR:
        return rules.overtime_points * ceil(over_ns / MINUTE_NS)
    if rules.overtime is Overtime.FRS_ENGLISH:
        return rules.overtime_points * (over_ns // MINUTE_NS + 1)
    return 0


def _winner(game: Game, loser: int | None) -> int | None:
    """The seat with most points, the loser left out; None for a tie."""
    totals = {seat: total for seat, total in enumerate(game.totals) if seat != loser}
    best = [seat for seat, total in totals.items() if total == max(totals.values())]
    return best[0] if len(best) == 1 else None
