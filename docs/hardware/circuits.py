"""What the netlists are made of, and the rules that each circuit is checked by. Pure: knows no table.

A netlist is (net, part.pin) rows; KINDS of each tell which part a name is, and so its value.
"""

import re
import runpy
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

PINOUT: dict[str, Any] = runpy.run_path(str(Path(__file__).resolve().parents[2] / "firmware" / "pinout.py"))
# 3V3: of Pico A; 3V3B, 3V3C: of the others; 3V3P: of the Raspberry Pi. 5VF: behind the lamps' fuse. Switched are
# 3V3H, the sensors', 5VL, the lamps', and 5VC, the converter's.
SUPPLIES = {"GND", "3V3", "3V3B", "3V3C", "3V3P", "3V3H", "5V", "5VF", "5VL", "5VC", "24V"}
Pins = Iterator[tuple[str, str]]
Netlist = list[tuple[str, str]]

N_FET, P_FET, CAPACITOR = "N-FET", "P-FET", "100 nF"
# Pins of both FETs in SOT-23. Source: Nexperia 2N7002; Alpha & Omega AO3401A. Compare with what you buy.
GATE, SOURCE, DRAIN = 1, 2, 3
# The supply's pin of each chip. Sources: as in strip.py and main_netlist.py; Microchip DS20001713 (24LC32A).
FED_BY = {"74HC165": 16, "DRV5032DU": 1, "74LVC125": 14, "74AHCT125": 14, "TPIC6B595": 2, "24LC32A": 8}
VALUE = re.compile(r"[\d.]+ [kM]?Ω|[\d.]+ [nµ]F")


class Circuit(NamedTuple):
    """A netlist with what its names stand for. `outputs` are patterns of pins that a chip drives; `series`: the
    value of the resistor that alone stands between such a pin and all else."""

    pins: Netlist
    kinds: tuple[tuple[str, str], ...]
    outputs: tuple[str, ...]
    series: Mapping[str, str]


def between(name: str, one: str, other: str) -> Pins:
    """A part with two ends."""
    yield one, f"{name}.1"
    yield other, f"{name}.2"


def divider(name: str, top: str, middle: str) -> Pins:
    """Two resistors, `name`1 at `top` and `name`2 at ground."""
    yield from between(f"{name}1", top, middle)
    yield from between(f"{name}2", middle, "GND")


def pulled_down(name: str, gate: str, drain: str) -> Pins:
    """The N-FET Q`name`, which a high gate lets pull `drain` down; R`name` holds it off."""
    yield gate, f"Q{name}.{GATE}"
    yield "GND", f"Q{name}.{SOURCE}"
    yield drain, f"Q{name}.{DRAIN}"
    yield from between(f"R{name}", gate, "GND")


def switched(name: str, enable: str, supply: str, out: str) -> Pins:
    """`out` has `supply` while `enable` is high: a P-FET, whose gate an N-FET pulls down."""
    gate = f"{enable}-GATE"
    yield from pulled_down(f"{name}N", enable, gate)
    yield gate, f"Q{name}P.{GATE}"
    yield supply, f"Q{name}P.{SOURCE}"
    yield out, f"Q{name}P.{DRAIN}"
    yield from between(f"R{name}P", gate, supply)


def diode_loop(prefix: str, loop: int, ends: str, forth: str, back: str) -> Pins:
    """A loop between two PIN diodes, which conduct while somebody draws SELECT-`loop` down and are blocked by 24 V
    when nobody does."""
    yield from between(f"{prefix}D{loop}A", forth, f"{prefix}LOOP-{loop}-1")
    yield from between(f"{prefix}D{loop}B", back, f"{prefix}LOOP-{loop}-2")
    yield from between(ends, f"{prefix}LOOP-{loop}-1", f"{prefix}LOOP-{loop}-2")
    yield from between(f"{prefix}LC{loop}", f"{prefix}LOOP-{loop}-2", f"{prefix}SELECT-{loop}")   # chokes feed them
    yield from between(f"{prefix}RB{loop}", "24V", f"{prefix}SELECT-{loop}")


