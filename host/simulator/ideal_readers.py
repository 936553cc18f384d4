"""A board of rack loops, or of bag ring and pad, that reads as it should: the wire is real, the reading is not.

It decides when such a board speaks, and what it misses when told to. Its words go through the firmware's own
BoardSession, so that the host cannot tell it from a built board. It models no coil and no chip, and knows nothing of
the game. Pure but for the chance of its seed: time is an argument.
"""

import heapq
from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

from tablewire import messages as wire
from tablewire.session import HEARTBEAT_MS, BoardSession

PASSING_MS = 300  # a hand carries a tile through the bag's neck at some 0.3 m/s, and the ring sees it over 8 cm
LONGEST_MS = 0xFFFF  # what a BagSighting can say: so long or longer
TICKS = 0x3FFFFFFF  # a board's milliseconds count through 30 bits


class NoSuchReader(Exception):
    """Something was done at a reader that this board does not carry; the text says which."""


class _Passage(NamedTuple):
    """Something that ring or pad will tell at `told_ms`; `order` decides between two of the same moment."""

    told_ms: int
    order: int
    began_ms: int
    message: Any


class IdealReaders:
    """One board and its line. role: RADIO, with the loops of `racks` racks (1..4), or BAG, with bag ring and pad.

    uid: 8 bytes, this board for ever. boot: the count of its starts, 1 at the first. drop: the probability, 0..1,
    that a sighting of the ring is lost, and that a loop leaves out a tag at one reading, by the chance of `seed`.
    Milliseconds may begin anywhere and only grow. Tags are 16 hexadecimal digits; anything else is a ValueError.

    `miss`, to be changed at any time, holds tags in small letters that neither ring nor loops read; the pad reads
    all. `drop` may be changed at any time too. `boot` counts on with each start.

    >>> bag = IdealReaders(wire.BAG, b"VIRTUAL2")
    >>> bag.outgoing(0) != b"", bag.outgoing(1), bag.next_due_ms(1)
    (True, b'', 500)
    """

    def __init__(self, role: int, uid: bytes, boot: int = 1, *, racks: int = wire.RACKS, drop: float = 0.0,
                 seed: int = 1) -> None:
        self.miss: set[str] = set()
        self.boot = boot
        self._role, self._uid = role, uid
        self.drop, self._chance = drop, Random(seed)
        self._lying: dict[int, frozenset[bytes]]
        self._lying = dict.fromkeys(range(racks if role == wire.RADIO else 0), frozenset())
        self._ahead: list[_Passage] = []  # a heap
        self._order = 0
        self._on = True
        self._since_ms: int | None = None  # when it got its power; None: always had it
        self._start()

    def _start(self) -> None:
        """The board has power and knows nothing yet."""
        self._written: list[bytes] = []
        self._session = BoardSession(self._role, self._uid, self.boot, 0, self._write)
        self._told: dict[int, tuple[bytes, ...]] = {}  # each rack as the host was last told it
        self._to_read = set(self._lying)  # told if they have changed
        self._wanted: set[int] = set()  # told in any case
        self._pump_due_ms: int | None = None  # None: at once
        self._beat_due_ms: int | None = None

    # ---- the world ------------------------------------------------------------------------------------------------

    def tile_passes(self, tag: str, at_ms: int, for_ms: int = PASSING_MS) -> None:
        """The bag's ring has `tag` in its field from `at_ms` on for `for_ms`; told when it has left.

        A passage during which the board was without power at any moment is not told. Raises NoSuchReader.
        """
        self._need(wire.BAG, "bag ring")
        if self._reads(seen := identity(tag)):
            message = wire.BagSighting(at_ms & TICKS, min(for_ms, LONGEST_MS), seen)
            self._will_tell(at_ms + for_ms, at_ms, message)

    def touches_pad(self, tag: str, at_ms: int) -> None:
        """`tag` is laid on the identify pad at `at_ms`. Raises NoSuchReader."""
        self._need(wire.BAG, "identify pad")
        self._will_tell(at_ms, at_ms, wire.PadTag(at_ms & TICKS, identity(tag)))

    def lies_on_rack(self, rack: int, tags: Iterable[str]) -> None:
        """From the next `outgoing` on these tags and no others lie on `rack`, with power or without.

        Raises NoSuchReader.
        """
        self._need(wire.RADIO, "rack loops")
        if rack not in self._lying:
            raise NoSuchReader(f"this board has no loop for rack {rack}; it has {len(self._lying)}, counted from 0")
        self._lying[rack] = frozenset(map(identity, tags))
        self._to_read.add(rack)

    def power(self, on: bool, now_ms: int) -> None:
        """Cut the board's power, or give it back: a new start, which knows nothing of the one before."""
        if on and not self._on:
            self.boot += 1
            self._since_ms = now_ms
            self._start()
        self._on = on

    # ---- the line -------------------------------------------------------------------------------------------------

    def feed(self, data: bytes, now_ms: int) -> None:
        """Bytes have come from the host."""
        if not self._on:
            return
        for message in self._session.feed(data, now_ms):
            self._obey(message)
        if data:
            self._pump_due_ms = None

    def outgoing(self, now_ms: int) -> bytes:
        """The frames due at `now_ms`: what has been read since, heartbeat, and what the session has to say."""
        if not self._on:
            return b""
        self._tell_passages(now_ms)
        self._tell_racks(now_ms)
        if self._beat_due_ms is None or now_ms >= self._beat_due_ms:
            self._session.beat(now_ms & TICKS, 0, 0)
            self._beat_due_ms = now_ms + HEARTBEAT_MS
        self._pump_due_ms = now_ms + self._session.pump(now_ms)
        frames = b"".join(self._written)
        self._written.clear()
        return frames

    def next_due_ms(self, now_ms: int) -> int:
        """When `outgoing` wants to be called again if nothing comes or happens before."""
        if not self._on:
            return now_ms + HEARTBEAT_MS
        if self._pump_due_ms is None or self._beat_due_ms is None or self._to_read or self._wanted:
            return now_ms
        due_ms = min(self._pump_due_ms, self._beat_due_ms)
        return max(now_ms, min(due_ms, self._ahead[0].told_ms) if self._ahead else due_ms)

    def _write(self, view: memoryview) -> None:
        self._written.append(bytes(view))

    def _obey(self, message: Any) -> None:
        """Do what the host asks; lamps and bench checks this board has none."""
        if isinstance(message, wire.StateWanted):
            self._wanted.update(self._lying)
        elif isinstance(message, wire.RackWanted) and message.rack in self._lying:
            self._wanted.add(message.rack)

    # ---- reading --------------------------------------------------------------------------------------------------

    def _tell_passages(self, now_ms: int) -> None:
        while self._ahead and self._ahead[0].told_ms <= now_ms:
            passage = heapq.heappop(self._ahead)
            if self._since_ms is None or passage.began_ms >= self._since_ms:
                self._session.post(passage.message)

    def _tell_racks(self, now_ms: int) -> None:
        for rack in sorted(self._to_read | self._wanted):
            reading = self._reading(rack)
            if rack in self._wanted or reading != self._told.get(rack):
                self._tell_rack(rack, reading, now_ms & TICKS)
        self._to_read.clear()
        self._wanted.clear()

    def _tell_rack(self, rack: int, reading: tuple[bytes, ...], at_ms: int) -> None:
        """Without room for all of it there is no RackEnd: the host hears that something was lost, and asks."""
        tags = [wire.RackTag(at_ms, rack, tag) for tag in reading]
        if all(self._session.post(message) for message in (*tags, wire.RackEnd(at_ms, rack, len(reading)))):
            self._told[rack] = reading

    def _reading(self, rack: int) -> tuple[bytes, ...]:
        """What the loop reads now, in the order of the tags: a loop does not know which lies where."""
        return tuple(filter(self._reads, sorted(self._lying[rack])))

    def _reads(self, tag: bytes) -> bool:
        return tag.hex() not in self.miss and self._chance.random() >= self.drop

    def _will_tell(self, told_ms: int, began_ms: int, message: Any) -> None:
        self._order += 1
        heapq.heappush(self._ahead, _Passage(told_ms, self._order, began_ms, message))

    def _need(self, role: int, reader: str) -> None:
        if self._role != role:
            raise NoSuchReader(f"a board of role {self._role} carries no {reader}; one of role {role} does")


def identity(tag: str) -> bytes:
    """The eight bytes of `tag`. Raises ValueError unless it is 16 hexadecimal digits.

    >>> identity("e004015012345678").hex()
    'e004015012345678'
    """
    told = bytes.fromhex(tag)
    if len(told) != 8:
        raise ValueError(f"a tag has 16 hexadecimal digits, not {tag!r}")
    return told
