"""One tile of a registered set: a spare is added, a tile that broke or was lost is replaced.

Decides which tile is meant and which takes its place, from the register and what lies on the board. Pure: knows
nothing of files, and asks for the board only when it must know it.
"""

from collections.abc import Callable
from typing import NamedTuple

from engine_lite.notation import BadNotation, parse_square, square_name
from engine_lite.tiles import NAMELESS, NotATile, TileSet
from host.core.registration import CENTRE, Seen, single
from host.core.tile_register import NotInSet, Register, TagTaken, WrongFace
from host.tile_sentences import named, sentence

BLANK_WORD = "blank"  # easier to type than a quoted question mark
TAG_DIGITS = 16

Look = Callable[[], Seen]


class NoChange(Exception):
    """The register stays as it is; the text says why, and what to do."""


class NoFace(ValueError):
    """What was typed is no face of the set."""


class Changed(NamedTuple):
    """The register afterwards; the face of the tile, the tag that came and, in a replacement, the one that left."""

    register: Register
    face: str
    came: str
    left: str = ""


def face_named(text: str, tile_set: TileSet) -> str:
    """The face that a person means. Raises NoFace.

    >>> from engine_lite.tiles import CATALAN
    >>> face_named("qu", CATALAN), face_named("l.l", CATALAN), face_named("blank", CATALAN)
    ('QU', 'L·L', '?')
    """
    if text.lower() == BLANK_WORD:
        return NAMELESS
    try:
        (tile,) = tile_set.tiles(f"[{text.upper()}]")
    except (NotATile, ValueError):
        faces = " ".join(kind.face for kind in tile_set.faces)
        raise NoFace(f"'{text[:20]}' is no face of the {tile_set.name} set, which has {faces}") from None
    return tile.face


def with_spare(register: Register, face: str, look: Look) -> Changed:
    """The tile on the centre square is a spare from now on. Raises NoChange."""
    tag = _shown(look())
    try:
        return Changed(register.with_spare(tag, face), face, tag)
    except TagTaken as why:
        raise NoChange(str(why)) from None


def with_replaced(register: Register, what: str, tile_set: TileSet, look: Look | None) -> Changed:
    """The tile that `what` names (its face, its square or its tag) has left the set, and another has come.

    That is the tile on the centre square; without a look at the board, or when none lies there, the only spare with
    that face. Raises NoChange and NoFace.
    """
    seen = look() if look else None
    left = _left(register, what, tile_set, seen)
    face = register.face(left)
    if face is None:
        raise NoChange(f"no tile of the set carries the tag {left}; `taula tiles check` tells those that are missing")
    came = _came(register, face, seen if _square(what) != CENTRE else None)
    try:
        return Changed(register.replaced(left, came), face, came, left)
    except (NotInSet, TagTaken, WrongFace) as why:
        raise NoChange(str(why)) from None


def _shown(seen: Seen) -> str:
    found = single(seen)
    if isinstance(found, str):
        return found
    raise NoChange(sentence(found))


def _square(what: str) -> int | None:
    try:
        return parse_square(what)
    except BadNotation:
        return None


def _left(register: Register, what: str, tile_set: TileSet, seen: Seen | None) -> str:
    """The tag of the tile that has left the set."""
    if len(what) == TAG_DIGITS and not set(what.lower()) - set("0123456789abcdef"):
        return what.lower()
    square = _square(what)
    if square is None:
        return _only_one(register, face_named(what, tile_set), seen)
    if seen is None:
        raise NoChange(f"what lies on {square_name(square)} only the table can tell: name it with --table")
    found = single(seen, square)
    if isinstance(found, str):
        return found
    raise NoChange(f"{sentence(found)}; or name the tile by its face or its tag")


def _only_one(register: Register, face: str, seen: Seen | None) -> str:
    """The tag of the only tile with `face`, or of the only one that is not on the board."""
    tags = register.tags(face)
    if len(tags) == 1:
        return tags[0]
    if seen is None:
        raise NoChange(f"there are {len(tags)} tiles {face}: lay out the others and name the table with --table, or"
                       " name the tag that `taula tiles check` tells")
    there = {tag for tags in seen.tags.values() for tag in tags}
    gone = [tag for tag in tags if tag not in there]
    if len(gone) != 1:
        raise NoChange(f"{len(gone)} of the {len(tags)} tiles {face} are not on the board: lay out all but the one"
                       " that is to be replaced")
    return gone[0]


def _came(register: Register, face: str, seen: Seen | None) -> str:
    """The tag of the tile that takes the place of one with `face`."""
    if seen is not None and (CENTRE in seen.on or CENTRE in seen.tags):
        return _shown(seen)
    spares = register.spares_of(face)
    if len(spares) == 1:
        return spares[0]
    count = f"there are {len(spares)} spares" if spares else "there is no spare"
    raise NoChange(f"{count} for {named(face)}: lay the new tile on {square_name(CENTRE)} and name the table"
                   " with --table")
