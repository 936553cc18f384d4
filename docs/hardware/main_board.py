"""The main board of R1 as far as the design has figures: where sensors and lamps lie, the loops around them, the
netlists of all of R1.

`python docs/hardware/main_board.py FOLDER` checks and writes it. Lamps stand on the front at the crossings of the
grid, where two row loops leave 1.2 mm between their copper: less than a lamp needs. So each row loop steps inwards
around them. Sensors and chips are on the back. Nothing but the loops is routed. Never made in copper.
"""

import csv
import io
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import antenna
import bag_netlist
import circuits
import main_netlist
import panel_netlist
from antenna import BOARD_MM, MARGIN, OVER, PITCH, SIDE
from copper import BACK, FRONT, Board, gerber
from main_netlist import ROWS
from strip import CHIP_Y, CHIPS, MIDDLE

LAMP_PADS = ((-0.915, 0.55), (-0.915, -0.55), (0.915, -0.55), (0.915, 0.55))   # of WS2812B-2020, pins 1 to 4
LAMP_PAD = 0.7
STEP = 0.65                      # by which a row loop gives way to a lamp
STEP_LONG = 2.2                  # on either side of it


def lamp_at(post: int) -> tuple[float, float]:
    """The middle of lamp `post` (0..255): row by row from the top left; y upwards.

    >>> lamp_at(0), lamp_at(17), lamp_at(255)
    ((0.0, 285.0), (19.0, 266.0), (285.0, 0.0))
    """
    row, column = divmod(post, SIDE + 1)
    return PITCH * column, BOARD_MM - PITCH * row


def sensor_at(square: int) -> tuple[float, float]:
    """The middle of the square (0..224), under which its sensor lies.

    >>> sensor_at(0), sensor_at(224)
    ((9.5, 275.5), (275.5, 9.5))
    """
    row, column = divmod(square, SIDE)
    return MIDDLE + PITCH * column, BOARD_MM - PITCH * row - MIDDLE


def side(across: float) -> list[tuple[float, float]]:
    """One long side of a row loop from left to right, stepping inwards at each lamp. `across`: + above, - below."""
    inwards = across - STEP if across > 0 else across + STEP
    points = [(-OVER, across)]
    for column in range(SIDE + 1):
        at = PITCH * column
        points += [(at - STEP_LONG, across), (at - STEP_LONG, inwards), (at + STEP_LONG, inwards),
                   (at + STEP_LONG, across)]
    return [*points, (BOARD_MM + OVER, across)]


def row_loop(board: Board, number: int) -> None:
    """As antenna.row_loop, with the steps."""
    y, half, feed = BOARD_MM - antenna.middle(number), antenna.WIDTH / 2, antenna.FEED / 2
    points = [(-OVER, feed), *side(half), *reversed(side(-half)), (-OVER, -feed)]
    antenna.fed(board, f"row{number}", FRONT, [(x, y + up) for x, up in points],
                [(-OVER, y + feed + 0.6), (-OVER, y - feed - 0.6)], (-2.5, 0))


def main_board() -> Board:
    """The loops, and the pads of all lamps, each a net of its own: they are not routed."""
    board = Board(antenna.OUTLINE)
    for number in range(SIDE):
        row_loop(board, number)
        antenna.column_loop(board, number)
    for post in range((SIDE + 1) ** 2):
        x, y = lamp_at(post)
        for pin, (right, up) in enumerate(LAMP_PADS, 1):
            board.pad(f"L{post}.{pin}", f"L{post}.{pin}", x + right, y + up, LAMP_PAD, LAMP_PAD)
    return board


def faults(board: Board) -> list[str]:
    """The rules of copper and loops, of all circuits together, and whether each sensor lies within its two loops."""
    return [*antenna.faults(board), *circuits.faults(everything())]


def everything() -> circuits.Circuit:
    """All that R1 is wired of: main board, bag and panel, whose nets lead into one another."""
    return circuits.joined(main_netlist.circuit(), bag_netlist.circuit(), panel_netlist.circuit())


def parts() -> list[tuple[str, str, str, float, float]]:
    """(name, kind, side, x mm, y mm) of what has a place; x from the left edge of column 1, y from that of row o."""
    found = [(f"L{post}", "WS2812B-2020", FRONT, *lamp_at(post)) for post in range((SIDE + 1) ** 2)]
    for row, letter in enumerate(ROWS):
        found += [(f"{letter}-H{column}", "DRV5032DU", BACK, *sensor_at(SIDE * row + column))
                  for column in range(SIDE)]
        found += [(f"{letter}-{name}", "74HC165", BACK, x, round(BOARD_MM - PITCH * (row + 1) + CHIP_Y, 2))
                  for name, x, _ in CHIPS]
    return found


def picture(board: Board) -> str:
    """The upper left corner, three squares wide, from above: row loops blue, column loops brown, lamps, sensors."""
    x0, y0, wide = -MARGIN, -BOARD_MM - MARGIN, 3 * PITCH + MARGIN + 4
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x0} {y0} {wide} {wide}" role="img" aria-label='
             '"A corner of the main board: row loops step around the lamps at the crossings of the grid; a sensor '
             'lies in the middle of each square">', _box(x0, y0, wide, wide, 'fill="#fff"')]
    for piece in board.copper:
        if piece.x0 < x0 + wide and -piece.y1 < y0 + wide:
            colour = {"L": "#333", "r": "#6f9bc4", "c": "#c79468"}[piece.net[0]]
            lines.append(_box(piece.x0, -piece.y1, piece.x1 - piece.x0, piece.y1 - piece.y0, f'fill="{colour}"'))
    for name, kind, _, x, y in parts():
        if x > x0 + wide - 8 or -y > y0 + wide - 6 or kind == "74HC165":
            continue
        lamp = kind.startswith("WS")
        if not lamp:
            lines.append(_box(x - 1.5, -y - 0.7, 3, 1.4, 'fill="none" stroke="#333" stroke-width="0.2"'))
        lines.append(f'<text x="{x + (4.8 if lamp else 0):.2f}" y="{-y + (4.4 if lamp else -2):.2f}" fill="#14293d" '
                     f'font-family="sans-serif" font-size="2" text-anchor="middle">{name}</text>')
    return "\n".join([*lines, "</svg>", ""])


def _box(x: float, y: float, wide: float, high: float, looks: str) -> str:
    return f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{high:.2f}" {looks}/>'


def files() -> dict[str, str]:
    """All files by name. Raises ValueError when a rule is broken."""
    board = main_board()
    if wrong := faults(board):
        raise ValueError("; ".join(wrong[:5]))
    placed = [("part", "kind", "side", "x mm", "y mm"), *parts()]
    return {"main-loops-front.gbr": gerber(board, FRONT), "main-loops-inner.gbr": gerber(board, BACK),
            "main-outline.gbr": gerber(board, "outline"), "main-corner.svg": picture(board),
            "main-netlist.csv": _netlist(main_netlist.circuit()), "bag-netlist.csv": _netlist(bag_netlist.circuit()),
            "panel-netlist.csv": _netlist(panel_netlist.circuit()), "main-places.csv": _lines(placed)}


def _netlist(circuit: circuits.Circuit) -> str:
    return _lines([("net", "pin", "part"), *circuits.listed(circuit)])


def _lines(rows: Sequence[tuple[object, ...]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in files().items():
        (folder / file).write_text(content, encoding="utf-8")
    nets = {net for net, _ in everything().pins}
    print(f"{len(parts())} places, {len(nets)} nets, no rule broken; the files are in {folder}")
