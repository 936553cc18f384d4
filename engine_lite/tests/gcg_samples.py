"""Small annotated games for the tests of their reader and writer."""

from engine_lite.gcg import Entry, Record, read
from engine_lite.tiles import TileSet

PLAYERS = "#player1 p1 Player One\n#player2 p2 Player Two\n"


def game(*lines: str, tiles: str = "english") -> str:
    """The text of a game of two with these lines behind its header of three."""
    return f"{PLAYERS}#tile-distribution {tiles}\n" + "".join(f"{line}\n" for line in lines)


def record_of(*lines: str, tiles: str = "english") -> Record:
    """The record of such a game."""
    return read(game(*lines, tiles=tiles))


def entry_of(line: str, tiles: str = "english") -> Entry:
    """The one entry of a game of one line, which is line 4 of its text."""
    (entry,) = record_of(line, tiles=tiles).entries
    return entry


def of(seats: int, *lines: str, tile_set: TileSet | None = None) -> Record:
    """A game of `seats` seats, p1 to p4; its first line is that after theirs."""
    players = [f"#player{seat} p{seat} Player {seat}" for seat in range(1, seats + 1)]
    return read("\n".join([*players, *lines]), tile_set)
