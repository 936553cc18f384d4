"""Stamps presses of the clock buttons' copies at the bag's board in interrupts, for bench check T24.

The handlers take nothing from the heap: all slots are there before the first edge. Knows no pin, and tells nothing.
"""

from array import array

PRESSES = 64         # of each button kept until they are taken: the check asks for 50, twice a second
REST_US = 20000      # a contact that is quiet for so long has come to rest: bounces last 10 ms at most
TICKS_US = 0x3FFFFFFF
UP = 1               # the level of a button that is let go: it closes to ground


class ButtonCopies:
    """pins: of the copies, each with `value()`; `edges`: what each calls at an edge, either way.

    clock: has ticks_us, ticks_add and ticks_diff (on a board: the module `time`).

    A press is an edge after REST_US of quiet in which the button was up; it counts from that edge.
    """

    def __init__(self, pins, clock):
        self._clock = clock
        self._values = tuple([pin.value for pin in pins])
        self._at = tuple([array("I", bytes(4 * PRESSES)) for _ in pins])
        self._count = [0] * len(pins)
        self._lost = [0] * len(pins)
        self._rest = [value() for value in self._values]
        self._last = [clock.ticks_add(clock.ticks_us(), -REST_US) for _ in pins]
        self.edges = (self._first, self._second)  # bound once: binding them for each edge would allocate

    def _first(self, pin):
        self._edge(0)

    def _second(self, pin):
        self._edge(1)

    def _edge(self, button):
        now = self._clock.ticks_us()
        rested = not 0 <= self._clock.ticks_diff(now, self._last[button]) < REST_US  # negative: more than 9 minutes
        if rested and self._rest[button] == UP:
            count = self._count[button]
            if count < PRESSES:
                self._at[button][count] = now & TICKS_US
                self._count[button] = count + 1
            else:
                self._lost[button] += 1
        self._last[button] = now
        self._rest[button] = self._values[button]()  # after the last edge of a bounce: where it came to rest

    def taken(self, button):
        """The moments (us of the board, wrapping at 2^30) of the presses since they were taken last, and how many
        more there were than PRESSES; both are forgotten."""
        count, lost = self._count[button], self._lost[button]
        moments = list(self._at[button][:count])
        self._count[button] = self._lost[button] = 0
        return moments, lost
