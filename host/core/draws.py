"""Tiles that leave the bag, and come back: what the readers' sightings mean for the game.

Pure. A rack's loop is the best witness, the bag's ring tells while exactly one side owes tiles; where neither speaks
a side is believed to have filled its rack, with tiles that are guesses until the board shows them.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine_lite.choices import Order
from engine_lite.course import Refused
from engine_lite.course_events import Drew, Event, Overdrew, Returned, Took
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.course_tiles import less, plain
from host.core.beliefs import all_in_the_bag, believed_to_hold, loop_reads
from host.core.effects import Effect
from host.core.refusals import refused
from host.core.state import BAG, PutBack, Table
from host.core.telling import faces_of, guesses, in_step, told
from host.core.wanted import wanting

Outcome = tuple[Table, tuple[Effect, ...]]

BEFORE_THE_GAME = (CoursePhase.SETUP, CoursePhase.COUNT, CoursePhase.DRAW)


# --- what a sighting means ---------------------------------------------------------------------------


def sighted(table: Table, tag: str) -> Table:
    """The bag's ring has seen `tag`: drawn by the one side that owes tiles, else open until more is known.

    Raises Refused when that side may not draw now; the ledger keeps the tile as out of the bag.
    """
    ledger = table.ledger
    if tag not in table.tiles or tag in ledger.aside or tag in table.sensed_tags:
        return table
    if tag in ledger.awaited:
        return replace(table, ledger=ledger.without((tag,)))
    if owed := _owed_like(table, tag):
        return replace(table, ledger=ledger.gone_back(owed, tag))
    if tag in ledger.owed:  # it goes back, and the loop that still reads it will tell
        return table
    owing = _owing(table)
    known = tag in ledger.held or tag in ledger.loose or tag in ledger.out
    unseen = not known and tag not in ledger.read_on_racks  # what a rack's loop reads, nobody else has drawn
    if unseen and len(owing) == 1 and table.course.phase not in BEFORE_THE_GAME and not table.ended:
        return _drawn(replace(table, ledger=ledger.sighted(tag, table.at_ns)), owing[0], (tag,), by_ring=True)
    if unseen and not owing and tag in ledger.strays:  # it had left, and nobody has room for it: now it goes back
        return replace(table, ledger=replace(ledger, strays=ledger.strays - {tag}))
    return replace(table, ledger=ledger.sighted(tag, table.at_ns))


def _owed_like(table: Table, tag: str) -> str:
    """The tag that must go back, and that no loop reads, for which `tag` is as good; "" without one."""
    owed = table.ledger.owed_unread()
    if tag in owed:
        return tag
    alike = [each for each in sorted(owed) if table.tiles[each] == table.tiles[tag]]
    return alike[0] if alike and tag not in table.ledger.out else ""


def _owing(table: Table) -> list[int]:
    """The seats that have room on their racks and may fill them now."""
    course = table.course
    laid_first = course.rulebook.order is Order.PRESS_THEN_DRAW and len(course.laid)
    return [
        seat for seat in range(course.game.seats)
        if course.room(seat) > 0 and not (laid_first and seat == course.on_turn)
    ]


def _drawn(table: Table, seat: int, tags: Sequence[str], by_ring: bool = False) -> Table:
    """`seat` has drawn `tags`. Raises Refused."""
    tiles, at_ns = faces_of(table, tags), _now(table)
    event: Event = Drew(seat, tiles, at_ns=at_ns)
    if len(tiles) > table.course.room(seat):
        event = Overdrew(seat, tiles, at_ns=at_ns)
    after = told(_given_up(all_in_the_bag(table, tiles), seat, tags), event)
    for_play = seat == table.course.on_turn and len(table.course.laid) > 0
    ledger = after.ledger.drawing(seat, tags, at_ns, by_ring, for_play)
    return in_step(replace(after, ledger=ledger))


def _given_up(table: Table, seat: int, tags: Sequence[str]) -> Table:
    """The table before `seat` drew `tags`, if the bag is believed too empty: then another side has not drawn so many.

    What that was only believed to have drawn was there.
    """
    for tile in (Counter(faces_of(table, tags)) - Counter(table.course.bag)).elements():
        course = table.course
        other = next((each for each in range(course.game.seats) if each != seat and tile in course.fresh[each]
                      and tile in guesses(table, each)), None)
        if other is None:
            return table
        course = course.with_rack(other, less(course.rack(other), (tile,)) or (), bag=(*course.bag, tile))
        table = replace(table, course=course.with_fresh(other, less(course.fresh[other], (tile,)) or ()))
    return table


def _now(table: Table) -> int:
    """The game time (ns) at which readers' news counts: none runs on after a press, until that is decided."""
    return table.at_ns if table.press is None else min(table.at_ns, table.press.at_ns)


# --- what the racks' loops tell ----------------------------------------------------------------------


