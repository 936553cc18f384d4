"""The draw for the first move, as the readers see it: one tile for each side, and who begins.

Pure. With rack loops each side shows its tile on its rack. The ring alone tells which tiles were drawn, not by whom:
equal ones are a tie, of others people say who has the one nearest to A. Where no reader tells, people say what was
drawn, or who begins; and whoever just presses starts the other side's clock, as ever. What is drawn is then open to
all, so that its letters may be told.
"""

from collections.abc import Iterator
from dataclasses import replace

from engine_lite.choices import DrawTie
from engine_lite.course import Refused
from engine_lite.course_draw import may_begin, nearest_to_a
from engine_lite.course_events import DrawnToStart
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.course_tiles import Tiles
from engine_lite.readings import NOT_FROM_A_SEED, TABLES_OWN
from host.core.disorder import Prompt
from host.core.effects import Effect
from host.core.refusals import refused
from host.core.state import BAG, RACKS, FirstMove, Table
from host.core.telling import faces_of, told

Outcome = tuple[Table, tuple[Effect, ...]]

NO_DRAW = FirstMove()
# A hand that fills a rack tile by tile lays the next one sooner; one that shows its tile leaves it there.
STANDS_NS = 2_000_000_000
# Two sides draw within this time of each other. What passes the ring later belongs to another draw, or is none.
APART_NS = 10_000_000_000
DRAWN = 1  # tile for each side


def due(table: Table) -> int | None:
    """When the tiles that are shown now will have been shown long enough (ns of game time); None without any."""
    first = table.first
    return None if first.since_ns is None or not may_begin(table.course) else first.since_ns + STANDS_NS


def passed(table: Table, tag: str) -> Table:
    """The bag's ring has seen `tag` before the game: drawn, or put back, where no loop tells more."""
    ledger, first = table.ledger, table.first
    if not table.sees_opening or not may_begin(table.course) or table.reads(RACKS) or tag not in table.tiles:
        return table
    if tag in ledger.aside or tag in ledger.awaited or tag in table.sensed_tags:
        return table
    lately = first.since_ns is not None and table.at_ns - first.since_ns <= APART_NS
    before = first.standing if lately else ()
    standing = tuple(each for each in before if each != tag) if tag in before else (*before, tag)
    return replace(table, first=replace(first, standing=standing, since_ns=table.at_ns))


def compared(table: Table) -> Outcome:
    """The table after what its readers tell of a draw: who begins, a tie, or that it has been none."""
    if not table.sees_opening:
        return table, ()
    if not may_begin(table.course):
        if table.course.phase is CoursePhase.RACKS:
            return _no_draw(_put_back(table)), ()
        return (table if table.first is NO_DRAW else replace(table, first=NO_DRAW)), ()
    table = _put_back(table)
    if table.reads(RACKS):
        table = _shown(table)
    first = table.first
    if len(first.standing) != table.game.seats or first.since_ns is None:
        return table, ()
    return _decided(table) if table.at_ns >= first.since_ns + STANDS_NS else (table, ())


def said(table: Table, tiles: Tiles) -> Table:
    """The table after people have said what was drawn, in the order of seats, or (nothing) only who begins.

    They may say so for tiles that loops have seen and that are on the racks still.
    """
    shown = _read_now(table) | table.first.shown
    if table.reads(BAG) and not table.reads(RACKS):
        table = _to_go_back(table, table.first.standing)
    return replace(table, first=FirstMove(tiles=tiles, shown=shown, said=True))


def _read_now(table: Table) -> frozenset[str]:
    racks = table.ledger.racks.values() if table.reads(RACKS) else ()
    return frozenset(tag for found in racks if len(found) == DRAWN for tag in found)


def _put_back(table: Table) -> Table:
    """Tiles of the last draw that no loop reads any more are back in the bag, or aside."""
    first = table.first
    kept = first.shown & table.ledger.read_on_racks
    return table if kept == first.shown else replace(table, first=replace(first, shown=kept))


