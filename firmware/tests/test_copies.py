"""Protects bench check T24's second path: a press at a copy of a clock button is stamped once, at its first edge, and
neither its bounces nor those of letting go are presses; what finds no room is counted."""

from copies import PRESSES, ButtonCopies


class Pin:
    """A button that closes to ground; `edge` is what the interrupt calls."""

    def __init__(self):
        self.level = 1
        self.edge = None

    def value(self):
        return self.level


class Ticks:
    """The board's microseconds, which wrap at 2^30."""

    def __init__(self, now_us):
        self.now_us = now_us

    def ticks_us(self):
        return self.now_us

    def ticks_add(self, moment, more):
        return (moment + more) & 0x3FFFFFFF

    def ticks_diff(self, after, before):
        return (after - before + (1 << 29)) % (1 << 30) - (1 << 29)


def wired(now_us=0):
    ticks = Ticks(now_us)
    pins = Pin(), Pin()
    made = ButtonCopies(pins, ticks)
    for pin, edge in zip(pins, made.edges):
        pin.edge = edge
    return ticks, pins, made


def bounce(ticks, pin, level):
    """Five edges in 6 ms that come to rest at `level`; where the first one was."""
    first_us = ticks.now_us
    for after_us, there in ((0, level), (400, 1 - level), (900, level), (2700, 1 - level), (2000, level)):
        ticks.now_us = (ticks.now_us + after_us) & 0x3FFFFFFF
        pin.level = there
        pin.edge(pin)
    return first_us


def pressed(ticks, pin):
    at_us = bounce(ticks, pin, 0)
    ticks.now_us = (ticks.now_us + 150000) & 0x3FFFFFFF
    bounce(ticks, pin, 1)
    ticks.now_us = (ticks.now_us + 350000) & 0x3FFFFFFF
    return at_us


def test_each_press_is_stamped_once_at_its_first_edge_also_where_the_ticks_wrap():
    ticks, pins, made = wired((1 << 30) - 1200000)
    ticks.now_us += 500000
    wanted = [pressed(ticks, pins[0]) for _ in range(5)]
    assert made.taken(0) == (wanted, 0)
    assert made.taken(0) == ([], 0)
    assert made.taken(1) == ([], 0)


def test_a_handler_that_reads_late_in_a_bounce_misses_no_press():
    ticks, pins, made = wired()
    ticks.now_us = 100000
    pins[1].level = 1            # the edge was downwards, and the contact has opened again when it is read
    pins[1].edge(pins[1])
    ticks.now_us += 900
    pins[1].level = 0
    pins[1].edge(pins[1])
    ticks.now_us += 200000
    bounce(ticks, pins[1], 1)
    assert made.taken(1) == ([100000], 0)


def test_a_button_that_was_down_already_is_no_press():
    ticks, pins, made = wired()
    pins[0].level = 0
    made = ButtonCopies(pins, ticks)
    ticks.now_us = 100000
    pins[0].level = 1
    made.edges[0](pins[0])
    assert made.taken(0) == ([], 0)


def test_presses_that_nobody_takes_are_counted():
    ticks, pins, made = wired()
    ticks.now_us = 100000
    for _ in range(PRESSES + 3):
        pressed(ticks, pins[0])
    moments, lost = made.taken(0)
    assert (len(moments), lost) == (PRESSES, 3)
