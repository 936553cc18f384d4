"""The supplies of the magnets' board: its 5 V, and the 3.3 V of its Hall sensors, each with the least that was seen.

Allocates nothing while it looks. Knows nothing of what the supplies feed, nor of what follows from a low one.
"""

FIVE_UNMEASURED_MV = 3000  # below it nobody measures: no board runs from such 5 V, so the divider is not there
NOT_MEASURED_MV = 0xFFFF   # more than any rail

_FULL_SCALE = 16_383       # of 14 bits, so that the products with the lines below stay small integers
_FIVE_FULL_MV = 6_600      # at the rail: 3.3 V at the ADC behind the divider by 2
_HALL_FULL_MV = 3_300      # sensed without a divider
_FIVE_UNMEASURED = FIVE_UNMEASURED_MV * _FULL_SCALE // _FIVE_FULL_MV << 2
_NOT_READ = 0x10000        # more than any reading


class Rails:
    """`five` and `hall` have read_u16(): of the 5 V behind a divider by 2, and of the sensors' 3.3 V, None where that
    wire is not there.

    `hall_now`: the last reading of the sensors' supply, 0..65535; as of a good one where nobody measures.
    """

    def __init__(self, five, hall):
        self._five = five.read_u16
        self._hall = _unmeasured if hall is None else hall.read_u16
        self.hall_now = 0
        self._five_read = self._hall_read = _NOT_READ
        self._five_least_mv = self._hall_least_mv = NOT_MEASURED_MV

    def look(self, counts):
        """Measure both: often, for a dip of a few ms counts; so it is reckoned in mV only when it is told.

        counts: the supplies have come up, and what is seen is to be told.
        """
        five = self._five()
        self.hall_now = hall = self._hall()
        if not counts:
            return
        if _FIVE_UNMEASURED <= five < self._five_read:
            self._five_read = five
        if hall < self._hall_read and self._hall is not _unmeasured:
            self._hall_read = hall

    def hall_mv(self):
        """The sensors' supply as it is now, in mV, or NOT_MEASURED_MV; it counts for nothing that taken() tells."""
        return NOT_MEASURED_MV if self._hall is _unmeasured else _millivolts(self._hall(), _HALL_FULL_MV)

    def taken(self):
        """The least of each since this was asked before, and since the start, in mV: (5 V, since the start, 3.3 V,
        since the start). NOT_MEASURED_MV where nobody has looked.
        """
        five_mv, hall_mv = _millivolts(self._five_read, _FIVE_FULL_MV), _millivolts(self._hall_read, _HALL_FULL_MV)
        self._five_least_mv = min(five_mv, self._five_least_mv)
        self._hall_least_mv = min(hall_mv, self._hall_least_mv)
        self._five_read = self._hall_read = _NOT_READ
        return five_mv, self._five_least_mv, hall_mv, self._hall_least_mv


def _unmeasured():
    return 0xFFFF


def _millivolts(read, full_mv):
    return NOT_MEASURED_MV if read == _NOT_READ else (read >> 2) * full_mv // _FULL_SCALE
