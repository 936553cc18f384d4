"""Whole games at random, legal to the last tile: bag, racks, draws, every kind of turn, and a settlement.

Words are nonsense: no rule of placing, scoring or settling asks for a word.
"""

from dataclasses import dataclass, field
from random import Random

from engine_lite.choices import SettleOut
from engine_lite.game import Adjustment, AdjustmentKind, Game
from engine_lite.layout import SIDE
from engine_lite.placement import Placement, wrong_with
from engine_lite.rulebook import Rulebook
from engine_lite.tiles import BLANK, NAMELESS, Tile

TURNS_MOST = 60
Tiles = tuple[Tile, ...]


@dataclass(repr=False)
class RandomGame:
    """A game with its bag and racks; `racks` has what each turn (by number) was played from."""

    rulebook: Rulebook
    seats: int
    random: Random
    game: Game = field(init=False)
    racks: dict[int, Tiles] = field(default_factory=dict)
    over: bool = False

    def __post_init__(self) -> None:
        faces = [kind.face for kind in self.rulebook.tile_set.faces for _ in range(kind.count)]
        self.bag = [BLANK if face == NAMELESS else Tile(face) for face in faces]
        self.random.shuffle(self.bag)
        self.game = Game.new(self.rulebook, self.seats, on_turn=self.random.randrange(self.seats))
        self.hands = [[self.bag.pop() for _ in range(self.rulebook.rack_size)] for _ in range(self.seats)]

    def run(self, turns: int = TURNS_MOST) -> "RandomGame":
        """Play up to `turns` turns, fewer when somebody goes out; then the racks are settled."""
        while len(self.game.turns) < turns and all(self.hands):
            seat = self.game.on_turn
            assert seat is not None
            self.racks[len(self.game.turns) + 1] = tuple(self.hands[seat])
            self._turn(seat, self.random.random())
        return self

    def settled(self) -> "RandomGame":
        """The racks settled by the rulebook, or each its own when nobody is out; then perhaps overtime."""
        self.over = True
        out = [seat for seat, hand in enumerate(self.hands) if not hand]
        left = tuple(tile for hand in self.hands for tile in hand)
        doubled = self.rulebook.settle_out is SettleOut.DOUBLED and self.seats == 2
        if out and left:
            points = self._worth(left) * (2 if doubled else 1)
            self._add(Adjustment(AdjustmentKind.END_BONUS, out[0], points, left))
        for seat, hand in enumerate(self.hands):
            if hand and not (out and doubled):
                self._add(Adjustment(AdjustmentKind.END_PENALTY, seat, -self._worth(tuple(hand)), tuple(hand)))
        for seat in range(self.seats):
            if self.random.random() < 0.2:
                self._add(Adjustment(AdjustmentKind.TIME, seat, -10 * self.random.randint(1, 10)))
        return self

    def _add(self, adjustment: Adjustment) -> None:
        self.game = self.game.adjusted(adjustment)

    def _worth(self, tiles: Tiles) -> int:
        return sum(self.rulebook.tile_set.value(tile) for tile in tiles)

    def _turn(self, seat: int, chance: float) -> None:
        placement = self._placement(seat) if chance < 0.85 else Placement()
        count = self.random.randint(1, self.rulebook.rack_size)
        if placement.tiles and not wrong_with(self.game.board, placement, self.rulebook):
            self._play(seat, placement)
        elif chance > 0.9 and len(self.bag) >= count:
            self._exchange(seat, count)
        else:
            self.game = self.game.passed()

    def _play(self, seat: int, placement: Placement) -> None:
        self.game = self.game.play(placement)
        chance = self.random.random()
        if chance < 0.1:
            self.game = self.game.withdraw()
            return
        if chance < 0.2:
            self._add(Adjustment(AdjustmentKind.BONUS, seat, 5))
        elif chance < 0.3 and self.seats > 1:
            self._add(Adjustment(AdjustmentKind.PENALTY, (seat + 1) % self.seats, -10))
        for _, tile in placement.tiles:
            self.hands[seat].remove(BLANK if tile.blank else tile)
        self._draw(seat)

    def _exchange(self, seat: int, count: int) -> None:
        back = self.hands[seat][:count]
        self.game = self.game.exchanged(count, tuple(back) if self.random.random() < 0.5 else ())
        del self.hands[seat][:count]
        self._draw(seat)
        self.bag += back
        self.random.shuffle(self.bag)

    def _draw(self, seat: int) -> None:
        while self.bag and len(self.hands[seat]) < self.rulebook.rack_size:
            self.hands[seat].append(self.bag.pop())
        self.random.shuffle(self.hands[seat])

    def _placement(self, seat: int) -> Placement:
        """Tiles of the rack on the empty squares of one line, outwards from a played tile or the centre."""
        board, down = self.game.board, self.random.random() < 0.5
        anchor = self.random.choice(sorted(board.squares)) if len(board) else self.rulebook.layout.centre
        step, first = (SIDE, anchor % SIDE) if down else (1, anchor - anchor % SIDE)
        empty = [square for square in range(first, first + SIDE * step, step) if board.at(square) is None]
        before = [square for square in empty if square < anchor][::-1]
        behind = [square for square in empty if square >= anchor]
        most = self.random.randint(1 if len(board) else self.rulebook.opening_tiles, self.rulebook.rack_size)
        front = self.random.randint(0, min(most, len(before))) if len(board) else 0
        squares = (before[:front] + behind[: most - front])[: len(self.hands[seat])]
        return Placement(tuple(zip(squares, (self._named(tile) for tile in self.hands[seat]), strict=False)))

    def _named(self, tile: Tile) -> Tile:
        """A blank stands for any face, those included that no tile has."""
        tile_set = self.rulebook.tile_set
        faces = [kind.face for kind in tile_set.faces if kind.face != NAMELESS] + list(tile_set.blank_only)
        return Tile(self.random.choice(faces), blank=True) if tile == BLANK else tile


def random_game(rulebook: Rulebook, seats: int, seed: int, turns: int = TURNS_MOST) -> RandomGame:
    """A game of `seats` by `rulebook` that `seed` determines, not yet settled."""
    return RandomGame(rulebook, seats, Random(seed)).run(turns)
