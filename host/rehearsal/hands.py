"""A rehearsal: the lines of a script carried out by hands, and what they were expected to lead to.

Joins script, stock and stage; holds no rule: every expectation is compared with the host's own table. What hands do
in the bag and at the racks stands in bag_hands.py, before the first move in opening_hands.py; what is only said in
said.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine_lite.layout import SQUARES
from engine_lite.notation import square_name
from engine_lite.tiles import BLANK, Tile
from host.core.events import BlankDeclared, ClockPressed, Noted, Resumed, Started, TileNamed
from host.core.phases import Phase
from host.rehearsal.bag_hands import BagHands
from host.rehearsal.cable_faults import BadFault
from host.rehearsal.correcting import CORRECTS, UNDO, correction
from host.rehearsal.expectations import found_instead
from host.rehearsal.free_squares import free_squares
from host.rehearsal.odd_hands import OddHands
from host.rehearsal.opening_hands import OpeningHands, cannot_start
from host.rehearsal.playable import refuse_unplayable
from host.rehearsal.refused import with_refusal
from host.rehearsal.said import SAID
from host.rehearsal.script import SEATS, Action, BadScript, Script
from host.rehearsal.stage import Stage
from host.simulator.board_process import UnknownFault
from host.simulator.stock import ASIDE, NoSuchTile, PhysicalTile, Stock, rack, square

NS_PER_S = 1_000_000_000
# What goes on with a game that stands because its host was killed: nobody plays at a table that waits for an answer.
GOES_ON = frozenset((
    "lay", "lay-as", "declare", "press", "presses", "confirm", "accept-play", "hold", "release", "challenge",
    "unchallenge", "draw", "overdraw", "return", "take", "mix", "exchange", "short-exchange", "senyors", "pass",
    "no-play", "at",
))
LAST_LOOK_S = 0.2  # a scan, the settling and the wire: what the last line has brought about shows by then


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that was not met: the line's number, its text, and what was found instead."""

    line: int
    expected: str
    was: str


