"""What lies wrong on the board, and what lies rightly on it this turn: all derived, nothing remembered.

Pure. A prompt names squares and says what hands must put right; it goes when they have. Knows no sentence:
host/words renders a prompt.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine_lite.placement import Defect, Placement, Reason, wrong_with
from engine_lite.tiles import BLANK, Tile
from host.core.fusion import Evidence
from host.core.phases import Phase
from host.core.state import Table

# While the board is laid these defects are shown before the press: the others come right by laying on.
SHOWN_BEFORE_PRESS = {Reason.GAPPED: "gapped", Reason.DETACHED: "detached"}

# Every prompt that this table can show: a closed list.
PROMPTS = (
    "missing", "moved", "swapped", "unreadable", "turned", "stacked", "ghost", "foreign", "gapped", "detached",
    "remove", "unplugged", "storage_full",
)


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something that hands must put right: its name, its squares (0..224) and what the sentence needs besides."""

    name: str
    squares: tuple[int, ...] = ()
    data: Mapping[str, str] = field(default_factory=dict)


def tile_of(table: Table, tag: str) -> Tile:
    """The tile that carries `tag`: a blank as what it has been declared to be. Raises KeyError for a foreign tag."""
    face = table.tiles[tag]
    if face != BLANK.face:
        return Tile(face)
    return Tile(table.names[tag], True) if tag in table.names else BLANK


def laid(table: Table) -> tuple[tuple[int, str], ...]:
    """This turn's tiles, `(square, tag)` in order: known tiles that certainly stand on a square not yet played.

    A tile that was played elsewhere is out of place, not laid.
    """
    held = set(table.played.values())
    free = sorted(table.sensed.on - table.played.keys() - set(table.removing))
    found = ((square, table.sensed.tag_at(square)) for square in free)
    return tuple((square, tag) for square, tag in found if tag is not None and tag in table.tiles and tag not in held)


def placement(table: Table) -> Placement:
    """This turn's tiles as the rules see them."""
    return Placement(tuple((square, tile_of(table, tag)) for square, tag in laid(table)))


def disturbed(table: Table) -> tuple[int, ...]:
    """Played squares whose own tile is not certainly there, in order."""
    return tuple(sorted(square for square, tag in table.played.items() if table.sensed.tag_at(square) != tag))


def unsure(table: Table) -> tuple[Defect, ...]:
    """Squares off the played board where it is not certain which tile of the set stands, as refusals."""
    odd = [square for square in table.sensed.occupied() if square not in table.played]
    stacked = tuple(s for s in odd if len(table.sensed.tags.get(s, ())) > 1)
    unknown = tuple(s for s in odd if s not in stacked and table.sensed.tag_at(s) not in table.tiles)
    found = ((Reason.STACKED, stacked), (Reason.UNKNOWN_TILE, unknown))
    return tuple(Defect(reason, squares, "") for reason, squares in found if squares)


def prompts(table: Table) -> tuple[Prompt, ...]:
    """Everything that hands must put right now, worst first."""
    if table.phase in (Phase.SETUP, Phase.OVER):
        return () if table.linked else (Prompt("unplugged"),)
    found = [] if table.linked else [Prompt("unplugged")]
    if table.phase is Phase.REMOVING:
        found.append(Prompt("remove", challenged_left(table)))
    if not table.sensed.moving:
        found += [*_out_of_place(table), *_unread(table), *_badly_laid(table)]
    return tuple(found)


def challenged_left(table: Table) -> tuple[int, ...]:
    """Squares of a withdrawn play on which something still stands."""
    occupied = set(table.sensed.occupied())
    return tuple(square for square in table.removing if square in occupied)


def wrong_squares(table: Table) -> tuple[int, ...]:
    """Every square that a prompt or a refused press names, in order: those whose posts are lit."""
    named = {square for prompt in prompts(table) for square in prompt.squares}
    if table.refusal:
        named |= {square for defect in table.refusal.defects for square in defect.squares}
    return tuple(sorted(named))


def _out_of_place(table: Table) -> Iterator[Prompt]:
    """Played tiles that are gone, elsewhere, or have changed places."""
    swapped: set[int] = set()
    for square in disturbed(table):
        tag = table.played[square]
        elsewhere = [s for s in table.sensed.places_of(tag) if s != square]
        if square in swapped or table.sensed.evidence(square) is Evidence.CONFLICT:
            continue
        if not elsewhere:
            yield Prompt("missing", (square,), {"face": tile_of(table, tag).face})
            continue
        other = elsewhere[0]
        if other in table.played and table.sensed.tag_at(square) == table.played[other]:
            swapped |= {square, other}
            yield Prompt("swapped", tuple(sorted((square, other))))
        else:
            yield Prompt("moved", (square, other), {"face": tile_of(table, tag).face})


def _unread(table: Table) -> Iterator[Prompt]:
    """Squares where magnet and tag do not agree, or the tag is none of this set's."""
    for square in table.sensed.occupied():
        tags = table.sensed.tags.get(square, ())
        if len(tags) > 1:
            yield Prompt("stacked", (square,))
        elif table.sensed.evidence(square) is Evidence.UNKNOWN:
            yield Prompt("unreadable", (square,))
        elif tags[0] in table.sensed.doubled:
            yield Prompt("ghost", (square,))
        elif table.sensed.evidence(square) is Evidence.CONFLICT:
            yield Prompt("turned", (square,))
        elif tags[0] not in table.tiles:
            yield Prompt("foreign", (square,))


def _badly_laid(table: Table) -> Iterator[Prompt]:
    """Gaps and loose tiles of the placement as it now lies."""
    placed = placement(table)
    if table.phase not in (Phase.PLAYING, Phase.DISTURBED) or not placed.tiles:
        return
    for defect in wrong_with(table.game.board, placed, table.game.rulebook):
        if name := SHOWN_BEFORE_PRESS.get(defect.reason):
            yield Prompt(name, defect.squares)
