"""A game written anew with some of its turns put right: everything after them is computed again, nothing vanishes.

Knows nothing of who corrects, or why; a turn that no longer fits stays on the sheet with the points that it had.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine_lite.game import Adjustment, Game, IllegalPlay, Turn, TurnKind
from engine_lite.placement import Placement
from engine_lite.reasons import Defect, Reason


class Agreement(NamedTuple):
    """Points that people agreed on for `placement`, and for no other play of that turn."""

    placement: Placement
    points: int


@dataclass(frozen=True, slots=True)
class Change:
    """What is different about one turn: another placement, another kind (play or withdrawn), agreed points.

    A pass or an exchange that is given a placement was a play. Of what was `agreed` the last holds that was agreed
    for the play that the turn is now. `stands` holds each way of not fitting with which it was said to stand.
    """

    placement: Placement | None = None
    kind: TurnKind | None = None
    agreed: tuple[Agreement, ...] = ()
    stands: tuple[tuple[Defect, ...], ...] = ()

    def over(self, earlier: "Change") -> "Change":
        """Both changes, this one where they differ."""
        return Change(
            self.placement if self.placement is not None else earlier.placement,
            self.kind if self.kind is not None else earlier.kind,
            (*earlier.agreed, *self.agreed),
            (*earlier.stands, *self.stands),
        )

    def points_for(self, placement: Placement) -> int | None:
        """What was agreed for `placement`; None: what the rules compute."""
        laid = frozenset(placement.tiles)
        return next((each.points for each in reversed(self.agreed) if frozenset(each.placement.tiles) == laid), None)


@dataclass(frozen=True, slots=True)
class Misfit:
    """A play that no longer fits what stands before it, and why; it keeps its place and its points."""

    turn: int
    defects: tuple[Defect, ...]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The game as it is with the changes, and the turns that no longer fit."""

    game: Game
    misfits: tuple[Misfit, ...]


# What may be wrong with a turn that is played all the same: its tiles still have squares of their own.
STILL_PLAYABLE = tuple(reason for reason in Reason if reason not in (Reason.TAKEN, Reason.OFF_BOARD))


def rewritten(
    began: Game, turns: Sequence[Turn], adjustments: Iterable[Adjustment], changes: Mapping[int, Change]
) -> Rewritten:
    """`turns` and `adjustments` played again from `began`, with `changes` by turn number (1, 2, ...).

    >>> from engine_lite.board import Board
    >>> from engine_lite.placement import parse_play
    >>> from engine_lite.rulebooks.fisc_classic import FISC_CLASSIC
    >>> began = Game.new(FISC_CLASSIC)
    >>> quina = parse_play("h5 QUINA", Board(), FISC_CLASSIC.tile_set)[1]
    >>> game = began.play(quina)
    >>> rewritten(began, game.turns, (), {1: Change(agreed=(Agreement(quina, 20),))}).game.totals
    (20, 0)
    """
    game = began
    misfits: list[Misfit] = []
    waiting = list(adjustments)
    for turn in turns:
        game = _adjusted(game, waiting, len(game.turns))
        change = changes.get(turn.number, Change())
        game, misfit = _played_again(replace(game, on_turn=turn.seat), turn, change)
        misfits += [misfit] if misfit and misfit.defects not in change.stands else []
    return Rewritten(_adjusted(game, waiting, None), tuple(misfits))


def _adjusted(game: Game, waiting: list[Adjustment], after: int | None) -> Game:
    """The game with the adjustments that come before its next turn; all that are left when `after` is None."""
    while waiting and (after is None or waiting[0].after_turn <= after):
        adjustment = waiting.pop(0)
        game = game.adjusted(adjustment)
        game = replace(game, adjustments=(*game.adjustments[:-1], adjustment))
    return game


def _played_again(game: Game, turn: Turn, change: Change) -> tuple[Game, Misfit | None]:
    if turn.kind is TurnKind.PASS and change.placement is None:
        return game.passed(), None
    if turn.kind is TurnKind.EXCHANGE and change.placement is None:
        return game.exchanged(turn.exchanged, turn.tiles), None
    placement = turn.placement if change.placement is None else change.placement
    assert placement is not None, "a play has a placement"
    withdrawn = (change.kind or turn.kind) is TurnKind.WITHDRAWN
    game, misfit = _placed_again(game, turn, placement)
    if withdrawn:
        return game.withdraw(), None  # what does not count need not fit
    points = change.points_for(placement)
    return (game if points is None else agreed(game, points)), misfit


def _placed_again(game: Game, turn: Turn, placement: Placement) -> tuple[Game, Misfit | None]:
    try:
        return game.play(placement), None
    except IllegalPlay as illegal:
        misfit = Misfit(turn.number, illegal.defects)
    try:
        return game.play(placement, waived=STILL_PLAYABLE), misfit
    except IllegalPlay:
        return _off_the_board(game, turn), misfit


def _off_the_board(game: Game, turn: Turn) -> Game:
    """A play whose squares are taken: it keeps its line and its points, and lays nothing."""
    points = turn.score.total if turn.score else 0
    passed = game.passed()
    line = replace(passed.turns[-1], kind=TurnKind.PLAY, placement=Placement(), score=turn.score, start=turn.start)
    return agreed(replace(passed, turns=(*game.turns, replace(line, agreed=0))), points)


def agreed(game: Game, points: int) -> Game:
    """The game with `points` for its last play."""
    last = game.turns[-1]
    total = game.totals[last.seat] - last.points + points
    totals = (*game.totals[: last.seat], total, *game.totals[last.seat + 1 :])
    last = replace(last, agreed=points, total_after=total)
    return replace(game, turns=(*game.turns[:-1], last), totals=totals)
