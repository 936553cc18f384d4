"""The text of a paragraph that a rulebook cites, looked up in the rule documents themselves."""

import re
from collections.abc import Iterator
from functools import cache

from engine_lite.readings import NOT_FROM_A_SEED
from hardware_tests import needs

HEADINGS_002 = (
    "Partida clàssica", "La primera jugada", "Col·locar una paraula", "Canviar fitxes", "Passar (saltar-se un torn)",
    "Impugnar una jugada", "Final d’un torn", "Premi per a jugar un scrabble", "Paraules admeses", "Final del joc",
    "Tingueu en compte que…",
)  # fmt: skip
FIRST_BULLET_001 = 8  # line of the file; one bullet in every second line from there


def cited(source: str) -> Iterator[str]:
    """The single citations in `source`: `003 L23; 003 L32, for 004 is silent` has two. None for what no seed says."""
    if source != NOT_FROM_A_SEED:
        for each in source.split("; "):
            yield re.sub(r", for 00\d is silent$", "", each)


def paragraph(citation: str) -> str:
    """The text behind `000 r28b iv`, `001 B3`, `001 line 2`, `002 Final del joc` or `004 L84-86`, on one line.

    Raises LookupError when the document has no such paragraph.
    """
    document, _, place = citation.partition(" ")
    if found := re.fullmatch(r"L(\d+)(?:-(\d+))?|line (\d+)|B(\d+)", place):
        start, end, line, bullet = (int(number) if number else 0 for number in found.groups())
        first = start or line or FIRST_BULLET_001 + 2 * (bullet - 1)
        lines = _lines(document)[first - 1 : (end or first)]
        if not lines or not lines[0].strip(" |") or not lines[-1].strip(" |"):
            raise LookupError(f"{citation} is no paragraph")
        return " ".join(" ".join(lines).split())
    return (_rules() if document == "000" else _under_headings())[place]


@cache
def _lines(document: str) -> tuple[str, ...]:
    (path,) = needs.shared("seeds").glob(f"{document}_*.txt")
    return tuple(path.read_text(encoding="utf-8").splitlines())


@cache
def _rules() -> dict[str, str]:
    """Document 000 by rule: `r28`, `r28b`, `r28b iv`; a line without a number goes on with the rule before."""
    found: dict[str, str] = {}
    rule = letter = at = ""
    for line in _lines("000"):
        number = re.match(r"(?:(\d+)|([a-e])|(i|ii|iii|iv))\. ", line)
        if number and number[1]:
            rule, letter = f"r{number[1]}", ""
            at = rule
        elif number and number[2]:
            letter = number[2]
            at = rule + letter
        elif number:
            at = f"{rule}{letter} {number[3]}"
        elif line.isupper():
            at = ""
        if at:
            found[at] = f"{found.get(at, '')} {line}".strip()
    return found


@cache
def _under_headings() -> dict[str, str]:
    found: dict[str, str] = {}
    at = HEADINGS_002[0]
    for line in _lines("002"):
        at = next((heading for heading in HEADINGS_002 if " ".join(line.split()).startswith(heading)), at)
        found[at] = " ".join(f"{found.get(at, '')} {line}".split())
    return found
