"""The strip's assembly plan: which part goes where, in three pieces one below the other, so that names can be read.

Drawn from the same pads and parts as the copper, from the side of the parts. strip.py writes it with its other files.
"""

from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from copper import FRONT, Board, Copper

SCALE = 8                                  # units of the picture to a millimetre
PIECES = ((-10.0, 95.0), (95.0, 190.0), (190.0, 285.0))   # from x to x, cut between two sensors
HIGH, GAP, HEAD = 19.0, 6.0, 5.0           # of the strip; between two pieces; over the first one, for the title
FIRST_PINS = ("U1.1", "U2.1", "J1.1", "J2.1")
STYLE = (".plan rect { fill: #fff; stroke: #44586b; stroke-width: 1.2; } .plan .pad { fill: #c9d3dc; stroke: none; }"
         " .plan .first { fill: #eda48f; } .plan text { font: 12px sans-serif; text-anchor: middle; fill: #14293d; }"
         " .plan .name { font-weight: bold; } .plan .pin { font-size: 11px; fill: #33495c; } .plan .title {"
         " text-anchor: start; font-size: 15px; font-weight: bold; }")


class Label(NamedTuple):
    """A word of the plan, at x, y in millimetres. kind: `name` of a part, `pin` of a plug."""

    x: float
    y: float
    word: str
    kind: str = "name"


def drawing(board: Board, labels: Iterable[Label], title: str, caption: str) -> str:
    """The plan as SVG. `caption` is for those who cannot see it."""
    labels = list(labels)
    wide = max(end - start for start, end in PIECES) * SCALE + 20
    high = (HEAD + len(PIECES) * (HIGH + GAP)) * SCALE
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" class="plan" viewBox="0 0 {wide:.0f} {high:.0f}" role="img" '
             f'aria-label="{escape(caption)}">', f"<style>{STYLE}</style>",
             f'<rect x="0" y="0" width="{wide:.0f}" height="{high:.0f}" stroke="none"/>',
             f'<text class="title" x="10" y="24">{escape(title)}</text>']
    for nth, (start, end) in enumerate(PIECES):
        top = HEAD + nth * (HIGH + GAP)
        lines.append(f'<rect x="10" y="{top * SCALE:.0f}" width="{(end - start) * SCALE:.0f}" '
                     f'height="{HIGH * SCALE:.0f}"/>')
        pads = [each for each in board.copper if each.name and each.layer == FRONT]
        lines += (_pad(each, start, top) for each in pads if start <= (each.x0 + each.x1) / 2 < end)
        lines += _words((each for each in labels if start <= each.x < end), start, top)
        if nth < len(PIECES) - 1:
            lines.append(f'<text x="{10 + (end - start) * SCALE - 60:.0f}" y="{(top + HIGH + 2.2) * SCALE:.0f}">'
                         "goes on below</text>")
    return "\n".join([*lines, "</svg>", ""])


def _pad(pad: Copper, start: float, top: float) -> str:
    kind = "pad first" if pad.name in FIRST_PINS else "pad"
    return (f'<rect class="{kind}" x="{10 + (pad.x0 - start) * SCALE:.1f}" y="{(top + HIGH - pad.y1) * SCALE:.1f}" '
            f'width="{(pad.x1 - pad.x0) * SCALE:.1f}" height="{(pad.y1 - pad.y0) * SCALE:.1f}"/>')


def _words(labels: Iterable[Label], start: float, top: float) -> Iterator[str]:
    for each in labels:
        yield (f'<text class="{each.kind}" x="{10 + (each.x - start) * SCALE:.1f}" '
               f'y="{(top + HIGH - each.y) * SCALE + 4:.1f}">{escape(each.word)}</text>')
