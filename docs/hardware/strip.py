"""The strip of 15 Hall sensors: one row of the board, two 74HC165, 295 x 19 mm, two layers, all parts on one side.

`python docs/hardware/strip.py FOLDER` checks it against the rules and writes its files: Gerber, drill, netlist and
parts. It is the first prototype (P0) and the low-cost table's row; fifteen equal strips hang on one another, each by
its plug J2 on the J1 of the next. Never made in copper yet.
"""

import csv
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))
from copper import BACK, FRONT, FUNCTIONS, Board, breaches, excellon, gerber, picture
from plan import Label, drawing

COLUMNS, PITCH, MIDDLE = 15, 19.0, 9.5
OUTLINE = (-10.0, 0.0, 285.0, 19.0)
VIA, VIA_PAD = 0.3, 0.6
PIN, PIN_PAD, PIN_PITCH = 1.0, 1.7, 2.54
FED = 0.5                         # width of the supply's tracks
# Lanes along the strip on the back, by their y. The lower four carry inputs D4..D7 of a chip, the upper D0..D3.
GROUND_LOW, SENSORS_FED, LOWER, LOAD, CLOCK = 0.9, 1.9, (2.7, 3.35, 4.0, 4.65), 5.3, 5.95
CHAIN, OUT, IN, UPPER, FED_LANE, GROUND_HIGH = 9.9, 10.77, 11.5, (14.45, 15.1, 15.75, 16.4), 17.2, 18.1
# The sensors' x is the middle of each square; a chip stands between two of them.
CHIPS = (("U1", 76.0, 0), ("U2", 209.0, 8))   # name, x, first column
CHIP_Y, CHIP_ROWS, CHIP_PITCH = 10.2, 2.7, 1.27
# Pins of the 74HC165 in SO-16, by what they are called. Source: Texas Instruments SCLS116, terminal functions.
INPUT_PIN = {0: 11, 1: 12, 2: 13, 3: 14, 4: 3, 5: 4, 6: 5, 7: 6}
# Pins of the plugs: all even ones are ground, so that the ribbon has a ground between any two lines.
J_PINS = {1: "3V3H", 3: "LOAD", 5: "CLK", 9: "3V3"}
DATA_PIN = 7
PLUGS = (("J1", -8.6, "DOUT"), ("J2", -3.5, "DIN"))   # name, x of the odd pins, what its data pin carries


class Part(NamedTuple):
    """A part to be soldered: its name on the plan, what it is, its case, and where its middle lies."""

    name: str
    kind: str
    case: str
    x: float
    y: float
    note: str = ""


def sensor_x(column: int) -> float:
    """The middle of `column` (0..14)."""
    return MIDDLE + PITCH * column


def input_of(column: int) -> tuple[int, int]:
    """Chip (0, 1) and input (7 down to 0) of `column`: as firmware/pinout.py counts bits.

    >>> input_of(0), input_of(7), input_of(8), input_of(14)
    ((0, 7), (0, 0), (1, 7), (1, 1))
    """
    return column // 8, 7 - column % 8


def chip_pin(x: float, pin: int) -> tuple[float, float]:
    """The middle of a chip's pin 1..16; pin 1 is below on the left."""
    along = pin - 1 if pin <= 8 else 16 - pin
    return x + CHIP_PITCH * (along - 3.5), CHIP_Y + (CHIP_ROWS if pin > 8 else -CHIP_ROWS)


def lane_of(number: int) -> float:
    """The lane of a chip's input."""
    return UPPER[number] if number < 4 else LOWER[number - 4]


def strip() -> Board:
    """The whole board."""
    board = Board(OUTLINE)
    for x in (GROUND_LOW, GROUND_HIGH):
        board.track("GND", BACK, [(PLUGS[0][1] + PIN_PITCH, x), (sensor_x(14), x)], FED)
    board.track("3V3H", BACK, [(PLUGS[0][1], SENSORS_FED), (sensor_x(14) - 0.95, SENSORS_FED)], FED)
    board.track("3V3", BACK, [(PLUGS[0][1], FED_LANE), (CHIPS[1][1] + 5, FED_LANE)], FED)
    for name, x, data in PLUGS:
        _plug(board, name, x, data)
    for column in range(COLUMNS):
        _sensor(board, column)
    for name, x, first in CHIPS:
        _chip(board, name, x, first)
    _sentinel(board, CHIPS[1][1])
    _lines(board)
    return board


def _via(board: Board, net: str, x: float, y: float) -> None:
    board.hole(net, x, y, VIA, VIA_PAD)


def _drop(board: Board, net: str, x: float, start: float, lane: float) -> None:
    """From a pad at `start` straight up or down to `lane`, and through to the back."""
    board.track(net, FRONT, [(x, start), (x, lane)])
    _via(board, net, x, lane)


