"""What the checks of a table have found, as JSON and as a page to print with a map of the board.

Pure: findings in, text out. Knows no table, and no check by name but for where its figures go on the map.
"""

import json
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path

from hardware_tests.bench import ROWS, SIDE, Check, Finding, square_name
from hardware_tests.t16_antennas import loop_name

Found = tuple[Check, Finding]
SQUARE = 40   # units of the picture to a square
MARGIN = 28
GOOD_MM = 4.3  # T18: read there, a square has the margin that it should have

STYLE = """
body { font: 15px/1.4 sans-serif; color: #111; max-width: 60em; margin: 1.5em auto; padding: 0 1em; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25em .6em; vertical-align: top;
border-bottom: 1px solid #bbb; } .fail { font-weight: bold; } svg { width: 100%; max-width: 42em; }
svg text { font: 12px sans-serif; text-anchor: middle; } .cell { fill: #fff; stroke: #888; }
.sound { fill: #e3eee3; } .wrong { fill: #222; } .wrong + text { fill: #fff; }
@media print { tr, svg { break-inside: avoid; } body { margin: 0; } }
"""


def report(heading: str, found: Iterable[Found]) -> dict[str, object]:
    """All that was found, as JSON: the rows of `taula doctor --json`, what is wrong by square, margins and gains."""
    found = list(found)
    return {
        "table": heading,
        "checks": [{"check": check.id, "title": check.title, "passed": finding.passed, "measured": finding.measured,
                    "limit": finding.limit, "advice": finding.advice} for check, finding in found],
        "squares": {square_name(square): whats for square, whats in sorted(by_square(found).items())},
        "margins_mm": {square_name(square): mm for square, mm in sorted(margins(found).items())},
        "gains": {str(loop): gain for _, finding in found for loop, gain in sorted(finding.gains.items())},
    }


def kept_gains(path: Path) -> dict[int, int]:
    """The gains of the loops in an earlier report at `path`; none where there is no such report, or none in it."""
    try:
        gains = json.loads(path.read_text(encoding="utf-8"))["gains"]
        return {int(loop): int(gain) for loop, gain in gains.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def by_square(found: Iterable[Found]) -> dict[int, list[str]]:
    """What is wrong with each square, with the number of the check that says so."""
    whats: dict[int, list[str]] = {}
    for check, finding in found:
        for square, what in finding.squares.items():
            whats.setdefault(square, []).append(f"{check.id} {what}")
    return whats


def margins(found: Iterable[Found]) -> dict[int, float]:
    """Millimetres above the board up to which a tile is read, where that was measured."""
    return {square: mm for _, finding in found for square, mm in finding.margins.items()}


def page(heading: str, found: Iterable[Found]) -> str:
    """A page of HTML that needs nothing else: verdict, map, table of checks."""
    found = list(found)
    failed = [check.id for check, finding in found if not finding.passed]
    verdict = f"Not passed: {', '.join(failed)}." if failed else f"All {len(found)} checks passed."
    return "\n".join([
        "<!doctype html>", '<html lang="en">', '<meta charset="utf-8">', "<title>Taula: bench checks</title>",
        f"<style>{STYLE}</style>", "<h1>Bench checks</h1>", f"<p>{escape(heading)}</p>", f"<p><b>{verdict}</b></p>",
        "<h2>The board</h2>",
        "<p>A dark square has failed a check, named below. A figure is its read margin: mm above the board up to"
        " which a tile is read.</p>", board_map(by_square(found), margins(found)), *_notes(found),
        "<h2>Checks</h2>", "<table><tr><th>check<th></th><th>measured<th>limit<th>to be done</tr>",
        *(_row(check, finding) for check, finding in found), "</table>", "</html>", ""])


def board_map(wrong: Mapping[int, list[str]], margin_mm: Mapping[int, float]) -> str:
    """The board from above as SVG, row a at the top as the rule documents have it."""
    side = MARGIN + SIDE * SQUARE + 2
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" role="img"'
             ' aria-label="The board; each dark square is named in the list below">']
    for number in range(SIDE):
        middle = MARGIN + SQUARE * number + SQUARE // 2
        parts.append(f'<text x="{middle}" y="18">{number + 1}</text>')
        parts.append(f'<text x="14" y="{middle + 4}">{ROWS[number]}</text>')
    for square in range(SIDE * SIDE):
        x, y = MARGIN + SQUARE * (square % SIDE), MARGIN + SQUARE * (square // SIDE)
        kind = "wrong" if square in wrong else "sound" if margin_mm.get(square, -1) >= GOOD_MM else ""
        parts.append(f'<rect class="cell {kind}" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>'
                     f'<text x="{x + SQUARE // 2}" y="{y + SQUARE // 2 + 4}">'
                     f'{f"{margin_mm[square]:g}" if square in margin_mm else "×" if square in wrong else ""}</text>')
    return "\n".join([*parts, "</svg>"])


def _notes(found: list[Found]) -> list[str]:
    lines = [f"<li><b>{square_name(square)}</b> {escape('; '.join(whats))}</li>"
             for square, whats in sorted(by_square(found).items())]
    gains = [f"{loop_name(loop)} {gain}" for _, finding in found for loop, gain in sorted(finding.gains.items())]
    return ["<ul>", *lines, "</ul>"] * bool(lines) + [f"<p>Gain of the loops: {', '.join(gains)}.</p>"] * bool(gains)


def _row(check: Check, finding: Finding) -> str:
    verdict = "ok" if finding.passed else "FAIL"
    cells = (f"{check.id} {check.title}", verdict, finding.measured, finding.limit, finding.advice)
    mark = "" if finding.passed else ' class="fail"'
    return f"<tr{mark}>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
