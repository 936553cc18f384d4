"""What the checks of a table have found, as JSON and as a page to print with a map of the board.

Pure: findings in, text out. Knows no table, and no check by name but for where its figures go on the map.
"""

import json
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path

from hardware_tests.bench import FAILED, NOT_HERE, OK, ROWS, SIDE, Check, Finding, square_name
from hardware_tests.t16_antennas import LOOPS, loop_name

Found = tuple[Check, Finding]
MOST_GAIN = 1023  # of ten bits, as the receiver has it
SQUARE = 40   # units of the picture to a square
MARGIN = 28
GOOD_PER_CENT = 70  # T18: read with so little of the field, a square has the margin that it should have

WORDS: Mapping[str, str] = {OK: "ok", FAILED: "FAIL", NOT_HERE: "not here"}

STYLE = """
@page { size: A4; margin: 14mm; }
body { font: 14px/1.4 system-ui, "Liberation Sans", Arial, sans-serif; color: #1b1b18; background: #fff;
max-width: 62em; margin: 1.5em auto; padding: 0 1em; font-variant-numeric: tabular-nums; }
h1 { font-size: 24px; margin: 0 0 .2em; } h2 { font-size: 18px; margin: 1.4em 0 .4em; } p { margin: .3em 0; }
.verdict { font-size: 16px; font-weight: 700; border-left: 6px solid #2f7d54; padding: .3em .7em; margin: .8em 0; }
.verdict.failed { border-color: #b3261e; }
.board { display: grid; grid-template-columns: minmax(0, 34em) minmax(12em, 1fr); gap: 1.5em; align-items: start; }
svg { width: 100%; height: auto; } svg text { font-size: 13px; text-anchor: middle; fill: #1b1b18; }
svg .coordinate { fill: #55534c; } svg .cell { fill: #fff; stroke: #8d8a80; }
svg .sound { fill: #dcebdf; } svg .weak { fill: #f4dfb0; } svg .wrong { fill: #1b1b18; }
svg .wrong + text { fill: #fff; font-weight: 700; }
.key { list-style: none; padding: 0; margin: 0 0 1em; }
.key li { display: flex; gap: .7em; align-items: center; margin: .2em 0; } .key svg { flex: none; width: 32px; }
.squares { padding-left: 1.2em; margin: 0; } .gains { columns: 4; padding-left: 1.2em; margin: 0; font-size: 13px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { text-align: left; padding: .3em .7em .3em 0; vertical-align: top; border-bottom: 1px solid #c9c6bc; }
th { font-weight: 700; border-bottom: 1.5px solid #55534c; } td:nth-child(-n+2) { white-space: nowrap; }
tr.failed td { font-weight: 700; } tr.failed td:nth-child(2) { color: #b3261e; } tr.absent td { color: #6a675e; }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 12px; } table { font-size: 11px; }
tr, li { break-inside: avoid; }
h2 { break-after: avoid; } thead { display: table-header-group; break-after: avoid; }
tbody tr:nth-child(-n+2) { break-before: avoid; } .board { break-inside: avoid; grid-template-columns: 115mm 1fr; }
* { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
@media screen and (max-width: 700px) { .board { grid-template-columns: 1fr; } }
"""


class NoReport(ValueError):
    """What stands where an earlier report would cannot be read as one; the text says what to do."""


def report(heading: str, when: str, found: Iterable[Found], stored: Mapping[int, int], anew: bool = False,
           ) -> dict[str, object]:
    """All that was found, as JSON: the rows of `taula doctor --json`, what is wrong by square, margins and gains.

    `gains` are those with which the next run compares: the `stored` ones, and of loops without one what a check that
    has passed has measured; with `anew` this goes before what is stored.
    """
    found = list(found)
    passed = _of(finding for _, finding in found if finding.passed)
    return {
        "table": heading,
        "when": when,
        "checks": [{"check": check.id, "title": check.title, "state": finding.state, "passed": finding.passed,
                    "measured": finding.measured, "limit": finding.limit, "advice": finding.advice}
                   for check, finding in found],
        "squares": {square_name(square): whats for square, whats in sorted(by_square(found).items())},
        "margins_per_cent": {square_name(square): part for square, part in sorted(margins(found).items())},
        "gains": _by_loop({**stored, **passed} if anew else {**passed, **stored}),
        "gains_measured": _by_loop(_of(finding for _, finding in found)),
    }


def _of(findings: Iterable[Finding]) -> dict[int, int]:
    """The gains of the loops in these findings."""
    return {loop: gain for finding in findings for loop, gain in finding.gains.items()}


def _by_loop(gains: Mapping[int, int]) -> dict[str, int]:
    return {str(loop): gain for loop, gain in sorted(gains.items())}


def kept_gains(path: Path) -> dict[int, int]:
    """The gains of the loops in an earlier report at `path`; none where there is no such file, or none in it.

    Raises NoReport.
    """
    try:
        gains = {int(loop): gain for loop, gain in json.loads(path.read_text(encoding="utf-8"))["gains"].items()}
    except FileNotFoundError:
        return {}
    except OSError as why:
        raise NoReport(f"{path} cannot be read ({why.strerror}): name another file") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NoReport(_spoilt(path)) from None
    if not all(loop in range(LOOPS) and type(gain) is int and 0 <= gain <= MOST_GAIN for loop, gain in gains.items()):
        raise NoReport(_spoilt(path))
    return gains


def _spoilt(path: Path) -> str:
    return f"{path} is no report of earlier checks, and is not written over: put it away, or name another file"