def racks_compared(table: Table) -> Outcome:
    """The game brought to what the racks' loops read: tiles confirmed, drawn, drawn too many, or put back."""
    effects: tuple[Effect, ...] = ()
    if not table.ledger.racks or table.course.phase in BEFORE_THE_GAME or table.ended:
        return table, effects  # of a game that is over racks_at_end.py says what they still tell
    for seat in sorted(table.ledger.racks):
        table, more = _rack_compared(table, seat)
        effects += more
    return table, effects


def drawn_before(table: Table, seat: int) -> Table:
    """What the loop of `seat` had read when it pressed, though the board told of its play only then: there was no
    room on its rack before. Where that is refused nothing changes, and the press comes to it.
    """
    if seat not in table.ledger.racks or table.course.rulebook.order is not Order.DRAW_THEN_PRESS:
        return table
    drawn, refusals = _rack_compared(table, seat)
    return table if refusals else drawn


def _rack_compared(table: Table, seat: int) -> Outcome:
    table = _unwound(_confirmed(owed_kept(_not_the_others(table, seat), seat), seat), seat)
    table = _on_their_way(table, seat)
    new = [tag for tag in table.ledger.new(seat)
           if tag in table.tiles and tag not in table.first.shown and not _on_board(table, tag)]
    missing = missing_on(table, seat)
    if table.course.phase is CoursePhase.RACKS:  # the tile drawn for the first move went back, whatever the ring saw
        for tag in missing:
            table = _in_the_bag_after_all(table, seat, tag)
    if over := table.course.overdraw:
        return (put_back_read(table, missing), ()) if over.seat == seat and missing and not new else (table, ())
    if not new or _exchanging(table, seat, missing, new):
        return table, ()
    if len(new) > table.course.room(seat):
        if _laid_unseen(table, seat):
            return table, ()
        if seat != table.course.on_turn and _others_instead(table, seat, missing, new):
            return _changed_over(table, seat, missing, new), ()
    table = _ring_corrected(table, seat, missing, len(new))
    try:
        return _drawn(table, seat, new), ()
    except Refused as why:
        return _said_once(table, seat, new, why)


def _not_the_others(table: Table, seat: int) -> Table:
    """What the ring alone gave to another side that owed tiles, and the loop of `seat` reads: not drawn there."""
    for tag in table.ledger.new(seat):
        holder = table.ledger.held.get(tag, seat)
        if holder == seat or tag not in table.ledger.by_ring or _on_board(table, tag):
            continue
        table = _in_the_bag_after_all(table, holder, tag)
    return table


def loop_believed(table: Table, seat: int) -> Table:
    """What the ring alone gave to `seat`, and its loop does not read as a turn ends, is in the bag after all."""
    return table if _laid_unseen(table, seat) else ring_doubted(table, seat)


def ring_doubted(table: Table, seat: int) -> Table:
    """What the ring alone gave to `seat`, and its loop does not read, is in doubt, and in the bag until it does."""
    if not loop_reads(table, seat):
        return table
    for tag in missing_on(table, seat):
        if tag in table.ledger.by_ring:
            strayed = table.ledger.strays ^ ({tag} - table.ledger.gone_in)  # seen once more: it has gone back
            table = _in_the_bag_after_all(table, seat, tag)
            table = replace(table, ledger=replace(table.ledger.doubting((tag,), seat), strays=strayed))
    return table


def _laid_unseen(table: Table, seat: int) -> bool:
    """Whether tiles of `seat` may lie on a board that has not told of them: then what fills its rack is no excess.

    It is silent, it moves, or something stands on a square off the played board that is not known.
    """
    if seat != table.course.on_turn:
        return False
    odd = [square for square in table.sensed.occupied() if square not in table.played]
    return not table.linked or table.sensed.moving or any(table.sensed.reading(square).why for square in odd)


def _others_instead(table: Table, seat: int, missing: tuple[str, ...], new: list[str]) -> bool:
    """Whether the rack of `seat` holds no more than it may, others in the place of some that it had."""
    read = len(table.ledger.racks.get(seat, ()))
    return read <= table.course.rulebook.rack_size and len(missing) >= len(new) - table.course.room(seat)


def _changed_over(table: Table, seat: int, missing: tuple[str, ...], new: list[str]) -> Table:
    """`seat`, which is not on turn, has put tiles into the bag and drawn others: no turn, and nothing in excess.

    Until the ring has seen enough of them go they may be in a hand, and the rack stays as it was.
    """
    back = [tag for tag in missing if tag in table.ledger.gone_in or not table.reads(BAG)]
    if len(back) < len(new) - table.course.room(seat):
        return table
    table = all_in_the_bag(table, faces_of(table, new))
    course, gone, come = table.course, faces_of(table, back), faces_of(table, new)
    rack, bag = less(course.rack(seat), gone), less((*course.bag, *gone), come)
    if rack is None or bag is None:
        return table
    ledger = table.ledger.without(back).holding(seat, new)
    return in_step(replace(table, course=course.with_rack(seat, (*rack, *come), bag=bag), ledger=ledger))


