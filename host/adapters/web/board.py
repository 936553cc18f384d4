"""The drawn board of one position: premiums, coordinates, tiles and what is laid over them, ready for the markup.

Joins geometry, faces and overlay; knows nothing of languages, scripts or the network.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from host.adapters.web.faces import Face, face_of
from host.adapters.web.geometry import CENTRE, SIDE, SQUARES, Point, corner, premium
from host.adapters.web.overlay import Arrow, Fault, Hull, Multiplier, Sum, arrows, faults, hull, multipliers, word_sum
from host.adapters.web.position import WITHDRAWN, Position
from host.schemas import GameView, TileView

LETTERS = "abcdefghijklmno"
# Where numbers and letters stand in the wood, in u: above and left; turned, below and right.
NUMBERS_Y, NUMBERS_Y_TURNED = -0.24, SIDE + 0.45
LETTERS_X, LETTERS_X_TURNED = -0.34, SIDE + 0.34
AROUND = 2  # squares on each side of one that is shown large


class Premium(NamedTuple):
    """A premium square and the name of its mark; the centre has a star."""

    x: float
    y: float
    kind: str
    mark: str


class Coordinate(NamedTuple):
    """A row letter or column number; `lit` when the last play starts in that row or column."""

    text: str
    x: float
    y: float
    lit: bool


class DrawnTile(NamedTuple):
    """A tile on its square; `look` is played, new, laid or withdrawn."""

    square: int
    x: float
    y: float
    look: str
    face: Face


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that is drawn, from the bottom up."""

    premiums: tuple[Premium, ...]
    numbers: tuple[Coordinate, ...]
    letters: tuple[Coordinate, ...]
    tiles: tuple[DrawnTile, ...]
    hulls: tuple[Hull, ...]
    sums: tuple[Sum, ...]
    multipliers: tuple[Multiplier, ...]
    faults: tuple[Fault, ...]
    lamps: tuple[Point, ...]
    arrows: tuple[Arrow, ...]
    challenged: bool


class Closeup(NamedTuple):
    """Five squares by five that are drawn large: their top left corner, and that of the square asked about."""

    window: Point
    asked: Point


def board_of(view: GameView, position: Position, turned: bool) -> Board:
    """What to draw of `position`; challenge, faults and laid tiles belong to the newest position only."""
    play = position.last_play
    start = play.words[0].squares[0].square if play and play.words else None
    words = play.words if play else ()
    prompts = () if position.replayed else view.prompts
    found = faults(prompts, turned)
    return Board(
        premiums=premiums(turned),
        numbers=tuple(_number(at, turned, start is not None and start % SIDE == at) for at in range(SIDE)),
        letters=tuple(_letter(at, turned, start is not None and start // SIDE == at) for at in range(SIDE)),
        tiles=tuple(_tiles(view, position, turned)),
        hulls=tuple(hull(at, word, turned) for at, word in enumerate(words)),
        sums=tuple(word_sum(at, word, turned) for at, word in enumerate(words)),
        multipliers=tuple(multipliers(play, turned)) if play else (),
        faults=tuple(found),
        lamps=tuple({Point(at.x + dx, at.y + dy): None for at in found for dx in (0, 1) for dy in (0, 1)}),
        arrows=tuple(arrows(prompts, turned)),
        challenged=view.phase == "challenged" and not position.replayed,
    )


def closeup_of(view: GameView, turned: bool) -> Closeup | None:
    """The neighbours of the first blank that has no face yet, none of them off the board; None without such a one."""
    unnamed = (tile.square for tile in view.laid if tile.blank and tile.face == "?")
    if (square := next(unnamed, None)) is None:
        return None
    asked = corner(square, turned)
    return Closeup(Point(_within(asked.x), _within(asked.y)), asked)


def _within(at: float) -> float:
    return min(max(at - AROUND, 0), SIDE - 1 - 2 * AROUND)


@lru_cache(maxsize=2)
def premiums(turned: bool) -> tuple[Premium, ...]:
    """The 61 premium squares as they are seen."""
    found = []
    for square in range(SQUARES):
        if kind := premium(square):
            at = corner(square, turned)
            found.append(Premium(at.x, at.y, kind, "star" if square == CENTRE else kind))
    return tuple(found)


def _number(column: int, turned: bool, lit: bool) -> Coordinate:
    x = SIDE - column - 0.5 if turned else column + 0.5
    return Coordinate(str(column + 1), x, NUMBERS_Y_TURNED if turned else NUMBERS_Y, lit)


def _letter(row: int, turned: bool, lit: bool) -> Coordinate:
    y = SIDE - row - 0.5 if turned else row + 0.5
    return Coordinate(LETTERS[row], LETTERS_X_TURNED if turned else LETTERS_X, y + 0.1, lit)


def _tiles(view: GameView, position: Position, turned: bool) -> list[DrawnTile]:
    """Played tiles, then this turn's, then the outlines of a withdrawn play that still lies on the board."""
    fresh = {tile.square for tile in position.last_play.tiles} if position.last_play else set()
    drawn = [_drawn(tile, "new" if tile.square in fresh else "played", turned) for tile in position.played]
    drawn += [_drawn(tile, "laid", turned) for tile in position.laid]
    last = position.last
    if last and last.kind == WITHDRAWN and view.phase == "removing" and not position.replayed:
        taken = {tile.square for tile in drawn}
        drawn += [_drawn(tile, "withdrawn", turned) for tile in last.tiles if tile.square not in taken]
    return drawn


def _drawn(tile: TileView, look: str, turned: bool) -> DrawnTile:
    at = corner(tile.square, turned)
    return DrawnTile(tile.square, at.x, at.y, look, face_of(tile))
