"""This turn's tiles as the board shows them, brought into the game: laid, moved, taken up, named.

Pure. Knows nothing of when a turn ends. What stands wrong on the board is `disorder.py`'s.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from engine_lite.course import Refused
from engine_lite.course_conditions import touched_off
from engine_lite.course_events import Declared, Event, Laid, Moved, TakenUp
from engine_lite.course_state import Phase as CoursePhase
from engine_lite.placement import Defect, Placement, Reason
from engine_lite.reasons import Data
from engine_lite.tiles import Tile
from host.core import disorder, put_right
from host.core.beliefs import believed_to_hold
from host.core.effects import Effect
from host.core.events import Corrected
from host.core.fusion import unnamed
from host.core.refusals import refused
from host.core.state import Table
from host.core.tags_there import of_face
from host.core.telling import in_step, told

Outcome = tuple[Table, tuple[Effect, ...]]

OF_ANOTHER: Data = (("of_another", ""),)  # of a tile that another side holds

# A tile in motion at the very press has some 0.3 s to slide to its place, its sensor and scan 60 ms to see it and
# 120 ms to settle; a hand that begins after the press needs 0.4 s and the same again: what comes later is its.
LATEST_OF_A_PRESS_NS = 500_000_000


def same_faces_taken(table: Table) -> Table:
    """Another tile with the same face put back in a played one's place is taken for it from now on.

    Where that is a tile of a withdrawn play, the played one is that play's instead.
    """
    if table.sensed.moving or table.course.phase in _UNPLAYED:
        return table
    changed = disorder.same_face_returned(table)
    if not changed:
        return table
    instead = {tag: table.played[square] for square, tag in changed.items()}
    recalled = {square: instead.get(tag, tag) for square, tag in table.recalled.items()}
    return in_step(replace(table, played={**table.played, **changed}, recalled=recalled))


_UNPLAYED = (CoursePhase.SETUP, CoursePhase.COUNT, CoursePhase.DRAW, CoursePhase.RACKS)


def board_compared(table: Table) -> Outcome:
    """The game with this turn's tiles as they stand, once the board is quiet; what it refuses is said once."""
    if table.sensed.moving:
        return table, ()
    if table.corrections and not table.ended:  # then nobody lays anything any more, and a rack is what it was
        table = put_right.accepted(table)
    if table.course.phase is CoursePhase.REMOVING:
        table = _emptied(_put_back_again(table))
    if table.course.phase is CoursePhase.REMOVING:
        return _laid_too_early(table)
    if table.course.phase is not CoursePhase.PLAYING or table.course.on_turn is None:
        return table, ()
    table, defects, tags = brought_in(table, table.at_ns)
    if not defects or tags <= table.refused_tags:
        return table, ()
    return refused(replace(table, refused_tags=table.refused_tags | tags), table.course.on_turn or 0, defects)


def _laid_too_early(table: Table) -> Outcome:
    """Nothing may be laid while a withdrawn play is on the board; what lay there by then is nobody's haste."""
    tags = {tag for square, tag in disorder.laid(table) if table.laid_tags.get(square) != tag}
    if table.course.phase is not CoursePhase.REMOVING or tags <= table.refused_tags:
        return table, ()
    table = replace(table, refused_tags=table.refused_tags | tags)
    return refused(table, table.course.on_turn or 0, (disorder.not_removed(table),))


def _put_back_again(table: Table) -> Table:
    """A tile that has left the board for good, and stands in its place there again, must leave it again.

    Of whichever turn it was: two plays may be withdrawn at once, and a correction withdraws earlier ones.
    """
    again: dict[int, tuple[str, Tile, int]] = {}
    for square, tile, seat in _once_there(table):
        tag = table.sensed.tag_at(square)
        if tag is None or square in again or square in table.removing or table.game.board.at(square) is not None:
            continue
        if table.ledger.held.get(tag) == seat and of_face(table, tag, tile):
            again[square] = tag, tile, seat
    if not again:
        return table
    removing = Placement((*table.course.removing.tiles, *((square, tile) for square, (_, tile, _) in again.items())))
    table = replace(
        table, course=replace(table.course, removing=removing),
        recalled={**table.recalled, **{square: tag for square, (tag, _, _) in again.items()}},
        laid_by={**table.laid_by, **{square: seat for square, (_, _, seat) in again.items()}},
    )  # fmt: skip
    return in_step(replace(table, ledger=table.ledger.without(tag for tag, _, _ in again.values())))


def _once_there(table: Table) -> Iterator[tuple[int, Tile, int]]:
    """Every square that a turn has covered, as it is now and as it was before corrections, its tile and its side.

    The latest turn first.
    """
    turns = table.game.turns
    corrected = ((turns[each.event.turn - 1].seat, each.change.placement) for each in reversed(table.corrections)
                 if isinstance(each.event, Corrected))
    now, before = ([(turn.seat, turn.placement) for turn in reversed(each)] for each in (turns, table.as_played))
    for seat, placement in (*now, *corrected, *before):
        for square, tile in placement.tiles if placement is not None else ():
            yield square, tile, seat


