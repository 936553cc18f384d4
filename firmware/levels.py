"""Loops over the brightness of many lamps, compiled to machine code: in plain Python one takes 5 to 20 ms.

Pure, in whole numbers; allocates nothing. Knows nothing of squares, posts or supplies. A frame is four bytes a lamp
as the strip takes them: 0, then its blue, red and green.
"""

from compiled import micropython, ptr8

WHOLE = 2048               # a share of 1: what it is reckoned from stays a small number of a board, of 30 bits


@micropython.viper
def total(frame, lamps: int) -> int:
    """The sum of all colours of the first `lamps` lamps."""
    levels = ptr8(frame)
    found = at = 0
    for _ in range(lamps):
        found += levels[at + 1] + levels[at + 2] + levels[at + 3]
        at += 4
    return found


@micropython.viper
def scale(source, target, count: int, share: int):
    """Into `target` each of the first `count` bytes of `source`, times share / WHOLE (0..1), rounded down.

    >>> frame = bytearray((0, 255, 128, 1))
    >>> scale(frame, frame, 4, WHOLE // 2), bytes(frame)
    (None, b'\\x00\\x7f@\\x00')
    """
    taken, given = ptr8(source), ptr8(target)
    for at in range(count):
        given[at] = taken[at] * share >> 11  # of WHOLE


@micropython.viper
def paint(frame, first: int, count: int, level: int) -> int:
    """All colours of `count` lamps from `first` on at `level`: how much brighter they are than before, altogether."""
    levels = ptr8(frame)
    more = 0
    for lamp in range(first, first + count):
        for colour in range(4 * lamp + 1, 4 * lamp + 4):
            more += level - levels[colour]
            levels[colour] = level
    return more


@micropython.viper
def blend(colours, frame, table, place: int) -> int:
    """Every lamp of `place` as bright as the brightest of its own places: how much brighter than before, altogether.

    colours: blue, red and green of each place. table: see table_of.
    """
    found, levels, shows = ptr8(colours), ptr8(frame), ptr8(table)
    lamps, places = shows[0], shows[1]
    rows = 3 + lamps * shows[2]
    more = 0
    for nth in range(3 + lamps * place, 3 + lamps * (place + 1)):
        lamp = shows[nth]
        first = rows + places * lamp
        for colour in range(3):
            brightest = 0
            for other in range(first, first + places):
                level = found[3 * shows[other] + colour]
                if level > brightest:
                    brightest = level
            more += brightest - levels[4 * lamp + 1 + colour]
            levels[4 * lamp + 1 + colour] = brightest
    return more


def table_of(places, lamps, lamps_of, most):
    """Which lamps show which places, as `blend` takes it.

    places, lamps: how many there are, 255 and 256 at most. lamps_of(place): its lamps, as many for each place.
    most: places that one lamp stands for. First three numbers: lamps of a place, `most`, places; then the lamps of
    each place; then the places of each lamp, made up to `most` by `places` itself, a place that is always dark.

    >>> table = table_of(2, 2, lambda place: (place,), 1)
    >>> list(table)
    [1, 1, 2, 0, 1, 0, 1]
    """
    each = len(lamps_of(0))
    table = bytearray((each, most, places)) + bytearray(places * each) + bytes((places,)) * (lamps * most)
    taken, rows = bytearray(lamps), 3 + places * each
    at = 3
    for place in range(places):
        for lamp in lamps_of(place):
            table[at] = lamp
            table[rows + lamp * most + taken[lamp]] = place
            taken[lamp] += 1
            at += 1
    return table
