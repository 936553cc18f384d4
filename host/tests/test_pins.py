"""One source of pins: firmware/pinout.py. What firmware, host, manual and advice say of a pin stands there."""

import ast
import re
import runpy
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from host import config
from host.model_buttons import COPIES
from host.panel_signs import pins_of

CHECKOUT = Path(__file__).resolve().parents[2]
PINOUT: dict[str, Any] = runpy.run_path(str(CHECKOUT / "firmware" / "pinout.py"))
WIRES: dict[str, Any] = runpy.run_path(str(CHECKOUT / "docs" / "wires.py"))
LISTS = {"BOARD_PINS": "GP", "RADIO_PINS": "GP", "BAG_PINS": "GP", "PAD_PINS": "GP", "PI_PINS": "GPIO"}

# Ground, supplies, RUN, and the Raspberry Pi's two of the identification. Sources: as in docs/wires.py.
TAKEN = {"GP": {3, 8, 13, 18, 23, 28, 30, 33, *range(35, 41)},
         "GPIO": {1, 2, 4, 6, 9, 14, 17, 20, 25, 27, 28, 30, 34, 39}}
# Every pin that is named in a sentence: in which file, how it reads there, and which constant it speaks of.
SAID = (
    ("hardware_tests/keeping.py", "its SDA at GP10", "EEPROM_SDA"),
    ("hardware_tests/keeping.py", "its SCL at GP11", "EEPROM_SCL"),
    ("hardware_tests/t01_hello.py", "role strap, GP28", "ROLE_STRAP"),
    ("hardware_tests/t05_power_off.py", "P-FET at GP6", "HALL_POWER"),
    ("hardware_tests/t05_power_off.py", "from their 3.3 V to GP27", "HALL_RAIL"),
    ("docs/pages/building.md", "P-FET at GP6", "HALL_POWER"),
    ("docs/pages/building.md", "the wire from GP6", "HALL_POWER"),
    ("hardware_tests/t01_hello.py", "look at the divider at GP26", "LAMP_RAIL"),
    ("hardware_tests/t01_hello.py", "look at the P-FET at GP6,", "HALL_POWER"),
    ("hardware_tests/t01_hello.py", "at the wire to GP27", "HALL_RAIL"),
    ("hardware_tests/t13_lamp_limit.py", "LED_PWR_EN (GP9)", "LAMP_POWER"),
    ("hardware_tests/t24_buttons.py", '"clock_a": (0, "GP4")', "BAG_CLOCK_A"),
    ("hardware_tests/t24_buttons.py", '"clock_b": (1, "GP5")', "BAG_CLOCK_B"),
    ("hardware_tests/t28_outlets.py", "GPIO12 goes through a transistor", "PI_BUZZER"),
    ("host/adapters/link_health.py", "look at GP28", "ROLE_STRAP"),
    ("host/flash_command.py", "look at the divider at GP28", "ROLE_STRAP"),
    ("firmware/strap.py", "role strap at GP28", "ROLE_STRAP"),
    ("firmware/pinout.py", "to GPIO15 of the Raspberry Pi", "PI_RX"),
    ("firmware/pinout.py", "from GPIO14 of the Raspberry Pi", "PI_TX"),
    ("firmware/pinout.py", "from GPIO24 of the Raspberry Pi", "PI_SYNC"),
    ("firmware/pinout.py", "to GP1 of the board", "UART_RX"),
    ("firmware/pinout.py", "from GP0 of the board", "UART_TX"),
    ("docs/pages/wiring.md", "GP10 and", "PAD_SCK"),
    ("docs/pages/wiring.md", "GP11 then belong", "PAD_MOSI"),
)
NOT_SENTENCES = {"firmware/pinout.py": "GP17 of the radio board is pin 32 + 17",  # an example of a sum
                 "host/config.py": "GPIO 0 to 3"}  # which must stay free
NAMED = re.compile(r"\bGP(?:IO)?\s?\d+")


