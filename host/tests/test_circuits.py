"""The circuits of docs/hardware: what the firmware's pins lead to, what is bought for it; and a fault is found."""

import re
import runpy
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDER = CHECKOUT / "docs" / "hardware"
sys.path.insert(0, str(FOLDER))
try:
    import circuits
    import main_board
finally:
    sys.path.remove(str(FOLDER))

PINOUT: dict[str, Any] = runpy.run_path(str(CHECKOUT / "firmware" / "pinout.py"))
PARTS: dict[str, Any] = runpy.run_path(str(CHECKOUT / "docs" / "parts.py"))
WHOLE: Any = main_board.everything()
NETS: dict[str, str] = {pin: net for net, pin in WHOLE.pins}
COUNTED: Counter[str] = circuits.parts(WHOLE)


def ends(net: str) -> set[str]:
    return {pin for pin, its in NETS.items() if its == net}


def test_the_circuits_break_no_rule() -> None:
    assert circuits.faults(WHOLE) == []


@pytest.mark.parametrize(("pins", "prefix", "apart"), [
    ("BOARD_PINS", "PicoA.GP", {"HEARTBEAT_LED"}), ("RADIO_PINS", "PicoB.GP", set()), ("BAG_PINS", "PicoC.GP", set()),
    ("PI_PINS", "Pi.GPIO", set())])
def test_every_pin_of_the_pinout_leads_somewhere(pins: str, prefix: str, apart: set[str]) -> None:
    """And no pin that is not in its list. The light is on the microcontroller's own board."""
    listed = {f"{prefix}{pin}" for pin, _, _ in PINOUT[pins]} - {f"{prefix}{PINOUT[name]}" for name in apart}
    assert {pin for pin in NETS if pin.startswith(prefix)} == listed


# What of the parts lists is no part of a circuit, or is on a print of its own.
NO_CIRCUIT = {"microSD 32 GB", "chokes", "antenna and Hall board", "controller and switch board",
              "rack antenna boards", "loop and matching for the bag", "ISO 15693 tag",
              "NdFeB disc magnet 2 x 1 or 3 x 1 mm: test T29 says which", "tile blanks and pockets", "buzzer",
              "cables", "case", "74AHCT125 and 74LVC125 buffers", "supply 5 V",
              "100 nF and resistors for 225 squares", "Raspberry Pi 4B 2 GB"}
BOUGHT = {"Raspberry Pi Pico (RP2040)": "Raspberry Pi Pico", "24LC32A or 24LC64 EEPROM": "24LC32A",
          "DRV5032DU Hall switch": "DRV5032DU", "WS2812B-2020 lamp": "WS2812B-2020",
          "60 mm arcade button with lamp": "arcade button with lamp"}


def test_r1s_list_has_every_part_of_its_circuits() -> None:
    """Spare ones are named as such: `(5 spare)`."""
    for item in PARTS["R1"]:
        name = item.name.split(",")[0].split(" (")[0] if "RP2040" not in item.name else item.name
        if name not in NO_CIRCUIT:
            spare = re.search(r"\((\d+) spare\)", item.name)
            kind = BOUGHT.get(name, name)
            assert item.count == COUNTED[kind] + (int(spare[1]) if spare else 0), item.name


def test_the_small_parts_are_those_of_the_circuits() -> None:
    """Each of them, no more and no fewer."""
    small = {part.name.split(",")[0] if "button" not in part.name and "lamp" not in part.name else part.name: part
             for part in PARTS["SMALL"]}
    for name, part in small.items():
        assert part.r1 == COUNTED[name], name
    known = {re.sub(r" \(.*", "", item.name.split(",")[0]) for item in PARTS["R1"]} | set(BOUGHT.values())
    priced = {"74LVC125", "74AHCT125", "lamp in its button", "loop of the board", "loop of the bag", "plug of a rack",
              "polyfuse 3 A", "supply 5 V", "Raspberry Pi", "buzzer, active", "RC522 module, if any"}
    unpriced = {kind for kind in COUNTED if "value from P1" in kind or "not designed" in kind}
    assert {kind for kind in COUNTED if kind not in known | small.keys() | priced | unpriced} == set()