class Rehearsal:
    """One script at one stage. `failures` grows as expectations fail; `run` plays all lines."""

    def __init__(self, script: Script, stock: Stock, stage: Stage) -> None:
        self.script = script
        self.stock = stock
        self.stage = stage
        self.failures: list[Failure] = []
        self._bag = BagHands(stock, stage, script.rulebook.rack_size)
        self._opening = OpeningHands(stock, stage)
        self._odd = OddHands(stock, stage, self._bag.show_rack)
        self._beside: dict[int, PhysicalTile] = {}  # tiles lifted or knocked away, by the square they came from
        self._laid_by: dict[int, int] = {}  # the seat whose hand laid a tile, by its square
        self._stacked: dict[int, PhysicalTile] = {}  # the upper tile of a stack
        self._refused_next = False  # it is expected that the line now played is refused
        self._killed = False  # the host, while the clocks ran: the game waits for people to go on

    def run(self) -> list[Failure]:
        """Play every line. Raises BadScript when a line asks for the impossible."""
        refuse_unplayable(self.script, "sensors")
        self.stage.rest()
        for action in self.script.draws:
            self.play(action)
        self.begin()
        following = [*self.script.actions[1:], None]
        for action, then in zip(self.script.actions, following, strict=False):
            self.play(action, refused_next=then is not None and then.word == "expect refused")
        self.stage.pass_s(LAST_LOOK_S)
        return self.failures

    def begin(self) -> None:
        """Fill the racks and start the first clock: of whom the draw has chosen, else of whom the script says."""
        self.stage.rest()
        chosen = self.stage.table.game.on_turn
        first = self.script.first if chosen is None else chosen
        self._bag.first_racks(self.script.seats, first)
        self.stage.refusals.clear()
        self.stage.happened(lambda at: Started(first, at_ns=at))
        if self.stage.refusals:
            raise cannot_start(self.script, first, self.stage.refusals[0].defects)
        if self.stage.table.played:  # nobody has seen what was drawn before
            self._bag.say_racks()

    def play(self, action: Action, *, refused_next: bool = False) -> None:
        """Carry out one line; `refused_next`: a refusal is expected, after which hands leave nothing lying."""
        self._refused_next = refused_next
        try:
            if action.word.startswith("expect "):
                self._expect(action)
                return
            self._go_on(action)
            self.stage.refusals.clear()
            if action.word in SAID:
                self._say(action)
            else:
                _ACTIONS[action.word](self, action)
            self._bag.type_racks_if_asked()
        except (NoSuchTile, BadFault, UnknownFault) as why:
            raise BadScript(action.number, str(why)) from None

    def _go_on(self, action: Action) -> None:
        """Say that play goes on after a kill of the host, when a line that plays says so by itself."""
        self._killed = self._killed and self.stage.table.phase is Phase.PAUSED
        if self._killed and action.word in GOES_ON and not self._refused_next:
            self.stage.happened(lambda at: Resumed(at_ns=at))
            self._killed = False

    # --- hands -----------------------------------------------------------------------------------

    def _on_turn(self) -> int:
        return self.stage.table.game.on_turn or 0

    def _lay(self, action: Action) -> None:
        assert action.start is not None
        seat = self._on_turn()
        for place, tile in zip(self._free_squares(action), action.tiles, strict=False):
            physical = self._off_the_rack(seat, tile)
            self._laid_by[place] = seat
            self._set_down(physical, place)
            if tile.blank and tile.named:
                self.stage.rest()
                self._declare_as(place, tile)
        self._bag.show_rack(seat)
        if self._refused_next:
            self._taken_back(seat)

    def _taken_back(self, seat: int) -> None:
        """Tiles that the table does not take are not left lying there: a refused line changes nothing."""
        self.stage.rest()
        if not self.stage.refusals:
            return
        refused = list(self.stage.refusals)
        table = self.stage.table
        taken = {*table.played, *table.laid_tags, *table.recalled}
        for place in range(SQUARES):
            for tile in self.stock.at(square(place)) if place not in taken else ():
                self.stock.put(tile, rack(seat))
                self.stage.take_up(tile)
        self._bag.show_rack(seat)
        self.stage.rest()
        self.stage.refusals[:] = refused

    def _lay_as(self, action: Action) -> None:
        """A side lays tiles of its rack, whoever is on turn; they stay, and `lift` takes them back to that rack."""
        for place, tile in zip(self._free_squares(action), action.tiles, strict=False):
            self._laid_by[place] = action.seat
            self._set_down(self._off_the_rack(action.seat, tile), place)
        self._bag.show_rack(action.seat)

    def _off_the_rack(self, seat: int, tile: Tile) -> PhysicalTile:
        """A tile of the rack of `seat` that is laid now, and is no more to be put back where it was taken up."""
        physical = self.stock.take(rack(seat), BLANK.face if tile.blank else tile.face)
        self._beside = {place: other for place, other in self._beside.items() if other != physical}
        return physical

    def _free_squares(self, action: Action) -> list[int]:
        """A played tile that was knocked away keeps its place: hands play the game, not the accident."""
        occupied = [place for place in range(SQUARES) if self.stock.at(square(place))]
        return free_squares(action, {*occupied, *self.stage.table.played})

    def _declare_as(self, place: int, tile: Tile) -> None:
        face = self.script.rulebook.tile_set.text([Tile(tile.face)])
        self.stage.happened(lambda at: BlankDeclared(at, place, face))

    def _set_down(self, tile: PhysicalTile, place: int) -> None:
        self.stock.put(tile, square(place))
        self.stage.on_pad(tile)  # where there is one; nothing else tells a table without radio which tile it is
        self.stage.set_down(tile, place)

    def _tile_on(self, action: Action, place: int) -> PhysicalTile:
        if place in self._stacked:
            return self._stacked[place]
        tiles = self.stock.at(square(place))
        if not tiles:
            raise BadScript(action.number, f"no tile stands on {square_name(place)}")
        return tiles[-1]

    def _lift(self, action: Action) -> None:
        place = action.squares[0]
        tile = self._tile_on(action, place)
        self.stage.rest()
        table = self.stage.table
        self._beside[place] = tile
        upper = self._stacked.pop(place, None) is not None
        ours = upper or place in table.removing or place not in table.played
        holder = self._on_turn() if upper else self._holder(place)
        self.stock.put(tile, rack(holder) if ours else ASIDE)
        self.stage.take_up(tile)
        self.stage.rest()
        if ours:
            self._bag.show_rack(holder)

    def _holder(self, place: int) -> int:
        """Whose tile stands on `place`: of the side whose play it is, if that was withdrawn, else of who laid it."""
        table = self.stage.table
        tags = {tile.tag for tile in self.stock.at(square(place))}
        if place in table.removing and table.recalled.get(place) in tags:
            return table.laid_by[place]
        return self._laid_by.get(place, table.laid_by.get(place, self._on_turn()))

    def _putback(self, action: Action) -> None:
        place = action.squares[0]
        if place not in self._beside:
            raise BadScript(action.number, f"no tile was lifted or knocked from {square_name(place)}")
        tile = self._beside.pop(place)
        holders = [seat for seat in range(self.script.seats) if tile in self.stock.at(rack(seat))]
        if self.stock.place_of(tile).startswith("square"):
            self.stage.take_up(tile)
        self._set_down(tile, place)
        self.stage.rest()
        for seat in holders or (self._on_turn(),):
            self._bag.show_rack(seat)

    def _move(self, action: Action) -> None:
        source, target = action.squares
        tile = self._tile_on(action, source)
        if self.stock.at(square(target)):
            raise BadScript(action.number, f"{square_name(target)} is not free")
        self._laid_by[target] = self._holder(source)
        self.stage.take_up(tile)
        self._set_down(tile, target)
        self.stage.rest()

    def _swap(self, action: Action) -> None:
        one, other = (self._tile_on(action, place) for place in action.squares)
        self.stage.take_up(one)
        self.stage.take_up(other)
        self._set_down(one, action.squares[1])
        self._set_down(other, action.squares[0])
        self.stage.rest()

    def _knock(self, action: Action) -> None:
        source, target = action.squares
        tile = self._tile_on(action, source)
        self._beside[source] = tile
        self.stock.put(tile, square(target))
        self.stage.slide(tile, source, target)
        self.stage.rest()

    def _slide(self, action: Action) -> None:
        source, target = action.squares
        tile = self.stock.take(rack(self._on_turn()), action.tiles[0].face)
        self._set_down(tile, source)
        self.stock.put(tile, square(target))
        self.stage.slide(tile, source, target)

    def _stack(self, action: Action) -> None:
        place, seat = action.squares[0], self._on_turn()
        self._tile_on(action, place)
        tile = self.stock.take(rack(seat), action.tiles[0].face)
        self.stock.put(tile, square(place))
        self._stacked[place] = tile
        self.stage.stack(tile, place)
        self._bag.show_rack(seat)

    def _between(self, action: Action) -> None:
        place, other = action.squares
        self._beside[place] = tile = self._tile_on(action, place)
        self.stage.set_between(tile, place, other)
        self.stage.rest()

    def _facedown(self, action: Action) -> None:
        place = action.squares[0]
        self._beside[place] = tile = self._tile_on(action, place)
        self.stage.turn_over(tile, place)
        self.stage.rest()

    def _remove(self, action: Action) -> None:
        self.stage.rest()
        table = self.stage.table
        lifted = [place for place, tile in self._beside.items()
                  if place not in table.played and self.stock.place_of(tile) == ASIDE]
        if not table.removing and not lifted:
            raise BadScript(action.number, "no play has been withdrawn, so there is nothing to remove")
        sides = {place: self._holder(place) for place in (*lifted, *table.removing)}
        for place in lifted:  # taken up before the play was withdrawn
            self.stock.put(self._beside.pop(place), rack(sides[place]))
        for place in table.removing:
            for tile in self.stock.at(square(place)):
                self._beside[place] = tile  # it may come back: the play is reinstated
                self.stock.put(tile, rack(sides[place]))
                self.stage.take_up(tile)
        self.stage.rest()
        for seat in sorted(set(sides.values())):
            self._bag.show_rack(seat)
        self.stage.rest()

    # --- buttons and the referee -----------------------------------------------------------------

    def _press(self, action: Action) -> None:
        turns = len(self.stage.table.game.turns)
        self.stage.reach()
        self.stage.happened(lambda at: ClockPressed(at, action.seat))
        self.stage.rest()
        if len(self.stage.table.game.turns) > turns:
            self._compare_squares(action)

    def _compare_squares(self, action: Action) -> None:
        """Scores alone would not show a board whose rows and columns are exchanged: every premium is symmetric."""
        placement = self.stage.table.game.turns[-1].placement
        taken = placement.squares if placement else ()
        empty = [place for place in taken if not self.stock.at(square(place))]
        if empty:
            was = " ".join(square_name(place) for place in empty)
            self.failures.append(Failure(action.number, "tiles taken where hands laid them", f"taken on {was}"))

    def _declare(self, action: Action) -> None:
        self.stage.rest()
        self.stage.happened(lambda at: BlankDeclared(at, action.squares[0], action.names[0]))

    def _name(self, action: Action) -> None:
        """People say on a page which tile stands on a square; a small letter is a blank standing for it."""
        self.stage.rest()
        place = action.squares[0]
        faces = [BLANK.face if tile.blank else tile.face for tile in action.tiles]
        self.stage.happened(lambda at: TileNamed(at, place, "".join(faces)))
        for tile in action.tiles:
            if tile.blank and tile.named:
                self._declare_as(place, tile)

    def _say(self, action: Action) -> None:
        """A statement, once the board is quiet; a whole turn costs the reach to the clock too."""
        self.stage.rest()
        if action.word == "pass":
            self.stage.reach()
        event = SAID[action.word](action)
        self.stage.happened(lambda at: replace(event, at_ns=at))

    def _note(self, action: Action) -> None:
        self.stage.happened(lambda at: Noted(at, action.names[0]))

    def _correct(self, action: Action) -> None:
        self.stage.rest()
        self.stage.happened(lambda at: correction(action, at))

    def _at(self, action: Action) -> None:
        table, now = self.stage.table, self.stage.now_ns()
        left_ns = table.clock.at(now)[action.seat] - round(action.seconds * NS_PER_S)
        if table.clock.running != action.seat or left_ns < 0:
            seat = SEATS[action.seat]
            raise BadScript(action.number, f"the clock of {seat} does not run, or it has gone past that already")
        self.stage.wait_until(now + left_ns)

    def _wait(self, action: Action) -> None:
        self.stage.wait(action.seconds)

    def _fault(self, action: Action) -> None:
        stood = self.stage.table.phase is Phase.PAUSED
        self.stage.fault(action.names[0], action.names[1:], on=action.word == "fault")
        if action.names[0] == "kill":
            self._killed = self._killed or not stood

    def _expect(self, action: Action) -> None:
        self.stage.rest()
        if (was := found_instead(action, self.stage)) is not None:
            refused = [defect for refusal in self.stage.refusals for defect in refusal.defects]
            self.failures.append(Failure(action.number, action.text, with_refusal(was, action.word, refused)))


