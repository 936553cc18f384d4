"""The two players in front of all readers, with the whole course of a game: HOLD, challenges, withdrawals, exchanges.

They play our own Catalan game, on racks that loops read and from a bag whose ring sees each tile, and do again
whatever the host has not taken: a statement made to a host that is dying is lost with it.
"""

from collections.abc import Callable
from dataclasses import replace

from host.core.events import Challenged, Event, Held, Passed, Released, Ruled, Started
from host.rehearsal.deal import opening, standing_at_start
from host.rehearsal.script import Action
from host.rehearsal.virtual import VirtualTable
from host.simulator.stock import BAG, PhysicalTile, rack, square
from host.tests.players import PRESSES_MOST, Players

HAND = "hand"
WITH_HOLD = {"challenge_window": "hold", "hold_s": 20, "challenge_scope": "whole_play"}
# What happens at which of the 24 plays, beside being laid and pressed; they come round every eight plays.
HELD, UPHELD, WITHDRAWN, EXCHANGED = 2, 4, 6, 8
ROUND = 8


class CoursePlayers(Players):
    """As Players; `expected` tells what every turn comes to: plays, passes, exchanges and withdrawn plays."""

    def __init__(self, turns: int = 99) -> None:
        super().__init__(turns=turns)
        self.script = replace(self.script, rulebook=self.script.rulebook.with_overrides(WITH_HOLD))
        self.opened = opening(self.script, self.stock)
        self.standing = standing_at_start(self.stock)
        self._played = 0

    def play(self, stage: VirtualTable) -> None:
        """The whole game, from the first racks on."""
        self.show_racks(stage)
        self._until(stage, lambda at: Started(self.script.first, at_ns=at), lambda: self._phase(stage) != "setup")
        self.play_on(stage)

    def show_racks(self, stage: VirtualTable) -> None:
        """Both racks lie before their loops."""
        for seat in (0, 1):
            self._show(stage, seat)
        stage.rest()

    def play_on(self, stage: VirtualTable) -> None:
        """From the first play of the script that has not been played to the last that is wanted."""
        for lay, count, points in self._plays()[self._played : self.turns]:
            seat = self._played % 2
            self._played += 1
            self._one(stage, self._played % ROUND or ROUND, lay, seat, points)
            self._draw(stage, seat, count)

    def _plays(self) -> list[tuple[Action, int, int]]:
        """What is laid, how many tiles are drawn after it, and what it is worth."""
        found: list[tuple[Action, int, int]] = []
        for action in self.script.actions:
            if action.word == "lay":
                found.append((action, 0, 0))
            elif action.word == "draw":
                found[-1] = (found[-1][0], action.count, found[-1][2])
            elif action.word == "expect score":
                found[-1] = (found[-1][0], found[-1][1], action.values[0][1])
        return found

    def _one(self, stage: VirtualTable, kind: int, action: Action, seat: int, points: int) -> None:
        """One play of the script, with what comes before and after it."""
        other = 1 - seat
        if kind == EXCHANGED:
            for each in (seat, other):
                self._exchange(stage, each)
        if kind == WITHDRAWN:
            self._laid_and_pressed(stage, action, seat, 0)
            self._challenged(stage, other, valid=False)
            self._until(stage, lambda at: Passed(other, at_ns=at), lambda: self._turns(stage) == self._done + 1)
            self._turn_done(0)
        self._laid_and_pressed(stage, action, seat, points)
        if kind == HELD:
            self._until(stage, lambda at: Held(other, at_ns=at), lambda: self._phase(stage) == "holding")
            self._until(stage, lambda at: Released(other, at_ns=at), lambda: self._phase(stage) != "holding")
        if kind == UPHELD:
            self._challenged(stage, other, valid=True)

    def _turn_done(self, points: int) -> None:
        self._done += 1
        self.expected.append(points)

    # --- hands -----------------------------------------------------------------------------------

    def _laid_and_pressed(self, stage: VirtualTable, action: Action, seat: int, points: int) -> None:
        blanks = self.lay(stage, action, seat)
        self._show(stage, seat)
        self._turn_done(points)
        self._press_until_played(stage, seat, blanks)

    def _challenged(self, stage: VirtualTable, by: int, *, valid: bool) -> None:
        """Challenged until it is, ruled until it is; a play that does not stand goes back on its rack."""
        self._until(stage, lambda at: Challenged(by, at_ns=at), lambda: self._phase(stage) == "challenged")
        self._until(stage, lambda at: Ruled(valid, at_ns=at), lambda: self._phase(stage) != "challenged")
        if valid:
            return
        for place in list(self._last):
            for tile in self.stock.at(square(place)):
                self.stock.put(tile, rack(1 - by))
                stage.take_up(tile)
        self._show(stage, 1 - by)
        self._until(stage, None, lambda: self._phase(stage) != "removing")

    def lay(self, stage: VirtualTable, action: Action, seat: int) -> list:
        """As Players lay, and it is remembered on which squares."""
        before = {tile for place in range(225) for tile in self.stock.at(square(place))}
        blanks = super().lay(stage, action, seat)
        self._last = [place for place in range(225) if set(self.stock.at(square(place))) - before]
        return blanks

    def _draw(self, stage: VirtualTable, seat: int, count: int) -> None:
        if count:
            self._through_the_neck(stage, self.stock.draw(count, rack(seat)))
            self._show(stage, seat)
            stage.rest()

    def _exchange(self, stage: VirtualTable, seat: int) -> None:
        """A tile for another with the same face, so that the script's plays can still be laid."""
        for out in self.stock.at(rack(seat)):
            found = [tile for tile in self.stock.at(BAG) if tile.face == out.face]
            if found:
                break
        else:
            return
        self.stock.put(out, HAND)
        self._show(stage, seat)
        stage.rest()
        self.stock.put(found[0], rack(seat))
        self._through_the_neck(stage, found[:1])
        self._show(stage, seat)
        stage.rest()
        self.stock.put(out, BAG)
        self._through_the_neck(stage, (out,))
        stage.rest()
        self._turn_done(0)
        self._press_until_played(stage, seat, [])

    def _through_the_neck(self, stage: VirtualTable, tiles: tuple[PhysicalTile, ...] | list[PhysicalTile]) -> None:
        stage.through_the_neck(tiles)

    def _show(self, stage: VirtualTable, seat: int) -> None:
        stage.on_rack(seat, self.stock.at(rack(seat)))

    # --- what the table shows --------------------------------------------------------------------

    def _phase(self, stage: VirtualTable) -> str:
        return str(stage.table.phase)

    def _turns(self, stage: VirtualTable) -> int:
        return len(stage.table.game.turns)

    def _until(self, stage: VirtualTable, make: Callable[[int], Event] | None, done: Callable[[], bool]) -> None:
        """Say it, and say it again where the host has lost it."""
        for _ in range(PRESSES_MOST):
            stage.rest()
            if done():
                return
            if make is not None:
                stage.happened(make)
            stage.rest()
        if not done():
            raise AssertionError(f"turn {self._done}: nothing helps in phase {self._phase(stage)}")
