"""A game: what has been played on which board, the totals, and who is on turn.

Knows nothing of clocks, racks, tags or words; what is legal is `wrong_with`'s, what it is worth `explain`'s.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from engine_lite.board import Board
from engine_lite.notation import SeedStart
from engine_lite.placement import Placement, main_line, wrong_with
from engine_lite.reasons import Defect, IllegalPlay, Reason
from engine_lite.rulebook import Rulebook
from engine_lite.scoring import Score, explain
from engine_lite.tiles import Tile

__all__ = ["Adjustment", "AdjustmentKind", "Game", "IllegalPlay", "NothingToWithdraw", "Turn", "TurnKind"]

MOST_SEATS = 4  # racks at one board (rulebooks' `seats` says how many sides one club's game has)


class TurnKind(StrEnum):
    """What a turn was; a withdrawn play was taken back after a challenge and counts 0."""

    PLAY = "play"
    PASS = "pass"
    EXCHANGE = "exchange"
    WITHDRAWN = "withdrawn"


class AdjustmentKind(StrEnum):
    """Points that no play made: for a challenge, for the racks at the end, for overtime."""

    BONUS = "bonus"
    PENALTY = "penalty"
    END_BONUS = "end_bonus"
    END_PENALTY = "end_penalty"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points (below zero: taken off) added to the total of `seat` beside the turns.

    `tiles` are those of the rack that is settled, `after_turn` the number of turns that the sheet had then.
    """

    kind: AdjustmentKind
    seat: int
    points: int
    tiles: tuple[Tile, ...] = ()
    after_turn: int = 0


