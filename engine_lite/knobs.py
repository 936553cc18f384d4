"""What a knob of a rulebook may be: its kind, its bounds, its unit, and how a written value is read or refused.

Knows no knob by name and no rulebook.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine_lite.choices import Choice
from engine_lite.quoting import quoted

__all__ = [
    "BadKnobValue", "Kind", "Knob", "KnobValue", "Number", "OneOf", "Says", "Text", "UnknownKnob",
    "YesNo", "kind_of",
]

KnobValue = int | bool | str


class Knob(NamedTuple):
    """One setting of one rulebook, as `taula rulebooks` prints it."""

    name: str
    value: KnobValue
    unit: str
    source: str
    text: str


class UnknownKnob(LookupError):
    """No knob has that name; the message lists those that there are."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"no knob is called {quoted(name)}; there are {', '.join(known)}")
        self.name = name


class BadKnobValue(ValueError):
    """A knob cannot have that value; the message names the knob and what is allowed."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        super().__init__(f"{name} is {_shown(value)}; it must be {allowed}")
        self.name = name
        self.value = value


def _shown(value: object) -> str:
    """`value` as settings write it, or nearly, and not too long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        return str(value) if isinstance(value, int) and abs(value) < 10**9 else quoted(str(value))
    except (RecursionError, ValueError):  # lists in lists, a number of thousands of digits
        return "far too long"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` to `high` of `unit`; `text` says what it settles, and what 0 means if it may be 0."""

    low: int
    high: int
    unit: str
    text: str

    @property
    def allowed(self) -> str:
        """The bounds, in words."""
        return f"a whole number between {self.low} and {self.high} ({self.unit})"

    def read(self, name: str, value: object) -> int:
        """`value` as knob `name` keeps it; raises BadKnobValue."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise BadKnobValue(name, value, self.allowed)
        return value


@dataclass(frozen=True, slots=True)
class Says:
    """What a knob without bounds settles: written beside a bool or a Choice, whose kind `kind_of` finds."""

    text: str


@dataclass(frozen=True, slots=True)
class YesNo:
    """True or false; `text` says what is true."""

    text: str
    unit: str = ""
    allowed: str = "true or false"

    def read(self, name: str, value: object) -> bool:
        """`value` as knob `name` keeps it; raises BadKnobValue."""
        if not isinstance(value, bool):
            raise BadKnobValue(name, value, self.allowed)
        return value


@dataclass(frozen=True, slots=True)
class OneOf:
    """One member of `choices`."""

    choices: type[Choice]
    text: str
    unit: str = ""

    @property
    def allowed(self) -> str:
        """The names of the members."""
        return f"one of {', '.join(self.choices)}"

    def read(self, name: str, value: object) -> Choice:
        """`value`, a member or its name, as knob `name` keeps it; raises BadKnobValue."""
        for choice in self.choices:
            if choice == value:
                return choice
        raise BadKnobValue(name, value, self.allowed)


@dataclass(frozen=True, slots=True)
class Text:
    """A line of at most `longest` printable characters."""

    longest: int
    text: str
    unit: str = ""

    @property
    def allowed(self) -> str:
        """The bound, in words."""
        return f"one line of at most {self.longest} printable characters"

    def read(self, name: str, value: object) -> str:
        """`value` as knob `name` keeps it; raises BadKnobValue."""
        if not isinstance(value, str) or len(value) > self.longest or not value.isprintable():
            raise BadKnobValue(name, value, self.allowed)
        return value


Kind = Number | YesNo | OneOf | Text


def kind_of(annotation: Any) -> Kind | None:
    """What a field annotated `Annotated[type, mark]` may be; None for a field that is no knob.

    >>> from typing import Annotated
    >>> kind_of(Annotated[bool, Says("it is so")]).allowed, kind_of(bool)
    ('true or false', None)
    """
    for mark in getattr(annotation, "__metadata__", ()):
        if isinstance(mark, Number | Text):
            return mark
        if isinstance(mark, Says):
            holds = annotation.__origin__
            return YesNo(mark.text) if holds is bool else OneOf(holds, mark.text)
    return None
