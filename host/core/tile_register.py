"""The tiles that a table knows: which tag each tile of the set carries, and the spares that stand ready.

Decides what a register may become: a spare more, a tile replaced. Knows neither files nor squares.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine_lite.tiles import TileSet

Tagged = tuple[tuple[str, str], ...]
"""Tag (16 small hexadecimal digits) and face, `?` for a blank, of some tiles."""


class NotInSet(ValueError):
    """A tag was named that no tile of the set carries."""


class TagTaken(ValueError):
    """A tile was to be added that the register holds already; the text says as what."""


class WrongFace(ValueError):
    """A spare was to take the place of a tile with another face."""


@dataclass(frozen=True, slots=True)
class Register:
    """`tiles`: those of the set; `spares`: those that lie in the box until one of the set breaks or is lost."""

    tiles: Tagged
    spares: Tagged = ()

    def face(self, tag: str) -> str | None:
        """The face of the tile of the set that carries `tag`; None for every other tile, spares included."""
        return dict(self.tiles).get(tag)

    def spare(self, tag: str) -> str | None:
        """The face of the spare that carries `tag`; None for every other tile."""
        return dict(self.spares).get(tag)

    def face_of_any(self, tag: str) -> str | None:
        """The face of the tile that carries `tag`, of the set or a spare; None when neither knows it."""
        return self.face(tag) or self.spare(tag)

    def tags(self, face: str) -> tuple[str, ...]:
        """The tags of all tiles of the set with that face."""
        return tuple(tag for tag, each in self.tiles if each == face)

    def spares_of(self, face: str) -> tuple[str, ...]:
        """The tags of all spares with that face."""
        return tuple(tag for tag, each in self.spares if each == face)

    def with_spare(self, tag: str, face: str) -> "Register":
        """This register and one spare more. Raises TagTaken.

        >>> Register((("e004000000000001", "QU"),)).with_spare("e004000000000002", "QU").spares
        (('e004000000000002', 'QU'),)
        """
        if known := self.face(tag):
            raise TagTaken(f"the tile {tag} is the set's own {known}, not a spare")
        if known := self.spare(tag):
            raise TagTaken(f"the tile {tag} is registered as a spare {known} already")
        return Register(self.tiles, (*self.spares, (tag, face)))

    def replaced(self, tag: str, newcomer: str) -> "Register":
        """The tile `tag` has left the set, `newcomer` stands in its place with its face; no spare any more.

        A game under way holds tiles of its own: there the same must be told as an event.
        Raises NotInSet, TagTaken when `newcomer` is of the set already, and WrongFace when it is another's spare.

        >>> Register((("e004000000000001", "QU"),), (("e004000000000002", "QU"),)).replaced(
        ...     "e004000000000001", "e004000000000002")
        Register(tiles=(('e004000000000002', 'QU'),), spares=())
        """
        face = self.face(tag)
        if face is None:
            raise NotInSet(f"no tile of the set carries the tag {tag}")
        if known := self.face(newcomer):
            raise TagTaken(f"the tile {newcomer} is the set's own {known}: it cannot stand in for another")
        if (known := self.spare(newcomer)) not in (None, face):
            raise WrongFace(f"the tile {newcomer} is a spare {known}, but a {face} is to be replaced")
        tiles = tuple((newcomer, face) if each == tag else (each, its) for each, its in self.tiles)
        return Register(tiles, self.spares)._without_spares((newcomer,))

    def keeping_spares_of(self, before: "Register | None", tile_set: TileSet) -> "Register":
        """This set with the spares of the register `before` it: those whose face it has and that are not in it."""
        spares = before.spares if before else ()
        fitting = tuple((tag, face) for tag, face in spares if tile_set.count(face))
        return Register(self.tiles, fitting)._without_spares(tag for tag, _ in self.tiles)

    def _without_spares(self, tags: Iterable[str]) -> "Register":
        gone = frozenset(tags)
        return Register(self.tiles, tuple((tag, face) for tag, face in self.spares if tag not in gone))
