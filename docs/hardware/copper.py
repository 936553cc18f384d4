"""Copper of a printed board as rectangles: rule check, and the files by which a board house makes it.

All tracks run along the axes, so each is a rectangle, and a round pad is checked as the square around it: what passes
here has at least the clearance that is asked for. Knows no circuit. Millimetres throughout; y upwards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations, pairwise

EDGE_MM = 0.3        # copper to the edge of the board
WIDTH_MM = 0.2       # thinnest track
CLEARANCE_MM = 0.2   # between nets: what every cheap board house makes
MASK_MM = 0.05       # by which the solder mask stays off a pad
FRONT, BACK = "front", "back"
LAYERS = (FRONT, BACK)


@dataclass(frozen=True)
class Copper:
    """One piece: `net` on `layer`, from x0, y0 to x1, y1. kind: track, pad (soldered) or hole (its pad)."""

    net: str
    layer: str
    x0: float
    y0: float
    x1: float
    y1: float
    kind: str = "track"
    name: str = ""

    def gap(self, other: "Copper") -> float:
        """Distance to `other`, 0 or less where they touch."""
        right = max(self.x0 - other.x1, other.x0 - self.x1)
        up = max(self.y0 - other.y1, other.y0 - self.y1)
        return max(right, up) if right < 0 or up < 0 else (right ** 2 + up ** 2) ** 0.5


@dataclass
class Board:
    """`outline` as x0, y0, x1, y1. Holes as (x, y, diameter)."""

    outline: tuple[float, float, float, float]
    copper: list[Copper] = field(default_factory=list)
    holes: list[tuple[float, float, float]] = field(default_factory=list)

    def track(self, net: str, layer: str, points: Iterable[tuple[float, float]], width: float = WIDTH_MM) -> None:
        """A track through `points`, each straight above or beside the one before."""
        points = list(points)
        for (x0, y0), (x1, y1) in pairwise(points):
            if x0 != x1 and y0 != y1:
                raise ValueError(f"a track of {net} runs aslant from {x0}, {y0} to {x1}, {y1}")
            half = width / 2
            self.copper.append(Copper(net, layer, min(x0, x1) - half, min(y0, y1) - half, max(x0, x1) + half,
                                      max(y0, y1) + half))

    def pad(self, net: str, name: str, x: float, y: float, wide: float, high: float) -> None:
        """A pad on the front, where the parts are."""
        self.copper.append(Copper(net, FRONT, x - wide / 2, y - high / 2, x + wide / 2, y + high / 2, "pad", name))

    def hole(self, net: str, x: float, y: float, drill: float, pad: float, name: str = "") -> None:
        """A plated hole with its pads on both sides: a via, or a pin of a plug when it has a name."""
        self.holes.append((x, y, drill))
        for layer in LAYERS:
            self.copper.append(Copper(net, layer, x - pad / 2, y - pad / 2, x + pad / 2, y + pad / 2, "hole", name))

    def nets(self) -> list[str]:
        """All nets, in order."""
        return sorted({piece.net for piece in self.copper})


def breaches(board: Board) -> list[str]:
    """What is against the rules, a sentence each: clearance, width, edge, holes, and nets that are not one piece."""
    found = []
    x0, y0, x1, y1 = board.outline
    for piece in board.copper:
        if min(piece.x1 - piece.x0, piece.y1 - piece.y0) < WIDTH_MM - 1e-9:
            found.append(f"{piece.net} is thinner than {WIDTH_MM} mm at {piece.x0:.2f}, {piece.y0:.2f}")
        if min(piece.x0 - x0, piece.y0 - y0, x1 - piece.x1, y1 - piece.y1) < EDGE_MM - 1e-9:
            found.append(f"{piece.net} is less than {EDGE_MM} mm from the edge at {piece.x0:.2f}, {piece.y0:.2f}")
    for layer in LAYERS:
        here = sorted((piece for piece in board.copper if piece.layer == layer), key=lambda piece: piece.x0)
        found += [f"{one.net} and {other.net} come within {one.gap(other):.2f} mm on the {layer} at {other.x0:.2f}, "
                  f"{other.y0:.2f}" for one, other in _near(here) if one.net != other.net]
    found += [f"{net} is in {count} pieces" for net in board.nets() if (count := _pieces(board, net)) != 1]
    for (ax, ay, a), (bx, by, b) in combinations(board.holes, 2):
        if abs(ax - bx) < 3 and ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 - (a + b) / 2 < 0.25:
            found.append(f"two holes meet at {ax:.2f}, {ay:.2f}")
    return found


def _near(here: list[Copper]) -> Iterable[tuple[Copper, Copper]]:
    """Pairs closer than the clearance; `here` sorted by x0."""
    for nth, one in enumerate(here):
        for other in here[nth + 1:]:
            if other.x0 - one.x1 >= CLEARANCE_MM:
                break
            if one.gap(other) < CLEARANCE_MM - 1e-9:
                yield one, other


def _pieces(board: Board, net: str) -> int:
    """In how many separate pieces `net` is; holes join the layers."""
    pieces = [piece for piece in board.copper if piece.net == net]
    left, count = set(range(len(pieces))), 0
    while left:
        count += 1
        reached = [left.pop()]
        while reached:
            one = pieces[reached.pop()]
            joined = {number for number in left if _joined(one, pieces[number])}
            left -= joined
            reached += joined
    return count


def _joined(one: Copper, other: Copper) -> bool:
    if one.layer == other.layer:
        return one.gap(other) <= 0
    return one.kind == other.kind == "hole" and (one.x0, one.y0) == (other.x0, other.y0)


def picture(board: Board, label: str) -> str:
    """The board as SVG, from the side of its parts: back blue, front red, pads and holes dark."""
    x0, y0, x1, y1 = board.outline
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x0} {-y1} {x1 - x0} {y1 - y0}" role="img" '
             f'aria-label="{label}">',
             f'<rect x="{x0}" y="{-y1}" width="{x1 - x0}" height="{y1 - y0}" fill="#f7f7f2"/>']
    for layer, colour in ((BACK, "#4b79b5"), (FRONT, "#c04a3a")):
        for piece in board.copper:
            if piece.layer == layer:
                fill = "#333" if piece.kind != "track" else colour
                lines.append(f'<rect x="{piece.x0:.2f}" y="{-piece.y1:.2f}" width="{piece.x1 - piece.x0:.2f}" '
                             f'height="{piece.y1 - piece.y0:.2f}" fill="{fill}" opacity="0.8"/>')
    lines += [f'<circle cx="{x:.2f}" cy="{-y:.2f}" r="{drill / 2}" fill="#fff"/>' for x, y, drill in board.holes]
    return "\n".join([*lines, "</svg>", ""])


# ---- files ------------------------------------------------------------------------------------------------------


def gerber(board: Board, what: str) -> str:
    """A Gerber layer, one of FUNCTIONS. Source: Ucamco, The Gerber Layer Format Specification, 2023.08."""
    rectangles = [(board.outline, True)] if what == "outline" else [(box, False) for box in _boxes(board, what)]
    sizes = sorted({_size(box) for box, line in rectangles if not line})
    codes = {size: 10 + number for number, size in enumerate(sizes)}
    lines = ["%FSLAX46Y46*%", "%MOMM*%", f"%TF.FileFunction,{FUNCTIONS[what]}*%", "%LPD*%"]
    if what == "outline":
        lines += ["%ADD10C,0.1*%", "D10*", *_edge(board.outline)]
    lines += [f"%ADD{codes[size]}R,{size[0]:.3f}X{size[1]:.3f}*%" for size in sizes]
    for size in sizes:
        lines.append(f"D{codes[size]}*")
        lines += [f"X{_um((x0 + x1) / 2)}Y{_um((y0 + y1) / 2)}D03*"
                  for (x0, y0, x1, y1), line in rectangles if not line and _size((x0, y0, x1, y1)) == size]
    return "\n".join([*lines, "M02*", ""])


FUNCTIONS = {FRONT: "Copper,L1,Top", BACK: "Copper,L2,Bot", "mask-front": "Soldermask,Top",
             "mask-back": "Soldermask,Bot", "paste": "Paste,Top", "outline": "Profile,NP"}


def excellon(board: Board) -> str:
    """The plated holes as an Excellon drill file."""
    sizes = sorted({drill for _, _, drill in board.holes})
    lines = ["M48", "METRIC,TZ", *(f"T{number}C{size:.3f}" for number, size in enumerate(sizes, 1)), "%", "G05"]
    for number, size in enumerate(sizes, 1):
        lines.append(f"T{number}")
        lines += [f"X{x:.3f}Y{y:.3f}" for x, y, drill in board.holes if drill == size]
    return "\n".join([*lines, "M30", ""])


def _boxes(board: Board, what: str) -> list[tuple[float, float, float, float]]:
    if what in LAYERS:
        return [(each.x0, each.y0, each.x1, each.y1) for each in board.copper if each.layer == what]
    grow = 0.0 if what == "paste" else MASK_MM
    layer = BACK if what == "mask-back" else FRONT
    wanted = [each for each in board.copper if each.layer == layer and each.name
              and (each.kind == "pad" or what != "paste")]
    return [(each.x0 - grow, each.y0 - grow, each.x1 + grow, each.y1 + grow) for each in wanted]


def _size(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return round(box[2] - box[0], 3), round(box[3] - box[1], 3)


def _edge(outline: tuple[float, float, float, float]) -> list[str]:
    x0, y0, x1, y1 = outline
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]
    return ["G01*", *(f"X{_um(x)}Y{_um(y)}D0{2 if nth == 0 else 1}*" for nth, (x, y) in enumerate(corners))]


def _um(mm: float) -> int:
    """Millionths of a millimetre, as %FSLAX46Y46 has them."""
    return round(mm * 1_000_000)
