"""T15: does the radio's reader answer, and does its field stand soon after it is wanted?

Source of the limits: hardware test plan, T15. The board asks the chip; this counts.
"""

from tablewire.messages import BOARD, WHERE_CHAIN, WHERE_HOT, WHERE_NO_FIELD, WHERE_RAIL, WHOLE

from hardware_tests.bench import Bench, Check, Counted, Finding, absent

COUNT = 20
PATIENCE_S = 20.0  # a chip that does not start is given up after 50 ms
WITHOUT = (WHOLE, BOARD)  # roles that may have no reader
LIMIT = f"{COUNT} of {COUNT}: versions read, field within 10 ms"
ADVICE = {
    WHERE_NO_FIELD: "the field does not come up: look at the antenna's cable",
    WHERE_HOT: "the reader is too hot: let it cool down, then look for a loop that is shorted",
    WHERE_RAIL: "the antennas have no sound 24 V, so no loop carries a field: mend what T16 finds first",
    WHERE_CHAIN: "the antenna chain does not answer, so no loop carries a field: mend what T16 finds first",
}


def measure(bench: Bench) -> Finding:
    """Have the board restart the reader, read its versions and time its field."""
    counted = bench.run_test(15, COUNT, PATIENCE_S)
    if not counted.tried and (finding := absent(bench, WITHOUT, "radio reader", LIMIT)):
        return finding
    advice = _advice(counted)
    return Finding(not advice, f"{counted.tried - counted.failed} of {counted.tried} sound", LIMIT, advice)


def _advice(counted: Counted) -> str:
    if counted.tried < COUNT:
        return "this board's firmware has no such check: copy the folder firmware of this version to it"
    if not counted.failed:
        return ""
    return ADVICE.get(counted.where, "no radio reader answers: look at its cable, BUSY above all, and its supply")


CHECK = Check("T15", "radio reader", "The radio's reader is restarted and switches its field on.", LIMIT, measure)
