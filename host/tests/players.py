"""Two players who know their game by heart and get it onto the table whatever happens to the host meanwhile."""

from dataclasses import dataclass, replace
from pathlib import Path

from engine_lite.tiles import BLANK, Tile
from host.core.events import BlankDeclared, ClockPressed, Started
from host.core.table import Table
from host.rehearsal.deal import opening, standing_at_start, stock_of
from host.rehearsal.outcome import OUR_GAME
from host.rehearsal.reading import parse
from host.rehearsal.script import Action
from host.rehearsal.virtual import VirtualTable
from host.simulator.stock import rack, square

PRESSES_MOST = 20  # a press may be lost with the host; one that is refused twenty times has another cause


@dataclass(frozen=True)
class Played:
    """What a turn was: its seat, its squares with their tiles, its points, the totals after it."""

    seat: int
    tiles: tuple[tuple[int, Tile], ...]
    points: int
    totals: tuple[int, ...]


class Players:
    """Plays the turns of a script at `stage`, reading only what the table shows."""

    def __init__(self, path: Path = OUR_GAME, turns: int = 99) -> None:
        self.script = parse(path.read_text())
        self.stock = stock_of(self.script)
        self.opened = replace(opening(self.script, self.stock), readers=())  # these hands do not move racks
        self.standing = standing_at_start(self.stock)
        self.turns = turns
        self.expected: list[int] = []
        self._done = 0

    def play(self, stage: VirtualTable) -> None:
        """Play all turns: lay, declare, press, and press again where the host has lost it."""
        stage.rest()
        while stage.table.clock.running is None:
            stage.happened(lambda at: Started(self.script.first, at_ns=at))
            stage.rest()
        self.play_on(stage)

    def play_on(self, stage: VirtualTable) -> None:
        """Play from the first turn that has not been played to the last that is wanted."""
        done, number = self._done, 0
        for action in self.script.actions:
            number += action.word == "lay"
            if not done < number <= self.turns:
                continue
            if action.word == "lay":
                self._turn(stage, action)
            elif action.word == "draw":
                self.stock.draw(action.count, rack(action.seat))
            elif action.word == "expect score":
                self.expected.append(action.values[0][1])

    def _turn(self, stage: VirtualTable, action: Action) -> None:
        seat = self._done % 2
        blanks = self.lay(stage, action, seat)
        self._done += 1
        self._press_until_played(stage, seat, blanks)

    def lay(self, stage: VirtualTable, action: Action, seat: int) -> list[tuple[int, Tile]]:
        """Lay one turn's tiles from the rack of `seat`; the blanks among them, by square."""
        assert action.start is not None
        place, blanks = action.start.square, []
        for tile in action.tiles:
            while self.stock.at(square(place)):
                place += 15 if action.start.down else 1
            physical = self.stock.take(rack(seat), BLANK.face if tile.blank else tile.face)
            self.stock.put(physical, square(place))
            stage.set_down(physical, place)
            if tile.blank:
                blanks.append((place, tile))
        return blanks

    def _press_until_played(self, stage: VirtualTable, seat: int, blanks: list[tuple[int, Tile]]) -> None:
        for _ in range(PRESSES_MOST):
            stage.rest()
            if len(stage.table.game.turns) >= self._done:
                return
            self.declare(stage, blanks)
            stage.reach()
            stage.happened(lambda at: ClockPressed(at, seat))
            stage.rest()
        raise AssertionError(f"turn {self._done} was never played: {stage.table.refusal}")

    def declare(self, stage: VirtualTable, blanks: list[tuple[int, Tile]]) -> None:
        """Say what each blank stands for."""
        for place, tile in blanks:
            face = self.script.rulebook.tile_set.text([Tile(tile.face)])
            stage.happened(lambda at, place=place, face=face: BlankDeclared(at, place, face))


def sheet(table: Table) -> list[Played]:
    """The turns that `table` holds."""
    totals = [0] * table.game.seats
    found = []
    for turn in table.game.turns:
        totals[turn.seat] += turn.points
        tiles = turn.placement.tiles if turn.placement else ()
        found.append(Played(turn.seat, tiles, turn.points, tuple(totals)))
    return found