def test_what_is_not_designed_is_said_on_the_first_lines() -> None:
    first = (FOLDER.parent / "pages" / "fabrication.md").read_text(encoding="utf-8").split("\n\n")[2]
    building = (FOLDER.parent / "pages" / "building.md").read_text(encoding="utf-8")
    not_in_the_sums = building.partition("**Not in these sums:**")[2].partition("\n\n")[0]
    missing = [kind.removesuffix(", not designed") for kind in COUNTED if kind.endswith(", not designed")]
    assert sorted(missing) == ["peak detector", "supervisor of the 5 V"]
    for text in (first, not_in_the_sums):
        assert [each for each in missing if each not in " ".join(text.split())] == []


def test_the_ring_has_the_field_while_the_pin_is_low_and_the_loop_below_while_it_is_high() -> None:
    """As firmware/drivers/bag_loops.py says, followed through the FETs, whose drain is low while the gate is high."""
    def drawn(level: bool) -> list[str]:
        low = {f"Qbag-{name}.{circuits.DRAIN}" for name in ("UNDER", "NOT") if level}
        ring_on = NETS[f"Qbag-NOT.{circuits.DRAIN}"]
        assert ring_on == NETS[f"Qbag-RING.{circuits.GATE}"] != NETS[f"Qbag-UNDER.{circuits.GATE}"]
        assert "Rbag-RING.2" in ends("5V")             # what holds that gate up
        if not ends(ring_on) & low:
            low.add(f"Qbag-RING.{circuits.DRAIN}")
        selects = {NETS[pin] for pin in low}
        return [loop for loop, nth in (("ring", 0), ("below", 1)) if NETS[f"bag-LC{nth}.2"] in selects]
    pin = NETS[f"PicoC.GP{PINOUT['BAG_LOOP']}"]
    assert NETS[f"Qbag-UNDER.{circuits.GATE}"] == NETS[f"Qbag-NOT.{circuits.GATE}"] == pin
    assert (drawn(False), drawn(True)) == (["ring"], ["below"])
    source = (CHECKOUT / "firmware" / "drivers" / "bag_loops.py").read_text(encoding="utf-8")
    assert "low connects the ring, high the loop" in source


def without(*pins: str) -> Any:
    return WHOLE._replace(pins=[row for row in WHOLE.pins if row[1] not in pins])


def moved(pin: str, net: str) -> Any:
    return WHOLE._replace(pins=[(net if its == pin else old, its) for old, its in WHOLE.pins])


def more(*rows: tuple[str, str]) -> Any:
    return WHOLE._replace(pins=[*WHOLE.pins, *rows])


@pytest.mark.parametrize(("wrong", "told"), [
    (more(("GND", "a-H3.2")), "a-H3.2 is on 2 nets"),
    (more(("a-D3", "b-H3.2")), "a-D3 is driven by"),
    (more(("NEW", "L7.9")), "NEW has one end, L7.9"),
    (more(("3V3", "X1.1"), ("GND", "X1.2")), "X1 has no value"),
    (moved("CB.1", "GND"), "CB does not lie between two nets"),
    (without("CS4.1", "CS4.2"), "5V has 6 capacitors for 7 chips"),
    (without("f-C9.1", "f-C9.2"), "3V3H has 224 capacitors for 225 chips"),
    (moved("UB.3", "CLK-0"), "UB.3 does not lead to 33 Ω alone"),
    (moved("RK.1", "HALL_CLOCK"), "PicoA.GP2 does not lead to 33 Ω alone"),
    (moved("L0.3", "LAMP_FIRST"), "UL.3 does not lead to 330 Ω alone"),
    (without("RLN.1", "RLN.2"), "the gate of QLN is held by nothing"),
    (without("RHP.1", "RHP.2"), "the gate of QHP is held by nothing"),
], ids=["pin twice", "two drivers", "loose", "no value", "bridged", "switch's capacitor", "sensor's capacitor",
        "clock", "source", "lamps", "N gate", "P gate"])
def test_a_fault_in_a_circuit_is_found(wrong: Any, told: str) -> None:
    """A rule that cannot be broken is none."""
    assert any(told in each for each in circuits.faults(wrong)), circuits.faults(wrong)
