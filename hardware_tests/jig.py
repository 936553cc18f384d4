"""The contact jig: tells the moment at which a tile comes down on its square or leaves it, which no hand can.

Two strips of copper tape on the square, wired beside the button of clock A, and one across the tile's underside:
where the tile lies, that button reads pressed. Knows a bench and its buttons, no check.
"""

from hardware_tests.bench import Bench
from hardware_tests.person import Request

CONTACT = "clock_a"
NS_IN_S = 1_000_000_000


def moment_s(bench: Bench, request: Request, down: bool) -> float | None:
    """Have `request` done; the second of Bench.now_s at which the tile came `down`, or left.

    None when nobody tells it within 10 ms: there is no jig, or its contact has not closed or opened.
    """
    jig = bench.buttons if bench.buttons and CONTACT in bench.buttons.names else None
    if jig:
        jig.edges(CONTACT)  # what was before is none of this
    moment = bench.person.does(request)
    if moment is not None or jig is None:
        return moment
    touched = [edge.at_ns for edge in jig.edges(CONTACT) if edge.down is down]
    return touched[0] / NS_IN_S if touched else None
