"""A recorded game played again by hands at a stage: its tiles laid, its buttons pressed, its referee typing.

The table hears sensors and buttons, and from the referee's console only what no sensor of this table can tell: the
face of a blank, a verdict, an exchange and how many, the racks at the end, a bonus, a penalty, overtime, a score that
was agreed on. Other scores and totals of the record are told to nobody: they are what the table's own are compared
with.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine_lite.game import Game
from engine_lite.gcg import (
    AgreedEntry,
    BonusEntry,
    EndBonusEntry,
    EndPenaltyEntry,
    Entry,
    ExchangeEntry,
    GivenEntry,
    PassEntry,
    PenaltyEntry,
    PlayEntry,
    Record,
    TimeEntry,
    WithdrawEntry,
)
from engine_lite.layout import SIDE
from engine_lite.tiles import BLANK, Tile
from host.core.events import (
    BlankDeclared,
    Challenged,
    ClockPressed,
    Corrected,
    EndRack,
    ExchangeTyped,
    GameOpened,
    Passed,
    PointsGiven,
    Ruled,
    Started,
)
from host.rehearsal.stage import Stage
from host.simulator.stock import BAG, TAG_PREFIX, NoSuchTile, Stock, square

CLOCK_NS = 10 * 3_600 * 1_000_000_000  # ten hours a side: a record tells its overtime itself


class NotAtATable(Exception):
    """A line that no hands can play: a blank that nobody names, more tiles of a face than there are."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.line = line
        self.sentence = sentence


def record_stock(record: Record, seed: int = 1, prefix: str = TAG_PREFIX) -> Stock:
    """The tiles of the record's set, all in the bag, with tags that begin with `prefix`."""
    return Stock((face.face for face in record.tile_set.faces for _ in range(face.count)), seed, prefix)


def record_opening(record: Record, rulebook: str, stock: Stock) -> GameOpened:
    """The first record of the game: its players, its tile set, clocks that nobody will run down."""
    return GameOpened(
        at_ns=0, rulebook=rulebook, seats=tuple(player.nick for player in record.players),
        clock_ns=(CLOCK_NS,) * len(record.players), tiles=stock.register, tile_set=record.tile_set.name,
        last_look=True)


class RecordedHands:
    """Plays the entries of one record, in order. Raises NotAtATable."""

    def __init__(self, record: Record, stock: Stock, stage: Stage) -> None:
        self.games: list[Game] = []  # as the table knew it after each entry
        self._record = record
        self._stock = stock
        self._stage = stage

    def play(self) -> None:
        """The whole game."""
        self._stage.rest()
        first = self._record.entries[0].seat if self._record.entries else 0
        self._stage.happened(lambda at: Started(first, at_ns=at))
        for entry in self._record.entries:
            _HANDS[type(entry)](self, entry)
            self.games.append(self._stage.table.game)
        self._stage.rest()

    def _lay(self, entry: PlayEntry) -> None:
        stride = SIDE if entry.start.down else 1
        blanks = []
        for place, tile in enumerate(entry.letters):
            where = entry.start.square + place * stride
            if tile is None or self._stage.table.game.board.at(where) is not None:
                continue
            self._set_down(entry, tile, where)
            if tile.blank:
                blanks.append((where, tile))
        for where, tile in blanks:
            self._declare(entry, where, tile)
        self._stage.reach()
        self._stage.happened(lambda at: ClockPressed(at, entry.seat))
        self._stage.rest()

    def _set_down(self, entry: Entry, tile: Tile, where: int) -> None:
        face = BLANK.face if tile.blank else tile.face
        try:
            physical = self._stock.take(BAG, face)
        except NoSuchTile:
            raise NotAtATable(entry.line, f"the set has no further tile {face}") from None
        self._stock.put(physical, square(where))
        self._stage.on_pad(physical)
        self._stage.set_down(physical, where)

    def _declare(self, entry: Entry, where: int, tile: Tile) -> None:
        if not tile.named:
            raise NotAtATable(entry.line, "a table asks what every blank stands for, and nobody has said so here")
        self._stage.rest()
        self._stage.happened(lambda at: BlankDeclared(at, where, tile.face))

    def _withdraw(self, entry: WithdrawEntry) -> None:
        self._challenge(entry, stands=False)
        for where in self._stage.table.removing:
            for tile in self._stock.at(square(where)):
                self._stock.put(tile, BAG)
                self._stage.take_up(tile)
        self._stage.rest()

    def _challenge(self, entry: Entry, stands: bool) -> None:
        by = (entry.seat + 1) % len(self._record.players)
        self._stage.rest()
        self._stage.happened(lambda at: Challenged(by, at_ns=at))
        self._stage.happened(lambda at: Ruled(stands, at_ns=at))

    def _bonus(self, entry: BonusEntry) -> None:
        self._challenge(entry, stands=True)
        self._stage.happened(lambda at: PointsGiven(at, entry.seat, "bonus", entry.score))

    def _pass(self, entry: PassEntry) -> None:
        self._stage.reach()
        self._stage.happened(lambda at: Passed(entry.seat, at_ns=at))

    def _exchange(self, entry: ExchangeEntry) -> None:
        self._stage.reach()
        self._stage.happened(lambda at: ExchangeTyped(at, entry.seat, entry.count))

    def _penalty(self, entry: PenaltyEntry) -> None:
        self._stage.happened(lambda at: PointsGiven(at, entry.seat, "penalty", entry.score))

    def _agreed(self, entry: AgreedEntry) -> None:
        turn = self._stage.table.game.turns[-1]
        points = str(turn.points + entry.score)
        self._stage.happened(lambda at: Corrected(at, turn.number, "score", points, why=entry.free_text))

    def _given(self, entry: GivenEntry) -> None:
        kind = "penalty" if entry.score < 0 else "bonus"
        self._stage.happened(lambda at: PointsGiven(at, entry.seat, kind, entry.score, why=entry.free_text))

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


_HANDS: Mapping[type[Entry], Callable[[RecordedHands, Any], None]] = {
    PlayEntry: RecordedHands._lay, WithdrawEntry: RecordedHands._withdraw, BonusEntry: RecordedHands._bonus,
    PassEntry: RecordedHands._pass, ExchangeEntry: RecordedHands._exchange, PenaltyEntry: RecordedHands._penalty,
    TimeEntry: RecordedHands._time, EndBonusEntry: RecordedHands._end_bonus,
    EndPenaltyEntry: RecordedHands._end_penalty, AgreedEntry: RecordedHands._agreed,
    GivenEntry: RecordedHands._given,
}
