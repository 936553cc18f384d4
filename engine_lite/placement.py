"""A placement: the tiles laid in one turn, everything that is wrong with them, and how a play's text names them.

Knows nothing of whose turn it is, of scores, or of which words exist.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine_lite.board import Board
from engine_lite.checks import CHECKS, Laying, not_in_rack, off_board
from engine_lite.layout import SIDE, SQUARES
from engine_lite.notation import BadNotation, GcgStart, NotWhole, OffBoard, SeedStart, Start
from engine_lite.quoting import quoted
from engine_lite.reasons import Defect, IllegalPlay, Reason
from engine_lite.rulebook import Rulebook
from engine_lite.tiles import NotATile, Tile, TileSet

__all__ = [
    "Defect",
    "IllegalPlay",
    "Placement",
    "Reading",
    "Reason",
    "main_line",
    "parse_play",
    "read_play",
    "wrong_with",
]

LONGEST_PLAY = 100  # characters: 15 faces of 5, as [L·L], with their square and space; what is longer is no play

THROUGH = "."  # in a play's text: the tile that is already on that square


@dataclass(frozen=True, slots=True)
class Placement:
    """The tiles laid in one turn and their squares (0..224), in the order of squares.

    >>> Placement(((113, Tile("A")), (112, Tile("N")))).squares
    (112, 113)
    """

    tiles: tuple[tuple[int, Tile], ...] = ()

    def __post_init__(self) -> None:
        """Sort by square, so that equal placements are equal values."""
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles, key=lambda laid: laid[0])))

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares that it covers, in order."""
        return tuple(square for square, _ in self.tiles)

    def __len__(self) -> int:
        return len(self.tiles)


def wrong_with(
    board: Board, placement: Placement, rulebook: Rulebook, rack: Sequence[Tile] | None = None
) -> tuple[Defect, ...]:
    """Everything that is wrong with `placement` on `board`, each reason once with its squares; () when it is a play.

    Total: any placement has an answer. With `rack` its tiles must come from there. Which squares a reason names:
    taken, off_board, not_a_face, blank_undeclared, q_without_u, not_in_rack: those tiles; bent: the tiles beside the
    line that holds most; gapped: the empty squares between; off_centre: the centre; the others: all laid.

    >>> from engine_lite.rulebooks.manacor import MANACOR
    >>> [defect.reason.value for defect in wrong_with(Board(), Placement(((0, Tile("K")),)), MANACOR)]
    ['off_centre', 'too_few', 'not_a_face']
    """
    if not placement.tiles:
        return (Defect(Reason.NOTHING_LAID, (), rulebook.rule(Reason.NOTHING_LAID)),)
    outside = off_board(placement.tiles)
    inside = tuple([laid for laid in placement.tiles if laid[0] not in outside])
    found = [(Reason.OFF_BOARD, outside)]
    if inside:
        laying = Laying(board, inside, rulebook)
        found += [(reason, check(laying)) for reason, check in CHECKS]
    if rack is not None:
        found.append((Reason.NOT_IN_RACK, not_in_rack(placement.tiles, rack)))
    return tuple([Defect(reason, squares, rulebook.rule(reason)) for reason, squares in found if squares])


def main_line(board: Board, placement: Placement) -> tuple[int, bool]:
    """The first square of the play's main word, and whether it runs down; for a placement without defects.

    One tile makes its longer word the main word, the one across when both are as long: the documents leave it open.

    >>> from engine_lite.tiles import CATALAN
    >>> quina = Board.from_rows("15/15/15/15/15/15/15/4[QU]INA7/15/15/15/15/15/15/15", CATALAN)
    >>> main_line(quina, Placement(((108, Tile("A")),)))
    (108, False)
    >>> main_line(quina, Placement(((94, Tile("A")), (124, Tile("E")))))
    (94, True)
    """
    after = board.with_tiles(placement.tiles)
    first, *others = placement.squares
    down = all((square - first) % SIDE == 0 for square in others)
    if not others:
        down = len(after.line(first, down=True)) > len(after.line(first, down=False))
    return after.line(first, down)[0], down


