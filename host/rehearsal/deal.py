"""The tiles dealt as a script says: its board, its racks, its bag; and the first record of that game."""

from engine_lite.board import Board
from engine_lite.tiles import BLANK, Tile
from host.core.events import GameOpened
from host.core.state import rules_of
from host.rehearsal.script import SEATS, Action, BadScript, Script
from host.simulator.stock import (
    ASIDE,
    BAG,
    PAD_TAG_PREFIX,
    TAG_PREFIX,
    NoSuchTile,
    PhysicalTile,
    Stock,
    rack,
    square,
)

NS_PER_S = 1_000_000_000
READERS = {  # by the word of a script: what the table has beside its board
    "all": frozenset({"bag", "racks"}), "no-bag": frozenset({"racks"}), "no-racks": frozenset({"bag"}),
    "none": frozenset(), "pad": frozenset({"pad"}),
}
HELD = "held back"  # draws that the script foretells, while racks are filled by chance
NAMED = "named"  # tiles that a later line names, while others leave the bag


def stock_of(script: Script) -> Stock:
    """The tiles of the script's set, its racks and opening board dealt. Raises BadScript for what the set lacks."""
    tile_set = script.rulebook.tile_set
    prefix = PAD_TAG_PREFIX if script.readers == "pad" else TAG_PREFIX
    stock = Stock((face.face for face in tile_set.faces for _ in range(face.count)), script.seed, prefix)
    for place, tile in Board.from_rows(script.board, tile_set) if script.board else ():
        _dealt(stock, BLANK.face if tile.blank else tile.face, square(place), script.set_at["board"])
    for seat, tiles in script.racks.items():
        for tile in tiles:
            _dealt(stock, tile.face, rack(seat), script.racks_at[seat])
    try:
        _hold_back(script, stock)
        _fill_racks(script, stock)
        _leave(script, stock)
    except NoSuchTile as missing:
        raise BadScript(0, f"the set has not so many tiles: {missing}") from None
    for each in stock.at(HELD):
        stock.put(each, BAG)
    stock.draw_next(tile.face for tile in script.bag)
    return stock


def _dealt(stock: Stock, face: str, place: str, number: int) -> None:
    """A tile of the set at `place`, for line `number` of the script. Raises BadScript when none is left."""
    if not any(each.face == face for each in stock.at(BAG)):
        raise BadScript(number, f"the set has not so many {face}: racks and board share one set of tiles")
    stock.move([face], BAG, place)


def _hold_back(script: Script, stock: Stock) -> None:
    """Keep the draws that the script foretells in the bag; those that it has not come back from a rack in time."""
    most = len(stock.at(BAG)) if script.bag_left is None else script.bag_left
    for tile in script.bag:
        if len(stock.at(HELD)) < most and any(each.face == tile.face for each in stock.at(BAG)):
            stock.move([tile.face], BAG, HELD)


def _fill_racks(script: Script, stock: Stock) -> None:
    """The racks that no line names, from what the bag has beside the draws that the script foretells."""
    for seat in range(script.seats):
        if seat not in script.racks:
            stock.draw(min(script.rulebook.rack_size, len(stock.at(BAG))), rack(seat))


def _leave(script: Script, stock: Stock) -> None:
    """Put aside what the bag holds beyond `bag-left`; the tiles that later lines name stay in it."""
    if script.bag_left is None:
        return
    wanted = script.bag_left - len(stock.at(HELD))
    if not 0 <= wanted <= len(stock.at(BAG)):
        most = len(stock.at(BAG)) + len(stock.at(HELD))
        sentence = f"the bag can hold between {len(stock.at(HELD))} and {most} tiles here, not {script.bag_left}"
        raise BadScript(script.set_at["bag-left"], sentence)
    for tile in (tile for action in script.actions for tile in _from_bag(action)):
        if wanted > len(stock.at(NAMED)) and any(each.face == tile.face for each in stock.at(BAG)):
            stock.move([tile.face], BAG, NAMED)
    surplus = len(stock.at(BAG)) + len(stock.at(NAMED)) - wanted
    stock.draw(surplus, ASIDE)
    for each in stock.at(NAMED):
        stock.put(each, BAG)


def _from_bag(action: Action) -> tuple[Tile, ...]:
    """The tiles that a line finds in the bag by name."""
    return (*action.kept, *action.tiles) if action.word == "draw" else action.kept


def opening(script: Script, stock: Stock, names: tuple[str, ...] = (), table: str = "") -> GameOpened:
    """The first record of the game that the script describes; the seats are A, B, ... unless `names` says more."""
    standing = standing_at_start(stock)
    seats = range(script.seats)
    return GameOpened(
        at_ns=0, rulebook=script.rulebook.name, variant=script.rulebook.variant_name,
        seats=names or tuple(SEATS[: script.seats]),
        clock_ns=tuple(round((script.clock_s - script.clock_used_s.get(seat, 0)) * NS_PER_S) for seat in seats),
        allotted_ns=round(script.clock_s * NS_PER_S),
        turns_used=tuple(script.turns_used.get(seat, 0) for seat in seats),
        readers=tuple(sorted(READERS[script.readers])), radio=script.readers != "pad", referee=script.referee,
        self_ending=True, last_look=True, sees_opening=True, aside=tuple(tile.tag for tile in stock.at(ASIDE)),
        tiles=stock.register, board=script.board,
        board_tags=tuple((place, tile.tag) for place, tile in standing.items()),
        rules=rules_of(script.rulebook), table_name=table,
        totals=tuple(script.totals.get(seat, 0) for seat in range(script.seats)),
    )


def standing_at_start(stock: Stock) -> dict[int, PhysicalTile]:
    """The tiles on the board, by square."""
    return {place: tiles[0] for place in range(225) if (tiles := stock.at(square(place)))}
