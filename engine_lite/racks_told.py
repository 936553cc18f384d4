"""What a game tells of the racks that its turns were played from, once the racks left at its end are settled.

Takes it that every side fills its rack as long as there are tiles in the bag. Never guesses: a rack is whole and
certain, or it is left out. Knows nothing of who may see it.
"""

from engine_lite.game import AdjustmentKind, Game, Turn, TurnKind
from engine_lite.tiles import BLANK, Tile

Tiles = tuple[Tile, ...]


def racks_told(game: Game) -> dict[int, Tiles]:
    """Whole racks by turn number, as far back from the end as nothing was drawn.

    The racks left are those of the settlement; going back, a pass and a withdrawn play leave a rack as it is, a play
    with nothing to draw after it takes from it what it laid.

    >>> from engine_lite.game import Adjustment
    >>> from engine_lite.rulebooks.manacor import MANACOR
    >>> game = Game.new(MANACOR).passed().passed()
    >>> racks_told(game.adjusted(Adjustment(AdjustmentKind.END_PENALTY, 1, -10, (Tile("NY"),))))
    {2: (Tile(face='NY', blank=False),)}
    """
    hands: dict[int, Tiles | None] = dict(_left(game))
    size = game.rulebook.rack_size
    on_board = len(game.board)
    told: dict[int, Tiles] = {}
    for turn in reversed(game.turns):
        if turn.kind is TurnKind.PLAY:
            on_board -= len(_laid(turn))
        drew = game.rulebook.tile_set.size - on_board > game.seats * size
        hand = _before(turn, hands.get(turn.seat), drew)
        hands[turn.seat] = hand
        if hand is not None and len(hand) <= size:
            told[turn.number] = hand
    return told


def _left(game: Game) -> dict[int, Tiles]:
    """The racks at the end, by seat: a rack taken off, none for who went out, with two seats the one given."""
    last = [each for each in game.adjustments if each.after_turn == len(game.turns)]
    left = {each.seat: each.tiles for each in last if each.kind is AdjustmentKind.END_PENALTY}
    for each in last:
        if each.kind is AdjustmentKind.END_BONUS and each.tiles:
            left[each.seat] = ()
            if game.seats == 2:
                left[1 - each.seat] = each.tiles
    return left


def _before(turn: Turn, after: Tiles | None, drew: bool) -> Tiles | None:
    """The rack before `turn`, when it was `after` behind it; None where that is not told."""
    if after is None or turn.kind is TurnKind.EXCHANGE:
        return None
    if turn.kind is TurnKind.PLAY:
        return None if drew else (*_laid(turn), *after)
    return after


def _laid(turn: Turn) -> Tiles:
    """The tiles that the turn laid, as they were on the rack."""
    tiles = turn.placement.tiles if turn.placement else ()
    return tuple(BLANK if tile.blank else tile for _, tile in tiles)
