"""Tables of the manual that are printed from the code: what they list is written down once.

A page asks for one with a line such as `<!-- printed: messages -->`. Knows nothing of how pages look.
"""

import functools
import importlib
import json
import re
import runpy
import struct
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from tablewire import messages
from tablewire.fields import FIELDS

from engine_lite.rulebook import KINDS, Rulebook
from engine_lite.rulebooks import RULEBOOKS
from hardware_tests.bench import Check
from hardware_tests.plan import CHECKS
from host.adapters.link_lamps import LIGHT
from host.config import RULES, SECTIONS, Config
from host.core.effects import Colour
from host.core.phases import WAYS
from host.rehearsal.names import names
from host.words import rules, sentences
from host.words.catalogue import say
from host.words.titles import rulebook_title

CHECKOUT = Path(__file__).resolve().parents[1]


class UnknownTable(LookupError):
    """A page asks for a table that this file does not print."""


def printed(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    """A Markdown table.

    >>> print(printed(("pin", "signal"), [(2, "SCK | clock")]))
    | pin | signal |
    |---|---|
    | 2 | SCK \\| clock |
    """
    lines = ["| " + " | ".join(str(word).replace("|", "\\|") for word in row) + " |" for row in (head, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]])


def message_table() -> str:
    """One row a message, in the order of tablewire.messages.ROWS; lengths are in bytes, the kind included."""
    return printed(
        ("kind", "message", "way", "kept until acknowledged", "bytes", "fields", "says", "since"),
        (
            (f"`0x{kind:02X}`", f"`{name}`", way.replace(" ", "&nbsp;"), "yes" if numbered else "no",
             struct.calcsize(packing), ", ".join(f"`{field}`" for field in fields), says, since)
            for kind, name, way, numbered, packing, _, fields, says, since in messages.ROWS
        ),
    )


def field_table() -> str:
    """One row a field, by name: its unit, and the messages that carry it."""
    carriers = {field: [f"`{row[1]}`" for row in messages.ROWS if field in row[6]] for field in FIELDS}
    return printed(("field", "unit", "in"),
                   ((f"`{field}`", unit, ", ".join(carriers[field])) for field, unit in FIELDS.items()))


def phase_table() -> str:
    """One row a way from phase to phase, in the order of host.core.phases.WAYS."""
    return printed(
        ("in", "when", "then"),
        ((f"**{phase}**", when, f"**{then}**") for phase, ways in WAYS.items() for then, when in ways.items()),
    )


def ways_picture() -> str:
    """The same ways as boxes and arrows, as docs/ways.py draws them."""
    return scrolled(runpy.run_path(str(CHECKOUT / "docs" / "ways.py"))["picture"]())


def scrolled(picture: str, wide: str = "") -> str:
    """A picture that a narrow screen scrolls instead of shrinking its words; the arrow keys reach it."""
    return f'<div class="scrolls {wide}" tabindex="0">\n{picture}\n</div>'


def drawn(label: str, path: str, wide: str = "") -> str:
    """A picture of a file of the manual, scrolled on a narrow screen."""
    return scrolled(f'<img alt="{label}" src="{path}">', wide)


def prompt_table() -> str:
    """One row a prompt that scripts can expect, worst first: its sentence, and the lamps of its squares."""
    source = "".join((CHECKOUT / "host" / "core" / name).read_text("utf-8") for name in ("disorder.py", "prompts.py"))
    homes = set(re.findall(r'Prompt\("(\w+)"[^\n]*homes=', source))
    rows = []
    for name in names()["prompts"]:
        sentence = sentences.MOVED if name == "moved" else sentences.PROMPTS[name]
        placed = "{squares}" in sentence or name == "moved" or re.search(rf'Prompt\("{name}", (?!\(\))', source)
        lamps = "played, and fault where it lies" if name == "moved" else "played" if name in homes else "fault"
        rows.append((f"`{name}`", blanked(sentence), lamps if placed else "none"))
    return printed(("prompt", "says", "lamps"), rows)


def notice_table() -> str:
    """One row a notice: its sentence."""
    return printed(("notice", "says"),
                   ((f"`{name}`", blanked(sentences.NOTICES[name])) for name in names()["notices"]))