def joined(*circuits: Circuit) -> Circuit:
    """Several as one: a net of one name is one net, a part of one name one part."""
    return Circuit(sorted({row for each in circuits for row in each.pins}),
                   tuple(row for each in circuits for row in each.kinds),
                   tuple(pattern for each in circuits for pattern in each.outputs),
                   {pin: value for each in circuits for pin, value in each.series.items()})


def kind_of(circuit: Circuit, part: str) -> str:
    """What the part is, or its value; "" when no pattern fits its name."""
    return next((kind for pattern, kind in circuit.kinds if re.fullmatch(pattern, part)), "")


def parts(circuit: Circuit) -> Counter[str]:
    """How many of each kind there are."""
    return Counter(kind_of(circuit, part) for part in {pin.split(".")[0] for _, pin in circuit.pins})


def listed(circuit: Circuit) -> list[tuple[str, str, str]]:
    """(net, part.pin, what the part is) of each pin."""
    return [(net, pin, kind_of(circuit, pin.split(".")[0])) for net, pin in circuit.pins]


def faults(circuit: Circuit) -> list[str]:
    """What no circuit may have: a pin on two nets, a net with one end, a signal that two outputs drive, a part
    without a value, an open gate, a chip without its capacitor, an edge without its resistor."""
    often = Counter(pin for _, pin in circuit.pins)
    found = [f"{pin} is on {count} nets" for pin, count in often.items() if count > 1]
    nets: dict[str, list[str]] = defaultdict(list)
    for net, pin in circuit.pins:
        nets[net].append(pin)
    for net, ends in nets.items():
        if len(ends) < 2 and not net.endswith("not-QH"):
            found.append(f"{net} has one end, {ends[0]}")
        drivers = [pin for pin in ends if is_output(circuit, pin)]
        if net not in SUPPLIES and len(drivers) > 1:
            found.append(f"{net} is driven by {' and '.join(drivers)}")
    return [*found, *_part_faults(circuit), *_capacitor_faults(circuit), *_series_faults(circuit, nets)]


def is_output(circuit: Circuit, pin: str) -> bool:
    """Whether a chip drives this pin."""
    return any(re.fullmatch(each, pin) for each in circuit.outputs)


def _part_faults(circuit: Circuit) -> Iterator[str]:
    """Of single parts: without a kind, with an end in the air or both on one net; a gate that nothing holds."""
    ends: dict[str, dict[str, str]] = defaultdict(dict)
    for net, pin in circuit.pins:
        part, _, number = pin.partition(".")
        ends[part][number] = net
    held = {net for part, its in ends.items() if kind_of(circuit, part).endswith("Ω") for net in its.values()}
    for part, its in ends.items():
        kind = kind_of(circuit, part)
        if not kind:
            yield f"{part} has no value"
        if VALUE.fullmatch(kind) and len(set(its.values())) != 2:
            yield f"{part} does not lie between two nets"
        if kind in (N_FET, P_FET) and its[str(GATE)] not in held:
            yield f"the gate of {part} is held by nothing"


def _capacitor_faults(circuit: Circuit) -> Iterator[str]:
    """One capacitor a chip, from its own supply to ground."""
    net_of = {pin: net for net, pin in circuit.pins}
    wanted: Counter[str] = Counter()
    there: Counter[str] = Counter()
    for part in {pin.split(".")[0] for _, pin in circuit.pins}:
        kind = kind_of(circuit, part)
        if kind in FED_BY:
            wanted[net_of.get(f"{part}.{FED_BY[kind]}", "nothing")] += 1
        if kind == CAPACITOR:
            there.update({net_of.get(f"{part}.{end}", "GND") for end in (1, 2)} - {"GND"})
    for supply, count in wanted.items():
        if there[supply] < count:
            yield f"{supply} has {there[supply]} capacitors for {count} chips"


def _series_faults(circuit: Circuit, nets: Mapping[str, list[str]]) -> Iterator[str]:
    net_of = {pin: net for net, pin in circuit.pins}
    for pin, value in circuit.series.items():
        others = [kind_of(circuit, end.split(".")[0]) for end in nets.get(net_of.get(pin, ""), ()) if end != pin]
        if others != [value]:
            yield f"{pin} does not lead to {value} alone"
