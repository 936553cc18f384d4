"""What lies wrong on the board, and what lies rightly on it this turn: all derived, nothing remembered.

Pure. A prompt names squares and says what hands must put right; it goes when they have. Knows no sentence:
host/words renders a prompt.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from engine_lite.course_state import Phase as CoursePhase
from engine_lite.course_window import challengeable
from engine_lite.notation import square_name
from engine_lite.placement import Defect, Placement, Reason, wrong_with
from engine_lite.tiles import BLANK, Tile
from host.core import put_right
from host.core.effects import Colour
from host.core.events import Corrected
from host.core.fusion import Evidence, Why, stuck
from host.core.phases import Phase
from host.core.state import PAD, RADIO, Table
from host.core.wanted import unlaid, wanting
from host.core.whole_board import turned

# While the board is laid these defects are shown before the press: the others come right by laying on.
SHOWN_BEFORE_PRESS = {Reason.GAPPED: "gapped", Reason.DETACHED: "detached"}

# Every prompt that this table can show, worst first: a closed list.
PROMPTS = (
    "unplugged", "storage_full", "storage_low", "board_turned", "bumped", "remove", "ghost", "stacked", "between",
    "swapped", "blanks_swapped", "replaced", "moved", "lifted_play", "missing", "turned", "unreadable", "unclaimed",
    "unnamed", "foreign", "gapped", "detached", "hall_stuck",
)
_NAMED_BY = ((Why.UNREAD, RADIO), (Why.UNCLAIMED, PAD))  # what names such a tile: without it people must
BUMPED = 10  # squares that played tiles have left or come to lie on: no longer one prompt for each
FOUND = (3, 4)  # this share of the played tiles must be found somewhere before the board is said to be turned

_UNKNOWN = ("unclaimed", "unnamed")  # what a tile is called that stands alone on its square and has no name

# What a square that is not as it should be is called; the others are nothing to put right.
_ODD: Mapping[Why | None, str] = {
    Why.STACKED: "stacked", Why.BETWEEN: "between", Why.DOUBLED: "ghost", Why.TURNED: "turned",
    Why.UNREAD: "unreadable", Why.UNCLAIMED: "unclaimed", Why.STUCK: "hall_stuck",
}


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something that hands must put right: its name, its squares (0..224) and what the sentence needs besides.

    `wanted` or `wanted_blank` in the data is the letter that a correction has put there, or that of a blank;
    `face` is the letter that a played tile has in this game, `blank` the same where that tile is a blank.
    `corrected` says that a correction has left tiles there without a play.
    `homes` are those of its squares on which a played tile is to be put back.
    """

    name: str
    squares: tuple[int, ...] = ()
    data: Mapping[str, str] = field(default_factory=dict)
    homes: tuple[int, ...] = ()


def lamp_pattern(prompt: Prompt) -> Mapping[int, Colour]:
    """The colour of each square of `prompt`: PLAYED where a tile is to be put back, FAULT where one lies wrong.

    >>> lamp_pattern(Prompt("moved", (111, 128), homes=(111,)))
    {111: <Colour.PLAYED: 'played'>, 128: <Colour.FAULT: 'fault'>}
    """
    return {square: Colour.PLAYED if square in prompt.homes else Colour.FAULT for square in prompt.squares}


def tile_of(table: Table, tag: str) -> Tile:
    """The tile that carries `tag`: a blank as what it has been declared to be. Raises KeyError for a foreign tag."""
    face = table.tiles[tag]
    if face != BLANK.face:
        return Tile(face)
    return Tile(table.names[tag], True) if tag in table.names else BLANK


# --- this turn's tiles ---------------------------------------------------------------------------


def laid(table: Table) -> tuple[tuple[int, str], ...]:
    """This turn's tiles, `(square, tag)` in order: known tiles that certainly stand on a square not yet played.

    A tile that was played elsewhere is out of place, not laid.
    """
    held = set(table.played.values())
    wanted = wanting(table)
    free = sorted(table.sensed.felt - table.played.keys() - set(table.removing) - wanted.keys())
    found = ((square, table.sensed.tag_at(square)) for square in free)
    return tuple((square, tag) for square, tag in found if tag is not None and tag in table.tiles and tag not in held)


def placement(table: Table) -> Placement:
    """This turn's tiles as the rules see them."""
    return Placement(tuple((square, tile_of(table, tag)) for square, tag in laid(table)))


