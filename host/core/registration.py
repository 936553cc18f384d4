"""What a set of tiles laid out on the board is found to be: learned tile by tile, or counted against its register.

Decides where each face lies when a set is taught, and names everything that does not add up, all at once. Pure: what
the board told in, findings out. Knows nothing of links, lamps, files or sentences.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, TypeVar

from engine_lite.layout import SIDE
from engine_lite.tiles import NAMELESS, TileSet
from host.core.events import BoardTold, Event, HallChanged, TagsRead
from host.core.tile_register import Register

CENTRE = 112  # h8, where a single tile is shown to the table: the plan of no set reaches it

Squares = tuple[int, ...]
Tags = tuple[str, ...]
Faces = tuple[str, ...]
Read = Iterable[tuple[int, str]]  # square and tag of tiles
_T = TypeVar("_T")


class Flaw(StrEnum):
    """The closed list of what may be wrong with a set of tiles."""

    MISSING = "missing"  # a tile of the set is not there
    DOUBLED = "doubled"  # one tag on several squares: a copied tag
    FOREIGN = "foreign"  # a tile that the register does not know
    STACKED = "stacked"  # several tiles on one square
    UNREADABLE = "unreadable"  # a magnet without a tag
    TURNED = "turned"  # a tag without a magnet: face down, or the magnet lost
    SURPLUS = "surplus"  # a tile too many: beyond the plan, or a spare among the set
    MISPLACED = "misplaced"  # the register knows it with another face than the square is for


class Finding(NamedTuple):
    """One flaw: where, which faces and which tags are concerned; each may be empty where nothing is known.

    `owner`: of foreign tiles, the name of the register that knows them. Of `misplaced`, `faces` is what the register
    says and then what the square is for.
    """

    flaw: Flaw
    squares: Squares = ()
    faces: Faces = ()
    tags: Tags = ()
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """The board as last told: the squares with a magnet, and the tags (at most two) that answer on a square."""

    on: frozenset[int] = frozenset()
    tags: Mapping[int, Tags] = field(default_factory=dict)

    def after(self, event: Event) -> "Seen":
        """What is known once `event` has been told; events that are not of squares change nothing.

        >>> seen = Seen().after(BoardTold(0, (112,))).after(TagsRead(0, 112, ("e004000000000001",)))
        >>> seen.after(HallChanged(0, 112, False)) == Seen()
        True
        """
        match event:
            case BoardTold(on=on):
                return Seen(frozenset(on))
            case HallChanged(square=square, on=True):
                return Seen(self.on | {square}, self.tags)
            case HallChanged(square=square):
                return Seen(self.on - {square}, _without(self.tags, square))
            case TagsRead(square=square, tags=tags):
                others = _without(self.tags, square)
                return Seen(self.on, {**others, square: tags} if tags else others)
        return self


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found. `register`: None when anything is wrong. `there`: how many tiles of the set were read."""

    findings: tuple[Finding, ...]
    there: int
    register: Register | None = None

    @property
    def whole(self) -> bool:
        """Nothing is wrong."""
        return not self.findings


def _without(tags: Mapping[int, Tags], square: int) -> dict[int, Tags]:
    return {each: its for each, its in tags.items() if each != square}


def plan(tile_set: TileSet) -> tuple[tuple[int, str], ...]:
    """Square and face, where each tile of the set is laid to be learned: by the alphabet from a1, the blanks last.

    >>> from engine_lite.tiles import CATALAN
    >>> plan(CATALAN)[0], plan(CATALAN)[12], plan(CATALAN)[-1]
    ((0, 'A'), (12, 'B'), (99, '?'))
    """
    faces = sorted(tile_set.faces, key=lambda face: face.face == NAMELESS)  # stable: the alphabet stays as it is
    return tuple(enumerate(face.face for face in faces for _ in range(face.count)))


def learned(tile_set: TileSet, seen: Seen, before: Register | None = None) -> Verdict:
    """The register of a set that lies as `plan` has it; with findings instead when it does not.

    `before`: what the tiles are known as; a tile that it does not know, or knows otherwise, is a finding: letters are
    learned by their place alone, so a row that is one tile short would teach wrong ones.
    """
    board = _Board(seen)
    wanted = dict(plan(tile_set))
    tiles = tuple((square, board.tags[square][0]) for square in wanted if len(board.tags.get(square, ())) == 1)

    def faces(squares: Squares, _tags: Tags) -> Faces:
        return tuple(wanted[square] for square in squares if square in wanted)

    absent = [(wanted[square], square) for square in wanted if square not in seen.on and square not in board.turned]
    findings = (
        *(Finding(Flaw.MISSING, squares, (face,) * len(squares)) for face, squares in _grouped(absent)),
        *_of_the_board(board, faces),
        *(Finding(Flaw.UNREADABLE, (square,), faces((square,), ())) for square in board.silent),
        *(Finding(Flaw.SURPLUS, (square,), (), tags) for square, tags in board.tags.items() if square not in wanted),
        *(_known_otherwise(tiles, wanted, before) if before else ()),
    )
    register = Register(tuple((tag, wanted[square]) for square, tag in tiles)).keeping_spares_of(before, tile_set)
    return Verdict(findings, len({tag for _, tag in tiles}), None if findings else register)


