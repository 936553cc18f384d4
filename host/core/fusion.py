"""What stands where: Hall and radio evidence joined, square by square.

Pure: a picture of the board and an event in, the next picture out. Knows nothing of the game: which tiles are
played, laid or out of place is for `table.py` to say. The truth table is that of the hardware page:
magnet and one tag that is read nowhere else, certain; magnet without tag, unknown; anything else, conflict.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from host.core.events import BoardTold, Calmed, Event, HallChanged, Stirred, TagsRead

SQUARES = 225


class Evidence(StrEnum):
    """How far a square is known."""

    EMPTY = "empty"
    CERTAIN = "certain"
    UNKNOWN = "unknown"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Sensed:
    """The board as its sensors last told it.

    `on` are the squares (0..224) with a settled magnet, `tags` the last reading of a square (missing: not read
    since it was told), `doubled` the tags that answer on several squares, `moving` whether something is still
    unsettled or unread.
    """

    on: frozenset[int] = frozenset()
    tags: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    doubled: frozenset[str] = frozenset()
    moving: bool = False

    def evidence(self, square: int) -> Evidence:
        """How far `square` is known.

        >>> Sensed(on=frozenset({112}), tags={112: ("e004",)}).evidence(112)
        <Evidence.CERTAIN: 'certain'>
        >>> Sensed(on=frozenset({112})).evidence(112)
        <Evidence.UNKNOWN: 'unknown'>
        """
        tags = self.tags.get(square, ())
        if not tags:
            return Evidence.UNKNOWN if square in self.on else Evidence.EMPTY
        certain = square in self.on and len(tags) == 1 and tags[0] not in self.doubled
        return Evidence.CERTAIN if certain else Evidence.CONFLICT

    def tag_at(self, square: int) -> str | None:
        """The tag that certainly stands on `square`, else None."""
        return self.tags[square][0] if self.evidence(square) is Evidence.CERTAIN else None

    def places_of(self, tag: str) -> tuple[int, ...]:
        """All squares where `tag` was last read, in order."""
        return tuple(sorted(square for square, tags in self.tags.items() if tag in tags))

    def occupied(self) -> tuple[int, ...]:
        """All squares with any evidence of a tile, in order."""
        return tuple(sorted(self.on | {square for square, tags in self.tags.items() if tags}))


def sensed_after(sensed: Sensed, event: Event) -> Sensed:
    """The board after `event`; any other event changes nothing.

    A whole state begins with BoardTold: readings told before it are forgotten, for the tags follow it.
    """
    match event:
        case HallChanged(square=square, on=on) if 0 <= square < SQUARES:
            return replace(sensed, on=sensed.on | {square} if on else sensed.on - {square})
        case TagsRead(square=square, tags=tags) if 0 <= square < SQUARES:
            return _read(sensed, {**sensed.tags, square: tags})
        case BoardTold(on=on):
            return _read(replace(sensed, on=frozenset(s for s in on if 0 <= s < SQUARES)), {})
        case Stirred():
            return replace(sensed, moving=True)
        case Calmed():
            return replace(sensed, moving=False)
    return sensed


def _read(sensed: Sensed, tags: Mapping[int, tuple[str, ...]]) -> Sensed:
    counts = Counter(tag for found in tags.values() for tag in found)
    return replace(sensed, tags=tags, doubled=frozenset(tag for tag, count in counts.items() if count > 1))
