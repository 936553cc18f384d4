"""The racks and the bag after corrections have put tiles on the board or taken them off.

Pure. What the corrections in force move is one list, made anew with each of them: first all that they have moved goes
back where it came from, then each moves its tiles again. So once all are undone, in whatever order, the tiles are
where they were as it was played. One that has been laid, drawn or exchanged meanwhile stays where that has brought
it; whatever was moved, every tile of the set is there once.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from engine_lite.board import Board
from engine_lite.course import Course, Refused
from engine_lite.course_tiles import plain
from engine_lite.game import Game, Turn, TurnKind
from engine_lite.placement import Defect, Placement, Reason
from engine_lite.tiles import Tile
from host.core.beliefs import loop_reads
from host.core.places import Place, at, moved_back, with_tile, without
from host.core.state import Moved, Table
from host.core.telling import faces_of, guesses, swapped

BESIDE = -1  # the turn of what has changed places beside the board


class NowhereLeft(LookupError):
    """A tile that a correction wants on the board is neither on a rack nor in the bag."""


@dataclass
class _Moving:
    """The tiles on their way, one correction after the other; `before` is what was moved until now, and where.

    `emptied` are the places from which the correction in hand has taken tiles; `pushed` are tiles of plays whose
    squares it has taken, each with the turn of its play.
    """

    table: Table
    course: Course
    before: Sequence[Moved]
    moved: list[Moved] = field(default_factory=list)
    turn: int = 0
    emptied: list[Place] = field(default_factory=list)
    pushed: list[tuple[Tile, Turn]] = field(default_factory=list)

    def push_off(self, tile: Tile) -> bool:
        """Whether `tile` is of a play that has been pushed off the board: its side has it back then."""
        found = next((each for each in self.pushed if each[0] == tile), None)
        if found is not None:
            self.pushed.remove(found)
            self.off_board(tile, found[1].seat, turn=found[1].number)
        return found is not None

    def last(self, moves: Iterable[Moved], tile: Tile, onto: bool) -> Moved | None:
        """The last of `moves` that moved such a tile for the turn in hand, `onto` the board or off it."""
        same = [each for each in moves if (each.turn, each.tile, each.onto) == (self.turn, tile, onto)]
        return same[-1] if same else None

    def onto_board(self, tile: Tile, place: Place, again: Moved | None = None) -> None:
        """A tile goes on the board, from `place`; `again`: an earlier correction had taken it off."""
        self.course = without(self.course, place, tile)
        self.emptied.append(place)
        self._keep(Moved(self.turn, tile, place, onto=True), again)

    def off_board(self, tile: Tile, place: Place, again: Moved | None = None, turn: int | None = None) -> None:
        """A tile comes off the board, to `place`; `again`: an earlier correction had put it there.

        Of the `turn` that had laid it, or of that in hand.
        """
        self.course = with_tile(self.course, place, tile)
        if place in self.emptied:
            self.emptied.remove(place)
        self._keep(Moved(self.turn if turn is None else turn, tile, place, onto=False), again)

    def change_places(self, seat: int, give: Tile, want: Tile, place: Place) -> None:
        """A guess on the rack of `seat` changes places with a tile elsewhere; undone with all the rest."""
        self.course = swapped(self.course, seat, give, want, place)
        for tile, source, target in ((want, place, seat), (give, seat, place)):
            self.moved += (Moved(BESIDE, tile, source, onto=True), Moved(BESIDE, tile, target, onto=False))

    def _keep(self, move: Moved, again: Moved | None) -> None:
        if again is None:
            self.moved.append(move)
        else:
            self.moved.remove(again)


def tiles_moved(table: Table, course: Course, games: Sequence[Game]) -> Table:
    """The table with `course`, its racks and bag as the corrections in force leave them.

    `games` are the game as it was played and as each correction in turn has made it. A letter put right changes
    places with the tile that it was taken for. What was taken for a pass or an exchange and was a play came from the
    mover's rack, and the tiles of a withdrawn play are there again. Raises Refused when the set has not the tiles.
    """
    moving = _Moving(table, moved_back(course, table.moved), table.moved)
    lay, turns = _as_played(table), table.as_played
    for old, new in pairwise(games):
        moving.pushed = _pushed_off(turns, new.turns)
        _corrected(moving, old, new, lay)
        lay, turns = _placed(new.board), new.turns
    moving.turn, turn = _changed(table.game, games[-1])
    seat = table.game.on_turn or 0 if turn is None else turn.seat
    had, has = _all_tiles(course, table.game), _all_tiles(moving.course, games[-1])
    for tile in (has - had).elements():  # it has gone round since: where it is now it is twice
        _from_somewhere(moving, tile, seat)
    moving.pushed = _pushed_off(table.as_played, games[-1].turns)
    for tile in (had - has).elements():
        if not moving.push_off(tile):
            moving.off_board(tile, seat)
    return replace(table, course=moving.course, moved=tuple(moving.moved))


def _all_tiles(course: Course, game: Game) -> Counter[Tile]:
    """Every tile on racks, in the bag and on the board, those of this turn left out."""
    beside = (tile for place in (None, *range(game.seats)) for tile in at(course, place))
    return Counter(beside) + _placed(game.board)


def _as_played(table: Table) -> Counter[Tile]:
    """The tiles that lie on the board once nothing is put right: those of every play, whatever squares it shares.

    One that lay where a correction had made room would not fit without it, and was laid all the same.
    """
    plays = (turn.placement for turn in table.as_played if turn.kind is TurnKind.PLAY and turn.placement is not None)
    return _placed(table.began.board) + Counter(plain(tile for each in plays for _, tile in each.tiles))


def _pushed_off(old: Iterable[Turn], new: Iterable[Turn]) -> list[tuple[Tile, Turn]]:
    """The tiles of plays that lay on the board and find their squares taken now, each with the turn that laid it."""
    found = ((was.placement, was) for was, now in zip(old, new, strict=False)
             if was.placement is not None and now.placement == Placement() and now.kind is TurnKind.PLAY)
    return [(tile, turn) for placement, turn in found for tile in plain(tile for _, tile in placement.tiles)]


def _corrected(moving: _Moving, old: Game, new: Game, was: Counter[Tile]) -> None:
    """One correction's tiles, from the game before it, when `was` lay on the board, to the one after it.

    What was no play as it happened came from the rack, however often it is put right: no letter of it was misread.
    So did what a play has more than before, as far as nobody has told of that rack.
    """
    now = _placed(new.board)
    moving.turn, turn = _changed(old, new)
    moving.emptied = []
    if turn is not None and turn.kind is new.turns[moving.turn - 1].kind is TurnKind.WITHDRAWN:
        _changed_on_rack(moving, turn.seat)
    seat = moving.table.game.on_turn or 0 if turn is None else turn.seat
    on_the_rack = turn is not None and moving.table.as_played[moving.turn - 1].kind is not TurnKind.PLAY
    from_rack = on_the_rack or ((now - was).total() > (was - now).total() and _is_guessed(moving.table, seat))
    if from_rack:
        _believed_there(moving, now - was, seat)
    for tile in (now - was).elements():
        try:
            _put_on(moving, tile, seat, from_rack)
        except NowhereLeft:
            continue  # as it was played there may be one; in the end it is looked for again
    _take_off(moving, list((was - now).elements()), seat, on_the_rack)


def _changed_on_rack(moving: _Moving, seat: int) -> None:
    """What was corrected before a verdict took its play off has changed places with tiles of the rack since then."""
    for move in (each for each in moving.before if each.turn == moving.turn and each.place != seat):
        elsewhere, here = (move.place, seat) if move.onto else (seat, move.place)
        if move.tile in at(moving.course, elsewhere):
            moving.course = with_tile(without(moving.course, elsewhere, move.tile), here, move.tile)
            moving.moved += move.off_again(seat)


def _believed_there(moving: _Moving, tiles: Counter[Tile], seat: int) -> None:
    """What was laid was on the rack of `seat`: where nobody has told of that rack, guesses give way to it."""
    if not _is_guessed(moving.table, seat):
        return
    for tile in (tiles - Counter(moving.course.rack(seat))).elements():
        table = replace(moving.table, course=moving.course)
        spare = tuple((Counter(guesses(table, seat)) - tiles).elements())
        others = (each for each in range(table.game.seats) if each != seat)
        holder = next((each for each in others if tile in guesses(table, each)), None)
        if spare and (tile in table.course.bag or holder is not None):
            moving.change_places(seat, spare[0], tile, None if tile in table.course.bag else holder)


def _is_guessed(table: Table, seat: int) -> bool:
    """Whether neither a loop nor people have told what is on the rack of `seat`."""
    return not loop_reads(table, seat) and seat not in table.told_racks


def _put_on(moving: _Moving, tile: Tile, seat: int, on_the_rack: bool) -> None:
    taken_off, chosen = moving.last(moving.moved, tile, onto=False), moving.last(moving.before, tile, onto=True)
    if taken_off is not None and tile in at(moving.course, taken_off.place):
        moving.onto_board(tile, taken_off.place, taken_off)
    elif chosen is not None and tile in at(moving.course, chosen.place):
        moving.onto_board(tile, chosen.place)
    elif on_the_rack and tile in moving.course.rack(seat):
        moving.onto_board(tile, seat)
    else:
        moving.onto_board(tile, _place_of(replace(moving.table, course=moving.course), seat, tile))


def _from_somewhere(moving: _Moving, tile: Tile, seat: int) -> None:
    """One tile less beside the board: first where a correction has put one like it. Raises Refused.

    What is put there only now cannot have been laid since: what was there before goes first.
    """
    put = [each for each in moving.moved if each.tile == tile and not each.onto]
    for each in sorted(reversed(put), key=lambda each: each not in moving.before):
        if tile in at(moving.course, each.place):
            moving.onto_board(tile, each.place)
            return
    try:
        moving.onto_board(tile, _place_of(replace(moving.table, course=moving.course), seat, tile))
    except NowhereLeft:
        raise Refused((_none_left(tile, moving.table.game.board, moving.course.game.board),)) from None


def _take_off(moving: _Moving, off: list[Tile], seat: int, on_the_rack: bool) -> None:
    """What is pushed off first; then where it is known that a tile came from, or went; then for those that went on.

    The rest goes to the mover.
    """
    for tile, _ in tuple(moving.pushed):
        if tile in off and moving.push_off(tile):
            off.remove(tile)
    # So many need not take the place of one that went on: all where those came from the rack, misread or not.
    room = len(off) - (0 if on_the_rack else len(moving.emptied))
    unknown = []
    for tile in off:
        put_on, chosen = moving.last(moving.moved, tile, onto=True), moving.last(moving.before, tile, onto=False)
        known = put_on or chosen
        if known is not None and (known.place in moving.emptied or room > 0):
            room -= known.place not in moving.emptied
            moving.off_board(tile, known.place, put_on)
        else:
            unknown.append(tile)
    for tile in unknown:  # the bag first: nobody has drawn from it or put into it, a rack may have been counted wrong
        moving.off_board(tile, min(moving.emptied, key=lambda each: each is not None, default=seat))


def _placed(board: Board) -> Counter[Tile]:
    return Counter(plain(tile for _, tile in board))


def first_changed(old: Game, new: Game) -> Turn | None:
    """The first turn that is not what it was, as it was."""
    return _changed(old, new)[1]


def _changed(old: Game, new: Game) -> tuple[int, Turn | None]:
    """Number (1, 2, ...) and state before of the first turn that is not what it was; 0 for none."""
    for number, (was, now) in enumerate(zip(old.turns, new.turns, strict=True), start=1):
        if (was.kind, was.placement, was.points) != (now.kind, now.placement, now.points):
            return number, was
    return 0, None


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