def counted(register: Register, seen: Seen, others: Mapping[str, Register] | None = None) -> Verdict:
    """The set of `register`, laid anywhere on the board in any order: what is missing, and what is there too much.

    `others`: registers of other sets by name, to tell whose a foreign tile is.
    """
    board = _Board(seen)
    there = {tag for _, tag in board.each}

    def faces(_squares: Squares, tags: Tags) -> Faces:
        known = map(register.face_of_any, tags)
        return tuple(face for face in known if face)

    absent = _grouped((face, tag) for tag, face in register.tiles if tag not in there)
    only = (absent[0][0],) if len(absent) == 1 else ()  # what an unreadable tile may be, when there is one answer
    findings = (
        *(Finding(Flaw.MISSING, (), (face,) * len(tags), tags) for face, tags in absent),
        *_of_the_board(board, faces),
        *(Finding(Flaw.UNREADABLE, (square,), only) for square in board.silent),
        *(Finding(Flaw.SURPLUS, (square,), faces((), (tag,)), (tag,))
          for square, tag in board.each if register.spare(tag)),
        *_foreign(board.each, register, others or {}),
    )
    missing = sum(len(tags) for _, tags in absent)
    return Verdict(findings, len(register.tiles) - missing, None if findings else register)


def single(seen: Seen, square: int = CENTRE) -> str | Finding:
    """The tag of the one tile that is shown to the table on `square`, or what is wrong there."""
    tags = seen.tags.get(square, ())
    if square not in seen.on:
        return Finding(Flaw.TURNED, (square,), (), tags) if tags else Finding(Flaw.MISSING, (square,))
    if len(tags) == 1:
        return tags[0]
    return Finding(Flaw.STACKED if tags else Flaw.UNREADABLE, (square,), (), tags)


class _Board:
    """What was seen, put in order.

    `tags` of squares with a magnet; `turned`: tags of squares without; `silent`: squares whose magnet has no tag;
    `each`: square and tag of every tile that was read; `doubled`: the tags read on several squares, with those.
    """

    def __init__(self, seen: Seen) -> None:
        felt = {square: tags for square, tags in sorted(seen.tags.items()) if square in seen.on and tags}
        self.tags = _without_echoes(felt)
        known = {tag for tags in felt.values() for tag in tags}
        self.turned: dict[int, Tags] = {}
        for square, tags in sorted(seen.tags.items()):
            if square not in seen.on and (unknown := tuple(tag for tag in tags if tag not in known)):
                self.turned[square] = unknown
        self.silent = tuple(sorted(square for square in seen.on if square not in felt))
        read = (*self.tags.items(), *self.turned.items())
        self.each = tuple((square, tag) for square, tags in read for tag in tags)
        self.doubled = [(tag, at) for tag, at in _grouped((tag, square) for square, tag in self.each) if len(at) > 1]


def _without_echoes(felt: Mapping[int, Tags]) -> dict[int, Tags]:
    """`felt` without the copies that are read only where the row of one and the column of another copy cross.

    Radio knows a square by its row and its column, so two tiles with the same tag answer on four squares. Where that
    hides all that is known of a square, nothing is told of it.
    """
    alone = _grouped((tags[0], square) for square, tags in felt.items() if len(tags) == 1)
    echoes = {
        (SIDE * (one // SIDE) + other % SIDE, tag)
        for tag, squares in alone for one in squares for other in squares if one != other
    } - {(square, tag) for tag, squares in alone for square in squares}
    left = {square: tuple(tag for tag in tags if (square, tag) not in echoes) for square, tags in felt.items()}
    return {square: tags for square, tags in left.items() if tags}


def _of_the_board(board: _Board, faces: Callable[[Squares, Tags], Faces]) -> Iterator[Finding]:
    """What is wrong whatever the set is; `faces` names the tiles of squares and tags."""
    for tag, squares in board.doubled:
        yield Finding(Flaw.DOUBLED, squares, faces(squares, (tag,)), (tag,))
    for square, tags in board.tags.items():
        if len(tags) > 1:
            yield Finding(Flaw.STACKED, (square,), faces((square,), tags), tags)
    for square, tags in board.turned.items():
        yield Finding(Flaw.TURNED, (square,), faces((square,), tags), tags)


def _known_otherwise(tiles: Read, wanted: Mapping[int, str], before: Register) -> Iterator[Finding]:
    """Tiles that the register `before` knows with another face, and those that it does not know."""
    strange = []
    for square, tag in tiles:
        known = before.face_of_any(tag)
        if known is None:
            strange.append((square, tag))
        elif known != wanted[square]:
            yield Finding(Flaw.MISPLACED, (square,), (known, wanted[square]), (tag,))
    if strange:
        squares, tags = zip(*strange, strict=True)
        yield Finding(Flaw.FOREIGN, squares, tuple(wanted[square] for square in squares), tags)


def _foreign(each: Read, register: Register, others: Mapping[str, Register]) -> Iterator[Finding]:
    """The tiles that `register` does not know, by the register that does."""
    strange = [(square, tag) for square, tag in each if register.face_of_any(tag) is None]
    owned = [(next((name for name, other in others.items() if other.face_of_any(tag)), ""), (square, tag))
             for square, tag in strange]
    for owner, tiles in _grouped(owned):
        squares, tags = zip(*tiles, strict=True)
        known = (others[owner].face_of_any(tag) for tag in tags) if owner else ()
        yield Finding(Flaw.FOREIGN, squares, tuple(face for face in known if face), tags, owner)


def _grouped(pairs: Iterable[tuple[str, _T]]) -> list[tuple[str, tuple[_T, ...]]]:
    """Each first of `pairs` with all its seconds, in the order of coming."""
    groups: dict[str, list[_T]] = {}
    for first, second in pairs:
        groups.setdefault(first, []).append(second)
    return [(first, tuple(seconds)) for first, seconds in groups.items()]
