"""The antenna panel: 15 row loops and 15 column loops, one turn each, on two layers; outline and copper only.

`python docs/hardware/antenna.py FOLDER` checks the geometry and writes it as Gerber, drill file and picture. It has
no matching, no diodes and no sensors: those come after the prototype P1 (one row, one column, eight tiles) has shown
which coils and capacitors this field needs. Never made in copper, never measured.
"""

import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from copper import BACK, FRONT, Board, breaches, excellon, gerber

SIDE, PITCH = 15, 19.0
BOARD_MM = 285.0
LENGTH, WIDTH = 292.0, 17.0    # of a loop, between the middles of its tracks
TRACK = 0.8
FEED = 2.0                     # gap at the feed: a loop must not be closed, or it would be a shorted turn
MARGIN = 12.0                  # of the panel around the squares
SMALLEST_GAP = 1.0             # between two loops of one layer
OUTLINE = (-MARGIN, -MARGIN, BOARD_MM + MARGIN, BOARD_MM + MARGIN)
OVER = (LENGTH - BOARD_MM) / 2
PIN, PIN_PAD = 0.8, 1.4        # of the two feed pads
Point = tuple[float, float]
Place = Callable[[float, float], Point]


def middle(number: int) -> float:
    """The middle line of loop `number` (0..14) of either direction, from the board's edge."""
    return PITCH / 2 + PITCH * number


def row_loop(board: Board, number: int) -> None:
    """On the front: along x, its feed at the left end. Row a is the topmost: y runs upwards here."""
    y = BOARD_MM - middle(number)
    _loop(board, f"row{number}", FRONT, lambda along, across: (along, y + across))


def column_loop(board: Board, number: int) -> None:
    """On the back: along y, its feed at the lower end."""
    x = middle(number)
    _loop(board, f"column{number}", BACK, lambda along, across: (x + across, along))


def _loop(board: Board, name: str, layer: str, place: Place) -> None:
    half, start, end = WIDTH / 2, -OVER, BOARD_MM + OVER
    points = [(start, FEED / 2), (start, half), (end, half), (end, -half), (start, -half), (start, -FEED / 2)]
    out = place(-2.5, 0)[0] - place(0, 0)[0], place(-2.5, 0)[1] - place(0, 0)[1]
    ends = [place(start, FEED / 2 + 0.6), place(start, -FEED / 2 - 0.6)]
    fed(board, name, layer, [place(*point) for point in points], ends, out)


def fed(board: Board, name: str, layer: str, turn: list[Point], ends: list[Point], out: Point) -> None:
    """A loop along `turn`, and from its two `ends` a way by `out` to a hole each, by which it is fed."""
    board.track(name, layer, turn, TRACK)
    for nth, (x, y) in enumerate(ends, 1):
        hole = x + out[0], y + out[1]
        board.hole(name, *hole, PIN, PIN_PAD, f"{name}.{nth}")
        board.track(name, layer, [hole, (x, y)], TRACK)


def panel() -> Board:
    """All thirty loops."""
    board = Board(OUTLINE)
    for number in range(SIDE):
        row_loop(board, number)
        column_loop(board, number)
    return board


def faults(board: Board) -> list[str]:
    """The board house's rules, and those of the field: open loops, a gap between neighbours, squares covered."""
    found = breaches(board)
    for layer in (FRONT, BACK):
        here = [piece for piece in board.copper if piece.layer == layer and piece.kind == "track"]
        for one in here:
            for other in here:
                if one.net < other.net and one.gap(other) < SMALLEST_GAP - 1e-9:
                    found.append(f"{one.net} and {other.net} are {one.gap(other):.2f} mm apart")
    for net in (each for each in board.nets() if each.startswith(("row", "column"))):
        ends = [piece for piece in board.copper if piece.net == net and piece.kind == "hole" and piece.layer == FRONT]
        if len(ends) != 2:
            found.append(f"{net} has {len(ends)} ends")
        turn = [piece for piece in board.copper if piece.net == net and piece.kind == "track"][:-2]
        if turn[0].gap(turn[-1]) < SMALLEST_GAP:
            found.append(f"{net} is closed: a loop without a feed swallows the field")
    covered = WIDTH - TRACK
    if covered < 16.0:
        found.append(f"a tag's coil of 16 mm does not fit within {covered:.1f} mm of a loop")
    return found


def picture(board: Board) -> str:
    """The panel as SVG, from above: rows blue, columns brown, the squares grey."""
    x0, y0, x1, y1 = OUTLINE
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x0} {-y1} {x1 - x0} {y1 - y0}" role="img" '
             'aria-label="Fifteen row loops and fifteen column loops cross under every square">',
             f'<rect x="{x0}" y="{-y1}" width="{x1 - x0}" height="{y1 - y0}" fill="#fff" stroke="#000"/>']
    for square in range(SIDE * SIDE):
        x, y = PITCH * (square % SIDE), PITCH * (square // SIDE)
        lines.append(f'<rect x="{x}" y="{y - BOARD_MM}" width="{PITCH}" height="{PITCH}" fill="none" stroke="#ccc"'
                     ' stroke-width="0.3"/>')
    for piece in board.copper:
        colour = "#1f5f99" if piece.net.startswith("row") else "#a0561e"
        lines.append(f'<rect x="{piece.x0:.2f}" y="{-piece.y1:.2f}" width="{piece.x1 - piece.x0:.2f}"'
                     f' height="{piece.y1 - piece.y0:.2f}" fill="{colour}" opacity="0.7"/>')
    for number, row in enumerate("abcdefghijklmno"):
        at = middle(number)
        lines += [_word(-MARGIN + 3.2, at - BOARD_MM, row), _word(6, at - BOARD_MM, f"{number}"),
                  _word(at, MARGIN - 3.2, f"{number + 1}"), _word(at, -4, f"{SIDE + number}")]
    return "\n".join([*lines, "</svg>", ""])


def _word(x: float, y: float, word: str) -> str:
    """At the edge the row's letter or the column's number, within the loop the number that the switch has for it."""
    return (f'<text x="{x}" y="{y + 1.4:.1f}" font-family="sans-serif" font-size="4.2" text-anchor="middle" '
            f'fill="#14293d">{word}</text>')


def files() -> dict[str, str]:
    """All files by name. Raises ValueError when a rule is broken."""
    board = panel()
    if wrong := faults(board):
        raise ValueError("; ".join(wrong[:5]))
    layers = (FRONT, BACK, "mask-front", "mask-back", "outline")
    found = {f"antenna-{what}.gbr": gerber(board, what) for what in layers}
    return {**found, "antenna-holes.drl": excellon(board), "antenna.svg": picture(board)}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in files().items():
        (folder / file).write_text(content, encoding="utf-8")
    print(f"{len(panel().nets())} loops, no rule broken; the files are in {folder}")