def lamp_table() -> str:
    """One row a colour of the squares' lamps, as host.adapters.link_lamps mixes it, then the lamps of the panel."""
    says = {Colour.FAULT: ("what lies there is wrong: crooked, face down, doubled, or not where it may lie",
                           "what the displays and the page say; the lamp goes dark when it is right"),
            Colour.PLAYED: ("a tile of the game is missing there", "put it back there")}
    squares = [(f"**{called(LIGHT[colour])}**, at a square", *words) for colour, words in says.items()]
    panel = [("lamp in a clock button, and at L1's clocks", "that side's clock runs", ""),
             ("status lamp, lit", "the board is heard, the game is kept; another thing may be wrong", ""),
             ("status lamp, once a second", "the board is not heard, or no disk takes the game", "what a page says")]
    return printed(("lamp", "means", "do"), [*squares, *panel])


def called(light: tuple[int, int, int]) -> str:
    """The word for a mixture of red, green and blue: that of the strongest.

    >>> called((64, 0, 0)), called((0, 24, 64))
    ('red', 'blue')
    """
    return max(zip(light, ("red", "green", "blue"), strict=True))[1]


def reason_table() -> str:
    """One row a reason for which a press or a statement is refused, in the order of the rules' own list."""
    return printed(("reason", "says"),
                   ((f"`{name}`", blanked(sentences.REASONS[name])) for name in names()["reasons"]))


def end_table() -> str:
    """One row a way in which a game ends."""
    return printed(("end", "means"), ((f"`{name}`", sentences.ENDS[name]) for name in names()["ended"]))


def blanked(sentence: str) -> str:
    """A sentence with dots where squares, tiles or names go.

    >>> blanked("Tile missing on {squares}. Put it back.")
    'Tile missing on …. Put it back.'
    """
    return re.sub(r"\{\w+\}", "…", sentence)


def wires_picture(name: str) -> str:
    """A wiring diagram, as docs/wires.py draws it from the same numbers."""
    return scrolled(runpy.run_path(str(CHECKOUT / "docs" / "wires.py"))["picture"](name))


def pin_table(name: str, prefix: str = "GP") -> str:
    """One row a pin of the list `name` of firmware/pinout.py, which on a board is a module of its own."""
    pins = runpy.run_path(str(CHECKOUT / "firmware" / "pinout.py"))[name]
    rows = ((f"{prefix}{number}", signal, remark) for number, signal, remark in pins)
    return printed(("pin", "signal", "remark"), rows)


def default_of(field: Any, must: str) -> str:
    """What stands for `field`, a msgspec field, when it is left out; addresses as people solder them."""
    if field.required:
        return "must be written"
    if must.startswith("0x"):
        return f"`0x{field.default:02X}`"
    return f"`{json.dumps(field.default, ensure_ascii=False)}`"


def settings_table() -> str:
    """One row a setting of table.toml, with its bounds and default, in the order of host.config.Config."""
    rows = []
    for section in msgspec.structs.fields(Config):
        if section.name == RULES:
            rows.append((f"`[{RULES}]`", "any knob", "as a [rulebook](rulebooks.md) bounds it", "the rulebook's own"))
            continue
        kind = SECTIONS[section.name]
        hints = get_type_hints(kind, include_extras=True)
        for field in msgspec.structs.fields(kind):
            must = hints[field.name].__metadata__[0].description
            rows.append((f"`[{section.name}]`", f"`{field.name}`", must, default_of(field, must)))
    return printed(("section", "setting", "is", "when left out"), rows)


def rulebooks_table() -> str:
    """One row a knob on which two rulebooks differ, in the order of Rulebook, one column a rulebook."""
    books = RULEBOOKS.values()
    return printed(
        ("knob", *(f"[{book.name}](rulebooks/{book.name}.md)" for book in books)),
        (
            (f"`{knob}`: {kind.text}", *(breakable(getattr(book, knob)) for book in books))
            for knob, kind in KINDS.items()
            if len({getattr(book, knob) for book in books}) > 1
        ),
    )


