"""A game as JSON and as rows of a table: the published view of schemas.py, and what only an export adds.

Pure. What may not leave is gone before it gets here (export_source.py).
"""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec

from engine_lite.calling import announced
from engine_lite.course import Course
from engine_lite.course import Phase as CoursePhase
from engine_lite.game import Adjustment, Turn, TurnKind
from engine_lite.sheet import Line, lines_of
from engine_lite.tiles import Tile, TileSet
from host import schemas
from host.core.phases import Phase
from host.core.state import Press, Table
from host.export_source import ExportedGame
from host.export_trail import entries_of
from host.rehearsal.script import SEATS
from host.view import public_view
from host.words import LANGUAGES

COLUMNS = ("turn", "seat", "name", "kind", "rack", "start", "word", "tiles", "count", "points", "total")
OF_CORRECTIONS = ("number", "what", "value", "before", "after", "by", "at_s", "why", "undone")  # of no other row


class AdjustmentView(schemas.Published, frozen=True):
    """Points that no play made, and the total after them; `tiles` are those of a settled rack.

    `kind` is bonus, penalty, end_bonus, end_penalty or time; `after_turn` is 0 before the first turn.
    """

    kind: str
    seat: int
    points: int
    total: int
    after_turn: int
    tiles: tuple[str, ...] = ()


class ExchangeView(schemas.Published, frozen=True):
    """How many tiles turn `turn` exchanged, and which where that is known."""

    turn: int
    count: int
    tiles: tuple[str, ...] = ()


class RackView(schemas.Published, frozen=True):
    """The rack that turn `turn` was played from, in alphabetical order, `?` last."""

    turn: int
    tiles: tuple[str, ...]


class GameExport(schemas.GameView, frozen=True):
    """The public view of a game that has been played, or is being played, and what an archive wants besides.

    Whoever reads a GameView reads this too. A game that is not `over` has no racks, no exchanged tiles and no tiles
    left; `date` and `doubts` are sentences.
    """

    over: bool = False
    variant: str = ""
    tile_set: str = ""
    lexicon: str = ""
    description: str = ""
    date: str = ""
    board_began: str = ""
    totals_began: tuple[int, ...] = ()
    adjustments: tuple[AdjustmentView, ...] = ()
    exchanges: tuple[ExchangeView, ...] = ()
    racks: tuple[RackView, ...] = ()
    doubts: tuple[str, ...] = ()


def export_view(exported: ExportedGame) -> GameExport:
    """The published shape of a game."""
    game = exported.game
    rulebook, tile_set = game.rulebook, game.rulebook.tile_set
    language = rulebook.language if rulebook.language in LANGUAGES else "en"
    view = public_view(table_of(exported), exported.at_ns, language, live=False)
    # What hands should put right or may do at a table is no part of what has been played.
    seats = tuple(msgspec.structs.replace(seat, actions=(), follows=False, rack_size=None) for seat in view.seats)
    view = msgspec.structs.replace(
        view, seats=seats, prompts=(), faces=(), questioned=(), chosen_words=False, points=(), menu=None,
    )
    shared = {name: getattr(view, name) for name in schemas.GameView.__struct_fields__}
    return GameExport(
        **shared,
        over=exported.over,
        variant=rulebook.variant_name,
        tile_set=tile_set.name,
        lexicon=exported.lexicon,
        description=exported.description,
        date=exported.date,
        board_began=exported.board_began,
        totals_began=exported.totals_began,
        adjustments=tuple(_adjustment(line, line.what) for line in lines_of(game)
                          if isinstance(line.what, Adjustment)),
        exchanges=tuple(ExchangeView(turn.number, turn.exchanged, _faces(turn.tiles)) for turn in game.turns
                        if turn.kind is TurnKind.EXCHANGE),
        racks=tuple(RackView(number, _faces(announced(tiles, tile_set)))
                    for number, tiles in sorted(exported.racks.items())),
        doubts=exported.doubts,
    )


