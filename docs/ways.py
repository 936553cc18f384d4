"""The picture of the phases of a game, drawn from host.core.phases.WAYS: boxes, arrows, and small print for what can
happen nearly everywhere.

`python docs/ways.py > ways.svg` writes it alone. Knows nothing of the page that it stands on.
"""

from math import hypot

from host.core.phases import WAYS, Phase

# Where each phase stands: column and row.
PLACES = {
    Phase.SETUP: (0, 0), Phase.COUNT: (1, 0), Phase.DRAW: (2, 0), Phase.RACKS: (3, 0),
    Phase.DECLARED: (0.6, 1), Phase.PLAYING: (1.75, 1), Phase.DISTURBED: (3.1, 1),
    Phase.HOLDING: (0, 2), Phase.CHALLENGED: (1.75, 2), Phase.REMOVING: (3.1, 2),
    Phase.SETTLING: (0.6, 3), Phase.PAUSED: (2.25, 3), Phase.OVER: (3.3, 3), Phase.AGREED: (3.3, 3.9),
}
# What nearly every phase leads to would hide the rest: named in the box, not drawn.
EVERYWHERE = (Phase.DISTURBED, Phase.PAUSED, Phase.OVER)
COLUMN, ROW, WIDE, HIGH, MARGIN = 210, 130, 170, 62, 18  # units of the picture, about pixels
BEND = 0.16  # how far an arrow bows out, as a share of its length

# Dark where the manual is, whatever the system wishes: the reader may have chosen otherwise on the page.
STYLE = """
.ways { background: #fff; }
.ways rect { fill: #eef3f8; stroke: #2a5d8f; stroke-width: 1.5; }
.ways text { font: 18px sans-serif; text-anchor: middle; fill: #14293d; }
.ways .more { font-size: 13px; fill: #44586b; }
.ways path { fill: none; stroke: #5b6f82; stroke-width: 1.4; }
.ways marker path { fill: #5b6f82; stroke: none; }
[data-md-color-scheme="slate"] .ways { background: #16202a; }
[data-md-color-scheme="slate"] .ways rect { fill: #22364a; stroke: #8fbbe6; }
[data-md-color-scheme="slate"] .ways text { fill: #f0f5fa; }
[data-md-color-scheme="slate"] .ways .more { fill: #c2d0dd; }
[data-md-color-scheme="slate"] .ways path { stroke: #a3b6c8; }
[data-md-color-scheme="slate"] .ways marker path { fill: #a3b6c8; stroke: none; }
"""


def arrows() -> dict[tuple[Phase, Phase], bool]:
    """The arrows to draw, each with whether it points both ways.

    >>> arrows()[Phase.OVER, Phase.AGREED], (Phase.SETUP, Phase.OVER) in arrows()
    (True, False)
    """
    found: dict[tuple[Phase, Phase], bool] = {}
    for phase, ways in WAYS.items():
        for then in ways:
            if (then, phase) in found:
                found[then, phase] = True
            elif drawn(phase, then):
                found[phase, then] = then in WAYS and phase in WAYS[then] and phase not in EVERYWHERE
    found[Phase.OVER, Phase.AGREED] = Phase.OVER in WAYS[Phase.AGREED]
    return found


def drawn(phase: Phase, then: Phase) -> bool:
    """Whether a way has an arrow: not to what can happen everywhere, nor back from there to where it was."""
    return then not in EVERYWHERE and phase not in (*EVERYWHERE, then)


def more(phase: Phase) -> str:
    """The small print of a box: what else the phase leads to."""
    if phase is Phase.PAUSED:
        return "then on as before, or over"
    if phase is Phase.DISTURBED:
        return "then on as in playing"
    also = [str(then) for then in WAYS[phase] if then in EVERYWHERE and phase is not Phase.AGREED]
    return f"or {', '.join(also)}" if also else ""


def middle(phase: Phase) -> tuple[float, float]:
    """The middle of a box."""
    column, row = PLACES[phase]
    return MARGIN + WIDE / 2 + column * COLUMN, MARGIN + 40 + HIGH / 2 + row * ROW


def bowed(one: Phase, other: Phase) -> tuple[tuple[float, float], tuple[float, float]]:
    """The point that an arrow bows towards, and the one next to it on the border of `one`."""
    (x0, y0), (x1, y1) = middle(one), middle(other)
    length = hypot(x1 - x0, y1 - y0)
    in_the_way = (y0 == y1 and abs(x1 - x0) > COLUMN) or (abs(y1 - y0) > ROW and abs(x1 - x0) < COLUMN)
    bend = BEND if in_the_way else 0  # another box stands between the two
    control = (x0 + x1) / 2 + (y1 - y0) * bend, (y0 + y1) / 2 - (x1 - x0) * bend
    return control, (x0, y0) if not length else border(one, control)


def border(phase: Phase, towards: tuple[float, float]) -> tuple[float, float]:
    """Where the line from the middle of a box towards a point leaves the box."""
    x, y = middle(phase)
    right, down = towards[0] - x, towards[1] - y
    share = min(abs(WIDE / 2 / right) if right else 9e9, abs(HIGH / 2 / down) if down else 9e9)
    return x + right * share, y + down * share


def arrow(one: Phase, other: Phase, both: bool) -> str:
    """One arrow, or a line with a head at both ends."""
    control, start = bowed(one, other)
    end = border(other, control)
    head = ' marker-start="url(#head)"' if both else ""
    points = f"M{start[0]:.0f} {start[1]:.0f} Q{control[0]:.0f} {control[1]:.0f} {end[0]:.0f} {end[1]:.0f}"
    return f'<path d="{points}"{head} marker-end="url(#head)"/>'


def box(phase: Phase) -> str:
    """A phase by its name, with its small print."""
    x, y = middle(phase)
    small = more(phase)
    lines = [f'<rect x="{x - WIDE / 2:.0f}" y="{y - HIGH / 2:.0f}" width="{WIDE}" height="{HIGH}" rx="7"/>',
             f'<text x="{x:.0f}" y="{y - 3 if small else y + 5:.0f}">{phase}</text>']
    return "".join([*lines, f'<text class="more" x="{x:.0f}" y="{y + 17:.0f}">{small}</text>' if small else ""])


def picture() -> str:
    """The whole picture as SVG, without an empty line, so that it can stand in a page."""
    wide = round(max(middle(phase)[0] for phase in Phase) + WIDE / 2 + MARGIN)
    high = round(max(middle(phase)[1] for phase in Phase) + HIGH / 2 + MARGIN)
    head = ('<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" '
            'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z"/></marker></defs>')
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ways" viewBox="0 0 {wide} {high}" role="img" '
        'aria-label="The phases of a game and the ways between them; the table below says the same in words">',
        f"<style>{STYLE}</style>", head,
        *(arrow(one, other, both) for (one, other), both in arrows().items()),
        *(box(phase) for phase in Phase), "</svg>",
    ])


if __name__ == "__main__":
    print(picture())
