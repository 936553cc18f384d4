"""The tiles dealt as a script says: its board, its racks, its bag; and the first record of that game."""

from engine_lite.board import Board
from engine_lite.tiles import BLANK
from host.core.events import GameOpened
from host.core.state import rules_of
from host.rehearsal.script import SEATS, BadScript, Script
from host.simulator.stock import BAG, NoSuchTile, PhysicalTile, Stock, rack, square

NS_PER_S = 1_000_000_000


def stock_of(script: Script) -> Stock:
    """The tiles of the script's set, its racks and opening board dealt. Raises BadScript for what the set lacks."""
    tile_set = script.rulebook.tile_set
    stock = Stock((face.face for face in tile_set.faces for _ in range(face.count)), script.seed)
    try:
        for place, tile in Board.from_rows(script.board, tile_set) if script.board else ():
            stock.move([BLANK.face if tile.blank else tile.face], BAG, square(place))
        for seat, tiles in script.racks.items():
            stock.move((tile.face for tile in tiles), BAG, rack(seat))
        for seat in range(script.seats):
            if seat not in script.racks:
                stock.draw(min(script.rulebook.rack_size, len(stock.at(BAG))), rack(seat))
    except NoSuchTile as missing:
        raise BadScript(0, f"the set has not so many tiles: {missing}") from None
    stock.draw_next(tile.face for tile in script.bag)
    return stock


def opening(script: Script, stock: Stock, names: tuple[str, ...] = (), table: str = "") -> GameOpened:
    """The first record of the game that the script describes; the seats are A, B, ... unless `names` says more."""
    standing = standing_at_start(stock)
    return GameOpened(
        at_ns=0, rulebook=script.rulebook.name, seats=names or tuple(SEATS[: script.seats]),
        clock_ns=(round(script.clock_s * NS_PER_S),) * script.seats, tiles=stock.register, board=script.board,
        board_tags=tuple((place, tile.tag) for place, tile in standing.items()),
        rules=rules_of(script.rulebook), table_name=table,
        totals=tuple(script.totals.get(seat, 0) for seat in range(script.seats)),
    )


def standing_at_start(stock: Stock) -> dict[int, PhysicalTile]:
    """The tiles on the board, by square."""
    return {place: tiles[0] for place in range(225) if (tiles := stock.at(square(place)))}
