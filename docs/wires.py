"""The wiring diagrams, drawn from the pins of firmware/pinout.py: which pin of which board goes to which part.

`python docs/wires.py FOLDER` writes them as SVG. A pin's number stands in pinout.py and nowhere here; what is not
wired in its diagram, or wired in it twice, is an error.
"""

import runpy
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

CHECKOUT = Path(__file__).resolve().parents[1]
PINOUT: dict[str, Any] = runpy.run_path(str(CHECKOUT / "firmware" / "pinout.py"))

# Where a pin is on the board's edge. Source: Raspberry Pi Pico data sheet, figure 2; Raspberry Pi's 40-pin header.
PICO = {0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20,
        16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}
HEADER = {2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 27: 13, 22: 15, 23: 16, 24: 18, 25: 22, 5: 29, 6: 31, 12: 32,
          16: 36, 26: 37, 20: 38, 21: 40}
ON_BOARD = {25}  # the light on the microcontroller's own board

ROW, GAP, LEFT, LANE, BOX, TOP = 22, 12, 232, 330, 300, 46  # units of the picture
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
STRAP = Part("role strap", (("divider", "ROLE_STRAP"),))

DIAGRAMS = {
    "board": Diagram("Pico A: board", "BOARD_PINS", "GP", PICO, (
        PI_UART,
        Part("Hall chain, 30 x 74HC165", (
            ("CLK, by 74LVC125", "HALL_SCK"), ("DS of the farthest", "HALL_MOSI"), ("Q7 of the nearest", "HALL_MISO"),
            ("SH//LD of all", "HALL_LOAD"), ("gate of the supply's P-FET", "HALL_POWER"), ("3.3 V, sensed", "27"))),
        Part("lamps, 256 x WS2812", (
            ("DIN, by 74AHCT125", "LAMP_DATA"), ("supply switch", "LAMP_POWER"), ("5 V / 2, sensed", "LAMP_RAIL"))),
        Part("EEPROM 0x50 (or RC522: below)", (("SDA", "10"), ("SCL", "11"))),
        Part("Raspberry Pi, SYNC", ((SYNC_OUT, "SYNC"),)), STRAP,
        Part("on the board", (("light", "HEARTBEAT_LED"),)))),
    "radio": Diagram("Pico B: radio", "RADIO_PINS", "GP", PICO, (
        Part("PN5180 no. 1", READER),
        Part("antenna switch, 5 x TPIC6B595", (
            ("SRCLK", "ANTENNA_SCK"), ("SER IN of the first", "ANTENNA_MOSI"),
            ("SER OUT of the last", "ANTENNA_MISO"), ("RCLK", "ANTENNA_LATCH"), ("/G, 10 k up", "ANTENNA_OFF"),
            ("/SRCLR", "ANTENNA_CLEAR"))),
        Part("24 V converter", (("enable", "ANTENNA_POWER"), ("24 V / 11, sensed", "ANTENNA_RAIL"))),
        Part("antenna's peak detector", (("out", "27"),)), Part("Pico C", PERMIT),
        Part("Raspberry Pi, SYNC", ((SYNC_OUT, "RADIO_SYNC"),)), STRAP)),
    "bag": Diagram("Pico C: bag", "BAG_PINS", "GP", PICO, (
        Part("PN5180 no. 2", READER), Part("ring and loop of the bag", (("select", "BAG_LOOP"),)),
        Part("identify pad, MFRC522, if any", (("NSS", "BAG_PAD_NSS"), ("RST", "BAG_PAD_RST"))),
        Part("Pico B", PERMIT),
        Part("clock buttons, by 1 k", (("A", "4"), ("B", "5"))),
        Part("Raspberry Pi, SYNC", ((SYNC_OUT, "RADIO_SYNC"),)), STRAP)),
    "pad": Diagram("Low-cost table: RC522 at its one Pico", "PAD_PINS", "GP", PICO, (
        Part("RC522 module", (("SCK", "PAD_SCK"), ("MOSI", "PAD_MOSI"), ("MISO", "PAD_MISO"),
                              ("SDA (NSS)", "PAD_NSS"), ("RST", "PAD_RST"), ("IRQ", "PAD_IRQ"))),)),
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
        Part("the rest", (("status lamp", "PI_STATUS_LED"), ("buzzer, by a transistor", "PI_BUZZER"),
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


def picture(name: str) -> str:
    """The diagram `name` of DIAGRAMS as SVG, without an empty line, so that it can stand in a page."""
    diagram = DIAGRAMS[name]
    found = wires(diagram)
    pins = sorted({pin for pin, _, _ in found})
    high = TOP + max(len(pins) * ROW, sum(len(part.pins) * ROW + ROW + GAP for part in diagram.parts)) + GAP
    wide = LEFT + LANE + BOX + 12
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" class="wires" viewBox="0 0 {wide} {high}" role="img" '
             f'aria-label="{escape(diagram.title)}: the table beside it says the same in words">',
             f"<style>{STYLE}</style>", f'<text class="title" x="10" y="28">{escape(diagram.title)}</text>',
             *_board(diagram, pins), *_parts(diagram, pins), "</svg>"]
    return "\n".join(lines)


STYLE = (".wires { background: #fff; } .wires rect { fill: #f2f5f8; stroke: #44586b; } .wires text { font: 14px"
         " sans-serif; fill: #14293d; } .wires .title { font-size: 19px; font-weight: bold; } .wires .name {"
         " font-weight: bold; } .wires .end { text-anchor: end; } .wires path { fill: none; stroke-width: 1.8; }")


def _y(pins: list[int], pin: int) -> int:
    return TOP + ROW * pins.index(pin) + ROW // 2


def _board(diagram: Diagram, pins: list[int]) -> Iterator[str]:
    yield f'<rect x="10" y="{TOP}" width="{LEFT - 10}" height="{len(pins) * ROW}"/>'
    signals = {pin: signal for pin, signal, _ in PINOUT[diagram.pins]}
    for pin in pins:
        place = "on the board" if pin in ON_BOARD else f"pin {diagram.places[pin]}"
        y = _y(pins, pin) + 5
        yield f'<text x="18" y="{y}">{escape(signals[pin])}</text>'
        yield f'<text class="end" x="{LEFT - 8}" y="{y}">{diagram.prefix}{pin} · {place}</text>'


def _parts(diagram: Diagram, pins: list[int]) -> Iterator[str]:
    y, wire = TOP, 0
    count = sum(len(part.pins) for part in diagram.parts)
    for part in diagram.parts:
        high = ROW * (1 + len(part.pins))
        yield f'<rect x="{LEFT + LANE}" y="{y}" width="{BOX}" height="{high}"/>'
        yield f'<text class="name" x="{LEFT + LANE + 8}" y="{y + 16}">{escape(part.name)}</text>'
        for nth, (pin, name) in enumerate(part.pins, 1):
            at = y + ROW * nth + ROW // 2
            yield f'<text x="{LEFT + LANE + 8}" y="{at + 5}">{escape(pin)}</text>'
            turn = LEFT + 14 + (LANE - 28) * (wire + 1) // (count + 1)
            colour = COLOURS[wire % len(COLOURS)]
            start = _y(pins, number(name))
            yield f'<path d="M{LEFT} {start}H{turn}V{at}H{LEFT + LANE}" stroke="{colour}"/>'
            wire += 1
        y += high + GAP


if __name__ == "__main__":
    for each in DIAGRAMS:
        (Path(sys.argv[1]) / f"wires-{each}.svg").write_text(picture(each), encoding="utf-8")