def breakable(value: object) -> str:
    """A knob's value as settings write it, for a narrow column: a line may end after an underscore.

    >>> breakable("draw_then_press"), breakable(True), breakable("")
    ('draw_<wbr>then_<wbr>press', 'true', '—')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).replace("_", "_<wbr>") or rules.NOTHING_SAID


def parts_table(name: str) -> str:
    """One row a part of the list `name` of docs/parts.py, and the sum."""
    parts = runpy.run_path(str(CHECKOUT / "docs" / "parts.py"))
    rows = [(item.name, item.count, f"{item.price:.3f}".removesuffix("0"), f"{item.count * item.price:.2f}",
             item.where) for item in parts[name]]
    total = ("**all**", "", "", f"**{parts['total'](parts[name]):.2f}**", "")
    return printed(("part", "number", "€ each", "€", "for"), [*rows, total])


def small_table() -> str:
    """One row a small part: how many each table needs, and where they are soldered."""
    parts = runpy.run_path(str(CHECKOUT / "docs" / "parts.py"))
    return printed(("small part", "R1", "L1", "where"), parts["SMALL"])


def power_table() -> str:
    """One row a consumer of R1's 5 V, and the sum."""
    rows = runpy.run_path(str(CHECKOUT / "docs" / "parts.py"))["POWER"]
    told = [(row.name, row.fed, f"{row.usual:.2f}", f"{row.most:.2f}") for row in rows]
    sums = ("**all**", "", *(f"**{sum(row[at] for row in rows):.2f}**" for at in (2, 3)))
    return printed(("part", "fed from", "usual A", "at most A"), [*told, sums])


def plug_table() -> str:
    """One row a pin of the strip's plugs that is no ground, as docs/hardware/strip.py lays them out."""
    strip = hardware("strip")
    pins = {pin: net for net, pin in strip.netlist(strip.strip())}
    leads = {"3V3H": "supply of the sensors, switched", "LOAD": "/PL of the board", "CLK": "SPI0 SCK, buffered",
             "DOUT": "data: to Q7 in, SPI0 RX, or J2 of the row before", "3V3": "supply of the chips",
             "DIN": "data: from J1 of the next row; at row o SPI0 TX"}
    return printed(("pin", "J1", "J2", "leads to"), (
        (pin, pins[f"J1.{pin}"], pins[f"J2.{pin}"],
         "; ".join(dict.fromkeys(leads[pins[f"{plug}.{pin}"]] for plug in ("J1", "J2")))) for pin in (1, 3, 5, 7, 9)))


def switch_table() -> str:
    """One row a chip of the antenna switch: which loops its outputs draw, as the firmware numbers them."""
    netlist = hardware("main_netlist")
    def called(loop: int) -> str:
        if loop < 15:
            return f"row {netlist.ROWS[loop]}"
        return f"column {loop - 14}" if loop < 30 else f"rack {loop - 29}"
    return printed(("chip", *(f"DRAIN{nth}" for nth in range(8))), (
        (f"US{chip}", *(called(loop) if loop < netlist.LOOPS else "free" for loop in range(8 * chip, 8 * chip + 8)))
        for chip in range(5)))


def hardware(name: str) -> Any:
    """The script `name` of docs/hardware, as a module."""
    folder = str(CHECKOUT / "docs" / "hardware")
    sys.path.insert(0, folder)
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(folder)


def bench_table() -> str:
    """One row a numbered check, in the order of hardware_tests.plan."""
    def needs(check: Check) -> str:
        return "a person" if check.needs_person else "" if check.daily else "to be named"
    return printed(("check", "", "what happens", "passes", "needs"),
                   ((f"**{check.id}**", check.title, check.does, check.limit, needs(check)) for check in CHECKS))


def file_list(pattern: str) -> str:
    """Links to the files of docs/hardware that fit `pattern`."""
    found = sorted((CHECKOUT / "docs" / "hardware").glob(pattern))
    return "\n".join(f"- [{path.name}](hardware/{path.relative_to(CHECKOUT / 'docs' / 'hardware').as_posix()})"
                     for path in found)


