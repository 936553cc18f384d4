"""The netlist of R1's main board: sensors, lamps, loops with their diodes and switch, up to the pins of Pico A and B.

Which pins of the boards they are stands in firmware/pinout.py, the circuit of a row in strip.py, and only there. The
matching of the loops and the feed of the diodes have no values before the prototype P1: they are names here. Pure.
"""

import re
import runpy
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
import strip

PINOUT: dict[str, Any] = runpy.run_path(str(Path(__file__).resolve().parents[2] / "firmware" / "pinout.py"))
ROWS = "abcdefghijklmno"
POSTS = 16 * 16
LOOPS, RACK_LOOPS = 34, 4             # fifteen rows, fifteen columns, four racks
FOR_A_BUFFER = 5                      # rows that one output of the 74LVC125 clocks
SUPPLIES = {"GND", "3V3", "3V3H", "5V", "5VL", "24V"}   # 3V3H: the sensors', 5VL: the lamps', both switched
Pins = Iterator[tuple[str, str]]

# Pins of chips. Sources: Texas Instruments SCES124 (74LVC125) and SCLS262 (74AHCT125), the same for both; SLIS032
# (TPIC6B595); Worldsemi WS2812B-2020, pin function. Compare with the data sheet of the part that you buy.
GATES = ((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11))            # enable, in, out
DRAINS = (4, 5, 6, 7, 14, 15, 16, 17)
LAMP_OUT, LAMP_GROUND, LAMP_IN, LAMP_FED = 1, 2, 3, 4
OUTPUTS = (r"U[BLA]\.(3|6|8|11)", r"US\d\.18", rf"L\d+\.{LAMP_OUT}", r"\w-U[12]\.9", r"\w-H\d+\.2",
           rf"PicoA\.GP(?!{PINOUT['HALL_MISO']}$)\d+", rf"PicoB\.GP(?!{PINOUT['ANTENNA_MISO']}$)\d+")


def rows() -> Pins:
    """Fifteen times the strip's circuit, without its plugs: what J2 leads to is the next row."""
    for number, row in enumerate(ROWS):
        after = f"OUT-{ROWS[number + 1]}" if number < len(ROWS) - 1 else "HALL_MOSI"
        names = {"DIN": after, "DOUT": "HALL_MISO" if number == 0 else f"OUT-{row}", "LOAD": "HALL_LOAD",
                 "CLK": f"CLK-{number // FOR_A_BUFFER}",
                 "SENTINEL": "3V3" if PINOUT["sentinel"](number) else "GND"}
        for net, pin in strip.netlist(strip.strip()):
            if pin.split(".")[0] in ("J1", "J2", "R0", "R1"):
                continue
            own = names.get(net, net if net in SUPPLIES else f"{row}-{net}")
            yield own, f"{row}-{pin}"


def buffers() -> Pins:
    """UB clocks the rows, five a gate; UL and UA lift what goes to the lamps and to the switch to 5 V."""
    for chip, supply, ways in (
        ("UB", "3V3", [("HALL_SCK", f"CLK-{nth}") for nth in range(3)]),
        ("UL", "5V", [("LAMP_DATA", "LAMP-0"), ("ANTENNA_CLEAR", "SRCLR")]),
        ("UA", "5V", [("ANTENNA_SCK", "SRCK"), ("ANTENNA_MOSI", "SER-0"), ("ANTENNA_LATCH", "RCK"),
                      ("ANTENNA_OFF", "G")]),
    ):
        yield "GND", f"{chip}.7"
        yield supply, f"{chip}.14"
        for (enable, into, out), way in zip(GATES, [*ways, *[None] * (4 - len(ways))], strict=True):
            yield ("GND" if way else supply), f"{chip}.{enable}"
            yield (way[0] if way else "GND"), f"{chip}.{into}"
            if way:
                yield way[1], f"{chip}.{out}"
    yield "ANTENNA_OFF", "RG.1"                                       # off while Pico B starts
    yield "3V3", "RG.2"


def lamps() -> Pins:
    """One at each crossing, row by row from the top left; each hands on to the next."""
    for post in range(POSTS):
        yield f"LAMP-{post}", f"L{post}.{LAMP_IN}"
        if post < POSTS - 1:
            yield f"LAMP-{post + 1}", f"L{post}.{LAMP_OUT}"
        yield "GND", f"L{post}.{LAMP_GROUND}"
        yield "5VL", f"L{post}.{LAMP_FED}"


