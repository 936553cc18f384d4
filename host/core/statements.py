"""What people state, by a button, on a page or at the referee's desk: told to the rules.

Pure. Each statement is an event of the course of the game; where it names no tiles, they are those that the readers
have followed. A statement that the rules refuse changes nothing.
"""

from dataclasses import replace
from typing import Any

from engine_lite.choices import ChallengeWindow
from engine_lite.course import Refused
from engine_lite.course_conditions import asks_first
from engine_lite.course_events import (
    Challenged,
    Counted,
    DrawnToStart,
    Event,
    Exchanged,
    Held,
    Overdrew,
    Passed,
    Returned,
    Senyors,
    ShortExchanged,
    Started,
    StarterNamed,
    Took,
    Unchallenged,
)
from engine_lite.course_exchange import needed_tiles
from engine_lite.course_state import Again, Standing
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.course_tiles import Tiles, less
from engine_lite.course_window import open_play
from engine_lite.placement import Defect, Reason
from host.core import counting, disorder, first_move
from host.core.beliefs import all_believed, all_in_the_bag, loop_reads
from host.core.effects import Effect
from host.core.events import ChallengePressed, ExchangeTyped
from host.core.refusals import refused, refused_for
from host.core.state import BAG, Table
from host.core.telling import exchanged, faces_of, told
from host.core.turns import exchange_seen, racks_filled, started
from host.core.unread import (
    exchange_believed,
    exchange_settled,
    exchange_unnamed,
    gone_back,
    put_back,
    senyors_believed,
    some_exchanged,
    tags_unsure,
)

Outcome = tuple[Table, tuple[Effect, ...]]

SEATS = ("seat", "by", "from_seat")  # the fields of a statement that name a side


def stated(table: Table, event: Event) -> Outcome:
    """The table after a statement, or with why it is refused."""
    if isinstance(event, Started):
        return started(table, event, event.seat)
    seat = _speaker(table, event)
    try:
        filled, event = _filled(table, event, seat)
        after = _tags_followed(filled, told(filled, event), event, seat)
        if isinstance(event, DrawnToStart | StarterNamed):
            after = first_move.said(after, getattr(event, "tiles", ()))
        elif isinstance(event, Counted):
            after = counting.said(after)
    except Refused as why:
        return refused(table, _told(table, event), _as_it_stands(table, why.defects))
    return replace(after, refusal=None, refused_tags=frozenset()), ()


def _as_it_stands(table: Table, defects: tuple[Defect, ...]) -> tuple[Defect, ...]:
    """Why a statement is refused, with the squares that keep a withdrawn play on the board: the rules see none."""
    if table.course.phase is not CoursePhase.REMOVING:
        return defects
    held = disorder.not_removed(table)
    return tuple(replace(held, rule=each.rule if held.reason is each.reason else "")
                 if each.reason is Reason.NOT_REMOVED else each for each in defects)


def _tags_followed(before: Table, after: Table, event: Event, seat: int) -> Table:
    """The tags of tiles that were changed for others, where readers have followed them."""
    match event:
        case Exchanged() | ShortExchanged() | Senyors() if not loop_reads(before, seat):
            out = before.course.rack(seat) if isinstance(event, Senyors) else event.out
            got = after.course.rack(seat) if isinstance(event, Senyors) else getattr(event, "keeps", ())
            settle = exchange_settled if after.reads(BAG) else tags_unsure
            return settle(after, seat, out, got)
        case Exchanged() | ShortExchanged():
            return exchanged(after, seat, *exchange_seen(before, seat))
        case Senyors():
            return exchanged(after, seat, before.ledger.of(seat), before.ledger.racks[seat] & before.tiles.keys())
        case Took(from_seat=giver, returns=tiles):
            return gone_back(before, after, giver, tiles)
        case Returned(tiles=tiles):
            return gone_back(before, after, seat, tiles)
        case Overdrew() if before.reads(BAG):
            return replace(after, ledger=after.ledger.holding(seat, before.ledger.out, by_ring=True))
    return after


def _speaker(table: Table, event: Any) -> int:
    """The side that a statement is of: who speaks, else who is on turn."""
    told = _told(table, event)
    return (table.game.on_turn or 0) if told is None else told


def _told(table: Table, event: Any) -> int | None:
    """To which side it is said why a statement is refused; None for the referee's, and for those of nobody."""
    return next((int(seat) for name in SEATS if (seat := getattr(event, name, None)) is not None
                 and 0 <= seat < len(table.seats)), None)


def _filled(table: Table, event: Event, seat: int) -> tuple[Table, Event]:
    """The statement with the tiles that readers have followed, and the racks as far as they must be full by then."""
    match event:
        case Counted():
            return table, counting.filled(table, event)
        case DrawnToStart(tiles=()):
            return table, replace(event, tiles=_shown_to_start(table))
        case Exchanged() | ShortExchanged():
            return _exchange(table, event, seat)
        case Senyors() if not loop_reads(table, seat):
            return senyors_believed(table, event, seat)
        case Senyors(drawn=()):
            return table, replace(event, drawn=_drawn_again(table, seat))
        case Overdrew():
            return _overdrawn(table, event)
        case Took(from_seat=giver, returns=tiles):
            table, tiles = put_back(table, giver, tiles or _went_back(table, giver))
            return table, replace(event, returns=tiles)
        case Returned(tiles=tiles):
            table, tiles = put_back(table, seat, tiles or _went_back(table, seat))
            return table, replace(event, tiles=tiles)
        case Passed():
            refuse_disorder(table, seat)
            return table if asks_first(table.course, event.at_ns) else racks_filled(table, seat), event
    return table, event


