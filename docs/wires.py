"""The wiring diagrams, drawn from the pins of firmware/pinout.py: which pin of which board goes to which part.

`python docs/wires.py FOLDER` writes them as SVG. A pin's number stands in pinout.py and nowhere here; what is not
wired in its diagram, or wired in it twice, is an error. No two wires share a piece of their way: the parts stand half
a row higher than the pins, and each wire turns in a lane of its own.
"""

import runpy
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

CHECKOUT = Path(__file__).resolve().parents[1]
PINOUT: dict[str, Any] = runpy.run_path(str(CHECKOUT / "firmware" / "pinout.py"))
# The one microcontroller of the low-cost table: the board's pins, of which the pad's module takes two.
OF_THE_PAD = {pin for pin, _, _ in PINOUT["PAD_PINS"]}
PINOUT["LOW_COST_PINS"] = (*(row for row in PINOUT["BOARD_PINS"] if row[0] not in OF_THE_PAD), *PINOUT["PAD_PINS"])

# Where a pin is on the board's edge. Source: Raspberry Pi Pico data sheet, figure 2; Raspberry Pi's 40-pin header.
PICO = {0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20,
        16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}
HEADER = {2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 27: 13, 22: 15, 23: 16, 24: 18, 25: 22, 5: 29, 6: 31, 12: 32,
          16: 36, 26: 37, 20: 38, 21: 40}
ON_BOARD = {"HEARTBEAT_LED"}  # the light on the microcontroller's own board is soldered there

ROW, GAP, LEFT, LANE, BOX, TOP = 22, 22, 232, 330, 300, 46  # units of the picture; GAP is a whole row
COLOURS = ("#1f5f99", "#a03c1e", "#2e7d4f", "#7a4a9c", "#8a6d00", "#00707a", "#a1306b", "#555")


class Part(NamedTuple):
    """A part beside the board: its name, and for each of its pins the name of the pin in pinout.py."""

    name: str
    pins: tuple[tuple[str, str], ...]


class Diagram(NamedTuple):
    """`title`, the list in pinout.py whose every pin is drawn, the board's pin numbers, and the parts."""

    title: str
    pins: str
    prefix: str
    places: dict[int, int]
    parts: tuple[Part, ...]


PI = "GPIO"
SYNC_OUT = f"{PI}{PINOUT['PI_SYNC']}"
PI_UART = Part("Raspberry Pi, UART", (
    (f"{PI}{PINOUT['PI_RX']}, RX", "UART_TX"), (f"{PI}{PINOUT['PI_TX']}, TX", "UART_RX")))
DISPLAYS = f"displays 0x{PINOUT['PI_DISPLAY_A']:02X} and 0x{PINOUT['PI_DISPLAY_B']:02X}"
READER = (("MISO", "RADIO_MISO"), ("NSS", "RADIO_NSS"), ("SCK", "RADIO_SCK"), ("MOSI", "RADIO_MOSI"),
          ("BUSY", "RADIO_BUSY"), ("RST", "RADIO_RST"), ("IRQ", "RADIO_IRQ"))
PERMIT = (("RF_GRANT of the other", "FIELD_REQUEST"), ("RF_REQ of the other, 4.7 k up", "FIELD_GRANT"))
CHAIN = Part("Hall chain, 30 x 74HC165", (
    ("CLK, by 74LVC125", "HALL_SCK"), ("DS of the farthest", "HALL_MOSI"), ("Q7 of the nearest", "HALL_MISO"),
    ("SH//LD of all", "HALL_LOAD"), ("supply's P-FET, by an N-FET", "HALL_POWER"), ("3.3 V, sensed", "27")))
EEPROM = Part("EEPROM 24LC32A, 0x50", (
    ("SDA, 4.7 k up", "EEPROM_SDA"), ("SCL, 4.7 k up", "EEPROM_SCL")))
LIGHT = Part("on the board", (("light", "HEARTBEAT_LED"),))


def strap(how: str) -> Part:
    """The role strap, soldered as `how` tells."""
    return Part("role strap", ((how, "ROLE_STRAP"),))


def lamps(which: str) -> Part:
    """The strip of lamps that is called `which`."""
    return Part(f"lamps, {which}", (
        ("DIN, by 74AHCT125", "LAMP_DATA"), ("supply's P-FET, by an N-FET", "LAMP_POWER"),
        ("5 V, by 10 k / 10 k", "LAMP_RAIL")))

