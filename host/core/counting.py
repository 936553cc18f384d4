"""The count of the set: laid out before a game and after it, and of what has gone astray while it is played.

Pure. Before the game the set is laid out on the board, where the table reads it; after the game board, racks and
what is laid out beside them are read. A table that reads no tags takes people's word. While the game goes on every
tile has its place in the ledger: one that should be on a rack, and that no reader finds anywhere, is told, to all by
its side and number. Its letter is told to the referee alone, and only when it can be on nobody's rack and in no hand.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engine_lite.course import Course
from engine_lite.course_draw import asks_for_count, counts_after
from engine_lite.course_events import Counted
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.course_tiles import Tiles, whole_set
from host.core import disorder
from host.core.disorder import Prompt
from host.core.fusion import Why
from host.core.state import BAG, RACKS, Table
from host.core.telling import faces_of, told

NAMED_MOST = 12  # tiles still to come are named from here on: a longer list is read by nobody
BEFORE = (CoursePhase.SETUP, CoursePhase.COUNT)
OPENING = (*BEFORE, CoursePhase.DRAW, CoursePhase.RACKS)


class Stray(NamedTuple):
    """A tile of the set that is nowhere: of which side, and where it was `seen` last: rack, bag_in or bag_out."""

    tag: str
    seat: int | None
    seen: str


# --- the set laid out --------------------------------------------------------------------------------


def compared(table: Table) -> Table:
    """The table after what its readers have counted: told to the rules once the set is whole and nothing is odd."""
    if not _asked_now(table) or table.sensed.moving or not laid_out(table) or lacking(table) or _doubled(table):
        return table
    return said(told(table, Counted(_faces_there(table), at_ns=table.at_ns)))


def said(table: Table) -> Table:
    """The table after a count before the game: what lies there goes into the bag, and the ring will see it go."""
    ledger = table.ledger
    if table.course.phase not in OPENING or not table.reads(BAG):
        return table
    return replace(table, ledger=replace(ledger, out=frozenset(), awaited=ledger.awaited | table.sensed_tags))


def filled(table: Table, event: Counted) -> Counted:
    """A count as it was made: the tiles that were told, else those that lie there, else the whole set by word."""
    if event.tiles:
        return event
    if laid_out(table):
        return replace(event, tiles=_faces_there(table))
    return replace(event, tiles=tuple(whole_set(table.course.rulebook.tile_set)))


def laid_out(table: Table) -> bool:
    """Whether the set lies on the board to be counted: before the game more of it than racks could hold.

    After the game: something lies beside what was played, or the bag was empty, and most of the set is seen.
    """
    course = table.course
    beside = len(_beside(table))
    if course.phase in (*BEFORE, CoursePhase.DRAW):
        return beside > course.game.seats * course.rulebook.rack_size
    most_is_seen = 2 * len(lacking(table)) < len(table.tiles)
    return counts_after(course) and (beside > 0 or not course.bag) and most_is_seen


def _beside(table: Table) -> tuple[int, ...]:
    """Squares off the played board on which tiles of this set stand, in order."""
    standing = table.sensed.standing()
    return tuple(sorted(square for tag, square in standing.items()
                        if tag in table.tiles and square not in table.played))


def lacking(table: Table) -> tuple[str, ...]:
    """Tags of the set of this game that neither board nor loops read now."""
    there = table.sensed_tags | table.ledger.read_on_racks | table.ledger.aside
    return tuple(tag for tag in table.tiles if tag not in there)


def _asked_now(table: Table) -> bool:
    course = table.course
    return table.sees_opening and (course.phase in BEFORE or (counts_after(course) and not course.counted_after))


def _doubled(table: Table) -> tuple[str, ...]:
    """Tags that are read in several places: a tile with a copied tag."""
    found = Counter(table.sensed.standing().keys())
    for tags in table.ledger.racks.values():
        found.update(tags)
    readings = (table.sensed.reading(square) for square in table.sensed.on)
    twice = {tag for reading in readings if reading.why is Why.DOUBLED for tag in reading.tags}
    return tuple(sorted(tag for tag in table.tiles if found[tag] > 1 or tag in twice))


def _faces_there(table: Table) -> Tiles:
    gone = frozenset(lacking(table))
    there = [tag for tag in table.tiles if tag not in gone]
    return faces_of(table, (*there, *_doubled(table)))


# --- what people are told ----------------------------------------------------------------------------


def prompts(table: Table) -> Iterator[Prompt]:
    """That the set is to be counted, how far the count has come, and what is wrong with it by letter."""
    course = table.course
    if not _asked_now(table):
        yield from _left_lying(table)
    elif laid_out(table):
        if course.phase is not CoursePhase.COUNT:  # there the board's own prompts are shown anyway
            yield from disorder.odd(table)
        yield _so_far(table)
    else:
        yield from _left_lying(table)
        if to_be_counted(course):
            yield Prompt("count_set")


def to_be_counted(course: Course) -> bool:
    """Whether the rules want the set counted now: after a game once all is agreed, when the racks are not needed."""
    before = course.phase in BEFORE and asks_for_count(course)
    after = course.phase is CoursePhase.AGREED and counts_after(course) and not course.counted_after
    return (before or after) and not course.lacking and not course.surplus


def wrong(table: Table) -> dict[str, str]:
    """What the prompt of a wrong count says besides: what is missing, what there is too much of."""
    missing, surplus = _letters(table.course.lacking), _letters(table.course.surplus)
    if missing and surplus:
        return {"wanted": missing, "instead": surplus}
    return {"missing": missing} if missing else {"surplus": surplus}


def _so_far(table: Table) -> Prompt:
    still = lacking(table)
    size = len(table.tiles) - len(table.ledger.aside)
    data = {"there": str(size - len(still)), "size": str(size)}
    if 0 < len(still) <= NAMED_MOST:
        data["missing"] = _letters(faces_of(table, still))
    if doubled := _doubled(table):
        data["doubled"] = _letters(faces_of(table, doubled))
    return Prompt("counting", (), data)


def _left_lying(table: Table) -> Iterator[Prompt]:
    """Tiles on the board before the game, that are no count."""
    course, ledger = table.course, table.ledger
    if not table.sees_opening or course.phase not in OPENING or laid_out(table):
        return
    drawn = ledger.out | ledger.read_on_racks  # racks are being filled, and a side lays before its clock runs
    if (squares := _beside(table)) and not drawn:
        yield Prompt("left_lying", squares)


def _letters(tiles: Tiles) -> str:
    return ", ".join(sorted(tile.face for tile in tiles))


# --- while the game is played ------------------------------------------------------------------------


def lost(table: Table) -> tuple[Stray, ...]:
    """Tiles that should be on the rack of a side not on turn, and are nowhere that a reader looks.

    Nothing without loops. The side on turn may have its tiles in its hand; once its turn is over they are counted.
    """
    course, ledger = table.course, table.ledger
    if not table.reads(RACKS) or course.phase is not CoursePhase.PLAYING or course.overdraw:
        return ()
    elsewhere = table.sensed_tags | table.placed_tags
    waiting = [seat for seat in range(len(table.seats)) if seat != course.on_turn]
    return tuple(Stray(tag, seat, _seen(table, tag)) for seat in waiting for tag in ledger.missing(seat, elsewhere))


def strays(table: Table) -> tuple[Stray, ...]:
    """All that is lost, and besides what the ring has seen leave the bag and no rack has: for the referee alone.

    The ring may have missed how such a tile went back, so that it is no more than a doubt. Without loops such tiles
    are those that left while no side had room for them.
    """
    ledger = table.ledger
    if table.course.phase is not CoursePhase.PLAYING:
        return ()
    there = table.sensed_tags | table.placed_tags | ledger.read_on_racks | ledger.held.keys()
    doubts = ledger.strays if _owing(table) else ledger.strays | ledger.out
    return (*lost(table), *(Stray(tag, None, "bag_out") for tag in sorted(doubts - there)))


def may_be_named(table: Table, stray: Stray) -> bool:
    """Whether the letter of `stray` tells nothing of a rack: it has been on none, and no side has room for it.

    Whoever has room may have drawn it, and hold it in the hand.
    """
    return stray.seat is None and not _owing(table)


def _owing(table: Table) -> bool:
    return any(table.course.room(seat) > 0 for seat in range(table.course.game.seats))


def lost_by_side(table: Table) -> Iterator[Prompt]:
    """Of each side how many tiles are lost: never which, for the prompt is for everybody to see.

    Those that the ring has seen go into the bag, in no exchange, are told apart; and so is what stands on a rack and
    is no tile of this set.
    """
    found = Counter((stray.seat, stray.seen == "bag_in") for stray in lost(table))
    for (seat, in_bag), count in sorted(found.items(), key=str):
        data = {"player": table.seats[seat or 0], "count": str(count)}
        yield Prompt("count_wrong", (), {**data, "into": "bag"} if in_bag else data)
    for seat, tags in sorted(table.ledger.racks.items()) if table.reads(RACKS) else ():
        foreign = tags - table.tiles.keys() - table.ledger.aside
        if foreign and seat < len(table.seats):
            yield Prompt("count_wrong", (), {"player": table.seats[seat], "foreign": str(len(foreign))})


def _seen(table: Table, tag: str) -> str:
    if tag in table.ledger.gone_in:
        return "bag_in"
    return "bag_out" if tag in table.ledger.by_ring else "rack"
