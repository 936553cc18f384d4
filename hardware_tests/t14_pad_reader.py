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

from hardware_tests.bench import Bench, Check, Counted, Finding, absent

COUNT = 20
PATIENCE_S = 20.0  # a test of its own takes the chip some ms, a silent chip is given up after 50
WITHOUT = (WHOLE, BOARD, RADIO, BAG)  # a pad is an extra of the whole table
LIMIT = f"{COUNT} of {COUNT}: version 91 or 92, settings as written, 64 bytes of its own test exact"
ADVICE = {
    WHERE_STRANGE: "the chip is of no proven kind: use an MFRC522 of version 91 or 92",
    WHERE_FORGETS: "the chip loses its settings, or its cable alters bits: look at its 3.3 V; keep the cable short",
    WHERE_SELF_TEST: "the chip fails its own test: look at its 3.3 V, or replace it",
}


def measure(bench: Bench) -> Finding:
    """Have the board set the chip up, read its settings back and run the chip's own test."""
    counted = bench.run_test(14, COUNT, PATIENCE_S)
    if not counted.tried and (finding := absent(bench, WITHOUT, "identify pad", LIMIT)):
        return finding
    advice = _advice(counted)
    measured = f"{counted.tried - counted.failed} of {counted.tried} sound"
    if not counted.failed and counted.where == WHERE_CLONE:
        measured += "; a clone of the chip, not a proven one: test it before you rely on it"
    return Finding(not advice, measured, LIMIT, advice)


def _advice(counted: Counted) -> str:
    if counted.tried < COUNT:
        return "this board's firmware has no such check: copy the folder firmware of this version to it"
    if not counted.failed:
        return ""
    return ADVICE.get(counted.where, "no chip answers under the pad: look at its cable and its 3.3 V")


CHECK = Check("T14", "pad reader", "The identify pad's chip is set up, read back and tests itself.", LIMIT, measure)