def table_of(exported: ExportedGame) -> Table:
    """A table at which nothing is sensed and no clock runs, for the view to be taken of."""
    seats = exported.seats
    game = exported.game
    course = replace(
        Course.new(game.rulebook, game.seats, clocks_left_ns=exported.clock_ns or (0,) * len(seats)),
        game=game, phase=_course_phase(exported.phase), at_ns=exported.at_ns, ended=exported.ended,
        winner=exported.winner, agreed=exported.agreed,
    )  # fmt: skip
    pending = Press(0, 0) if exported.phase == Phase.DECLARED else None
    return Table(course, game, seats, {}, exported.table, exported.at_ns, press=pending,
                 knocked=exported.phase == Phase.DISTURBED, corrections=exported.corrections,
                 misfits=exported.misfits, agreed_ns=exported.agreed_ns)


def _course_phase(phase: str) -> CoursePhase:
    """The phase of the course behind that of the table: a press that waits and a knocked board are both play."""
    return CoursePhase.PLAYING if phase in (Phase.DECLARED, Phase.DISTURBED) else CoursePhase(phase)


def _adjustment(line: Line, what: Adjustment) -> AdjustmentView:
    return AdjustmentView(str(what.kind), line.seat, line.points, line.total, what.after_turn, _faces(what.tiles))


def _faces(tiles: Iterable[Tile]) -> tuple[str, ...]:
    return tuple(tile.face for tile in tiles)


def csv_text(exported: ExportedGame) -> str:
    """A header and a row for each turn and each adjustment (RFC 4180); blanks are small letters in words.

    `turn` is the turn's number, of an adjustment that of the turn before it. `tiles` were laid, exchanged or left on
    a rack; `count` says how many. Then come a row for each correction, undone or not, and one for each turn that no
    longer fits (`misfit`): without points or total, so that sums over the columns stay what they are.
    """
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow((*COLUMNS, *OF_CORRECTIONS))
    rows.writerows((*_row(exported, line), *_empty(OF_CORRECTIONS)) for line in lines_of(exported.game))
    rows.writerows(_correction_rows(exported))
    return text.getvalue()


def _correction_rows(exported: ExportedGame) -> Iterator[tuple[object, ...]]:
    unused = _empty(COLUMNS[COLUMNS.index("kind") + 1 :])
    for entry in entries_of(exported):
        number, turn, seat, *told = entry
        yield (turn or "", SEATS[seat], exported.seats[seat], "correction", *unused, number, *told)
    for each in exported.misfits:
        seat = exported.game.turns[each.turn - 1].seat
        yield (each.turn, SEATS[seat], exported.seats[seat], "misfit", *unused, *_empty(OF_CORRECTIONS))


def _empty(columns: tuple[str, ...]) -> tuple[str, ...]:
    return ("",) * len(columns)


def _row(exported: ExportedGame, line: Line) -> tuple[object, ...]:
    who = SEATS[line.seat], exported.seats[line.seat]
    tile_set = exported.game.rulebook.tile_set
    if isinstance(line.what, Adjustment):
        tiles = line.what.tiles
        text = tile_set.text(tiles, brackets=True)
        return (line.what.after_turn, *who, line.what.kind, "", "", "", text, len(tiles), line.points, line.total)
    turn = line.what
    rack = tile_set.text(announced(exported.racks.get(turn.number, ()), tile_set), brackets=True)
    return (turn.number, *who, turn.kind, rack, *_played(turn, tile_set), line.points, line.total)


def _played(turn: Turn, tile_set: TileSet) -> tuple[object, ...]:
    """Start, word, tiles and their number."""
    if turn.placement is None or turn.score is None:
        return "", "", tile_set.text(turn.tiles, brackets=True), turn.exchanged
    laid = [tile for _, tile in turn.placement.tiles]
    word = tile_set.text(turn.score.words[0].tiles, brackets=True)
    return turn.start, word, tile_set.text(laid, brackets=True), len(laid)
