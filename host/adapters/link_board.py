"""Who is at the other end of a line, what a board of each role carries, and one whose program does not fit.

Pure. Knows nothing of frames or of the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tablewire import messages as wire

# What a board of each role carries, as events name it.
PARTS = {wire.BOARD: "board", wire.WHOLE: "board", wire.RADIO: "racks", wire.BAG: "bag"}

# What the table must do without while a reader of a board does not work, as events name it.
_READ_BY = {
    (wire.RADIO, "radio"): ("racks", "radio"), (wire.WHOLE, "radio"): ("radio",), (wire.BAG, "bag"): ("bag",),
    (wire.BAG, "pad"): ("pad",), (wire.WHOLE, "pad"): ("pad",),
}

RACK_LOOPS = 30  # from here on a radio board's loops lie under the racks; before it under rows and columns
RECORD = wire.READERS[wire.READER_RECORD]  # no reader: the board's own record of its sensors' order
CHAIN = wire.READERS[wire.READER_CHAIN]  # nor is this: the sensors of the squares; its reason is the first bad row
RADIO = wire.READERS[wire.READER_RADIO]
SWITCH_FAILS = (wire.WHERE_CHAIN, wire.WHERE_TWO_LOOPS)  # of RADIO: its loop antennas cannot be had one by one
HOT, UNREAD = wire.WHERE_HOT, wire.WHERE_UNREAD  # of a reader: that heals by itself; that is the tag's fault


@dataclass(frozen=True, slots=True)
class Board:
    """Who is at the other end: identity, count of its starts, role (BOARD, RADIO, BAG), CRC-32 of its files."""

    uid: str
    boot: int
    role: int
    build: int


def parts_unread(role: int, down: Mapping[str, int], racks_out: bool = False) -> frozenset[str]:
    """What is not read while these readers of a board of `role` do not work, each with its reason.

    racks_out: nor is a rack that has been read before, for its loop carries no current.

    >>> sorted(parts_unread(wire.RADIO, {"radio": HOT})), sorted(parts_unread(wire.BAG, {"pad": UNREAD}))
    (['racks', 'radio'], [])
    >>> sorted(parts_unread(wire.RADIO, {}, True))
    ['racks']
    """
    unread = frozenset(part for reader, where in down.items() if where != UNREAD
                       for part in _READ_BY.get((role, reader), ()))
    return unread | {"racks"} if racks_out else unread


def parts_read(role: int) -> frozenset[str]:
    """All that readers of a board of `role` may read.

    >>> sorted(parts_read(wire.BAG))
    ['bag', 'pad']
    """
    return frozenset(part for (of, _), parts in _READ_BY.items() if of == role for part in parts)


class WrongFirmware(Exception):
    """The board speaks another protocol than this host; its text is for the person who flashes boards."""

    def __init__(self, theirs: int) -> None:
        older = theirs < wire.PROTOCOL
        remedy = "copy the folder firmware of this version to the board" if older else "update this program"
        super().__init__(f"the board speaks protocol {theirs}, this program {wire.PROTOCOL}: {remedy}")
