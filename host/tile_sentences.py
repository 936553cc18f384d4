"""What is wrong with a set of tiles, in a sentence each, as the terminal shows it: in English, as all else there.

Knows nothing of how a flaw is found.
"""

from collections.abc import Callable, Iterable, Iterator

from engine_lite.layout import SIDE
from engine_lite.notation import square_name
from engine_lite.tiles import NAMELESS, TileSet
from host.core.registration import Finding, Flaw, plan

SHOWN = 15  # squares or tags in one sentence, a row of the board; the others are counted


def sentence(finding: Finding) -> str:
    """Where, what, and what to do, without a full stop.

    >>> sentence(Finding(Flaw.STACKED, (112,), ("A", "B"), ("e004000000000001", "e004000000000002")))
    'h8: several tiles on one square (A, B); lay them apart'
    """
    return _SENTENCES[finding.flaw](finding)


def picture(tile_set: TileSet) -> Iterator[str]:
    """The plan of the set as lines: rows a, b, c ..., columns 1 to 15."""
    faces = [face for _, face in plan(tile_set)]
    yield "  " + "".join(f"{column + 1:>4}" for column in range(SIDE))
    for start in range(0, len(faces), SIDE):
        row = square_name(start)[0]
        yield f"{row} " + "".join(f"{face:>4}" for face in faces[start : start + SIDE])


def named(face: str) -> str:
    """A face as people say it.

    >>> named("?"), named("NY")
    ('a blank', 'NY')
    """
    return "a blank" if face == NAMELESS else face


def _listed(words: Iterable[str]) -> str:
    every = tuple(words)
    more = f" and {len(every) - SHOWN} more" if len(every) > SHOWN else ""
    return ", ".join(every[:SHOWN]) + more


def _squares(finding: Finding) -> str:
    return _listed(map(square_name, finding.squares))


def _faces(finding: Finding) -> str:
    listed = _listed(map(named, finding.faces))
    return f" ({listed})" if listed else ""


def _missing(finding: Finding) -> str:
    if not finding.faces:
        return f"{_squares(finding)}: nothing lies there; lay the tile on that square"
    count, face = len(finding.faces), finding.faces[0]
    what = f"{count} tiles {face} are missing" if count > 1 else f"{named(face)} is missing"
    if finding.squares:
        return f"{what}: nothing lies on {_squares(finding)}"
    return f"{what}: no tile answers with the tag {_listed(finding.tags)}"


def _doubled(finding: Finding) -> str:
    return (f"{_squares(finding)}: the same tag {finding.tags[0]} on each{_faces(finding)};"
            " keep one and take another tile for the other")


def _foreign(finding: Finding) -> str:
    if finding.owner:
        return f"{_squares(finding)}: not of this set, but of {finding.owner}{_faces(finding)}"
    return f"{_squares(finding)}: not in the register, tag{'s' * (len(finding.tags) > 1)} {_listed(finding.tags)}"


def _stacked(finding: Finding) -> str:
    return f"{_squares(finding)}: several tiles on one square{_faces(finding)}; lay them apart"


def _unreadable(finding: Finding) -> str:
    perhaps = f" (perhaps {named(finding.faces[0])})" if finding.faces else ""
    return (f"{_squares(finding)}: a magnet without a tag that answers{perhaps}; lay the tile anew, and replace it"
            " when that does not help")


def _turned(finding: Finding) -> str:
    return (f"{_squares(finding)}: a tag without a magnet{_faces(finding)}; the tile lies face"
            " down or has lost its magnet, or the square's sensor does not work")


def _surplus(finding: Finding) -> str:
    if finding.faces:
        return f"{_squares(finding)}: a spare among the set{_faces(finding)}; take it away"
    return f"{_squares(finding)}: a tile too many, beyond the end of the set"


def _misplaced(finding: Finding) -> str:
    known, wanted = map(named, finding.faces)
    return f"{_squares(finding)}: the register knows this tile as {known}, the square is for {wanted}"


_SENTENCES: dict[Flaw, Callable[[Finding], str]] = {
    Flaw.MISSING: _missing, Flaw.DOUBLED: _doubled, Flaw.FOREIGN: _foreign, Flaw.STACKED: _stacked,
    Flaw.UNREADABLE: _unreadable, Flaw.TURNED: _turned, Flaw.SURPLUS: _surplus, Flaw.MISPLACED: _misplaced,
}
