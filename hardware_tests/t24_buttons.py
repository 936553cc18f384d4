"""T24: does every button give one press a press, let go of it, and bounce less than the program allows? And does a
second path, the copies of the clock buttons at the bag's board, tell the same moments as the computer's pins?

Source of the limits: hardware test plan, T24. The two clocks are compared by pulses on SYNC before and after.
"""

from itertools import pairwise

from tablewire.messages import BAG, Measured

from hardware_tests import hearing
from hardware_tests.bench import MEETS_S, Bench, Buttons, Check, Edge, Finding, not_here
from hardware_tests.person import Request, What

PRESSES = 50
BOUNCE_MS = 10.0
APART_MS = 5.0
REST_NS = 20_000_000   # a contact that is quiet for so long has come to rest
NS_IN_MS = 1_000_000
MS_IN_S = 1000
COPIES = {"clock_a": (0, "GP4"), "clock_b": (1, "GP5")}  # where the bag's board has a copy, by its number there
PULSES, PULSE_S = 3, 1.1  # before and after: six pulses make a line that is right within a tenth of a ms
PATIENCE_S = 10.0
LIMIT = (f"{PRESSES} of {PRESSES} presses of each button, bounce < {BOUNCE_MS:g} ms, none stuck; the copies of the"
         f" clock buttons within {APART_MS:g} ms")


def measure(bench: Bench) -> Finding:
    """Have each button pressed fifty times, and look at every edge."""
    if bench.buttons is None:
        return not_here("no buttons at this bench", LIMIT)
    copies = any(hello.role == BAG for hello in bench.hellos(MEETS_S))
    wrong: dict[str, str] = {}
    longest_ms, apart_ms = 0.0, None
    for name in bench.buttons.names:
        copied = copies and name in COPIES
        found = _pressed(bench, bench.buttons, name, copied)
        bounce_ms = max((burst[-1].at_ns - burst[0].at_ns for burst in found), default=0) / NS_IN_MS
        longest_ms = max(longest_ms, bounce_ms)
        what = _wrong(found, bounce_ms)
        if copied and not what:
            what, late_ms = _compared(bench, name, [burst[0].at_ns for burst in found if burst[-1].down])
            apart_ms = max(apart_ms or 0.0, late_ms)
        if what:
            wrong[name] = what
    count = len(bench.buttons.names)
    second = "" if apart_ms is None else f", copies within {apart_ms:.1f} ms"
    measured = f"{count - len(wrong)} of {count} buttons sound, bounce up to {longest_ms:.2f} ms{second}"
    return Finding(not wrong, measured, LIMIT, "; ".join(f"{name} {what}" for name, what in wrong.items()))


def _pressed(bench: Bench, buttons: Buttons, name: str, copied: bool) -> list[list[Edge]]:
    """Fifty presses as bursts of edges; with a copy, pulses on SYNC on both sides of them."""
    if copied:
        bench.run_test(24, 1, PATIENCE_S)  # from now on the board stamps, and what it knows is old
        _pulse(bench)
    buttons.edges(name)
    bench.person.does(Request(What.PRESS, f"Press {name} {PRESSES} times, about twice a second.", name=name,
                              count=PRESSES))
    found = bursts(buttons.edges(name))
    if copied:
        _pulse(bench)
    return found


def _pulse(bench: Bench) -> None:
    for _ in range(PULSES):
        bench.pulse()
        bench.wait(PULSE_S)


def _wrong(found: list[list[Edge]], bounce_ms: float) -> str:
    """What is wrong with a button by its own edges, else ""."""
    pressed = sum(burst[-1].down for burst in found)
    if found and found[-1][-1].down:
        return "is stuck: free it, then change its switch"
    if pressed != PRESSES:
        return f"gave {pressed} presses of {PRESSES}: look at its plug and its 100 nF, then change its switch"
    if bounce_ms >= BOUNCE_MS:
        return f"bounces for {bounce_ms:.1f} ms: look at its plug and its 100 nF, then change its switch"
    return ""


def _compared(bench: Bench, name: str, pressed_ns: list[int]) -> tuple[str, float]:
    """What is wrong with the copy of a sound button, else ""; and by how many ms the two paths differ at most."""
    number, pin = COPIES[name]
    hearing.fresh(bench)
    bench.run_test(24, 1, PATIENCE_S)
    told = [each.message.value for each in bench.told(0)
            if isinstance(each.message, Measured) and (each.message.test, each.message.where) == (24, number)]
    if len(told) != PRESSES:
        return f"gave {len(told)} presses of {PRESSES} at the bag's board: look at its 1 k resistor and at {pin}", 0.0
    moments = [bench.moment_s(at_us) for at_us in told]
    late_ms = [MS_IN_S * moment - at_ns / NS_IN_MS
               for moment, at_ns in zip(moments, pressed_ns, strict=True) if moment is not None]
    if not late_ms:
        return "cannot be compared with its copy: SYNC does not reach the bag's board, look at its wire", 0.0
    worst_ms = max(late_ms, key=abs)
    if abs(worst_ms) < APART_MS:
        return "", abs(worst_ms)
    if worst_ms > 0:
        return f"comes {worst_ms:.1f} ms later at the bag's board: look at its 1 k resistor and at {pin}", worst_ms
    return (f"comes {-worst_ms:.1f} ms later at this computer: have the kernel stamp its edges, as taula doctor"
            " --config says"), -worst_ms


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
CHECK = Check("T24", "buttons", DOES, LIMIT, measure, needs_person=True, once=True)
