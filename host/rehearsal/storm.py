"""A recorded game played through the sensors in a storm: hands that err, readings that drop, cables that fail.

Every action of a hand carries a fault with probability FAULT, drawn evenly from the closed list of storm_faults.py;
every reading of a tag drops with DROPOUT. The hands of storm_hands.py put right what the displays say. After each
line of the record the table is held against the rules' own replay of it: a committed turn that differs in tiles,
squares or score is a wrong commit, and ends that game. Chance comes from the game's name and a seed.
"""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine_lite.gcg import (
    BonusEntry,
    EndBonusEntry,
    EndPenaltyEntry,
    Entry,
    ExchangeEntry,
    PassEntry,
    PenaltyEntry,
    PlayEntry,
    Record,
    TimeEntry,
    WithdrawEntry,
)
from engine_lite.layout import SIDE
from engine_lite.record import Move, move_of, replay
from engine_lite.rulebook import Rulebook
from engine_lite.tiles import BLANK, Tile
from host import games
from host.core.events import Challenged, EndRack, Event, ExchangeTyped, Passed, PointsGiven, Ruled, Started
from host.rehearsal import storm_faults
from host.rehearsal.recorded import NotAtATable, record_opening, record_stock
from host.rehearsal.storm_board import StormBoard
from host.rehearsal.storm_faults import EARLY, PRESS, TILE
from host.rehearsal.storm_hands import LOOKS_OVER_US, PRESSES_MOST, StormHands, Stuck
from host.rehearsal.storm_moment import Moment
from host.rehearsal.storm_outcome import NONE, Weathered
from host.simulator.stock import NoSuchTile

FAULT = 0.05  # of each action of a hand
DROPOUT = 0.05  # of each reading of a tag


class WrongCommit(Exception):
    """A committed turn is not the one that was played; the text says what was played and what was committed."""


def weather(name: str, record: Record, rulebook: Rulebook, seed: int) -> Weathered:
    """The game `name` played in a storm. Raises NotAtATable and what a stage raises."""
    rules = replay(record, rulebook)
    stock = record_stock(record, seed)
    opened = record_opening(record, rulebook.name, stock)
    outcome = Weathered(name, seed, recorded=rules.game.totals)
    with tempfile.TemporaryDirectory(prefix="taula-storm-") as folder:
        journal = Path(folder) / "game.journal"
        with StormBoard(lambda clock: games.begin(journal, opened, clock), seed=seed, language="en",
                        resume_game=lambda clock: games.resume(journal, clock)) as stage:
            stage.fault("rf_dropout", (str(DROPOUT),), on=True)
            storm = Storm(record, rules.moves, StormHands(stage, stock), Random(f"{name} {seed}"), outcome)
            storm.play()
            outcome.totals = stage.table.game.totals
    return outcome