def _said_once(table: Table, seat: int, tags: Sequence[str], why: Refused) -> Outcome:
    if set(tags) <= table.refused_tags:
        return table, ()
    table = replace(table, refused_tags=table.refused_tags | set(tags))
    return refused(table, seat, why.defects)


def refused_draw(table: Table, tag: str, why: Refused) -> Outcome:
    """The ring saw a tile leave that may not be drawn now: it is open, and said once."""
    table = replace(table, ledger=table.ledger.sighted(tag, table.at_ns))
    owing = _owing(table)
    return _said_once(table, owing[0] if owing else 0, (tag,), why)


def _on_board(table: Table, tag: str) -> bool:
    return tag in table.sensed_tags or tag in table.placed_tags


def missing_on(table: Table, seat: int) -> tuple[str, ...]:
    """Tags that `seat` holds, and that neither its loop nor the board reads."""
    return table.ledger.missing(seat, table.sensed_tags | table.placed_tags)


def _confirmed(table: Table, seat: int) -> Table:
    """Tiles that the loop of `seat` reads and that the game already believes there, in hand until now or guessed."""
    for tag in table.ledger.new(seat):
        if tag not in table.tiles or _on_board(table, tag) or tag in table.ledger.aside:
            continue
        tile, believed = table.tile_of(tag), guesses(table, seat)
        if tile not in believed and believed and tag not in table.ledger.held:
            table = believed_to_hold(table, seat, tile)
            believed = guesses(table, seat)
        if tile in believed:
            table = replace(table, ledger=table.ledger.holding(seat, (tag,)))
    return table


def owed_kept(table: Table, seat: int) -> Table:
    """A tile that had to go back, and for which another one of its face went: that one is as good.

    So is one of whose face the game believes a tile on that rack that no tag accounts for.
    """
    for tag in sorted(table.ledger.owed & table.ledger.racks.get(seat, frozenset())):
        if _on_board(table, tag):
            continue
        if table.tile_of(tag) in guesses(table, seat):
            table = replace(table, ledger=table.ledger.holding(seat, (tag,)))
            continue
        went = [each for each in _gone_in(table, missing_on(table, seat)) if table.tiles[each] == table.tiles[tag]]
        if went:
            table = replace(table, ledger=table.ledger.left(went[:1]).holding(seat, (tag,)))
    return table


def _on_their_way(table: Table, seat: int) -> Table:
    """Tiles on the rack of `seat` that a correction wants on the board: no draw, without room or others in the bag.

    They must be laid, as if they had never been put away.
    """
    wanted = Counter(plain(wanting(table).values())) - Counter(faces_of(table, table.ledger.owed))
    new = [tag for tag in table.ledger.new(seat) if tag in table.tiles and not _on_board(table, tag)]
    for tag in new if wanted else ():
        tile = table.tile_of(tag)
        if wanted[tile] > 0 and (tile not in table.course.bag or len(new) > table.course.room(seat)):
            wanted[tile] -= 1
            table = replace(table, ledger=table.ledger.owing((tag,)))
    return table


def _exchanging(table: Table, seat: int, missing: tuple[str, ...], new: list[str]) -> bool:
    """Whether tiles are being exchanged: the side on turn has put some of its rack away and laid none.

    Beside a play, which its press will refuse, when more are there than it owes and others are gone for them.
    """
    course = table.course
    if course.phase is not CoursePhase.PLAYING or seat != course.on_turn or not missing:
        return False
    return not course.laid or (len(new) > course.room(seat) and _others_instead(table, seat, missing, new))


def _unwound(table: Table, seat: int) -> Table:
    """The table while a play and an exchange in one turn are put right: what was drawn for them may be in the bag."""
    if table.unwinds != len(table.game.turns) or seat != table.course.on_turn:
        return table
    for tag in missing_on(table, seat):
        if tag in table.ledger.drawn & table.ledger.gone_in:
            table = _in_the_bag_after_all(table, seat, tag)
    return table


def _ring_corrected(table: Table, seat: int, missing: tuple[str, ...], wanted: int) -> Table:
    """Tiles that only the ring gave to `seat`, and that never reached its rack, are in the bag after all."""
    doubtful = [tag for tag in missing if tag in table.ledger.by_ring and tag in table.ledger.gone_in]
    for tag in doubtful[: max(0, wanted - table.course.room(seat))]:
        table = _in_the_bag_after_all(table, seat, tag)
    return table


