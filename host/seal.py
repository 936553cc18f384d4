"""The code of an agreed result: the same sheet gives the same code, another sheet another one.

Pure. Made of what was played, the points beside it, the totals and who has won, and of nothing else: so a replay of
the journal, or a copy of the sheet years later, gives the same code. It proves that two sheets are alike; it does not
prove who wrote them.
"""

from base64 import b32encode
from collections.abc import Iterator
from hashlib import sha256

from engine_lite.course_state import Phase as CoursePhase
from engine_lite.game import Turn
from engine_lite.tile_set import TileSet
from host.core.state import Table

CODE_BYTES = 5  # 40 bits, eight letters and digits: by chance one sheet in a million million has that of another


def seal_of(table: Table) -> str:
    """The code of the result that all sides have accepted, two groups of four letters and digits; "" before that."""
    if table.course.phase is not CoursePhase.AGREED:
        return ""
    text = "\n".join(_sheet(table))
    code = b32encode(sha256(text.encode()).digest()[:CODE_BYTES]).decode()
    return f"{code[:4]}-{code[4:]}"


def _sheet(table: Table) -> Iterator[str]:
    """The result as lines of text, whose bytes are sealed: a change here gives every game another code."""
    game = table.game
    yield f"rulebook {game.rulebook.name}"
    for number, name in enumerate(table.seats):
        yield f"seat {number + 1} {name}"
    for turn in game.turns:
        yield _line(turn, game.rulebook.tile_set)
    for each in game.adjustments:
        yield f"{each.kind} {each.seat + 1} {each.points}"
    yield f"ended {table.ended}"
    yield "totals " + " ".join(map(str, game.totals))
    yield "tie" if table.course.winner is None else f"winner {table.course.winner + 1}"


def _line(turn: Turn, tile_set: TileSet) -> str:
    """`2 2 play i4 SESAM 24`: number, seat, kind, play, points."""
    play = ""
    if turn.score is not None and turn.start is not None:
        play = f" {turn.start} {tile_set.text(turn.score.words[0].tiles)}"
    return f"{turn.number} {turn.seat + 1} {turn.kind}{play} {turn.points}"
