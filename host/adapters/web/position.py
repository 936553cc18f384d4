"""Which position of the game a page shows: the newest, or the one after an earlier turn.

Works on published turns only; knows nothing of the rules or of how a position is drawn.
"""

from dataclasses import dataclass

from host.schemas import GameView, TileView, TurnView

PLAYED = "play"
WITHDRAWN = "withdrawn"
OVER = ("over", "agreed")
# These ends name a winner whatever the totals: a view that does not say whom has none.
NOT_BY_TOTALS = frozenset({"time_forfeit", "three_strikes", "resigned", "disqualified"})


@dataclass(frozen=True, slots=True)
class Position:
    """The game after its first `number` turns; `laid` are the tiles of an unfinished turn (newest position only)."""

    number: int
    of: int
    played: tuple[TileView, ...]
    laid: tuple[TileView, ...]
    turns: tuple[TurnView, ...]
    totals: tuple[int, ...]

    @property
    def replayed(self) -> bool:
        """True when later turns exist."""
        return self.number < self.of

    @property
    def last(self) -> TurnView | None:
        """The newest turn of this position."""
        return self.turns[-1] if self.turns else None

    @property
    def last_play(self) -> TurnView | None:
        """The newest turn when it is a play that stands."""
        return self.last if self.last and self.last.kind == PLAYED else None


def position_at(view: GameView, number: int | None) -> Position:
    """The position after `number` turns, from 0 (nothing played); None or a number not yet reached: the newest."""
    of = len(view.turns)
    if number is None or number >= of:
        return Position(of, of, view.board, view.laid, view.turns, tuple(seat.total for seat in view.seats))
    number = max(0, number)
    turns = view.turns[:number]
    return Position(number, of, _played_by(view, turns), (), turns, _totals(view, turns))


def _played_by(view: GameView, turns: tuple[TurnView, ...]) -> tuple[TileView, ...]:
    """The board after `turns`: what lay there before the first turn, and their tiles."""
    later = {tile.square for turn in view.turns if turn.kind == PLAYED for tile in turn.tiles}
    board = {tile.square: tile for tile in view.board if tile.square not in later}
    for turn in turns:
        if turn.kind == PLAYED:
            board.update((tile.square, tile) for tile in turn.tiles)
    return tuple(board[square] for square in sorted(board))


def _totals(view: GameView, turns: tuple[TurnView, ...]) -> tuple[int, ...]:
    """Each side's total after `turns`: as its newest turn says, else what it had before its first."""
    totals = []
    for seat in range(len(view.seats)):
        own = [turn for turn in view.turns if turn.seat == seat]
        past = [turn for turn in turns if turn.seat == seat]
        before = own[0].total - own[0].score if own else view.seats[seat].total
        totals.append(past[-1].total if past else before)
    return tuple(totals)


def winners(view: GameView) -> tuple[int, ...]:
    """The sides ahead in a finished game, two or more in a tie; empty before that, or where totals do not decide."""
    if view.phase in OVER and view.winner is not None:
        return (view.winner,)
    if view.phase not in OVER or view.ended in NOT_BY_TOTALS or not view.seats:
        return ()
    best = max(seat.total for seat in view.seats)
    return tuple(number for number, seat in enumerate(view.seats) if seat.total == best)
