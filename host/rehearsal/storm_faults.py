"""What hands, cables and power do wrong in a storm: a closed list, each a function that does it at a table.

A fault of TILE spoils the laying of one tile, one of ANY comes before any action, one of PRESS spoils the end of
a turn. Each says whether it could be done there. Nothing here knows how a fault is put right.
"""

from collections.abc import Callable, Sequence

from engine_lite.tiles import BLANK
from host.core.events import ClockPressed, Resumed
from host.rehearsal.storm_moment import SIDE, Moment
from host.simulator import motions
from host.simulator.stock import ASIDE, BAG, NoSuchTile, PhysicalTile, square

FOREIGN = PhysicalTile(900, "e00400000000ffff", "card")  # a tile of another set
LARGEST_KNOCK_UM = 12_000  # more than half a square, less than a whole one
BORDER = (0.3, 0.5)  # of the way to the neighbour: a tile farther off lies on that one


# --- the laying of one tile ------------------------------------------------------------------------------------


def one_square_off(now: Moment, tile: PhysicalTile, place: int) -> bool:
    """Laid on a neighbouring square, and corrected after a moment."""
    if (wrong := now.beside(place)) is None:
        return False
    now.hands.lay(tile, wrong)
    now.pause(0.05, 1.5)
    now.hands.take_back(tile)
    now.hands.lay(tile, place)
    return True


def slid_to_its_place(now: Moment, tile: PhysicalTile, place: int) -> bool:
    """Set down some squares away and pushed over free squares to its place."""
    path = _free_path(now, place)
    if len(path) < 2:
        return False
    now.hands.lay(tile, path[-1])
    _push(now, tile, path[-1], place)
    return True


def slid_through_a_word(now: Moment, tile: PhysicalTile, place: int) -> bool:
    """Pushed to its place square by square: it rests on each, and some may make a word."""
    path = _free_path(now, place)
    if not path:
        return False
    now.hands.lay(tile, path[-1])
    for source, target in zip(path[::-1], [*path[-2::-1], place], strict=True):
        now.pause(0.1, 0.8)
        _push(now, tile, source, target)
    return True


def _free_path(now: Moment, place: int) -> list[int]:
    """Free squares in one line from beside `place` outwards, four at most."""
    taken = now.taken() - {place}
    row, column = divmod(place, SIDE)
    paths = []
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        path: list[int] = []
        for step in range(1, 5):
            r, c = row + down * step, column + right * step
            if not (0 <= r < SIDE and 0 <= c < SIDE) or SIDE * r + c in taken:
                break
            path.append(SIDE * r + c)
        paths.append(path)
    return now.chance.choice([path for path in paths if path] or [[]])


def _push(now: Moment, tile: PhysicalTile, source: int, target: int) -> None:
    stage = now.hands.stage
    motion = motions.sliding(source, target, stage.now_us)
    now.hands.stock.put(tile, square(target))
    stage.carry(tile, motion)
    stage.wait_us(motion.end_us - motion.start_us)


def on_the_border(now: Moment, tile: PhysicalTile, place: int) -> bool:
    """Laid across the border to a free neighbour, and left so."""
    if (other := now.beside(place)) is None:
        return False
    share = now.chance.uniform(*BORDER)
    _set_oddly(now, tile, place, motions.between(place, other, now.hands.stage.now_us + motions.TILE_US, share))
    return True


def face_down(now: Moment, tile: PhysicalTile, place: int) -> bool:
    """Laid on its face, and left so."""
    down = motions.setting_down(place, now.hands.stage.now_us + motions.TILE_US)
    _set_oddly(now, tile, place, motions.face_down(down))
    return True


def on_an_old_tile(now: Moment, tile: PhysicalTile, place: int) -> bool:
    """Laid on top of an old tile instead of beside it, and left so, where the play needs it.

    A shorter play that is legal without it would be that play: the board finds stacks only after a second of rest.
    """
    old = now.old(1)
    if not old or now.legal({where: each for where, each in now.hands.laying.items() if where != place}):
        return False
    _set_oddly(now, tile, place, motions.stacking(old[0], now.hands.stage.now_us + motions.TILE_US))
    return True


def _set_oddly(now: Moment, tile: PhysicalTile, place: int, motion: motions.Motion) -> None:
    now.hands.stock.put(tile, square(place))
    now.hands.stage.carry(tile, motion)
    now.hands.stage.wait_us(motions.TILE_US)


