"""What each message of a board tells the game: a message in, an event out.

Pure. Knows nothing of frames, of numbers on the wire, or of when an event counts.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from tablewire import messages as wire

from host.core import events
from host.core.events import Source

_NS_IN_MS = 1_000_000


@dataclass(frozen=True, slots=True)
class SquareStirs:
    """A board without radio feels that the magnet of a square comes or goes: for the board that reads the tags."""

    square: int


@dataclass(frozen=True, slots=True)
class AllRead:
    """A board without magnets has read all squares of which it was told up to the `nth` message."""

    at_ns: int
    nth: int


@dataclass(frozen=True, slots=True)
class StartsOften:
    """The link's own: its board has started anew once too often (see link_health) for people to play on it."""


Told = events.TableEvent | SquareStirs | AllRead | StartsOften


@dataclass(frozen=True, slots=True)
class Received:
    """An event and the message it came in; no source when the link itself has noticed it (board up, board down).

    What is between two boards only (see `link_pair`), or between link and app, is no event of the game; None is what
    has done its work there.
    """

    event: Told | None
    source: Source | None


# How long after its `at_ms` a board tells a message, if not at once: what settles is stamped by its first reading and
# told SETTLE_MS later, what passes the ring once it has gone. What the game asks of times (how late a tile may come
# after a press) counts from the telling, for that is what it hears at a table without pulses on SYNC.
SETTLE_MS = 120  # as pinout.py has it
_TOLD_AFTER_MS: dict[type, Callable[[Any], int]] = {
    wire.HallChanged: lambda _: SETTLE_MS,
    wire.BagSighting: lambda m: int(m.for_ms),
}


def bits_of(squares: Iterable[int]) -> bytes:
    """`squares` as HallState has them, the first in the highest bit of the first byte."""
    bits = bytearray((wire.SQUARES + 7) // 8)
    for square in squares:
        bits[square >> 3] |= 0x80 >> (square & 7)
    return bytes(bits)


def _set_bits(bits: bytes) -> tuple[int, ...]:
    return tuple(square for square in range(wire.SQUARES) if bits[square >> 3] & 0x80 >> (square & 7))


# What a numbered message tells the game: (message, at_ns) -> event.
_EVENTS: dict[type, Callable[[Any, int], Told]] = {
    wire.HallChanged: lambda m, at_ns: events.HallChanged(at_ns, m.square, bool(m.on)),
    wire.Moving: lambda _, at_ns: events.Stirred(at_ns),
    wire.Quiet: lambda _, at_ns: events.Calmed(at_ns),
    wire.HallState: lambda m, at_ns: events.BoardTold(at_ns, _set_bits(m.bits)),
    wire.StateEnd: lambda _, at_ns: events.StateTold(at_ns),
    wire.TagRead: lambda m, at_ns: events.TagsRead(at_ns, m.square, (m.tag.hex(),)),
    wire.TagNone: lambda m, at_ns: events.TagsRead(at_ns, m.square, ()),
    wire.TagsSeveral: lambda m, at_ns: events.TagsRead(at_ns, m.square, (m.tag.hex(), m.other.hex())),
    wire.RackTag: lambda m, at_ns: events.RackTagRead(at_ns, m.rack, m.tag.hex()),
    wire.RackEnd: lambda m, at_ns: events.RackTold(at_ns, m.rack, m.tags),
    wire.BagSighting: lambda m, at_ns: events.BagSighted(at_ns, m.tag.hex(), m.for_ms * _NS_IN_MS),
    wire.PadTag: lambda m, at_ns: events.PadTouched(at_ns, m.tag.hex()),
    wire.MagnetStirs: lambda m, _: SquareStirs(m.square),
    wire.AllRead: lambda m, at_ns: AllRead(at_ns, m.nth),
}


def event_of(message: Any) -> Callable[[int], Told] | None:
    """What `message` tells, for the game time at which it counts (ns); None for one that tells the game nothing."""
    made = _EVENTS.get(type(message))
    return None if made is None else partial(made, message)


def told_after_ms(message: Any) -> int:
    """How long after its `at_ms` a board tells `message`, in ms.

    >>> told_after_ms(wire.HallChanged(9, 112, 1)), told_after_ms(wire.Quiet(9))
    (120, 0)
    """
    return _TOLD_AFTER_MS.get(type(message), lambda _: 0)(message)
