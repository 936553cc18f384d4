"""The referee's map: the tiles that the readers find, what is wrong, and what each reader says of each square.

From the published view and what the referee's page gets besides. Knows nothing of markup.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import msgspec

from host.adapters.web.board import Board, DrawnTile, board_of
from host.adapters.web.console import faults_of
from host.adapters.web.faces import face_of
from host.adapters.web.geometry import CENTRE, SIDE, SQUARES, corner, find, name
from host.adapters.web.position import Position
from host.adapters.web.speech import words_through
from host.schemas import GameView, RefereeView, SensedView, TileView
from host.words import say, say_count

LINES_OUT = "loops_out"  # the notice that names them
ROWS = "abcdefghijklmno"
UNKNOWN, UNDER = "?", "under a tile"
CLAIMED = "claimed"  # of SensedView.evidence
# How far a square is known, and why it is not as it should be, in words.
EVIDENCE = {"empty": "empty", "certain": "certain", "claimed": "said by people", "unknown": "not known",
            "conflict": "in conflict"}  # fmt: skip
WHY = {
    "stacked": "several tags answer on it", "between": "its tag answers on a neighbour too",
    "doubled": "its tag answers elsewhere as strongly", "turned": "a tag, no magnet", "unread": "a magnet, no tag",
    "unclaimed": "a magnet, and no tile that touched the pad", "stuck": "a magnet since before the game: left out",
    "echo": "reads a tag that stands elsewhere",
}  # fmt: skip
FELT, MASKED, NONE = "felt", "left out", "none"
TEXTS_KEPT = 2048


class Mark(NamedTuple):
    """A sign on a square: its top left corner, what it says (`look`) and a text, if any."""

    x: float
    y: float
    look: str
    text: str = ""


class Plan(NamedTuple):
    """What lies over the tiles: in all layers, and in that of the readings or of the sensors."""

    gone: tuple[Mark, ...]
    masked: tuple[Mark, ...]
    readings: tuple[Mark, ...]
    sensors: tuple[Mark, ...]


class Fact(NamedTuple):
    """One thing that is known of a square; `bad` when it is not as it should be; `since_ms` in place of a value."""

    label: str
    value: str
    bad: bool = False
    since_ms: int | None = None


class Told(NamedTuple):
    """A square of the table behind the map: its name and all that is known of it."""

    number: int
    name: str
    facts: tuple[Fact, ...]


def map_of(view: GameView, referee: RefereeView, position: Position) -> Board:
    """The board with the tiles that are there and with the faults, and nothing else."""
    board = board_of(msgspec.structs.replace(view, prompts=faults_of(view)), position, False)
    known = [each._replace(look="played") if each.look == "new" else each for each in board.tiles]
    return replace(
        board, premiums=(), hulls=(), sums=(), multipliers=(),
        numbers=tuple(each._replace(lit=False) for each in board.numbers),
        letters=tuple(each._replace(lit=False) for each in board.letters),
        tiles=tuple(_tiles(view, referee) if referee.sensed else known),
    )  # fmt: skip


def _tiles(view: GameView, referee: RefereeView) -> Iterator[DrawnTile]:
    """The tiles that the readers find; one that nobody can name is a question mark."""
    laid = {tile.square for tile in view.laid}
    for each in referee.sensed:
        at = corner(each.square, False)
        if each.stands is not None:
            look = "laid" if each.square in laid else "played"
            yield DrawnTile(each.square, at.x, at.y, look, face_of(each.stands))
        elif each.evidence != "empty":
            face = face_of(TileView(each.square, UNKNOWN, False, 0))._replace(value="")
            yield DrawnTile(each.square, at.x, at.y, "played", face)


def plan_of(view: GameView, referee: RefereeView) -> Plan:
    """The signs over the tiles."""
    return Plan(
        gone=tuple(_mark(each, "gone", each.belongs.face) for each in referee.sensed
                   if each.belongs is not None and each.evidence == "empty"),
        masked=tuple(_mark(each, "masked") for each in referee.sensed if each.masked),
        readings=(*_lines_out(view, referee), *(_mark(each, each.evidence if each.evidence != "empty" else "echo")
                                       for each in referee.sensed if each.evidence != "empty" or each.why == "echo")),
        sensors=tuple(mark for each in referee.sensed for mark in _sensors(each)),
    )  # fmt: skip


def _mark(each: SensedView, look: str, text: str = "") -> Mark:
    at = corner(each.square, False)
    return Mark(at.x, at.y, look, text)


def _sensors(each: SensedView) -> Iterator[Mark]:
    """A bar for a magnet, a disc for a tag; one without the other stands out."""
    alone = " alone" if _is_alone(each) else ""
    if each.magnet:
        yield _mark(each, f"magnet{alone}")
    if each.tags:
        yield _mark(each, f"tag{alone}", str(each.tags) if each.tags > 1 else "")


def _is_alone(each: SensedView) -> bool:
    """Whether a magnet or a tag is without the other, and nobody has said why: a table with a pad reads no tags."""
    return each.magnet != bool(each.tags) and not each.masked and each.evidence != CLAIMED


def _lines_out(view: GameView, referee: RefereeView) -> tuple[Mark, ...]:
    """The rows and columns whose antennas carry no current, square by square; under a tile there is less room."""
    lines = {line for prompt in view.prompts if prompt.name == LINES_OUT
             for line in str(prompt.data.get("lines", "")).split(", ")}
    squares = (square for square in range(SQUARES)
               if lines and (ROWS[square // SIDE] in lines or str(square % SIDE + 1) in lines))
    occupied = {each.square for each in referee.sensed if each.evidence != "empty"}
    return tuple(Mark(at.x, at.y, "line", UNDER if square in occupied else "") for square in squares
                 if (at := corner(square, False)))


# --- the table behind the map, and the square looked at ----------------------------------------------


def squares_told(referee: RefereeView, position: Position, language: str) -> list[list[Told]]:
    """The 15 rows of squares, each with what each reader says of it and what was there."""
    known = {each.square: each for each in referee.sensed}
    past = words_through(position)
    told = [Told(square, name(square), _facts(known.get(square), " · ".join(past.get(square, ())), language))
            for square in range(SQUARES)]
    return [told[at : at + SIDE] for at in range(0, SQUARES, SIDE)]


def looked_at(view: GameView, position: Position) -> int:
    """The square that is looked at first: that of the worst fault, else of the last play, else the centre."""
    named = [square for prompt in faults_of(view) for text in prompt.squares if (square := find(text)) is not None]
    last = position.last_play.tiles if position.last_play else ()
    return next(iter((*named, *(tile.square for tile in last))), CENTRE)


@lru_cache(maxsize=TEXTS_KEPT)
def _facts(each: SensedView | None, history: str, language: str) -> tuple[Fact, ...]:
    found = [] if each is None else list(_of_readers(each, language))
    if each is None:
        found = [Fact(say("Reading", language), say(EVIDENCE["empty"], language))]
    if history:
        found.append(Fact(say("Words", language), history))
    return tuple(found)


def _of_readers(each: SensedView, language: str) -> Iterator[Fact]:
    bad = each.evidence in ("unknown", "conflict")
    alone = _is_alone(each)
    magnet = MASKED if each.masked else FELT if each.magnet else NONE
    yield Fact(say("Magnet", language), say(magnet, language), alone and not each.magnet)
    tags = say_count("{count} tag", "{count} tags", each.tags, language) if each.tags else say(NONE, language)
    yield Fact(say("Tag", language), tags, (alone and not each.tags) or each.tags > 1)
    reading = say(WHY.get(each.why, EVIDENCE[each.evidence]), language)
    standing = f"{each.stands.face}, " if each.stands is not None else ""
    named = say("named by hand", language) if each.named and not each.why else reading
    yield Fact(say("Reading", language), f"{standing}{named}", bad)
    if each.since_ms is not None:
        yield Fact(say("Since", language), "", since_ms=each.since_ms)
    if each.belongs is not None and each.belongs != each.stands:
        yield Fact(say("Belongs here", language), each.belongs.face, bad=True)
