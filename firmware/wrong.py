"""What is wrong with readers, loops and squares, as messages of the wire: where an error becomes one of WHERE_....

Knows the errors of all drivers by their names: to import a driver for the sake of an error would load it on boards
that have no such chip, where all of them take 17 to 27 KB of the heap.
"""

from tablewire.messages import (
    WHERE_CHAIN,
    WHERE_FORGETS,
    WHERE_HOT,
    WHERE_NO_CURRENT,
    WHERE_NO_FIELD,
    WHERE_RAIL,
    WHERE_SELF_TEST,
    WHERE_SILENT,
    WHERE_STRANGE,
    WHERE_TWO_LOOPS,
    WHERE_UNREAD,
    Chatters,
    LoopsOut,
    ReaderDown,
)

LOOPS_BYTES = 5            # 34 loops, a bit each
SQUARES_BYTES = 29         # 225 squares

_WHERE = {
    "NoField": WHERE_NO_FIELD, "ReaderHot": WHERE_HOT, "NoBias": WHERE_RAIL, "TwoLoops": WHERE_TWO_LOOPS,
    "MuxBroken": WHERE_CHAIN, "NoCurrent": WHERE_NO_CURRENT, "StrangeReader": WHERE_STRANGE,
    "ReaderForgot": WHERE_FORGETS, "SelfTestFailed": WHERE_SELF_TEST, "Unread": WHERE_UNREAD,
}


def where_of(error):
    """The number of `error`; of a chip that does not answer, or not as it should, WHERE_SILENT.

    >>> from drivers.pn5180 import ReaderHot
    >>> where_of(ReaderHot()) == WHERE_HOT, where_of(ValueError()) == WHERE_SILENT
    (True, True)
    """
    return _WHERE.get(type(error).__name__, WHERE_SILENT)


def told(at_ms, readers, loops=()):
    """What a board says of what does not work: of each (number, task) in `readers`, and of `loops` without current.

    >>> from scan.pad import Unread
    >>> class Pad:
    ...     wrong = Unread()
    >>> told(9, [(3, Pad)], [0, 33]) == [ReaderDown(9, 3, WHERE_UNREAD), LoopsOut(9, bytes((0x80, 0, 0, 0, 0x40)))]
    True
    """
    said = [ReaderDown(at_ms, number, where_of(task.wrong)) for number, task in readers if task.wrong is not None]
    if loops:
        said.append(LoopsOut(at_ms, _bits(loops, LOOPS_BYTES)))
    return said


def chatters(at_ms, squares):
    """What a board says of the `squares` that come and go too often: a list of one message, or of none."""
    return [Chatters(at_ms, _bits(squares, SQUARES_BYTES))] if squares else []


def _bits(numbers, size):
    """`size` bytes with these bits set, the first in the highest bit of the first byte."""
    bits = bytearray(size)
    for number in numbers:
        bits[number >> 3] |= 0x80 >> (number & 7)
    return bytes(bits)
