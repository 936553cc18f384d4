"""T07: does each square feel a tile, and no other square with it?

Source of the limit: hardware test plan, T07. A lamp leads the hand; this compares what the board tells.
"""

from typing import NamedTuple

from hardware_tests import hearing
from hardware_tests.bench import Bench, Check, Finding, square_name
from hardware_tests.parts import MAGNETS

SQUARES = 225
LIMIT = f"{SQUARES} of {SQUARES} squares on and off once, and no other square with them"
SHOWN = 3
SILENT = "feels no tile"
STUCK = "is on with no tile there"
NEITHER = SILENT, STUCK  # no square answers a tile that is laid here


class Walked(NamedTuple):
    """What came of one square: what is wrong, "" if nothing; the one square that answered, if it did so clearly."""

    wrong: str
    answer: int | None = None


def measure(bench: Bench) -> Finding:
    """Have one tile laid on and lifted from every square."""
    walked: dict[int, Walked] = {}
    before = hearing.on_now(bench)
    for square in range(SQUARES):
        hearing.lead(bench, square)
        found = _walked(bench, square)
        walked[square] = Walked(STUCK) if found.wrong == SILENT and square in before else found
    wrong = {square: found.wrong for square, found in walked.items() if found.wrong}
    answers = {square: found.answer for square, found in walked.items() if found.answer is not None}
    silent = tuple(square for square, what in wrong.items() if what in NEITHER)
    measured = f"{SQUARES - len(wrong)} of {SQUARES} squares sound"
    return Finding(not wrong, measured, LIMIT, _advice(wrong, answers), wrong, answers=answers, silent=silent)


def _walked(bench: Bench, square: int) -> Walked:
    hearing.fresh(bench)
    bench.person.does(hearing.lay(square))
    on = hearing.changes(bench.told(hearing.SETTLES_S))
    bench.person.does(hearing.lift(square))
    off = hearing.changes(bench.told(hearing.SETTLES_S))
    told = {each for each, _ in on + off}
    answer = told.pop() if len(told) == 1 and [how for _, how in on + off] == [True, False] else None
    return Walked("" if answer == square else _wrong(square, on, off), answer)


def _wrong(square: int, on: list[tuple[int, bool]], off: list[tuple[int, bool]]) -> str:
    others = sorted({each for each, _ in on + off if each != square})
    if others:
        names = ", ".join(map(square_name, others[:SHOWN]))
        return f"{names} with it" if (square, True) in on else f"answers as {names}"
    if not on:
        return SILENT
    return "does not let go" if not off else f"{len(on) + len(off)} changes for one tile"


def _advice(wrong: dict[int, str], answers: dict[int, int]) -> str:
    if not wrong:
        return ""
    told = "; ".join(f"{square_name(square)} {what}" for square, what in list(wrong.items())[:SHOWN])
    if len(wrong) > SHOWN:
        told += f"; and {len(wrong) - SHOWN} more"
    if len(wrong) == SQUARES and SILENT in wrong.values() and set(wrong.values()) <= set(NEITHER):
        return "no square feels the tile: turn it over, and look at its magnet's pole with the polarity tester"
    if len(answers) == len(set(answers.values())) == SQUARES:
        return told + (": every square answers once, so the sensors are sound and wired in another order; compare"
                       " with the wiring page, or have the board learn it: taula doctor T07 --learn")
    swapped = any("answers as" in what for what in wrong.values())
    return told + (": sensors or a ribbon cable are swapped" if swapped else ": look at its joints, then change it")


DOES = "One tile is laid on every square in turn, where the lamp leads; the board is empty before."
CHECK = Check("T07", "magnet walk", DOES, LIMIT, measure, needs_person=True, part=MAGNETS)
