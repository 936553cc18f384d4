"""How the face of one tile is drawn: glyphs, value, the ring of a blank, the dot of L·L.

All measures are in u from the top left corner of the tile's square. Knows nothing of where the tile lies.
"""

from typing import NamedTuple

from host.schemas import TileView

DOT = "·"


class Glyph(NamedTuple):
    """Letters set at `x` (their middle; for a part of L·L its left edge) on `baseline`; `size` names the type."""

    text: str
    x: float
    baseline: float
    size: str


class Ring(NamedTuple):
    """The outline that says blank: `x` and `width` in u."""

    x: float
    width: float


class Face(NamedTuple):
    """All that is drawn on one tile; `dot` is the middle of the drawn dot of L·L."""

    glyphs: tuple[Glyph, ...]
    value: str
    ring: Ring | None
    dot: tuple[float, float] | None


NARROW_RING = Ring(0.19, 0.62)
WIDE_RING = Ring(0.13, 0.74)


def face_of(tile: TileView) -> Face:
    """What to draw for `tile`; a blank shows a ring and no value.

    >>> face_of(TileView(0, "QU", False, 8)).glyphs[0].size
    'two'
    """
    return _blank(tile.face) if tile.blank else _plain(tile.face, tile.value)


def _plain(face: str, value: int) -> Face:
    text = str(value)
    if DOT in face:
        first, second = face.split(DOT, 1)
        glyphs = (Glyph(first, 0.10, 0.64, "part"), Glyph(second, 0.52, 0.64, "part"))
        return Face(glyphs, text, None, (0.4535, 0.47))
    if len(face) > 1:
        return Face((Glyph(face, 0.47, 0.64, "two"),), text, None, None)
    return Face((Glyph(face, 0.455 if len(text) > 1 else 0.47, 0.68, "one"),), text, None, None)


def _blank(face: str) -> Face:
    if DOT in face:
        first, second = face.split(DOT, 1)
        glyphs = (Glyph(first, 0.20, 0.615, "ringed-part"), Glyph(second, 0.575, 0.615, "ringed-part"))
        return Face(glyphs, "", WIDE_RING, (0.5095, 0.445))
    if len(face) > 1:
        return Face((Glyph(face, 0.5, 0.615, "ringed-two"),), "", WIDE_RING, None)
    return Face((Glyph(face, 0.5, 0.655, "ringed-one"),) if face else (), "", NARROW_RING, None)
