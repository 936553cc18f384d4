"""A rehearsal: the lines of a script carried out by hands, and what they were expected to lead to.

Joins script, stock and stage; holds no rule of the game: every expectation is compared with the host's own table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine_lite.layout import SQUARES
from engine_lite.notation import square_name
from engine_lite.tiles import BLANK, Tile
from host.core.events import (
    BlankDeclared,
    ChallengePressed,
    ClockPressed,
    Ended,
    Passed,
    Paused,
    Resumed,
    Ruled,
    Started,
)
from host.core.phases import Phase
from host.rehearsal.cable_faults import BadFault
from host.rehearsal.expectations import found_instead
from host.rehearsal.free_squares import free_squares
from host.rehearsal.playable import refuse_unplayable
from host.rehearsal.script import Action, BadScript, Script
from host.rehearsal.stage import Stage
from host.simulator.board_process import UnknownFault
from host.simulator.stock import ASIDE, BAG, NoSuchTile, PhysicalTile, Stock, rack, square


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
        self._beside: dict[int, PhysicalTile] = {}  # tiles lifted or knocked away, by the square they came from

    def run(self) -> list[Failure]:
        """Play every line. Raises BadScript when a line asks for the impossible."""
        refuse_unplayable(self.script, "sensors")
        self.begin()
        for action in self.script.actions:
            self.play(action)
        return self.failures

    def begin(self) -> None:
        """Wait until the board has been read, then start the first clock."""
        self.stage.rest()
        self.stage.happened(lambda at: Started(at, self.script.first))

    def play(self, action: Action) -> None:
        """Carry out one line."""
        try:
            if action.word.startswith("expect "):
                self._expect(action)
            else:
                self.stage.refusals.clear()
                _ACTIONS[action.word](self, action)
        except (NoSuchTile, BadFault, UnknownFault) as why:
            raise BadScript(action.number, str(why)) from None

    # --- hands -----------------------------------------------------------------------------------

    def _on_turn(self) -> int:
        return self.stage.table.game.on_turn or 0

    def _lay(self, action: Action) -> None:
        assert action.start is not None
        seat = self._on_turn()
        for place, tile in zip(self._free_squares(action), action.tiles, strict=False):
            physical = self.stock.take(rack(seat), BLANK.face if tile.blank else tile.face)
            self._set_down(physical, place)
            if tile.blank and tile.named:
                self.stage.rest()
                self._declare_as(place, tile)

    def _free_squares(self, action: Action) -> list[int]:
        """A played tile that was knocked away keeps its place: hands play the game, not the accident."""
        occupied = [place for place in range(SQUARES) if self.stock.at(square(place))]
        return free_squares(action, {*occupied, *self.stage.table.played})

    def _declare_as(self, place: int, tile: Tile) -> None:
        face = self.script.rulebook.tile_set.text([Tile(tile.face)])
        self.stage.happened(lambda at: BlankDeclared(at, place, face))

    def _set_down(self, tile: PhysicalTile, place: int) -> None:
        self.stock.put(tile, square(place))
        self.stage.set_down(tile, place)

    def _tile_on(self, action: Action, place: int) -> PhysicalTile:
        tiles = self.stock.at(square(place))
        if not tiles:
            raise BadScript(action.number, f"no tile stands on {square_name(place)}")
        return tiles[-1]

    def _lift(self, action: Action) -> None:
        place = action.squares[0]
        tile = self._tile_on(action, place)
        if place in self.stage.table.played:
            self._beside[place] = tile
            self.stock.put(tile, ASIDE)
        else:
            self.stock.put(tile, rack(self._on_turn()))
        self.stage.take_up(tile)
        self.stage.rest()

    def _putback(self, action: Action) -> None:
        place = action.squares[0]
        if place not in self._beside:
            raise BadScript(action.number, f"no tile was lifted or knocked from {square_name(place)}")
        tile = self._beside.pop(place)
        if self.stock.place_of(tile) != ASIDE:
            self.stage.take_up(tile)
        self._set_down(tile, place)
        self.stage.rest()

    def _move(self, action: Action) -> None:
        source, target = action.squares
        tile = self._tile_on(action, source)
        if self.stock.at(square(target)):
            raise BadScript(action.number, f"{square_name(target)} is not free")
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

    def _draw(self, action: Action) -> None:
        count = action.count or len(action.tiles)
        if len(self.stock.at(rack(action.seat))) + count > self.script.rulebook.rack_size:
            raise BadScript(action.number, f"a rack holds {self.script.rulebook.rack_size} tiles: draw fewer")
        if action.count:
            self.stock.draw(action.count, rack(action.seat))
        else:
            self.stock.move((tile.face for tile in action.tiles), BAG, rack(action.seat))

    def _remove(self, action: Action) -> None:
        if not self.stage.table.removing:
            raise BadScript(action.number, "no play has been withdrawn, so there is nothing to remove")
        mover = self._on_turn() - 1 if self.stage.table.phase is Phase.REMOVING else self._on_turn()
        for place in self.stage.table.removing:
            for tile in self.stock.at(square(place)):
                self.stock.put(tile, rack(mover % self.script.seats))
                self.stage.take_up(tile)
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

    def _pass(self, action: Action) -> None:
        self.stage.rest()
        self.stage.reach()
        self.stage.happened(lambda at: Passed(at, action.seat))

    def _declare(self, action: Action) -> None:
        self.stage.rest()
        self.stage.happened(lambda at: BlankDeclared(at, action.squares[0], action.names[0]))

    def _challenge(self, action: Action) -> None:
        self.stage.rest()
        self.stage.happened(lambda at: ChallengePressed(at, action.seat))

    def _verdict(self, action: Action) -> None:
        self.stage.happened(lambda at: Ruled(at, action.names == ("yes",)))

    def _pause(self, _action: Action) -> None:
        self.stage.happened(Paused)

    def _resume(self, _action: Action) -> None:
        self.stage.happened(Resumed)

    def _no_play(self, _action: Action) -> None:
        self.stage.happened(lambda at: Ended(at, "no_play"))

    def _wait(self, action: Action) -> None:
        self.stage.wait(action.seconds)

    def _fault(self, action: Action) -> None:
        self.stage.fault(action.names[0], action.names[1:], on=action.word == "fault")

    def _expect(self, action: Action) -> None:
        self.stage.rest()
        if (was := found_instead(action, self.stage)) is not None:
            self.failures.append(Failure(action.number, action.text, was))


_ACTIONS: Mapping[str, Callable[[Rehearsal, Action], None]] = {
    "lay": Rehearsal._lay, "lift": Rehearsal._lift, "putback": Rehearsal._putback, "move": Rehearsal._move,
    "slide": Rehearsal._slide, "knock": Rehearsal._knock, "swap": Rehearsal._swap, "draw": Rehearsal._draw,
    "press": Rehearsal._press, "pass": Rehearsal._pass, "declare": Rehearsal._declare,
    "challenge": Rehearsal._challenge, "unchallenge": Rehearsal._challenge, "verdict": Rehearsal._verdict,
    "remove": Rehearsal._remove, "pause": Rehearsal._pause, "resume": Rehearsal._resume,
    "no-play": Rehearsal._no_play, "wait": Rehearsal._wait, "fault": Rehearsal._fault, "heal": Rehearsal._fault,
}
