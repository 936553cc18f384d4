"""Table -> what the referee's page shows besides the public view: how many tiles are where, what each reader says.

Pure. Of racks and bag it gives counts, and a letter only of a lost tile that can be on no rack, or of what is in the
bag while a rule sends the referee to look into it; else a face is named only for a tile that the game has on the
board or that is known to stand there.
"""

from collections import Counter
from collections.abc import Iterator

from engine_lite.notation import square_name
from engine_lite.tiles import Tile
from host.core import counting, disorder
from host.core.beliefs import bag_looked_into, loop_reads
from host.core.fusion import Reading
from host.core.prompts import lost_tiles
from host.core.state import BAG, RACKS, RADIO, Table
from host.schemas import LogView, PlaceView, RefereeView, SensedView, SinceView, StrayView, TileView

NS_PER_MS = 1_000_000
READ, SILENT, NEVER = "read", "silent", "never"


def referee_view(table: Table, since: tuple[SinceView, ...] = (), log: tuple[LogView, ...] = ()) -> RefereeView:
    """The referee's view of `table`; `since` and `log` are what has been kept of the game's course."""
    bag = tuple(tile.face for tile in bag_looked_into(table))
    strays = tuple(_strays(table))
    return RefereeView(tuple(_places(table)), tuple(_sensed(table)), since, log, reads_again(table), bag, strays)


def reads_again(table: Table) -> bool:
    """Whether the tags of squares can be read again now."""
    return table.radio and table.linked and RADIO not in table.silent


# --- where the tiles are -----------------------------------------------------------------------------


def _places(table: Table) -> Iterator[PlaceView]:
    """All tiles of the set, each counted once."""
    course, ledger = table.course, table.ledger
    gone = _gone_from_board(table)
    lost = lost_tiles(table)
    is_open = len(ledger.out - table.sensed_tags)
    yield PlaceView("bag", len(course.bag) - is_open, told=_told(table, BAG))
    for seat in range(len(table.seats)):
        off = sum(ledger.held.get(tag) == seat for tag in lost)
        told = READ if loop_reads(table, seat) else SILENT if RACKS in table.readers else NEVER
        yield PlaceView("rack", len(course.rack(seat)) - off, seat, told=told)
    placed = len(course.game.board) + len(course.laid)
    yield PlaceView("board", placed - len(gone), told=READ if table.linked else SILENT)
    if aside := len(course.aside) + len(ledger.aside):
        yield PlaceView("aside", aside)
    if is_open:
        yield PlaceView("open", is_open)
    if gone or lost:
        yield PlaceView("lost", len(gone) + len(lost), squares=tuple(map(square_name, gone)))


def _gone_from_board(table: Table) -> tuple[int, ...]:
    """Played squares whose own tile answers nowhere on the board, once all is at rest."""
    if table.sensed.moving or not table.linked:
        return ()
    return tuple(square for square in disorder.disturbed(table) if table.played[square] not in table.sensed_tags)


def _strays(table: Table) -> Iterator[StrayView]:
    """What is lost: by letter what can be on no rack, the rest by side and number."""
    unnamed: Counter[tuple[int | None, str]] = Counter()
    for stray in counting.strays(table):
        if counting.may_be_named(table, stray):
            yield StrayView(table.tiles[stray.tag], None, stray.seen)
        else:
            unnamed[stray.seat, stray.seen] += 1
    yield from (StrayView("", seat, seen, count) for (seat, seen), count in unnamed.items())


def _told(table: Table, part: str) -> str:
    return READ if table.reads(part) else SILENT if part in table.readers else NEVER


# --- what each reader says of the squares ------------------------------------------------------------


def _sensed(table: Table) -> Iterator[SensedView]:
    """Every square with a magnet, a tag or a tile of the game, in order."""
    sensed, course = table.sensed, table.course
    belong = dict((*course.game.board, *course.laid.tiles))
    heard = {square for square, tags in sensed.tags.items() if tags}
    for square in sorted(sensed.felt | heard | belong.keys()):
        yield _square(table, square, sensed.reading(square), belong.get(square))


def _square(table: Table, square: int, reading: Reading, belongs: Tile | None) -> SensedView:
    known = reading.tag is not None and reading.tag in table.tiles
    since_ns = table.sensed.since(square)
    return SensedView(
        square, str(reading.evidence), reading.magnet, len(reading.tags),
        why=reading.why.name.lower() if reading.why else "",
        stands=_tile(table, square, disorder.tile_of(table, str(reading.tag))) if known else None,
        belongs=_tile(table, square, belongs) if belongs else None,
        masked=square in table.sensed.masked,
        named=square in table.sensed.named,
        since_ms=None if since_ns is None else since_ns // NS_PER_MS,
    )


def _tile(table: Table, square: int, tile: Tile) -> TileView:
    return TileView(square, tile.face, tile.blank, table.game.rulebook.tile_set.value(tile))
