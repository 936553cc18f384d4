"""What the two tables are made of: parts, how many, what one costs, what it draws. The manual prints them.

Prices are indicative, in euros, for small quantities, and were not fetched from any shop.
"""

from typing import NamedTuple


class Item(NamedTuple):
    """`where`: the part of the table that it belongs to. Prices in euros."""

    name: str
    count: int
    price: float
    where: str


R1 = (
    Item("Raspberry Pi 4B 2 GB, or Pi 5 2 GB", 1, 48.00, "computer"),
    Item("supply 5 V, 5 A, with jack and polyfuse", 1, 16.00, "power"),
    Item("microSD 32 GB, high endurance", 1, 10.00, "computer"),
    Item("Raspberry Pi Pico (RP2040)", 3, 4.50, "boards"),
    Item("24LC32A or 24LC64 EEPROM, SO-8 or DIP-8", 1, 0.35, "boards"),
    Item("DRV5032DU Hall switch, SOT-23 (5 spare)", 230, 0.28, "sensors"),
    Item("74HC165, SO-16 (2 spare)", 32, 0.22, "sensors"),
    Item("74AHCT125 and 74LVC125 buffers", 3, 0.45, "sensors, lamps"),
    Item("100 nF and resistors for 225 squares", 1, 9.00, "sensors"),
    Item("PN5180 module", 2, 9.50, "radio, bag"),
    Item("TPIC6B595", 5, 1.20, "radio"),
    Item("PIN diode, BAP64 class (4 spare)", 76, 0.13, "radio, bag"),
    Item("chokes, C0G capacitors, trimmers, for each of 34 loops", 34, 0.55, "radio"),
    Item("24 V converter module", 1, 1.50, "radio"),
    Item("antenna and Hall board, about 300 x 300 mm, 4 layers, smallest lot with shipping", 1, 95.00, "board"),
    Item("controller and switch board", 1, 12.00, "radio"),
    Item("rack antenna boards", 4, 2.50, "racks"),
    Item("loop and matching for the bag, two chokes", 1, 4.00, "bag"),
    Item("WS2812B-2020 lamp", 256, 0.08, "lamps"),
    Item("ISO 15693 tag, 16 to 18 mm (10 spare)", 110, 0.42, "tiles"),
    Item("NdFeB disc magnet 2 x 1 or 3 x 1 mm: test T29 says which", 115, 0.07, "tiles"),
    Item("tile blanks and pockets", 1, 15.00, "tiles"),
    Item("60 mm arcade button with lamp", 2, 4.00, "panel"),
    Item("SSD1306 display, 128 x 64", 2, 4.50, "panel"),
    Item("buzzer, small buttons, lamps", 1, 5.00, "panel"),
    Item("cables, plugs, protection against static", 1, 19.00, "all"),
    Item("case, ferrite foil, acrylic or veneer", 1, 38.00, "case"),
)

L1 = (
    Item("Raspberry Pi Zero 2 W", 1, 18.00, "computer"),
    Item("supply 5 V, 3 A, with an OTG cable", 1, 10.00, "power"),
    Item("microSD 16 GB", 1, 6.00, "computer"),
    Item("Raspberry Pi Pico", 1, 4.20, "boards"),
    Item("unipolar micropower Hall switch (5 spare)", 230, 0.08, "sensors"),
    Item("74HC165", 30, 0.17, "sensors"),
    Item("capacitors and resistors", 1, 4.00, "sensors"),
    Item("15 sensor strips 295 x 19 mm, 2 layers, with shipping", 1, 26.00, "board"),
    Item("RC522 module: the identify pad", 1, 2.50, "pad"),
    Item("NTAG213 sticker, 13 to 18 mm (5 spare)", 105, 0.12, "tiles"),
    Item("NdFeB disc magnet 2 x 1 or 3 x 1 mm: test T29 says which", 110, 0.055, "tiles"),
    Item("33 mm arcade button with lamp", 2, 2.20, "panel"),
    Item("SSD1306 display, 128 x 64", 2, 3.20, "panel"),
    Item("WS2812 strip, 46 lamps", 1, 4.50, "lamps"),
    Item("buzzer, small buttons, wire, headers, 74AHCT125 and 74LVC125", 1, 7.00, "all"),
    Item("board of MDF or acrylic", 1, 9.00, "case"),
)