def another_word_first(now: Moment, tile: PhysicalTile, place: int) -> bool:
    """The tile and another one are laid elsewhere first, and taken back after a moment."""
    first = now.free()
    now.hands.lay(tile, first)
    second = now.beside(first)
    other = _some_tile(now, place) if second is not None else None
    if other is not None and second is not None:
        now.hands.lay(other, second)
    now.pause(0.2, 2.0)
    for each in (tile, other):
        if each is not None:
            now.hands.take_back(each)
    now.hands.lay(tile, place)
    return True


def _some_tile(now: Moment, besides: int = -1) -> PhysicalTile | None:
    """A tile of this turn's, not that for the square `besides`, which is still on the rack."""
    for place, tile in now.hands.laying.items():
        if place != besides and not now.hands.stock.at(square(place)) and now.hands.has(tile):
            return now.hands.take(tile)
    return None


# --- at any moment -----------------------------------------------------------------------------------------------


def hovering(now: Moment) -> bool:
    """A hand holds a tile low over the board, and takes it away again."""
    tile = _some_tile(now)
    if tile is None:
        return False
    stage, height_um = now.hands.stage, now.chance.randrange(1_000, 6_000)
    stage.carry(tile, motions.hovering(now.free(), height_um, stage.now_us + motions.TILE_US))
    now.pause(0.5, 1.5)
    now.hands.take_back(tile)
    return True


def old_lifted_and_returned(now: Moment) -> bool:
    """An old tile is lifted, looked at and put back."""
    for place in now.old(1):
        tile = now.tile_on(place)
        now.hands.take_back(tile, ASIDE)
        now.pause(0.0, 1.5)
        now.hands.lay(tile, place)
        return True
    return False


def old_nudged(now: Moment) -> bool:
    """An old tile is pushed towards a free neighbour, some of the way or all of it."""
    for place in now.old(1):
        if (other := now.beside(place)) is None:
            return False
        share = now.chance.choice([now.chance.uniform(0.3, 0.9), 1.0])
        tile, stage = now.tile_on(place), now.hands.stage
        motion = motions.nudging(place, other, stage.now_us, share)
        if share == 1.0:
            now.hands.stock.put(tile, square(other))
        stage.carry(tile, motion)
        stage.wait_us(motion.end_us - motion.start_us)
        return True
    return False


def old_ones_swapped(now: Moment) -> bool:
    """Two old tiles change places."""
    places = now.old(2)
    if len(places) < 2:
        return False
    tiles = [now.tile_on(place) for place in places]
    for tile in tiles:
        now.hands.take_back(tile, ASIDE)
    for tile, place in zip(tiles, reversed(places), strict=True):
        now.hands.lay(tile, place)
    return True


def old_knocked_off(now: Moment) -> bool:
    """An old tile is knocked from its square: beside the board, or onto a free square."""
    for place in now.old(1):
        tile, lands = now.tile_on(place), now.chance.choice([None, now.free()])
        now.hands.take_back(tile, ASIDE)
        if lands is not None:
            now.hands.lay(tile, lands)
        return True
    return False


def same_letter_put_back(now: Moment) -> bool:
    """An old tile is lifted, and another one with the same letter put in its place."""
    for place in now.old(1):
        tile = now.tile_on(place)
        if tile.face == BLANK.face:
            return False
        try:
            other = now.hands.stock.take(BAG, tile.face)
        except NoSuchTile:
            return False
        now.hands.take_back(tile, BAG)
        now.hands.lay(other, place)
        return True
    return False


def stacked_on_an_old_one(now: Moment) -> bool:
    """Somebody's tile is put down on an old one, and forgotten there."""
    places = now.old(1)
    tile = _some_tile(now) if places else None
    if tile is None:
        return False
    now.hands.stock.put(tile, ASIDE)
    now.hands.stage.carry(tile, motions.stacking(places[0], now.hands.stage.now_us + motions.TILE_US))
    now.hands.stage.wait_us(motions.TILE_US)
    return True


def board_bumped(now: Moment) -> bool:
    """A knock against the table shifts all tiles by some millimetres."""
    right, down = (now.chance.randrange(-LARGEST_KNOCK_UM, LARGEST_KNOCK_UM + 1) for _ in range(2))
    now.hands.stage.knock(right, down)
    return bool(now.hands.sheet)