def _shown(table: Table) -> Table:
    """What stands on the racks, one tile on each, and since when."""
    first, racks = table.first, table.ledger.racks
    found = [racks.get(seat, frozenset()) for seat in range(table.game.seats)]
    tags = tuple(tag for tags in found for tag in tags)
    strange = table.ledger.aside | first.shown | table.sensed_tags
    fresh = all(tag in table.tiles and tag not in strange for tag in tags)
    if not fresh or any(len(each) != DRAWN for each in found) or len(set(tags)) != len(tags):
        tags = ()
    if tags == first.standing:
        return table
    return replace(table, first=replace(first, standing=tags, since_ns=table.at_ns if tags else None))


def _decided(table: Table) -> Outcome:
    """The tiles that are shown now count: they are told to the rules, unless nobody knows whose they are."""
    tags = table.first.standing
    tiles = faces_of(table, tags)
    nearest = nearest_to_a(table.course, tiles)
    if not table.reads(RACKS):
        table = _to_go_back(table, tags)
    is_open = not table.reads(RACKS) and len(nearest) == 1
    first = FirstMove(tiles=tiles, shown=frozenset(tags) if table.reads(RACKS) else frozenset(), is_open=is_open)
    table = replace(table, first=first)
    if is_open:
        return table, ()
    try:
        return told(table, DrawnToStart(tiles, at_ns=table.at_ns)), ()
    except Refused as why:
        return refused(table, 0, why.defects)


def _to_go_back(table: Table, tags: tuple[str, ...]) -> Table:
    """The next that the ring sees of `tags` is that they go into the bag, where all other tiles are."""
    ledger = replace(table.ledger, out=frozenset(), awaited=table.ledger.awaited.union(tags))
    return replace(table, ledger=ledger)


def _no_draw(table: Table) -> Table:
    """The table when a rack is full and a tile that was taken for a draw stands on it still: there was no draw.

    Such tiles go back into the bag before racks are filled. So two sides have filled theirs, slowly, and have settled
    by other means who begins.
    """
    first, course = table.first, table.course
    full = [found for found in table.ledger.racks.values() if len(found) == course.rulebook.rack_size]
    if first.said or not any(found & first.shown for found in full):
        return table
    for seat in range(course.game.seats):
        course = course.with_rack(seat, (), bag=(*course.bag, *course.rack(seat))).with_fresh(seat, ())
    course = replace(course, phase=CoursePhase.DRAW, game=replace(course.game, on_turn=None))
    return replace(table, course=course, first=NO_DRAW, ledger=table.ledger.without(table.ledger.held.keys()))


# --- what people are told ----------------------------------------------------------------------------


def prompts(table: Table) -> Iterator[Prompt]:
    """Who begins and by which rule, or whose tile has still to be said; a tie is the rules' own prompt."""
    course, first = table.course, table.first
    if course.phase is CoursePhase.RACKS and course.on_turn is not None:
        drawn = _by_side(table) if first.tiles else {}
        yield Prompt("begins", (), {"player": table.seats[course.on_turn], **drawn})
    elif first.is_open and may_begin(course):
        nearest = first.tiles[nearest_to_a(course, first.tiles)[0]]
        yield Prompt("who_begins", (), {"drawn": _faces(first.tiles), "nearest": nearest.face})


def tie(table: Table) -> dict[str, str]:
    """What the prompt of a tie says besides: what was drawn, and whether the equal tiles are laid aside."""
    first = table.first
    if not first.tiles:
        return {}
    equal = first.tiles[nearest_to_a(table.course, first.tiles)[0]].face
    aside = table.course.rulebook.draw_tie is DrawTie.SET_ASIDE
    return {"aside" if aside else "back": equal}


def _by_side(table: Table) -> dict[str, str]:
    drawn = zip(table.seats, table.first.tiles, strict=False)
    told_of = {"drawn": ", ".join(f"{name} {tile.face}" for name, tile in drawn)}
    rule = table.course.rulebook.source("draw_blank").paragraphs.partition(",")[0]
    return told_of if rule in (NOT_FROM_A_SEED, TABLES_OWN) else {**told_of, "rule": rule}


def _faces(tiles: Tiles) -> str:
    return ", ".join(sorted(tile.face for tile in tiles))