@dataclass(frozen=True, slots=True)
class Reading:
    """A play's text, read against a board: where its word starts, the tiles to lay, and what cannot be laid at all.

    `start` is None when it lies off the board. `defects` are those of the text: a word over the edge, a `.` where
    no tile is. Others are found by `wrong_with`.
    """

    start: Start | None
    placement: Placement
    defects: tuple[Defect, ...] = ()


def parse_play(
    text: str, board: Board, tile_set: TileSet, notation: type[SeedStart] | type[GcgStart] = SeedStart
) -> tuple[Start, Placement]:
    """The start and the placement that `text` names, as in `h5 QUINA`: the word whole, or `.` for each old tile.

    Lower case is a blank. An old tile may be written in either case. Raises BadNotation when it is no play, and
    IllegalPlay when it runs over the edge or through an empty square; whether it is legal is for `wrong_with`.

    >>> from engine_lite.tiles import CATALAN
    >>> start, placement = parse_play("H5 QUINA", Board(), CATALAN)
    >>> str(start), placement.squares
    ('h5', (109, 110, 111, 112))
    """
    reading = read_play(text, board, tile_set, notation)
    if reading.defects or reading.start is None:
        raise IllegalPlay(reading.defects)
    return reading.start, reading.placement


def read_play(
    text: str, board: Board, tile_set: TileSet, notation: type[SeedStart] | type[GcgStart] = SeedStart
) -> Reading:
    """What `parse_play` reads, with the defects of the text beside it.

    Raises BadNotation when it is no play, as NotWhole where tiles of its word are not written.
    """
    parts = text.split() if len(text) <= LONGEST_PLAY else []
    if len(parts) != 2:
        raise BadNotation(
            f"{quoted(text)} is no play; write square and word, as in {notation(109, down=False)} QUINA"
        )
    word = _word(parts[1], tile_set)
    try:
        start = notation.parse(parts[0])
    except OffBoard:
        return Reading(None, Placement(), (Defect(Reason.OFF_BOARD),))
    line = _squares_from(start)
    laid = [(square, tile) for square, tile in zip(line, word, strict=False) if not _stands(board, square, tile)]
    placement = Placement(tuple((square, tile) for square, tile in laid if tile is not None))
    empty = tuple(square for square, tile in laid if tile is None)
    over = line[-1:] if len(word) > len(line) else ()
    found = ((Reason.OFF_BOARD, over), (Reason.GAPPED, empty))
    defects = tuple(Defect(reason, squares) for reason, squares in found if squares)
    if not defects:
        _must_be_whole(start, len(word), board, placement, tile_set)
    return Reading(start, placement, defects)


def _squares_from(start: Start) -> tuple[int, ...]:
    """The squares from `start` to the edge, in the direction of the word."""
    if start.down:
        return tuple(range(start.square, SQUARES, SIDE))
    return tuple(range(start.square, start.square - start.square % SIDE + SIDE))


def _word(text: str, tile_set: TileSet) -> tuple[Tile | None, ...]:
    """The tiles of a play's word, None for each `.`; raises BadNotation."""
    return tuple(tile for part in re.finditer(r"\.|(?:\[[^]]*\]?|[^.\[])+", text) for tile in _part(part, tile_set))


def _part(part: re.Match[str], tile_set: TileSet) -> Iterator[Tile | None]:
    if part[0] == THROUGH:
        yield None
        return
    try:
        yield from tile_set.tiles(part[0])
    except NotATile as error:
        raise BadNotation(str(NotATile(part.string, part.start() + error.place, error.why))) from error


def _stands(board: Board, square: int, tile: Tile | None) -> bool:
    """Whether the text names what is already on `square`."""
    old = board.at(square)
    return old is not None and (tile is None or tile.face == old.face)


def _must_be_whole(start: Start, length: int, board: Board, placement: Placement, tile_set: TileSet) -> None:
    """Raise NotWhole when the tiles before or behind the written ones belong to the word too (004 L113-115)."""
    after = board.with_tiles(placement.tiles)
    whole = after.line(start.square, start.down)
    if len(whole) == length:  # what is written stands in it without a gap
        return
    begins = type(start)(whole[0], start.down)
    word = tile_set.text(tile for square in whole if (tile := after.at(square)))
    written = set(_squares_from(start)[:length])
    raise NotWhole(word, tuple(square for square in whole if square not in written), f"{begins} {word}")