def pin_y(pin: int) -> float:
    """The y of a plug's pin 1..10; 1 and 2 are the lowest."""
    return MIDDLE + PIN_PITCH * ((pin - 1) // 2 - 2)


def _plug(board: Board, name: str, x: float, data: str) -> None:
    for pin in range(1, 11):
        net = "GND" if pin % 2 == 0 else J_PINS.get(pin, data)
        board.hole(net, x + (0 if pin % 2 else PIN_PITCH), pin_y(pin), PIN, PIN_PAD, f"{name}.{pin}")
    even = x + PIN_PITCH
    board.track("GND", FRONT, [(even, GROUND_LOW), (even, GROUND_HIGH)], FED)
    _via(board, "GND", even, GROUND_LOW)
    _via(board, "GND", even, GROUND_HIGH)
    board.track("3V3H", BACK, [(x, pin_y(1)), (x, SENSORS_FED)], FED)
    board.track("3V3", BACK, [(x, pin_y(9)), (x, FED_LANE)], FED)


def _lines(board: Board) -> None:
    """Clock, load and data: between the rows of the plugs' pins on the back, then each to its lane."""
    first, second = PLUGS[0][1], PLUGS[1][1]
    for net, pin, lane, turn in (("LOAD", 3, LOAD, 1.5), ("CLK", 5, CLOCK, 2.5)):
        between = pin_y(pin) - PIN_PITCH / 2
        for x in (first, second):
            board.track(net, BACK, [(x, pin_y(pin)), (x, between)])
        last = chip_pin(CHIPS[1][1], 1 if net == "LOAD" else 2)[0]
        board.track(net, BACK, [(first, between), (turn, between), (turn, lane), (last, lane)])
    below, above = pin_y(DATA_PIN) - PIN_PITCH / 2, pin_y(DATA_PIN) + PIN_PITCH / 2
    board.track("DOUT", BACK, [(first, pin_y(DATA_PIN)), (first, below), (1.5, below), (1.5, OUT),
                               (chip_pin(CHIPS[0][1], 9)[0], OUT)])
    board.track("DIN", BACK, [(second, pin_y(DATA_PIN)), (second, above), (2.5, above), (2.5, IN),
                              (chip_pin(CHIPS[1][1], 10)[0], IN)])
    board.track("CHAIN", BACK, [(chip_pin(CHIPS[0][1], 10)[0], CHAIN), (chip_pin(CHIPS[1][1], 9)[0], CHAIN)])


def _sensor(board: Board, column: int) -> None:
    """DRV5032 in SOT-23 (1 supply, 2 output, 3 ground) with its capacitor above it."""
    x, net = sensor_x(column), f"D{column}"
    chip, number = input_of(column)
    board.pad("3V3H", f"H{column}.1", x - 0.95, 8.4, 0.7, 1.0)
    board.pad(net, f"H{column}.2", x + 0.95, 8.4, 0.7, 1.0)
    board.pad("GND", f"H{column}.3", x, 10.6, 0.7, 1.0)
    board.pad("3V3H", f"C{column}.1", x - 0.8, 13.0, 0.8, 0.9)
    board.pad("GND", f"C{column}.2", x + 0.8, 13.0, 0.8, 0.9)
    _drop(board, "3V3H", x - 0.95, 8.4, SENSORS_FED)
    board.track("3V3H", FRONT, [(x - 0.8, 13.0), (x - 1.9, 13.0), (x - 1.9, 8.4), (x - 0.95, 8.4)])
    _drop(board, "GND", x, 10.6, GROUND_HIGH)
    board.track("GND", FRONT, [(x, 13.0), (x + 0.8, 13.0)])
    at = x + 0.95
    if number < 4:
        at = x + 1.9
        board.track(net, FRONT, [(x + 0.95, 8.4), (at, 8.4)])
    _drop(board, net, at, 8.4, lane_of(number))
    pin = chip_pin(CHIPS[chip][1], INPUT_PIN[number])[0]
    board.track(net, BACK, [(min(at, pin), lane_of(number)), (max(at, pin), lane_of(number))])


def _chip(board: Board, name: str, x: float, first: int) -> None:
    nets = {1: "LOAD", 2: "CLK", 7: f"{name}-not-QH", 8: "GND", 15: "GND", 16: "3V3",
            9: "DOUT" if first == 0 else "CHAIN", 10: "CHAIN" if first == 0 else "DIN"}
    for number, pin in INPUT_PIN.items():
        column = first + 7 - number
        nets[pin] = f"D{column}" if column < COLUMNS else "SENTINEL"
    lanes = {1: LOAD, 2: CLOCK, 8: GROUND_LOW, 15: GROUND_HIGH, 16: FED_LANE, 9: OUT if first == 0 else CHAIN,
             10: CHAIN if first == 0 else IN, **{pin: lane_of(number) for number, pin in INPUT_PIN.items()}}
    for pin in range(1, 17):
        px, py = chip_pin(x, pin)
        board.pad(nets[pin], f"{name}.{pin}", px, py, 0.6, 1.5)
        if pin in lanes and nets[pin] != "SENTINEL":
            _drop(board, nets[pin], px, py, lanes[pin])
    board.pad("3V3", f"C{name}.1", x - 7.1, 15.0, 0.8, 0.9)
    board.pad("GND", f"C{name}.2", x - 5.5, 15.0, 0.8, 0.9)
    _drop(board, "3V3", x - 7.1, 15.0, FED_LANE)
    _drop(board, "GND", x - 5.5, 15.0, GROUND_HIGH)


def _sentinel(board: Board, x: float) -> None:
    """Three pads: a resistor of 0 ohm to the left makes the bit 1 (rows a, c, e ...), one to the right 0."""
    px, py = chip_pin(x, 11)
    board.track("SENTINEL", FRONT, [(px, py), (px, 14.1), (x + 6.5, 14.1), (x + 6.5, 15.2)])
    board.pad("3V3", "R1.1", x + 4.9, 15.2, 0.8, 0.9)
    board.pad("SENTINEL", "R1.2", x + 6.5, 15.2, 0.8, 0.9)
    board.pad("GND", "R0.1", x + 8.1, 15.2, 0.8, 0.9)
    _drop(board, "3V3", x + 4.9, 15.2, FED_LANE)
    _drop(board, "GND", x + 8.1, 15.2, GROUND_HIGH)


def parts() -> Iterator[Part]:
    """All parts, in the order of soldering."""
    for name, x, _ in CHIPS:
        yield Part(name, "74HC165", "SO-16", x, CHIP_Y)
        yield Part(f"C{name}", "100 nF", "0603", x - 6.3, 15.0)
    for column in range(COLUMNS):
        yield Part(f"C{column}", "100 nF", "0603", sensor_x(column), 13.0)
    yield Part("R1 or R0", "0 ohm", "0603", CHIPS[1][1] + 6.5, 15.2,
               "R1 (left) in rows a, c, e ...; R0 (right) in rows b, d, f ...")
    for column in range(COLUMNS):
        yield Part(f"H{column}", "DRV5032DU", "SOT-23", sensor_x(column), MIDDLE, "last: heat and bending harm it")
    for name, x, _ in PLUGS:
        yield Part(name, "pin header 2 x 5", "2.54 mm", x + PIN_PITCH / 2, MIDDLE)


def labels() -> Iterator[Label]:
    """The words of the assembly plan: each part's name beside its pads, each plug's pins."""
    for name, x, _ in CHIPS:
        yield Label(x, CHIP_Y, f"{name}  74HC165")
        yield Label(x - 6.3, 16.7, f"C{name}")
    for column in range(COLUMNS):
        x = sensor_x(column)
        yield Label(x - 2.9, MIDDLE + 0.6, f"H{column}")
        yield Label(x + 3.2, 13.0, f"C{column}")
    x = CHIPS[1][1]
    yield Label(x + 4.9, 16.7, "R1")
    yield Label(x + 8.1, 16.7, "R0")
    for name, x, _ in PLUGS:
        yield Label(x + PIN_PITCH / 2, 17.0, name)
        for pin in range(1, 11):
            yield Label(x + (-0.2 if pin % 2 else PIN_PITCH + 0.2), pin_y(pin), str(pin), "pin")


def netlist(board: Board) -> list[tuple[str, str]]:
    """(net, part.pin) of every pad with a name, each once."""
    return sorted({(piece.net, piece.name) for piece in board.copper if piece.name})


def files() -> dict[str, str]:
    """All files by name. Raises ValueError when the board breaks a rule."""
    board = strip()
    if wrong := breaches(board):
        raise ValueError("; ".join(wrong[:5]))
    found = {f"strip-{what}.gbr": gerber(board, what) for what in FUNCTIONS}
    found["strip.svg"] = picture(board, "Lanes along the strip on the back, straight drops to them on the front")
    found["strip-plan.svg"] = drawing(
        board, labels(),
        "Sensor strip, from the side of its parts (it looks down in the table). Red: pin 1. R1 or R0, never both",
        "Where each part of the strip is soldered; strip-parts.csv says the same in numbers")
    found["strip-holes.drl"] = excellon(board)
    found["strip-netlist.csv"] = _csv(("net", "pin"), netlist(board))
    found["strip-parts.csv"] = _csv(("part", "kind", "case", "x mm", "y mm", "note"), parts())
    return found


def _csv(head: tuple[str, ...], rows: Iterator[Part] | list[tuple[str, str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for file, content in files().items():
        (folder / file).write_text(content, encoding="utf-8")
    print(f"{len(strip().nets())} nets, no rule broken; the files are in {folder}")