def unsure(table: Table) -> tuple[Defect, ...]:
    """Squares off the played board where it is not certain which tile of the set stands, as refusals."""
    odd = [square for square in table.sensed.occupied() if square not in table.played]
    stacked = tuple(s for s in odd if table.sensed.reading(s).why is Why.STACKED)
    unknown = tuple(s for s in odd if s not in stacked and table.sensed.tag_at(s) not in table.tiles)
    found = ((Reason.STACKED, stacked), (Reason.UNKNOWN_TILE, unknown))
    return tuple(Defect(reason, squares, "") for reason, squares in found if squares)


# --- the played board ----------------------------------------------------------------------------


def same_face_returned(table: Table) -> Mapping[int, str]:
    """Played squares on which another tile with the same letter stands, and its tag: as good as the old one.

    Applied to `table.played` it leaves every tag on one square only: a tile that comes from another played square
    leaves that square to the tag whose place it has taken. Blanks are never accepted so: they carry their names; nor
    are tiles of this turn while it stands, and they cannot be taken back from where they were laid.
    """
    now = dict(table.played)
    laid_tags = () if table.course.phase is CoursePhase.PLAYING else table.laid_tags.values()
    squares = {tag: square for square, tag in now.items()}
    for square in sorted(now):
        old, found = now[square], table.sensed.tag_at(square)
        if found is None or found == old or found in laid_tags or not _alike(table, square, old, found):
            continue
        if (other := squares.get(found)) is not None:
            now[other], squares[old] = old, other
        else:
            del squares[old]
        now[square], squares[found] = found, square
    return {square: tag for square, tag in now.items() if tag != table.played[square]}


def _alike(table: Table, square: int, one: str, other: str) -> bool:
    """Whether two tags are tiles of the letter that the game has on `square`, where `one` may have been misread."""
    face, tile = table.tiles.get(one), table.game.board.at(square)
    return face not in (None, BLANK.face) and face == table.tiles.get(other) and tile == Tile(str(face))


def disturbed(table: Table) -> tuple[int, ...]:
    """Played squares on which their own tile, or one with the same letter, does not certainly stand, in order."""
    played = _accepted(table)
    return tuple(sorted(square for square, tag in played.items() if table.sensed.tag_at(square) != tag))


def out_of_order(table: Table) -> tuple[int, ...]:
    """Squares on which the board is not what the game has played, in order: no turn ends over such a board.

    What a correction has put there counts as what was laid there: the next word is read off the board as it lies.
    Nobody is held up for good. A tile that no sensor tells of is named by hand; one that cannot be found is not
    wanted any more once the correction is taken back; and points that all agree on want no tile at all.
    """
    return tuple(sorted({*disturbed(table), *unlaid(table)}))


def bared(table: Table) -> tuple[int, ...]:
    """Played squares on which nothing stands, or a tile that belongs on another, in order."""
    played = _accepted(table)
    others = set(played.values())
    return tuple(square for square in disturbed(table) if table.sensed.evidence(square) is Evidence.EMPTY
                 or table.sensed.tag_at(square) in others)


def _accepted(table: Table) -> Mapping[int, str]:
    return {**table.played, **same_face_returned(table)}


def challenged_left(table: Table) -> tuple[int, ...]:
    """Squares of a withdrawn play on which something still stands, and those to which its tiles have been moved."""
    occupied = set(table.sensed.occupied())
    return tuple(sorted({*(square for square in table.removing if square in occupied), *astray(table)}))


def not_removed(table: Table) -> Defect:
    """Why a withdrawn play is not off the board: what is left of it, else the tiles that must be put back first."""
    if left := challenged_left(table):
        return Defect(Reason.NOT_REMOVED, left, "")
    if lacking := bared(table):
        return Defect(Reason.DISTURBED, lacking, "")
    return Defect(Reason.NOT_REMOVED, table.removing, "")  # the board has not come to rest, or does not speak


def astray(table: Table) -> tuple[int, ...]:
    """Squares on which tiles of a withdrawn play stand, but not in their places, or others of a side not on turn.

    Of the side on turn only what has just come off the board: what it lays from its rack belongs to its next play.
    """
    if not table.removing:
        return ()
    recalled, ledger = set(table.recalled.values()), table.ledger
    others = {tag for tag, holder in ledger.held.items() if holder != table.course.on_turn or tag in ledger.in_hand}
    return tuple(square for square, tag in laid(table) if tag in recalled or tag in others)


# --- prompts -------------------------------------------------------------------------------------


def prompts(table: Table) -> tuple[Prompt, ...]:
    """Everything that hands must put right now, worst first."""
    found = [] if table.linked else [Prompt("unplugged")]
    if table.phase is Phase.SETUP:
        found += [Prompt("hall_stuck", (square,)) for square in sorted(stuck(table.sensed, table.played))]
    if table.phase in (Phase.SETUP, Phase.OVER, Phase.AGREED):  # the tiles are being put on the board, or off it
        return tuple(found)
    left = challenged_left(table) if table.removing else ()
    if left and table.phase in (Phase.REMOVING, Phase.PAUSED):  # paused: the referee is at the table
        found += _to_remove(table, left)
    if not table.sensed.moving or _is_bumped(table, disturbed(table)):  # a knocked board is long in reading itself
        found += _all_wrong(table)
    return tuple(sorted(found, key=lambda prompt: (PROMPTS.index(prompt.name), prompt.squares)))


