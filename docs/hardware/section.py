"""A cut through a tile that lies on its square, ten times as large, drawn from the measures in dims.scad.

`python docs/hardware/section.py FOLDER` writes it. What it shows must come to the distance that the models
reckon with.
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
MEASURES = {name: float(value) for name, value in
            re.findall(r"^(\w+) = ([\d.]+);", (HERE / "dims.scad").read_text(encoding="utf-8"), re.MULTILINE)}
PRINTED_BOARD, DIE = 1.6, 0.3       # of the strip; from its lower side to the sensor's die
SENSOR_WIDE, SENSOR_HIGH = 3.0, 1.1  # SOT-23
SCALE, LEFT, TOP = 24, 40, 40
STYLE = (".cut rect { stroke: #14293d; stroke-width: 0.8; } .cut text { font: 13px sans-serif; fill: #14293d; }"
         " .cut path { stroke: #14293d; stroke-width: 1; fill: none; }")


class Layer(NamedTuple):
    """A rectangle of the cut: what it is called beside it, its colour, its width, its lower and upper edge in mm."""

    name: str
    colour: str
    wide: float
    low: float
    high: float


def layers() -> list[Layer]:
    """From the sensor up to the lid; 0 is the top of the printed board."""
    m = MEASURES
    floor = m["surface"]
    tag = floor + m["skin"]
    magnet = tag + m["tag_high"]
    top = floor + m["tray_high"] + m["lid_high"]
    return [
        Layer(f"lid {m['lid_high']:g} and tray {m['tray_high']:g}", "#efe3c8", m["tile"], floor, top),
        Layer(f"magnet {m['magnet']:g} x {m['magnet_high']:g}", "#8d99a6", m["magnet"], magnet,
              magnet + m["magnet_high"]),
        Layer(f"tag {m['tag']:g} x {m['tag_high']:g}", "#d08a3c", m["tag"], tag, magnet),
        Layer(f"playing surface {m['surface']:g}", "#cfe3d6", 26, 0, floor),
        Layer(f"strip {PRINTED_BOARD:g}", "#7fae8d", 26, -PRINTED_BOARD, 0),
        Layer("sensor, looks down", "#333c46", SENSOR_WIDE, -PRINTED_BOARD - SENSOR_HIGH, -PRINTED_BOARD),
    ]


def gap_mm() -> float:
    """From the magnet's lower face to the sensor's die.

    >>> round(gap_mm(), 3)
    3.4
    """
    return MEASURES["skin"] + MEASURES["tag_high"] + MEASURES["surface"] + PRINTED_BOARD + DIE


def picture() -> str:
    """The cut as SVG."""
    found = layers()
    high = max(each.high for each in found) - min(each.low for each in found)
    top, middle = max(each.high for each in found), LEFT + 13 * SCALE
    wide, tall = LEFT + 26 * SCALE + 190, TOP + high * SCALE + 20
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" class="cut" viewBox="0 0 {wide:.0f} {tall:.0f}" role="img" '
             f'aria-label="Cut through a tile on its square: magnet above tag, {gap_mm():g} mm to the sensor">',
             f"<style>{STYLE}</style>", f'<rect x="0" y="0" width="{wide:.0f}" height="{tall:.0f}" fill="#fff"/>',
             f'<text x="{LEFT}" y="24">millimetres; from magnet to sensor {gap_mm():g}</text>']
    for each in found:
        y = TOP + (top - each.high) * SCALE
        lines.append(f'<rect x="{middle - each.wide / 2 * SCALE:.1f}" y="{y:.1f}" width="{each.wide * SCALE:.1f}" '
                     f'height="{(each.high - each.low) * SCALE:.1f}" fill="{each.colour}"/>')
    for nth, each in enumerate(found):
        at = TOP + (top - (each.high + each.low) / 2) * SCALE if nth else TOP + 1.2 * SCALE
        lines.append(f'<text x="{LEFT + 26 * SCALE + 14}" y="{at + 4:.1f}">{each.name}</text>')
        lines.append(f'<path d="M{middle + each.wide / 2 * SCALE:.1f} {at:.1f}H{LEFT + 26 * SCALE + 10}"/>')
    return "\n".join([*lines, "</svg>", ""])


def files() -> dict[str, str]:
    """All files by name."""
    return {"section.svg": picture()}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in files().items():
        (folder / file).write_text(content, encoding="utf-8")
    print(f"{gap_mm():g} mm from magnet to sensor; the picture is in {folder}")
