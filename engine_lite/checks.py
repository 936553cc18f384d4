"""What can be wrong with tiles laid on a board: one check a reason, each answering with the squares at fault.

Knows nothing of whose tiles they are, of words that exist, or of whose turn it is.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine_lite.board import Board
from engine_lite.layout import SIDE, SQUARES
from engine_lite.reasons import Reason
from engine_lite.rulebook import Rulebook
from engine_lite.tiles import Tile

Laid = tuple[tuple[int, Tile], ...]
Squares = tuple[int, ...]


class Laying(NamedTuple):
    """What a check looks at: at least one tile, all on squares 0..224, in the order of squares."""

    board: Board
    laid: Laid
    rulebook: Rulebook

    @property
    def squares(self) -> Squares:
        """The squares of the tiles laid."""
        return tuple([square for square, _ in self.laid])

    @property
    def opens(self) -> bool:
        """Whether nothing has been played yet."""
        return not len(self.board)


def off_board(laid: Laid) -> Squares:
    """The squares of `laid` that no board has; the checks below are asked of the others only."""
    return tuple([square for square, _ in laid if not 0 <= square < SQUARES])


def not_in_rack(laid: Laid, rack: Sequence[Tile]) -> Squares:
    """The squares of tiles that `rack` does not supply; a blank on the rack supplies a tile laid as a blank."""
    left = Counter(_supply(tile) for tile in rack)
    missing = []
    for square, tile in laid:
        left[_supply(tile)] -= 1
        if left[_supply(tile)] < 0:
            missing.append(square)
    return tuple(missing)


def _supply(tile: Tile) -> str:
    return "" if tile.blank else tile.face


def _taken(at: Laying) -> Squares:
    """Squares that hold a played tile, or more than one tile of this turn."""
    twice = {square for square, times in Counter(at.squares).items() if times > 1}
    return tuple(sorted(twice | {square for square in at.squares if at.board.at(square)}))


def _bent(at: Laying) -> Squares:
    """The squares beside the row or column that holds most of them; all, when no line holds more than another."""
    squares = tuple(sorted(set(at.squares)))
    if _step(squares):
        return ()
    lines = [tuple(s for s in squares if s // SIDE == row) for row in {s // SIDE for s in squares}]
    lines += [tuple(s for s in squares if s % SIDE == column) for column in {s % SIDE for s in squares}]
    most = max(map(len, lines))
    longest = [line for line in lines if len(line) == most]
    return squares if len(longest) > 1 else tuple(s for s in squares if s not in longest[0])


def _step(squares: Squares) -> int:
    """1 when all `squares` lie in one row, SIDE when they lie in one column, else 0."""
    first = squares[0]
    if all(square // SIDE == first // SIDE for square in squares):
        return 1
    return SIDE if all((square - first) % SIDE == 0 for square in squares) else 0


def _gapped(at: Laying) -> Squares:
    """The empty squares between the first and the last tile of one line."""
    squares = at.squares
    step = _step(squares)
    if not step:
        return ()
    line = range(squares[0], squares[-1], step)
    return tuple(square for square in line if square not in squares and not at.board.at(square))


def _off_centre(at: Laying) -> Squares:
    centre = at.rulebook.layout.centre
    return (centre,) if at.opens and centre not in at.squares else ()


def _too_few(at: Laying) -> Squares:
    return at.squares if at.opens and len(at.laid) < at.rulebook.opening_tiles else ()


def _too_many(at: Laying) -> Squares:
    return at.squares if len(at.laid) > at.rulebook.rack_size else ()


def _detached(at: Laying) -> Squares:
    """All squares, when none of them holds or touches a played tile."""
    played = at.board.contents
    touching = any(played[square] or any(played[near] for near in NEIGHBOURS[square]) for square in at.squares)
    return () if at.opens or touching else at.squares


def _neighbours(square: int) -> Squares:
    """The two to four squares that share an edge with `square`.

    >>> _neighbours(0), _neighbours(112)
    ((1, 15), (111, 113, 97, 127))
    """
    column = square % SIDE
    beside = [square - 1] * (column > 0) + [square + 1] * (column < SIDE - 1)
    return (*beside, *(near for near in (square - SIDE, square + SIDE) if 0 <= near < SQUARES))


NEIGHBOURS = tuple(_neighbours(square) for square in range(SQUARES))


def _not_a_face(at: Laying) -> Squares:
    holds = at.rulebook.tile_set.holds
    return tuple([square for square, tile in at.laid if not holds(tile)])


def _q_without_u(at: Laying) -> Squares:
    """Every Q, in any word that this play forms, after which no U comes."""
    if not at.rulebook.q_needs_u:
        return ()
    after = at.board.with_tiles(at.laid)
    words = {after.line(square, down) for square in at.squares for down in (False, True)}
    return tuple(sorted({square for word in words if len(word) > 1 for square in _lone_q(after, word)}))


def _lone_q(board: Board, word: Squares) -> Squares:
    faces = [tile.face if (tile := board.at(square)) else "" for square in word]
    following = [*faces[1:], ""]
    return tuple(
        square for square, face, after in zip(word, faces, following, strict=True) if face == "Q" and after != "U"
    )


def _blank_undeclared(at: Laying) -> Squares:
    return tuple([square for square, tile in at.laid if tile.blank and not tile.named])


CHECKS: tuple[tuple[Reason, Callable[[Laying], Squares]], ...] = (
    (Reason.TAKEN, _taken),
    (Reason.BENT, _bent),
    (Reason.GAPPED, _gapped),
    (Reason.OFF_CENTRE, _off_centre),
    (Reason.TOO_FEW, _too_few),
    (Reason.TOO_MANY, _too_many),
    (Reason.DETACHED, _detached),
    (Reason.NOT_A_FACE, _not_a_face),
    (Reason.Q_WITHOUT_U, _q_without_u),
    (Reason.BLANK_UNDECLARED, _blank_undeclared),
)