def _to_remove(table: Table, left: tuple[int, ...]) -> Iterator[Prompt]:
    """What must come off the board: a play that does not count, and what a correction has left without a play."""
    corrected = put_right.left_behind(table)
    if corrected == set(table.removing):
        corrected = frozenset(left)  # wherever its tiles have been pushed
    if withdrawn := tuple(square for square in left if square not in corrected):
        yield Prompt("remove", withdrawn)
    if others := tuple(square for square in left if square in corrected):
        yield Prompt("remove", others, {"corrected": ""})


def _all_wrong(table: Table) -> Iterator[Prompt]:
    """One prompt for a board that has been turned or bumped as a whole, else one for each thing that lies wrong."""
    squares = disturbed(table)
    standing = table.sensed.standing()
    whole = _board_turned(table, squares, standing) or _bumped(table, squares)
    if whole is not None:
        yield whole
        return
    yield from _out_of_place(table, squares, standing)
    yield from _not_laid(table)
    yield from odd(table)
    yield from _badly_laid(table)


def _board_turned(table: Table, squares: tuple[int, ...], standing: Mapping[str, int]) -> Prompt | None:
    """The known tiles fit when the board is turned or mirrored: `turn` in the data names how (whole_board.IMAGES)."""
    found = [(square, standing[tag]) for square, tag in _accepted(table).items() if tag in standing]
    if FOUND[1] * len(found) < FOUND[0] * len(table.played):
        return None
    name = turned(found)
    return Prompt("board_turned", squares, {"turn": name}) if name else None


def _bumped(table: Table, squares: tuple[int, ...]) -> Prompt | None:
    """Many played tiles are out of place: all squares to be looked at, and by square what belongs on it."""
    if not _is_bumped(table, squares):
        return None
    played, astray = _accepted(table), _astray(table, squares)
    odd = {square for square in table.sensed.occupied() if table.sensed.reading(square).why}
    faces = {square_name(square): _face_of(table, square, played[square]) for square in squares}
    return Prompt("bumped", (*squares, *sorted((astray | odd) - set(squares))), faces, homes=squares)


def _is_bumped(table: Table, squares: tuple[int, ...]) -> bool:
    """Whether so many squares have changed as only a knock changes; `squares` are those that are disturbed."""
    return len(_astray(table, squares).union(squares)) >= BUMPED and not _laid_out_again(table, squares)


def _laid_out_again(table: Table, squares: tuple[int, ...]) -> bool:
    """Whether tiles stand on `squares` as before a knock, and no more is known of them: the pad is to name them anew.

    Tiles may be missing then, in hands that bring them to the pad, or there may be others besides; where both are so
    the board is still to be put right.
    """
    readings = [table.sensed.reading(square) for square in squares]
    bare = [reading for reading in readings if reading.evidence is Evidence.EMPTY]
    unclaimed = [reading for reading in readings if reading.why is Why.UNCLAIMED]
    others = [square for square in table.sensed.occupied()
              if square not in table.played and table.sensed.reading(square).why]
    known = len(bare) + len(unclaimed) == len(squares) and not _astray(table, squares)
    return known and len(bare) < BUMPED and not (bare and others)


def _astray(table: Table, squares: tuple[int, ...]) -> set[int]:
    """Where the tiles that belong on `squares` are read now."""
    played = _accepted(table)
    return {place for square in squares for place in table.sensed.places_of(played[square])}


def _out_of_place(table: Table, squares: tuple[int, ...], standing: Mapping[str, int]) -> Iterator[Prompt]:
    """Played tiles that are gone, elsewhere, changed for others, or have changed places."""
    played = _accepted(table)
    exchanged: set[int] = set()
    if lifted := _lifted_play(table):
        yield Prompt("lifted_play", lifted, homes=lifted)
        squares = tuple(square for square in squares if square not in lifted)
    for square in squares:
        tag, reading = played[square], table.sensed.reading(square)
        if square in exchanged or reading.evidence is Evidence.CONFLICT:
            continue
        other = standing.get(tag)
        if other is not None and other in played and played[other] == reading.tag:
            exchanged |= {square, other}
            yield _exchanged(table, square, other)
        else:
            yield from _gone(table, square, tag)


