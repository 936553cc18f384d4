"""The pin pair or relay that connects the bag's reader to one of its two loops.

Knows nothing of tags. In the place of drivers.antenna_mux for the bag's board.
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
