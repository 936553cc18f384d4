"""Which loops to read for the squares that stirred, and what stands on a square: the tags that its row and its
column both read.

Pure. Knows nothing of readers, pins or messages. Loops: 0..14 the rows from the top, 15..29 the columns.
`occupied(square)` tells whether the Hall sensor sees a magnet; `known` maps a square to the tuple of its tags.
"""

from pinout import SIDE, SQUARES

LOOPS = 2 * SIDE

# What a reading takes, model figures in us with the loop's change; they decide which way is the shorter one only.
_SILENT_US = 5_000         # one slot, no tag
_SINGLE_US = 9_000         # one slot, one tag
_ROUND_US = 15_000         # 16 slots, and for each tag:
_TAG_US = 8_500
_CONFIRM_US = 12_000       # one tag asked by its whole identity


def row_loop(square):
    """The row loop under `square`."""
    return square // SIDE


def column_loop(square):
    """The column loop under `square`."""
    return SIDE + square % SIDE


def squares_of(loop):
    """The 15 squares over `loop`, as a range.

    >>> list(squares_of(1))[:3], list(squares_of(16))[:3]
    ([15, 16, 17], [1, 16, 31])
    """
    return range(SIDE * loop, SIDE * loop + SIDE) if loop < SIDE else range(loop - SIDE, SQUARES, SIDE)


def neighbours(square):
    """The squares beside, above and below `square`, as a list.

    >>> neighbours(0), neighbours(112)
    ([1, 15], [111, 113, 97, 127])
    """
    found = []
    if square % SIDE:
        found.append(square - 1)
    if square % SIDE < SIDE - 1:
        found.append(square + 1)
    if square >= SIDE:
        found.append(square - SIDE)
    if square < SQUARES - SIDE:
        found.append(square + SIDE)
    return found


def crowd(loop, occupied):
    """How many tiles stand over `loop` by the Hall sensors."""
    count = 0
    for square in squares_of(loop):
        if occupied(square):
            count += 1
    return count


def walk_us(tiles):
    """About what it takes to read all tags of a loop with so many tiles."""
    if tiles < 2:
        return _SINGLE_US if tiles else _SILENT_US
    return _ROUND_US + _TAG_US * tiles


def worth_walking(tiles, asking, candidates):
    """Whether it is quicker to read the whole of a loop with so many `tiles` than to ask for tags one by one:
    `candidates` tags for each of the `asking` squares over it that wait.

    >>> worth_walking(15, 1, 1), worth_walking(3, 4, 1)
    (False, True)
    """
    return walk_us(tiles) < _CONFIRM_US * asking * candidates


def candidates(heard, loop, square, known, waiting):
    """Tags `heard` over `loop` that may stand on `square`: all but those known on its other squares.

    `waiting(square)`: what is known there does not hold now.
    """
    elsewhere = []
    for other in squares_of(loop):
        if other != square and other in known and not waiting(other):
            elsewhere.extend(known[other])
    return tuple([tag for tag in heard if tag not in elsewhere])


def crossing(row_heard, column_heard):
    """The tags on the square where a row and a column cross: read by both, in order; none, one or several.

    >>> crossing((b"E1", b"E2"), (b"E3", b"E2"))
    (b'E2',)
    """
    return tuple(sorted([tag for tag in row_heard if tag in column_heard]))
