"""Hands in the bag and at the racks: tiles drawn, put back, exchanged, taken from the other side.

What the table is told of it depends on its readers; where none follows the tiles, people type what they did. A line
that the table refuses is undone, as people would.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from engine_lite import course_events as happen
from engine_lite.course_exchange import needed_tiles
from engine_lite.course_state import Again
from engine_lite.game import TurnKind
from engine_lite.tiles import BLANK, Tile
from host.core.adjustments import asked_by_a_correction
from host.core.events import DrawTyped, OverdrawTyped, RackTyped
from host.core.prompts import prompts
from host.core.state import RACKS, Table
from host.rehearsal import drawing
from host.rehearsal.script import Action, BadScript
from host.rehearsal.stage import Stage
from host.simulator.stock import BAG, PhysicalTile, Stock, rack, square

HAND = "hand"  # tiles between rack and bag


class BagHands:
    """The hands of all sides at `stock`, before the eyes of `stage`."""

    def __init__(self, stock: Stock, stage: Stage, rack_size: int) -> None:
        self.stock = stock
        self.stage = stage
        self._rack_size = rack_size

    @property
    def table(self) -> Table:
        """The table as the host knows it."""
        return self.stage.table

    def show_rack(self, seat: int) -> None:
        """The rack of `seat` as it now is."""
        self.stage.on_rack(seat, self.stock.at(rack(seat)))

    # --- before the game -------------------------------------------------------------------------

    def first_racks(self, seats: int, starter: int) -> None:
        """The first racks, that of the side which starts first; those of a game begun before were drawn then."""
        for seat in (starter, *(seat for seat in range(seats) if seat != starter)):
            if not self.table.played:
                self.stage.through_the_neck(self.stock.at(rack(seat)))
            self.show_rack(seat)
            self.stage.rest()

    # --- drawing ---------------------------------------------------------------------------------

    def draw(self, action: Action) -> None:
        """A fist into the bag, and its tiles on the rack."""
        count = action.count or len(action.tiles)
        if len(self.stock.at(rack(action.seat))) + count > self._rack_size:
            raise BadScript(action.number, f"a rack holds {self._rack_size} tiles: draw fewer")

        def hands() -> None:
            self.stage.rest()
            room = self.table.course.room(action.seat)
            self._drawn(action.seat, action.count, action.tiles)
            self._say_drawn(action.seat, count - (room - self.table.course.room(action.seat)))

        self._undone_if_refused(hands)

    def _say_drawn(self, seat: int, unseen: int) -> None:
        """A side says how many tiles it has drawn, where no reader has told of all of them."""
        if unseen <= 0 or self._sees_racks() or self.stage.refusals:
            return
        believed = len(self.table.course.rack(seat)) - len(self.table.course.fresh[seat])
        count = len(self.stock.at(rack(seat))) - believed  # since its last turn, whatever the table believed of it
        self.stage.happened(lambda at: DrawTyped(at, seat, count))

    def overdraw(self, action: Action) -> None:
        """More tiles than the rack holds; who looked at them, or mixed them with the old ones, says so."""
        count = action.count - len(self.stock.at(rack(action.seat)))
        if count < 1:
            raise BadScript(action.number, f"the rack holds {action.count - count} tiles already")
        form = happen.Form(action.names[0])

        def hands() -> None:
            self._drawn(action.seat, count, ())
            if not self._sees_racks():
                surplus = action.count - self._rack_size
                self.stage.happened(lambda at: OverdrawTyped(at, action.seat, surplus))
            if form is happen.Form.SEEN:
                self.stage.happened(lambda at: happen.Looked(action.seat, at_ns=at))
            elif form is happen.Form.MIXED:
                self.stage.happened(lambda at: happen.Mixed(action.seat, at_ns=at))

        self._undone_if_refused(hands)

    def _drawn(self, seat: int, count: int, tiles: Iterable[Tile]) -> tuple[PhysicalTile, ...]:
        if count:
            found = self.stock.draw(count, rack(seat))
        else:
            found = self.stock.move((tile.face for tile in tiles), BAG, rack(seat))
        self.stage.through_the_neck(found)
        self.show_rack(seat)
        self.stage.rest()
        return found

    # --- putting back ----------------------------------------------------------------------------

    def give_back(self, action: Action) -> None:
        """A side puts tiles of its rack into the bag: it says which, and does it when nobody objects.

        Tiles that the table itself wants back there need no word.
        """
        owed = [self.table.tiles[tag] for tag in self.table.ledger.owed]
        if owed and sorted(owed) == sorted(tile.face for tile in action.tiles):
            self._into_the_bag(action.seat, action.tiles)
            return
        self._stated(happen.Returned(action.seat, action.tiles), action.seat, action.tiles)

    def take(self, action: Action) -> None:
        """The other side takes tiles off a rack; some go into the bag."""
        held = self._faces(self.stock.at(rack(action.other)))  # the table may only guess at them
        course = self.table.course.with_rack(action.other, held)
        returns = action.kept or drawing.surplus(self.stock.chance, course, action.count)
        event = happen.Took(action.seat, action.other, action.count, returns)
        self._stated(event, action.other, returns)

    def _stated(self, event: happen.Event, seat: int, tiles: Iterable[Tile]) -> None:
        self.stage.rest()
        self.stage.happened(lambda at: replace(event, at_ns=at))
        if not self.stage.refusals:
            self._into_the_bag(seat, tiles)

    def _into_the_bag(self, seat: int, tiles: Iterable[Tile]) -> None:
        gone = self.stock.move((tile.face for tile in tiles), rack(seat), BAG)
        self.stage.through_the_neck(gone)
        self.show_rack(seat)
        self.stage.rest()

    # --- whole turns -----------------------------------------------------------------------------

    def exchange(self, action: Action, press: Callable[[], None]) -> None:
        """Tiles off the rack, as many drawn, the old ones into the bag, the clock pressed."""

        def hands() -> None:
            gone = self._off_the_rack(action.seat, action.tiles)
            drawn = self.stock.draw(min(len(gone), len(self.stock.at(BAG))), rack(action.seat))
            self._changed_over(action.seat, gone, drawn)
            if self._sees_racks():
                press()
            else:
                self._typed(happen.Exchanged(action.seat, action.tiles, ()))

        self._undone_if_refused(hands)

    def short_exchange(self, action: Action) -> None:
        """The same with a small bag: the other side sees all of it and picks."""

        def hands() -> None:
            gone = self._off_the_rack(action.seat, action.tiles)
            for tile in gone:
                self.stock.put(tile, BAG)
            kept = self.stock.move((tile.face for tile in action.kept), BAG, rack(action.seat))
            self._changed_over(action.seat, [tile for tile in gone if tile not in kept],
                               [tile for tile in kept if tile not in gone])
            self._typed(happen.ShortExchanged(action.seat, action.tiles, action.kept))

        self._undone_if_refused(hands)

    def senyors(self, action: Action) -> None:
        """A rack all of one kind put back whole and drawn again."""
        course, seat = self.table.course, action.seat

        def hands() -> None:
            self.say_racks()
            old = self.stock.at(rack(seat))
            for tile in old:
                self.stock.put(tile, BAG)
            needed = needed_tiles(course, seat)[:1] if course.again is Again.ONE else ()
            kept = self.stock.move((tile.face for tile in needed), BAG, rack(seat))
            drawn = self.stock.draw(min(len(old) - len(kept), len(self.stock.at(BAG))), rack(seat))
            self._changed_over(seat, old, (*kept, *drawn))
            self._typed(happen.Senyors(seat, () if self._sees_racks() else self._faces(drawn)))

        self._undone_if_refused(hands)

    def _off_the_rack(self, seat: int, tiles: Iterable[Tile]) -> list[PhysicalTile]:
        gone = []
        for tile in tiles:
            physical = self.stock.take(rack(seat), tile.face)
            self.stock.put(physical, HAND)
            gone.append(physical)
        self.show_rack(seat)
        return gone

    def _changed_over(self, seat: int, gone: Iterable[PhysicalTile], drawn: Iterable[PhysicalTile]) -> None:
        """`drawn` come out of the bag and onto the rack, `gone` go in."""
        self.stage.through_the_neck(drawn)
        self.show_rack(seat)
        self.stage.rest()
        for tile in gone:
            if self.stock.place_of(tile) == HAND:
                self.stock.put(tile, BAG)
        self.stage.through_the_neck(gone)
        self.stage.rest()

    def _typed(self, event: happen.Event) -> None:
        self.stage.rest()
        self.stage.reach()
        self.stage.happened(lambda at: replace(event, at_ns=at))

    # --- what the table can see, and what people do where it cannot ------------------------------

    def _sees_racks(self) -> bool:
        return self.table.reads(RACKS)

    def _faces(self, tiles: Iterable[PhysicalTile]) -> tuple[Tile, ...]:
        return tuple(BLANK if tile.face == BLANK.face else Tile(tile.face) for tile in tiles)

    def _undone_if_refused(self, hands: Callable[[], object]) -> None:
        """Do what `hands` does; if the table refuses it, every tile goes back to where it was."""
        before = {tile: self.stock.place_of(tile) for tile in self.stock.tiles}
        mark = self.stock.chance.mark()
        hands()
        self.stage.rest()
        if not self.stage.refusals:
            return
        moved = [tile for tile, place in before.items() if self.stock.place_of(tile) != place]
        for tile in moved:
            self.stock.put(tile, before[tile])
        self.stock.chance.back_to(mark)
        self.stage.through_the_neck(moved)
        for seat in range(len(self.table.seats)):
            self.show_rack(seat)
        self.stage.rest()

    def type_racks_if_asked(self) -> None:
        """The players say what is on their racks when the table asks them, or asks back what they never drew."""
        over = self.table.course.overdraw
        if any(prompt.name == "racks_wanted" for prompt in prompts(self.table)):
            self._type_racks(range(len(self.table.seats)))
        elif over and asked_by_a_correction(self.table, over.seat) and not self._is_overfull(over.seat):
            self._type_racks([over.seat])

    def _is_overfull(self, seat: int) -> bool:
        """Whether `seat` has more tiles than it may, or will have once a withdrawn play is off the board."""
        unclear = bool(self.table.removing or self.table.ended)  # after the end nobody takes anything off the board
        return unclear or len(self.stock.at(rack(seat))) > self._rack_size

    def say_racks(self) -> None:
        """What stands on the racks, said where no loop reads it and something hangs on it.

        A game that was begun before; a senyors exchange, for which people look into the bag for what is needed.
        """
        if not self._sees_racks():
            self._type_racks(range(len(self.table.seats)))

    def _withdrawn_of(self, seat: int) -> Iterator[PhysicalTile]:
        """Tiles of plays withdrawn after the end: they may lie where they are, and count as on the rack."""
        game = self.table.game
        for turn in game.turns if self.table.ended else ():
            if turn.seat == seat and turn.kind is TurnKind.WITHDRAWN and turn.placement is not None:
                for place in turn.placement.squares:
                    yield from () if game.board.at(place) else self.stock.at(square(place))

    def _type_racks(self, seats: Iterable[int]) -> None:
        tile_set = self.table.game.rulebook.tile_set
        for seat in seats:
            held = (*self.stock.at(rack(seat)), *self._withdrawn_of(seat))
            text = tile_set.text(self._faces(held), brackets=True)
            self.stage.happened(lambda at, seat=seat, text=text: RackTyped(at, seat, text))  # type: ignore[misc]
