"""A game that is taken up again: the table comes back to it, it goes on at another table, or people leave it.

Pure. Whoever comes back finds the clocks standing as they stood, and board and game compared square by square
(disorder.py): play goes on when people say so. Knows nothing of journals or of how a table is switched on.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine_lite.course_close import NOT_OVER, RUNNING
from engine_lite.course_events import Due, Paused
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.placement import Reason
from engine_lite.tiles import BLANK
from host.core.claims import Claims
from host.core.effects import AskState, Effect, SyncJournal
from host.core.events import Carried, Left, Reopened, TileReplaced
from host.core.fusion import Sensed
from host.core.ledger import Ledger
from host.core.refusals import refused_for
from host.core.state import BOARD, PAD, RADIO, Table
from host.core.telling import told

Outcome = tuple[Table, tuple[Effect, ...]]
Tagged = Iterable[tuple[str, str]]

_TO_BEGIN = (CoursePhase.SETUP, CoursePhase.COUNT, CoursePhase.DRAW, CoursePhase.RACKS)


class OtherTiles(ValueError):
    """The tiles of one table cannot stand for those of another; the text says which are missing."""


# --- the table comes back ----------------------------------------------------------------------------


def reopened(table: Table, event: Reopened) -> Outcome:
    """A game that was running stands until people go on; no board has spoken yet, each is asked for its state."""
    asked = tuple(AskState(part) for part in sorted({BOARD, *table.readers}))
    silent = table.silent - {RADIO, PAD}  # their boards say so again
    return _standing(replace(table, parts=frozenset(), silent=silent), event.at_ns), asked


def _standing(table: Table, at_ns: int) -> Table:
    if not table.ended:
        table = told(table, Due(at_ns=at_ns))  # the power may have gone before the end that the time had brought
    if table.ended:
        return table
    if table.course.phase in RUNNING:
        table = told(table, Paused(at_ns=at_ns))
    return replace(table, reopened=True, leaving=frozenset(), refusal=None)


def gone_on(table: Table) -> Table:
    """Once the clocks run, or the game is over, nothing is left of its having been taken up again."""
    if table.reopened and (table.course.phase in RUNNING or table.ended):
        return replace(table, reopened=False, carried=False, leaving=frozenset())
    return table


def offered(table: Table) -> bool:
    """Whether the game waits for people to say that it goes on, or that they begin another."""
    return table.reopened and not table.left


# --- another game instead ----------------------------------------------------------------------------


def may_leave(table: Table) -> bool:
    """Whether people may begin another game now: this one is offered and does not run, or it is over."""
    return not table.left and (bool(table.ended) or offered(table))


def left(table: Table, event: Left) -> Outcome:
    """The referee leaves the game, or one side after the other asks for that; no clock may run."""
    seats = len(table.seats)
    if not may_leave(table) or (event.by is not None and not 0 <= event.by < seats):
        return refused_for(table, event.by, Reason.WRONG_PHASE, data=NOT_OVER)
    leaving = frozenset(range(seats)) if event.by is None else table.leaving | {event.by}
    table = replace(table, leaving=leaving, left=len(leaving) == seats, refusal=None)
    return table, (SyncJournal(),) if table.left else ()


# --- other tags for the same tiles ---------------------------------------------------------------------


def rebound(tiles: Tagged, others: Tagged) -> Mapping[str, str]:
    """For each tag of `tiles` one of `others` with the same face, none of them twice: the tiles of another table.

    Raises OtherTiles when there are not as many tiles of each face.

    >>> rebound([("e004000000000001", "QU")], [("e004000000000007", "?"), ("e004000000000008", "QU")])
    Traceback (most recent call last):
    host.core.reopening.OtherTiles: too many: ?
    >>> rebound([("e004000000000001", "QU")], [("e004000000000008", "QU")])
    {'e004000000000001': 'e004000000000008'}
    """
    waiting: dict[str, list[str]] = {}
    for tag, face in sorted(others):
        waiting.setdefault(face, []).append(tag)
    found: dict[str, str] = {}
    missing = []
    for tag, face in sorted(tiles):
        if waiting.get(face):
            found[tag] = waiting[face].pop(0)
        else:
            missing.append(face)
    over = [face for face, tags in sorted(waiting.items()) for _ in tags]
    if missing or over:
        named = (("missing", sorted(missing)), ("too many", over))
        raise OtherTiles("; ".join(f"{what}: {' '.join(faces)}" for what, faces in named if faces))
    return found


def carried(table: Table, event: Carried) -> Outcome:
    """The game at another table: its tiles carry other tags, its board is empty until it has been laid out again.

    Which tile of a face stands where is for the hands that lay it out; what is on the racks is known by faces alone.
    """
    try:
        other = rebound(table.tiles.items(), event.tiles)
    except OtherTiles:
        return refused_for(table, None, Reason.UNKNOWN_TILE)
    table = renamed(replace(table, press=None, waiting=(), refused_tags=frozenset()), other)
    claims = Claims() if table.radio else Claims(bound={**table.played, **table.laid_tags})
    table = replace(
        table, tiles=dict(event.tiles), name=event.table_name or table.name, readers=frozenset(event.readers),
        parts=frozenset(), silent=table.silent - {RADIO, PAD}, sensed=Sensed(radio=table.radio, claims=claims),
        ledger=Ledger(aside=table.ledger.aside), carried=True,
    )
    return _standing(table, event.at_ns), (AskState(),)


def blanks_taken(table: Table) -> Table:
    """While a carried board is laid out, any blank is as good as another: each square keeps its letter.

    A plain tile with the right letter is taken for the right one at any time (disorder.same_face_returned).
    """
    if not table.carried or table.sensed.moving:
        return table
    for square in sorted({*table.played, *table.laid_tags}):
        tag, found = table.tag_there(square), table.sensed.tag_at(square)
        if tag and found and found != tag and {table.tiles.get(tag), table.tiles.get(found)} == {BLANK.face}:
            table = renamed(table, {tag: found, found: tag})
    return table


def replaced(table: Table, event: TileReplaced) -> Outcome:
    """The new tile stands for the old one everywhere from now on; an unknown old or a known new one is refused."""
    if event.old not in table.tiles or event.new in table.tiles:
        return refused_for(table, None, Reason.UNKNOWN_TILE)
    other = {event.old: event.new}
    tiles = {other.get(tag, tag): face for tag, face in table.tiles.items()}
    return renamed(replace(table, tiles=tiles, refusal=None), other), ()


def renamed(table: Table, other: Mapping[str, str]) -> Table:
    """The table with another tag for each that `other` names, wherever the game knows it."""

    def on_squares(tags: Mapping[int, str]) -> Mapping[int, str]:
        return {square: other.get(tag, tag) for square, tag in tags.items()}

    def tag_of(tag: str) -> str:
        return other.get(tag, tag)

    def all_of(tags: Iterable[str]) -> frozenset[str]:
        return frozenset(other.get(tag, tag) for tag in tags)

    was = table.ledger
    ledger = replace(
        was, held={other.get(tag, tag): seat for tag, seat in was.held.items()}, out=all_of(was.out),
        loose=all_of(was.loose), gone_in=all_of(was.gone_in), aside=all_of(was.aside), by_ring=all_of(was.by_ring),
        owed=all_of(was.owed), awaited=all_of(was.awaited), in_hand=all_of(was.in_hand), strays=all_of(was.strays),
        drawn=all_of(was.drawn), late={other.get(tag, tag): at_ns for tag, at_ns in was.late.items()},
        doubted={other.get(tag, tag): seat for tag, seat in was.doubted.items()},
    )
    sensed = replace(table.sensed, named=on_squares(table.sensed.named))
    draw = replace(table.first, shown=all_of(table.first.shown), standing=tuple(map(tag_of, table.first.standing)))
    return replace(
        table, first=draw, sensed=sensed, played=on_squares(table.played), laid_tags=on_squares(table.laid_tags),
        recalled=on_squares(table.recalled), ledger=ledger,
        names={other.get(tag, tag): face for tag, face in table.names.items()},
        said={square: (other.get(tag, tag), face) for square, (tag, face) in table.said.items()},
    )