DIAGRAMS = {
    "board": Diagram("Pico A: board", "BOARD_PINS", "GP", PICO, (
        PI_UART, CHAIN, lamps(f"{PINOUT['LAMPS']} x WS2812"), EEPROM,
        Part("Raspberry Pi, SYNC", ((SYNC_OUT, "SYNC"),)), strap("to ground"), LIGHT)),
    "radio": Diagram("Pico B: radio", "RADIO_PINS", "GP", PICO, (
        Part("PN5180 no. 1", READER),
        Part("antenna switch, 5 x TPIC6B595", (
            ("SRCLK, by 74AHCT125", "ANTENNA_SCK"), ("SER IN of the first, by 74AHCT125", "ANTENNA_MOSI"),
            ("SER OUT of the last, by 1 k / 1.8 k", "ANTENNA_MISO"), ("RCLK, by 74AHCT125", "ANTENNA_LATCH"),
            ("/G, by 74AHCT125, 10 k up", "ANTENNA_OFF"), ("/SRCLR, by 74AHCT125", "ANTENNA_CLEAR"))),
        Part("24 V converter", (("supply's P-FET, by an N-FET", "ANTENNA_POWER"),
                                ("24 V, by 100 k / 10 k", "ANTENNA_RAIL"))),
        Part("antenna's peak detector", (("out", "27"),)), Part("Pico C", PERMIT),
        Part("Raspberry Pi, SYNC", ((SYNC_OUT, "RADIO_SYNC"),)), strap("10 k up, 10 k to ground"))),
    "bag": Diagram("Pico C: bag", "BAG_PINS", "GP", PICO, (
        Part("PN5180 no. 2", READER),
        Part("ring and loop of the bag", (("N-FETs of their PIN diodes", "BAG_LOOP"),)),
        Part("identify pad, MFRC522, if any", (("NSS", "BAG_PAD_NSS"), ("RST", "BAG_PAD_RST"))),
        Part("Pico B", PERMIT),
        Part("clock buttons, by 1 k", (("A", "4"), ("B", "5"))),
        Part("Raspberry Pi, SYNC", ((SYNC_OUT, "RADIO_SYNC"),)), strap("to 3.3 V"))),
    "low_cost": Diagram("L1: its one Pico", "LOW_COST_PINS", "GP", PICO, (
        PI_UART, CHAIN, lamps(f"{PINOUT['LAMPS_FEW']} x WS2812"),
        Part("RC522 module", (("SCK", "PAD_SCK"), ("MOSI", "PAD_MOSI"), ("MISO", "PAD_MISO"),
                              ("SDA (NSS)", "PAD_NSS"), ("RST", "PAD_RST"), ("IRQ", "PAD_IRQ"))),
        Part("Raspberry Pi, SYNC", ((SYNC_OUT, "SYNC"),)), strap("nothing: left open"), LIGHT)),
    "pi": Diagram("Raspberry Pi", "PI_PINS", "GPIO", HEADER, (
        Part("buttons, each to ground, 10 k up", (
            ("clock A", "PI_CLOCK_A"), ("clock B", "PI_CLOCK_B"), ("challenge A", "PI_CHALLENGE_A"),
            ("challenge B", "PI_CHALLENGE_B"), ("referee", "PI_REFEREE"))),
        Part("lamps in the clock buttons, ULN2003", (("A", "PI_LED_A"), ("B", "PI_LED_B"))),
        Part(DISPLAYS, (("SDA", "PI_SDA"), ("SCL", "PI_SCL"))),
        Part("Pico A, UART", ((f"GP{PINOUT['UART_RX']}, RX", "PI_TX"), (f"GP{PINOUT['UART_TX']}, TX", "PI_RX"))),
        Part("all Picos", (("SYNC", "PI_SYNC"),)),
        Part("RUN, by an N-FET each", (
            ("Pico A", "PI_RUN_BOARD"), ("Pico B", "PI_RUN_RADIO"), ("Pico C", "PI_RUN_BAG"))),
        Part("the rest", (("status lamp, by 1 k", "PI_STATUS_LED"), ("buzzer, by ULN2003", "PI_BUZZER"),
                          ("5 V supervisor", "PI_PGOOD"))))),
}


class NotAsPinout(Exception):
    """A diagram leaves out a pin of its list, or has one twice or too many; the text names it."""


def number(name: str) -> int:
    """The pin of `name`: a constant of pinout.py, or the number itself where pinout.py names no constant.

    >>> number("HALL_SCK") == PINOUT["HALL_SCK"], number("27")
    (True, 27)
    """
    return int(name) if name.isdecimal() else int(PINOUT[name])


def wires(diagram: Diagram) -> list[tuple[int, str, str]]:
    """(pin, part, part's pin) of each wire. Raises NotAsPinout."""
    found = [(number(name), part.name, pin) for part in diagram.parts for pin, name in part.pins]
    drawn = sorted(pin for pin, _, _ in found)
    listed = sorted(pin for pin, _, _ in PINOUT[diagram.pins])
    if drawn != listed:
        wrong = sorted(set(drawn) ^ set(listed)) or [pin for pin in set(drawn) if drawn.count(pin) > 1]
        raise NotAsPinout(f"{diagram.title}: {diagram.prefix}{wrong[0]} is drawn or listed, but not once in both")
    return found


