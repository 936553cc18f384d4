"""The pin whose transistors connect the bag's reader to one of its two loops, each by a pair of PIN diodes.

A relay would be too slow: scan.loops gives a loop 1.5 ms, and a count of the bag changes ten times a second. Knows
nothing of tags. In the place of drivers.antenna_mux for the bag's board.
"""

RING, LOOP = 0, 1            # in the neck; under the bag


class NoCurrent(Exception):
    """The ring in the bag's neck carries no current: check its cable."""


class BagLoops:
    """`pin`: low connects the ring, high the loop."""

    def __init__(self, pin):
        self._value = pin.value

    def select(self, loop):
        """Connect `loop` (RING or LOOP) and not the other one; the field is off meanwhile."""
        self._value(loop)