_ACTIONS: Mapping[str, Callable[[Rehearsal, Action], None]] = {
    "lay": Rehearsal._lay, "lift": Rehearsal._lift, "putback": Rehearsal._putback, "move": Rehearsal._move,
    "stack": Rehearsal._stack, "between": Rehearsal._between, "facedown": Rehearsal._facedown,
    "slide": Rehearsal._slide, "knock": Rehearsal._knock, "swap": Rehearsal._swap,
    "slide-on": lambda self, action: self._odd.slide_on(action),
    "hover": lambda self, action: self._odd.hover(action),
    "lay-as": Rehearsal._lay_as,
    "presses": lambda self, action: self._odd.presses(action),
    "replace": lambda self, action: self._odd.replace(action),
    "dip": lambda self, action: self._odd.dip(action),
    "press": Rehearsal._press, "declare": Rehearsal._declare, "name": Rehearsal._name, "remove": Rehearsal._remove,
    "referee": Rehearsal._note, "wait": Rehearsal._wait, "at": Rehearsal._at,
    "fault": Rehearsal._fault, "heal": Rehearsal._fault,
    **dict.fromkeys((*CORRECTS, UNDO), Rehearsal._correct),
    "draw-start": lambda self, action: self._opening.draw(action),
    "count": lambda self, action: self._opening.count(action),
    "counted": lambda self, action: self._opening.say_counted(action),
    "draw": lambda self, action: self._bag.draw(action),
    "overdraw": lambda self, action: self._bag.overdraw(action),
    "return": lambda self, action: self._bag.give_back(action),
    "take": lambda self, action: self._bag.take(action),
    "exchange": lambda self, action: self._bag.exchange(action, lambda: self._press(action)),
    "short-exchange": lambda self, action: self._bag.short_exchange(action),
    "senyors": lambda self, action: self._bag.senyors(action),
}
