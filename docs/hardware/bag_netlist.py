"""The netlist of the bag: Pico C, its PN5180, and how the ring in the neck or the loop below gets the field.

Each of the two loops has the diodes of the board's loops (main_netlist.py), for a relay would be too slow: the
firmware waits 1.5 ms after a change, and changes ten times a second while it counts the bag. Pure.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from circuits import DRAIN, GATE, N_FET, PINOUT, SOURCE, Circuit, Pins, between, diode_loop, pulled_down

RING, UNDER = 0, 1                    # as firmware/drivers/bag_loops.py numbers them
DRIVES = ("RADIO_NSS", "RADIO_SCK", "RADIO_MOSI", "RADIO_RST", "BAG_LOOP", "BAG_PAD_NSS", "BAG_PAD_RST")
OUTPUTS = (r"bag-PN5180\.(MISO|BUSY|IRQ)", *(rf"PicoC\.GP{PINOUT[name]}" for name in DRIVES),
           rf"Pi\.GPIO{PINOUT['PI_RUN_BAG']}")
AFTER_P1 = "value from P1"
KINDS = (
    (r"bag-D\d[AB]", "PIN diode"), (r"bag-LC\d", f"choke, {AFTER_P1}"), (r"bag-RB\d", f"resistor, {AFTER_P1}"),
    (r"bag-(RING|UNDER)", "loop of the bag"), (r"Qbag-\w+", N_FET), (r"Rbag-\w+", "10 kΩ"), ("bag-RQ", "4.7 kΩ"),
    (r"bag-RC[AB]", "1 kΩ"), ("bag-PN5180", "PN5180 module"), ("PAD", "RC522 module, if any"),
    ("PicoC", "Raspberry Pi Pico"), ("Pi", "Raspberry Pi"), ("POWER", "supply 5 V"),
)


def loops() -> Pins:
    """BAG_LOOP low, as while Pico C starts: the ring is drawn, by a FET that 5 V hold on; high: the loop below."""
    for loop, ends in ((RING, "bag-RING"), (UNDER, "bag-UNDER")):
        yield from diode_loop("bag-", loop, ends, "bag-TX", "bag-RETURN")
    yield "bag-TX", "bag-PN5180.match-out"
    yield "bag-RETURN", "bag-PN5180.match-return"
    yield from pulled_down("bag-UNDER", "BAG_LOOP", f"bag-SELECT-{UNDER}")
    for name, gate, drain in (("NOT", "BAG_LOOP", "RING_ON"), ("RING", "RING_ON", f"bag-SELECT-{RING}")):
        yield gate, f"Qbag-{name}.{GATE}"
        yield "GND", f"Qbag-{name}.{SOURCE}"
        yield drain, f"Qbag-{name}.{DRAIN}"
    yield from between("Rbag-RING", "RING_ON", "5V")
    yield "BAG_LOOP", f"PicoC.GP{PINOUT['BAG_LOOP']}"


def readers() -> Pins:
    """The PN5180, and the pad on the same bus, where there is one."""
    for name in ("MISO", "NSS", "SCK", "MOSI", "BUSY", "RST", "IRQ"):
        yield f"bag-{name}", f"bag-PN5180.{name}"
        yield f"bag-{name}", f"PicoC.GP{PINOUT[f'RADIO_{name}']}"
    yield from (("5V", "bag-PN5180.5V"), ("3V3C", "bag-PN5180.3V3"), ("GND", "bag-PN5180.GND"))
    for net, pin in (("bag-SCK", "SCK"), ("bag-MOSI", "MOSI"), ("bag-MISO", "MISO"), ("PAD_NSS", "SDA"),
                     ("PAD_RST", "RST"), ("3V3C", "3.3V"), ("GND", "GND")):
        yield net, f"PAD.{pin}"
    yield "PAD_NSS", f"PicoC.GP{PINOUT['BAG_PAD_NSS']}"
    yield "PAD_RST", f"PicoC.GP{PINOUT['BAG_PAD_RST']}"


def board() -> Pins:
    """The permit, the copies of the clock buttons, SYNC, RUN and the role strap of Pico C."""
    yield "PERMIT-C", f"PicoC.GP{PINOUT['FIELD_REQUEST']}"
    yield "PERMIT-B", f"PicoC.GP{PINOUT['FIELD_GRANT']}"
    yield from between("bag-RQ", "PERMIT-B", "3V3C")
    for side in "AB":
        yield from between(f"bag-RC{side}", f"PI_CLOCK_{side}", f"COPY-{side}")
        yield f"COPY-{side}", f"PicoC.GP{PINOUT[f'BAG_CLOCK_{side}']}"
    yield "PI_SYNC", f"PicoC.GP{PINOUT['RADIO_SYNC']}"
    yield from pulled_down("bag-RUN", "PI_RUN_BAG", "RUN-C")
    yield "RUN-C", "PicoC.RUN"
    yield "PI_RUN_BAG", f"Pi.GPIO{PINOUT['PI_RUN_BAG']}"
    yield "3V3C", f"PicoC.GP{PINOUT['ROLE_STRAP']}"
    yield from (("3V3C", "PicoC.3V3"), ("GND", "PicoC.GND"))


def circuit() -> Circuit:
    """The netlist with what its names stand for; 5 V, 24 V and the nets of the Raspberry Pi come from the others."""
    return Circuit(sorted((*loops(), *readers(), *board())), KINDS, OUTPUTS, {})