class Small(NamedTuple):
    """A small part, whose price is within those above: how many R1 and L1 need, and where they are soldered."""

    name: str
    r1: int
    l1: int
    where: str


SMALL = (
    Small("74LVC125", 1, 1, "clock of the sensors' rows, five on each output"),
    Small("74AHCT125", 2, 1, "first lamp's DIN; R1: the five inputs of the antenna switch"),
    Small("100 nF, 0603", 269, 262, "strips: C0 to C14, CU1 and CU2 of each; one at each other chip and button"),
    Small("0 Ω, 0603", 0, 15, "each strip, at its place R1 or R0; R1's main board has none, its P0 has one"),
    Small("33 Ω", 4, 4, "at SPI0 SCK, and at each output of the 74LVC125 that clocks five rows"),
    Small("330 Ω", 1, 1, "between the 74AHCT125 and the first lamp's DIN"),
    Small("1000 µF, 10 V", 1, 1, "where the 5 V come to the lamps, between polyfuse and P-FET"),
    Small("1 kΩ", 9, 6, "between each button and its pin; status lamp; R1: copies of the clock buttons, SER OUT"),
    Small("1.8 kΩ", 1, 0, "from SER OUT's 1 kΩ to ground"),
    Small("10 kΩ", 22, 12, "from each button's pin to 3.3 V; 5 V divider, two; gates of the FETs, N to ground, P to "
          "its supply; R1: role strap of Pico B, two; /G to 3.3 V; 24 V divider; the ring's gate to 5 V"),
    Small("100 kΩ", 1, 0, "24 V divider"),
    Small("4.7 kΩ", 4, 0, "from each RF_GRANT to 3.3 V; from the EEPROM's SDA and SCL to 3.3 V"),
    Small("N-FET, 2N7002 class", 9, 3, "sensors' supply, lamps' supply, RUN of each Pico; R1: 24 V converter's "
          "supply; ring and loop of the bag, three"),
    Small("P-FET, 3 A, logic level", 3, 2, "sensors' supply, lamps' supply; R1: 24 V converter's supply"),
    Small("ULN2003", 1, 1, "lamps in the clock buttons, buzzer"),
    Small("button, small", 3, 3, "challenge A and B, referee"),
    Small("lamp, 3 mm", 1, 1, "status"),
)


class Draws(NamedTuple):
    """What a part of R1 draws from the 5 V, in amperes: as a rule, at most. `fed`: where it gets its volts from."""

    name: str
    fed: str
    usual: float
    most: float


POWER = (
    Draws("Raspberry Pi 4B", "5 V of the supply, at its USB-C socket or at pins 2 and 4", 0.70, 1.25),
    Draws("3 Picos", "USB of the Raspberry Pi", 0.09, 0.15),
    Draws("sensors and 74HC165", "3V3 of Pico A, pin 36; the sensors behind their P-FET", 0.01, 0.02),
    Draws("PN5180, one field at a time", "5 V of the supply; its logic 3V3 of its Pico, pin 36", 0.15, 0.25),
    Draws("24 V converter, diodes", "5 V of the supply, the converter behind its P-FET", 0.12, 0.15),
    Draws("256 lamps", "5 V of the supply, own wires, behind the polyfuse (3 A) and their P-FET",
          0.50, 1.50),
    Draws("displays, button lamps, buzzer", "3.3 V and 5 V of the Raspberry Pi, pins 1 and 2", 0.10, 0.20),
)


def total(items: tuple[Item, ...]) -> float:
    """What all of it costs, in euros.

    >>> round(total(R1)), round(total(L1))
    (514, 144)
    """
    return sum(item.count * item.price for item in items)
