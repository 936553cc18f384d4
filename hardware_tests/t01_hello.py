"""T01: does every board of the table introduce itself, soon, and speak our protocol; and does it get its volts?

Source of the limits: hardware test plan, T01; of the volts: failures 3 and 9 of the hardware document. Knows the
roles of boards, no port.
"""

from tablewire.messages import BAG, BOARD, PROTOCOL, RADIO, WHOLE

from hardware_tests.bench import Beat, Bench, Check, Finding, Hello

EXPECTED = (WHOLE, BOARD)  # where nothing else is known of the line: the board of the magnets is one of these
BEATS_S = 1.5  # what the supplies give is told with every heartbeat, twice a second
FIVE_LEAST_MV = 4_630  # at which a Raspberry Pi on the same supply warns
HALL_LEAST_MV = 2_970  # 3.3 V less a tenth
WITHIN_S = 2.0  # a table is ready to play within 2 s of its power
ROLES = {BOARD: "board", RADIO: "radio", BAG: "bag", WHOLE: "whole table"}


def _limit(expected: tuple[int, ...]) -> str:
    return f"{' or '.join(ROLES[role] for role in expected)} of protocol {PROTOCOL}, in less than {WITHIN_S:g} s"


LIMIT = _limit(EXPECTED)


def measure(bench: Bench) -> Finding:
    """Wait for the boards; a board that has not come within the limit counts as missing."""
    hellos, expected = bench.hellos(WITHIN_S), bench.notes.expected or EXPECTED
    beat = _beat(bench) if hellos and not any(hello.refusal for hello in hellos) else None
    measured = ", ".join([*map(_told, hellos), *_volts(beat)]) or f"no board in {WITHIN_S:g} s"
    advice = _advice(hellos, expected, bench.damaged().here) or _supply_advice(beat)
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


def _beat(bench: Bench) -> Beat | None:
    """The last heartbeat, once one has come with which the board tells its supplies, if it does that."""
    bench.wait(BEATS_S)
    return bench.beat()


def _volts(beat: Beat | None) -> list[str]:
    """What the supplies of the board give, as far as it measures them."""
    rails = (("5 V", beat.five_mv), ("sensors' 3.3 V", beat.hall_mv)) if beat else ()
    return [f"{rail} at {mv / 1000:.2f}" for rail, mv in rails if mv is not None]


def _supply_advice(beat: Beat | None) -> str:
    if beat and beat.five_mv is not None and beat.five_mv < FIVE_LEAST_MV:
        return (f"the board gets {beat.five_mv / 1000:.2f} V of its 5: a stronger supply, a thicker or shorter cable;"
                " else look at the divider at GP26")
    if beat and beat.hall_mv is not None and beat.hall_mv < HALL_LEAST_MV:
        return (f"the Hall sensors get {beat.hall_mv / 1000:.2f} V of their 3.3: look at the P-FET at GP6, and for a"
                " short at the sensors; else at the wire to GP27")
    return ""


CHECK = Check("T01", "hello", "Every board of the table introduces itself.", LIMIT, measure)