class NothingToWithdraw(Exception):
    """The last turn is no play, so nothing of it can be taken back."""

    def __init__(self) -> None:
        super().__init__("the last turn laid no tiles, so there is nothing to take back")


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of the score sheet. `number` counts from 1 over all seats, `total_after` is the seat's own total.

    A play, withdrawn or not, has its placement, its explained score and its start; an exchange `exchanged`, how many
    tiles went into the bag, and `tiles`, which they were, where that is known.
    """

    number: int
    seat: int
    kind: TurnKind
    total_after: int
    placement: Placement | None = None
    score: Score | None = None
    start: SeedStart | None = None
    exchanged: int = 0
    tiles: tuple[Tile, ...] = ()
    agreed: int | None = None

    @property
    def points(self) -> int:
        """What the turn added to the total: 0 for all but a play that stands."""
        if self.kind is not TurnKind.PLAY:
            return 0
        return self.agreed if self.agreed is not None else self.score.total if self.score else 0


@dataclass(frozen=True, slots=True)
class Game:
    """A game between `seats` sides, 1 to MOST_SEATS; every change gives a new value.

    `totals` hold turns and adjustments. `on_turn` is None when nobody may play.
    """

    rulebook: Rulebook
    seats: int
    board: Board
    turns: tuple[Turn, ...]
    totals: tuple[int, ...]
    on_turn: int | None
    adjustments: tuple[Adjustment, ...] = ()

    @classmethod
    def new(
        cls,
        rulebook: Rulebook,
        seats: int = 2,
        board: Board = Board.EMPTY,
        totals: tuple[int, ...] = (),
        on_turn: int | None = 0,
    ) -> "Game":
        """A game that begins, or one taken up in the middle with `board` and `totals` (none: 0 each).

        Raises ValueError when totals or the seat on turn do not fit the seats.
        """
        if not 1 <= seats <= MOST_SEATS:
            raise ValueError(f"{seats} seats; a game has 1 to {MOST_SEATS}")
        totals = totals or (0,) * seats
        if len(totals) != seats:
            raise ValueError(f"{len(totals)} totals for {seats} seats; give one total for each seat")
        if on_turn is not None and not 0 <= on_turn < seats:
            raise ValueError(f"seat {on_turn} cannot be on turn; the seats are 0 to {seats - 1}")
        return cls(rulebook, seats, board, (), totals, on_turn)

    def play(self, placement: Placement, waived: Collection[Reason] = ()) -> "Game":
        """The game after `placement` by the seat on turn; raises IllegalPlay with everything that is wrong.

        What is wrong for a `waived` reason only stands all the same: a record may leave a blank without a name.

        >>> from engine_lite.rulebooks.fisc_classic import FISC_CLASSIC
        >>> from engine_lite.placement import parse_play
        >>> start, quina = parse_play("h5 QUINA", Board(), FISC_CLASSIC.tile_set)
        >>> game = Game.new(FISC_CLASSIC).play(quina)
        >>> game.totals, game.on_turn, str(game.turns[0].start), game.withdraw().totals
        ((22, 0), 1, 'h5', (0, 0))
        """
        seat = self._seat_on_turn()
        wrong = wrong_with(self.board, placement, self.rulebook)
        if defects := tuple(defect for defect in wrong if defect.reason not in waived):
            raise IllegalPlay(defects)
        score = explain(self.board, placement, self.rulebook)
        start = SeedStart(*main_line(self.board, placement))
        total = self.totals[seat] + score.total
        turn = Turn(len(self.turns) + 1, seat, TurnKind.PLAY, total, placement, score, start)
        return replace(self._after(turn), board=self.board.with_tiles(placement.tiles))

    def passed(self) -> "Game":
        """The game after the seat on turn has given up its turn; raises IllegalPlay when nobody is on turn."""
        seat = self._seat_on_turn()
        return self._after(Turn(len(self.turns) + 1, seat, TurnKind.PASS, self.totals[seat]))

    def exchanged(self, count: int, tiles: tuple[Tile, ...] = ()) -> "Game":
        """The game after the seat on turn has put `count` tiles into the bag and drawn as many, for no points.

        `tiles` are those put in, where they are known. How many may be exchanged is the rulebook's and the bag's
        matter. Raises IllegalPlay when nobody is on turn, ValueError for a count that is none or not that of `tiles`.

        >>> from engine_lite.rulebooks.fisc_classic import FISC_CLASSIC
        >>> game = Game.new(FISC_CLASSIC).exchanged(3)
        >>> game.totals, game.on_turn, game.turns[0].exchanged
        ((0, 0), 1, 3)
        """
        seat = self._seat_on_turn()
        if count < 1 or (tiles and len(tiles) != count):
            raise ValueError(f"{count} tiles exchanged, {len(tiles)} of them named; name all or none, and at least 1")
        number = len(self.turns) + 1
        return self._after(Turn(number, seat, TurnKind.EXCHANGE, self.totals[seat], exchanged=count, tiles=tiles))

    def adjusted(self, adjustment: Adjustment) -> "Game":
        """The game with `adjustment` in the total of its seat; who is on turn does not change.

        >>> from engine_lite.rulebooks.frs_english import FRS_ENGLISH
        >>> game = Game.new(FRS_ENGLISH).adjusted(Adjustment(AdjustmentKind.TIME, 1, -10))
        >>> game.totals, game.on_turn
        ((0, -10), 0)
        """
        seat = adjustment.seat
        if not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat} has no total to adjust; the seats are 0 to {self.seats - 1}")
        return replace(
            self,
            totals=_with_total(self.totals, seat, self.totals[seat] + adjustment.points),
            adjustments=(*self.adjustments, replace(adjustment, after_turn=len(self.turns))),
        )

    def withdraw(self) -> "Game":
        """The game with its last play taken back (000 r23, 001 B6, 002): 0 points, and that turn is over.

        Its turn stays on the sheet as withdrawn, with what was laid and what it would have scored. Who is on turn
        does not change: it is the next seat already. Raises NothingToWithdraw after any other turn.
        """
        last = self.turns[-1] if self.turns else None
        if last is None or last.kind is not TurnKind.PLAY or last.placement is None:
            raise NothingToWithdraw
        total = self.totals[last.seat] - last.points
        withdrawn = replace(last, kind=TurnKind.WITHDRAWN, total_after=total)
        return replace(
            self,
            board=self.board.without(last.placement.squares),
            turns=(*self.turns[:-1], withdrawn),
            totals=_with_total(self.totals, last.seat, total),
        )

    def _seat_on_turn(self) -> int:
        if self.on_turn is None:
            raise IllegalPlay((Defect(Reason.WRONG_PHASE),))
        return self.on_turn

    def _after(self, turn: Turn) -> "Game":
        return replace(
            self,
            turns=(*self.turns, turn),
            totals=_with_total(self.totals, turn.seat, turn.total_after),
            on_turn=(turn.seat + 1) % self.seats,
        )


def _with_total(totals: tuple[int, ...], seat: int, total: int) -> tuple[int, ...]:
    return (*totals[:seat], total, *totals[seat + 1 :])