_UNDECIDED = (CoursePhase.HOLDING, CoursePhase.CHALLENGED, CoursePhase.PAUSED)


def refuse_disorder(table: Table, seat: int) -> None:
    """Raise Refused when tiles of this turn lie there, or old ones lie wrong: a turn without a play lays none.

    Whose turn it is comes first: who is not on turn has nothing to put right. So does a play that is not decided yet:
    its rack must not be believed full.
    """
    if table.course.phase in _UNDECIDED:
        raise table.course.refused(Reason.WRONG_PHASE)
    if table.course.phase is not CoursePhase.PLAYING:
        return
    if table.course.on_turn != seat:
        raise table.course.refused(Reason.OUT_OF_TURN)
    squares = {square for square, _ in disorder.laid(table)} | set(table.course.laid.squares)
    if squares:
        raise Refused((Defect(Reason.NOT_REMOVED, tuple(sorted(squares)), ""),))
    if not table.course.typed and (wrong := disorder.out_of_order(table)):
        raise Refused((Defect(Reason.DISTURBED, wrong, ""),))


def _shown_to_start(table: Table) -> Tiles:
    """The one tile that each side has drawn and put on its rack."""
    racks = table.ledger.racks
    shown = [racks.get(seat, frozenset()) for seat in range(table.game.seats)]
    return tuple(tile for tags in shown if len(tags) == 1 for tile in faces_of(table, tags & table.tiles.keys()))


def _exchange(table: Table, event: Exchanged | ShortExchanged, seat: int) -> tuple[Table, Event]:
    """An exchange as the readers followed it, else as it is said, with a guess for what was drawn."""
    refuse_disorder(table, seat)
    table = racks_filled(table, seat)
    if not loop_reads(table, seat):
        table, out, got = exchange_believed(table, event, seat)
    else:
        seen_out, seen_drawn = exchange_seen(table, seat)
        out = event.out or faces_of(table, seen_out)
        table = all_believed(table, seat, out)
        got = event.drawn if isinstance(event, Exchanged) else event.keeps
        got = got or faces_of(table, seen_drawn) or table.course.bag[: len(out)]
    if isinstance(event, Exchanged):
        return table, replace(event, out=out, drawn=got)
    return table, replace(event, out=out, keeps=got)


def exchange_typed(table: Table, event: ExchangeTyped) -> Outcome:
    """An exchange of which only the number of tiles is known: the sheet names none, the racks stay guesses."""
    seat, course = event.seat, table.course
    if not 0 <= seat < len(table.seats) or not 1 <= event.count <= course.rulebook.rack_size:
        return refused_for(table, _speaker(table, event), Reason.WRONG_COUNT)
    try:
        refuse_disorder(table, seat)
        after = _exchanged_unseen(racks_filled(table, seat), event)
    except Refused as why:
        return refused(table, seat, why.defects)
    return replace(after, refusal=None, refused_tags=frozenset()), ()


def _exchanged_unseen(table: Table, event: ExchangeTyped) -> Table:
    course, count = table.course, event.count
    if course.typed and course.on_turn == event.seat and course.phase is CoursePhase.PLAYING:
        passed = told(table, Passed(event.seat, at_ns=event.at_ns))
        return replace(passed, course=replace(passed.course, game=course.game.exchanged(count)))
    table, out, drawn = some_exchanged(table, event.seat, count)
    after = told(table, Exchanged(event.seat, out, drawn, at_ns=event.at_ns))
    if not loop_reads(after, event.seat):
        after = exchange_unnamed(after, event.seat, out)
    game = after.game
    last = replace(game.turns[-1], tiles=())
    return replace(after, course=replace(after.course, game=replace(game, turns=(*game.turns[:-1], last))))


def _drawn_again(table: Table, seat: int) -> Tiles:
    """What stands on the rack of `seat` after it was put back whole and drawn again, without the one needed tile."""
    tags = table.ledger.racks.get(seat, frozenset()) & table.tiles.keys()
    drawn = faces_of(table, sorted(tags))
    needed: Tiles = needed_tiles(table.course, seat) if table.course.again is Again.ONE else ()
    return less(drawn, needed) or drawn


def _overdrawn(table: Table, event: Overdrew) -> tuple[Table, Event]:
    """What a side has drawn too many: with the ring the tiles that nobody had room for, else those told."""
    tiles = faces_of(table, sorted(table.ledger.out)) if table.reads(BAG) else event.tiles
    return all_in_the_bag(table, tiles), replace(event, tiles=tiles)


def _went_back(table: Table, seat: int) -> Tiles:
    """What the loop of an overfull rack no longer reads."""
    return faces_of(table, table.ledger.missing(seat, table.sensed_tags))


# --- one button for HOLD and challenge ---------------------------------------------------------------


def challenge_pressed(table: Table, event: ChallengePressed) -> Outcome:
    """The challenge button: HOLD where the rules know it, pressed again the challenge, and again its withdrawal."""
    if not 0 <= event.seat < len(table.seats):
        return refused_for(table, 0, Reason.OUT_OF_TURN)
    return stated(table, _meant(table, event))


def _meant(table: Table, event: ChallengePressed) -> Event:
    course, seat = table.course, event.seat
    if course.challenge is not None and course.challenge.by == seat:
        return Unchallenged(seat, at_ns=event.at_ns)
    hold = course.rulebook.challenge_window is ChallengeWindow.HOLD and course.rulebook.hold_s
    if hold and course.phase in (CoursePhase.PLAYING, CoursePhase.SETTLING):
        found = open_play(course, seat)
        if isinstance(found, Standing) and found.held_ns is None:
            return Held(seat, at_ns=event.at_ns)
    return Challenged(seat, at_ns=event.at_ns)