def by_square(found: Iterable[Found]) -> dict[int, list[str]]:
    """What is wrong with each square, with the number of the check that says so."""
    whats: dict[int, list[str]] = {}
    for check, finding in found:
        for square, what in finding.squares.items():
            whats.setdefault(square, []).append(f"{check.id} {what}")
    return whats


def margins(found: Iterable[Found]) -> dict[int, float]:
    """The part of the nominal field, in per cent, that a tile needs on a square, where that was measured."""
    return {square: part for _, finding in found for square, part in finding.margins.items()}


def page(heading: str, when: str, found: Iterable[Found], words: Mapping[str, str] = WORDS) -> str:
    """A page of HTML that needs nothing else: verdict, map, table of checks. `words`: of each state."""
    found = list(found)
    wrong, margin = by_square(found), margins(found)
    return "\n".join([
        "<!doctype html>", '<html lang="en">', '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">', "<title>Taula: bench checks</title>",
        f"<style>{STYLE}</style>", "<h1>Bench checks</h1>", f"<p>{escape(heading)}</p>", f"<p>{escape(when)}</p>",
        _verdict(found, words), "<h2>The board</h2>", '<div class="board">', board_map(wrong, margin),
        f"<div>{_key(wrong, margin)}{_squares(wrong)}</div>", "</div>", *_gains(found),
        "<h2>Checks</h2>",
        "<table><thead><tr><th>check<th>result<th>measured<th>limit<th>to be done</tr></thead><tbody>",
        *(_row(check, finding, words) for check, finding in found), "</tbody></table>", "</html>", ""])


def _verdict(found: list[Found], words: Mapping[str, str]) -> str:
    """What came of it all, in a line."""
    failed = [check.id for check, finding in found if finding.state == FAILED]
    passed = sum(finding.state == OK for _, finding in found)
    absent = sum(finding.state == NOT_HERE for _, finding in found)
    told = f"Not passed: {', '.join(failed)}." if failed else f"All {passed} checks passed."
    more = f" {words[NOT_HERE].capitalize()}: {absent}." if absent else ""
    return f'<p class="verdict{" failed" if failed else ""}">{escape(told + more)}</p>'


def board_map(wrong: Mapping[int, list[str]], margin: Mapping[int, float]) -> str:
    """The board from above as SVG, row a at the top as the rule documents have it."""
    side = MARGIN + SIDE * SQUARE + 2
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" role="img"'
             ' aria-label="The board; each dark square is named in the list beside it">']
    for number in range(SIDE):
        middle = MARGIN + SQUARE * number + SQUARE // 2
        parts.append(f'<text class="coordinate" x="{middle}" y="18">{number + 1}</text>')
        parts.append(f'<text class="coordinate" x="14" y="{middle + 5}">{ROWS[number]}</text>')
    for square in range(SIDE * SIDE):
        x, y = MARGIN + SQUARE * (square % SIDE), MARGIN + SQUARE * (square // SIDE)
        parts.append(_cell(x, y, _kind(square, wrong, margin), _figure(square, wrong, margin)))
    return "\n".join([*parts, "</svg>"])


def _cell(x: int, y: int, kind: str, text: str) -> str:
    return (f'<rect class="cell {kind}" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>'
            f'<text x="{x + SQUARE // 2}" y="{y + SQUARE // 2 + 5}">{text}</text>')


def _kind(square: int, wrong: Mapping[int, list[str]], margin: Mapping[int, float]) -> str:
    if square in wrong:
        return "wrong"
    if square not in margin:
        return ""
    return "sound" if margin[square] <= GOOD_PER_CENT else "weak"


def _figure(square: int, wrong: Mapping[int, list[str]], margin: Mapping[int, float]) -> str:
    return f"{margin[square]:g}" if square in margin else "×" if square in wrong else ""


def _key(wrong: Mapping[int, list[str]], margin: Mapping[int, float]) -> str:
    """What the map's signs mean, of those that stand on it."""
    rows = [("", "", "nothing found wrong")]
    rows += [("wrong", "×", "dark, with or without a number: a check has failed here")] * bool(wrong)
    rows += [("sound", "65", f"per cent of the field that a tile needs here; {GOOD_PER_CENT} or less is good")
             ] * bool(margin)
    signs = (f'<li><svg viewBox="0 0 {SQUARE + 2} {SQUARE + 2}">{_cell(1, 1, kind, text)}</svg>{escape(says)}</li>'
             for kind, text, says in rows)
    return f'<ul class="key">{"".join(signs)}</ul>'


def _squares(wrong: Mapping[int, list[str]]) -> str:
    """The dark squares, with what is wrong there; those of which the same is said stand together."""
    alike: dict[str, list[str]] = {}
    for square, whats in sorted(wrong.items()):
        alike.setdefault("; ".join(whats), []).append(square_name(square))
    lines = (f"<li><b>{' '.join(names)}</b> {escape(what)}</li>" for what, names in alike.items())
    return f'<ul class="squares">{"".join(lines)}</ul>' if wrong else ""


def _gains(found: list[Found]) -> list[str]:
    lines = [f"<li>{loop_name(loop)} {gain}</li>" for _, finding in found
             for loop, gain in sorted(finding.gains.items())]
    return ["<h2>Gain of the loops</h2>", f'<ul class="gains">{"".join(lines)}</ul>'] if lines else []


def _row(check: Check, finding: Finding, words: Mapping[str, str]) -> str:
    cells = (f"{check.id} {check.title}", words[finding.state], finding.measured,
             finding.limit if finding.here else "", finding.advice)
    kind = {FAILED: ' class="failed"', NOT_HERE: ' class="absent"'}.get(finding.state, "")
    return f"<tr{kind}>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
