"""Which tag of the set is the tile on each square: the one laid there, unless a correction has changed the letter.

Pure. Knows what the game has on the board and what the sensors read there; changes nothing and makes no sentence.
"""

from collections.abc import Mapping

from engine_lite.tiles import BLANK, Tile
from host.core.fusion import Evidence
from host.core.state import Table


def tags_there(table: Table) -> dict[int, str]:
    """By square the tag of each tile that the game has on the board, as far as one is known.

    The tile that was there, if it has the letter that the game has there now; else one with that letter that stands
    there; else, after a correction, what was taken for another letter than it was (see _misread).
    """
    course = table.course
    standing = (*course.game.board, *course.laid.tiles, *course.removing.tiles)
    known = {square: tag for square, _ in standing if (tag := table.tag_there(square)) is not None}
    wrong = _of_another_letter(table) if table.corrections else {}
    kept = {square: tag for square, tag in known.items() if square not in wrong}
    new = {square: tag for square, tile in standing if square not in kept and (tag := _found(table, square, tile))}
    tags = kept | {square: tag for square, tag in new.items() if tag not in kept.values()}
    misread = _misread(table, tags, wrong) if wrong else {}
    return tags | {square: tag for square, tag in misread.items() if tag not in tags.values()}


def _found(table: Table, square: int, tile: Tile) -> str | None:
    """The tag that stands on `square`, where the game has `tile`; None when it is no such tile's."""
    tag = table.sensed.tag_at(square)
    return tag if tag is not None and of_face(table, tag, tile) else None


def of_face(table: Table, tag: str, tile: Tile) -> bool:
    """Whether `tag` is a tile of that face; of a blank's, if `tile` is one, whatever it is named."""
    return table.tiles.get(tag) == face_of(tile)


def face_of(tile: Tile) -> str:
    """The face that is printed on `tile`: a blank's, whatever it is named."""
    return BLANK.face if tile.blank else tile.face


def _of_another_letter(table: Table) -> dict[int, str]:
    """By square the tags of tiles that have another letter than the game has there since a correction."""
    return {square: tag for square, tile in table.game.board
            if (tag := table.tag_there(square)) is not None and not of_face(table, tag, tile)}


def _misread(table: Table, tags: Mapping[int, str], wrong: Mapping[int, str]) -> dict[int, str]:
    """Those of the tags `wrong` that stay where they are: each stands for the letter that the game has there now.

    Only people can see that a tile was taken for another one. Where the letters of a play have changed places, or
    come from squares that are no more its own, its tiles must: all of its squares are then laid out anew. But what
    people have claimed to stand on squares that all belong to the play still has been mistaken, not laid wrong; and
    what another side has laid there is none of its tiles. Nor has a tile been taken for one of which all are seen
    elsewhere.
    """
    kept: dict[int, str] = {}
    board = table.game.board
    left = [tag for square, tag in table.played.items() if board.at(square) is None]
    for turn in table.game.turns:
        tiles = turn.placement.tiles if turn.placement is not None else ()
        unknown = {square: tile for square, tile in tiles if square not in tags and board.at(square) == tile}
        theirs = {square: wrong[square] for square in unknown
                  if square in wrong and table.laid_by.get(square, turn.seat) == turn.seat}
        wanted = {face_of(tile) for tile in unknown.values()}
        if any(_all_elsewhere(table, square, tile) for square, tile in unknown.items()):
            continue
        claimed = len(theirs) == len(unknown) and all(is_claimed(table, *each) for each in theirs.items())
        if claimed or wanted.isdisjoint(table.tiles[tag] for tag in (*theirs.values(), *left)):
            kept |= theirs
    return kept


def _all_elsewhere(table: Table, square: int, tile: Tile) -> bool:
    """Whether every tile of this game with the letter of `tile` is read on a rack, or on another square."""
    seen = set(table.ledger.read_on_racks) | table.ledger.aside
    seen |= {tag for place, tags in table.sensed.tags.items() if place != square for tag in tags}
    return all(tag in seen for tag, face in table.tiles.items() if face == face_of(tile))


def is_claimed(table: Table, square: int, tag: str) -> bool:
    """Whether nothing but what people say tells that `tag` stands on `square`."""
    reading = table.sensed.reading(square)
    return reading.evidence is Evidence.CLAIMED and reading.tag == tag
