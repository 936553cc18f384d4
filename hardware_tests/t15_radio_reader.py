"""T15: does the radio's reader answer, and does its field stand soon after it is wanted?

Source of the limits: hardware test plan, T15. The board asks the chip; this counts.
"""

from tablewire.messages import BOARD, WHERE_CHAIN, WHERE_HOT, WHERE_NO_FIELD, WHERE_RAIL, WHOLE

from hardware_tests.bench import Check
from hardware_tests.chips import COUNT, ChipCheck

LIMIT = f"{COUNT} of {COUNT}: versions read, field within 10 ms"
CHIP = ChipCheck(
    15, "radio reader", (WHOLE, BOARD), LIMIT,
    {
        WHERE_NO_FIELD: "the field does not come up: look at the antenna's cable",
        WHERE_HOT: "the reader is too hot: let it cool down, then look for a loop that is shorted",
        WHERE_RAIL: "the antennas have no sound 24 V, so no loop carries a field: mend what T16 finds first",
        WHERE_CHAIN: "the antenna chain does not answer, so no loop carries a field: mend what T16 finds first",
    },
    otherwise="no radio reader answers: look at its cable, BUSY above all, and its supply",
    remarks={},
)
CHECK = Check("T15", "radio reader", "The radio's reader is restarted and switches its field on.", LIMIT,
              CHIP.measure)