def foreign_tag(now: Moment) -> bool:
    """A tile of another set is laid on a free square."""
    if now.hands.stage.holds(FOREIGN):
        return False
    now.hands.stage.lay(FOREIGN, now.free())
    return True


def laid_out_of_turn(now: Moment) -> bool:
    """The other side lays the first tile of its next play though it is not on turn.

    Not where it would lengthen the play on the board to another legal one: a table without rack readers cannot know
    whose tile that is, and the mover sees it in the own word.
    """
    if now.following is None or now.following[0] in now.taken():
        return False
    place, tile = now.following
    if now.legal({**now.hands.laying, place: tile}) or not now.hands.has(tile):
        return False
    now.hands.lay(now.hands.take(tile), place)
    return True


def cable_pulled(now: Moment) -> bool:
    """The board's cable is pulled out."""
    now.hands.stage.fault("unplug", (), on=True)
    return True


def board_reset(now: Moment) -> bool:
    """The board loses its power and has it again at once."""
    now.hands.stage.replug()
    return True


def host_killed(now: Moment) -> bool:
    """The host dies and comes back to its journal; people go on with the game at once."""
    now.hands.stage.fault("kill", ("host",), on=True)
    now.hands.stage.happened(lambda at: Resumed(at_ns=at))
    return True


def noisy_line(now: Moment) -> bool:
    """Bytes on the line are damaged, until the end of the turn."""
    now.hands.stage.fault("noise", (f"{now.chance.uniform(0.001, 0.02):.4f}",), on=True)
    return True


# --- the end of a turn -------------------------------------------------------------------------------------------


def pressed_before_the_last_tile(now: Moment, tile: PhysicalTile, place: int) -> bool:
    """Pressed with one tile still in the hand, where that can be seen: a shorter legal play would be that play."""
    _press(now, now.seat)
    now.pause(0.1, 1.0)
    now.hands.lay(tile, place)
    return True


def pressed_while_it_moves(now: Moment, tile: PhysicalTile, place: int) -> bool:
    """Pressed while the last tile touches the board: up to 50 ms before it lies, one period of its sensor."""
    stage, early_us = now.hands.stage, now.chance.randrange(10_000, 50_000)
    now.hands.stock.put(tile, square(place))
    stage.carry(tile, motions.setting_down(place, stage.now_us + motions.TILE_US))
    stage.wait_us(motions.TILE_US - early_us)
    _press(now, now.seat)
    stage.wait_us(early_us)
    return True


def pressed_twice(now: Moment) -> bool:
    """The same side presses again at once."""
    _press(now, now.seat)
    now.pause(0.03, 0.6)
    _press(now, now.seat)
    return True


def wrong_side_pressed(now: Moment) -> bool:
    """The other side presses first, or both together."""
    if now.seats < 2:
        return False
    _press(now, (now.seat + 1) % now.seats)
    now.pause(0.0, 0.4)
    _press(now, now.seat)
    return True


def next_one_laid_before_decided(now: Moment) -> bool:
    """The next side lays its first tile at once, while the press is being decided."""
    if now.following is None or now.following[0] in now.taken():
        return False
    place, tile = now.following
    if now.legal({**now.hands.laying, place: tile}) or not now.hands.has(tile):
        return False
    physical = now.hands.take(tile)
    _press(now, now.seat)
    now.hands.lay(physical, place)
    return True


def _press(now: Moment, seat: int) -> None:
    now.hands.stage.happened(lambda at: ClockPressed(at, seat))


TileFault = Callable[[Moment, PhysicalTile, int], bool]
Fault = Callable[[Moment], bool]

TILE: Sequence[TileFault] = (
    one_square_off, slid_to_its_place, slid_through_a_word, on_the_border, face_down, on_an_old_tile,
    another_word_first,
)
ANY: Sequence[Fault] = (
    hovering, old_lifted_and_returned, old_nudged, old_ones_swapped, old_knocked_off, same_letter_put_back,
    stacked_on_an_old_one, board_bumped, foreign_tag, laid_out_of_turn, cable_pulled, board_reset, host_killed,
    noisy_line,
)
EARLY: Sequence[TileFault] = (pressed_before_the_last_tile, pressed_while_it_moves)
PRESS: Sequence[Fault] = (pressed_twice, wrong_side_pressed, next_one_laid_before_decided)
ALL = tuple(fault.__name__ for fault in (*TILE, *ANY, *EARLY, *PRESS))
