"""A replayed game in its published shape: the object that `taula replay --json` prints for each game.

Derives everything afresh from the record and its replay; adds no judgement of its own.
"""

from collections import Counter
from collections.abc import Sequence

from engine_lite.board import Board
from engine_lite.gcg import Record
from engine_lite.layout import SIDE, SQUARES
from engine_lite.record import Move, Replayed, face_shown
from engine_lite.tiles import Tile


def as_json(source: str, record: Record, replayed: Replayed) -> dict[str, object]:
    """`source` is the file's name without its ending; rows and columns count from 0, seats too."""
    moves = replayed.moves
    return {
        "source": source,
        "language": record.tile_set.name,
        "players": len(record.players),
        "start": next((move.player for move in moves if move.kind in ("play", "pass", "exchange")), 0),
        "events": len(moves),
        "features": _features(record, moves),
        "final": list(replayed.game.totals),
        "board": _board(replayed.game.board),
        "moves": [_move(move) for move in moves],
    }


def _features(record: Record, moves: Sequence[Move]) -> dict[str, int]:
    """How often the game has what one may look for in a game; what it has not is left out."""
    plays = [move for move in moves if move.kind == "play"]
    kinds = Counter(move.kind for move in moves)
    found = {
        "plays": len(plays),
        "vertical plays": sum(move.direction == "down" for move in plays),
        "bingos": sum(move.bingo for move in plays),
        "one-tile plays": sum(len(move.tiles) == 1 for move in plays),
        "plays making three or more words": sum(len(move.words) > 2 for move in plays),
        "blanks played": sum(blank for move in plays for *_, blank in move.tiles),
        "exchanges": kinds["exchange"],
        "passes": kinds["pass"],
        "withdrawn phonies": kinds["withdraw"],
        "end rack bonus": kinds["endpts"],
        "end rack penalty": kinds["endpen"],
        "time penalties": kinds["time"],
        "notes": len(record.notes),
    }
    return {name: count for name, count in found.items() if count}


def _board(board: Board) -> list[list[str]]:
    """15 rows of 15: faces, in lower case for a blank, `_` for one without a name, "" for an empty square."""
    shown = [_on_square(tile) for tile in board.contents]
    return [shown[first : first + SIDE] for first in range(0, SQUARES, SIDE)]


def _on_square(tile: Tile | None) -> str:
    if tile is None:
        return ""
    return face_shown(tile).lower() if tile.blank else tile.face


def _move(move: Move) -> dict[str, object]:
    shape: dict[str, object] = {
        "line": move.line,
        "player": move.player,
        "kind": move.kind,
        "rack": move.rack,
        "stated": move.stated,
        "score": move.score,
        "total": list(move.total),
    }
    if move.kind == "play":
        shape |= {
            "pos": move.pos,
            "dir": move.direction,
            "play": move.play,
            "tiles": [list(tile) for tile in move.tiles],
            "words": [list(word) for word in move.words],
            "bingo": move.bingo,
        }
    if move.argument is not None:
        shape["arg"] = move.argument
    if move.kind == "exchange":
        shape["count"] = move.count
    return shape
