"""T24: does every button give one press a press, let go of it, and bounce less than the program allows?

Source of the limits: hardware test plan, T24. What it says of a second path, a copy of the clock buttons at the bag's
board, is not compared: that board's firmware does not stamp it.
"""

from itertools import pairwise

from hardware_tests.bench import Bench, Check, Edge, Finding
from hardware_tests.person import Request, What

PRESSES = 50
BOUNCE_MS = 10.0
REST_NS = 20_000_000   # a contact that is quiet for so long has come to rest
NS_IN_MS = 1_000_000
LIMIT = f"{PRESSES} of {PRESSES} presses of each button, bounce < {BOUNCE_MS:g} ms, none stuck"


def measure(bench: Bench) -> Finding:
    """Have each button pressed fifty times, and look at every edge."""
    if bench.buttons is None:
        return Finding(True, "no buttons at this bench", LIMIT, "")
    wrong, longest_ms = {}, 0.0
    for name in bench.buttons.names:
        bench.buttons.edges(name)
        bench.person.does(Request(What.PRESS, f"Press {name} {PRESSES} times, about twice a second.", name=name,
                                  count=PRESSES))
        found = bursts(bench.buttons.edges(name))
        bounce_ms = max((burst[-1].at_ns - burst[0].at_ns for burst in found), default=0) / NS_IN_MS
        longest_ms = max(longest_ms, bounce_ms)
        pressed = sum(burst[-1].down for burst in found)
        if found and found[-1][-1].down:
            wrong[name] = "is stuck"
        elif pressed != PRESSES:
            wrong[name] = f"gave {pressed} presses of {PRESSES}"
        elif bounce_ms >= BOUNCE_MS:
            wrong[name] = f"bounces for {bounce_ms:.1f} ms"
    advice = "; ".join(f"{name} {what}" for name, what in wrong.items())
    if advice:
        advice += ": look at its plug and its 100 nF, then change its switch"
    count = len(bench.buttons.names)
    measured = f"{count - len(wrong)} of {count} buttons sound, bounce up to {longest_ms:.1f} ms"
    return Finding(not wrong, measured, LIMIT, advice)


def bursts(edges: list[Edge]) -> list[list[Edge]]:
    """Edges that follow each other closer than REST_NS belong together.

    >>> [len(burst) for burst in bursts([Edge(0, True), Edge(1_000_000, False), Edge(2_000_000, True)])]
    [3]
    """
    found: list[list[Edge]] = [edges[:1]] if edges else []
    for before, edge in pairwise(edges):
        if edge.at_ns - before.at_ns >= REST_NS:
            found.append([])
        found[-1].append(edge)
    return found


DOES = f"Each button beside the table is pressed {PRESSES} times."
CHECK = Check("T24", "buttons", DOES, LIMIT, measure, needs_person=True)