def speaking_files() -> list[Path]:
    """Files in which people read of pins: advice, sentences, manual; tests apart."""
    folders = ("hardware_tests", "host", "firmware", "docs")
    found = [path for folder in folders for path in (CHECKOUT / folder).rglob("*") if path.suffix in (".py", ".md")]
    found = [path for path in found if not {"tests", "site", "sim"} & set(path.relative_to(CHECKOUT).parts)]
    return sorted([*found, CHECKOUT / "README.md"])


def test_the_defaults_of_the_settings_are_the_pins_of_the_diagrams() -> None:
    """Who wires by the picture and writes nothing in table.toml has a panel that works."""
    wired = {name: pin for name, pin in asdict(pins_of(config.PanelSettings())).items() if isinstance(pin, int)}
    assert wired == {name: PINOUT[f"PI_{name.upper()}"] for name in wired}
    assert len(wired) == 10
    displays = config.DisplaySettings()
    assert (displays.address_a, displays.address_b) == (PINOUT["PI_DISPLAY_A"], PINOUT["PI_DISPLAY_B"])


def test_the_settings_keep_every_pin_of_the_header_free_that_leads_elsewhere() -> None:
    """Of the diagram: what is neither in [panel] nor on the displays' bus, under the name that the diagram has."""
    panel = set(asdict(pins_of(config.PanelSettings())).values())
    others = {pin: name for pin, name, _ in PINOUT["PI_PINS"] if pin not in panel and pin >= 4}
    assert others == config.WIRED


def test_every_pin_that_a_sentence_names_is_the_one_of_the_pinout() -> None:
    """A sentence with a wrong number sends the iron to the wrong joint."""
    for file, words, constant in SAID:
        text = (CHECKOUT / file).read_text(encoding="utf-8")
        assert words in text, f"{file} does not say '{words}' any more"
        [told] = NAMED.findall(words)
        assert int(re.sub(r"\D", "", told)) == PINOUT[constant], f"{file}: {words}"


def test_no_sentence_names_a_pin_that_is_not_compared() -> None:
    said: dict[str, list[str]] = {}
    for file, words, _ in SAID:
        said.setdefault(file, []).append(words)
    for path in speaking_files():
        name = path.relative_to(CHECKOUT).as_posix()
        text = path.read_text(encoding="utf-8").replace(NOT_SENTENCES.get(name, "\0"), "")
        for words in said.get(name, []):
            text = text.replace(words, "")
        assert NAMED.findall(text) == [], f"{name} names a pin: add the sentence to SAID"


@pytest.mark.parametrize("name", WIRES["DIAGRAMS"])
def test_every_pin_of_a_list_is_wired_once_in_its_diagram(name: str) -> None:
    diagram = WIRES["DIAGRAMS"][name]
    listed = sorted(pin for pin, _, _ in WIRES["PINOUT"][diagram.pins])
    assert sorted(pin for pin, _, _ in WIRES["wires"](diagram)) == listed
    picture = WIRES["picture"](name)
    assert picture.count("<path") == len(listed)
    for pin in listed:
        assert re.search(rf">{diagram.prefix}{pin} · ", picture)


def test_every_list_of_pins_has_its_diagram() -> None:
    """The pad's pins are in the low-cost table's, with those of the board that the pad does not take."""
    drawn = {diagram.pins: diagram.prefix for diagram in WIRES["DIAGRAMS"].values()}
    assert drawn.pop("LOW_COST_PINS") == "GP"
    assert drawn == {name: prefix for name, prefix in LISTS.items() if name != "PAD_PINS"}
    assert {name for name in PINOUT if name.endswith("_PINS")} - {"ONE_BOARD_PINS"} == set(LISTS)
    low_cost = WIRES["PINOUT"]["LOW_COST_PINS"]
    assert set(PINOUT["PAD_PINS"]) < set(low_cost) < {*PINOUT["BOARD_PINS"], *PINOUT["PAD_PINS"]}
    assert {pin for pin, _, _ in low_cost} >= {pin for pin, _, _ in PINOUT["BOARD_PINS"]}