def _emptied(table: Table) -> Table:
    """Squares of a withdrawn play that are empty now have been cleared; with the last, those where nothing tells.

    The last is not cleared while tiles of that play lie elsewhere on the board, nor while a played tile is off its
    square: a board that is knocked and laid out again, the withdrawn play with it, is then still to be cleared.
    """
    occupied = set(table.sensed.occupied())
    if (left := occupied & set(table.removing)) and all(table.sensed.only_named(square) for square in left):
        table = replace(table, sensed=unnamed(table.sensed, left))
        occupied -= left
    for square in table.removing:
        if square in occupied or (len(table.removing) == 1 and (disorder.astray(table) or disorder.bared(table))):
            continue
        table = told(table, TakenUp(square, at_ns=table.at_ns))
    return table


def brought_in(table: Table, at_ns: int) -> tuple[Table, tuple[Defect, ...], frozenset[str]]:
    """The game with what lies on the board in this turn; and why some of it is not taken, with those tags.

    While a press is being decided, what settled too late for it is not looked at, and was not touched by then.
    """
    late = [table.tile_of(tag) for square, tag in table.laid_tags.items() if too_late(table, square)]
    wanted = {square: tag for square, tag in disorder.laid(table) if not too_late(table, square)}
    for event in _changes(table.laid_tags, wanted, at_ns):
        try:
            table = told(table, event)
        except Refused as why:
            return table, why.defects, frozenset(wanted.values())
    defects: list[Defect] = []
    tags = set()
    for square, tag in wanted.items():
        if square not in table.laid_tags:
            table, wrong = _laid(table, square, tag, at_ns)
            defects += wrong
            tags |= {tag} if wrong else set()
    return _untouched(_named(table, at_ns), late), tuple(defects), frozenset(tags)


def _untouched(table: Table, late: Iterable[Tile]) -> Table:
    course = table.course
    touched = tuple((Counter(course.touched) - Counter(late)).elements())
    if touched == course.touched:
        return table
    course = replace(course, touched=touched)
    since = course.off_since_ns if touched_off(course) else None
    return replace(table, course=replace(course, off_since_ns=since))


def too_late(table: Table, square: int) -> bool:
    """Whether what stands on `square` was heard of too late to belong to the press that waits."""
    press, since = table.press, table.sensed.since(square)
    if press is None or since is None or press.unheard:
        return False
    return since > press.at_ns + LATEST_OF_A_PRESS_NS


def _changes(had: Mapping[int, str], wanted: Mapping[int, str], at_ns: int) -> list[Event]:
    """What became of the tiles that the game has laid: moved to another square, or taken up."""
    places = {tag: square for square, tag in wanted.items()}
    gone = {square: tag for square, tag in had.items() if wanted.get(square) != tag}
    moves = [(square, places[tag]) for square, tag in gone.items() if tag in places]
    if any(target in had for _, target in moves):  # tiles that changed places among themselves
        return [TakenUp(square, at_ns=at_ns) for square in gone]
    events: list[Event] = [Moved(square, target, at_ns=at_ns) for square, target in moves]
    return events + [TakenUp(square, at_ns=at_ns) for square, tag in gone.items() if tag not in places]


def _laid(table: Table, square: int, tag: str, at_ns: int) -> tuple[Table, tuple[Defect, ...]]:
    seat = table.course.on_turn
    assert seat is not None, "tiles are laid while somebody is on turn"
    holder = table.ledger.held.get(tag)
    if holder is not None and holder != seat and not table.course.typed:
        return table, (Defect(Reason.OUT_OF_TURN, (square,), "", OF_ANOTHER),)
    if table.corrections and put_right.on_its_way(table, tag):
        return table, (Defect(Reason.NOT_IN_RACK, (square,), ""),)
    tile = table.tile_of(tag)
    before = table
    if table.said.get(square, ("", ""))[0] == tag and tag not in table.names:  # it is back where it was named
        table = replace(table, names={**table.names, tag: table.said[square][1]})
    if holder != seat:
        table = believed_to_hold(table, seat, tile)
    try:
        return told(_with_tag(table, square, tag), Laid(square, tile, at_ns=at_ns)), ()
    except Refused as why:
        return before, why.defects


def _with_tag(table: Table, square: int, tag: str) -> Table:
    return replace(table, laid_tags={**table.laid_tags, square: tag})


def _named(table: Table, at_ns: int) -> Table:
    """Blanks of this turn named as their players have said."""
    for square, tile in table.course.laid.tiles:
        face = table.names.get(table.laid_tags.get(square, ""))
        if tile.blank and face is not None and face != tile.face:
            try:
                table = told(table, Declared(square, face, at_ns=at_ns))
            except Refused:
                continue
    return table