def _in_the_bag_after_all(table: Table, seat: int, tag: str) -> Table:
    """The tile with `tag`, which `seat` was believed to hold, is in the bag: no turn, and nobody's doing."""
    rack = less(table.course.rack(seat), faces_of(table, (tag,)))
    if rack is None:
        return table
    course = table.course.with_rack(seat, rack, bag=(*table.course.bag, table.tile_of(tag)))
    fresh = less(course.fresh[seat], faces_of(table, (tag,)))
    course = course if fresh is None else course.with_fresh(seat, fresh)
    return replace(table, course=course, ledger=table.ledger.without((tag,)))


def _gone_in(table: Table, missing: tuple[str, ...]) -> list[str]:
    """Those of the tags `missing` on a rack that have gone into the bag: as the ring tells, else what no hand has.

    What has just come off the board is in a hand.
    """
    gone_in, in_hand = table.ledger.gone_in, table.ledger.in_hand
    return [tag for tag in missing if tag in gone_in or (not table.reads(BAG) and tag not in in_hand)]


def put_back_read(table: Table, missing: tuple[str, ...]) -> Table:
    """Tiles beyond a full rack are in the bag again: put there by whoever has to, as the rules say."""
    over = table.course.overdraw
    assert over is not None, "asked for while tiles must go back"
    back = _gone_in(table, missing)
    if len(back) != over.surplus:
        return table
    tiles = faces_of(table, back)
    other = (over.seat + 1) % table.game.seats
    table = replace(table, ledger=table.ledger.without(back))
    tries: list[Event] = [Returned(over.seat, tiles, at_ns=_now(table))]
    tries += [Took(other, over.seat, len(tiles) + more, tiles, at_ns=_now(table)) for more in (0, 1, 2)]
    for event in tries:
        try:
            after = told(table, event)
        except Refused:
            continue
        unseen = PutBack(over, frozenset(back), len(after.game.turns))
        return after if table.reads(BAG) else replace(after, put_back=unseen)
    return replace(table, ledger=table.ledger.holding(over.seat, back))


# --- where no reader tells ---------------------------------------------------------------------------


def filled_unseen(table: Table, seat: int) -> Table:
    """`seat` has filled its rack and no reader has told: with open tiles first, then with guesses.

    With the ring alone it is not believed so when nothing has left the bag: neither for it, nor for an unknown side.
    Nor where it has said that it drew fewer.
    """
    course = table.course
    count = min(course.room(seat), len(course.bag))
    seen = course.fresh[seat] or table.ledger.out or not table.reads(BAG)
    if loop_reads(table, seat) or count <= 0 or (course.phase is CoursePhase.PLAYING and not seen):
        return table
    if course.phase is CoursePhase.REMOVING or seat in table.drew_fewer:  # tiles must come off the board first
        return table
    # What is only believed takes no time.
    return unseen_drawn(table, seat, count, table.course.at_ns)


def unseen_drawn(table: Table, seat: int, count: int, at_ns: int, said: bool = False) -> Table:
    """`seat` has drawn `count` tiles, in excess or not, and nobody has seen which. Raises Refused.

    Tiles that have left the bag for somebody come first, then guesses; when people have `said` that it drew, they
    are its own, unless others have left the bag too.
    """
    table, tags = _open_tags(table, count)
    rest = less(table.course.bag, faces_of(table, tags))
    tiles = (*faces_of(table, tags), *(rest or ())[: count - len(tags)])
    if len(tiles) > table.course.room(seat):
        after = told(table, Overdrew(seat, tiles, at_ns=at_ns))
    else:
        after = told(table, Drew(seat, tiles, at_ns=at_ns))
    ledger = after.ledger.loosened(tags)
    if said and set(tags) == table.ledger.out:  # and nobody else's
        ledger = ledger.holding(seat, tags, by_ring=True)
    return replace(after, ledger=ledger, told_racks=after.told_racks - {seat})


def _open_tags(table: Table, most: int) -> tuple[Table, tuple[str, ...]]:
    """The tags that have left the bag for nobody knows whom, as far as their tiles can be believed in the bag."""
    tags: tuple[str, ...] = ()
    for tag in sorted(table.ledger.out):
        found = all_in_the_bag(table, faces_of(table, (*tags, tag)))
        if len(tags) < most and less(found.course.bag, faces_of(found, (*tags, tag))) is not None:
            table, tags = found, (*tags, tag)
    return table, tags


def filled_from_racks(table: Table) -> Table:
    """The first racks, the starter's first: as their loops read them, the others believed full. Raises Refused."""
    for seat in sorted(range(table.game.seats), key=lambda seat: seat != table.course.on_turn):
        tags = [tag for tag in table.ledger.new(seat) if tag in table.tiles and not _on_board(table, tag)]
        if tags and table.course.room(seat) > 0:
            table = _drawn(table, seat, tags)
        elif not loop_reads(table, seat):
            table = filled_unseen(table, seat)
    return table
