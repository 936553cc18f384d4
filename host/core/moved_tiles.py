"""The racks and the bag after a correction has put tiles on the board or taken them off, and when it is taken back.

Pure. What a correction moves is kept with the turn that it puts right, so that putting the same turn back as it was
puts each tile back where it came from.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from engine_lite.board import Board
from engine_lite.course import Course, Refused
from engine_lite.course_tiles import plain
from engine_lite.game import Game, Turn, TurnKind
from engine_lite.placement import Defect, Reason
from engine_lite.tiles import Tile
from host.core.state import Moved, Table
from host.core.telling import faces_of, guesses

Place = int | None  # the rack of a seat; None: the bag


class NowhereLeft(LookupError):
    """A tile that a correction wants on the board is neither on a rack nor in the bag."""


@dataclass
class _Moving:
    """One correction's tiles on their way: the course as it is by now, and what is still to be remembered."""

    table: Table
    course: Course
    number: int
    moved: list[Moved]
    emptied: list[Place] = field(default_factory=list)

    def remembered(self, tile: Tile, onto: bool) -> Moved | None:
        """The last move of such a tile for this turn, which is now undone: `onto` the board, or off it."""
        same = [each for each in self.moved if (each.turn, each.tile, each.onto) == (self.number, tile, onto)]
        return same[-1] if same else None

    def onto_board(self, tile: Tile, place: Place, again: Moved | None) -> None:
        """A tile goes on the board, from `place`; `again`: it came off by an earlier correction."""
        self.course = _without(self.course, place, tile)
        self.emptied.append(place)
        self._keep(Moved(self.number, tile, place, onto=True), again)

    def off_board(self, tile: Tile, place: Place, again: Moved | None) -> None:
        """A tile comes off the board, to `place`; `again`: an earlier correction had put it there."""
        self.course = _with_tile(self.course, place, tile)
        if place in self.emptied:
            self.emptied.remove(place)
        self._keep(Moved(self.number, tile, place, onto=False), again)

    def _keep(self, move: Moved, again: Moved | None) -> None:
        if again is None:
            self.moved.append(move)
        else:
            self.moved.remove(again)


def tiles_moved(table: Table, course: Course, old: Game, number: int, back: bool) -> Table:
    """The table with `course`, its racks and bag as turn `number`, which has been put right, leaves them.

    A letter put right changes places with the tile that it was taken for. What was taken for a pass or an exchange
    and was a play came from the mover's rack, and the tiles of a withdrawn play are there again, as are those that a
    correction took off the board and that come `back` as it is undone. What an earlier correction of the same turn
    moved goes back to where it was. Raises Refused when the set has not the tiles for it.
    """
    was, now = _placed(old.board), _placed(course.game.board)
    turn = first_changed(old, course.game)
    seat = table.game.on_turn or 0 if turn is None else turn.seat
    off, on = list((was - now).elements()), list((now - was).elements())
    on_the_rack = (turn is not None and turn.kind is not TurnKind.PLAY) or (back and len(on) > len(off))
    moving = _Moving(table, course, number, list(table.moved))
    for tile in on:
        try:
            _put_on(moving, tile, seat, on_the_rack)
        except NowhereLeft:
            raise Refused((_none_left(tile, old.board, course.game.board),)) from None
    _take_off(moving, off, seat)
    return replace(table, course=moving.course, moved=tuple(moving.moved))


def _put_on(moving: _Moving, tile: Tile, seat: int, on_the_rack: bool) -> None:
    again = moving.remembered(tile, onto=False)
    if again is not None and tile in _at(moving.course, again.place):
        moving.onto_board(tile, again.place, again)
    elif on_the_rack and tile in moving.course.rack(seat):
        moving.onto_board(tile, seat, None)
    else:
        moving.onto_board(tile, _place_of(replace(moving.table, course=moving.course), seat, tile), None)


def _take_off(moving: _Moving, off: list[Tile], seat: int) -> None:
    """First where it is known that a tile came from; then for those that went on; what is left, to the mover."""
    room = len(off) - len(moving.emptied)  # so many need not take the place of one that went on
    unknown = []
    for tile in off:
        again = moving.remembered(tile, onto=True)
        if again is not None and (again.place in moving.emptied or room > 0):
            room -= again.place not in moving.emptied
            moving.off_board(tile, again.place, again)
        else:
            unknown.append(tile)
    for tile in unknown:  # the bag first: nobody has drawn from it or put into it, a rack may have been counted wrong
        place = min(moving.emptied, key=lambda each: each is not None, default=seat)
        moving.off_board(tile, place, None)


def _placed(board: Board) -> Counter[Tile]:
    return Counter(plain(tile for _, tile in board))


def first_changed(old: Game, new: Game) -> Turn | None:
    """The first turn that is not what it was, as it was."""
    for was, now in zip(old.turns, new.turns, strict=True):
        if (was.kind, was.placement, was.points) != (now.kind, now.placement, now.points):
            return was
    return None


def _place_of(table: Table, seat: int, tile: Tile) -> Place:
    """Where one more `tile` on the board came from. Raises NowhereLeft.

    First a rack of which nobody has told, or a hand that an earlier correction has given it back to, the mover's
    before others, then the bag; last, what is known on a rack.
    """
    seats = [seat, *(other for other in range(table.game.seats) if other != seat)]
    given_back = {each: table.ledger.in_hand.intersection(table.ledger.of(each)) for each in seats}
    guessed = [each for each in seats if tile in (*guesses(table, each), *faces_of(table, given_back[each]))
               and tile in table.course.rack(each)]
    if guessed:
        return guessed[0]
    if tile in table.course.bag:
        return None
    for each in seats:
        if tile in table.course.rack(each):
            return each
    raise NowhereLeft


def _none_left(tile: Tile, before: Board, after: Board) -> Defect:
    """Why `tile` cannot be on the board once more: all squares that have it since the correction, and its letter."""
    squares = tuple(square for square, now in after if plain((now,)) == (tile,)
                    and ((old := before.at(square)) is None or plain((old,)) != (tile,)))
    return Defect(Reason.UNKNOWN_TILE, squares, data=(("no_blank", "") if tile.blank else ("no_tile", tile.face),))


def _at(course: Course, place: Place) -> tuple[Tile, ...]:
    return tuple(course.bag if place is None else course.rack(place))


def _without(course: Course, place: Place, tile: Tile) -> Course:
    """The course with `tile` gone from a rack or the bag."""
    tiles = list(_at(course, place))
    tiles.remove(tile)
    return replace(course, bag=tuple(tiles)) if place is None else course.with_rack(place, tiles)


def _with_tile(course: Course, place: Place, tile: Tile) -> Course:
    """The course with `tile` on a rack or in the bag."""
    tiles = (*_at(course, place), tile)
    return replace(course, bag=tiles) if place is None else course.with_rack(place, tiles)
