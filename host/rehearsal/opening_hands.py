"""Hands before the first clock, and after the last: the set laid out and counted, one tile each for the first move.

What readers see nobody says; where none tells, people say it on a page. Knows nothing of what a turn is.
"""

from collections.abc import Container, Iterable

from engine_lite import course_events as happen
from engine_lite.course import Course, Phase
from engine_lite.course_draw import counts_after, counts_before, nearest_to_a
from engine_lite.course_tiles import Tiles, less, whole_set
from engine_lite.reasons import Defect
from engine_lite.tiles import Tile, TileSet
from host.core.first_move import STANDS_NS
from host.core.state import BAG as RING
from host.core.state import RACKS
from host.rehearsal.refused import why_refused
from host.rehearsal.script import SEATS, Action, BadScript, Script
from host.rehearsal.stage import Stage
from host.simulator.stock import ASIDE, BAG, PhysicalTile, Stock, rack

HAND = "hand"  # tiles drawn for the first move
SQUARES = 225
SHOWN_S = 0.5 + STANDS_NS / 1e9  # so long a drawn tile is shown, until everybody has seen it


class OpeningHands:
    """The hands of all sides before the first move, at `stock` and before the eyes of `stage`."""

    def __init__(self, stock: Stock, stage: Stage) -> None:
        self.stock = stock
        self.stage = stage

    # --- the draw for the first move -------------------------------------------------------------

    def draw(self, action: Action) -> None:
        """Each side draws one tile and shows it on its rack; then they go back, or aside where the rules say so."""
        refuse_drawn_again(action, self.stage.table.course, self.stage.table.readers)
        drawn = []
        for seat, tile in enumerate(action.tiles):
            physical = self.stock.take(BAG, tile.face)
            self.stock.put(physical, HAND)
            self.stage.through_the_neck((physical,))
            self.stage.on_rack(seat, (physical,))
            drawn.append(physical)
        self.stage.rest()
        self.stage.pass_s(SHOWN_S)
        self._say_drawn(action.tiles)
        aside = [tile.face for tile in self.stage.table.course.aside]
        for seat, physical in enumerate(drawn):
            self.stock.put(physical, ASIDE if physical.face in aside else BAG)
            self.stage.on_rack(seat, ())
        self.stage.through_the_neck([tile for tile in drawn if self.stock.place_of(tile) == BAG])
        if not aside:
            for physical in self.stock.at(ASIDE):
                self._back_from_aside(physical)
        self.stage.rest()

    def _say_drawn(self, tiles: tuple[Tile, ...]) -> None:
        """What no reader has told, people say: all of it, or who has the tile nearest to A."""
        table = self.stage.table
        if table.reads(RACKS):
            return
        if not table.reads(RING):
            self.stage.happened(lambda at: happen.DrawnToStart(tiles, at_ns=at))
        elif table.first.is_open:
            seat = nearest_to_a(table.course, tiles)[0]
            self.stage.happened(lambda at: happen.StarterNamed(seat, at_ns=at))

    def _back_from_aside(self, tile: PhysicalTile) -> None:
        if tile.tag not in self.stage.table.ledger.aside:
            self.stock.put(tile, BAG)
            self.stage.through_the_neck((tile,))

    # --- the count -------------------------------------------------------------------------------

    def count(self, action: Action) -> None:
        """The set laid out on the board, what lies there already and on racks included; then all into the bag again.

        Without those tiles that are not found: people say then that this is all. At a table that reads no tags they
        say what is missing; and while the game goes on nobody lays the set over it.
        """
        table = self.stage.table
        if not table.radio or not (counts_before(table.course) or counts_after(table.course)):
            self.say_counted(action)
            return
        at_hand = [tile for place in self._places() for tile in self.stock.at(place)]
        for missing in action.tiles:
            self._leave_out(action, missing, at_hand)
        free = (square for square in range(SQUARES) if not self.stock.at(f"square {square}"))
        self.stage.lay_out(dict(zip(free, at_hand, strict=False)))
        self.stage.rest()
        if action.tiles:
            self.stage.happened(lambda at: happen.Counted((), at_ns=at))
        self.stage.clear(at_hand)
        self.stage.through_the_neck(at_hand)
        self.stage.rest()

    def _places(self) -> list[str]:
        """Where the tiles are that lie neither on the board nor on a rack that is read: those of racks to be, too."""
        table = self.stage.table
        on_loops = bool(table.ended) and table.reads(RACKS)
        return [BAG] + ([] if on_loops else [rack(seat) for seat in range(len(table.seats))])

    def _leave_out(self, action: Action, missing: Tile, at_hand: list[PhysicalTile]) -> None:
        found = next((tile for tile in at_hand if tile.face == missing.face), None)
        if found is None:
            raise BadScript(action.number, f"there is no {missing.face} that could be missing")
        at_hand.remove(found)

    def say_counted(self, action: Action) -> None:
        """People say that they have counted the set, and which tiles they have not found."""
        found = counted(self.stage.table.course.rulebook.tile_set, action)
        self.stage.rest()
        self.stage.happened(lambda at: happen.Counted(found, at_ns=at))


def refuse_drawn_again(action: Action, course: Course, readers: Container[str]) -> None:
    """Raise BadScript for a draw after one that readers have told: people then say who begins."""
    if course.phase is Phase.RACKS and (RACKS in readers or RING in readers):
        raise BadScript(action.number, "the draw has told who begins; to say otherwise write `begins A`")


def cannot_start(script: Script, seat: int, defects: Iterable[Defect]) -> BadScript:
    """Why the first clock cannot be that of `seat`."""
    return BadScript(script.set_at["start"], f"{SEATS[seat]} cannot start here: {why_refused(defects)}")


def counted(tile_set: TileSet, action: Action) -> Tiles:
    """The tiles that people find when they count the set of a script. Raises BadScript for more than it has."""
    found = less(whole_set(tile_set), action.tiles)
    if found is None:
        raise BadScript(action.number, "more tiles are missing than the set has of them")
    return found
