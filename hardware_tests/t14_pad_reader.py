"""T14: is the chip under the identify pad a proven one, does it keep its settings, and does it pass its own test?

Source of the limits: hardware test plan, T14. The board asks the chip; this counts.
"""

from tablewire.messages import (
    BAG,
    BOARD,
    RADIO,
    WHERE_CLONE,
    WHERE_FORGETS,
    WHERE_SELF_TEST,
    WHERE_STRANGE,
    WHOLE,
)

from hardware_tests.bench import Check
from hardware_tests.chips import COUNT, ChipCheck

LIMIT = f"{COUNT} of {COUNT}: version 91 or 92, settings as written, 64 bytes of its own test exact"
CHIP = ChipCheck(
    14, "identify pad", (WHOLE, BOARD, RADIO, BAG), LIMIT,  # it is an extra of the whole table and of the bag's board
    {
        WHERE_STRANGE: "the chip is of no proven kind: use an MFRC522 of version 91 or 92",
        WHERE_FORGETS: "the chip loses its settings, or its cable alters bits: look at its 3.3 V; keep the cable"
                       " short",
        WHERE_SELF_TEST: "the chip fails its own test: look at its 3.3 V, or replace it",
    },
    otherwise="no chip answers under the pad: look at its cable and its 3.3 V",
    remarks={WHERE_CLONE: "; a clone of the chip, not a proven one: test it before you rely on it"},
)
CHECK = Check("T14", "pad reader", "The identify pad's chip is set up, read back and tests itself.", LIMIT,
              CHIP.measure)
