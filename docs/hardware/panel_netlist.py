"""The netlist of the panel: what hangs on the Raspberry Pi's header. Both tables have it. Pure.

A button closes to ground through 1 kΩ; 10 kΩ and 100 nF at the pin make its edges a millisecond long.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from circuits import CAPACITOR, PINOUT, Circuit, Pins, between

BUTTONS = ("PI_CLOCK_A", "PI_CLOCK_B", "PI_CHALLENGE_A", "PI_CHALLENGE_B", "PI_REFEREE")
DRIVES = ("PI_LED_A", "PI_LED_B", "PI_STATUS_LED", "PI_BUZZER")
# Of the ULN2003. Source: Texas Instruments SLRS027: input n is pin n, its output pin 17 - n.
ULN_WAYS = (("PI_LED_A", "panel-LAMP-A"), ("PI_LED_B", "panel-LAMP-B"), ("PI_BUZZER", "panel-BUZZER"))
ULN_GROUND, ULN_COMMON = 8, 9
OUTPUTS = tuple(rf"Pi\.GPIO{PINOUT[name]}" for name in DRIVES)
KINDS = (
    (r"SW-PI_CLOCK_[AB]", "arcade button with lamp"), (r"panel-LAMP-[AB]", "lamp in its button"),
    (r"SW-PI_(CHALLENGE_[AB]|REFEREE)", "button, small"), (r"RU-\w+", "10 kΩ"), (r"RS-\w+", "1 kΩ"),
    (r"CB-\w+", CAPACITOR), ("UP", "ULN2003"), ("panel-BUZZER", "buzzer, active"), ("panel-STATUS", "lamp, 3 mm"),
    (r"DISPLAY-[AB]", "SSD1306 display"), ("SUPERVISOR", "supervisor of the 5 V, not designed"),
    ("Pi", "Raspberry Pi"), ("POWER", "supply 5 V"),
)


def buttons() -> Pins:
    """Each button on its pin."""
    for name in BUTTONS:
        yield name, f"Pi.GPIO{PINOUT[name]}"
        yield from between(f"RU-{name}", name, "3V3P")
        yield from between(f"CB-{name}", name, "GND")
        yield from between(f"RS-{name}", name, f"{name}-KEY")
        yield from between(f"SW-{name}", f"{name}-KEY", "GND")


def outlets() -> Pins:
    """Lamps in the buttons and the buzzer at 5 V by the ULN2003; the status lamp at its pin."""
    for way, (name, part) in enumerate(ULN_WAYS, 1):
        yield name, f"Pi.GPIO{PINOUT[name]}"
        yield name, f"UP.{way}"
        yield from between(part, "5V", f"{name}-LOW")
        yield f"{name}-LOW", f"UP.{17 - way}"
    yield from (("GND", f"UP.{ULN_GROUND}"), ("5V", f"UP.{ULN_COMMON}"))
    yield "PI_STATUS_LED", f"Pi.GPIO{PINOUT['PI_STATUS_LED']}"
    yield from between("RS-STATUS", "PI_STATUS_LED", "STATUS-LIT")
    yield from between("panel-STATUS", "STATUS-LIT", "GND")


def displays() -> Pins:
    """Two on one bus, told apart by their address straps; the supervisor of the 5 V has a pin and no part yet."""
    for net, pin in (("PI_SDA", "SDA"), ("PI_SCL", "SCL"), ("3V3P", "VCC"), ("GND", "GND")):
        for side in "AB":
            yield net, f"DISPLAY-{side}.{pin}"
    for name in ("PI_SDA", "PI_SCL", "PI_PGOOD"):
        yield name, f"Pi.GPIO{PINOUT[name]}"
    yield "PI_PGOOD", "SUPERVISOR.out"
    yield from (("3V3P", "Pi.3V3"), ("5V", "Pi.5V"), ("GND", "Pi.GND"))


def circuit() -> Circuit:
    """The netlist with what its names stand for."""
    return Circuit(sorted((*buttons(), *outlets(), *displays())), KINDS, OUTPUTS, {})
