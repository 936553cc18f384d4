"""The score sheet of a game as text, as the rule documents have it kept: seed notation, dashes, blanks, racks.

Knows nothing of files, and nothing of who may see a rack: it prints the racks that it is given.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine_lite.calling import announced
from engine_lite.choices import QFace
from engine_lite.game import Adjustment, AdjustmentKind, Game, Turn, TurnKind
from engine_lite.rulebook import Rulebook
from engine_lite.tiles import NAMELESS, Tile

Tiles = tuple[Tile, ...]

INDEX_ZERO = "\N{SUBSCRIPT ZERO}"  # 004 L126-128: an index zero at the letter that a blank stands for
DASH = "-"  # 001 B6, B11, B12: in place of the play when the turn scored nothing

NOTATION = (
    ("squares", "of the word's first letter; h5: in row h from column 5 across, 5h: in column 5 from row h down"),
    ("blanks", f"C{INDEX_ZERO} is a blank that stands for C, ? a blank without a name"),
    ("dash", f"{DASH} and 0: a pass, an exchange or a withdrawn play; which of them stands below the rounds"),
)

SAID = MappingProxyType({
    AdjustmentKind.BONUS: "bonus after a challenge",
    AdjustmentKind.PENALTY: "penalty",
    AdjustmentKind.END_BONUS: "racks of the others",
    AdjustmentKind.END_PENALTY: "own rack",
    AdjustmentKind.TIME: "overtime",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a score sheet is written from.

    `seats` are the names in the order of seats, `racks` what each turn (by number) was played from where that is
    known, `heading` and `closing` lines that the game itself does not know: (name, text).
    """

    game: Game
    seats: tuple[str, ...]
    racks: Mapping[int, Tiles] = field(default_factory=dict)
    heading: tuple[tuple[str, str], ...] = ()
    closing: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that a total comes from: a turn or an adjustment, its points, and the total of its seat after it."""

    what: Turn | Adjustment
    seat: int
    points: int
    total: int


def lines_of(game: Game) -> Iterator[Line]:
    """Turns and adjustments in the order in which they came, with running totals.

    >>> from engine_lite.rulebooks.frs_english import FRS_ENGLISH
    >>> game = Game.new(FRS_ENGLISH).passed().adjusted(Adjustment(AdjustmentKind.TIME, 0, -10)).passed()
    >>> [(line.seat, line.points, line.total) for line in lines_of(game)]
    [(0, 0, 0), (0, -10, -10), (1, 0, 0)]
    """
    totals = list(opening_totals(game))
    for what in _in_order(game):
        totals[what.seat] += what.points
        yield Line(what, what.seat, what.points, totals[what.seat])


def _in_order(game: Game) -> Iterator[Turn | Adjustment]:
    yield from (each for each in game.adjustments if not each.after_turn)
    for turn in game.turns:
        yield turn
        yield from (each for each in game.adjustments if each.after_turn == turn.number)


def opening_totals(game: Game) -> tuple[int, ...]:
    """The totals that the game began with: 0 each but for one taken up in the middle."""
    totals = list(game.totals)
    for what in _in_order(game):
        totals[what.seat] -= what.points
    return tuple(totals)


def sheet_text(sheet: Sheet) -> str:
    """The whole sheet, its lines ending with a line feed."""
    blocks = (_headed((*sheet.heading, *NOTATION)), _table(sheet), list(_remarks(sheet)), _headed(_closing(sheet)))
    return "\n".join("".join(f"{line.rstrip()}\n" for line in block) for block in blocks if block)


def tiles_text(tiles: Iterable[Tile], rulebook: Rulebook) -> str:
    """Tiles as the sheet writes them: an index zero at each blank, the Q as the rulebook prints it (000 r14).

    >>> from engine_lite.rulebooks import rulebook_named
    >>> word = (Tile("QU"), Tile("E"), Tile("NY", blank=True))
    >>> tiles_text(word, rulebook_named("manacor")), tiles_text(word, rulebook_named("fisc_classic"))
    ('QENY₀', 'QUENY₀')
    """
    return "".join(_tile_text(tile, rulebook) for tile in tiles)


def _tile_text(tile: Tile, rulebook: Rulebook) -> str:
    if not tile.named:
        return NAMELESS
    short = tile.face == QFace.QU and rulebook.q_printed is QFace.Q
    text = "Q" if short else rulebook.tile_set.text([Tile(tile.face)])
    return text + INDEX_ZERO if tile.blank else text


def rack_text(tiles: Iterable[Tile], rulebook: Rulebook) -> str:
    """A rack in alphabetical order, `?` last (004 L129-130)."""
    return tiles_text(announced(tiles, rulebook.tile_set), rulebook)


def play_text(turn: Turn, rulebook: Rulebook) -> str:
    """The coordinates of the word's first letter and the whole word (004 L113-115); "" for a turn without tiles."""
    if turn.start is None or turn.score is None:
        return ""
    return f"{turn.start} {tiles_text(turn.score.words[0].tiles, rulebook)}"