@pytest.mark.parametrize("name", WIRES["DIAGRAMS"])
def test_no_two_wires_of_a_diagram_run_over_each_other(name: str) -> None:
    """Where two lie on one line for a while nobody can tell which is which."""
    pieces: list[tuple[str, int, int, int]] = []
    for words in re.findall(r'<path d="M(\d+) (\d+)H(\d+)V(\d+)H(\d+)"', WIRES["picture"](name)):
        left, start, turn, end, right = map(int, words)
        for way, at, low, high in (("along", start, left, turn), ("down", turn, *sorted((start, end))),
                                   ("along", end, turn, right)):
            assert not [each for each in pieces if each[:2] == (way, at) and each[2] <= high and low <= each[3]]
            pieces.append((way, at, low, high))
    assert len(pieces) == 3 * len(PINOUT.get(WIRES["DIAGRAMS"][name].pins, WIRES["PINOUT"]["LOW_COST_PINS"]))


@pytest.mark.parametrize("name", WIRES["DIAGRAMS"])
def test_every_pin_is_drawn_where_the_board_has_it(name: str) -> None:
    """Each on a place of its own, none of which is ground or supply; only the Pico's own light is on no pin."""
    diagram = WIRES["DIAGRAMS"][name]
    places = [each for each in re.findall(r"· (on the board|pin \d+)<", WIRES["picture"](name))]
    assert len(set(places)) == len(places) == len(WIRES["PINOUT"][diagram.pins])
    assert ("on the board" in places) == (name in ("board", "low_cost"))
    assert not {int(each[4:]) for each in places if each != "on the board"} & TAKEN[diagram.prefix]


def test_a_diagram_that_leaves_out_a_pin_or_has_it_twice_is_refused() -> None:
    diagram, part = WIRES["DIAGRAMS"]["radio"], WIRES["Part"]
    short = diagram._replace(parts=(part("PN5180", diagram.parts[0].pins[1:]), *diagram.parts[1:]))
    double = diagram._replace(parts=(*diagram.parts, part("again", diagram.parts[0].pins[:1])))
    for wrong in (short, double):
        with pytest.raises(WIRES["NotAsPinout"], match=f"GP{PINOUT['RADIO_MISO']} is drawn or listed"):
            WIRES["wires"](wrong)


def test_no_pin_of_a_board_serves_two_signals() -> None:
    for name in LISTS:
        numbers = [pin for pin, _, _ in PINOUT[name]]
        assert len(set(numbers)) == len(numbers), name


MAKE_PINS, LINES = ("Pin", "pin", "SPI", "UART", "ADC"), ("sck", "mosi", "miso", "tx", "rx")
OURS = sorted(path for path in (CHECKOUT / "firmware").rglob("*.py")
              if not {"tests", "sim", "emulator", "image", "tablewire"} & set(path.relative_to(CHECKOUT).parts))


def test_the_firmware_takes_every_pin_and_bus_from_the_pinout() -> None:
    """A number beside a pin, in whatever file, would be a second source."""
    found = []
    for path in OURS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in MAKE_PINS:
                continue
            given = [*node.args[:1], *(each.value for each in node.keywords if each.arg in LINES)]
            found += [f"{path.name}:{node.lineno}" for each in given if isinstance(each, ast.Constant)]
    assert found == []
    assert {"parts.py", "ports.py"} < {path.name for path in OURS}


def test_the_virtual_buttons_copies_are_wired_to_the_bags_board_by_the_pinout() -> None:
    """A model that is wired otherwise would prove another board."""
    assert {"clock_a": PINOUT["BAG_CLOCK_A"], "clock_b": PINOUT["BAG_CLOCK_B"]} == COPIES
