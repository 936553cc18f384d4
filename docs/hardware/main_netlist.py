"""The netlist of R1's main board: sensors, lamps, loops with their diodes and switch, what feeds them, and the pins
of Pico A and B.

Which pins of the boards they are stands in firmware/pinout.py, the circuit of a row in strip.py, and only there. What
matches, tunes and feeds the loops is not there before the prototype P1, nor are values of chokes and resistors. Pure.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import strip
from circuits import (
    CAPACITOR,
    N_FET,
    P_FET,
    PINOUT,
    SUPPLIES,
    Circuit,
    Pins,
    between,
    diode_loop,
    divider,
    pulled_down,
    switched,
)

ROWS = "abcdefghijklmno"
POSTS = 16 * 16
LOOPS, RACK_LOOPS = 34, 4             # fifteen rows, fifteen columns, four racks
SWITCHES = 5                          # TPIC6B595
FOR_A_BUFFER = 5                      # rows that one output of the 74LVC125 clocks

# Pins of chips. Sources: Texas Instruments SCES124 (74LVC125) and SCLS262 (74AHCT125), the same for both; SLIS032
# (TPIC6B595); Worldsemi WS2812B-2020, pin function; Microchip DS20001713 (24LC32A). Compare with what you buy.
GATES = ((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11))            # enable, in, out
DRAINS = (4, 5, 6, 7, 14, 15, 16, 17)
LAMP_OUT, LAMP_GROUND, LAMP_IN, LAMP_FED = 1, 2, 3, 4
EEPROM_GROUND, EEPROM_SDA, EEPROM_SCL, EEPROM_FED = (1, 2, 3, 4, 7), 5, 6, 8   # A0 to A2, VSS, WP
# What each Pico drives; all else that leads to it is an input, or open drain.
DRIVES = {
    "PicoA": ("HALL_SCK", "HALL_MOSI", "HALL_LOAD", "HALL_POWER", "LAMP_DATA", "LAMP_POWER", "UART_TX"),
    "PicoB": ("ANTENNA_SCK", "ANTENNA_MOSI", "ANTENNA_LATCH", "ANTENNA_OFF", "ANTENNA_CLEAR", "ANTENNA_POWER",
              "RADIO_NSS", "RADIO_SCK", "RADIO_MOSI", "RADIO_RST"),
    "Pi": ("PI_SYNC", "PI_TX", "PI_RUN_BOARD", "PI_RUN_RADIO"),
}
OUTPUTS = (r"U[BLA]\.(3|6|8|11)", r"US\d\.18", rf"L\d+\.{LAMP_OUT}", r"\w-U[12]\.9", r"\w-H\d+\.2",
           r"PN5180\.(MISO|BUSY|IRQ)",
           *(rf"{board}\.GP(IO)?{PINOUT[name]}" for board, names in DRIVES.items() for name in names))
SERIES = {f"PicoA.GP{PINOUT['HALL_SCK']}": "33 Ω", "UB.3": "33 Ω", "UB.6": "33 Ω", "UB.8": "33 Ω", "UL.3": "330 Ω"}
AFTER_P1 = "value from P1"
KINDS = (
    (r"\w-U[12]", "74HC165"), (r"\w-H\d+", "DRV5032DU"), (r"\w-CU?\d+|C[BLAE]|CS\d", CAPACITOR),
    ("UB", "74LVC125"), ("U[LA]", "74AHCT125"), (r"US\d", "TPIC6B595"), ("UE", "24LC32A"), (r"L\d+", "WS2812B-2020"),
    (r"RK\d?", "33 Ω"), ("RL", "330 Ω"), ("CP", "1000 µF"), ("RS1", "1 kΩ"), ("RS2", "1.8 kΩ"), ("RV1", "100 kΩ"),
    (r"RG|RV2|RF[12]|RO[12]|R[HLC][NP]|RR[AB]", "10 kΩ"), (r"RE[12]|RQ", "4.7 kΩ"),
    (r"Q[HLC]N|QR[AB]", N_FET), (r"Q[HLC]P", P_FET), ("F1", "polyfuse 3 A"),
    (r"D\d+[AB]", "PIN diode"), (r"LC\d+", f"choke, {AFTER_P1}"), (r"RB\d+", f"resistor, {AFTER_P1}"),
    (r"ANT\d+", "loop of the board"), (r"JR\d", "plug of a rack"), ("PEAK", "peak detector, not designed"),
    ("CONV", "24 V converter module"), ("PN5180", "PN5180 module"), (r"Pico[ABC]", "Raspberry Pi Pico"),
    ("Pi", "Raspberry Pi"), ("POWER", "supply 5 V"),
)


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
        ("UB", "3V3", [("HALL_CLOCK", f"CLOCK-{nth}") for nth in range(3)]),
        ("UL", "5V", [("LAMP_DATA", "LAMP_FIRST"), ("ANTENNA_CLEAR", "SRCLR")]),
        ("UA", "5V", [("ANTENNA_SCK", "SRCK"), ("ANTENNA_MOSI", "SER-0"), ("ANTENNA_LATCH", "RCK"),
                      ("ANTENNA_OFF", "G")]),
    ):
        yield "GND", f"{chip}.7"
        yield supply, f"{chip}.14"
        yield from between(f"C{chip[1]}", supply, "GND")
        for (enable, into, out), way in zip(GATES, [*ways, *[None] * (4 - len(ways))], strict=True):
            yield ("GND" if way else supply), f"{chip}.{enable}"
            yield (way[0] if way else "GND"), f"{chip}.{into}"
            if way:
                yield way[1], f"{chip}.{out}"
    yield from between("RG", "ANTENNA_OFF", "3V3B")                   # off while Pico B starts
    yield from between("RK", "HALL_SCK", "HALL_CLOCK")                # edges that ring clock a shift register twice
    for nth in range(3):
        yield from between(f"RK{nth}", f"CLOCK-{nth}", f"CLK-{nth}")
    yield from between("RL", "LAMP_FIRST", "LAMP-0")


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
        ends = f"JR{loop - LOOPS + RACK_LOOPS + 1}" if loop >= LOOPS - RACK_LOOPS else f"ANT{loop}"
        yield from diode_loop("", loop, ends, "TX", "RETURN")
        yield f"SELECT-{loop}", f"US{loop // 8}.{DRAINS[loop % 8]}"


def switch() -> Pins:
    """Five TPIC6B595: US0 next to Pico B; loop 0 is its first output. At 5 V a high must reach 4.25 V: so UA."""
    for chip in range(SWITCHES):
        yield "5V", f"US{chip}.2"
        yield from between(f"CS{chip}", "5V", "GND")
        for ground in (10, 11, 19):
            yield "GND", f"US{chip}.{ground}"
        for net, pin in (("SRCLR", 8), ("G", 9), ("RCK", 12), ("SRCK", 13)):
            yield net, f"US{chip}.{pin}"
        yield f"SER-{chip}", f"US{chip}.3"
        yield f"SER-{chip + 1}", f"US{chip}.18"
    yield from divider("RS", f"SER-{SWITCHES}", "ANTENNA_MISO")       # 5 V down to what a Pico may be given


def supplies() -> Pins:
    """Who feeds whom: the three that a Pico switches, the lamps' fuse and reserve, and what the Picos measure.

    The reserve stands before the P-FET: behind it every switching on would short the 5 V for a moment.
    """
    yield from (("GND", "POWER.GND"), ("5V", "POWER.5V"), ("3V3", "PicoA.3V3"), ("3V3B", "PicoB.3V3"))
    yield from (("GND", "PicoA.GND"), ("GND", "PicoB.GND"), ("GND", "Pi.GND"))
    yield from between("F1", "5V", "5VF")
    yield from between("CP", "5VF", "GND")
    yield from switched("H", "HALL_POWER", "3V3", "3V3H")
    yield from switched("L", "LAMP_POWER", "5VF", "5VL")
    yield from switched("C", "ANTENNA_POWER", "5V", "5VC")
    yield from (("5VC", "CONV.in+"), ("GND", "CONV.in-"), ("24V", "CONV.out+"), ("GND", "CONV.out-"))
    yield from divider("RF", "5VF", "LAMP_RAIL")
    yield from divider("RV", "24V", "ANTENNA_RAIL")
    yield "3V3H", f"PicoA.GP{PINOUT['HALL_RAIL']}"


def eeprom() -> Pins:
    """At address 0x50, not write-protected."""
    for pin in EEPROM_GROUND:
        yield "GND", f"UE.{pin}"
    yield "3V3", f"UE.{EEPROM_FED}"
    yield from between("CE", "3V3", "GND")
    for nth, (net, pin) in enumerate((("EEPROM_SDA", EEPROM_SDA), ("EEPROM_SCL", EEPROM_SCL)), 1):
        yield net, f"UE.{pin}"
        yield from between(f"RE{nth}", net, "3V3")


def reader() -> Pins:
    """The PN5180 module of Pico B, its own antenna cut off; the permit, which Pico C asks for; the peak detector."""
    for name in ("MISO", "NSS", "SCK", "MOSI", "BUSY", "RST", "IRQ"):
        yield f"RADIO_{name}", f"PN5180.{name}"
        yield f"RADIO_{name}", f"PicoB.GP{PINOUT[f'RADIO_{name}']}"
    yield from (("5V", "PN5180.5V"), ("3V3B", "PN5180.3V3"), ("GND", "PN5180.GND"))
    yield from (("TX", "PN5180.match-out"), ("RETURN", "PN5180.match-return"))
    yield from (("PERMIT-B", f"PicoB.GP{PINOUT['FIELD_REQUEST']}"), ("PERMIT-C", f"PicoB.GP{PINOUT['FIELD_GRANT']}"))
    yield from between("RQ", "PERMIT-C", "3V3B")
    yield from (("ANTENNA_PEAK", f"PicoB.GP{PINOUT['ANTENNA_PEAK']}"), ("ANTENNA_PEAK", "PEAK.out"))


def boards() -> Pins:
    """The other pins of Pico A and Pico B, by their names in firmware/pinout.py."""
    for name in ("HALL_SCK", "HALL_MOSI", "HALL_MISO", "HALL_LOAD", "HALL_POWER", "LAMP_DATA", "LAMP_POWER",
                 "LAMP_RAIL", "EEPROM_SDA", "EEPROM_SCL"):
        yield name, f"PicoA.GP{PINOUT[name]}"
    for name in ("ANTENNA_SCK", "ANTENNA_MOSI", "ANTENNA_MISO", "ANTENNA_LATCH", "ANTENNA_OFF", "ANTENNA_CLEAR",
                 "ANTENNA_POWER", "ANTENNA_RAIL"):
        yield name, f"PicoB.GP{PINOUT[name]}"
    yield "GND", f"PicoA.GP{PINOUT['ROLE_STRAP']}"
    yield from divider("RO", "3V3B", "ROLE-B")
    yield "ROLE-B", f"PicoB.GP{PINOUT['ROLE_STRAP']}"


def from_the_pi() -> Pins:
    """SYNC, the UART and the RUN lines. No RUN N-FET is on while the Pi starts: a Pico's own resistor lets it run."""
    for pin, other in ((f"PicoA.GP{PINOUT['SYNC']}", "PI_SYNC"), (f"PicoB.GP{PINOUT['RADIO_SYNC']}", "PI_SYNC"),
                       (f"PicoA.GP{PINOUT['UART_TX']}", "PI_RX"), (f"PicoA.GP{PINOUT['UART_RX']}", "PI_TX")):
        yield other, pin
    for name in ("PI_SYNC", "PI_RX", "PI_TX", "PI_RUN_BOARD", "PI_RUN_RADIO"):
        yield name, f"Pi.GPIO{PINOUT[name]}"
    for board, name in (("A", "PI_RUN_BOARD"), ("B", "PI_RUN_RADIO")):
        yield from pulled_down(f"R{board}", name, f"RUN-{board}")
        yield f"RUN-{board}", f"Pico{board}.RUN"


def netlist() -> list[tuple[str, str]]:
    """(net, part.pin), sorted."""
    return sorted((*rows(), *buffers(), *lamps(), *loops(), *switch(), *supplies(), *eeprom(), *reader(), *boards(),
                   *from_the_pi()))


def circuit() -> Circuit:
    """The netlist with what its names stand for."""
    return Circuit(netlist(), KINDS, OUTPUTS, SERIES)
