"""What a check asks of a person at the table: to do something, to look, or to read a meter.

Knows no table. On a real one the words are printed and somebody answers; the virtual table has a person of its own.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from hardware_tests.bench import Unanswered

MM = 1000  # um
TILES = 100
LIFTED_MM = 40


class NoPerson(Unanswered):
    """The check needs somebody at the table, and nobody is there, or nobody who can do this."""


class What(StrEnum):
    """The kinds of requests. The first group is done, the second looked at (yes or no), the third measured."""

    LAY = "lay"
    LIFT = "lift"
    DROP = "drop"
    RACK = "rack"
    SHAKE = "shake"
    PASS = "pass"
    DRAW = "draw"
    PRESS = "press"

    LAMPS = "lamps"
    CUT = "cut"
    LOOK = "look"

    CURRENT = "current"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Request:
    """`sentence` is what a person reads; the rest says the same to a program.

    square: 0..224. tile: any number; the same number is the same tile. aside_um: to the right and downwards from the
    square's middle. height_um: above the playing surface. colour: red, green, blue, 0..255. name: of a button,
    a lamp or whatever else is meant. count: how often, or how many.
    """

    what: What
    sentence: str
    square: int = 0
    tile: int = 1
    aside_um: tuple[int, int] = (0, 0)
    height_um: int = 0
    colour: tuple[int, int, int] = (0, 0, 0)
    name: str = ""
    count: int = 1


class Person(Protocol):
    """Somebody at the table. Every method raises NoPerson when nobody is there who can."""

    def does(self, request: Request) -> float | None:
        """Do it; the second (of Bench.now_s) at which it was done, None when that cannot be said within 10 ms."""
        ...

    def sees(self, request: Request) -> bool:
        """Whether it is as the sentence says."""
        ...

    def measures(self, request: Request) -> float:
        """The number that the sentence asks for, in the unit that it names; never NaN or infinite."""
        ...


class Nobody:
    """A table without a person: each check that needs one says so."""

    def does(self, request: Request) -> float | None:
        raise NoPerson("nobody is at the table: run this check from a terminal, and have somebody there")

    def sees(self, request: Request) -> bool:
        raise NoPerson("nobody is at the table: run this check from a terminal, and have somebody there")

    def measures(self, request: Request) -> float:
        raise NoPerson("nobody is at the table: run this check from a terminal, and have somebody there")


class AskedPerson:
    """A person who reads sentences and types. `ask(sentence)` gives what is typed, None at the end of input."""

    def __init__(self, ask: Callable[[str], str | None]) -> None:
        self._ask = ask

    def does(self, request: Request) -> float | None:
        self._answer(f"{request.sentence} Then press Enter.")
        return None  # a hand at a keyboard tells no moment within 10 ms

    def sees(self, request: Request) -> bool:
        while True:
            answer = self._answer(f"{request.sentence} [y/n]").strip().lower()
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")

    def measures(self, request: Request) -> float:
        while True:
            try:
                number = float(self._answer(request.sentence).strip().replace(",", "."))
            except ValueError:
                continue
            if math.isfinite(number):  # `nan` and `inf` are numbers to Python, and no limit fails a NaN
                return number

    def _answer(self, sentence: str) -> str:
        answer = self._ask(sentence)
        if answer is None:
            raise NoPerson("nobody answers any more: run this check again, with somebody at the table")
        return answer