# --- the blocks ----------------------------------------------------------------------------------------------


def _headed(rows: Iterable[tuple[str, str]]) -> list[str]:
    said = [(name, text) for name, text in rows if text]
    width = max((len(name) for name, _ in said), default=0)
    return [f"{name:<{width}}  {text}" for name, text in said]


def _table(sheet: Sheet) -> list[str]:
    """A row a round; for each seat, from the one that began, its rack where known, its play, points and total."""
    game, with_racks = sheet.game, bool(sheet.racks)
    order = _order(game)
    heads = ["round", *(cell for seat in order for cell in _heads(sheet.seats[seat], with_racks))]
    numbers = [True, *(number for _ in order for number in (*[False] * with_racks, False, True, True))]
    rows = [heads]
    for number, turns in enumerate(rounds(game), 1):
        rows.append([str(number), *(cell for seat in order for cell in _cells(sheet, turns.get(seat)))])
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    return ["  ".join(_aligned(*cell) for cell in zip(row, widths, numbers, strict=True)) for row in rows]


def _order(game: Game) -> tuple[int, ...]:
    """The seats from the one that began."""
    first = game.turns[0].seat if game.turns else game.on_turn or 0
    return tuple((first + place) % game.seats for place in range(game.seats))


def rounds(game: Game) -> list[dict[int, Turn]]:
    """The turns in rows of at most one a seat, in the order in which they came."""
    order = _order(game)
    rows: list[dict[int, Turn]] = []
    last = game.seats
    for turn in game.turns:
        place = order.index(turn.seat)
        if place <= last:
            rows.append({})
        rows[-1][turn.seat] = turn
        last = place
    return rows


def _aligned(text: str, width: int, number: bool) -> str:
    return f"{text:>{width}}" if number else f"{text:<{width}}"


def _heads(name: str, with_racks: bool) -> list[str]:
    return [*(["rack"] * with_racks), name, "points", "total"]


def _cells(sheet: Sheet, turn: Turn | None) -> list[str]:
    """Of one seat in one round; the points of a turn without any are 0 beside a dash (001 B6, B11, B12)."""
    if turn is None:
        return [""] * (3 + bool(sheet.racks))
    rulebook = sheet.game.rulebook
    rack = [rack_text(sheet.racks.get(turn.number, ()), rulebook)] if sheet.racks else []
    play = play_text(turn, rulebook) if turn.kind is TurnKind.PLAY else DASH
    return [*rack, play, str(turn.points), str(turn.total_after)]


def _remarks(sheet: Sheet) -> Iterator[str]:
    """What a dash was, what was agreed on, and every point that no play made, with the total after it."""
    game = sheet.game
    round_of = {turn.number: number for number, turns in enumerate(rounds(game), 1) for turn in turns.values()}
    for line in lines_of(game):
        name = sheet.seats[line.seat]
        if isinstance(line.what, Adjustment):
            yield f"{_when(line.what, round_of)}, {name}: {_points(line, game.rulebook)}"
        elif line.what.kind is not TurnKind.PLAY:
            yield f"round {round_of[line.what.number]}, {name}: {_dash(line.what, game.rulebook)}"
        elif line.what.agreed is not None:
            yield f"round {round_of[line.what.number]}, {name}: {_agreed(line.what, game.rulebook)}"


def _when(adjustment: Adjustment, round_of: Mapping[int, int]) -> str:
    at_end = adjustment.kind in (AdjustmentKind.END_BONUS, AdjustmentKind.END_PENALTY, AdjustmentKind.TIME)
    return "end" if at_end else f"round {round_of.get(adjustment.after_turn, 0)}"


def _points(line: Line, rulebook: Rulebook) -> str:
    assert isinstance(line.what, Adjustment), "the caller has looked"
    rack = rack_text(line.what.tiles, rulebook)
    return f"{SAID[line.what.kind]}{rack and f' {rack}'} {line.points:+d}, total {line.total}"


def _dash(turn: Turn, rulebook: Rulebook) -> str:
    if turn.kind is TurnKind.EXCHANGE:
        tiles = rack_text(turn.tiles, rulebook)
        return f"exchange of {turn.exchanged} {'tile' if turn.exchanged == 1 else 'tiles'}{tiles and f': {tiles}'}"
    if turn.kind is TurnKind.WITHDRAWN and turn.score is not None:
        return f"{play_text(turn, rulebook)} withdrawn, which would have been {turn.score.total}"
    return str(turn.kind)


def _agreed(turn: Turn, rulebook: Rulebook) -> str:
    if not turn.placement:
        return f"{play_text(turn, rulebook)} keeps {turn.points} points and lies nowhere: its squares were taken"
    by_rules = turn.score.total if turn.score else 0
    return f"{turn.points} points agreed on for {play_text(turn, rulebook)}, by the rules {by_rules}"


def _closing(sheet: Sheet) -> Iterator[tuple[str, str]]:
    totals = zip(sheet.seats, sheet.game.totals, strict=True)
    yield "total", ", ".join(f"{name} {total}" for name, total in totals)
    yield from sheet.closing