# Drawings of docs/hardware: what is said of each, its file, and `long` when it is wider than any screen.
PICTURES = {
    "strip": ("The copper of the sensor strip, from the side of its parts", "hardware/strip/strip.svg", "long"),
    "plan": ("Which part of the strip goes where", "hardware/strip/strip-plan.svg"),
    "antenna": ("The antenna panel", "hardware/antenna/antenna.svg"),
    "corner": ("A corner of the main board", "hardware/main/main-corner.svg"),
    "rack": ("The antenna of a rack", "hardware/rack/rack.svg"),
    "section": ("Cut through a tile on its square", "hardware/section/section.svg"),
}
PRINTED: dict[str, Callable[[], str]] = {
    "messages": message_table,
    "fields": field_table,
    "phases": phase_table,
    "ways": ways_picture,
    "prompts": prompt_table,
    "notices": notice_table,
    "lamps": lamp_table,
    "reasons": reason_table,
    "ends": end_table,
    "rulebooks": rulebooks_table,
    "settings": settings_table,
    "parts_r1": lambda: parts_table("R1"),
    "parts_l1": lambda: parts_table("L1"),
    "bench": bench_table,
    "strip_files": lambda: file_list("strip/*"),
    "antenna_files": lambda: file_list("antenna/*"),
    "solid_files": lambda: file_list("*.scad"),
    "main_files": lambda: file_list("main/*"),
    "rack_files": lambda: file_list("rack/*"),
    **{f"{name}_picture": functools.partial(drawn, *picture) for name, picture in PICTURES.items()},
    "small_parts": small_table,
    "power": power_table,
    "plugs": plug_table,
    "switch": switch_table,
    "pi_pins": lambda: pin_table("PI_PINS", "GPIO"),
    **{f"{name}_wires": functools.partial(wires_picture, name)
       for name in ("board", "radio", "bag", "low_cost", "pi")},
    "board_pins": lambda: pin_table("BOARD_PINS"),
    "radio_pins": lambda: pin_table("RADIO_PINS"),
    "pad_pins": lambda: pin_table("PAD_PINS"),
    "bag_pins": lambda: pin_table("BAG_PINS"),
}


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by MkDocs for each page: the page's text with its printed tables filled in. Raises UnknownTable."""

    def fill(wanted: re.Match[str]) -> str:
        if wanted[1] not in PRINTED:
            raise UnknownTable(f"No table is called {wanted[1]}; there are {', '.join(PRINTED)}.")
        return PRINTED[wanted[1]]()

    return re.sub(r"<!-- printed: (\w+) -->", fill, markdown)


# --- a page for each rulebook, to be printed by a referee ------------------------------------------------------


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by MkDocs once: the manual's pages, one more for each rulebook, and the files of docs/hardware."""
    hardware = CHECKOUT / "docs" / "hardware"
    for path in sorted([*hardware.glob("*.scad"), *hardware.glob("*/*.*")]):
        if path.suffix in (".scad", ".gbr", ".drl", ".csv", ".svg"):
            name = f"hardware/{path.relative_to(hardware).as_posix()}"
            files.append(File.generated(config, name, abs_src_path=str(path)))
    for book in RULEBOOKS.values():
        files.append(File.generated(config, f"rulebooks/{book.name}.md", content=rulebook_page(book)))
    return files


def rulebook_page(book: Rulebook) -> str:
    """A rulebook in its own language and, on a sheet of its own, in English."""
    languages = dict.fromkeys((book.language, "en"))
    return "\n\n".join(part for language in languages for part in rulebook_sheet(book, language))


def rulebook_sheet(book: Rulebook, language: str) -> Iterator[str]:
    """The parts of a rulebook's page in one language: title, a table a heading, variants, readings."""
    head = tuple(say(word, language) for word in rules.COLUMNS)
    yield f"# {rulebook_title(book.name, language)} {{: .sheet }}"
    for heading, lines in rules.sections(book, language):
        yield f"## {heading}"
        yield printed(head, (line[1:] for line in lines))
    if book.variants:
        yield f"## {say(rules.VARIANTS, language)}"
        yield printed(*variant_table(book, language))
    if readings := tuple(rules.readings_of(book)):
        yield f"## {say(rules.READINGS, language)}"
        yield say(rules.READINGS_ARE, language)
        yield "\n".join(f"- **{reading.number}** {say(reading.text, language)}" for reading in readings)
        yield say(rules.LEGEND, language)


def variant_table(book: Rulebook, language: str) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Head and rows: what the variants of a rulebook set, each with its paragraph."""
    variants = {name: book.variant(name) for name in book.variants}
    knobs = dict.fromkeys(knob for rows in book.variants.values() for knob in rows)
    rows = []
    for knob in knobs:
        lines = [rules.line(variant, knob, language) for variant in variants.values()]
        rows.append((lines[0].settles, *(f"{line.here} ({line.paragraph})" for line in lines)))
    return (say(rules.COLUMNS[0], language), *variants), rows