def _not_laid(table: Table) -> Iterator[Prompt]:
    """Tiles that a correction has put on the board, and that do not lie there."""
    for square, tile in sorted(unlaid(table).items()):
        wanted = {"wanted_blank" if tile.blank else "wanted": tile.face}
        for prompt in _instead(table, square, {"face": tile.face}):
            yield replace(prompt, data={**prompt.data, **wanted})


def _lifted_play(table: Table) -> tuple[int, ...]:
    """The squares of the last play when all of it was taken up, though nobody has challenged it and one still may.

    On a board that is laid out again every tile is missing for another reason; so is a play that was withdrawn and is
    back by a correction.
    """
    turn = table.game.turns[-1] if table.game.turns else None
    if table.reopened or turn is None or turn.placement is None or not challengeable(table.course):
        return ()
    if any(isinstance(each.event, Corrected) and each.event.turn == turn.number for each in table.corrections):
        return ()
    squares = turn.placement.squares
    empty = all(table.sensed.evidence(square) is Evidence.EMPTY for square in squares)
    astray = {tag for square in squares if (tag := table.played.get(square)) in table.sensed_tags}
    return tuple(squares) if empty and not astray and all(square in table.played for square in squares) else ()


def _exchanged(table: Table, one: int, other: int) -> Prompt:
    squares = (min(one, other), max(one, other))
    both = [table.played[square] for square in squares]
    if all(table.tiles[tag] == BLANK.face for tag in both):
        return Prompt("blanks_swapped", squares, homes=squares)
    return Prompt("swapped", squares, homes=squares)


def _gone(table: Table, square: int, tag: str) -> Iterator[Prompt]:
    """The tile of `square` does not stand there: where it is, and what stands there instead."""
    face = _face_of(table, square, tag)
    belongs = {"face": face, "blank": face} if table.tiles.get(tag) == BLANK.face else {"face": face}
    elsewhere = [place for place in table.sensed.places_of(tag) if place != square]
    if elsewhere:
        yield Prompt("moved", (square, elsewhere[0]), belongs, homes=(square,))
    yield from _instead(table, square, belongs, not elsewhere)


def _instead(table: Table, square: int, belongs: Mapping[str, str], lacking: bool = True) -> Iterator[Prompt]:
    """What lies on `square`, where another tile `belongs`: a wrong one, or nothing if that tile is `lacking`."""
    reading = table.sensed.reading(square)
    another = reading.tag in table.played.values()
    if reading.tag is not None and reading.tag in table.tiles and not another:
        found = tile_of(table, reading.tag).face
        yield Prompt("replaced", (square,), {**belongs, "found": found}, homes=(square,))
    elif lacking and (another or reading.evidence is Evidence.EMPTY):
        yield Prompt("missing", (square,), belongs, homes=(square,))


def _face_of(table: Table, square: int, tag: str) -> str:
    """The letter that belongs on a played square: the game's, whatever its tile was taken for."""
    tile = table.game.board.at(square) or tile_of(table, tag)
    return tile.face


def odd(table: Table) -> Iterator[Prompt]:
    """Squares where magnet, tag and claim do not agree, or the tag is none of this set's; each of them once.

    So many unknown tiles as a knock leaves are one prompt.
    """
    told = dict.fromkeys(_name_of(table, square) for square in sorted(table.sensed.on | table.sensed.tags.keys()))
    unknown = [squares[0] for name, squares in told if name in _UNKNOWN]
    for name, squares in told:
        if name in _UNKNOWN and len(unknown) >= BUMPED:
            if squares[0] == unknown[0]:
                yield Prompt(name, tuple(unknown))
        elif name:
            yield Prompt(name, squares)


def _name_of(table: Table, square: int) -> tuple[str, tuple[int, ...]]:
    """What is odd on `square`, and all squares concerned; "" for nothing."""
    reading = table.sensed.reading(square)
    strange = [tag for tag in reading.tags if tag not in table.tiles]
    if reading.evidence is not Evidence.EMPTY and (strange or (reading.tag and reading.tag not in table.tiles)):
        return "foreign", reading.squares
    if any(reading.why is why and reader in table.silent for why, reader in _NAMED_BY):
        return "unnamed", reading.squares
    return _ODD.get(reading.why, ""), reading.squares


def _badly_laid(table: Table) -> Iterator[Prompt]:
    """Gaps and loose tiles of the placement as it now lies."""
    placed = placement(table)
    if table.phase not in (Phase.PLAYING, Phase.DISTURBED) or not placed.tiles:
        return
    for defect in wrong_with(table.game.board, placed, table.game.rulebook):
        if name := SHOWN_BEFORE_PRESS.get(defect.reason):
            yield Prompt(name, defect.squares)
