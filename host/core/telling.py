"""An event of the course told to the rules, and the tags of the table brought to where the tiles are then.

Pure. The rules know faces only; here each square and each rack that they speak of keeps its very tag.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine_lite import course as rules
from engine_lite.clock import Clock
from engine_lite.course import Course, Refused
from engine_lite.course_events import Event, Halted
from engine_lite.course_tiles import Tiles
from engine_lite.game import Turn, TurnKind
from engine_lite.tiles import BLANK, Tile
from host.core.fallen import fallen
from host.core.state import Table
from host.core.tags_there import tags_there

Said = Mapping[int, tuple[str, str]]


def told(table: Table, event: Event) -> Table:
    """The table after `event`; raises Refused, and then nothing has changed."""
    course, moved = fallen(table, rules.step(table.course, event))
    since = ran_since(table, course.clock)
    if len(course.game.turns) > len(table.game.turns):
        over = course.game.turns[-1].seat
        table = replace(table, ledger=table.ledger.turn_over(table.sensed_tags), drew_fewer=table.drew_fewer - {over})
    played = _as_played(table, course)
    judged = table.judged if course.verdict is table.course.verdict else None
    if course.verdict is not None and judged is None:
        judged = course.verdict, course.game
    after = in_step(replace(table, course=course, as_played=played, moved=moved, ran_since_ns=since, judged=judged))
    if len(course.game.turns) != len(table.game.turns):
        after = replace(after, said={})
    return _held_again(table, after)


def halted(table: Table, on: bool, at_ns: int) -> Table:
    """The clocks stand, or go on, from `at_ns` on; unless the time is up by then, which Due will tell."""
    try:
        return told(table, Halted(on, at_ns=at_ns))
    except Refused:
        return table


def ran_since(table: Table, clock: Clock) -> int:
    """Since when the clock that runs now has run without a break, and nobody has set it."""
    went_on = table.clock.running == clock.running and clock.left_ns == table.clock.at(clock.since_ns)
    return table.ran_since_ns if went_on else clock.since_ns


def _held_again(before: Table, after: Table) -> Table:
    """Tiles that the game has taken off the board are those of their side again: in the hand, or on the rack."""
    placed = after.placed_tags
    laid = before.placed_tags.intersection(before.laid_tags.values()) - placed
    removed = {tag: before.laid_by[square] for square, tag in before.recalled.items()
               if tag in before.placed_tags - placed and square in before.laid_by}
    if laid and before.course.on_turn is not None:
        after = replace(after, ledger=after.ledger.taken_up(before.course.on_turn, laid))
    for tag, seat in removed.items():
        after = replace(after, ledger=after.ledger.taken_up(seat, (tag,)))
    return _racks_in_step(after) if laid or removed else after


def _as_played(table: Table, course: Course) -> tuple[Turn, ...]:
    """The turns as they happened, after an event of the course: added to, changed at the end, or taken back there."""
    was, now, kept = table.game.turns, course.game.turns, table.as_played
    if was is now:
        return kept
    if len(now) < len(was):
        return kept[: len(now)]
    if len(now) == len(was):
        changed = bool(now) and now[-1].kind is not was[-1].kind
        return (*kept[:-1], replace(kept[-1], kind=now[-1].kind)) if changed else kept
    return (*kept, *now[len(was) :])


def in_step(table: Table) -> Table:
    """The table with a tag for each square that the game has, and no more tags on a rack than it has tiles."""
    course = table.course
    tags = tags_there(table)  # which know who had laid what until now
    table = replace(table, laid_by=_laid_by(table))
    played = {square: tags[square] for square, _ in course.game.board if square in tags}
    laid = {square: tags[square] for square in course.laid.squares if square in tags}
    recalled = {square: tags[square] for square in course.removing.squares if square in tags}
    if not recalled and course.verdict is not None:
        recalled = dict(table.recalled)  # an appeal may bring the play back
    blanks = {tag: tile.face for square, tile in course.game.board
              if tile.blank and table.tiles.get(tag := played.get(square, "")) == BLANK.face}
    as_before = (played, laid, recalled) == (table.played, table.laid_tags, table.recalled)
    if as_before and blanks.items() <= table.names.items():
        return _racks_in_step(table)
    names, said = _names_kept(table, played, laid)
    table = replace(table, played=played, laid_tags=laid, recalled=recalled)
    return _racks_in_step(replace(table, names={**names, **blanks}, said=said))


def _names_kept(table: Table, played: Mapping[int, str], laid: Mapping[int, str]) -> tuple[Mapping[str, str], Said]:
    """What blanks are called once the game has those tags on its squares, and what they were on squares they left.

    A blank of this turn that leaves the board is to be named anew wherever else it is laid: its letter was said of
    the word in which it stood, and a player who lays another word would not look for an old letter in it; to be asked
    costs a moment, a wrong letter the turn. Back on its square it is what it was: it was bumped, or looked at. One
    that has only changed its square was never taken back, and keeps its letter with the rest of the word.
    """
    left = {square: (tag, table.names[tag]) for square, tag in table.laid_tags.items()
            if tag in table.names and tag not in (laid.get(square), played.get(square))}
    kept = {*played.values(), *laid.values(), *(table.seen_tags - {tag for tag, _ in left.values()})}
    return {tag: face for tag, face in table.names.items() if tag in kept}, {**table.said, **left}


def _laid_by(table: Table) -> Mapping[int, int]:
    """By square the side whose play it belongs to, or belonged to before it was withdrawn.

    What was withdrawn before it was ever pressed, or must come off because its turn is lost, is of the last turn.
    """
    turns = table.game.turns
    played = {square: turn.seat for turn in turns if turn.kind is TurnKind.PLAY and turn.placement is not None
              for square in turn.placement.squares}
    last = turns[-1].seat if turns else 0
    return played | {square: table.laid_by.get(square, last) for square in table.removing}


def _racks_in_step(table: Table) -> Table:
    """Tags that are on the board are on no rack, and a rack has no tag of a face that it has not."""
    ledger = table.ledger
    on_board, standing = table.placed_tags, table.sensed.standing().keys()
    ledger = ledger.without(on_board & (ledger.held.keys() | ledger.out | ledger.loose | ledger.awaited))
    if ledger.owed & on_board:
        ledger = replace(ledger, owed=ledger.owed - on_board, in_hand=ledger.in_hand - on_board)
    for seat in range(table.game.seats):
        tags = frozenset(ledger.of(seat))
        gone = tags & (ledger.gone_in | (frozenset(ledger.missing(seat, ())) - standing - ledger.in_hand))
        certain = tags & ledger.in_hand - gone
        sure_first = (*sorted(certain), *sorted(tags - certain - gone), *sorted(gone))
        if surplus := _surplus(table.tiles, sure_first, table.course.rack(seat)):
            hands = ledger.in_hand.intersection(surplus)  # of a play that was put right: no loop reads them yet
            ledger = ledger.without(surplus) if table.course.typed else ledger.owing(surplus).on_the_way(hands)
    return table if ledger == table.ledger else replace(table, ledger=ledger)


def _surplus(faces: Mapping[str, str], tags: Iterable[str], rack: Tiles) -> tuple[str, ...]:
    """Tags, the surest first, beyond what `rack` holds of their face.

    What hands have just taken off the board is surest; least sure is what was seen to go, or is not read there.
    """
    room = Counter(tile.face for tile in rack)
    surplus = []
    for tag in tags:
        room[faces[tag]] -= 1
        if room[faces[tag]] < 0:
            surplus.append(tag)
    return tuple(surplus)


def faces_of(table: Table, tags: Iterable[str]) -> Tiles:
    """The tiles that carry `tags`, as on a rack."""
    return tuple(table.tile_of(tag) for tag in tags)


def guesses(table: Table, seat: int) -> Tiles:
    """The tiles that the game believes on the rack of `seat` and of which no reader has told."""
    left = Counter(table.course.rack(seat)) - Counter(faces_of(table, table.ledger.of(seat)))
    return tuple(left.elements())


def swapped(course: Course, seat: int, give: Tile, want: Tile, source: int | None) -> Course:
    """What is believed of two places changed: `seat` has `want`, and the bag (or rack `source`) has `give`."""
    course = _on_rack(course, seat, give, want)
    if source is None:
        return replace(course, bag=_changed(course.bag, want, give))
    return _on_rack(course, source, want, give)


def _on_rack(course: Course, seat: int, old: Tile, new: Tile) -> Course:
    """The rack of `seat` with `new` for `old`, and so what it has drawn last and what it has too much."""
    course = course.with_rack(seat, _changed(course.rack(seat), old, new))
    fresh, over, rack = course.fresh[seat], course.overdraw, course.rack(seat)
    if fresh.count(old) > rack.count(old):
        course = course.with_fresh(seat, _changed(fresh, old, new))
    if over is not None and over.seat == seat and over.new.count(old) > rack.count(old):
        course = replace(course, overdraw=replace(over, new=_changed(over.new, old, new)))
    return course


def _changed(tiles: Tiles, old: Tile, new: Tile) -> Tiles:
    place = tiles.index(old)
    return (*tiles[:place], new, *tiles[place + 1 :])


def plain_tile(tile: Tile) -> Tile:
    """`tile` as on a rack: a blank without its name."""
    return BLANK if tile.blank else tile


def exchanged(table: Table, seat: int, out: Iterable[str], drawn: Iterable[str]) -> Table:
    """The table after `seat` has changed the tiles with tags `out` for those with tags `drawn`."""
    ledger = table.ledger.left(out).holding(seat, drawn)
    return _racks_in_step(replace(table, ledger=ledger))
