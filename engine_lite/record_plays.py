"""What a record's play lays on the board, and the sentence for every way in which it cannot be so.

Knows nothing of racks over time, of totals, or of whose turn it is.
"""

from collections.abc import Iterable, Mapping

from engine_lite.board import Board
from engine_lite.checks import not_in_rack
from engine_lite.gcg_record import PlayEntry
from engine_lite.layout import SIDE, SQUARES
from engine_lite.notation import GcgStart
from engine_lite.placement import Placement
from engine_lite.reasons import IllegalPlay, Reason
from engine_lite.tiles import Tile, TileSet

# A record may leave its blank without a name; it counts 0 whatever it stands for.
WAIVED = frozenset({Reason.BLANK_UNDECLARED})

SENTENCES: Mapping[Reason, str] = {
    Reason.OFF_CENTRE: "the opening play must cover {squares}",
    Reason.TOO_FEW: "the opening play lays one tile; it takes more",
    Reason.TOO_MANY: "more tiles are laid than a rack holds",
    Reason.DETACHED: "the tiles laid touch no tile on the board",
    Reason.NOT_A_FACE: "the tiles laid on {squares} are none of this set",
    Reason.Q_WITHOUT_U: "no U comes after the Q on {squares}",
    Reason.NOTHING_LAID: "the play lays no tile: all its squares are taken",
}


class CannotReplay(ValueError):
    """A line that cannot have happened; `sentence` names the line (1 is the first) and says why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.sentence = str(self)


def named(squares: Iterable[int]) -> str:
    """Squares as annotated games name them.

    >>> named([112, 113])
    '8H, 8I'
    """
    return ", ".join(str(GcgStart(square, down=False)) for square in squares)


def refused(entry: PlayEntry, refusal: IllegalPlay) -> CannotReplay:
    """The sentence for a play that the rules refuse."""
    whys = [SENTENCES[defect.reason].format(squares=named(defect.squares)) for defect in refusal.defects]
    return CannotReplay(entry.line, f"{_quoted(entry)}: {', and '.join(whys)}")


def placement_of(entry: PlayEntry, board: Board, tile_set: TileSet) -> Placement:
    """The tiles that `entry` lays on `board`; raises CannotReplay.

    An old tile is written `.` or as its letter, an old blank in either case.
    """
    step = SIDE if entry.start.down else 1
    first = entry.start.square
    end = SQUARES if entry.start.down else first - first % SIDE + SIDE
    line = range(first, end, step)
    if len(entry.letters) > len(line):
        raise CannotReplay(entry.line, f"{_quoted(entry)} runs over the edge of the board")
    letters = tuple(zip(line, entry.letters, strict=False))
    laid = [laid for square, letter in letters if (laid := _laid(entry, board, square, letter))]
    for place in entry.said_old:
        if board.at(line[place]) is None:
            raise CannotReplay(entry.line, f"{_quoted(entry)}: no tile lies on {named([line[place]])} yet")
    placement = Placement(tuple(laid))
    _must_be_whole(entry, board.with_tiles(laid), tile_set)
    return placement


def _laid(entry: PlayEntry, board: Board, square: int, letter: Tile | None) -> tuple[int, Tile] | None:
    """The tile that goes on `square`; None for an old one."""
    old = board.at(square)
    if old is None:
        if letter is None:
            raise CannotReplay(entry.line, f"{_quoted(entry)}: no tile lies on {named([square])} yet")
        return square, letter
    if letter is None or not (letter.named and old.named):
        return None
    if letter.face == old.face and old.blank >= letter.blank:  # some write an old blank in capitals, none the reverse
        return None
    what = f"a blank {letter.face}" if letter.face == old.face else letter.face
    why = f"{_quoted(entry)} puts {what} on {named([square])}, where {old.face} lies"
    raise CannotReplay(entry.line, why)


def _must_be_whole(entry: PlayEntry, after: Board, tile_set: TileSet) -> None:
    """Raise CannotReplay when tiles before or behind the written ones belong to the word too."""
    whole = after.line(entry.start.square, entry.start.down)
    if whole[0] == entry.start.square and len(whole) == len(entry.letters):
        return
    word = tile_set.text((tile for square in whole if (tile := after.at(square))), brackets=True)
    begins = GcgStart(whole[0], entry.start.down)
    raise CannotReplay(entry.line, f"{_quoted(entry)}: the word there is {word} and starts at {begins}")


def must_come_from_rack(entry: PlayEntry, placement: Placement) -> None:
    """Raise CannotReplay when the rack of the line is known and does not supply the tiles laid."""
    if entry.rack is not None and (missing := not_in_rack(placement.tiles, entry.rack)):
        why = f"{_quoted(entry)}: the tiles for {named(missing)} are not on the rack {entry.rack_text}"
        raise CannotReplay(entry.line, why)


def _quoted(entry: PlayEntry) -> str:
    return f"{entry.start} {entry.word_text}"