def crossings(first: tuple[int, int], second: tuple[int, int]) -> int:
    """How often two wires cross, each from a height at the left to one at the right, when `first` turns first.

    >>> crossings((0, 50), (10, 60)), crossings((10, 60), (0, 50))
    (2, 0)
    """
    def between(height: int, wire: tuple[int, int]) -> bool:
        return min(wire) < height < max(wire)
    return between(second[0], first) + between(first[1], second)


def lanes(ends: list[tuple[int, int]]) -> list[int]:
    """In which order the wires turn: neighbours change places as long as that saves a crossing."""
    order, better = list(range(len(ends))), True
    while better:
        better = False
        for nth in range(len(order) - 1):
            one, other = order[nth], order[nth + 1]
            if crossings(ends[other], ends[one]) < crossings(ends[one], ends[other]):
                order[nth], order[nth + 1], better = other, one, True
    return order


def picture(name: str) -> str:
    """The diagram `name` of DIAGRAMS as SVG, without an empty line, so that it can stand in a page."""
    diagram = DIAGRAMS[name]
    found = wires(diagram)
    pins = sorted({pin for pin, _, _ in found})
    ends, drawn = _parts(diagram, pins)
    high = TOP + max(len(pins) * ROW, ends[-1][1] - TOP + ROW) + GAP
    wide = LEFT + LANE + BOX + 12
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" class="wires" viewBox="0 0 {wide} {high}" role="img" '
             f'aria-label="{escape(diagram.title)}: the table beside it says the same in words">',
             f"<style>{STYLE}</style>", f'<text class="title" x="10" y="28">{escape(diagram.title)}</text>',
             *_board(diagram, pins), *drawn]
    for lane, wire in enumerate(lanes(ends), 1):
        start, end = ends[wire]
        turn = LEFT + 14 + (LANE - 28) * lane // (len(ends) + 1)
        colour = COLOURS[lane % len(COLOURS)]
        lines.append(f'<path d="M{LEFT} {start}H{turn}V{end}H{LEFT + LANE}" stroke="{colour}"/>')
    return "\n".join([*lines, "</svg>"])


STYLE = (".wires { background: #fff; } .wires rect { fill: #f2f5f8; stroke: #44586b; } .wires text { font: 14px"
         " sans-serif; fill: #14293d; } .wires .title { font-size: 19px; font-weight: bold; } .wires .name {"
         " font-weight: bold; } .wires .end { text-anchor: end; } .wires path { fill: none; stroke-width: 1.8; }")


def place(diagram: Diagram, pin: int) -> str:
    """Where a pin is to be found: its number on the board's edge, or that it is on the board."""
    if pin in diagram.places:
        return f"pin {diagram.places[pin]}"
    if pin in {PINOUT[name] for name in ON_BOARD}:
        return "on the board"
    raise NotAsPinout(f"{diagram.title}: {diagram.prefix}{pin} is not brought out")


def _board(diagram: Diagram, pins: list[int]) -> Iterator[str]:
    yield f'<rect x="10" y="{TOP}" width="{LEFT - 10}" height="{len(pins) * ROW}"/>'
    signals = {pin: signal for pin, signal, _ in PINOUT[diagram.pins]}
    for pin in pins:
        y = TOP + ROW * pins.index(pin) + ROW // 2 + 5
        yield f'<text x="18" y="{y}">{escape(signals[pin])}</text>'
        yield f'<text class="end" x="{LEFT - 8}" y="{y}">{diagram.prefix}{pin} · {place(diagram, pin)}</text>'


def _parts(diagram: Diagram, pins: list[int]) -> tuple[list[tuple[int, int]], list[str]]:
    """The height of each wire's two ends, and the boxes of the parts."""
    ends, lines, y, x = [], [], TOP - ROW // 2, LEFT + LANE
    for part in diagram.parts:
        lines.append(f'<rect x="{x}" y="{y}" width="{BOX}" height="{ROW * (1 + len(part.pins))}"/>')
        lines.append(f'<text class="name" x="{x + 8}" y="{y + 16}">{escape(part.name)}</text>')
        for nth, (pin, name) in enumerate(part.pins, 1):
            at = y + ROW * nth + ROW // 2
            lines.append(f'<text x="{x + 8}" y="{at + 5}">{escape(pin)}</text>')
            ends.append((TOP + ROW * pins.index(number(name)) + ROW // 2, at))
        y += ROW * (1 + len(part.pins)) + GAP
    return ends, lines


if __name__ == "__main__":
    for each in DIAGRAMS:
        (Path(sys.argv[1]) / f"wires-{each}.svg").write_text(picture(each), encoding="utf-8")
