"""What people say of tiles that no rack's loop follows: drawn, drawn too many, exchanged, put back.

Pure. The bag's ring helps where there is one; for the rest the racks are guesses of the right number, and give way to
what is said. Only what readers have told stands against it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine_lite.choices import Order
from engine_lite.course import Refused
from engine_lite.course_events import Exchanged, Senyors, ShortExchanged
from engine_lite.course_exchange import needed_tiles, senyors_draws
from engine_lite.course_state import Again
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.course_tiles import Tiles, less, plain
from engine_lite.placement import Placement, Reason
from engine_lite.reasons import RACK_FULL
from engine_lite.tiles import Tile
from host.core.beliefs import (
    all_believed,
    all_in_the_bag,
    all_of_one_kind,
    among_the_new,
    bag_holds,
    loop_reads,
    never_drew,
)
from host.core.draws import unseen_drawn
from host.core.effects import Effect
from host.core.events import DrawTyped, OverdrawTyped
from host.core.refusals import refused, refused_for
from host.core.state import BAG, Table
from host.core.telling import faces_of, guesses, in_step

Outcome = tuple[Table, tuple[Effect, ...]]
Tags = tuple[str, ...]


# --- drawn -------------------------------------------------------------------------------------------


def draw_typed(table: Table, event: DrawTyped) -> Outcome:
    """A side says that it has drawn: as many tiles as it says, or until its rack is full; what is known is known."""
    seat, course = event.seat, table.course
    if not 0 <= seat < len(table.seats) or not 0 <= event.count <= course.rulebook.rack_size:
        return refused_for(table, max(0, min(seat, len(table.seats) - 1)), Reason.WRONG_COUNT)
    more = event.count - len(course.fresh[seat]) if event.count else min(course.room(seat), len(course.bag))
    if more > course.room(seat):
        return refused_for(table, seat, Reason.OVERDRAWN, data=() if course.overdraw else RACK_FULL)
    table = never_drew(bag_holds(table, seat, more), seat, -more)
    after, effects = _drawn(table, seat, more, event.at_ns) if more > 0 else (_taken(table), ())
    if effects:
        return after, effects
    fewer = event.count and after.course.room(seat) > 0 and after.course.bag
    return replace(after, drew_fewer=after.drew_fewer - {seat} | ({seat} if fewer else set())), ()


def overdraw_typed(table: Table, event: OverdrawTyped) -> Outcome:
    """A side, or another one, says that it has drawn more tiles than its rack holds."""
    seat, course = event.seat, table.course
    if not 0 <= seat < len(table.seats) or not 1 <= event.count <= course.rulebook.rack_size:
        return refused_for(table, max(0, min(seat, len(table.seats) - 1)), Reason.WRONG_COUNT)
    if course.overdraw is not None:
        return refused_for(table, seat, Reason.OVERDRAWN)
    if loop_reads(table, seat):
        return refused_for(table, seat, Reason.WRONG_COUNT, data=(("held", str(len(course.rack(seat)))),))
    table = before_it_laid(table, seat)
    return _drawn(table, seat, table.course.room(seat) + event.count, event.at_ns)


def before_it_laid(table: Table, seat: int) -> Table:
    """The table before `seat` laid its tiles, where it must have drawn before that, as after the other's lost turn.

    They are its own until the rack is right again, and then count as laid: they lie there all the time.
    """
    course = table.course
    if seat != course.on_turn or not len(course.laid) or course.rulebook.order is not Order.PRESS_THEN_DRAW:
        return table
    rack = (*course.rack(seat), *plain(tile for _, tile in course.laid.tiles))
    return replace(table, course=replace(course, laid=Placement()).with_rack(seat, rack))


def _drawn(table: Table, seat: int, count: int, at_ns: int) -> Outcome:
    if count > len(table.course.bag):
        return refused_for(table, seat, Reason.WRONG_COUNT)
    try:
        return _taken(unseen_drawn(table, seat, count, at_ns, said=True)), ()
    except Refused as why:
        return refused(table, seat, why.defects)


def _taken(table: Table) -> Table:
    return replace(table, refusal=None, refused_tags=frozenset())


# --- put back ----------------------------------------------------------------------------------------


def put_back(table: Table, seat: int, tiles: Tiles) -> tuple[Table, Tiles]:
    """The tiles that go back from the overfull rack of `seat`, believed there; unsaid, those that the ring has seen.

    Where nobody tells which, some of them that were drawn last.
    """
    over = table.course.overdraw
    if over is None or over.seat != seat:
        return table, tiles
    if not tiles and not loop_reads(table, seat):
        seen = faces_of(table, _seen_going(table, seat))
        tiles = seen if len(seen) == over.surplus else over.new[: over.surplus]
    return among_the_new(all_believed(table, seat, tiles), seat, tiles), tiles


def gone_back(before: Table, after: Table, seat: int, tiles: Tiles) -> Table:
    """The table after `tiles` have gone from the rack of `seat` into the bag: which very tags, if that is known.

    With a ring it is those that it has seen or will see. Without one, a tag of such a face may be there or here.
    """
    if loop_reads(after, seat):
        return after
    if not after.reads(BAG):
        return tags_unsure(after, seat, tiles)
    ledger = after.ledger
    known = [tag for tag in before.ledger.of(seat) if tag not in ledger.held]
    left = _beyond(tiles, faces_of(after, known))
    likely = (*_seen_going(after, seat), *sorted(ledger.by_ring & set(ledger.of(seat))), *sorted(ledger.loose))
    back = {*known, *_with_faces(after, dict.fromkeys(likely), left)}
    gone_in = before.ledger.gone_in
    return replace(after, ledger=ledger.without(back & gone_in).going_back(back - gone_in))


def tags_unsure(table: Table, seat: int, gone: Tiles, _got: Tiles = ()) -> Table:
    """The table after `gone` has left the rack of `seat` unseen: which tag of such a face is still there is open."""
    tags = [tag for tag in table.ledger.of(seat) if table.tile_of(tag) in gone]
    return replace(table, ledger=table.ledger.without(tags))


def _seen_going(table: Table, seat: int) -> Tags:
    """Tags that the ring has seen going into the bag, from the rack of `seat` or from nobody knows whose."""
    ledger = table.ledger
    if not table.reads(BAG):
        return ()
    return tuple(sorted(tag for tag in ledger.gone_in if ledger.held.get(tag, seat) == seat))


# --- exchanged ---------------------------------------------------------------------------------------


def exchange_followed(table: Table, seat: int, out: Tiles = ()) -> tuple[Tags, Tags]:
    """The tags that `seat`, whose rack has no loop, has put away and drawn for them, as the ring has told.

    `out` are the tiles that it says it has put away; without them all that was seen going in counts. A tag that was
    never seen leaving the bag, and has a face that was put away, went in.
    """
    if not table.reads(BAG):
        return (), ()
    gone = _seen_going(table, seat)
    if out:
        gone = _with_faces(table, (*gone, *sorted(table.ledger.out)), out)
    return gone, tuple(sorted(table.ledger.out - set(gone)))


def _with_faces(table: Table, tags: Iterable[str], tiles: Sequence[Tile]) -> Tags:
    """Those of `tags` that are `tiles`, one for each at the most."""
    wanted, found = list(tiles), []
    for tag in tags:
        if table.tile_of(tag) in wanted:
            wanted.remove(table.tile_of(tag))
            found.append(tag)
    return tuple(found)


def exchange_believed(table: Table, event: Exchanged | ShortExchanged, seat: int) -> tuple[Table, Tiles, Tiles]:
    """What `seat`, whose rack has no loop, puts away and what it gets, as said; else as seen, else a guess."""
    gone, drawn_tags = exchange_followed(table, seat, event.out)
    out = event.out or faces_of(table, gone)
    got = event.drawn if isinstance(event, Exchanged) else event.keeps
    table = all_believed(table, seat, out)
    from_bag = got or faces_of(table, drawn_tags)[: len(out)]
    if isinstance(event, ShortExchanged):  # the other side has picked from the bag with these tiles in it
        from_bag = _beyond(got, out)
    table = all_in_the_bag(table, from_bag, seat, out)
    if got:
        return table, out, got
    rest = less(table.course.bag, from_bag) or ()
    table = replace(table, told_racks=table.told_racks - {seat})
    return table, out, (*from_bag, *rest[: len(out) - len(from_bag)])


def exchange_settled(after: Table, seat: int, out: Tiles, got: Tiles = ()) -> Table:
    """The table after `seat` has changed `out` for others, `got` where they are known: the very tags, if a ring told.

    A tag is known to be there only where no other of its face has passed the ring the other way.
    """
    gone = _with_faces(after, _seen_going(after, seat), out)
    unseen = Counter(_beyond(out, faces_of(after, gone)))
    ledger, came = after.ledger.without(gone), Counter(after.tile_of(tag) for tag in after.ledger.out)
    drawn = [tag for tag in sorted(ledger.out) if not unseen[after.tile_of(tag)]]
    back = [tag for tag in sorted(ledger.out) if unseen[after.tile_of(tag)] >= came[after.tile_of(tag)]]
    if got:
        drawn = [tag for tag in drawn if came[after.tile_of(tag)] <= got.count(after.tile_of(tag))]
        back = [tag for tag in back if after.tile_of(tag) not in got]
    ledger = ledger.without(back)
    if len(drawn) <= len(out):
        ledger = ledger.holding(seat, drawn, by_ring=True)
    return in_step(replace(after, ledger=ledger.loosened(ledger.out)))


def some_exchanged(table: Table, seat: int, count: int) -> tuple[Table, Tiles, Tiles]:
    """A guess at `count` tiles put away and those got for them: what the ring has seen, then what nobody knows of."""
    gone, drawn_tags = exchange_followed(table, seat)
    table = all_believed(table, seat, faces_of(table, gone))
    out = faces_of(table, gone)[:count]
    for tiles in (guesses(table, seat), table.course.rack(seat)):
        out = (*out, *_beyond(tiles, out))[:count]
    drawn = faces_of(table, drawn_tags)[:count]
    table = all_in_the_bag(table, drawn, seat, out)
    return table, out, (*drawn, *(less(table.course.bag, drawn) or ()))[:count]


def exchange_unnamed(after: Table, seat: int, out: Tiles) -> Table:
    """The table after an exchange of which only the number is known: any tile of that rack may have gone."""
    after = replace(after, told_racks=after.told_racks - {seat})
    if after.reads(BAG):
        return exchange_settled(after, seat, out)
    return replace(after, ledger=after.ledger.without(after.ledger.of(seat)))


def _beyond(tiles: Tiles, others: Tiles) -> Tiles:
    """Those of `tiles` that `others` do not have."""
    left, found = list(others), []
    for tile in tiles:
        if tile in left:
            left.remove(tile)
        else:
            found.append(tile)
    return tuple(found)


# --- senyors -----------------------------------------------------------------------------------------


def senyors_believed(table: Table, event: Senyors, seat: int) -> tuple[Table, Senyors]:
    """A rack all of one kind put back whole, whose tiles no reader tells: as people say, with guesses giving way.

    How many tiles of the other kind are left in the bag is a guess too: whoever draws seven has not laid one aside.
    """
    course = table.course
    if course.phase is not CoursePhase.PLAYING or seat != course.on_turn or not guesses(table, seat):
        return table, event
    if seat not in table.told_racks:
        table = all_of_one_kind(table, seat)
    size = course.rulebook.rack_size
    unsure = course.again is Again.NONE or (course.again is Again.ONE and len(event.drawn) == size)
    if unsure:
        table = replace(table, course=replace(table.course, again=Again.MORE))
    drawn = event.drawn or _mixed(table, seat)
    rack = table.course.rack(seat)
    return all_in_the_bag(table, _beyond(drawn, rack), seat, rack), replace(event, drawn=drawn)


def _mixed(table: Table, seat: int) -> Tiles:
    """A guess at what was drawn for a rack all of one kind that is no senyors again: nobody has said that it is."""
    course, count = table.course, senyors_draws(table.course)
    needed = needed_tiles(course, seat)[:1] if count == course.rulebook.rack_size else ()
    rest = less(course.bag, needed) or ()
    return (*needed, *rest, *course.rack(seat))[:count]