class Storm:
    """One game's storm: plays the record's entries with `hands` and notes in `outcome` what came of it."""

    def __init__(self, record: Record, moves: Sequence[Move], hands: StormHands, chance: Random,
                 outcome: Weathered) -> None:
        self.outcome = outcome
        self._record = record
        self._moves = moves
        self._hands = hands
        self._stage = hands.stage
        self._chance = chance
        self._waiting: list[str] = []  # faults that chance has drawn and whose action is still to come
        self._here: list[str] = []  # those of this entry
        self._place = 0  # of the entry now played
        self._committed = 0  # turns that the record has brought so far
        self._undone: dict[int, Tile] = {}  # squares that the entry before laid: a withdrawal clears them

    def play(self) -> None:
        """The whole game, or as far as it goes."""
        self._stage.come_to_rest()
        first = self._record.entries[0].seat if self._record.entries else 0
        self._stage.happened(lambda at: Started(first, at_ns=at))
        for place, entry in enumerate(self._record.entries):
            self._place, self._here = place, []
            before = self._hands.acted
            try:
                _HANDS[type(entry)](self, entry)
                self._compare(entry)
            except (Stuck, NoSuchTile) as why:
                self.outcome.stuck = self._told(entry, str(why))
            except WrongCommit as why:
                self.outcome.wrong = self._told(entry, str(why))
            self.outcome.line_done(self._here, self._hands.acted - before)
            if self.outcome.wrong or self.outcome.stuck:
                break
        self.outcome.prompts = self._hands.shown

    def _told(self, entry: Entry, why: str) -> str:
        return f"line {entry.line}: {why} [{', '.join(self._here) or NONE}]"

    # --- chance ------------------------------------------------------------------------------------------------

    def _now(self, seat: int) -> Moment:
        return Moment(self._chance, self._hands, seat, len(self._record.players), self._following(seat))

    def _following(self, seat: int) -> tuple[int, Tile] | None:
        """The first tile of the next entry, when that is a play by another side."""
        later = self._record.entries[self._place + 1 : self._place + 2]
        if not later or not isinstance(later[0], PlayEntry) or later[0].seat == seat:
            return None
        fresh = [each for each in _letters(later[0]) if self._hands.wanted(each[0]) is None]
        return fresh[0] if fresh else None

    def _may_err(self, seat: int) -> None:
        """One more action of a hand: perhaps with a fault, drawn evenly from all of them."""
        self.outcome.actions += 1
        if self._chance.random() >= FAULT:
            return
        name = self._chance.choice(storm_faults.ALL)
        if name in _ANY:
            self._befalls(name, _ANY[name](self._now(seat)))
        else:
            self._waiting.append(name)

    def _befalls(self, name: str, done: bool) -> bool:
        if done:
            self._here.append(name)
        return done

    def _waits(self, faults: Mapping[str, Any]) -> str:
        """The first of `faults` that waits for its action, taken from the list; "" for none."""
        for name in self._waiting:
            if name in faults:
                self._waiting.remove(name)
                return name
        return ""

    # --- entries -----------------------------------------------------------------------------------------------

    def _play(self, entry: PlayEntry) -> None:
        hands = self._hands
        hands.unlaid.clear()
        hands.laying = {place: tile for place, tile in _letters(entry) if place not in hands.sheet}
        if unnamed := [tile for tile in hands.laying.values() if tile.blank and not tile.named]:
            raise NotAtATable(entry.line, f"nobody has said what {len(unnamed)} blank stands for")
        early = self._waits(_EARLY)
        held = self._held_back(early)
        physical = None if held is None else hands.take(hands.laying[held])
        for place, tile in hands.laying.items():
            if place != held:
                self._lay(entry.seat, place, tile)
        if physical is not None and held is not None:
            self._befalls(early, _EARLY[early](self._now(entry.seat), physical, held))
            self.outcome.actions += 1
        hands.name_blanks()
        self._end_turn(entry.seat)
        self._undone = dict(hands.laying)
        hands.sheet.update(hands.laying)
        hands.laying = {}

    def _held_back(self, early: str) -> int | None:
        """The square whose tile is still in the hand at a press that comes too early; None without such a press."""
        if not early:
            return None
        laying = self._hands.laying
        now = self._now(0)
        free = [place for place, tile in laying.items() if not self._stage.seen_on(place) and self._hands.has(tile)]
        if early != _BEFORE_LAST:
            return free[-1] if free else None
        seen = [place for place in free if not now.legal({p: t for p, t in laying.items() if p != place})]
        return self._chance.choice(seen) if seen else None

    def _lay(self, seat: int, place: int, tile: Tile) -> None:
        self._may_err(seat)
        self._hands.make_room(place)
        if self._stage.seen_on(place):
            if not self._laid_early(place, tile):
                self._hands.unlaid.add(place)  # the displays have to name first what lies there
            return
        if not self._hands.has(tile):
            self._hands.unlaid.add(place)  # it has been laid where it should not be
            return
        physical = self._hands.take(tile)
        name = self._waits(_TILE)
        if not name or not self._befalls(name, _TILE[name](self._now(seat), physical, place)):
            self._hands.lay(physical, place)

    def _laid_early(self, place: int, tile: Tile) -> bool:
        """Whether the tile lies there already, since before its side was on turn."""
        lies = self._stage.straight_on(place)
        return lies is not None and lies.face == (BLANK.face if tile.blank else tile.face)

    def _end_turn(self, seat: int) -> None:
        """Follow the displays and press, until the table takes the turn."""
        self._may_err(seat)
        self._hands.put_right()
        if not self._pressed_wrongly(seat):
            self._hands.press(seat)
        self._stage.come_to_rest()
        for _ in range(PRESSES_MOST):
            if self._taken():
                return
            self._put_right_in_time()
            self._hands.acted += 1
            self._hands.press(seat)
            self._stage.come_to_rest()
        if not self._taken():
            raise Stuck("the press is never taken: " + "; ".join(each.sentence for each in self._hands.displays()))

    def _put_right_in_time(self) -> None:
        """Follow the displays; when they ask for nothing the board may still be looking over itself."""
        before = self._hands.acted
        self._stage.come_to_rest()
        self._hands.put_right()
        if self._hands.acted == before:
            self._stage.wait_us(LOOKS_OVER_US)
            self._hands.put_right()

    def _pressed_wrongly(self, seat: int) -> bool:
        name = self._waits(_PRESS)
        self._stage.wait_us(600_000)
        return bool(name) and self._befalls(name, _PRESS[name](self._now(seat)))

    def _taken(self) -> bool:
        return len(self._stage.table.game.turns) > self._committed

    def _turn_said(self, seat: int, make: Callable[[int], Event]) -> None:
        """A turn that is stated: said again until the table takes it."""
        self._may_err(seat)
        for _ in range(PRESSES_MOST):
            self._stage.come_to_rest()
            self._hands.put_right()
            self._stage.happened(make)
            self._stage.come_to_rest()
            if self._taken():
                return
        raise Stuck("it is never taken: " + "; ".join(each.sentence for each in self._hands.displays()))

    def _pass(self, entry: PassEntry) -> None:
        self._turn_said(entry.seat, lambda at: Passed(entry.seat, at_ns=at))

    def _exchange(self, entry: ExchangeEntry) -> None:
        self._turn_said(entry.seat, lambda at: ExchangeTyped(at, entry.seat, entry.count))

    def _challenge(self, entry: Entry, stands: bool) -> None:
        by = (entry.seat + 1) % len(self._record.players)
        self._may_err(by)
        self._stage.come_to_rest()
        self._stage.happened(lambda at: Challenged(by, at_ns=at))
        self._stage.happened(lambda at: Ruled(stands, at_ns=at))

    def _withdraw(self, entry: WithdrawEntry) -> None:
        self._challenge(entry, stands=False)
        for place in self._undone:
            self._hands.sheet.pop(place, None)
        self._hands.put_right()
        self._may_err(entry.seat)
        self._hands.put_right()

    def _bonus(self, entry: BonusEntry) -> None:
        self._challenge(entry, stands=True)
        self._stage.happened(lambda at: PointsGiven(at, entry.seat, "bonus", entry.score))

    def _penalty(self, entry: PenaltyEntry) -> None:
        self._stage.happened(lambda at: PointsGiven(at, entry.seat, "penalty", entry.score))

    def _time(self, entry: TimeEntry) -> None:
        self._stage.happened(lambda at: PointsGiven(at, entry.seat, "time", entry.score))

    def _end_bonus(self, entry: EndBonusEntry) -> None:
        worth = sum(self._record.tile_set.value(tile) for tile in entry.tiles)
        self._end_rack(entry, entry.score // worth if worth else 1)

    def _end_penalty(self, entry: EndPenaltyEntry) -> None:
        self._end_rack(entry, -1)

    def _end_rack(self, entry: EndBonusEntry | EndPenaltyEntry, times: int) -> None:
        tiles = self._record.tile_set.text(entry.tiles, brackets=True)
        self._stage.happened(lambda at: EndRack(at, entry.seat, tiles, times))

    # --- the judge ---------------------------------------------------------------------------------------------

    def _compare(self, entry: Entry) -> None:
        """Raise WrongCommit when the table's game after `entry` is not the record's."""
        self._stage.fault("noise", (), on=False)
        game, wanted = self._stage.table.game, self._moves[self._place]
        turns = self._committed + (entry.kind in ("play", "pass", "exchange"))
        self.outcome.turns += turns - self._committed
        before = self._moves[self._place - 1].total[entry.seat] if self._place else 0
        if len(game.turns) != turns:
            raise WrongCommit(f"{turns} turns were played, the table has {len(game.turns)}")
        kind = str(game.turns[-1].kind) if game.turns else ""
        if wanted.kind == "play" and kind != "play":
            raise WrongCommit(f"a play was played, the table has a {kind}")
        found = move_of(entry, game, game.totals[entry.seat] - before)
        if found != wanted:
            raise WrongCommit(f"played {wanted.tiles} for {wanted.score}, totals {wanted.total}; committed "
                              f"{found.tiles} for {found.score}, totals {found.total}")
        self._committed = turns


def _letters(entry: PlayEntry) -> list[tuple[int, Tile]]:
    """The squares and tiles that a play writes, old ones included where it writes them."""
    stride = SIDE if entry.start.down else 1
    return [(entry.start.square + place * stride, tile) for place, tile in enumerate(entry.letters)
            if tile is not None]


_TILE = {fault.__name__: fault for fault in TILE}
_ANY = {fault.__name__: fault for fault in storm_faults.ANY}
_EARLY = {fault.__name__: fault for fault in EARLY}
_PRESS = {fault.__name__: fault for fault in PRESS}
_BEFORE_LAST = EARLY[0].__name__
_HANDS: Mapping[type[Entry], Callable[[Storm, Any], None]] = {
    PlayEntry: Storm._play, WithdrawEntry: Storm._withdraw, BonusEntry: Storm._bonus, PassEntry: Storm._pass,
    ExchangeEntry: Storm._exchange, PenaltyEntry: Storm._penalty, TimeEntry: Storm._time,
    EndBonusEntry: Storm._end_bonus, EndPenaltyEntry: Storm._end_penalty,
}
