"""What a rulebook is: every knob on which the rule documents differ, typed, each with its unit and its source.

Knows no rulebook by name and applies no rule.
"""

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from typing import Any, NamedTuple

from engine_lite.layout import STANDARD, Layout
from engine_lite.reasons import Reason
from engine_lite.tiles import TileSet

NOT_FROM_A_SEED = "not from the seed"  # the source of a preset about which the rulebook's documents are silent


class Order(StrEnum):
    """When a player fills the rack: before the clock is pressed or after it."""

    DRAW_THEN_PRESS = "draw_then_press"
    PRESS_THEN_DRAW = "press_then_draw"


class Knob(NamedTuple):
    """One setting of one rulebook, as `taula rulebooks` prints it."""

    name: str
    value: int | bool | str
    unit: str
    source: str
    text: str


def _knob(unit: str, text: str) -> dict[str, str]:
    """What makes a field of Rulebook a knob: its unit ("" for yes or no and for names) and what it settles."""
    return {"unit": unit, "text": text}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """One club's rules as values, each knob a field.

    `sources` has a paragraph for every knob, `rules` one for each reason that a document states: `000 r6` is rule 6
    of rule document 000, `001 B3` a bullet, `003 L19` a line of the file, `002` stands before a heading.
    """

    name: str
    language: str
    tile_set: TileSet
    layout: Layout = STANDARD
    seats: int = field(metadata=_knob("sides", "how many sides play at one table"))
    rack_size: int = field(metadata=_knob("tiles", "the most tiles that a side may hold, and lay in one turn"))
    opening_tiles: int = field(
        metadata=_knob("tiles", "the fewest tiles of the opening play, which covers the centre square")
    )
    bingo: int = field(metadata=_knob("points", "added to a play that lays a full rack, after all multiplying"))
    q_needs_u: bool = field(metadata=_knob("", "whether the Q stands alone and must have a U after it in every word"))
    clock_s: int = field(metadata=_knob("seconds", "thinking time of a side for the whole game"))
    order: Order = field(metadata=_knob("", "whether the rack is filled before the clock is pressed or after it"))
    sources: Mapping[str, str] = field(compare=False, repr=False)
    rules: Mapping[Reason, str] = field(compare=False, repr=False)

    def knobs(self) -> tuple[Knob, ...]:
        """Every knob with its value, unit, source and text, in the order of this class."""
        return tuple(
            Knob(each.name, getattr(self, each.name), source=self.sources[each.name], **each.metadata)
            for each in _KNOB_FIELDS
        )

    def rule(self, reason: Reason) -> str:
        """The paragraph behind a refusal; "" for what no document needs to say."""
        return self.rules.get(reason, "")


_KNOB_FIELDS: tuple[Field[Any], ...] = tuple(each for each in fields(Rulebook) if each.metadata)


class UnknownRulebook(LookupError):
    """No rulebook has that name; the message lists those that there are."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no rulebook is called {name}; there are {', '.join(known)}")
        self.name = name
        self.known = known
