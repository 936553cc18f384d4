"""The antenna of a rack: one loop of one turn behind seven tiles, as wide as the loops of the board.

`python docs/hardware/rack.py FOLDER` checks and writes it. The design names no size: this one follows from seven
tiles side by side. Matching and diodes stand on the main board. Never made in copper, never measured.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from antenna import FEED, MARGIN, OVER, PITCH, SMALLEST_GAP, WIDTH, fed
from copper import BACK, FRONT, Board, breaches, excellon, gerber, picture

TILES = 7
LONG = PITCH * TILES             # a tile and its play take a square's width
COIL = 16.0                      # of a tag
OUTLINE = (-MARGIN, -WIDTH / 2 - 3, LONG + OVER + 3, WIDTH / 2 + 3)


def rack() -> Board:
    """The loop, from the side of the tiles; its feed at the left."""
    board, start, end, half, feed = Board(OUTLINE), -OVER, LONG + OVER, WIDTH / 2, FEED / 2
    turn = [(start, feed), (start, half), (end, half), (end, -half), (start, -half), (start, -feed)]
    fed(board, "rack", FRONT, turn, [(start, feed + 0.6), (start, -feed - 0.6)], (-2.5, 0))
    return board


def faults(board: Board) -> list[str]:
    """The board house's rules, and whether every tile's coil lies within the loop, which is open."""
    found = breaches(board)
    turn = [piece for piece in board.copper if piece.kind == "track"][:-2]
    if turn[0].gap(turn[-1]) < SMALLEST_GAP:
        found.append("the loop is closed: it would swallow the field")
    left, right = max(turn[0].x1, turn[-1].x1), max(piece.x0 for piece in turn)
    for tile in range(TILES):
        middle = PITCH * (tile + 0.5)
        if middle - COIL / 2 < left or middle + COIL / 2 > right:
            found.append(f"the coil of tile {tile + 1} reaches over the loop")
    return found


def files() -> dict[str, str]:
    """All files by name. Raises ValueError when a rule is broken."""
    board = rack()
    if wrong := faults(board):
        raise ValueError("; ".join(wrong[:5]))
    layers = (FRONT, BACK, "mask-front", "mask-back", "outline")
    found = {f"rack-{what}.gbr": gerber(board, what) for what in layers}
    return {**found, "rack-holes.drl": excellon(board), "rack.svg": picture(board, "One turn behind seven tiles")}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in files().items():
        (folder / file).write_text(content, encoding="utf-8")
    print(f"{LONG + 2 * OVER:.0f} x {WIDTH:.0f} mm, no rule broken; the files are in {folder}")
