"""Where hands have left tiles on the board, on the rules alone, and what the rules are then told of it.

As at a table, which looks at its board while play goes on and at nothing that happened before. Holds no rule.
"""

from collections import Counter
from collections.abc import Collection, Mapping

from engine_lite import course_events as happen
from engine_lite.course import Course, Phase
from engine_lite.course_tiles import Tiles, plain
from engine_lite.tiles import BLANK, Tile
from host.core.put_right import laid_from
from host.core.state import Table
from host.core.wanted import wanting

# Tiles that hands move in these count once play goes on.
STANDS = (Phase.PAUSED, Phase.HOLDING, Phase.CHALLENGED, Phase.SETTLING)
COMPARED = (Phase.PLAYING, Phase.REMOVING)  # the table compares its board with the game in these

Placed = Mapping[int, Tile]


def in_the_game(course: Course) -> Placed:
    """The tiles that the game has on the board: played, of this turn, or withdrawn and not yet taken off."""
    return dict((*course.game.board, *course.laid.tiles, *course.removing.tiles))


def followed(standing: Placed, before: Course, after: Course) -> Placed:
    """What stands on the board after an event that hands have carried out; `standing` before it.

    A correction is no such event: no tile moves by it.
    """
    was, now = in_the_game(before), in_the_game(after)
    kept = {square: tile for square, tile in standing.items() if square in now or square not in was}
    return {**kept, **{square: tile for square, tile in now.items() if was.get(square) != tile}}


def movable(course: Course, standing: Placed) -> Placed:
    """The tiles that hands may move: of this turn, and of a withdrawn play that is still to be taken off."""
    board, removing = course.game.board, course.removing.squares
    return {square: tile for square, tile in standing.items()
            if square in removing or (board.at(square) is None and not course.ended)}


def stood_after(course: Course, stood: Placed, standing: Placed) -> Placed:
    """The last tile on each square of the game, whether it still stands there or not; `stood` is the same before."""
    there = in_the_game(course)
    return {square: tile for square, tile in (*stood.items(), *standing.items()) if square in there}


def asked_for(table: Table, stood: Placed) -> frozenset[int]:
    """Squares on which a correction has put tiles, and where none has stood for it."""
    return frozenset(wanting(table)) - stood.keys()


def on_rack(table: Table, standing: Placed) -> Tiles:
    """What the side on turn has on its rack while the tiles of `standing` are on the board."""
    course, seat = table.course, table.course.on_turn or 0
    held = Counter((*course.rack(seat), *plain(tile for _, tile in course.laid.tiles)))
    theirs = (tile for square, tile in movable(course, standing).items()
              if square not in course.removing.squares or table.laid_by.get(square) == seat)
    return tuple((held - Counter(plain(theirs))).elements())


def taken_before(table: Table, seat: int, squares: Collection[int]) -> Tiles:
    """What corrections have taken off the rack of `seat`, and is there still to be laid on `squares`."""
    wanted = Counter(plain(tile for square in squares if (tile := table.game.board.at(square)) is not None))
    return tuple((wanted & Counter(each.tile for each in table.moved if each.onto and each.place == seat)).elements())


def laid_where_wanted(table: Table, tile: Tile, squares: Collection[int], lying: Mapping[int, Tiles]) -> Table:
    """The table when a side has laid `tile` on one of the `squares` that want some: that on turn, if it has it.

    `lying` are by seat tiles that corrections have put on its rack, and that lie elsewhere on the board still.
    """
    course, (plain_one,) = table.course, plain((tile,))
    if course.ended or course.overdraw:
        return table
    for seat in sorted(range(course.game.seats), key=lambda seat: seat != course.on_turn):
        if plain_one in taken_before(table, seat, squares):
            return table
        if plain_one in Counter(course.rack(seat)) - Counter(lying.get(seat, ())):
            return laid_from(table, seat, plain_one)
    return table


def is_right(course: Course, place: int, tile: Tile) -> bool:
    """Whether `tile` is such a one as the game has on `place`; of a blank, whatever it is named."""
    there = course.game.board.at(place)
    return there is not None and plain((there,)) == plain((tile,))


def gone(course: Course, standing: Placed) -> list[happen.Event]:
    """What to tell the rules of tiles that do not stand there any more: of the withdrawn play, or of this turn."""
    if course.phase is Phase.REMOVING:
        return [happen.TakenUp(square) for square in course.removing.squares if square not in standing]
    if course.phase is not Phase.PLAYING:
        return []
    return [happen.TakenUp(square) for square, tile in course.laid.tiles
            if square not in standing or plain((standing[square],)) != plain((tile,))]


def come(course: Course, standing: Placed) -> dict[int, tuple[happen.Event, ...]]:
    """What to tell the rules of tiles that stand there since, by square, once the others are gone."""
    events: dict[int, tuple[happen.Event, ...]] = {}
    for square, tile in movable(course, standing).items():
        if square in (*course.laid.squares, *course.removing.squares):
            continue
        events[square] = (happen.Laid(square, BLANK if tile.blank else tile),)
        if tile.blank and tile.named:
            events[square] += (happen.Declared(square, tile.face),)
    return events
