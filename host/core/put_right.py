"""Squares on which a correction has put tiles that no reader has told of: hands must lay them there.

Pure. Knows what the corrections that hold say, and what the sensors read on those squares; makes no sentence.
"""

from dataclasses import replace

from engine_lite.course_tiles import less
from engine_lite.game import TurnKind
from engine_lite.tiles import Tile
from host.core.state import Moved, Table
from host.core.tags_there import of_face
from host.core.telling import guesses, in_step, swapped
from host.core.wanted import wanting


def left_behind(table: Table) -> frozenset[int]:
    """Squares to be cleared that no withdrawn play had: a correction says that the play on them lay elsewhere."""
    if not table.corrections:
        return frozenset()
    changed = (each.change.placement for each in table.corrections)
    once = {square for placement in (*(turn.placement for turn in table.as_played), *changed) if placement
            for square in placement.squares}
    gone = {square for turn in table.game.turns if turn.kind is TurnKind.WITHDRAWN and turn.placement
            for square in turn.placement.squares}
    return frozenset(table.removing) & once - gone


def accepted(table: Table) -> Table:
    """The table with the tags of those tiles that have been laid where a correction wants them.

    A tile that was taken for the one that stands in its place now is in the hand of the side that laid it.
    """
    after = in_step(table)
    if after.played == table.played:
        return after
    for square, tag in after.played.items():
        if tag not in table.placed_tags:
            after = _off_the_rack(table, after, square)
    for square, tag in table.played.items():
        if tag not in after.placed_tags and square in after.laid_by:
            after = in_step(replace(after, ledger=after.ledger.taken_up(after.laid_by[square], (tag,))))
    return after


def _off_the_rack(before: Table, after: Table, square: int) -> Table:
    """The table with the tile on `square` laid by the side that is known to have had it, where the game did not know.

    Where another tile with its letter must leave that rack, that one stays. Else the bag has what was believed to
    come from it; and the rack has the tile that was on the square, if that was believed to be in the bag.
    """
    tag, old = after.played[square], before.played.get(square)
    seat, tile, course = before.ledger.held.get(tag), after.tile_of(tag), after.course
    if seat is None or tag in before.ledger.in_hand or after.ended or course.overdraw is not None:
        return after  # what a correction brings back from a hand, it has taken off the rack
    if tile not in guesses(after, seat):
        return after
    on_rack = after.ledger.racks.get(seat, frozenset())
    if alike := sorted(each for each in after.ledger.owed & on_rack if of_face(after, each, tile)):
        return replace(after, ledger=after.ledger.holding(seat, alike[:1]))
    if old is not None and old not in after.placed_tags and after.tile_of(old) in course.bag:
        moved = _from_rack(after.moved, tile, seat)
        return in_step(replace(after, moved=moved, course=swapped(course, seat, tile, after.tile_of(old), None)))
    return in_step(laid_from(after, seat, tile))


def laid_from(table: Table, seat: int, tile: Tile) -> Table:
    """The table when `tile`, which a correction has put on the board, comes from the rack of `seat`, not the bag.

    Where it was not believed to come from the bag, one like it lies elsewhere on the board, and comes to that rack.
    """
    course = table.course
    if not any((each.tile, each.place, each.onto) == (tile, None, True) for each in table.moved):
        return table
    course = course.with_rack(seat, less(course.rack(seat), (tile,)) or (), bag=(*course.bag, tile))
    fresh = less(course.fresh[seat], (tile,))
    course = course if fresh is None else course.with_fresh(seat, fresh)
    return replace(table, moved=_from_rack(table.moved, tile, seat), course=course)


def _from_rack(moved: tuple[Moved, ...], tile: Tile, seat: int) -> tuple[Moved, ...]:
    """What corrections have moved, when `tile`, believed to be from the bag, is from the rack of `seat`."""
    believed = [at for at, each in enumerate(moved) if (each.tile, each.place, each.onto) == (tile, None, True)]
    if not believed:
        return moved
    at = believed[-1]
    return (*moved[:at], replace(moved[at], place=seat), *moved[at + 1 :])


def on_its_way(table: Table, tag: str) -> bool:
    """Whether `tag` has left its square since a correction, and one with its letter is still to be laid."""
    return tag in table.ledger.owed and any(of_face(table, tag, tile) for tile in wanting(table).values())
