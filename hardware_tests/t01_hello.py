"""T01: does every board of the table introduce itself, soon, and speak our protocol?

Source of the limit: hardware test plan, T01. Knows the roles of boards, no port.
"""

from tablewire.messages import BAG, BOARD, PROTOCOL, RADIO, WHOLE

from hardware_tests.bench import Bench, Check, Finding, Hello

EXPECTED = (WHOLE, BOARD)  # where nothing else is known of the line: the board of the magnets is one of these
WITHIN_S = 2.0  # a table is ready to play within 2 s of its power
ROLES = {BOARD: "board", RADIO: "radio", BAG: "bag", WHOLE: "whole table"}


def _limit(expected: tuple[int, ...]) -> str:
    return f"{' or '.join(ROLES[role] for role in expected)} of protocol {PROTOCOL}, in less than {WITHIN_S:g} s"


LIMIT = _limit(EXPECTED)


def measure(bench: Bench) -> Finding:
    """Wait for the boards; a board that has not come within the limit counts as missing."""
    hellos, expected = bench.hellos(WITHIN_S), bench.notes.expected or EXPECTED
    measured = ", ".join(map(_told, hellos)) or f"no board in {WITHIN_S:g} s"
    advice = _advice(hellos, expected, bench.damaged().here)
    return Finding(not advice, measured, _limit(expected), advice)


def _told(hello: Hello) -> str:
    if hello.refusal:
        return f"another protocol after {hello.after_s:.3f} s"
    role = ROLES.get(hello.role, f"role {hello.role}")
    return f"{role} of protocol {PROTOCOL} after {hello.after_s:.3f} s, firmware {hello.build:08x}"


def _advice(hellos: tuple[Hello, ...], expected: tuple[int, ...], damaged: int) -> str:
    """The first thing to mend, else ""."""
    if not hellos:
        return (f"{damaged} damaged frames have come and none is sound: look at baud rate, cable and ground"
                if damaged else "no board answers: look at its plug and its power, then at the port's name")
    for hello in hellos:
        if hello.refusal:
            return hello.refusal
        if hello.after_s >= WITHIN_S:
            return f"the board takes {hello.after_s:.1f} s to answer: look at its supply, it may start several times"
    if any(hello.role in expected for hello in hellos):
        return ""
    return (f"no {ROLES[expected[-1]]} answers but another role: look whether two lines are changed over, then at the"
            " divider at the role strap, GP28")


CHECK = Check("T01", "hello", "Every board of the table introduces itself.", LIMIT, measure)