def loops() -> Pins:
    """Each loop between two PIN diodes; output n % 8 of chip n // 8 draws their current. Racks by plugs."""
    for loop in range(LOOPS):
        name = f"LOOP-{loop}"
        yield "TX", f"D{loop}A.1"
        yield f"{name}-1", f"D{loop}A.2"
        yield f"{name}-2", f"D{loop}B.2"
        yield "RETURN", f"D{loop}B.1"
        ends = f"JR{loop - LOOPS + RACK_LOOPS + 1}" if loop >= LOOPS - RACK_LOOPS else f"ANT{loop}"
        yield f"{name}-1", f"{ends}.1"
        yield f"{name}-2", f"{ends}.2"
        yield f"{name}-2", f"LC{loop}.1"                              # the choke by which the diodes are fed
        yield f"SELECT-{loop}", f"LC{loop}.2"
        yield f"SELECT-{loop}", f"RB{loop}.2"                         # by which 24 V block them when it is off
        yield "24V", f"RB{loop}.1"
        yield f"SELECT-{loop}", f"US{loop // 8}.{DRAINS[loop % 8]}"


def switch() -> Pins:
    """Five TPIC6B595: US0 next to Pico B; loop 0 is its first output. At 5 V a high must reach 4.25 V: so UA."""
    for chip in range(5):
        yield "5V", f"US{chip}.2"
        for ground in (10, 11, 19):
            yield "GND", f"US{chip}.{ground}"
        for net, pin in (("SRCLR", 8), ("G", 9), ("RCK", 12), ("SRCK", 13)):
            yield net, f"US{chip}.{pin}"
        yield f"SER-{chip}", f"US{chip}.3"
        yield f"SER-{chip + 1}", f"US{chip}.18"
    for net, pin in (("SER-5", "RS1.1"), ("ANTENNA_MISO", "RS1.2"), ("ANTENNA_MISO", "RS2.1"), ("GND", "RS2.2")):
        yield net, pin                                                # 5 V down to what a Pico may be given


def boards() -> Pins:
    """The pins of Pico A and Pico B that lead here, by their names in firmware/pinout.py."""
    for name in ("HALL_SCK", "HALL_MOSI", "HALL_MISO", "HALL_LOAD", "LAMP_DATA"):
        yield name, f"PicoA.GP{PINOUT[name]}"
    for name in ("ANTENNA_SCK", "ANTENNA_MOSI", "ANTENNA_MISO", "ANTENNA_LATCH", "ANTENNA_OFF", "ANTENNA_CLEAR"):
        yield name, f"PicoB.GP{PINOUT[name]}"
    yield "TX", "PN5180.match-out"
    yield "RETURN", "PN5180.match-return"
    for supply in sorted(SUPPLIES):
        yield supply, f"POWER.{supply}"


def netlist() -> list[tuple[str, str]]:
    """(net, part.pin), sorted."""
    return sorted((*rows(), *buffers(), *lamps(), *loops(), *switch(), *boards()))


def faults(pins: list[tuple[str, str]]) -> list[str]:
    """What no circuit may have: a pin on two nets, a net with one end, a signal that two outputs drive."""
    found = [f"{pin} is on {count} nets" for pin, count in Counter(pin for _, pin in pins).items() if count > 1]
    nets: dict[str, list[str]] = {}
    for net, pin in pins:
        nets.setdefault(net, []).append(pin)
    for net, ends in nets.items():
        if len(ends) < 2 and not net.endswith("not-QH"):
            found.append(f"{net} has one end, {ends[0]}")
        drivers = [pin for pin in ends if is_output(pin)]
        if net not in SUPPLIES and len(drivers) > 1:
            found.append(f"{net} is driven by {' and '.join(drivers)}")
    return found


def is_output(pin: str) -> bool:
    """Whether a chip drives this pin: a 74HC165's QH, a sensor, a buffer, a lamp's output, the switch's SER OUT."""
    return any(re.fullmatch(each, pin) for each in OUTPUTS)
