"""What is believed of racks and bag where no reader tells: guesses of the right number, which give way to all else.

Pure. A guess refuses nothing: whatever people say or the board shows, a guess changes places with it. Only what
readers have told stands against a statement. Knows nothing of when tiles are drawn or exchanged.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine_lite.calling import announced
from engine_lite.course_state import Ended
from engine_lite.course_tiles import Tiles, less
from engine_lite.game import TurnKind
from engine_lite.tiles import Tile
from host.core.ledger import NOBODY
from host.core.state import BAG, RACKS, Table
from host.core.telling import faces_of, guesses, in_step, plain_tile, swapped

NOWHERE = -1


def sees_draws(table: Table) -> bool:
    """Whether a reader tells what is drawn: the racks' loops, or the bag's ring."""
    return table.reads(RACKS) or table.reads(BAG)


def loop_reads(table: Table, seat: int) -> bool:
    """Whether the rack of `seat` lies on a loop that speaks and has told what it reads."""
    return table.reads(RACKS) and seat in table.ledger.racks


def bag_looked_into(table: Table) -> Tiles:
    """What the bag holds while a second rack of one kind sends the referee to look (000 r17), blanks last.

    Nothing where a rack is a guess: the bag is one too then, and must be looked into by hand.
    """
    course = table.course
    if course.again is None or any(guesses(table, seat) for seat in range(course.game.seats)):
        return ()
    return announced(course.bag, course.rulebook.tile_set)


def unsure_racks(table: Table) -> frozenset[int]:
    """The seats whose racks are not known: told by nobody, nor all that is left since the bag is empty."""
    course, told = table.course, table.told_racks
    seats = {seat for seat in range(course.game.seats) if seat not in told and _may_differ(table, seat)}
    if len(seats) == 1 and not course.bag:
        seats.clear()
    return frozenset(seats | {seat for seat in range(course.game.seats) if course.ended and course.room(seat) < 0})


def untold_racks(table: Table) -> frozenset[int]:
    """The seats whose racks are believed to hold what nobody has told of: no point may come from such a guess."""
    return frozenset(seat for seat in unsure_racks(table) - table.told_racks if _unread(table, seat))


def _unread(table: Table, seat: int) -> Tiles:
    """The guesses on the rack of `seat`, less what still lies on the board of a withdrawn play: that is known."""
    lying = (table.recalled[square] for square in table.removing
             if square in table.recalled and table.laid_by.get(square) == seat)
    return tuple((Counter(guesses(table, seat)) - Counter(map(table.tile_of, lying))).elements())


def _may_differ(table: Table, seat: int) -> bool:
    """Whether the rack of `seat` may hold other tiles than is believed, or, at the end, more of them."""
    return bool(_unread(table, seat)) or may_have_drawn(table, seat) > 0


def may_have_drawn(table: Table, seat: int) -> int:
    """How many tiles `seat` may have drawn before the end that nobody has told of.

    Of those that the ring alone has seen; where there is none, all that it owes since its last play, which it may be
    drawing as the game ends; where no reader tells anything, all that it owes.
    """
    course = table.course
    most = min(course.room(seat), len(course.bag))
    if not course.ended or course.ended == Ended.OUT or most <= 0:
        return 0
    if not table.reads(BAG):
        return most if not sees_draws(table) or _has_just_played(table, seat) else 0
    read, doubted = table.ledger.read_on_racks, table.ledger.doubted
    return min(most, sum(holder in (seat, NOBODY) and tag not in read for tag, holder in doubted.items()))


def _has_just_played(table: Table, seat: int) -> bool:
    """Whether the last turn of `seat` was a play: what it owes is drawn from then on."""
    own = [turn.kind for turn in table.game.turns if turn.seat == seat]
    return own[-1:] == [TurnKind.PLAY]


def believed_to_hold(table: Table, seat: int, tile: Tile, beside: Sequence[Tile] = ()) -> Table:
    """The table with `tile` on the rack of `seat`, if a guess there or room for it allows that.

    A tile laid by a side proves that it had it: a guess gives way, else the tile was drawn unseen. `beside` are tiles
    that are on that rack too, and do not give way.
    """
    course, tile = table.course, plain_tile(tile)
    believed = _giving_way(table, seat, beside)
    if tile in believed or (tile in course.rack(seat) and not believed):
        return table
    source = _believed_at(table, seat, tile)
    if source is NOWHERE:
        return table
    if believed:
        return _given_way(table, seat, believed[0], tile, source)
    if source is None and (course.room(seat) > 0 or course.typed):
        bag = less(course.bag, (tile,)) or ()
        course = course.with_rack(seat, (*course.rack(seat), tile), bag=bag)
        return replace(table, course=course.with_fresh(seat, (*course.fresh[seat], tile)))
    if source is not None and course.typed:
        course = course.with_rack(source, less(course.rack(source), (tile,)) or ())
        return in_step(replace(table, course=course.with_rack(seat, (*course.rack(seat), tile))))
    return table


def _given_way(table: Table, seat: int, give: Tile, want: Tile, source: int | None) -> Table:
    """The table with a guess on a rack changed; what people have said of that rack does not hold any more."""
    course = swapped(table.course, seat, give, want, source)
    told_racks = table.told_racks - {seat, NOWHERE if source is None else source}
    after = replace(table, course=course, told_racks=told_racks)
    return after if source is None else in_step(after)  # where nobody says what is drawn, a known tile may give way


def _giving_way(table: Table, seat: int, beside: Sequence[Tile] = ()) -> Tiles:
    """The guesses on the rack of `seat` that may change places with another tile: not what is needed for `beside`."""
    guessed = Counter(guesses(table, seat))
    known = Counter(table.course.rack(seat)) - guessed
    return tuple((guessed - (Counter(beside) - known)).elements())


def _believed_at(table: Table, seat: int, tile: Tile) -> int | None:
    """Where `tile` is believed: None the bag, a seat whose guess it is, NOWHERE when all of its kind are known."""
    if tile in table.course.bag:
        return None
    others = [other for other in range(table.game.seats) if other != seat]
    for other in others:
        if tile in guesses(table, other):
            return other
    if table.course.typed:  # nobody says there which tiles were exchanged: one that is laid was had
        for other in others:
            if tile in table.course.rack(other):
                return other
    return NOWHERE


def never_drew(table: Table, seat: int, count: int) -> Table:
    """The table when `seat` has not drawn `count` tiles, or as many of them as it was only believed to have drawn.

    Since its last turn; what a loop reads, or the ring has seen leave, has been drawn.
    """
    course, seen = table.course, faces_of(table, table.ledger.loose)
    believed = (Counter(course.fresh[seat]) & Counter(guesses(table, seat))) - Counter(seen)
    gone = () if loop_reads(table, seat) else tuple(believed.elements())[: max(0, count)]
    if not gone:
        return table
    course = course.with_rack(seat, less(course.rack(seat), gone) or (), bag=(*course.bag, *gone))
    course = course.with_fresh(seat, less(course.fresh[seat], gone) or ())
    return replace(table, course=course, drew_fewer=table.drew_fewer | {seat}, told_racks=table.told_racks - {seat})


def bag_holds(table: Table, seat: int, count: int) -> Table:
    """The table when the bag has `count` tiles, as `seat` says: others have not drawn what they were believed to."""
    for other in range(table.game.seats):
        if other != seat:
            table = never_drew(table, other, count - len(table.course.bag))
    return table


def all_believed(table: Table, seat: int, tiles: Tiles) -> Table:
    """The table with all of `tiles` on the rack of `seat`, as far as guesses allow it."""
    for number, tile in enumerate(tiles if 0 <= seat < len(table.seats) else ()):
        if table.course.rack(seat).count(plain_tile(tile)) <= tiles[:number].count(tile):
            table = believed_to_hold(table, seat, tile, beside=tiles[:number])
    return table


def in_the_bag(table: Table, tile: Tile, beside: Sequence[Tile] = (), seat: int = NOWHERE,
               kept: Tiles = ()) -> Table:
    """The table with `tile` believed in the bag: a guess on a rack that has it changes places with another tile.

    `beside` are tiles that are in the bag too, `kept` those that `seat` is known to have: neither gives way. A rack
    that people have named gives way last.
    """
    tile = plain_tile(tile)
    spare = tuple((Counter(table.course.bag) - Counter(beside)).elements())
    if tile in spare or not spare:
        return table
    for other in sorted(range(table.game.seats), key=lambda each: each in table.told_racks):
        if tile in _giving_way(table, other, kept if other == seat else ()):
            return _given_way(table, other, tile, spare[0], None)
    return table


def all_in_the_bag(table: Table, tiles: Tiles, seat: int = NOWHERE, kept: Tiles = ()) -> Table:
    """The table with all of `tiles` in the bag, as far as guesses allow it; `kept` stay on the rack of `seat`."""
    for number, tile in enumerate(tiles):
        table = in_the_bag(table, tile, tiles[:number], seat, kept)
    return table


def among_the_new(table: Table, seat: int, tiles: Tiles) -> Table:
    """The table with `tiles` of the rack of `seat` among those from which its surplus is taken, as far as guesses go.

    Which tiles of a rack were drawn last is a guess where no reader has told it: one that stays there gives way.
    """
    over = table.course.overdraw
    if over is None or over.seat != seat:
        return table
    back, rack = Counter(map(plain_tile, tiles)), Counter(table.course.rack(seat))
    for tile in ((back & rack) - Counter(over.new)).elements():
        wrong = _not_new(table, seat, back)
        if wrong is None:
            break
        table = _new_instead(table, seat, wrong, tile)
    return table


def _not_new(table: Table, seat: int, back: Counter[Tile]) -> Tile | None:
    """One of the tiles drawn last that is a guess and not among those that go `back`; without a ring any is."""
    over = table.course.overdraw
    spare = () if over is None else tuple((Counter(over.new) - back).elements())
    guessed = [tile for tile in spare if tile in guesses(table, seat)]
    return next(iter(guessed or (() if table.reads(BAG) else spare)), None)


def _new_instead(table: Table, seat: int, wrong: Tile, tile: Tile) -> Table:
    over, course = table.course.overdraw, table.course
    assert over is not None, "asked for while tiles must go back"
    course = replace(course, overdraw=replace(over, new=_instead(over.new, wrong, tile)))
    fresh = course.fresh[seat]
    if wrong in fresh:
        course = course.with_fresh(seat, _instead(fresh, wrong, tile))
    return replace(table, course=course)


def _instead(tiles: Tiles, old: Tile, new: Tile) -> Tiles:
    return (*(less(tiles, (old,)) or ()), new)


def all_of_one_kind(table: Table, seat: int) -> Table:
    """The table with a rack all vowels or all consonants, where people say so and guesses allow it."""
    course = table.course
    vowels = course.rulebook.tile_set.vowels
    for vowel in (False, True):
        found = _of_kind(table, seat, vowels, vowel)
        if found is not None:
            return found
    return table


def _of_kind(table: Table, seat: int, vowels: Iterable[str], vowel: bool) -> Table | None:
    """The table with a rack of vowels alone, or of consonants alone; None when what is known there forbids it."""
    def fits(tile: Tile) -> bool:
        return not tile.blank and (tile.face in vowels) == vowel

    known = Counter(table.course.rack(seat)) - Counter(guesses(table, seat))
    if not all(map(fits, known)):
        return None
    for wrong in [tile for tile in guesses(table, seat) if not fits(tile)]:
        right = next(filter(fits, table.course.bag), None)
        if right is None:
            return None
        table = _given_way(table, seat, wrong, right, None)
    return table
